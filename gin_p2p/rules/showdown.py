"""What do two shown hands come to?"""

from gin_p2p.cards import Card
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.layoffs import apply_layoffs
from gin_p2p.rules.melds import deadwood_points
from gin_p2p.rules.moves import BigGin, Defend, Illegal, IllegalMove, Knock, Meld
from gin_p2p.rules.results import Ending, Result
from gin_p2p.rules.words import UndercutTie
from gin_p2p.seat import Seat


def is_gin(knock: Knock | BigGin) -> bool:
    """Whether the seat that goes out has no deadwood, however it announced itself."""
    return isinstance(knock, BigGin) or not knock.spread.deadwood


def melds_of(knock: Knock | BigGin) -> tuple[Meld, ...]:
    """Answer the melds laid down by going out."""
    return knock.melds if isinstance(knock, BigGin) else knock.spread.melds


def settle(knocker: Seat, knock: Knock | BigGin, defence: Defend, rules: HouseRules) -> Result:
    """Answer how the hand ends.

    Args:
        knocker: who went out.
        knock: what was laid down; already found legal.
        defence: the other hand; its spread already found legal, its layoffs judged here.
        rules: the house rules.

    Raises:
        IllegalMove: something is laid off on gin; a laid-off card is in a meld of the defender's own, or is laid
            off twice, or does not fit where it is laid.
    """
    left = _left_over(knock, defence, rules)
    melds = apply_layoffs(melds_of(knock), defence.layoffs, rules)
    knocker_points = 0 if isinstance(knock, BigGin) else deadwood_points(knock.spread.deadwood, rules)
    defender_points = deadwood_points(left, rules)
    ending, winner = verdict(knocker, knock, knocker_points, defender_points, rules)
    by_seat = (knocker_points, defender_points)
    return Result(
        ending=ending,
        winner=winner,
        knocker=knocker,
        deadwood=by_seat if knocker is Seat.HOST else by_seat[::-1],
        melds=melds,
        defence=defence.spread.melds,
        layoffs=defence.layoffs,
    )


def _left_over(knock: Knock | BigGin, defence: Defend, rules: HouseRules) -> list[Card]:
    """Answer the defender's cards that are neither melded nor laid off."""
    if defence.layoffs and is_gin(knock) and not rules.layoff_on_gin:
        raise IllegalMove(Illegal.LAYOFF_ON_GIN)
    laid_off = {layoff.card for layoff in defence.layoffs}
    if not laid_off <= set(defence.spread.deadwood):
        raise IllegalMove(Illegal.LAYOFF_NOT_FREE)
    return [card for card in defence.spread.deadwood if card not in laid_off]


def verdict(
    knocker: Seat, knock: Knock | BigGin, knocker_points: int, defender_points: int, rules: HouseRules
) -> tuple[Ending, Seat | None]:
    """Answer the ending and the winner from the deadwood of both."""
    if is_gin(knock):
        if rules.layoff_on_gin and defender_points == 0:
            return Ending.WASHED_GIN, None
        return (Ending.BIG_GIN if isinstance(knock, BigGin) else Ending.GIN), knocker
    knocker_keeps_ties = rules.undercut_tie is UndercutTie.KNOCKER
    if defender_points < knocker_points or (defender_points == knocker_points and not knocker_keeps_ties):
        return Ending.UNDERCUT, knocker.other
    return Ending.KNOCK, knocker
