"""What could be done with this hand?

Counts and ways only, from one's own cards; whether a player may be told them is agreed in the table terms.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from typing import Final

from gin_p2p.cards import Card, points
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.melds import best_spread, deadwood_points, discards, is_meld, least_deadwood, spreads
from gin_p2p.rules.moves import Meld, Spread
from gin_p2p.rules.round import Round

WAYS: Final = 6
"""Ways to meld that are offered for choice."""

_TRIED: Final = 300
"""Spreads looked at for them; the search yields the best first."""


def ways_to_meld(hand: Collection[Card], rules: HouseRules) -> tuple[Spread, ...]:
    """Answer different ways to meld a hand, least deadwood first, none of which leaves out what it could take in."""
    return tuple(islice(_whole_ways(hand, rules), WAYS)) or (best_spread(hand, rules),)


def _whole_ways(hand: Collection[Card], rules: HouseRules) -> Iterator[Spread]:
    seen = set()
    for spread in islice(spreads(hand, rules), _TRIED):
        melds = frozenset(spread.melds)
        if melds not in seen and _is_whole(spread, rules):
            seen.add(melds)
            yield spread


def _is_whole(spread: Spread, rules: HouseRules) -> bool:
    rest = spread.deadwood
    if least_deadwood(rest, rules) < deadwood_points(rest, rules):
        return False
    return not any(is_meld((*meld, card), rules.ace_mode) for meld in spread.melds for card in rest)


def throws(hand: Collection[Card], round_: Round) -> dict[Card, int]:
    """Answer what each card that may be thrown leaves, the best first; among equals, the costliest card first."""
    left = discards(hand, round_.rules)
    free = [card for card in hand if round_.throw_refusal(card) is None]
    order = sorted(free, key=lambda card: (left[card], -points(card, round_.rules.ace_deadwood), card))
    return {card: left[card] for card in order}


def by_deadwood(left: dict[Card, int]) -> dict[int, list[Card]]:
    """Answer the cards by what throwing them leaves, the best first."""
    groups: defaultdict[int, list[Card]] = defaultdict(list)
    for card, deadwood in left.items():
        groups[deadwood].append(card)
    return dict(sorted(groups.items()))


def spread_for(cards: Collection[Card], chosen: Sequence[Meld], rules: HouseRules, limit: int) -> Spread:
    """Answer how to lay these cards out: by the melds chosen where they stay within the limit, else the best way."""
    kept = tuple(meld for meld in chosen if set(meld) <= set(cards))
    melded = {card for meld in kept for card in meld}
    rest = tuple(sorted(card for card in cards if card not in melded))
    if kept and deadwood_points(rest, rules) <= limit:
        return Spread(kept, rest)
    return best_spread(cards, rules)
