"""How does the defender's hand lie so far, and what would it come to?

Nothing of a draft is said to anybody before it is done; each choice can be taken back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gin_p2p.cards import Card
from gin_p2p.cli.line.advice import ways_to_meld
from gin_p2p.rules.layoffs import apply_layoffs, best_defence
from gin_p2p.rules.melds import deadwood_points, is_meld
from gin_p2p.rules.moves import BigGin, Defend, Knock, Layoff, Meld, Spread
from gin_p2p.rules.results import Result
from gin_p2p.rules.round import Round
from gin_p2p.rules.scoring import HandScore, price
from gin_p2p.rules.showdown import is_gin, melds_of, settle
from gin_p2p.seat import Seat


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
        may = _may_lay_off(round_)
        best, _ = best_defence(hand, melds_of(round_.knock), round_.rules, may)
        others = [way for way in ways_to_meld(hand, round_.rules) if set(way.melds) != set(best.melds)]
        return cls(round_, round_.knocker, round_.knock, tuple(sorted(hand)), (best, *others))

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
        free = self.ways[self.way].deadwood
        _, layoffs = best_defence(free, melds_of(self.knock), self.round.rules, self.may_lay_off)
        return replace(self, layoffs=layoffs)


def _may_lay_off(round_: Round) -> bool:
    return round_.knock is not None and (round_.rules.layoff_on_gin or not is_gin(round_.knock))
