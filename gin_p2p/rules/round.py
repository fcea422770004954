"""What may happen next in one hand of gin rummy, and what follows?

A `Round` holds only what is public: counts, places, faces that are open. So the same engine serves both peers,
an auditor, and programs that see every card. Whether a card thrown or shown is truly held is for those who can
know; here a card is refused when it is publicly somewhere else.
"""

from dataclasses import dataclass
from typing import Self, TypeAlias

from gin_p2p.cards import Card, format_glyph
from gin_p2p.rules.melds import check_spread, deadwood_points, is_meld, least_deadwood
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Illegal,
    IllegalMove,
    Knock,
    Meld,
    Move,
    Pass,
    Resign,
    Spread,
    TakePile,
)
from gin_p2p.rules.phases import DISCARD, DRAW, FINISHED, LAYOFF, UPCARD, WALL, Phase, belongs, refusal
from gin_p2p.rules.position import HAND_CARDS, Position
from gin_p2p.rules.results import Cause, Ending, Result
from gin_p2p.rules.showdown import settle
from gin_p2p.rules.words import DiscardDraw, UpcardMode, WallRule
from gin_p2p.seat import Seat

__all__ = ["Phase", "Round"]

_TurnMove: TypeAlias = Pass | DrawStock | TakePile | Discard | Knock | BigGin | Defend


@dataclass(frozen=True)
class Round(Position):
    """One hand. `apply` answers the next one and never changes this one."""

    def apply(self, seat: Seat, move: Move) -> Self:
        """Answer the hand after this move.

        Args:
            seat: who makes it.
            move: what is done.

        Raises:
            IllegalMove: the move breaks the game. Nothing has changed.
        """
        if isinstance(move, ClaimMisdeal):
            return self._claim_misdeal(seat, move.cards)
        if self.phase is FINISHED:
            raise IllegalMove(Illegal.HAND_OVER)
        if seat != self.turn:
            raise IllegalMove(Illegal.NOT_YOUR_TURN)
        if isinstance(move, Resign):
            return self._end(Result(Ending.RESIGNED, speaker=seat))
        if not belongs(self.phase, type(move)):
            raise IllegalMove(refusal(self.phase, type(move)))
        return self._play(move)

    def _play(self, move: _TurnMove) -> Self:
        match move:
            case Discard():
                return self._discard(move.card)
            case DrawStock():
                return self._draw_stock()
            case TakePile():
                return self._take_pile(move)
            case Pass():
                return self._pass()
            case Knock():
                return self._knock(move)
            case BigGin():
                return self._big_gin(move)
            case Defend():
                return self._defend(move)

    # Drawing

    def _pass(self) -> Self:
        if self.phase is WALL:
            return self._end(Result(Ending.DEAD_HAND, cause=Cause.STOCK))
        both = self.n_passes == 1
        return self._after(phase=DRAW if both else UPCARD, turn=self.turn.other, n_passes=self.n_passes + 1)

    def _draw_stock(self) -> Self:
        return self._after(
            phase=DISCARD,
            n_stock=self.n_stock - 1,
            n_held=self._pair(self.n_held, 1),
            n_turns=self._pair(self.n_turns, 1),
        )

    def _take_pile(self, move: TakePile) -> Self:
        if self.must_draw_stock:
            raise IllegalMove(Illegal.MUST_DRAW_STOCK)
        if not 1 <= move.count <= len(self.pile):
            there = f"The pile holds {len(self.pile)}: take 1 to as many cards."
            raise IllegalMove(Illegal.PILE_COUNT, there if self.pile else "The pile is empty.")
        taken = self.pile[-move.count :]
        if move.count > 1:
            self._check_pickup(taken, move.meld)
        elif move.meld:
            raise IllegalMove(Illegal.MELD_NOT_ASKED)
        dead = self.n_takes + 1 == self.rules.max_discard_takes
        return self._after(
            phase=FINISHED if dead else DISCARD,
            pile=self.pile[: -move.count],
            n_held=self._pair(self.n_held, move.count),
            known=self._known(self.known[self.turn].union(taken, move.meld)),
            taken=taken,
            shown=move.meld,
            n_turns=self._pair(self.n_turns, 1),
            n_takes=self.n_takes + 1,
            must_go_out=self.phase is WALL and self.rules.wall_rule is WallRule.LAST_DISCARD,
            result=Result(Ending.DEAD_HAND, cause=Cause.TAKE_LIMIT) if dead else None,
        )

    def _check_pickup(self, taken: tuple[Card, ...], meld: Meld) -> None:
        if self.rules.discard_draw is not DiscardDraw.MULTI or self.phase is WALL:
            raise IllegalMove(Illegal.TOP_CARD_ONLY)
        if list(meld) != sorted(set(meld)):
            raise IllegalMove(Illegal.MELD_ORDER)
        if not is_meld(meld, self.rules.ace_mode):
            raise IllegalMove(Illegal.NOT_A_MELD)
        if taken[0] not in meld:
            raise IllegalMove(
                Illegal.MELD_WITHOUT_DEEPEST, f"The meld that is shown must contain {format_glyph(taken[0])}."
            )
        self._check_held([card for card in meld if card not in taken])

    # Throwing

    def _discard(self, card: Card) -> Self:
        if self.must_go_out:
            raise IllegalMove(Illegal.MUST_GO_OUT)
        self._check_throw(card)
        known = self.known[self.turn]
        thrown = {
            "pile": (*self.pile, card),
            "n_held": self._pair(self.n_held, -1),
            "known": self._known(known - {card}) if card in known else self.known,
        }
        if self.n_owed == 1:
            return self._after(**thrown, **self._turn_over(returned=self.taken == (card,)))
        shown = tuple(kept for kept in self.shown if kept != card)
        return self._after(**thrown, shown=shown, n_thrown=self.n_thrown + 1)

    def _turn_over(self, *, returned: bool) -> dict[str, object]:
        """Answer what the last discard of a turn changes beside the cards."""
        at_wall = self.n_stock <= self.rules.stock_reserve
        cause = None
        if returned and self.returned and self.rules.mutual_return_void:
            cause = Cause.MUTUAL_RETURN
        elif at_wall and self.rules.wall_rule is WallRule.VOID:
            cause = Cause.STOCK
        if cause:
            return {"phase": FINISHED, "result": Result(Ending.DEAD_HAND, cause=cause)}
        return {
            "phase": WALL if at_wall else DRAW,
            "turn": self.turn.other,
            "taken": (),
            "shown": (),
            "n_thrown": 0,
            "returned": returned,
        }

    def _check_throw(self, card: Card) -> None:
        """Refuse a discard, plain or in going out, that this turn forbids."""
        refused = self.throw_refusal(card)
        if refused is not None:
            raise IllegalMove(refused, f"{format_glyph(card)} stays this turn. {refused.sentence}")
        self._check_held((card,))

    # Going out

    def _knock(self, move: Knock) -> Self:
        self._check_throw(move.discard)
        if self.n_owed > 1:
            raise IllegalMove(
                Illegal.DISCARDS_OWED, f"{self.n_owed} discards are owed: go out with the last."
            )
        cards = self._check_shown(move.spread, (move.discard,))
        deadwood = deadwood_points(move.spread.deadwood, self.rules)
        if deadwood > self.knock_limit:
            raise IllegalMove(
                Illegal.OVER_LIMIT, f"That leaves {deadwood}, and the limit is {self.knock_limit}."
            )
        self._check_dealt(cards | {move.discard})
        return self._after(
            phase=LAYOFF,
            turn=self.turn.other,
            pile=(*self.pile, move.discard),
            n_held=self._pair(self.n_held, -1),
            known=self._known(cards),
            knocker=self.turn,
            knock=move,
        )

    def _big_gin(self, move: BigGin) -> Self:
        refused = self.big_gin_refusal()
        if refused is not None:
            raise IllegalMove(refused)
        cards = self._check_shown(Spread(move.melds, ()))
        self._check_dealt(cards)
        return self._after(
            phase=LAYOFF,
            turn=self.turn.other,
            known=self._known(cards),
            knocker=self.turn,
            knock=move,
        )

    def _defend(self, move: Defend) -> Self:
        if self.knock is None or self.knocker is None:  # LAYOFF begins with a knock; this is for the types
            raise IllegalMove(Illegal.NO_KNOCK)
        cards = self._check_shown(move.spread)
        self._check_dealt(cards)
        result = settle(self.knocker, self.knock, move, self.rules)
        return self._after(phase=FINISHED, known=self._known(cards), result=result)

    def _check_shown(self, spread: Spread, thrown: tuple[Card, ...] = ()) -> frozenset[Card]:
        """Answer the cards of a spread that, with the card thrown, can be the whole hand of the seat in turn."""
        cards = spread.cards
        check_spread(spread, cards, self.rules)
        if not cards.isdisjoint(thrown):
            raise IllegalMove(Illegal.CARD_TWICE)
        hand = cards.union(thrown)
        n_held = self.n_held[self.turn]
        if len(hand) != n_held or not self.known[self.turn] <= hand:
            raise IllegalMove(
                Illegal.NOT_THE_HAND, f"All {n_held} cards of the hand are shown, and no other."
            )
        self._check_not_elsewhere(self.turn, hand)
        return cards

    def _check_dealt(self, hand: frozenset[Card]) -> None:
        if self.conceals_misdeal(hand):
            raise IllegalMove(Illegal.CONCEALED_MISDEAL)

    def conceals_misdeal(self, hand: frozenset[Card]) -> bool:
        """Tell whether opening this hand now shows that it was dealt as a misdeal nobody claimed.

        It shows before the seat has drawn, or after one draw from the pile: what is left without the cards taken
        was dealt. A draw from the stock hides it, for nobody knows which card was drawn; neither does anybody
        know which of eleven dealt cards was the eleventh.

        Args:
            hand: all cards of the seat in turn, the one to be thrown too.
        """
        n_turns = self.n_turns[self.turn]
        taken, thrown = self.taken, self.pile[len(self.pile) - self.n_thrown :]
        if self.phase is LAYOFF:
            taken, thrown = (), ()  # these were the knocker's; whoever shows now has drawn nothing since
        if not self.rules.misdeal_rule or n_turns > 1 or (n_turns == 1 and not taken):
            return False
        if self.rules.upcard_mode is UpcardMode.ELEVEN and self.turn is not self.dealer:
            return False
        return least_deadwood(hand.union(thrown).difference(taken), self.rules) <= self.knock_limit

    # Apart from turns

    def _claim_misdeal(self, seat: Seat, cards: tuple[Card, ...]) -> Self:
        if self.phase is FINISHED:
            raise IllegalMove(Illegal.HAND_OVER)
        if not self.rules.misdeal_rule:
            raise IllegalMove(Illegal.NO_MISDEAL_RULE)
        if self.n_moves:
            raise IllegalMove(Illegal.MISDEAL_TOO_LATE)
        if len(cards) != HAND_CARDS or len(set(cards)) != HAND_CARDS:
            raise IllegalMove(Illegal.NOT_THE_HAND, f"A misdeal shows the {HAND_CARDS} dealt cards.")
        self._check_not_elsewhere(seat, cards)
        deadwood = least_deadwood(cards, self.rules)
        if deadwood > self.knock_limit:
            raise IllegalMove(
                Illegal.NOT_A_MISDEAL, f"The deadwood is {deadwood}, the limit {self.knock_limit}: play on."
            )
        return self._end(Result(Ending.MISDEAL, speaker=seat))

    def _end(self, result: Result) -> Self:
        return self._after(phase=FINISHED, result=result)
