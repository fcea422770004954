"""Is it a meld, and is the spread one of this hand?"""

from itertools import combinations

import pytest

from gin_p2p.cards import DECK, parse_cards
from gin_p2p.rules.fast import mask_of
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.melds import (
    best_spread,
    check_spread,
    deadwood_points,
    every_meld,
    is_meld,
    is_run,
    is_set,
    melds_among,
    spreads,
)
from gin_p2p.rules.moves import Illegal, IllegalMove, Spread
from gin_p2p.rules.words import AceMode
from tests.helpers import naive

RULES = HouseRules()
LOW, HIGH_LOW, WRAP = AceMode.LOW, AceMode.HIGH_LOW, AceMode.WRAP


@pytest.mark.parametrize("text", ["8h8d8s", "8c8d8h8s", "AcAdAs"])
def test_three_or_four_of_one_rank_are_a_set(text: str) -> None:
    assert is_set(parse_cards(text))
    assert is_meld(parse_cards(text), LOW)


@pytest.mark.parametrize("text", ["", "8h", "8h8d", "8h8d8h", "8h8d8s9s", "8h8h8d8s8c"])
def test_other_cards_are_no_set(text: str) -> None:
    assert not is_set(parse_cards(text))
    assert not is_meld(parse_cards(text), LOW)


@pytest.mark.parametrize(
    ("text", "modes"),
    [
        ("3h4h5h", {LOW, HIGH_LOW, WRAP}),
        ("5h3h4h", {LOW, HIGH_LOW, WRAP}),
        ("As2s3s", {LOW, HIGH_LOW, WRAP}),
        ("QsKsAs", {HIGH_LOW, WRAP}),
        ("KsAs2s", {WRAP}),
        ("QcKcAc2c3c", {WRAP}),
        ("Ac2c3c4c5c6c7c8c9cTcJcQcKc", {LOW, HIGH_LOW, WRAP}),
        ("Ac3c4c5c6c7c8c9cTcJcQcKc", {HIGH_LOW, WRAP}),
        ("Ac2c4c5c6c7c8c9cTcJcQcKc", {WRAP}),
        ("2c3cKc", set()),
        ("3h4h", set()),
        ("3h4h4h", set()),
        ("3h4h5d", set()),
        ("3h4h6h", set()),
        ("AsQsJs", set()),
        ("", set()),
    ],
)
def test_a_run_is_in_a_row_and_the_ace_sits_where_the_rules_say(text: str, modes: set[AceMode]) -> None:
    assert {mode for mode in AceMode if is_run(parse_cards(text), mode)} == modes


@pytest.mark.parametrize("mode", AceMode)
def test_the_table_of_melds_holds_what_the_naive_one_holds(mode: AceMode) -> None:
    table = every_meld(mode)
    assert {frozenset(map(str, meld)) for meld in table.values()} == naive.every_meld(mode.value)
    assert all(mask_of(meld) == mask for mask, meld in table.items())
    assert all(is_meld(meld, mode) and meld == tuple(sorted(meld)) for meld in table.values())


@pytest.mark.parametrize("mode", AceMode)
def test_the_table_of_melds_misses_no_meld_of_three_cards(mode: AceMode) -> None:
    three = {cards for cards in combinations(DECK, 3) if is_meld(cards, mode)}
    assert three == {meld for meld in every_meld(mode).values() if len(meld) == 3}


def test_an_unmelded_ace_counts_what_the_rules_say() -> None:
    cards = parse_cards("AcKd5h")
    assert deadwood_points(cards, RULES) == 16
    assert deadwood_points(cards, HouseRules(ace_deadwood=15)) == 30


def test_melds_among_are_sets_first_and_larger_first() -> None:
    assert melds_among(parse_cards("7c7d7s8d9dTd7h"), RULES)[0] == parse_cards("7c7d7h7s")
    assert melds_among(parse_cards("7c7d7s8d9d"), RULES) == (parse_cards("7c7d7s"), parse_cards("7d8d9d"))


@pytest.mark.parametrize("mode", AceMode)
def test_spreads_are_every_disjoint_family_once_and_the_best_come_first(mode: AceMode) -> None:
    rules = HouseRules(ace_mode=mode)
    hand = parse_cards("Ac2c3cKcQcAdAhKdKhAs4c")
    found = list(spreads(hand, rules))
    families = [frozenset(frozenset(map(str, meld)) for meld in spread.melds) for spread in found]
    assert len(families) == len(set(families))
    assert set(families) == naive.families(frozenset(map(str, hand)), mode.value)
    counts = [deadwood_points(spread.deadwood, rules) for spread in found]
    assert counts == sorted(counts)
    for spread in found:
        check_spread(spread, hand, rules)


def test_spreads_stop_at_the_limit() -> None:
    hand = parse_cards("3c4c5c3d4d5d3h4h5h9s")
    found = list(spreads(hand, RULES, limit=9))
    assert [deadwood_points(spread.deadwood, RULES) for spread in found] == [9, 9]
    assert list(spreads(hand, RULES, limit=8)) == []


def test_among_equal_spreads_sets_come_before_runs() -> None:
    assert best_spread(parse_cards("3c4c5c3d4d5d3h4h5h9s"), RULES) == Spread(
        (parse_cards("3c3d3h"), parse_cards("4c4d4h"), parse_cards("5c5d5h")), parse_cards("9s")
    )


def test_no_cards_are_spread_as_nothing() -> None:
    assert list(spreads((), RULES)) == [Spread((), ())]


HAND = parse_cards("7c7d7s8d9d2h")
SET, RUN = parse_cards("7c7d7s"), parse_cards("7d8d9d")


def test_a_spread_need_not_be_the_best_one() -> None:
    check_spread(Spread((RUN,), parse_cards("7c2h7s")), HAND, RULES)
    check_spread(Spread((SET,), parse_cards("8d9d2h")), HAND, RULES)
    check_spread(Spread((), tuple(sorted(HAND))), HAND, RULES)


def test_melds_may_be_named_in_any_order() -> None:
    hand = parse_cards("JcJdJs3h4h5h6h3s4s5s")
    melds = (parse_cards("3s4s5s"), parse_cards("JcJdJs"), parse_cards("3h4h5h6h"))
    check_spread(Spread(melds, ()), hand, RULES)
    check_spread(Spread(melds[::-1], ()), hand, RULES)


@pytest.mark.parametrize(
    ("melds", "deadwood", "reason", "words"),
    [
        (["8d7d9d"], "7c2h7s", Illegal.MELD_ORDER, "ascending"),
        (["7d8d9d"], "7s7c2h", Illegal.MELD_ORDER, "ascending"),
        (["7d7d8d9d"], "7c2h7s", Illegal.MELD_ORDER, "ascending"),
        (["7d8d"], "7c9d2h7s", Illegal.NOT_A_MELD, "7♦ 8♦ is neither a set nor a run."),
        ([""], "7c7d8d9d2h7s", Illegal.NOT_A_MELD, "neither"),
        (["7d8d9d", "7c7d7s"], "2h", Illegal.CARD_TWICE, "7♦ can serve in one place only."),
        (["7d8d9d"], "7c9d2h7s", Illegal.CARD_TWICE, "9♦ can serve in one place only."),
        (["7d8d9d"], "7c2h", Illegal.NOT_THE_HAND, "7♠ is in the hand too."),
        (["7d8d9dTd"], "7c2h7s", Illegal.NOT_THE_HAND, "T♦ is not in the hand."),
    ],
)
def test_a_spread_that_is_not_one_is_refused(
    melds: list[str], deadwood: str, reason: Illegal, words: str
) -> None:
    spread = Spread(tuple(parse_cards(meld) for meld in melds), parse_cards(deadwood))
    with pytest.raises(IllegalMove, match=words) as refused:
        check_spread(spread, HAND, RULES)
    assert refused.value.reason is reason


def test_the_rules_decide_whether_a_run_goes_round_the_corner() -> None:
    spread = Spread((parse_cards("AsQsKs"),), ())
    check_spread(spread, parse_cards("QsKsAs"), HouseRules(ace_mode=WRAP))
    with pytest.raises(IllegalMove, match="neither"):
        check_spread(spread, parse_cards("QsKsAs"), RULES)


def test_every_illegal_act_has_a_sentence_of_its_own() -> None:
    sentences = [reason.sentence for reason in Illegal]
    assert len(set(sentences)) == len(sentences)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert str(IllegalMove(Illegal.NOT_A_MELD)) == Illegal.NOT_A_MELD.sentence
