"""How does the field's baseline play?

The simple player of the EAAI undergraduate research challenge on gin rummy: programs elsewhere state their strength
against it. It takes a discard that makes a meld, keeps least deadwood, goes out as soon as it can. It forgets
everything else it sees.
"""

from random import Random

from gin_p2p.bots.habits import (
    big_gin,
    defence,
    knock_with,
    knocks,
    makes_meld,
    round_of,
    throws,
)
from gin_p2p.bots.memory import Memory
from gin_p2p.cards import Card
from gin_p2p.protocol.view import View
from gin_p2p.rules.legal import claimed_misdeal, legal_moves
from gin_p2p.rules.melds import least_deadwood
from gin_p2p.rules.moves import BigGin, Discard, DrawStock, Knock, Move, Pass, TakePile
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.words import DiscardDraw, WallRule


class Simple:
    """The baseline.

    Args:
        rng: for the choice among equal throws.

    Source:
        T. Neller, "Gin Rummy EAAI Undergraduate Research Challenge", SimpleGinRummyPlayer. What its rules do not
        have is played in its spirit: big gin as soon as possible; several discards where that leaves less deadwood.
    """

    name = "simple"

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._memory = Memory()

    def move(self, view: View) -> Move:
        """Answer what this seat does.

        Raises:
            ValueError: this seat has no move to make.
        """
        round_, hand = round_of(view), view.hand
        self._memory.follow(view)
        claim = claimed_misdeal(round_, hand)
        if claim is not None:
            return claim
        match round_.phase:
            case Phase.LAYOFF:
                return defence(round_, hand)
            case Phase.DISCARD:
                return self.way_out(round_, hand) or self.throw(round_, view)
            case Phase.DRAW:
                return self._take(round_, hand) or DrawStock()
            case _:
                return self._take(round_, hand) or Pass()

    def way_out(self, round_: Round, hand: tuple[Card, ...]) -> Knock | BigGin | None:
        """Answer how to go out now, with as little deadwood as possible; None where that cannot be, or is not wanted.

        Args:
            round_: after the draw.
            hand: the cards held, ascending.
        """
        return big_gin(round_, hand) or self.knock(round_, hand, round_.knock_limit)

    def knock(self, round_: Round, hand: tuple[Card, ...], limit: int) -> Knock | None:
        """Answer going out by a throw that leaves least deadwood; None where that is more than the limit."""
        cards = knocks(round_, hand, limit)
        return knock_with(round_, hand, self._rng.choice(cards)) if cards else None

    # Drawing

    def _take(self, round_: Round, hand: tuple[Card, ...]) -> TakePile | None:
        if not round_.pile or round_.must_draw_stock:
            return None
        if round_.phase is Phase.WALL and round_.rules.wall_rule is WallRule.LAST_DISCARD:
            return self._take_last(round_, hand)
        top = round_.pile[-1]
        one = makes_meld(round_, hand, top) and self._memory.can_swap(top, hand)
        return self._take_several(round_, hand, one=one) or (TakePile() if one else None)

    def _take_last(self, round_: Round, hand: tuple[Card, ...]) -> TakePile | None:
        """Answer taking the discard that may be taken only to go out with it."""
        after = round_.apply(round_.turn, TakePile())
        with_it = tuple(sorted((*hand, round_.pile[-1])))
        return TakePile() if self.way_out(after, with_it) else None

    def _take_several(self, round_: Round, hand: tuple[Card, ...], *, one: bool) -> TakePile | None:
        """Answer taking several cards; None where that does not leave less deadwood than anything else.

        No throw is counted: each card taken beyond the first stays in the hand, or costs another one.

        Args:
            round_: before the draw.
            hand: the cards held.
            one: taking the top card alone comes into question.
        """
        if round_.rules.discard_draw is not DiscardDraw.MULTI or round_.phase is not Phase.DRAW:
            return None
        least, best = least_deadwood(hand, round_.rules), None
        if one:
            least = min(least, least_deadwood([*hand, round_.pile[-1]], round_.rules))
        takes = {take.count: take for take in legal_moves(round_, hand) if isinstance(take, TakePile)}
        for count, take in takes.items():
            left = least_deadwood([*hand, *round_.pile[-count:]], round_.rules)
            if count > 1 and left < least and self._memory.may_reach(round_, take):
                least, best = left, take
        return best

    # Throwing

    def throw(self, round_: Round, view: View) -> Discard:
        """Answer what to throw; among equals any."""
        left = self._memory.without_repeats(round_, view.drawn, throws(round_, view.hand))
        least = min(left.values())
        card = self._rng.choice([card for card, points in left.items() if points == least])
        self._memory.note(round_, view.drawn, card)
        return Discard(card)
