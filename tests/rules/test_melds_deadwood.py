"""Is the least deadwood the least?"""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_p2p.cards import DECK, Card, parse_cards
from gin_p2p.rules.fast import cards_of, evaluator, mask_of
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.melds import best_spread, check_spread, deadwood_points, discards, least_deadwood
from gin_p2p.rules.moves import Spread
from gin_p2p.rules.words import AceMode
from tests.helpers import naive
from tests.helpers.vectors import json_lines, rule_cases

RULES = HouseRules()
ACES = st.builds(HouseRules, ace_mode=st.sampled_from(AceMode), ace_deadwood=st.sampled_from([1, 15]))


def rules_of(case: dict[str, Any]) -> HouseRules:
    return HouseRules.from_mapping({name: case[name] for name in ("ace_mode", "ace_deadwood")})


def naively(cards: frozenset[Card], rules: HouseRules) -> int:
    return naive.least_deadwood(frozenset(map(str, cards)), rules.ace_mode.value, rules.ace_deadwood)


@pytest.mark.parametrize(
    ("hand", "deadwood"),
    [
        ("7d8d9d8c9cTc8hAs2h3d", 14),  # sets first: 41
        ("4s5s6s7s8s8c8d4c4dKh", 10),  # a long run gives up both ends
        ("3s3c3h9s9c9h9dTdJd5s", 5),  # four nines lend one to a run
        ("Ad2d3d9dTdJd6c6h6s8h", 8),  # two runs in one suit
        ("5d6d7d8d4h5h6h8c8h5s", 5),  # every heuristic misses it
        ("JcJdJs3h4h5h6h3s4s5s", 0),
        ("QsKsAs4c5c6c8d8h8s2h", 23),  # the ace is low
        ("JdQdKdAd2d5c5h5s7c7h", 17),
        ("KdKhQcQsJdJhTcTs9d9h", 98),  # the most there can be
    ],
)
def test_hands_that_quick_answers_get_wrong(hand: str, deadwood: int) -> None:
    assert least_deadwood(parse_cards(hand), RULES) == deadwood


def test_what_each_throw_leaves_is_a_minimum_of_its_own() -> None:
    left = discards(parse_cards("7c7d7h7s8s9sTsAhAcAd6h"), RULES)
    assert sorted((points, str(card)) for card, points in left.items()) == [
        (0, "6h"),
        *[(6, card) for card in ("7c", "7d", "7h", "7s", "Ts")],
        *[(8, card) for card in ("Ac", "Ad", "Ah")],
        *[(24, "9s"), (25, "8s")],
    ]


def test_a_knock_that_the_eleven_card_shortcut_refuses_is_found() -> None:
    left = discards(parse_cards("3c5c6c2d4d5d6d3h4h5h6h"), RULES)
    assert left[parse_cards("6c")[0]] == 10


@pytest.mark.parametrize("case", rule_cases("deadwood"), ids=lambda case: case["id"])
def test_worked_deadwood_cases(case: dict[str, Any]) -> None:
    rules, hand = rules_of(case["input"]), parse_cards("".join(case["input"]["hand"]))
    assert least_deadwood(hand, rules) == case["expected"]["deadwood"]
    spread = best_spread(hand, rules)
    check_spread(spread, hand, rules)
    assert deadwood_points(spread.deadwood, rules) == case["expected"]["deadwood"]


@pytest.mark.parametrize("case", rule_cases("eleven_card_options"), ids=lambda case: case["id"])
def test_worked_eleven_card_cases(case: dict[str, Any]) -> None:
    rules, hand = rules_of(case["input"]), parse_cards("".join(case["input"]["hand"]))
    left = {str(card): points for card, points in discards(hand, rules).items()}
    if not case["input"]["may_discard_taken_card"]:
        left.pop(case["input"]["taken_discard"], None)
    assert left == case["expected"]["best_deadwood_after_discard"]
    assert (least_deadwood(hand, rules) == 0) == case["expected"]["big_gin"]


@pytest.mark.parametrize("case", rule_cases("mahjong_out"), ids=lambda case: case["id"])
def test_worked_grown_hands(case: dict[str, Any]) -> None:
    hand = parse_cards("".join(case["input"]["hand_after_draw"]))
    gin = sorted(str(card) for card, points in discards(hand, RULES).items() if points == 0)
    assert gin == sorted(case["expected"]["gin_discards"])
    assert (least_deadwood(hand, RULES) == 0) == case["expected"]["out_without_discard"]


def test_five_engines_agree_on_ten_cards() -> None:
    for line in json_lines("deadwood10.jsonl.gz"):
        assert least_deadwood(parse_cards(line["h"]), RULES) == line["dw"], line


def test_five_engines_agree_on_eleven_cards_and_each_throw() -> None:
    for line in json_lines("deadwood11.jsonl.gz"):
        hand = parse_cards(line["h"])
        assert least_deadwood(hand, RULES) == line["dw"], line
        left = discards(hand, RULES)
        assert [left[card] for card in hand] == line["each"], line
        assert min(left.values()) == line["best"]


@pytest.mark.parametrize("name", ["deadwood10.jsonl.gz", "deadwood11.jsonl.gz"])
def test_the_layouts_of_other_engines_are_legal_and_worth_what_they_say(name: str) -> None:
    for line in json_lines(name)[::3]:
        hand = parse_cards(line["h"])
        melds = tuple(tuple(sorted(parse_cards(meld))) for meld in line["lay"].split("/") if meld)
        rest = sorted(set(hand) - {card for meld in melds for card in meld})
        check_spread(Spread(melds, tuple(rest)), hand, RULES)
        assert deadwood_points(rest, RULES) == line["dw"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["deadwood10.jsonl.gz", "deadwood11.jsonl.gz"])
def test_the_best_spread_of_every_vector_is_legal_and_the_least(name: str) -> None:
    for line in json_lines(name):
        hand = parse_cards(line["h"])
        spread = best_spread(hand, RULES)
        check_spread(spread, hand, RULES)
        assert deadwood_points(spread.deadwood, RULES) == line["dw"]


@given(st.frozensets(st.sampled_from(DECK), max_size=12), ACES)
@settings(deadline=None)
def test_least_deadwood_equals_a_naive_solver(cards: frozenset[Card], rules: HouseRules) -> None:
    assert least_deadwood(cards, rules) == naively(cards, rules)


@st.composite
def _crowded(draw: st.DrawFn) -> frozenset[Card]:
    """Draw up to twenty cards from five or six ranks in a row, round the corner too: sets and runs all cross."""
    first, width = draw(st.integers(0, 12)), draw(st.integers(4, 6))
    ranks = [(first + step) % 13 for step in range(width)]
    near = [card for card in DECK if card.rank in ranks]
    far = draw(st.frozensets(st.sampled_from(DECK), max_size=4))
    return draw(st.frozensets(st.sampled_from(near), min_size=8, max_size=20 - len(far))) | far


@given(_crowded(), ACES)
@settings(deadline=None)
def test_least_deadwood_equals_a_naive_solver_where_everything_crosses(
    cards: frozenset[Card], rules: HouseRules
) -> None:
    assert least_deadwood(cards, rules) == naively(cards, rules)


@given(_crowded(), ACES)
@settings(deadline=None)
def test_the_sweep_for_many_sets_equals_trying_them_all(cards: frozenset[Card], rules: HouseRules) -> None:
    mask = mask_of(cards)
    a, b, c, d = (mask >> shift & 0x1FFF for shift in (0, 13, 26, 39))
    threes = a & b & (c | d) | c & d & (a | b)
    if threes:
        judge = evaluator(rules)
        assert judge._sweep((a, b, c, d), threes) == judge._try_sets(a, b, c, d, threes)


@given(_crowded(), ACES)
@settings(deadline=None, max_examples=30)
def test_what_each_throw_leaves_equals_the_rest_of_the_hand(
    cards: frozenset[Card], rules: HouseRules
) -> None:
    left = discards(cards, rules)
    assert left == {card: least_deadwood(cards - {card}, rules) for card in cards}


@given(_crowded(), ACES)
@settings(deadline=None, max_examples=30)
def test_the_best_spread_is_legal_and_reaches_the_least(cards: frozenset[Card], rules: HouseRules) -> None:
    spread = best_spread(cards, rules)
    check_spread(spread, cards, rules)
    assert deadwood_points(spread.deadwood, rules) == least_deadwood(cards, rules)


@given(st.frozensets(st.sampled_from(DECK)))
def test_a_mask_is_the_cards_it_was_made_of(cards: frozenset[Card]) -> None:
    assert cards_of(mask_of(cards)) == tuple(sorted(cards))


@pytest.mark.parametrize("mode", AceMode)
def test_the_whole_pack_is_melded_and_does_not_take_for_ever(mode: AceMode) -> None:
    start = time.process_time()
    assert least_deadwood(DECK, HouseRules(ace_mode=mode)) == 0
    lacking = [card for card in DECK if card not in parse_cards("6c6d8h8sTcTdQh")]
    least_deadwood(lacking, HouseRules(ace_mode=mode))
    assert time.process_time() - start < 5
