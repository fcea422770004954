"""How is it said in words?

Cards and counts as a person, or a screen reader, would say them; and cards as a person types them.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

from gin_p2p.cards import GLYPHS, RANKS, SUITS, Card, Rank, Suit, card_of

RANK_NAMES: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS: Final[dict[str, Rank]] = (
    {letter.lower(): Rank(number) for number, letter in enumerate(RANKS)}
    | {name: Rank(number) for number, name in enumerate(RANK_NAMES)}
    | {name: Rank(number) for number, name in enumerate(_NUMBERS)}
)
_SUITS: Final[dict[str, Suit]] = {
    text: Suit(number)
    for number, name in enumerate(SUIT_NAMES)
    for text in (SUITS[number], GLYPHS[number], "♧♢♡♤"[number], name, name.removesuffix("s"))
}
_VARIATION: Final = re.compile("[\ufe0e\ufe0f]")
"""Keyboards that offer a suit as an emoji put one of these behind it."""


def card_name(card: Card) -> str:
    """Say a card: `"8 of clubs"`."""
    return f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def the_card(card: Card) -> str:
    """Say a card with its article: `"the 8 of clubs"`."""
    return f"the {card_name(card)}"


def the_cards(cards: Iterable[Card]) -> str:
    """Say cards one by one: `"the 8 of clubs and the queen of hearts"`."""
    return listed([the_card(card) for card in cards])


def meld_name(meld: Sequence[Card]) -> str:
    """Say a meld, in the order given: `"three jacks: spades, hearts, diamonds"`, `"6 7 8 of diamonds"`.

    Args:
        meld: at least three cards, all of one rank or all of one suit.
    """
    if len({card.rank for card in meld}) == 1:
        suits = ", ".join(SUIT_NAMES[card.suit] for card in meld)
        return f"{number_name(len(meld))} {_plural(RANK_NAMES[meld[0].rank])}: {suits}"
    ranks = " ".join(RANK_NAMES[card.rank] for card in meld)
    return f"{ranks} of {SUIT_NAMES[meld[0].suit]}"


def listed(words: Sequence[str], last: str = "and", nothing: str = "nothing") -> str:
    """Join words as in a sentence: `"a, b and c"`."""
    if not words:
        return nothing
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else words[0]


def counted(number: int, noun: str) -> str:
    """Say how many, with the noun in its number: `"1 card"`, `"11 cards"`, `"2 boxes"`."""
    return f"{number} {noun if abs(number) == 1 else _plural(noun)}"


def points(number: int) -> str:
    """Say a number of points: `"1 point"`, `"38 points"`."""
    return counted(number, "point")


def number_name(number: int) -> str:
    """Say a small number as a word, a large one as digits: `"three"`, `"11"`."""
    return _NUMBERS[number - 1] if 1 <= number <= len(_NUMBERS) else str(number)


def typed_card(text: str) -> Card:
    """Read one card in any form a person types: `8c`, `10H`, `Q♥`, `8 of clubs`, `the queen hearts`, `ten spade`.

    Raises:
        ValueError: it is not a card. The text says so for a person, and what is missing where only the suit is.
    """
    words = _VARIATION.sub("", unicodedata.normalize("NFC", text)).lower().split()
    if words[:1] == ["the"]:
        words = words[1:]
    if len(words) == 3 and words[1] == "of":
        words = [words[0], words[2]]
    if len(words) == 2 and words[0] in _RANKS and words[1] in _SUITS:
        return card_of(_RANKS[words[0]], _SUITS[words[1]])
    if len(words) == 1 and words[0] in _RANKS:
        rank = RANK_NAMES[_RANKS[words[0]]]
        raise ValueError(f"The {rank} of which suit? Clubs, diamonds, hearts or spades.")
    if len(words) == 1 and words[0][:-1] in _RANKS and words[0][-1] in _SUITS:
        return card_of(_RANKS[words[0][:-1]], _SUITS[words[0][-1]])
    raise ValueError("That is not a card.")


def _plural(noun: str) -> str:
    return f"{noun}es" if noun.endswith(("x", "ch", "sh", "s")) else f"{noun}s"
