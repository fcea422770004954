"""How did the match go, frame by frame, and which cards can be seen?

A replay is an audit that looks at the cards. Three lines read a record:

    for step in replay(Path("match.gin")):
        print(step.hand, step.turn, step.heard.message, step.hands)

Cards are seen where they lie open, and where a key is at hand that opens them: the own seed, or what a seat has
disclosed. Watched with hindsight, a hand that is shown at its end is seen before it too, as far back as it follows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from gin_p2p.cards import Card
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.protocol.judgement import Broken
from gin_p2p.protocol.messages import Give, MoveMessage
from gin_p2p.protocol.opening import Keyring, Opened
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Table
from gin_p2p.protocol.view import View
from gin_p2p.record.ending import Ending
from gin_p2p.record.examine import Examination, Report
from gin_p2p.record.hindsight import certain, is_dealt
from gin_p2p.record.library import scan_file
from gin_p2p.record.scan import StoredFrame
from gin_p2p.rules.melds import least_deadwood
from gin_p2p.seat import Seat

Hands: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]
_NO_KEYS: Final = Keyring()
BOTH: Final = frozenset(Seat)


@dataclass(frozen=True, slots=True)
class Step:
    """A frame, and what can be seen after it.

    Attributes:
        heard: the frame, judged.
        hand: number of the deal it belongs to, from 1; 0 before the first.
        turn: number of the turn within the hand, from 1; 0 before the first move. A draw and the throw after it are
            one turn.
        hands: the cards that HOST and GUEST surely hold, ascending.
        drawn: the face of the stock card that this frame has given to the other seat, where it is seen.
        opened: whose cards a key opens in this hand.
    """

    heard: Heard
    hand: int
    turn: int
    hands: Hands = ((), ())
    drawn: Card | None = None
    opened: frozenset[Seat] = frozenset()

    @property
    def table(self) -> Table:
        """All that is public after the frame."""
        return self.heard.after

    def is_whole(self, seat: Seat) -> bool:
        """Whether every card of a seat is seen."""
        return is_dealt(self.table, seat) and len(self.hands[seat]) == self.table.hand.n_held[seat]

    def deadwood(self, seat: Seat) -> int | None:
        """Answer the least deadwood points of a seat; None where not every card of it is seen."""
        return least_deadwood(self.hands[seat], self.table.hand.rules) if self.is_whole(seat) else None

    def view(self, seat: Seat) -> View:
        """Answer what a seat sees, as far as this replay sees it."""
        table = self.table
        drawn = self.drawn if seat is self.heard.seat.other else None
        return View(
            seat, table.stage, table.speaker, table.offer, table.match, table.round, self.hands[seat], drawn
        )


class Replay:
    """The steps of a record, to be gone through once.

    Args:
        items: what a scan yields.
        keyring: the keys at hand.
        eyes: whose cards may be opened by a key; nobody's for an onlooker.
        hindsight: see what is shown at the end of a hand already before it.
    """

    def __init__(
        self,
        items: Iterable[StoredFrame | Ending],
        keyring: Keyring = _NO_KEYS,
        eyes: frozenset[Seat] = BOTH,
        *,
        hindsight: bool = True,
    ) -> None:
        self._items = items
        self._examination = Examination()
        self._keyring = keyring
        self._eyes = eyes
        self._hindsight = hindsight

    @property
    def report(self) -> Report:
        """What the audit says of the record; complete once all steps were taken.

        Raises:
            ValueError: there are steps left.
        """
        return self._examination.report()

    def __iter__(self) -> Iterator[Step]:
        """Yield the steps: with hindsight when their hand is over, else at once."""
        seen = self._seen()
        if not self._hindsight:
            yield from seen
            return
        for _, steps in groupby(seen, key=lambda step: step.hand):
            yield from _in_hindsight(list(steps))

    def _seen(self) -> Iterator[Step]:
        hand, turn, mover = 0, 0, None
        opened: dict[Seat, Opened] = {}
        for item in self._items:
            heard = self._examination.hear(item)
            if heard is None:
                continue
            number = heard.after.deal.number if heard.after.deal else 0
            if number != hand:
                hand, turn, mover, opened = number, 0, None, {}
            if isinstance(heard.message, MoveMessage):
                turn += heard.seat is not mover
                mover = heard.seat
            self._open(heard.after, opened)
            yield self._step(heard, hand, turn, opened)

    def _open(self, table: Table, opened: dict[Seat, Opened]) -> None:
        """Look for the keys of a deal as soon as they are said."""
        deal = table.deal
        if deal is None:
            return
        for seat in self._eyes - opened.keys():
            secret = self._keyring.secret_of(deal, seat) if deal.keys[seat] else None
            if secret is not None:
                opened[seat] = Opened(secret)

    def _step(self, heard: Heard, hand: int, turn: int, opened: dict[Seat, Opened]) -> Step:
        host, guest = (_held(heard.after, seat, opened.get(seat)) for seat in Seat)
        drawn = _drawn(heard, opened.get(heard.seat.other))
        return Step(heard, hand, turn, (host, guest), drawn, frozenset(opened))


def replay(
    path: Path, keyring: Keyring = _NO_KEYS, eyes: frozenset[Seat] = BOTH, *, hindsight: bool = True
) -> Replay:
    """Answer the steps of a record in a file; nothing is read before they are asked for.

    Args:
        path: the file.
        keyring: the keys at hand; an onlooker has none.
        eyes: whose cards may be opened by a key.
        hindsight: see what is shown at the end of a hand already before it.

    Raises:
        NoRecordError: while the steps are taken: the file cannot be read.
    """
    return Replay(scan_file(path), keyring, eyes, hindsight=hindsight)


def _held(table: Table, seat: Seat, opened: Opened | None) -> tuple[Card, ...]:
    """Answer the cards that a seat is seen to hold."""
    if not is_dealt(table, seat):
        return ()
    if opened is not None:
        try:
            return tuple(sorted(opened.faces(table.dealing.hands[seat])))
        except (Broken, InvalidProof):  # the proofs hold and yet it is no card; the audit has the word
            return ()
    return tuple(sorted(table.hand.known[seat]))


def _drawn(heard: Heard, opened: Opened | None) -> Card | None:
    """Answer the face of the card that a Give opens to its drawer."""
    if opened is None or not isinstance(heard.message, Give):
        return None
    try:
        return opened.faces(heard.after.dealing.hands[heard.seat.other][-1:])[0]
    except (Broken, InvalidProof):
        return None


def _in_hindsight(steps: list[Step]) -> list[Step]:
    """Add what the whole hand shows to each of its steps."""
    heards = [step.heard for step in steps]
    host, guest = (certain(heards, seat) for seat in Seat)
    return [
        replace(step, hands=(_more(step, Seat.HOST, known[0]), _more(step, Seat.GUEST, known[1])))
        for step, *known in zip(steps, host, guest, strict=True)
    ]


def _more(step: Step, seat: Seat, known: frozenset[Card]) -> tuple[Card, ...]:
    return step.hands[seat] if seat in step.opened else tuple(sorted(known | set(step.hands[seat])))
