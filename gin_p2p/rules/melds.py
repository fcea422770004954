"""What is a meld, and how little deadwood can a hand have?"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from heapq import heappop, heappush
from itertools import chain, combinations, pairwise
from types import MappingProxyType

from gin_p2p.cards import DECK, Card, Rank, Suit, format_glyph, points
from gin_p2p.rules.fast import cards_of, evaluator, mask_of, suit_runs
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import Illegal, IllegalMove, Meld, Spread
from gin_p2p.rules.words import AceMode


def is_set(cards: Iterable[Card]) -> bool:
    """Tell whether these are three or four different cards of one rank."""
    cards = tuple(cards)
    return 3 <= len(cards) == len(set(cards)) and len({card.rank for card in cards}) == 1


def is_run(cards: Iterable[Card], ace_mode: AceMode) -> bool:
    """Tell whether these are three or more different cards of one suit, their ranks in a row."""
    cards = tuple(cards)
    if not 3 <= len(cards) == len(set(cards)) or len({card.suit for card in cards}) != 1:
        return False
    ranks = sorted(int(card.rank) for card in cards)
    if ace_mode is AceMode.WRAP:
        # On the ring of thirteen, an arc ends once; the whole ring never does.
        return sum((rank + 1) % 13 not in ranks for rank in ranks) <= 1
    if ace_mode is AceMode.HIGH_LOW and ranks[0] == 0 and ranks[1] != 1:
        ranks = [*ranks[1:], 13]
    return ranks[-1] - ranks[0] == len(ranks) - 1


def is_meld(cards: Iterable[Card], ace_mode: AceMode) -> bool:
    """Tell whether these cards are a set or a run."""
    cards = tuple(cards)
    return is_set(cards) or is_run(cards, ace_mode)


@cache
def every_meld(ace_mode: AceMode) -> Mapping[int, Meld]:
    """Answer every meld of the pack by its mask: sets first, and larger ones before smaller ones."""
    ranks = [[card for card in DECK if card.rank == rank] for rank in Rank]
    sets = {meld for cards in ranks for size in (3, 4) for meld in combinations(cards, size)}
    in_one_suit = suit_runs(ace_mode, range(3, 14))
    runs = {cards_of(run << 13 * suit) for run in in_one_suit for suit in Suit}
    order = [*sorted(sets, key=_larger_first), *sorted(runs, key=_larger_first)]
    return MappingProxyType({mask_of(meld): meld for meld in order})


def melds_among(cards: Iterable[Card], rules: HouseRules) -> tuple[Meld, ...]:
    """Answer every meld that can be made of these cards, each ascending: sets first, larger before smaller."""
    missing = ~mask_of(cards)
    return tuple(meld for mask, meld in every_meld(rules.ace_mode).items() if not mask & missing)


def deadwood_points(cards: Iterable[Card], rules: HouseRules) -> int:
    """Answer what these cards count together when none is melded."""
    return sum(points(card, rules.ace_deadwood) for card in cards)


def least_deadwood(cards: Iterable[Card], rules: HouseRules) -> int:
    """Answer the least deadwood points over all ways to lay out these cards, however many."""
    return evaluator(rules).least(mask_of(cards))


def discards(cards: Iterable[Card], rules: HouseRules) -> dict[Card, int]:
    """Answer for each card the least deadwood points that the others have when it is thrown."""
    cards = tuple(cards)
    return evaluator(rules).discards(mask_of(cards), cards)


def spreads(cards: Iterable[Card], rules: HouseRules, limit: int | None = None) -> Iterator[Spread]:
    """Yield every spread of these cards once, least deadwood first; among equals, sets before runs.

    A search from the best: each step decides the lowest open card, and what a choice can still reach at best is
    known exactly, so the first spread costs a handful of steps and no step is wasted.

    Args:
        cards: the cards to lay out.
        rules: for the aces.
        limit: the most deadwood points a spread may have; none: any.
    """
    cards = tuple(cards)
    least, held = evaluator(rules).least, mask_of(cards)
    starting: defaultdict[Card, list[tuple[int, Meld]]] = defaultdict(list)
    for meld in melds_among(cards, rules):
        starting[meld[0]].append((mask_of(meld), meld))
    path: tuple[int, ...] = ()
    heap: list[tuple[int, tuple[int, ...], int, tuple[Meld, ...], Meld]] = [(least(held), path, held, (), ())]
    while heap and (limit is None or heap[0][0] <= limit):
        bound, path, left, melds, deadwood = heappop(heap)
        if not left:
            yield Spread(melds, deadwood)
            continue
        card = Card((left & -left).bit_length() - 1)
        lost = bound - least(left)
        for turn, (mask, meld) in enumerate(starting[card]):
            if mask & left == mask:
                heappush(
                    heap, (lost + least(left ^ mask), (*path, turn), left ^ mask, (*melds, meld), deadwood)
                )
        rest = left & (left - 1)
        as_deadwood = lost + points(card, rules.ace_deadwood) + least(rest)
        heappush(heap, (as_deadwood, (*path, len(starting[card])), rest, melds, (*deadwood, card)))


def best_spread(cards: Iterable[Card], rules: HouseRules) -> Spread:
    """Answer the first of the spreads with the least deadwood."""
    return next(spreads(cards, rules))


def check_spread(spread: Spread, hand: Collection[Card], rules: HouseRules) -> None:
    """Accept a spread of exactly this hand.

    Args:
        spread: as its owner names it.
        hand: the cards it must show.
        rules: for the aces.

    Raises:
        IllegalMove: the cards of a meld or the deadwood are not ascending; a meld is none; a card is named twice; the
            cards shown are not those of the hand.
    """
    for part in (*spread.melds, spread.deadwood):
        if any(first >= second for first, second in pairwise(part)):
            raise IllegalMove(Illegal.MELD_ORDER)
    for meld in spread.melds:
        if not is_meld(meld, rules.ace_mode):
            raise IllegalMove(Illegal.NOT_A_MELD, f"{_shown(meld)} is neither a set nor a run.")
    shown = [*chain.from_iterable(spread.melds), *spread.deadwood]
    if len(set(shown)) != len(shown):
        twice = next(card for card in shown if shown.count(card) > 1)
        raise IllegalMove(Illegal.CARD_TWICE, f"{format_glyph(twice)} can serve in one place only.")
    if set(shown) != set(hand):
        odd = min(set(shown) ^ set(hand))
        raise IllegalMove(
            Illegal.NOT_THE_HAND,
            f"{format_glyph(odd)} is {'not in the hand' if odd in shown else 'in the hand too'}.",
        )


def _larger_first(meld: Meld) -> tuple[int, Meld]:
    return -len(meld), meld


def _shown(cards: Iterable[Card]) -> str:
    return " ".join(format_glyph(card) for card in cards)
