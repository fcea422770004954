"""Which hidden cards could one seat's process come to know, if it tried everything?

It takes all that the process has received and all its secrets, and tries to unmask every masked card that has ever
stood on the table, with every key of its own and every element that the other seat has said.
"""

import dataclasses
from collections import defaultdict
from collections.abc import Iterator

from gin_p2p.cards import Card
from gin_p2p.crypto.group import Element, Point, add, encode, lift, negate
from gin_p2p.crypto.masking import CARD_POINTS, MaskedCard, face, share_of
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.codec import Malformed
from gin_p2p.protocol.player import Player
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.protocol.transcript import open_envelope
from gin_p2p.protocol.view import View, look
from gin_p2p.protocol.wire import decode_body
from gin_p2p.seat import Seat
from tests.helpers.arena import Story

MINUS_CARDS = tuple(negate(point) for point in CARD_POINTS)


def cards_in(value: object) -> Iterator[Card]:
    """Yield every card anywhere in a value; a limit card may be of another pack."""
    if type(value) is Card:
        yield value
    elif isinstance(value, tuple | frozenset):
        for item in value:
            yield from cards_in(item)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            if field.name != "limit_card":
                yield from cards_in(getattr(value, field.name))


class Spy:
    """One seat's knowledge, as large as it can be.

    Attributes:
        opened: the masked cards that it can unmask, with their faces.
        found: the faces of those, by deal.
    """

    def __init__(self, seed: MatchSeed) -> None:
        self._seed = seed
        self.opened: dict[MaskedCard, Card] = {}
        self.found: defaultdict[int, set[Card]] = defaultdict(set)
        self._elements: set[Element] = set()
        self._missing: defaultdict[Element, list[tuple[MaskedCard, Card, int]]] = defaultdict(list)
        self._seen: set[MaskedCard] = set()

    def hear(self, frame: bytes, table: Table) -> None:
        """Learn all that a frame can tell, be it refused or not.

        Args:
            frame: as received.
            table: as it stands after the frame.
        """
        try:
            _, message = decode_body(open_envelope(frame).body)
        except Malformed:
            return
        deal = table.deal
        if deal is None:
            return
        said = [getattr(message, name, ()) for name in ("shares", "deck", "hand")]
        for element in (*said[0], getattr(message, "share", b""), getattr(message, "key", b"")):
            if element:
                self._learn(Element(element))
        deck = (
            () if table.stage in {Stage.OTHER_KEY, Stage.SHUFFLE} else deal.deck
        )  # else the public opening deck
        upcard = () if deal.upcard is None else (deal.upcard,)
        for masked in (*said[1], *said[2], *deck, *upcard, *deal.hands[0], *deal.hands[1]):
            if masked not in self._seen:
                self._seen.add(masked)
                self._try(masked, deal.number)

    def _learn(self, element: Element) -> None:
        if element not in self._elements:
            self._elements.add(element)
            for masked, card, deal in self._missing[element]:
                self._open(masked, card, deal)

    def _try(self, masked: MaskedCard, deal: int) -> None:
        """Note for each way to unmask a card which element would do it."""
        whole = lift(masked.body)
        own = [lift(share_of(self._seed.deal_key(number), masked)) for number in range(1, deal + 1)]
        for left in (whole, *(add(whole, negate(share)) for share in own)):
            for number, minus_card in enumerate(MINUS_CARDS):
                self._ask(masked, Card(number), deal, None if left is None else add(left, minus_card))

    def _ask(self, masked: MaskedCard, card: Card, deal: int, missing: Point | None) -> None:
        if missing is None:
            self._open(masked, card, deal)
            return
        element = encode(missing)
        self._missing[element].append((masked, card, deal))
        if element in self._elements:
            self._open(masked, card, deal)

    def _open(self, masked: MaskedCard, card: Card, deal: int) -> None:
        self.opened[masked] = card
        self.found[deal].add(card)


class Watch:
    """Compares what a seat can find with what it is shown, after every frame of a match.

    Args:
        told: the match.
        seat: whose process is watched.
    """

    def __init__(self, told: Story, seat: Seat) -> None:
        self.seat = seat
        scenario = told.scenario
        self._players = [Player(one, scenario.seed_of(one), bytes) for one in Seat]
        self._seeds = [scenario.seed_of(one) for one in Seat]
        self.spy = Spy(self._seeds[seat])
        self.shown: defaultdict[int, set[Card]] = defaultdict(set)
        self._view = View(seat, Stage.OPEN, Seat.HOST)

    def hear(self, frame: bytes, table: Table, *, shows_hand: Seat | None = None) -> None:
        """Hear a frame.

        Args:
            frame: as received.
            table: as it stands after the frame.
            shows_hand: who showed its dealt cards by this frame beside what the view tells.

        Raises:
            AssertionError: the process knows another set of cards than it is shown.
        """
        self.spy.hear(frame, table)
        hand = self._players[self.seat].faces(table)
        self._view = look(table, self.seat, hand, self._view)
        if table.deal is not None:
            shown = self.shown[table.deal.number]
            shown.update(self._view.hand)
            if self._view.round is not None and table.stage not in {
                Stage.OTHER_KEY,
                Stage.SHUFFLE,
                Stage.CUT,
            }:
                shown.update(cards_in(self._view.round) if table.stage is not Stage.SERVE else ())
            shown.update(self._seen_first(table))
            if shows_hand is not None:
                shown.update(self._players[shows_hand].faces(table)[:10])
        for deal in self.spy.found.keys() | self.shown.keys():
            assert self.spy.found[deal] == self.shown[deal], f"deal {deal}"

    def _seen_first(self, table: Table) -> set[Card]:
        """The dealer sees the upcard one frame before the other seat."""
        deal = table.dealing
        if table.stage is not Stage.SERVE or deal.dealer is not self.seat or deal.upcard is None:
            return set()
        number = face(deal.upcard, share_of(self._seeds[self.seat].deal_key(deal.number), deal.upcard))
        assert number is not None
        return {Card(number)}
