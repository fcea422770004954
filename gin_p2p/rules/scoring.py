"""What is a hand worth?"""

from dataclasses import dataclass
from typing import TypeAlias

from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.results import Ending, Result
from gin_p2p.rules.words import UndercutTie
from gin_p2p.seat import Seat

Part: TypeAlias = tuple[str, int]
"""One line of the arithmetic: what it is, and its points. The parts add up to the award."""


@dataclass(frozen=True, slots=True)
class HandScore:
    """What a hand adds to the sheet.

    Attributes:
        winner: who gets it; None where nobody does.
        points: hand points; 0 is possible for a winner too.
        boxes: lines for hands won; 0 where nobody won.
        parts: the arithmetic, line by line.
    """

    winner: Seat | None = None
    points: int = 0
    boxes: int = 0
    parts: tuple[Part, ...] = ()


def price(result: Result, rules: HouseRules, *, doubled: bool = False) -> HandScore:
    """Answer what this result is worth under these rules.

    Args:
        result: how the hand ended.
        rules: bonuses, ties and boxes.
        doubled: a spade doubles the whole award, bonuses included.
    """
    if result.winner is None or result.ending is Ending.RESIGNED:
        return HandScore()
    parts = [part for part in _award(result, rules) if part[1]]
    single = sum(worth for _, worth in parts)
    if doubled and single:
        parts.append(("doubled by spades", single))
    points = sum(worth for _, worth in parts)
    return HandScore(result.winner, points, _boxes(result, rules, doubled=doubled), tuple(parts))


def _award(result: Result, rules: HouseRules) -> list[Part]:
    """Answer the parts before doubling; those of no points too."""
    knocker, defender = result.knocker_points, result.defender_points
    match result.ending:
        case Ending.GIN:
            return [("deadwood", defender), ("gin bonus", rules.gin_bonus)]
        case Ending.BIG_GIN if rules.big_gin_bonus is not None:
            return [("deadwood", defender), ("big gin bonus", rules.big_gin_bonus)]
        case Ending.BIG_GIN:
            # A grown Mahjong hand may go out whole where there is no big gin; it is gin then.
            return [("deadwood", defender), ("gin bonus", rules.gin_bonus)]
        case Ending.UNDERCUT:
            return _undercut(knocker, defender, rules)
        case _:
            return [("defender's deadwood", defender), ("knocker's deadwood", -knocker)]


def _undercut(knocker: int, defender: int, rules: HouseRules) -> list[Part]:
    if knocker == defender and rules.undercut_tie is UndercutTie.NO_BONUS:
        return []
    return [
        ("knocker's deadwood", knocker),
        ("defender's deadwood", -defender),
        ("undercut bonus", rules.undercut_bonus),
        ("no deadwood left", 0 if defender else rules.gin_off_bonus),
    ]


def _boxes(result: Result, rules: HouseRules, *, doubled: bool) -> int:
    """Answer the boxes of a hand won."""
    boxes = 1
    if result.ending is Ending.UNDERCUT:
        boxes += rules.undercut_extra_boxes
    elif result.ending in {Ending.GIN, Ending.BIG_GIN}:
        boxes += rules.gin_extra_boxes
    return boxes * 2 if doubled and rules.double_boxes else boxes
