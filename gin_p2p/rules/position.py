"""What does everybody see of a hand?"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Self

from gin_p2p.cards import Card, format_glyph
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.limits import doubles, limit_card_of, limit_of
from gin_p2p.rules.melds import is_meld
from gin_p2p.rules.moves import BigGin, Illegal, IllegalMove, Knock, Meld
from gin_p2p.rules.phases import Phase
from gin_p2p.rules.results import Result
from gin_p2p.rules.words import KnockLimitSource, MultiPickupHand, UpcardMode
from gin_p2p.seat import Seat

HAND_CARDS: Final = 10
_HOST: Final = Seat.HOST
_NOTHING_KNOWN: Final[frozenset[Card]] = frozenset()


# No slots: `_after` copies the dictionary, which is many times as fast as dataclasses.replace.
@dataclass(frozen=True)
class Position:
    """One hand as everybody can see it.

    Attributes:
        rules: the house rules.
        dealer: who dealt.
        limit_card: the card that sets the knock limit (Oklahoma); None under a fixed limit.
        knock_limit: largest deadwood a knocker may show.
        doubled: a spade doubles the award of this hand.
        phase: what is waited for.
        turn: by whom; once the hand is over, who spoke last.
        n_stock: cards in the stock, the reserve included.
        pile: the discards, bottom to top.
        n_held: cards in the hands of HOST and GUEST.
        known: faces publicly known to be in the hand of HOST and of GUEST.
        taken: what the seat in turn has taken from the pile this turn, deepest first.
        shown: the meld shown for it (Mahjong gin), less what has been thrown of it.
        n_thrown: discards already made this turn; more than 0 only while more are owed.
        n_moves: moves made in this hand.
        n_turns: draws made by HOST and by GUEST.
        n_takes: how often the pile was taken from, by anybody.
        n_passes: passes on the upcard.
        returned: the turn before this one threw back what it had taken.
        must_go_out: the last discard was taken at the wall, so only going out is left.
        knocker: who went out.
        knock: how; None while nobody did.
        result: how the hand ended; None while it goes on.
    """

    rules: HouseRules
    dealer: Seat
    limit_card: Card | None
    knock_limit: int
    doubled: bool
    phase: Phase
    turn: Seat
    n_stock: int
    pile: tuple[Card, ...]
    n_held: tuple[int, int]
    known: tuple[frozenset[Card], frozenset[Card]] = (_NOTHING_KNOWN, _NOTHING_KNOWN)
    taken: tuple[Card, ...] = ()
    shown: Meld = ()
    n_thrown: int = 0
    n_moves: int = 0
    n_turns: tuple[int, int] = (0, 0)
    n_takes: int = 0
    n_passes: int = 0
    returned: bool = False
    must_go_out: bool = False
    knocker: Seat | None = None
    knock: Knock | BigGin | None = None
    result: Result | None = None

    @classmethod
    def deal(
        cls, rules: HouseRules, dealer: Seat, upcard: Card | None = None, knock_card: Card | None = None
    ) -> Self:
        """Answer a hand just dealt.

        Args:
            rules: the house rules.
            dealer: who deals.
            upcard: the turned card under `upcard_mode = offer`, else None.
            knock_card: the card of the second pack under `knock_limit_source = knock_deck`, else None.

        Raises:
            ValueError: a card is missing, or is given where the rules have none.
        """
        if (upcard is not None) != (rules.upcard_mode is UpcardMode.OFFER):
            raise ValueError(f"upcard {upcard} under upcard_mode {rules.upcard_mode}")
        if (knock_card is not None) != (rules.knock_limit_source is KnockLimitSource.KNOCK_DECK):
            raise ValueError(f"knock card {knock_card} under knock_limit_source {rules.knock_limit_source}")
        limit_card = limit_card_of(rules, upcard, knock_card)
        first = dealer.other
        phase = {
            UpcardMode.OFFER: Phase.UPCARD,
            UpcardMode.NONE: Phase.DRAW,
            UpcardMode.ELEVEN: Phase.DISCARD,
        }[rules.upcard_mode]
        extra = 1 if rules.upcard_mode is UpcardMode.ELEVEN else 0
        return cls(
            rules=rules,
            dealer=dealer,
            limit_card=limit_card,
            knock_limit=limit_of(rules, limit_card),
            doubled=doubles(rules, limit_card),
            phase=phase,
            turn=first,
            n_stock=32 if rules.upcard_mode is UpcardMode.NONE else 31,
            pile=() if upcard is None else (upcard,),
            n_held=(HAND_CARDS + extra, HAND_CARDS)
            if first is Seat.HOST
            else (HAND_CARDS, HAND_CARDS + extra),
        )

    @property
    def must_draw_stock(self) -> bool:
        """Whether both have passed on the upcard, so that it may not be taken any more."""
        return self.n_passes == 2 and self.n_moves == 2

    @property
    def n_owed(self) -> int:
        """Discards that end this turn: one, or as many as were taken under `multi_pickup_hand = constant`."""
        if len(self.taken) > 1 and self.rules.multi_pickup_hand is MultiPickupHand.CONSTANT:
            return len(self.taken) - self.n_thrown
        return 1

    def throw_refusal(self, card: Card) -> Illegal | None:
        """Answer why this turn forbids throwing the card, plainly or in going out; None where it does not."""
        if self.taken and card == self.taken[0]:
            may = self.rules.may_discard_taken_card and len(self.taken) == 1 and not self.must_go_out
            if not may:
                return Illegal.THROWN_BACK
        if (
            self.shown
            and card in self.shown
            and not is_meld([c for c in self.shown if c != card], self.rules.ace_mode)
        ):
            return Illegal.SHOWN_MELD_BROKEN
        return None

    def big_gin_refusal(self) -> Illegal | None:
        """Answer why the seat in turn may not go out whole, whatever it holds; None where it may.

        A grown hand may always: twelve cards in four melds of three cannot shed one.
        """
        grown = self.n_held[self.turn] > HAND_CARDS + 1
        if self.rules.big_gin_bonus is None and not grown:
            return Illegal.BIG_GIN_OFF
        return Illegal.DISCARDS_OWED if self.n_thrown else None

    def _check_held(self, cards: Collection[Card]) -> None:
        """Refuse cards that the seat in turn publicly cannot hold."""
        known = self.known[self.turn]
        unknown = [card for card in cards if card not in known] if known else cards
        self._check_not_elsewhere(self.turn, unknown)
        if len(unknown) > self.n_held[self.turn] - len(known):
            raise IllegalMove(Illegal.NOT_HELD)

    def _check_not_elsewhere(self, seat: Seat, cards: Collection[Card]) -> None:
        pile, elsewhere = self.pile, self.known[1 - seat]
        for card in cards:
            if card in pile or card in elsewhere:
                raise IllegalMove(
                    Illegal.CARD_ELSEWHERE, f"{format_glyph(card)} is known to be somewhere else."
                )

    def _pair(self, pair: tuple[int, int], change: int) -> tuple[int, int]:
        return (pair[0] + change, pair[1]) if self.turn is _HOST else (pair[0], pair[1] + change)

    def _known(self, cards: frozenset[Card]) -> tuple[frozenset[Card], frozenset[Card]]:
        return (cards, self.known[1]) if self.turn is _HOST else (self.known[0], cards)

    def _after(self, **changes: object) -> Self:
        """Answer the position after a move that changes this."""
        fields = self.__dict__ | changes
        fields["n_moves"] += 1
        after = object.__new__(type(self))
        object.__setattr__(after, "__dict__", fields)  # a dictionary is copied faster than it is filled
        return after
