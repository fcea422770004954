"""How did the match go, frame by frame, and which cards can be seen?

A replay is an audit that looks at the cards. Three lines read a record:

    for step in replay(Path("match.gin")):
        print(step.hand, step.turn, step.heard.message, step.hands)

Cards are seen where they lie open, and where a key is at hand that opens them: the own seed, or what a seat has
disclosed. Watched with hindsight, a hand that is shown at its end is seen before it too, as far back as it follows.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Final, TypeAlias

from gin_p2p.cards import Card
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.secrets import MatchSeed, SecretScalar
from gin_p2p.protocol.disclosure import keys_in
from gin_p2p.protocol.judgement import Broken
from gin_p2p.protocol.messages import Give, MoveMessage
from gin_p2p.protocol.opening import Keyring, Opened, open_deck
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Table
from gin_p2p.protocol.view import View
from gin_p2p.record.ending import Ending
from gin_p2p.record.examine import Examination, Report, disclosures_in
from gin_p2p.record.hindsight import certain, is_dealt
from gin_p2p.record.library import scan_file
from gin_p2p.record.scan import StoredFrame
from gin_p2p.rules.melds import least_deadwood
from gin_p2p.seat import Seat

Hands: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]
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
        stock: the faces of the stock, the next card first, where both keys open them; else empty.
    """

    heard: Heard
    hand: int
    turn: int
    hands: Hands = ((), ())
    drawn: Card | None = None
    opened: frozenset[Seat] = frozenset()
    stock: tuple[Card, ...] = ()

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

    def seen_by(self, eyes: frozenset[Seat]) -> "Step":
        """Answer the same step without hindsight: keys open the cards of these seats only, else what lies open counts."""
        opened = self.opened & eyes
        host, guest = (self.hands[seat] if seat in opened else _held(self.table, seat, None) for seat in Seat)
        drawn = self.drawn if self.heard.seat.other in opened else None
        stock = self.stock if opened == BOTH else ()
        return replace(self, hands=(host, guest), drawn=drawn, opened=opened, stock=stock)

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
        seed: of a seat that played the match; an onlooker has none.
        disclosures: what the file will turn out to disclose.
        eyes: whose cards may be opened by a key; nobody's for an onlooker.
        hindsight: see what is shown at the end of a hand already before it.
    """

    def __init__(
        self,
        items: Iterable[StoredFrame | Ending],
        seed: MatchSeed | None = None,
        disclosures: Sequence[bytes] = (),
        eyes: frozenset[Seat] = BOTH,
        *,
        hindsight: bool = True,
    ) -> None:
        self._items = items
        self._examination = Examination(disclosures)
        self._keyring = Keyring(seed, keys_in(disclosures))
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
        watch = _Watch(0)
        for item in self._items:
            heard = self._examination.hear(item)
            if heard is None:
                continue
            number = heard.after.deal.number if heard.after.deal else 0
            if number != watch.hand:
                watch = _Watch(number)
            watch.look_for_keys(heard.after, self._keyring, self._eyes)
            yield watch.step(heard)


class _Watch:
    """What is seen of one hand.

    Args:
        hand: number of the deal; 0 before the first.
    """

    def __init__(self, hand: int) -> None:
        self.hand = hand
        self._turn = 0
        self._mover: Seat | None = None
        self._secrets: dict[Seat, SecretScalar] = {}
        self._opened: dict[Seat, Opened] = {}
        self._deck: tuple[Card, ...] = ()

    def look_for_keys(self, table: Table, keyring: Keyring, eyes: frozenset[Seat]) -> None:
        """Look for the keys of the deal as soon as they are said."""
        deal = table.deal
        for seat in eyes - self._opened.keys() if deal else ():
            secret = keyring.secret_of(deal, seat) if deal and deal.keys[seat] else None
            if secret is not None:
                self._secrets[seat] = secret
                self._opened[seat] = Opened(secret)

    def step(self, heard: Heard) -> Step:
        """Answer the next step of the hand."""
        if isinstance(heard.message, MoveMessage):
            self._turn += heard.seat is not self._mover
            self._mover = heard.seat
        host, guest = (_held(heard.after, seat, self._opened.get(seat)) for seat in Seat)
        drawn = _drawn(heard, self._opened.get(heard.seat.other))
        opened = frozenset(self._opened)
        return Step(heard, self.hand, self._turn, (host, guest), drawn, opened, self._stock(heard.after))

    def _stock(self, table: Table) -> tuple[Card, ...]:
        if len(self._secrets) < 2 or not is_dealt(table, table.playing.dealer):
            return ()
        if not self._deck:
            try:
                self._deck = open_deck(table.dealing, self._secrets[Seat.HOST], self._secrets[Seat.GUEST])
            except (Broken, InvalidProof):  # the audit has the word
                return ()
        return self._deck[table.dealing.next_place :]


def replay(
    path: Path, seed: MatchSeed | None = None, eyes: frozenset[Seat] = BOTH, *, hindsight: bool = True
) -> Replay:
    """Answer the steps of a record in a file, to be gone through once.

    Args:
        path: the file.
        seed: of a seat that played the match; an onlooker has none.
        eyes: whose cards may be opened by a key.
        hindsight: see what is shown at the end of a hand already before it.

    Raises:
        NoRecordError: the file cannot be read, now or while the steps are taken.
    """
    return Replay(scan_file(path), seed, disclosures_in(path), eyes, hindsight=hindsight)


def _held(table: Table, seat: Seat, opened: Opened | None) -> tuple[Card, ...]:
    """Answer the cards that a seat is seen to hold."""
    if not is_dealt(table, seat):
        return ()
    is_shown = len(table.hand.known[seat]) == table.hand.n_held[seat]
    if opened is not None and not is_shown:
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
