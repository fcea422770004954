"""Where is every masked card of this deal?

Only what both seats and any auditor know: keys, the deck as it stands, and each hand as a list of masked cards under
its holder's key. Nothing here knows a game, and nothing here is secret.
"""

from dataclasses import dataclass, replace

from gin_p2p.cards import Card
from gin_p2p.crypto.masking import MaskedCard, face_card, strip
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.words import UpcardMode
from gin_p2p.seat import Seat

Pair = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Layout:
    """Which places of the deck go where.

    Attributes:
        dealer_places: 1, 3, … 19.
        other_places: the non-dealer's: 0, 2, … 18, and 20 with an eleven-card start.
        upcard_place: 20, or None.
        stock_place: the first of the stock; it is drawn in ascending order.
    """

    dealer_places: tuple[int, ...]
    other_places: tuple[int, ...]
    upcard_place: int | None
    stock_place: int


def layout_of(rules: HouseRules) -> Layout:
    """Answer the layout under these rules."""
    dealer_places, other_places = tuple(range(1, 20, 2)), tuple(range(0, 19, 2))
    match rules.upcard_mode:
        case UpcardMode.OFFER:
            return Layout(dealer_places, other_places, 20, 21)
        case UpcardMode.NONE:
            return Layout(dealer_places, other_places, None, 20)
        case UpcardMode.ELEVEN:
            return Layout(dealer_places, (*other_places, 20), None, 21)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal, as far as it has come.

    Attributes:
        number: from 1, void deals counted; never used twice in a match.
        dealer: who shuffles first.
        layout: which places go where.
        keys: each seat's key of this deal, 33 bytes, by seat; empty before it is said.
        joint: the sum of both; empty before both are said.
        chance: with a knock deck: the dealer's commitment, then the other's nonce, in order of speech.
        knock_card: the limit card drawn from the knock deck.
        deck: the 52 masked cards in their newest order, under the joint key.
        upcard: the upcard with the non-dealer's share taken off.
        next_place: the place of the stock's top card.
        hands: each seat's masked cards under its own key, by seat; a seat knows their faces, nobody else does.
        dealt: the first ten of each hand as they were dealt, by seat.
    """

    number: int
    dealer: Seat
    layout: Layout
    keys: Pair = (b"", b"")
    joint: bytes = b""
    chance: tuple[bytes, ...] = ()
    knock_card: Card | None = None
    deck: tuple[MaskedCard, ...] = ()
    upcard: MaskedCard | None = None
    next_place: int = 0
    hands: tuple[tuple[MaskedCard, ...], tuple[MaskedCard, ...]] = ((), ())
    dealt: tuple[tuple[MaskedCard, ...], tuple[MaskedCard, ...]] = ((), ())

    def places_of(self, seat: Seat) -> tuple[int, ...]:
        """The places dealt to a seat, ascending."""
        return self.layout.dealer_places if seat is self.dealer else self.layout.other_places

    def given_to(self, seat: Seat) -> tuple[MaskedCard, ...]:
        """The masked cards that the other seat opens to this one when it serves: its own, then the upcard."""
        cards = tuple(self.deck[place] for place in self.places_of(seat))
        if self.layout.upcard_place is None:
            return cards
        upcard = self.deck[self.layout.upcard_place] if self.upcard is None else self.upcard
        return (*cards, upcard)

    def with_key(self, seat: Seat, key: bytes) -> "Deal":
        """The deal after a seat has said its key."""
        keys = (key, self.keys[1]) if seat is Seat.HOST else (self.keys[0], key)
        return replace(self, keys=keys)

    def served(self, seat: Seat, shares: tuple[bytes, ...]) -> "Deal":
        """The deal after the other seat's shares have made this seat's hand its own.

        Args:
            seat: who receives.
            shares: one for each of the seat's places, ascending.

        Raises:
            InvalidProof: a share equals the body of its card.
        """
        places = self.places_of(seat)
        hand = tuple(strip(self.deck[place], share) for place, share in zip(places, shares, strict=True))
        dealt = hand[:10]
        other = self.dealt[seat.other]
        served = self.with_hand(seat, hand)
        return replace(served, dealt=(dealt, other) if seat is Seat.HOST else (other, dealt))

    def with_hand(self, seat: Seat, hand: tuple[MaskedCard, ...]) -> "Deal":
        """The deal with another list of masked cards in a hand."""
        other = self.hands[seat.other]
        return replace(self, hands=(hand, other) if seat is Seat.HOST else (other, hand))

    def drawn(self, seat: Seat, share: bytes) -> "Deal":
        """The deal after the stock's top card has been opened to a seat.

        Raises:
            InvalidProof: the share equals the body of the card.
        """
        card = strip(self.deck[self.next_place], share)
        return replace(self.with_hand(seat, (*self.hands[seat], card)), next_place=self.next_place + 1)

    def taken(self, seat: Seat, cards: tuple[Card, ...]) -> "Deal":
        """The deal after open cards have entered a hand, masked under its holder's key."""
        added = tuple(face_card(card, self.keys[seat]) for card in cards)
        return self.with_hand(seat, (*self.hands[seat], *added))

    def without(self, seat: Seat, place: int) -> "Deal":
        """The deal after the card at a place of a hand was thrown."""
        hand = self.hands[seat]
        return self.with_hand(seat, hand[:place] + hand[place + 1 :])
