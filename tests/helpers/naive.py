"""What would somebody answer who knows the rules and nothing about speed?

Written apart from the package on purpose: cards are their two letters, runs are pieces of a string.
"""

from functools import cache
from itertools import combinations
from typing import Final, TypeAlias

Hand: TypeAlias = frozenset[str]

_ROWS: Final = {
    "low": "A23456789TJQK",
    "high_low": "A23456789TJQKA",
    "wrap": "A23456789TJQKA23456789TJQ",
}


@cache
def every_meld(ace_mode: str) -> frozenset[Hand]:
    melds = {
        frozenset(rank + suit for suit in suits)
        for rank in "A23456789TJQK"
        for size in (3, 4)
        for suits in combinations("cdhs", size)
    }
    row = _ROWS[ace_mode]
    for start in range(len(row)):
        for end in range(start + 3, len(row) + 1):
            ranks = row[start:end]
            if len(set(ranks)) == len(ranks):
                melds |= {frozenset(rank + suit for rank in ranks) for suit in "cdhs"}
    return frozenset(melds)


def value(card: str, ace_points: int) -> int:
    return {"A": ace_points, "T": 10, "J": 10, "Q": 10, "K": 10}.get(card[0]) or int(card[0])


def least_deadwood(hand: Hand, ace_mode: str, ace_points: int) -> int:
    """Take some card: it is deadwood, or it is in one of the melds that the hand has for it."""
    melds = [meld for meld in every_meld(ace_mode) if meld <= hand]
    known: dict[Hand, int] = {}

    def least(left: Hand) -> int:
        if not left:
            return 0
        if left not in known:
            card = min(left)
            choices = [least(left - meld) for meld in melds if card in meld <= left]
            known[left] = min([value(card, ace_points) + least(left - {card}), *choices])
        return known[left]

    return least(hand)


def families(hand: Hand, ace_mode: str) -> set[frozenset[Hand]]:
    """Every choice of disjoint melds."""
    found: set[frozenset[Hand]] = {frozenset()}
    for meld in every_meld(ace_mode):
        if meld <= hand:
            found |= {family | {meld} for family in found if not any(meld & other for other in family)}
    return found


def best_defence(hand: Hand, shown: tuple[Hand, ...], ace_mode: str, ace_points: int) -> int:
    """Lay off one card after another in every order, and meld what is left after each step."""
    melds = every_meld(ace_mode)
    seen: dict[tuple[Hand, tuple[Hand, ...]], int] = {}

    def best(left: Hand, table: tuple[Hand, ...]) -> int:
        if (left, table) not in seen:
            grown = [
                best(left - {card}, (*table[:at], meld | {card}, *table[at + 1 :]))
                for card in left
                for at, meld in enumerate(table)
                if meld | {card} in melds
            ]
            seen[left, table] = min([least_deadwood(left, ace_mode, ace_points), *grown])
        return seen[left, table]

    return best(hand, shown)
