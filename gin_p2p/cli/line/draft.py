"""How does the defender's hand lie so far, and what would it come to?

Nothing of a draft is said to anybody before it is done; each choice can be taken back.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from gin_p2p.cards import Card
from gin_p2p.cli.line.advice import WAYS, ways_to_meld
from gin_p2p.rules.layoffs import apply_layoffs, best_defence
from gin_p2p.rules.melds import deadwood_points, is_meld, spreads
from gin_p2p.rules.moves import BigGin, Defend, Knock, Layoff, Meld, Spread
from gin_p2p.rules.results import Result
from gin_p2p.rules.round import Round
from gin_p2p.rules.scoring import HandScore, price
from gin_p2p.rules.showdown import is_gin, melds_of, settle
from gin_p2p.seat import Seat

_TRIED: Final = 60
"""Spreads looked at for those that free a card; the best come first."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A defence that is not shown yet.

    Attributes:
        round: the hand, somebody having gone out.
        knocker: who.
        knock: how.
        hand: the defender's cards.
        ways: how they can be melded; the first allows the best defence.
        way: which of them is chosen.
        layoffs: in playing order.
    """

    round: Round
    knocker: Seat
    knock: Knock | BigGin
    hand: tuple[Card, ...]
    ways: tuple[Spread, ...]
    way: int = 0
    layoffs: tuple[Layoff, ...] = ()

    @classmethod
    def of(cls, round_: Round, hand: Sequence[Card]) -> "Draft | None":
        """Answer the draft with nothing laid off; None where nobody has gone out."""
        if round_.knock is None or round_.knocker is None:
            return None
        whole = cls(
            round_, round_.knocker, round_.knock, tuple(sorted(hand)), ways_to_meld(hand, round_.rules)
        )
        return replace(whole, ways=tuple(islice(_ways(whole), WAYS)))

    @property
    def may_lay_off(self) -> bool:
        """Whether the rules allow it against this knock."""
        return _may_lay_off(self.round)

    @property
    def targets(self) -> tuple[Meld, ...]:
        """The knocker's melds, grown by the layoffs so far."""
        return apply_layoffs(melds_of(self.knock), self.layoffs, self.round.rules)

    @property
    def move(self) -> Defend:
        """The move that shows this draft."""
        return Defend(self.ways[self.way], self.layoffs)

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards neither melded nor laid off."""
        laid = {layoff.card for layoff in self.layoffs}
        return tuple(card for card in self.ways[self.way].deadwood if card not in laid)

    @property
    def deadwood(self) -> int:
        """What they count."""
        return deadwood_points(self.left, self.round.rules)

    @property
    def outcome(self) -> tuple[Result, HandScore]:
        """What the hand would come to."""
        result = settle(self.knocker, self.knock, self.move, self.round.rules)
        return result, price(result, self.round.rules, doubled=self.round.doubled)

    def places_for(self, card: Card) -> tuple[int, ...]:
        """Answer on which of the knocker's melds the card fits now."""
        rules = self.round.rules
        if not self.may_lay_off:
            return ()
        return tuple(n for n, meld in enumerate(self.targets) if is_meld((*meld, card), rules.ace_mode))

    def with_layoff(self, card: Card, onto: int) -> "Draft":
        """Answer the draft with one card more laid off.

        Raises:
            IllegalMove: it does not fit there.
        """
        more = (*self.layoffs, Layoff(card, onto))
        apply_layoffs(melds_of(self.knock), more, self.round.rules)
        return replace(self, layoffs=more)

    def without(self, card: Card) -> "Draft":
        """Answer the draft with a card taken back, and whatever fitted only because of it."""
        kept = replace(self, layoffs=())
        for layoff in self.layoffs:
            if layoff.card != card and layoff.onto in kept.places_for(layoff.card):
                kept = kept.with_layoff(layoff.card, layoff.onto)
        return kept

    def with_way(self, way: int) -> "Draft":
        """Answer the draft with another way to meld; layoffs of cards that it melds are taken back."""
        free = set(self.ways[way].deadwood)
        kept = replace(self, way=way, layoffs=())
        for layoff in self.layoffs:
            if layoff.card in free and layoff.onto in kept.places_for(layoff.card):
                kept = kept.with_layoff(layoff.card, layoff.onto)
        return kept

    def best(self) -> "Draft":
        """Answer the draft that leaves least."""
        return self.with_way(0).best_of_way()

    def best_of_way(self) -> "Draft":
        """Answer the draft that leaves least, melded in the way that is chosen."""
        seen = {frozenset[Layoff]()}
        drafts = [replace(self, layoffs=())]
        for draft in drafts:
            for card in draft.left:
                for onto in draft.places_for(card):
                    more = frozenset({*draft.layoffs, Layoff(card, onto)})
                    if more not in seen:
                        seen.add(more)
                        drafts.append(draft.with_layoff(card, onto))
        return min(drafts, key=lambda draft: (draft.deadwood, len(draft.layoffs)))


def _may_lay_off(round_: Round) -> bool:
    return round_.knock is not None and (round_.rules.layoff_on_gin or not is_gin(round_.knock))


def _ways(draft: Draft) -> Iterator[Spread]:
    """Yield the way that allows the best defence, then the usual ones, then those that free a card to lay it off."""
    rules, knock = draft.round.rules, draft.knock
    best, _ = best_defence(draft.hand, melds_of(knock), rules, draft.may_lay_off)
    seen = set()
    for way in (best, *draft.ways, *_freeing(draft)):
        if frozenset(way.melds) not in seen:
            seen.add(frozenset(way.melds))
            yield way


def _freeing(draft: Draft) -> Iterator[Spread]:
    """Yield ways that give up one meld at most, so that a card of it can be laid off."""
    usual = draft.ways[0]
    fitting = {card for meld in usual.melds for card in meld if draft.places_for(card)}
    for way in islice(spreads(draft.hand, draft.round.rules), _TRIED) if fitting else ():
        if fitting & set(way.deadwood) and len(way.melds) >= len(usual.melds) - 1:
            yield way
