"""Do hands go as the worked cases say?"""

from dataclasses import replace
from typing import Any

import pytest

from gin_p2p.cards import Card, card_of, parse_card
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.legal import claimed_misdeal, legal_moves
from gin_p2p.rules.limits import doubles, limit_card_of, limit_of
from gin_p2p.rules.melds import least_deadwood
from gin_p2p.rules.moves import BigGin, Defend, Discard, IllegalMove, Knock, Layoff, Spread, TakePile
from gin_p2p.rules.results import Ending, Result
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.scoring import price
from gin_p2p.rules.showdown import settle, verdict
from gin_p2p.rules.words import KnockLimitSource
from gin_p2p.seat import Seat
from tests.helpers.hands import drawn, later
from tests.helpers.vectors import rule_cases

ENDINGS = {ending.value.replace("-", "_"): ending for ending in Ending} | {"dead": Ending.DEAD_HAND}


def cases(category: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=case["id"]) for case in rule_cases(category)]
    )


def cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts)


def ascending(texts: list[str]) -> tuple[Card, ...]:
    return tuple(sorted(cards(texts)))


def rules_of(given: dict[str, Any], *names: str) -> HouseRules:
    return HouseRules.from_mapping({name: given[name] for name in names})


SCORING = ("gin_bonus", "big_gin_bonus", "undercut_bonus", "undercut_tie", "gin_off_bonus", "layoff_on_gin")


def name_of(winner: Seat | None) -> str | None:
    return None if winner is None else "knocker" if winner is Seat.HOST else "defender"


def fact(given: dict[str, Any], rules: HouseRules) -> Result:
    """What two shown hands of this deadwood come to, through the engine: single cards cannot add up to 110."""
    left = (given["knocker_deadwood"], given["defender_deadwood_after_layoffs"])
    if given["kind"] == "dead":
        return Result(Ending.DEAD_HAND)
    knock = (
        BigGin(()) if given["kind"] == "big_gin" else Knock(Card(0), Spread((), (Card(1),) * bool(left[0])))
    )
    ending, winner = verdict(Seat.HOST, knock, *left, rules)
    return Result(ending, winner, Seat.HOST, left)


@cases("hand_score")
def test_hand_is_priced(case: dict[str, Any]) -> None:
    params, expected = case["input"]["params"], case["expected"]
    rules = rules_of(params, *SCORING)
    result = fact(case["input"], rules)
    score = price(result, rules, doubled=params["multiplier"] == 2)
    assert result.ending is ENDINGS[expected["result"]]
    assert (name_of(score.winner), score.points) == (expected["winner"], expected["points"])
    assert sum(points for _, points in score.parts) == score.points


@cases("showdown")
def test_shown_hands_settle(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    rules = HouseRules.from_mapping(
        {name: given[name] for name in ("ace_mode", "ace_deadwood")}
        | {name: given["params"][name] for name in SCORING}
    )
    melds = tuple(ascending(meld) for meld in given["knocker_melds"])
    knock = Knock(Card(0), Spread(melds, ascending(given["knocker_deadwood_cards"])))
    own = tuple(ascending(meld) for meld in expected["one_optimal_own_melds"])
    rest = set(cards(given["defender_hand"])).difference(*own)
    layoffs = tuple(Layoff(parse_card(one["card"]), one["onto"]) for one in expected["one_optimal_layoffs"])
    defence = Defend(Spread(own, tuple(sorted(rest))), layoffs)
    big = given["kind"] == "big_gin"
    result = settle(Seat.HOST, BigGin(melds) if big else knock, defence, rules)
    assert result.ending is ENDINGS[expected["result"]]
    assert result.deadwood == (expected["knocker_deadwood"], expected["defender_deadwood"])
    score = price(result, rules, doubled=given["params"]["multiplier"] == 2)
    assert (name_of(score.winner), score.points) == (expected["winner"], expected["points"])


@cases("knock_limit")
def test_limit_comes_from_the_card(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    rules = HouseRules.from_mapping(
        {
            "knock_limit_source": given["source"],
            "ace_upcard": given["ace_upcard"],
            "knock_limit": given["fixed"],
            "spade_double": True,
            "upcard_mode": "offer",
        }
    )
    card = parse_card(given["card"])
    knock_card = card if rules.knock_limit_source is KnockLimitSource.KNOCK_DECK else None
    limit_card = limit_card_of(rules, card, knock_card)
    assert limit_of(rules, limit_card) == expected["knock_limit"]
    assert 1 + doubles(rules, limit_card) == expected["hand_multiplier_if_spade_double"]


@cases("misdeal")
def test_misdeal_is_claimed_when_it_is_one(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    rules = rules_of(given, "knock_limit", "misdeal_rule", "ace_mode", "ace_deadwood")
    hand = cards(given["dealt_hand"])
    upcard = next(card_of(card.rank, card.suit) for card in map(Card, range(52)) if card not in hand)
    claim = claimed_misdeal(Round.deal(rules, Seat.HOST, upcard), hand)
    assert least_deadwood(hand, rules) == expected["dealt_deadwood"]
    assert (claim is not None) == expected["misdeal"]
    if claim:
        assert Round.deal(rules, Seat.HOST, upcard).apply(Seat.HOST, claim).result == Result(
            Ending.MISDEAL, speaker=Seat.HOST
        )


MAHJONG = {"knock_limit": 0, "discard_draw": "multi", "discards_visible": "all"}


@cases("mahjong_pickup")
def test_several_discards_are_taken(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    rules = HouseRules.from_mapping(MAHJONG | {"multi_pickup_hand": given["multi_pickup_hand"]})
    hand, pile, count = cards(given["hand"]), cards(given["discard_pile_bottom_to_top"]), given["take"]
    start = replace(later(drawn(rules, pile[0])), phase=Phase.DRAW, pile=pile, n_held=(10, 10))
    takes = [move for move in legal_moves(start, hand) if isinstance(move, TakePile) and move.count == count]
    assert bool(takes) == expected["legal"]
    throws: set[Card] = set()
    for take in takes:
        after = start.apply(start.turn, take)
        held = {*hand, *pile[-count:]}
        assert after.taken == cards(expected["taken"])
        assert len(held) == after.n_held[after.turn] == expected["hand_size_during_turn"]
        for move in legal_moves(after, held):
            if isinstance(move, Discard):
                throws.add(move.card)
                thrown = after.apply(after.turn, move)
                assert thrown.n_held[after.turn] == expected["hand_size_after_discard"]
    assert throws == set(cards(expected.get("legal_discards", [])))


def test_taking_more_than_the_pile_holds_is_refused() -> None:
    start = replace(later(drawn(HouseRules.from_mapping(MAHJONG))), phase=Phase.DRAW)
    with pytest.raises(IllegalMove, match="The pile holds 1"):
        start.apply(start.turn, TakePile(2, ()))


@cases("mahjong_out")
@pytest.mark.parametrize("big_gin", ["none", 31])
def test_grown_hand_goes_out(case: dict[str, Any], big_gin: object) -> None:
    rules = HouseRules.from_mapping(MAHJONG | {"big_gin_bonus": big_gin})
    hand, expected = cards(case["input"]["hand_after_draw"]), case["expected"]
    upcard = next(card for card in map(Card, range(52)) if card not in hand)
    start = replace(later(drawn(rules, upcard)), n_held=(len(hand), 10))
    moves = list(legal_moves(start, hand))
    gins = {move.discard for move in moves if isinstance(move, Knock)}
    assert gins == set(cards(expected["gin_discards"]))
    assert any(isinstance(move, BigGin) for move in moves) == expected["out_without_discard"]
    for move in moves:
        start.apply(start.turn, move)
