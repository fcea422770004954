"""Do turns follow one another as the worked cases say?"""

from dataclasses import replace
from typing import Any

import pytest

from gin_p2p.cards import Card, parse_card, parse_cards
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.moves import (
    BigGin,
    Defend,
    Discard,
    DrawStock,
    Illegal,
    IllegalMove,
    Knock,
    Layoff,
    Move,
    Pass,
    TakePile,
)
from gin_p2p.rules.results import Cause, Ending
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.words import WallRule
from gin_p2p.seat import Seat
from tests.helpers.hands import card, dealt, drawn, later, played, spread
from tests.helpers.vectors import rule_cases

CASES = {case["id"]: case for case in rule_cases("turn_flow")}
TEN = parse_cards("4h5h6h9c9d9s2c2dAs3s")  # 4 8 left over: 2c 2d As 3s
HANDS = {
    # eleven cards by the least deadwood after the best throw
    4: parse_cards("4h5h6h9c9d9sAsAcAd4dKs"),
    6: parse_cards("4h5h6h9c9d9sAsAcAd6dKs"),
    0: parse_cards("4h5h6h9c9d9sAsAcAdAhKs"),
}
WORDS = {
    Pass: "pass",
    DrawStock: "draw_stock",
    TakePile: "take_discard",
    Discard: "discard",
    BigGin: "big_gin",
}


def word(move: Move) -> str:
    if isinstance(move, Knock):
        return "knock" if move.spread.deadwood else "gin"
    return WORDS[type(move)]


def rules_of(given: dict[str, Any]) -> HouseRules:
    names = ("wall_rule", "may_discard_taken_card", "upcard_mode", "knock_limit")
    return HouseRules.from_mapping({name: given[name] for name in names if name in given})


def started(given: dict[str, Any], rules: HouseRules) -> Round:
    """The hand of a case; HOST is its non-dealer."""
    if rules.upcard_mode == "none":
        return dealt(rules, None)
    start = dealt(rules)
    if given.get("passes"):
        return played(start, *[Pass()] * given["passes"])
    before = {
        "non_dealer took upcard and discarded": (TakePile(), Discard(card("7h"))),
        "non_dealer passed; dealer took upcard and discarded": (Pass(), TakePile(), Discard(card("7h"))),
        "both passed; non_dealer drew stock and discarded": (
            Pass(),
            Pass(),
            DrawStock(),
            Discard(card("7h")),
        ),
    }
    if "previous" in given:
        return played(start, *before[given["previous"]])
    if given["phase"] == "upcard":
        return start
    seat = Seat.HOST if given["to_move"] == "non_dealer" else Seat.GUEST
    phase = Phase.DRAW if given["phase"] == "draw" else Phase.DISCARD
    held = (10, 10) if phase is Phase.DRAW else (11, 10) if seat is Seat.HOST else (10, 11)
    return replace(later(start), turn=seat, phase=phase, n_held=held, n_stock=given["stock"])


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, case in CASES.items()
        if case["input"]["phase"] in {"upcard", "draw", "discard"} and "legal" in case["expected"]
    ],
)
def test_legal_moves_are_these(name: str) -> None:
    given, expected = CASES[name]["input"], CASES[name]["expected"]
    hand = HANDS.get(given.get("deadwood_after_best_discard"), TEN)
    start = started(given, rules_of(given))
    assert start.n_stock == given["stock"]
    assert start.turn is (Seat.GUEST if given["to_move"] == "dealer" else Seat.HOST)
    assert sorted({word(move) for move in legal_moves(start, hand)}) == sorted(expected["legal"])
    for seat in Seat:
        for move in (Pass(), DrawStock(), TakePile()):
            if seat is not start.turn or word(move) not in expected["legal"]:
                with pytest.raises(IllegalMove):
                    start.apply(seat, move)


@pytest.mark.parametrize(("name", "take"), [("FL007", TakePile()), ("FL008", DrawStock())])
def test_only_a_card_from_the_pile_stays_this_turn(name: str, take: Move) -> None:
    given, expected = CASES[name]["input"], CASES[name]["expected"]
    rules, seven = rules_of(given), parse_card("7d")
    hand = {*TEN, seven}
    assert len(hand) == given["hand_size"] if "hand_size" in given else True
    start = played(replace(dealt(rules, seven), phase=Phase.DRAW), take)
    throws = {move.card for move in legal_moves(start, hand) if isinstance(move, Discard)}
    assert {str(kept) for kept in hand - throws} == set(expected["forbidden_discards"])


LAST = parse_card("9h")


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if case["input"]["phase"] == "after_discard"]
)
def test_what_follows_a_discard(name: str) -> None:
    given, expected = CASES[name]["input"], CASES[name]["expected"]
    rules = rules_of(given)
    seat = Seat.HOST if given["discarded_by"] == "non_dealer" else Seat.GUEST
    before = replace(later(drawn(rules)), turn=seat, n_stock=given["stock"], n_held=(11, 11))
    if "discard pile" in given.get("drew", ""):
        before = replace(before, taken=(Card(0),))
    after = before.apply(seat, Discard(LAST))
    if expected.get("result") == "dead":
        assert after.result is not None
        assert (after.result.ending, after.result.cause) == (Ending.DEAD_HAND, Cause.STOCK)
    out = given.get("top_lets_opponent_go_out", True)
    hand = parse_cards("4h5h6h9c9d9s2c2dAsKs") if out else parse_cards("4h5h7h9c9d8s2c2dAsKs")
    words = {"take_discard_and_go_out": "take_discard", "declare_dead": "pass"}
    legal = sorted(words.get(one, one) for one in expected["legal"])
    assert sorted({word(move) for move in legal_moves(after, hand)}) == legal
    if after.phase is Phase.WALL:
        passed = after.apply(after.turn, Pass())
        assert passed.result is not None
        assert passed.result.ending is Ending.DEAD_HAND
    if rules.wall_rule is WallRule.LAST_DISCARD and out:
        taken = after.apply(after.turn, TakePile())
        assert {word(move) for move in legal_moves(taken, {*hand, LAST})} == {"knock"}


@pytest.mark.parametrize("name", ["FL021", "FL022", "FL023"])
def test_showdown(name: str) -> None:
    given, expected = CASES[name]["input"], CASES[name]["expected"]
    knocks: dict[str, Knock | BigGin] = {
        "knock": Knock(card("Qs"), spread("4h5h6h 9c9d9s AsAcAd / 2h")),
        "gin": Knock(card("Qs"), spread("4h5h6h 9c9d9s AsAcAdAh /")),
        "big_gin": BigGin(spread("3h4h5h6h 9c9d9s AsAcAdAh /").melds),
    }
    knock = knocks[given["kind"]]
    before = later(drawn())
    after = before.apply(Seat.HOST, knock)
    assert after.phase is Phase.LAYOFF
    assert len(after.pile) - len(before.pile) == (0 if expected.get("discard") is False else 1)
    layoff = Defend(spread("JcJdJs / 7h2c3c4cTdTh8s"), (Layoff(card("7h"), 0),))
    if expected.get("layoff_allowed") is False:
        with pytest.raises(IllegalMove) as refused:
            after.apply(Seat.GUEST, layoff)
        assert refused.value.reason is Illegal.LAYOFF_ON_GIN
    else:
        finished = after.apply(Seat.GUEST, layoff)
        with pytest.raises(IllegalMove):
            finished.apply(Seat.HOST, layoff)
    if actor := given.get("actor"):
        assert actor == "knocker"
        assert not expected["knocker_may_lay_off"]
        with pytest.raises(IllegalMove) as refused:
            after.apply(Seat.HOST, layoff)
        assert refused.value.reason is Illegal.NOT_YOUR_TURN


def test_every_case_is_looked_at() -> None:
    phases = {case["input"]["phase"] for case in CASES.values()}
    assert phases == {"upcard", "draw", "discard", "after_discard", "showdown"}
    assert len(CASES) == 23
