"""How did the hand end?

A result is a fact: who went out, what both held, which melds lay on the table. What it is worth is asked of
`scoring`, so the same fact can be priced by any house rules.
"""

from dataclasses import dataclass
from enum import StrEnum

from gin_p2p.rules.moves import Layoff, Meld
from gin_p2p.seat import Seat


class Ending(StrEnum):
    """The ways a hand can end."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big-gin"
    UNDERCUT = "undercut"
    WASHED_GIN = "washed-gin"
    DEAD_HAND = "dead-hand"
    MISDEAL = "misdeal"
    RESIGNED = "resigned"


class Cause(StrEnum):
    """Why a hand is dead."""

    STOCK = "stock"
    TAKE_LIMIT = "take-limit"
    MUTUAL_RETURN = "mutual-return"


@dataclass(frozen=True, slots=True)
class Result:
    """The end of one hand.

    Attributes:
        ending: which of the ways.
        winner: who won the hand; None where nobody did. A hand may be won with no points at all.
        knocker: who went out, whether or not it paid; None where nobody did.
        deadwood: points left to HOST and to GUEST, after layoffs.
        melds: the knocker's, grown by the layoffs.
        defence: the defender's own melds.
        layoffs: in the order they were played.
        cause: why a dead hand is dead; None for every other ending.
        speaker: who claimed the misdeal, or resigned; None for every other ending.
    """

    ending: Ending
    winner: Seat | None = None
    knocker: Seat | None = None
    deadwood: tuple[int, int] = (0, 0)
    melds: tuple[Meld, ...] = ()
    defence: tuple[Meld, ...] = ()
    layoffs: tuple[Layoff, ...] = ()
    cause: Cause | None = None
    speaker: Seat | None = None

    @property
    def knocker_points(self) -> int:
        """The deadwood of the seat that went out; 0 where nobody did."""
        return 0 if self.knocker is None else self.deadwood[self.knocker]

    @property
    def defender_points(self) -> int:
        """The deadwood of the other seat, after layoffs; 0 where nobody went out."""
        return 0 if self.knocker is None else self.deadwood[1 - self.knocker]
