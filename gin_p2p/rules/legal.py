"""What may the seat in turn do, holding this hand?"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import chain, combinations, islice
from typing import Final

from gin_p2p.cards import DECK, Card
from gin_p2p.rules.fast import mask_of, suit_runs
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.layoffs import best_defence
from gin_p2p.rules.melds import best_spread, discards, least_deadwood, melds_among, spreads
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    IllegalMove,
    Knock,
    Meld,
    Move,
    Pass,
    Resign,
    Spread,
    TakePile,
)
from gin_p2p.rules.phases import DISCARD, DRAW, FINISHED, LAYOFF, WALL
from gin_p2p.rules.position import HAND_CARDS
from gin_p2p.rules.round import Round
from gin_p2p.rules.showdown import is_gin, melds_of
from gin_p2p.rules.words import AceMode, DiscardDraw, WallRule

SPREADS_LISTED: Final = 4
"""How many spreads iteration names for each knock discard, best first; any other within the limit is legal too."""

_DISCARDS: Final = tuple(Discard(card) for card in DECK)
_PASS, _DRAW, _TAKE = Pass(), DrawStock(), TakePile()
# Moves are values; the common ones are made once.


class LegalMoves(Collection[Move]):
    """The legal moves, like a set.

    Membership is exact: whatever the rules accept from a seat that holds these cards, any spread of its choice and
    resigning included. Iteration names finitely many of them, always in the same order, without resigning: every
    draw and throw, for each card that can be thrown in going out a few spreads, the best first, and for a defence
    the best one, the own melds alone, and the hand as it is. Length and truth are those of the iteration.
    """

    __slots__ = ("_hand", "_listed", "_round")

    def __init__(self, round_: Round, hand: Collection[Card]) -> None:
        self._round = round_
        self._hand = frozenset(hand)
        self._listed: tuple[Move, ...] | None = None

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or not holds(self._round, self._hand, move):
            return False
        if not isinstance(move, ClaimMisdeal | Resign) and claimed_misdeal(self._round, self._hand):
            return False
        if isinstance(move, TakePile) and not self._may_take():
            return False
        try:
            self._round.apply(self._round.turn, move)
        except IllegalMove:
            return False
        return True

    def __iter__(self) -> Iterator[Move]:
        return iter(self.listed)

    def __len__(self) -> int:
        return len(self.listed)

    def __bool__(self) -> bool:
        return bool(self.listed)

    @property
    def listed(self) -> tuple[Move, ...]:
        """The moves that iteration names."""
        if self._listed is None:
            self._listed = tuple(self._moves())
        return self._listed

    def _moves(self) -> Iterable[Move]:
        now, phase = self._round, self._round.phase
        claim = claimed_misdeal(now, self._hand)
        if claim is not None:
            return (claim,)
        if phase is DISCARD:
            return self._goes_on()
        if phase is LAYOFF:
            return self._defences()
        if phase is FINISHED:
            return ()
        return (_DRAW if phase is DRAW else _PASS, *self._takes())

    def _takes(self) -> Iterator[Move]:
        pile = self._round.pile
        if not pile or self._round.must_draw_stock:
            return
        if self._may_take():
            yield _TAKE
        if self._round.phase is DRAW and self._round.rules.discard_draw is DiscardDraw.MULTI:
            for count in range(2, len(pile) + 1):
                for meld in _melds_with(pile[-count], [*self._hand, *pile[-count:]], self._round.rules):
                    yield TakePile(count, meld)

    def _may_take(self) -> bool:
        """Whether this hand can go out with the last discard, where it may be taken for nothing else."""
        if self._round.phase is not WALL or self._round.rules.wall_rule is not WallRule.LAST_DISCARD:
            return True
        top, rules = self._round.pile[-1], self._round.rules
        left = discards([*self._hand, top], rules)
        if any(points <= self._round.knock_limit for card, points in left.items() if card != top):
            return True
        whole = rules.big_gin_bonus is not None or len(self._hand) > HAND_CARDS
        return whole and least_deadwood([*self._hand, top], rules) == 0

    def _goes_on(self) -> Iterable[Move]:
        """Answer what a seat that has drawn may do: throw, or go out."""
        now = self._round
        free = sorted(self._hand)
        if now.taken:
            free = [card for card in free if now.throw_refusal(card) is None]
        throws = [] if now.must_go_out else [_DISCARDS[card] for card in free]
        # a throw saves no more points than the dearest card has, and nearly always that is not enough
        dearest = max(10, now.rules.ace_deadwood)
        if least_deadwood(self._hand, now.rules) > now.knock_limit + dearest:
            return throws
        return chain(throws, self._goes_out(free))

    def _goes_out(self, free: Collection[Card]) -> Iterator[Move]:
        """Yield the ways of going out by throwing one of these cards, or none."""
        now = self._round
        left = discards(self._hand, now.rules)
        out = [card for card in free if left[card] <= now.knock_limit and now.n_owed == 1]
        # eleven cards in melds can always shed one, so without gin there is no big gin; a grown hand may have none
        whole = (min(left.values()) == 0 or len(left) > HAND_CARDS + 1) and now.big_gin_refusal() is None
        if not (out or whole) or now.conceals_misdeal(self._hand):
            return
        for card in out:
            for spread in islice(spreads(self._hand - {card}, now.rules, now.knock_limit), SPREADS_LISTED):
                yield Knock(card, spread)
        if whole and least_deadwood(self._hand, now.rules) == 0:
            yield BigGin(best_spread(self._hand, now.rules).melds)

    def _defences(self) -> Iterator[Move]:
        knock, rules = self._round.knock, self._round.rules
        if knock is None or self._round.conceals_misdeal(self._hand):
            return
        may_lay_off = rules.layoff_on_gin or not is_gin(knock)
        best = Defend(*best_defence(self._hand, melds_of(knock), rules, may_lay_off))
        own = Defend(best_spread(self._hand, rules))
        bare = Defend(Spread((), tuple(sorted(self._hand))))
        yield from dict.fromkeys((best, own, bare))


def legal_moves(round_: Round, hand: Collection[Card]) -> LegalMoves:
    """Answer what the seat in turn may do.

    Args:
        round_: what is public.
        hand: the cards that seat holds.
    """
    return LegalMoves(round_, hand)


def claimed_misdeal(round_: Round, dealt: Collection[Card]) -> ClaimMisdeal | None:
    """Answer the claim that these ten dealt cards call for before the first move, from whichever seat holds them."""
    due = round_.rules.misdeal_rule and round_.n_moves == 0 and round_.phase is not FINISHED
    if due and len(dealt) == HAND_CARDS and least_deadwood(dealt, round_.rules) <= round_.knock_limit:
        return ClaimMisdeal(tuple(sorted(dealt)))
    return None


def holds(round_: Round, hand: Collection[Card], move: Move) -> bool:
    """Whether a seat with this hand holds the cards that the move names as its own."""
    match move:
        case Discard():
            return move.card in hand
        case Pass() | DrawStock() | Resign():
            return True
        case Knock():
            return move.spread.cards | {move.discard} == set(hand)
        case BigGin():
            return {card for meld in move.melds for card in meld} == set(hand)
        case Defend():
            return move.spread.cards == set(hand)
        case TakePile():
            return not move.meld or set(move.meld) <= {*hand, *round_.pile[-move.count :]}
        case ClaimMisdeal():
            return set(move.cards) <= set(hand)


def _melds_with(card: Card, cards: Collection[Card], rules: HouseRules) -> Iterator[Meld]:
    """Yield the melds among these cards that contain this one; quickly none, as nearly always."""
    held = mask_of(cards)
    if any(not seed & ~held for seed in _seeds(rules.ace_mode, card)):
        yield from (meld for meld in melds_among(cards, rules) if card in meld)


@cache
def _seeds(ace_mode: AceMode, card: Card) -> tuple[int, ...]:
    """Answer, as bits, all melds of three with this card; a card that is in no such meld is in none."""
    suit, rank = divmod(card, 13)
    runs = (run << 13 * suit for run in set(suit_runs(ace_mode, (3,))) if run >> rank & 1)
    others = (1 << rank + 13 * other for other in range(4) if other != suit)
    return (*runs, *(1 << card | first | second for first, second in combinations(others, 2)))
