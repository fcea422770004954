"""How is the least deadwood found quickly?

A hand is a mask of 52 bits, bit n for card n, so each suit is thirteen bits in a row. Within one suit a table
knows the least deadwood that runs alone can reach. Only ranks of which three cards are held can be a set; most
hands have none, and four look-ups answer. A set that no run contests is taken; of the others each is tried as
every set it can be, and as none.

The plain definition is in `melds`; the tests hold this module to it.
"""

from collections.abc import Iterable, Iterator
from functools import cache, reduce
from itertools import product
from operator import or_
from typing import Final, TypeAlias

from gin_p2p.cards import DECK, Card, points
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.words import AceMode

Suits: TypeAlias = tuple[int, int, int, int]
"""The four suits of a hand, thirteen bits each, the ace lowest."""

_SUIT: Final = (1 << 13) - 1
_BIT: Final = {card: 1 << card for card in DECK}
_BUSY: Final = 3
"""Ten or eleven cards hold at most three sets. Above that, trying every choice is replaced by a sweep."""


def mask_of(cards: Iterable[Card]) -> int:
    """Answer the mask of these cards, each given once."""
    return sum(map(_BIT.__getitem__, cards))


def cards_of(mask: int) -> tuple[Card, ...]:
    """Answer the cards of a mask, ascending."""
    return tuple(card for card in DECK if mask >> card & 1)


def suit_runs(ace_mode: AceMode, lengths: Iterable[int]) -> Iterator[int]:
    """Yield every run of one suit that has one of these lengths, as thirteen bits; a run may come twice."""
    for length in lengths:
        starts = 13 if ace_mode is AceMode.WRAP else 14 - length + (ace_mode is AceMode.HIGH_LOW)
        for start in range(starts):
            yield sum({1 << rank % 13 for rank in range(start, start + length)})


class Evaluator:
    """Least deadwood under one way of treating aces.

    Args:
        ace_mode: where an ace may sit in a run.
        ace_points: points of an ace that is not melded.
    """

    __slots__ = ("_ace_is_high", "_in_runs", "_runs_only")

    def __init__(self, ace_mode: AceMode, ace_points: int) -> None:
        self._ace_is_high = ace_mode is not AceMode.LOW
        self._runs_only, self._in_runs = _suit_tables(ace_mode, ace_points)

    def least(self, mask: int) -> int:
        """Answer the least deadwood points of a hand of any size.

        Args:
            mask: the hand, bit n for card n.
        """
        runs_only = self._runs_only
        a, b, c, d = mask & _SUIT, mask >> 13 & _SUIT, mask >> 26 & _SUIT, mask >> 39
        threes = a & b & (c | d) | c & d & (a | b)
        if not threes:
            return runs_only[a] + runs_only[b] + runs_only[c] + runs_only[d]
        in_runs = self._in_runs
        contested = threes & (in_runs[a] | in_runs[b] | in_runs[c] | in_runs[d])
        if contested != threes:
            # No run wants a card of these ranks, so nothing is lost by taking them out as sets.
            others = contested | ~threes
            a, b, c, d = a & others, b & others, c & others, d & others
        if not contested:
            return runs_only[a] + runs_only[b] + runs_only[c] + runs_only[d]
        if contested.bit_count() > _BUSY:
            return self._sweep((a, b, c, d), contested)
        return self._try_sets(a, b, c, d, contested)

    def discards(self, mask: int, cards: Iterable[Card]) -> dict[Card, int]:
        """Answer the least deadwood points that each of these cards leaves when it is thrown.

        Args:
            mask: the hand, bit n for card n.
            cards: cards of that hand.
        """
        a, b, c, d = mask & _SUIT, mask >> 13 & _SUIT, mask >> 26 & _SUIT, mask >> 39
        if a & b & (c | d) | c & d & (a | b):
            least = self.least
            return {card: least(mask ^ _BIT[card]) for card in cards}
        runs_only, suits = self._runs_only, (a, b, c, d)
        alone = [runs_only[suit] for suit in suits]
        total = sum(alone)
        left = {}
        for card in cards:
            number, rank = divmod(card, 13)
            left[card] = total - alone[number] + runs_only[suits[number] ^ 1 << rank]
        return left

    def _try_sets(self, a: int, b: int, c: int, d: int, threes: int) -> int:
        """Answer the least deadwood points where the ranks of `threes` may be sets and no other may."""
        rank = threes & -threes
        threes ^= rank
        e, f, g, h = a & ~rank, b & ~rank, c & ~rank, d & ~rank
        if threes:
            best = min(self._try_sets(a, b, c, d, threes), self._try_sets(e, f, g, h, threes))
            if a & b & c & d & rank:
                lent = (a, f, g, h), (e, b, g, h), (e, f, c, h), (e, f, g, d)
                best = min(best, *[self._try_sets(*suits, threes) for suits in lent])
            return best
        runs_only = self._runs_only
        ra, rb, rc, rd = runs_only[a], runs_only[b], runs_only[c], runs_only[d]
        re, rf, rg, rh = runs_only[e], runs_only[f], runs_only[g], runs_only[h]
        as_set = re + rf + rg + rh
        if a & b & c & d & rank:
            as_set += min(0, ra - re, rb - rf, rc - rg, rd - rh)
        return min(ra + rb + rc + rd, as_set)

    def _sweep(self, suits: Suits, threes: int) -> int:
        """Answer the same as `_try_sets` in time that grows with the number of ranks, not with its power.

        Going up through the ranks, all that matters of the cards below is which of them may still be in a run
        with cards above; choices that agree in that are one, and only the cheapest is kept.
        """
        open_to_cost = {suits: 0}
        while threes:
            rank = threes & -threes
            threes ^= rank
            swept: dict[Suits, int] = {}
            for before, cost in open_to_cost.items():
                for after in _without_a_set(*before, rank):
                    settled = [self._settle(suit, rank) for suit in after]
                    a, b, c, d = (suit for suit, _ in settled)
                    total = cost + sum([extra for _, extra in settled])
                    swept[a, b, c, d] = min(total, swept.get((a, b, c, d), total))
            open_to_cost = swept
        runs_only = self._runs_only
        return min(cost + sum([runs_only[suit] for suit in suits]) for suits, cost in open_to_cost.items())

    def _settle(self, suit: int, rank: int) -> tuple[int, int]:
        """Answer what of a suit is still open when no rank up to `rank` can change, and the points of the rest.

        A block of cards in a row that ends at `rank` may go on above; three of it stand for a longer one, which
        is free of points either way. A block at the ace stays whole while an ace may also be high.
        """
        low = suit & (2 * rank - 1)
        if self._ace_is_high:
            low &= ~((suit ^ (suit + 1)) >> 1)
        block, step = 0, rank
        while step & low and block.bit_count() < 3:
            block |= step
            step >>= 1
        settled = low if block.bit_count() == 3 else low ^ block
        return suit ^ low | block, self._runs_only[settled]


@cache
def _evaluator(ace_mode: AceMode, ace_points: int) -> Evaluator:
    return Evaluator(ace_mode, ace_points)


def evaluator(rules: HouseRules) -> Evaluator:
    """Answer the evaluator for these rules; it is made once."""
    return _evaluator(rules.ace_mode, rules.ace_deadwood)


def _without_a_set(a: int, b: int, c: int, d: int, rank: int) -> Iterable[Suits]:
    """Answer what is left of the four suits for every set of this rank that can be taken out, and for none."""
    e, f, g, h = a & ~rank, b & ~rank, c & ~rank, d & ~rank
    if a & b & c & d & rank:
        return (a, b, c, d), (e, f, g, h), (a, f, g, h), (e, b, g, h), (e, f, c, h), (e, f, g, d)
    return (a, b, c, d), (e, f, g, h)


def _suit_tables(ace_mode: AceMode, ace_points: int) -> tuple[list[int], list[int]]:
    """Answer for each set of ranks of one suit the least points that runs alone leave, and the ranks in any run.

    The lowest card is deadwood, or in a run. Runs of three to five make up every longer one.
    """
    value = [points(card, ace_points) for card in DECK[:13]]
    through: list[list[int]] = [[] for _ in range(13)]
    for run, rank in product(suit_runs(ace_mode, range(3, 6)), range(13)):
        if run >> rank & 1:
            through[rank].append(run)
    runs_only, in_runs = [0] * (1 << 13), [0] * (1 << 13)
    for suit in range(1, 1 << 13):
        lowest, higher = (suit & -suit).bit_length() - 1, suit & (suit - 1)
        fitting = [run for run in through[lowest] if run & suit == run]
        runs_only[suit] = min(
            [value[lowest] + runs_only[higher], *[runs_only[suit ^ run] for run in fitting]]
        )
        in_runs[suit] = reduce(or_, fitting, in_runs[higher])
    return runs_only, in_runs
