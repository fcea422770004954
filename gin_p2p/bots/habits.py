"""What do all bots do alike?

What needs no opinion: which hand is played, what a throw leaves, how to go out with it, and the best defence.
"""

from collections.abc import Collection

from gin_p2p.cards import Card
from gin_p2p.protocol.view import View
from gin_p2p.rules.layoffs import best_defence
from gin_p2p.rules.melds import best_spread, discards, least_deadwood, melds_among
from gin_p2p.rules.moves import BigGin, Defend, Knock
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.showdown import is_gin, melds_of


def round_of(view: View) -> Round:
    """Answer the hand in which this seat is to move.

    Raises:
        ValueError: this seat has no move to make.
    """
    if view.round is None or not view.is_my_move:
        raise ValueError("this seat has no move to make")
    return view.round


def throws(round_: Round, hand: Collection[Card]) -> dict[Card, int]:
    """Answer for each card that may be thrown now the least deadwood points of the others, ascending by card."""
    left = discards(sorted(hand), round_.rules)
    return {card: points for card, points in left.items() if round_.throw_refusal(card) is None}


def knock_with(round_: Round, hand: Collection[Card], card: Card) -> Knock:
    """Answer going out by this throw with the least deadwood, melds that take few layoffs first."""
    return Knock(card, best_spread([kept for kept in hand if kept != card], round_.rules))


def big_gin(round_: Round, hand: Collection[Card]) -> BigGin | None:
    """Answer going out with every card; None where the hand, the phase or the rules do not allow it."""
    if not _may_go_out(round_, hand) or round_.big_gin_refusal() is not None:
        return None
    if least_deadwood(hand, round_.rules):
        return None
    return BigGin(best_spread(hand, round_.rules).melds)


def knocks(round_: Round, hand: Collection[Card], limit: int) -> list[Card]:
    """Answer the throws that go out with the least deadwood, ascending; none where that is more than the limit."""
    if not _may_go_out(round_, hand) or round_.n_owed > 1:
        return []
    left = throws(round_, hand)
    least = min(left.values(), default=limit + 1)
    return [card for card, points in left.items() if points == least <= limit]


def _may_go_out(round_: Round, hand: Collection[Card]) -> bool:
    return round_.phase is Phase.DISCARD and not round_.conceals_misdeal(frozenset(hand))


def defence(round_: Round, hand: Collection[Card]) -> Defend:
    """Answer own melds and layoffs that together leave the least deadwood.

    Raises:
        ValueError: nobody has gone out.
    """
    if round_.knock is None:
        raise ValueError("nobody has gone out")
    may_lay_off = round_.rules.layoff_on_gin or not is_gin(round_.knock)
    return Defend(*best_defence(hand, melds_of(round_.knock), round_.rules, may_lay_off))


def makes_meld(round_: Round, hand: Collection[Card], card: Card) -> bool:
    """Whether some meld of these cards and this one contains it."""
    return any(card in meld for meld in melds_among([*hand, card], round_.rules))
