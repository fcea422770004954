"""What would a game come to under these rules?

A made-up game, priced by the engine itself and not by a second arithmetic that could drift away from it.
"""

from collections.abc import Iterator
from typing import Final

from gin_p2p.cli.words import points
from gin_p2p.rules.game import Game, Settlement, settle_game
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.results import Ending, Result
from gin_p2p.rules.scoring import HandScore, price
from gin_p2p.rules.words import KnockLimitSource, MatchFormat
from gin_p2p.seat import Seat

YOU: Final = Seat.HOST
FRIEND: Final = Seat.GUEST
CAUGHT: Final = 22
"""Deadwood that the loser of a made-up hand is caught with."""


def worked_score(rules: HouseRules) -> Iterator[str]:
    """Yield the score of some hands, and of the first game that ends, line by line."""
    gin = Result(Ending.GIN, YOU, YOU, (0, CAUGHT))
    undercut_at = rules.knock_limit
    undercut = Result(Ending.UNDERCUT, FRIEND, YOU, (undercut_at, undercut_at - 1))
    if undercut_at:
        knock = Result(Ending.KNOCK, YOU, YOU, (1, CAUGHT))
        yield f"You knock with 1 against {CAUGHT}: {_sum(price(knock, rules))} for you."
        against = f"You knock with {undercut_at} against {undercut_at - 1}"
        yield f"{against}: {_sum(price(undercut, rules))} for your friend."
    yield f"You go gin against {CAUGHT}: {_sum(price(gin, rules))} for you."
    if rules.big_gin_bonus is not None:
        big = Result(Ending.BIG_GIN, YOU, YOU, (0, CAUGHT))
        yield f"You go big gin against {CAUGHT}: {_sum(price(big, rules))} for you."
    if rules.spade_double and rules.knock_limit_source is not KnockLimitSource.FIXED:
        yield f"You go gin against {CAUGHT} on a spade: {_sum(price(gin, rules, doubled=True))} for you."
    if rules.format is MatchFormat.HANDS:
        return
    if undercut_at:
        yield from _whole_game(price(gin, rules), price(undercut, rules), "by that undercut", rules)
    else:
        friends_gin = Result(Ending.GIN, FRIEND, FRIEND, (CAUGHT, 0))
        yield from _whole_game(price(gin, rules), price(friends_gin, rules), "with gin", rules)


def _whole_game(won: HandScore, lost: HandScore, how: str, rules: HouseRules) -> Iterator[str]:
    """Yield what comes of a game in which you win every hand but the first, and of one in which you win all."""
    game, settlement = _played(Game().add(FRIEND, lost.points, lost.boxes), won, rules)
    score = f"{points(game.points[YOU])} to {game.points[FRIEND]}"
    yield f"Your friend wins a hand {how}, then you win {game.won[YOU]} with gin: the game ends with {score}."
    yield from _margin(settlement, rules)
    for line in settlement.lines:
        yield f"{line.label.capitalize()}: {_pair(line.points)}."
    yield f"Together: {_pair(settlement.totals)}."
    game, settlement = _played(Game(), won, rules)
    yield f"Had your friend won no hand and you {game.won[YOU]}, it would be {_pair(settlement.totals)}."
    yield from _margin(settlement, rules)


def _margin(settlement: Settlement, rules: HouseRules) -> Iterator[str]:
    if settlement.forfeited:
        yield f"You lead by exactly {rules.exact_margin_forfeit}, so the game is your friend's."


def _pair(both: tuple[int, int]) -> str:
    return f"{both[YOU]} for you, {both[FRIEND]} for your friend"


def _played(game: Game, won: HandScore, rules: HouseRules) -> tuple[Game, Settlement]:
    """Answer the game, and what it comes to, when you win every hand from here."""
    while game.reached(rules) is None:
        game = game.add(YOU, won.points, won.boxes)
    return game, settle_game(game, rules)


def _sum(score: HandScore) -> str:
    """Write the arithmetic of a hand: `"22 + 25 = 47"`."""
    signed = [f"{'-' if worth < 0 else '+'} {abs(worth)}" for _, worth in score.parts]
    return f"{' '.join(signed).removeprefix('+ ')} = {score.points}"
