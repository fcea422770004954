"""When is a game won, and what does it come to?

A game is what one column of a score sheet adds up: hand points, hands won, boxes. Whoever's points reach the
target wins it; then bonuses are settled line by line.
"""

from dataclasses import dataclass
from typing import Final

from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.words import BoxTiming, BoxTo, MatchFormat, Shutout
from gin_p2p.seat import Seat

NONE_YET: Final = (0, 0)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a settlement.

    Attributes:
        label: what it is.
        points: for HOST and for GUEST.
    """

    label: str
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a finished game comes to.

    Attributes:
        winner: of the game; not always the seat with more points.
        forfeited: the other seat reached the target, by exactly the margin that forfeits.
        shutout: the loser won no hand, whether or not these rules pay for it.
        lines: hand points and bonuses; their sum is `totals`.
    """

    winner: Seat
    forfeited: bool
    shutout: bool
    lines: tuple[Line, ...]

    @property
    def totals(self) -> tuple[int, int]:
        """The sum of the lines for HOST and for GUEST."""
        return sum(line.points[0] for line in self.lines), sum(line.points[1] for line in self.lines)


@dataclass(frozen=True, slots=True)
class Game:
    """The tally of one game.

    Attributes:
        points: hand points of HOST and of GUEST.
        won: hands won.
        boxes: lines for hands won, extra ones included.
    """

    points: tuple[int, int] = NONE_YET
    won: tuple[int, int] = NONE_YET
    boxes: tuple[int, int] = NONE_YET

    def add(self, winner: Seat, points: int, boxes: int) -> "Game":
        """Answer the tally after a hand won."""
        return Game(
            plus(self.points, paid_to(winner, points)),
            plus(self.won, paid_to(winner, 1)),
            plus(self.boxes, paid_to(winner, boxes)),
        )

    def running(self, rules: HouseRules) -> tuple[int, int]:
        """Answer the score that counts towards the target."""
        if rules.box_timing is BoxTiming.IMMEDIATE and rules.format is not MatchFormat.MULTI_MATCH:
            return plus(self.points, times(self.boxes, rules.box_bonus))
        return self.points

    def standing(self, rules: HouseRules, winner: Seat) -> tuple[int, int]:
        """Answer hand points and boxes as they stand when the other seat has resigned; no bonus is invented."""
        if rules.format is MatchFormat.MULTI_MATCH:
            return plus(self.points, times(self.won, rules.multi_round_bonus))
        return plus(self.points, _boxes(self, winner, rules))

    def reached(self, rules: HouseRules) -> Seat | None:
        """Answer who has reached the target; one hand pays one seat, so it is never both."""
        score = self.running(rules)
        return next((seat for seat in Seat if score[seat] >= rules.target), None)


def settle_game(game: Game, rules: HouseRules) -> Settlement:
    """Answer what a game comes to once somebody has reached the target.

    Raises:
        ValueError: nobody has.
    """
    first = game.reached(rules)
    if first is None:
        raise ValueError("nobody has reached the target")
    margin = game.points[first] - game.points[1 - first]
    forfeited = margin == rules.exact_margin_forfeit
    winner = first.other if forfeited else first
    shutout = game.won[1 - winner] == 0 and not forfeited
    lines = _multi_lines if rules.format is MatchFormat.MULTI_MATCH else _lines
    named = lines(game, winner, rules, shutout=shutout)
    paid = tuple(Line(label, points) for label, points in named.items() if points != NONE_YET)
    return Settlement(winner, forfeited, shutout, paid)


def _lines(game: Game, winner: Seat, rules: HouseRules, *, shutout: bool) -> dict[str, tuple[int, int]]:
    hand, bonus = game.points[winner], rules.game_bonus
    boxes = _boxes(game, winner, rules)
    extra = {
        Shutout.NONE: 0,
        Shutout.FLAT: rules.shutout_flat,
        Shutout.DOUBLE_HAND_POINTS: hand,
        Shutout.DOUBLE_HAND_AND_GAME: hand + bonus,
        Shutout.DOUBLE_TOTAL: hand + bonus + boxes[winner],
    }[rules.shutout]
    return {
        "hand points": game.points,
        "shutout": paid_to(winner, extra if shutout else 0),
        "game bonus": paid_to(winner, bonus),
        "boxes": boxes,
    }


def _boxes(game: Game, winner: Seat, rules: HouseRules) -> tuple[int, int]:
    boxes = times(game.boxes, rules.box_bonus)
    return paid_to(winner, boxes[winner]) if rules.box_to is BoxTo.WINNER else boxes


def _multi_lines(game: Game, winner: Seat, rules: HouseRules, *, shutout: bool) -> dict[str, tuple[int, int]]:
    """Answer the credits of a multi-match: its own lines, in place of game bonus, boxes and shutout."""
    return {
        "hand points": game.points,
        "hands won": times(game.won, rules.multi_round_bonus),
        "winner's bonus": paid_to(winner, rules.multi_winner_bonus),
        "shutout": paid_to(winner, rules.multi_shutout_bonus if shutout else 0),
    }


def paid_to(seat: Seat, amount: int) -> tuple[int, int]:
    """Answer an amount for one seat and nothing for the other."""
    return (amount, 0) if seat is Seat.HOST else (0, amount)


def plus(first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
    """Add what both seats have."""
    return first[0] + second[0], first[1] + second[1]


def times(pair: tuple[int, int], factor: int) -> tuple[int, int]:
    """Multiply what both seats have."""
    return pair[0] * factor, pair[1] * factor
