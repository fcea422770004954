"""A defender is accused of a concealed misdeal only by what it held when it was dealt."""

from dataclasses import replace

import pytest

from gin_p2p.cards import parse_card, parse_cards
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.melds import best_spread
from gin_p2p.rules.moves import (
    Defend,
    Discard,
    DrawStock,
    Illegal,
    IllegalMove,
    Knock,
    Pass,
    TakePile,
)
from gin_p2p.rules.results import Ending
from gin_p2p.rules.round import Round
from gin_p2p.seat import Seat

RULES = HouseRules(misdeal_rule=True)
KNOCKER = parse_cards("9c9d9h 4d5d6d 2s3s4s Ah")
DEFENDER = parse_cards("5c5h5s 7c7h7s JcQcKc Ac")


def passed() -> Round:
    dealt = Round.deal(RULES, Seat.HOST, parse_card("Kh"))
    return dealt.apply(Seat.GUEST, Pass()).apply(Seat.HOST, Pass())


def test_a_defender_that_has_drawn_once_is_not_judged_by_what_the_knocker_took() -> None:
    # the guest draws, throws the 9c and now holds one point; the host takes the 9c and knocks at once
    drawn = passed().apply(Seat.GUEST, DrawStock()).apply(Seat.GUEST, Discard(parse_card("9c")))
    taken = drawn.apply(Seat.HOST, TakePile())
    knocked = taken.apply(Seat.HOST, Knock(parse_card("Ks"), best_spread(KNOCKER, RULES)))
    shown = knocked.apply(Seat.GUEST, Defend(best_spread(DEFENDER, RULES)))
    assert shown.result is not None
    assert shown.result.ending is Ending.UNDERCUT


def test_a_defender_that_never_drew_is_judged_by_its_dealt_hand() -> None:
    # the guest takes the upcard and knocks: the host shows the ten cards it was dealt
    taken = Round.deal(RULES, Seat.HOST, parse_card("9c")).apply(Seat.GUEST, TakePile())
    knocked = taken.apply(Seat.GUEST, Knock(parse_card("Kd"), best_spread(KNOCKER, RULES)))
    with pytest.raises(IllegalMove) as refused:
        knocked.apply(Seat.HOST, Defend(best_spread(DEFENDER, RULES)))
    assert refused.value.reason is Illegal.CONCEALED_MISDEAL
    without = replace(RULES, misdeal_rule=False)
    bare = Round.deal(without, Seat.HOST, parse_card("9c")).apply(Seat.GUEST, TakePile())
    bare = bare.apply(Seat.GUEST, Knock(parse_card("Kd"), best_spread(KNOCKER, without)))
    assert bare.apply(Seat.HOST, Defend(best_spread(DEFENDER, without))).result is not None
