"""Into which columns of the score sheet does a hand go?

Every format keeps columns. A single game has one; games played one after another (multi-match, best-of) have one
each, of which the last is open; Hollywood has several from the start; a fixed number of hands fills one column
that never closes.
"""

from dataclasses import dataclass, replace
from typing import Final

from gin_p2p.rules.game import Game, Settlement, settle_game
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.scoring import HandScore
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat

_NO_HANDS: Final = Game()


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand won, as it stands in a column.

    Attributes:
        hand: number of the hand in the match, from 1, void ones counted.
        winner: who won it.
        points: hand points, 0 too.
        boxes: lines for it.
    """

    hand: int
    winner: Seat
    points: int
    boxes: int


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a score sheet: one game.

    Attributes:
        entries: hands won, in order.
        game: their tally.
        settlement: what the game came to; None while the column is open.
    """

    entries: tuple[Entry, ...] = ()
    game: Game = _NO_HANDS
    settlement: Settlement | None = None

    @property
    def is_open(self) -> bool:
        """Whether hands can still be entered."""
        return self.settlement is None


def opened(rules: HouseRules) -> tuple[Column, ...]:
    """Answer the columns of an empty sheet."""
    return (Column(),) * (rules.columns if rules.format is MatchFormat.HOLLYWOOD else 1)


def entered(
    columns: tuple[Column, ...], hand: int, score: HandScore, rules: HouseRules
) -> tuple[Column, ...]:
    """Answer the columns after a hand; one that nobody won enters none.

    Args:
        columns: as they were.
        hand: its number in the match.
        score: what it is worth.
        rules: format and target.
    """
    if score.winner is None:
        return columns
    entry = Entry(hand, score.winner, score.points, score.boxes)
    if rules.format is MatchFormat.HOLLYWOOD:
        targets = _hollywood(columns, score.winner)
    else:
        targets = [len(columns) - 1]
    return tuple(
        _enter(column, entry, rules) if number in targets else column for number, column in enumerate(columns)
    )


def _hollywood(columns: tuple[Column, ...], winner: Seat) -> list[int]:
    """Answer the open columns that this win enters: where the winner has an entry, and the first where he has none."""
    still_open = [number for number, column in enumerate(columns) if column.is_open]
    begun = [number for number in still_open if columns[number].game.won[winner]]
    fresh = [number for number in still_open if number not in begun]
    return begun + fresh[:1]


def _enter(column: Column, entry: Entry, rules: HouseRules) -> Column:
    game = column.game.add(entry.winner, entry.points, entry.boxes)
    closes = rules.format is not MatchFormat.HANDS and game.reached(rules) is not None
    return replace(
        column,
        entries=(*column.entries, entry),
        game=game,
        settlement=settle_game(game, rules) if closes else None,
    )
