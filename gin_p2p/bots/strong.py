"""How does the strong bot play?

Early in a hand it goes out as soon as it can; later it waits for gin, for by then the other is close too, and who waits
with little deadwood undercuts. It throws what leaves the best hand for the draws to come and is of least use to the
other. When to go out is worth most, what to throw next, what the other is known to hold a little.
"""

from collections.abc import Collection
from heapq import nsmallest
from typing import Final

from gin_p2p.bots.habits import big_gin, throws
from gin_p2p.bots.simple import Simple
from gin_p2p.cards import DECK, Card, points
from gin_p2p.protocol.view import View
from gin_p2p.rules.fast import evaluator, mask_of
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import BigGin, Discard, Knock
from gin_p2p.rules.position import HAND_CARDS
from gin_p2p.rules.round import Round
from gin_p2p.rules.words import AceMode

# Found by games against the baseline; small changes of any of them are lost in the noise of 500 games.
EARLY_TURNS: Final = 3
"""Turns in which it knocks; after them it waits for gin."""
FUTURE: Final = 4.5
"""What a point of deadwood after the next draw counts on the first turn, beside a point now."""
FADING: Final = 0.9
"""By how much that falls each turn: the later, the fewer draws are left."""
BEST_DRAWS: Final = 7
"""How many of the draws, best first, make up the future of a hand."""
NEAR_DEAREST: Final = 5
"""Throws that are considered: unmelded cards that count at most this many points less than the dearest."""
WANTED: Final = 8.0
"""Points for each card known to be with the other that could meld with the one thrown."""


class Strong(Simple):
    """A bot that looks one draw ahead."""

    name = "strong"

    def way_out(self, round_: Round, hand: tuple[Card, ...]) -> Knock | BigGin | None:
        """Answer big gin or gin where there is one, a knock early in the hand, and where it would die otherwise."""
        best = big_gin(round_, hand) or self.knock(round_, hand, 0)
        early = round_.n_turns[round_.turn] <= EARLY_TURNS
        last = round_.must_go_out or round_.n_stock <= round_.rules.stock_reserve
        if best is None and (early or last):
            return self.knock(round_, hand, round_.knock_limit)
        return best

    def throw(self, round_: Round, view: View) -> Discard:
        """Answer what to throw; the baseline's choice from a hand too large to look ahead with."""
        if len(view.hand) > HAND_CARDS + 1:
            return super().throw(round_, view)
        left = self._memory.without_repeats(round_, view.drawn, throws(round_, view.hand))
        weight = FUTURE * FADING ** max(0, round_.n_turns[round_.turn] - 1)
        theirs = round_.known[round_.turn.other]
        unseen = set(DECK).difference(view.hand, round_.pile, theirs)

        def cost(card: Card) -> tuple[float, Card]:
            kept = tuple(other for other in view.hand if other != card)
            ahead = _ahead(kept, unseen, round_.rules)
            return left[card] + weight * ahead + WANTED * _uses(card, theirs, round_.rules), card

        card = min(_considered(view.hand, left, round_.rules), key=cost)
        self._memory.note(round_, view.drawn, card)
        return Discard(card)


def _considered(hand: Collection[Card], left: dict[Card, int], rules: HouseRules) -> list[Card]:
    """Answer the throws worth a look: dear unmelded cards, or whatever leaves least where all is melded."""
    least, value = evaluator(rules).least(mask_of(hand)), {c: points(c, rules.ace_deadwood) for c in left}
    unmelded = [card for card in left if least - left[card] == value[card]]
    dearest = max((value[card] for card in unmelded), default=0)
    near = [card for card in unmelded if value[card] >= dearest - NEAR_DEAREST]
    return near or [card for card, points_left in left.items() if points_left == min(left.values())]


def _ahead(kept: tuple[Card, ...], unseen: Collection[Card], rules: HouseRules) -> float:
    """Answer the mean deadwood after the best of the next draws, each followed by its best throw."""
    judge, held = evaluator(rules), mask_of(kept)
    now, one_less = judge.least(held), min(judge.discards(held, kept).values())
    after = []
    for card in unseen:
        value, more = points(card, rules.ace_deadwood), held | 1 << card
        if judge.least(more) < now + value:
            after.append(min(judge.discards(more, kept).values()))
        else:  # it melds with nothing: it goes again, or stays in place of a dearer one
            after.append(min(now, one_less + value))
    best = nsmallest(BEST_DRAWS, after)
    return sum(best) / max(1, len(best))


def _uses(card: Card, theirs: Collection[Card], rules: HouseRules) -> int:
    """Answer how many of these cards could be in a meld of three with this one."""
    return sum(_are_close(card, other, rules) for other in theirs)


def _are_close(first: Card, second: Card, rules: HouseRules) -> bool:
    if first.suit != second.suit:
        return first.rank == second.rank
    apart = abs(first - second)
    return apart <= 2 or (rules.ace_mode is not AceMode.LOW and 13 - apart <= 2)
