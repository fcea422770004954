"""By which rules do we play?

House rules are a value: every choice has a name, a default and a range, and both sides sign all of them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from gin_p2p.rules.parameters import About, Agreed, Parameter
from gin_p2p.rules.words import (
    Abandon,
    AceMode,
    AceUpcard,
    Assist,
    BoxTiming,
    BoxTo,
    DeadHandDealer,
    DiscardDraw,
    DiscardsVisible,
    FirstDealer,
    KnockLimitSource,
    MatchFormat,
    MultiPickupHand,
    NextDealer,
    Shutout,
    UndercutTie,
    UpcardMode,
    WallRule,
)


@dataclass(frozen=True, slots=True)
class HouseRules(Agreed):
    """The rules of a match. The order of the fields is the order on the wire.

    Raises:
        BadRules: a value is not allowed, or two values contradict each other.
    """

    ace_mode: Annotated[AceMode, About("where an ace may sit in a run; wrap is around the corner")] = (
        AceMode.LOW
    )
    ace_deadwood: Annotated[int, About("points of an unmelded ace", only=(1, 15))] = 1
    hand_size: Annotated[int, About("cards dealt to each player", only=(10,))] = 10
    first_dealer: Annotated[FirstDealer, About("who deals first in a match")] = FirstDealer.RANDOM
    next_dealer: Annotated[NextDealer, About("who deals after a scored hand")] = NextDealer.ALTERNATE
    dead_hand_dealer: Annotated[DeadHandDealer, About("who deals after a dead hand or misdeal")] = (
        DeadHandDealer.SAME
    )
    upcard_mode: Annotated[
        UpcardMode,
        About("turned card with passes, no turned card, or the non-dealer gets 11 and discards first"),
    ] = UpcardMode.OFFER
    may_discard_taken_card: Annotated[
        bool, About("the card just taken from the pile may be thrown back in the same turn")
    ] = False
    mutual_return_void: Annotated[
        bool, About("both players in succession throwing back what they took kills the hand")
    ] = True
    discard_draw: Annotated[
        DiscardDraw, About("take the top of the pile, or several cards (Mahjong gin)")
    ] = DiscardDraw.TOP
    multi_pickup_hand: Annotated[
        MultiPickupHand, About("after taking several cards discard one, or as many as were taken")
    ] = MultiPickupHand.GROW
    discards_visible: Annotated[DiscardsVisible, About("which discards may be looked at")] = (
        DiscardsVisible.TOP
    )
    stock_reserve: Annotated[int, About("stock cards that are never drawn", only=(2,))] = 2
    wall_rule: Annotated[WallRule, About("what follows a plain discard when only the reserve is left")] = (
        WallRule.VOID
    )
    max_discard_takes: Annotated[int | None, About("pile takes after which the hand is dead", low=1)] = 50
    misdeal_rule: Annotated[bool, About("a dealt hand within the knock limit voids the deal")] = False
    misdeal_proof: Annotated[bool, About("who goes out or undercuts also shows the ten dealt cards")] = False
    knock_limit: Annotated[int, About("largest deadwood a knocker may show; 0 is gin only", high=10)] = 10
    knock_limit_source: Annotated[
        KnockLimitSource, About("a fixed knock limit, or that of a card (Oklahoma), capped by knock_limit")
    ] = KnockLimitSource.FIXED
    ace_upcard: Annotated[AceUpcard, About("an ace as limit card means one point, or gin only")] = (
        AceUpcard.ONE
    )
    spade_double: Annotated[bool, About("a spade as limit card doubles the hand")] = False
    layoff_on_gin: Annotated[bool, About("the defender may lay off against gin")] = False
    undercut_tie: Annotated[
        UndercutTie, About("equal deadwood: undercut with or without bonus, or the knocker's")
    ] = UndercutTie.BONUS
    gin_bonus: Annotated[int, About("points for gin")] = 25
    big_gin_bonus: Annotated[
        int | None, About("points for big gin, in place of those for gin; none: no big gin")
    ] = 31
    undercut_bonus: Annotated[int, About("points for an undercut")] = 25
    gin_off_bonus: Annotated[int, About("extra for an undercut with no deadwood", only=(0, 25))] = 0
    target: Annotated[int, About("hand points that end a game", low=1)] = 100
    game_bonus: Annotated[int, About("points for winning a game")] = 100
    box_bonus: Annotated[int, About("points for each hand won")] = 25
    box_to: Annotated[BoxTo, About("who collects boxes")] = BoxTo.BOTH
    box_timing: Annotated[
        BoxTiming, About("boxes count at the end of a game, or at once and towards the target")
    ] = BoxTiming.END
    undercut_extra_boxes: Annotated[int, About("extra boxes for an undercut", only=(0, 1))] = 0
    gin_extra_boxes: Annotated[int, About("extra boxes for gin and big gin", only=(0, 2))] = 0
    double_boxes: Annotated[bool, About("a hand that spades double has double boxes too")] = False
    shutout: Annotated[Shutout, About("what is added or doubled when the loser of a game won no hand")] = (
        Shutout.DOUBLE_HAND_POINTS
    )
    shutout_flat: Annotated[int, About("points for a shutout where that is flat")] = 100
    exact_margin_forfeit: Annotated[
        int | None, About("winning a game by exactly this margin loses it", only=(50,))
    ] = None
    format: Annotated[MatchFormat, About("what a match consists of")] = MatchFormat.SINGLE
    hands: Annotated[int, About("hands in a match of hands; a dead hand counts", low=1, high=999)] = 1
    best_of: Annotated[int, About("games in a best-of match", low=1, high=99, odd=True)] = 5
    multi_target: Annotated[int, About("game score that ends a multi-match", low=1)] = 500
    multi_round_bonus: Annotated[int, About("game points for each hand won in a multi-match")] = 25
    multi_winner_bonus: Annotated[int, About("game points for winning a match of a multi-match")] = 100
    multi_shutout_bonus: Annotated[int, About("extra game points when the loser of a match won no hand")] = (
        100
    )
    columns: Annotated[int, About("Hollywood columns", low=1, high=9)] = 3
    team_size: Annotated[int, About("tables of a team", low=1, high=9)] = 1
    team_all_win_bonus: Annotated[int, About("points when every member of a team wins")] = 0

    def contradictions(self) -> Iterator[str]:
        """Yield a sentence for each pair of values that cannot be played together."""
        if self.knock_limit_source is KnockLimitSource.UPCARD and self.upcard_mode is not UpcardMode.OFFER:
            yield "knock_limit_source upcard needs upcard_mode offer: no card is turned otherwise"
        if self.discard_draw is DiscardDraw.MULTI:
            if self.knock_limit != 0:
                yield "discard_draw multi needs knock_limit 0: Mahjong gin has no knock"
            if self.discards_visible is not DiscardsVisible.ALL:
                yield "discard_draw multi needs discards_visible all: what may be taken must be seen"
            if self.may_discard_taken_card:
                yield "discard_draw multi needs may_discard_taken_card no: the deepest card taken must be used"


@dataclass(frozen=True, slots=True)
class TableTerms(Agreed):
    """What is agreed beside the rules and never changes a score. The order of the fields is that on the wire.

    Raises:
        BadRules: a value is not allowed, or two values contradict each other.
    """

    TITLE: ClassVar[str] = "table term"

    assist: Annotated[Assist, About("help from one's own program: none, the deadwood count, or full")] = (
        Assist.COUNT
    )
    clock_bank_s: Annotated[
        int, About("seconds of thinking time for the match; 0 is no clock", high=86_400)
    ] = 0
    clock_increment_s: Annotated[int, About("seconds added for each turn", high=3_600)] = 0
    abandon: Annotated[Abandon, About("a match that one side leaves stays unfinished, or is forfeited")] = (
        Abandon.UNFINISHED
    )

    def contradictions(self) -> Iterator[str]:
        """Yield a sentence for each pair of values that cannot be played together."""
        if self.clock_increment_s and not self.clock_bank_s:
            yield "clock_increment_s needs clock_bank_s: without a bank there is no clock"


PARAMETERS: Final[Mapping[str, Parameter]] = HouseRules.parameters()
"""Every parameter of the house rules by name, in the order of the wire."""
