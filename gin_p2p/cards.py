"""Which card is it, and how is it written?

A card is a number from 0 to 51, suit * 13 + rank, with suits c d h s = 0..3 and ranks A 2 ... K = 0..12. The
same number names it on the wire, in proofs and in records.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final, Self

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
GLYPHS: Final = "♣♦♥♠"
N_CARDS: Final = 52


class Suit(IntEnum):
    """A suit; suits are equal in rank, the order only numbers them."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Rank(IntEnum):
    """A rank, the ace lowest."""

    ACE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4
    SIX = 5
    SEVEN = 6
    EIGHT = 7
    NINE = 8
    TEN = 9
    JACK = 10
    QUEEN = 11
    KING = 12


class Card(int):
    """A card of the pack, an integer 0..51.

    Raises:
        ValueError: the number is not 0..51.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        """Answer the card with this number."""
        if not 0 <= number < N_CARDS:
            raise ValueError(f"no card has the number {number}")
        return super().__new__(cls, number)

    @property
    def rank(self) -> Rank:
        """The rank of the card."""
        return Rank(self % 13)

    @property
    def suit(self) -> Suit:
        """The suit of the card."""
        return Suit(self // 13)

    def __str__(self) -> str:
        return RANKS[self % 13] + SUITS[self // 13]

    def __repr__(self) -> str:
        return str(self)


DECK: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(N_CARDS))


def card_of(rank: Rank, suit: Suit) -> Card:
    """Answer the card of this rank and suit."""
    return DECK[suit * 13 + rank]


def points(card: Card, ace_points: int = 1) -> int:
    """Answer what the card counts when it is not melded: pips, ten for T J Q K, `ace_points` for an ace."""
    rank = card % 13
    return ace_points if rank == 0 else min(rank + 1, 10)


def parse_card(text: str) -> Card:
    """Read one card: rank (`10` and `T` alike, any case) and suit (a letter or a glyph).

    Raises:
        ValueError: the text is not a card.
    """
    rank_text, suit_text = text[:-1].upper().replace("10", "T"), text[-1:].lower()
    rank = RANKS.find(rank_text) if len(rank_text) == 1 else -1
    suit = (SUITS if suit_text.isascii() else GLYPHS).find(suit_text) if suit_text else -1
    if rank < 0 or suit < 0:
        raise ValueError(f"{text!r} is not a card")
    return DECK[suit * 13 + rank]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written one after another, with or without spaces and commas: `"3c3d 10h"`.

    Raises:
        ValueError: some part of the text is not a card. A card written twice is answered twice.
    """
    letters = text.replace(",", " ").replace("10", "T")
    cards: list[Card] = []
    for word in letters.split():
        if len(word) % 2:
            raise ValueError(f"{word!r} is not a list of cards")
        cards += [parse_card(word[i : i + 2]) for i in range(0, len(word), 2)]
    return tuple(cards)


def format_cards(cards: Iterable[Card], separator: str = "") -> str:
    """Write cards one after another: `"3c3dTh"`."""
    return separator.join(str(card) for card in cards)


def format_glyph(card: Card) -> str:
    """Write a card with its suit's glyph: `"7♣"`."""
    return RANKS[card % 13] + GLYPHS[card // 13]
