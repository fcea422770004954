"""Is the defence the best one, and does every layoff fit?"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_p2p.cards import DECK, Card, parse_card, parse_cards
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.layoffs import apply_layoffs, best_defence
from gin_p2p.rules.melds import best_spread, check_spread, deadwood_points, is_meld, least_deadwood
from gin_p2p.rules.moves import Illegal, IllegalMove, Layoff, Meld
from gin_p2p.rules.words import AceMode
from tests.helpers import naive
from tests.helpers.vectors import json_lines, rule_cases

RULES = HouseRules()


def melds_of(*texts: str) -> tuple[Meld, ...]:
    return tuple(tuple(sorted(parse_cards(text))) for text in texts)


def layoffs_of(text: str) -> tuple[Layoff, ...]:
    """Read `"8s>0 9s>0"`."""
    parts = [word.split(">") for word in text.split()]
    return tuple(Layoff(parse_card(card), int(onto)) for card, onto in parts)


def defended(hand: str, shown: tuple[Meld, ...], rules: HouseRules = RULES, may_lay_off: bool = True) -> int:
    """Defend as well as possible; check that the defence is legal; answer the points it leaves."""
    cards = parse_cards(hand)
    spread, layoffs = best_defence(cards, shown, rules, may_lay_off)
    check_spread(spread, cards, rules)
    laid_off = [layoff.card for layoff in layoffs]
    assert set(laid_off) <= set(spread.deadwood)
    grown = apply_layoffs(shown, layoffs, rules)
    assert all(is_meld(meld, rules.ace_mode) for meld in grown)
    assert sum(map(len, grown)) == sum(map(len, shown)) + len(laid_off)
    return deadwood_points([card for card in spread.deadwood if card not in laid_off], rules)


def test_a_chain_is_laid_off_card_by_card_at_both_ends() -> None:
    shown = melds_of("5h6h7h", "JcJdJs", "2c2d2s")
    grown = apply_layoffs(shown, layoffs_of("4h>0 3h>0 8h>0 9h>0"), RULES)
    assert grown == melds_of("3h4h5h6h7h8h9h", "JcJdJs", "2c2d2s")
    assert defended("4h3h8h9hTsTcAh7sQdKc", shown) == 48


def test_a_chain_out_of_order_is_refused() -> None:
    with pytest.raises(IllegalMove, match="3♥ does not fit 5♥ 6♥ 7♥") as refused:
        apply_layoffs(melds_of("5h6h7h"), layoffs_of("3h>0 4h>0"), RULES)
    assert refused.value.reason is Illegal.LAYOFF_MISFIT


@pytest.mark.parametrize("onto", [-1, 1, 99])
def test_a_layoff_on_a_meld_that_is_not_there_is_refused(onto: int) -> None:
    with pytest.raises(IllegalMove, match="has shown 1 meld") as refused:
        apply_layoffs(melds_of("5h6h7h"), (Layoff(parse_card("8h"), onto),), RULES)
    assert refused.value.reason is Illegal.NO_SUCH_MELD


def test_a_card_laid_off_twice_is_refused() -> None:
    with pytest.raises(IllegalMove, match="6♥ has been laid off already") as refused:
        apply_layoffs(melds_of("3h4h5h", "6c6d6s"), layoffs_of("6h>0 6h>1"), RULES)
    assert refused.value.reason is Illegal.CARD_TWICE


@pytest.mark.parametrize("layoff", ["8c>0", "7s>1", "Ah>2", "Kd>2", "8d>3", "5h>0"])
def test_a_card_that_does_not_fit_is_refused(layoff: str) -> None:
    shown = melds_of("5h6h7h", "8c8d8h8s", "2d3d4d", "TdJdQd")
    with pytest.raises(IllegalMove, match="does not fit"):
        apply_layoffs(shown, layoffs_of(layoff), RULES)


def test_past_the_ace_only_where_the_rules_go_round_the_corner() -> None:
    shown = melds_of("JsQsKs")
    assert apply_layoffs(shown, layoffs_of("As>0 2s>0"), HouseRules(ace_mode=AceMode.WRAP)) == melds_of(
        "As2sJsQsKs"
    )
    assert apply_layoffs(shown, layoffs_of("As>0"), HouseRules(ace_mode=AceMode.HIGH_LOW)) == melds_of(
        "AsJsQsKs"
    )
    for mode in (AceMode.LOW, AceMode.HIGH_LOW):
        with pytest.raises(IllegalMove):
            apply_layoffs(shown, layoffs_of("As>0 2s>0"), HouseRules(ace_mode=mode))


def test_a_card_goes_where_others_can_follow_it() -> None:
    assert defended("7h8h9c9s2d2sJdJsAc5c", melds_of("7c7d7s", "4h5h6h", "KcKdKs")) == 48


@pytest.mark.parametrize(
    ("shown", "left"),
    [(("3c4c5c", "3d4d5d", "3h4h5h"), 20), (("3c3d3h", "4c4d4h", "5c5d5h"), 28)],
)
def test_the_arrangement_shown_decides_what_can_be_laid_off(shown: tuple[str, ...], left: int) -> None:
    assert defended("2c6d6h7h8hQsQcKdKsJs", melds_of(*shown)) == left


def test_nothing_is_laid_off_where_that_is_not_allowed() -> None:
    gin = melds_of("5c6c7c", "TdThTs", "AcAdAhAs")
    assert defended("8c9cQd2d2h2sKdKhKs4h", gin, may_lay_off=False) == 31
    assert defended("8c9cQd2d2h2sKdKhKs4h", gin) == 14


def test_nothing_is_laid_off_that_could_as_well_be_melded() -> None:
    spread, layoffs = best_defence(parse_cards("8h9hTh"), melds_of("5h6h7h"), RULES, may_lay_off=True)
    assert (spread.melds, layoffs) == (melds_of("8h9hTh"), ())


def test_two_runs_that_one_hand_could_join_grow_only_to_the_ring() -> None:
    wrap = HouseRules(ace_mode=AceMode.WRAP)
    assert defended("4s5s6s7s8s9sTsJsQsKs", melds_of("As2s3s"), wrap) == 0


@pytest.mark.parametrize("case", rule_cases("layoff"), ids=lambda case: case["id"])
def test_worked_layoff_cases(case: dict[str, Any]) -> None:
    given_, expected = case["input"], case["expected"]
    rules = HouseRules.from_mapping({name: given_[name] for name in ("ace_mode", "ace_deadwood")})
    hand, shown = "".join(given_["defender_hand"]), melds_of(*map("".join, given_["knocker_melds"]))
    assert defended(hand, shown, rules, given_["layoff_allowed"]) == expected["min_deadwood_after_layoffs"]
    assert least_deadwood(parse_cards(hand), rules) == expected["deadwood_without_layoffs"]
    theirs = tuple(Layoff(parse_card(each["card"]), each["onto"]) for each in expected["one_optimal_layoffs"])
    if given_["layoff_allowed"]:
        apply_layoffs(shown, theirs, rules)


def returns(knocker: int, defender: int) -> list[int]:
    """Price a hand as the other engine does: gin 25, undercut 25, a tie nothing."""
    if knocker == 0:
        return [defender + 25, -defender - 25]
    won = defender - knocker - (25 if defender < knocker else 0)
    return [won, -won]


def test_the_best_defence_of_every_ending_is_the_exhaustive_one() -> None:
    greedy_is_wrong = 0
    for line in json_lines("settle.jsonl.gz"):
        shown = melds_of(*line["melds"])
        left = defended(line["d"], shown, may_lay_off=line["kdw"] > 0)
        assert left == line["best"] == line["best_chain"], line
        assert returns(line["kdw"], left) == line["returns"], line
        assert defended(line["d"], shown, may_lay_off=False) == line["meldonly"], line
        greedy_is_wrong += line.get("layfirst", left) != left
    assert greedy_is_wrong == 157


def test_the_line_of_play_of_every_ending_is_accepted() -> None:
    for line in json_lines("settle.jsonl.gz"):
        shown = list(melds_of(*line["melds"]))
        kept = set(parse_cards(line["k"])) - {card for meld in shown for card in meld}
        assert deadwood_points(kept, RULES) == line["kdw"]
        left = set(parse_cards(line["d"]))
        for step in line["line"]:
            action, cards = step.split("=")
            if action == "meld":
                assert is_meld(parse_cards(cards), RULES.ace_mode)
            else:
                card = parse_card(cards)
                onto = next(at for at, meld in enumerate(shown) if is_meld((*meld, card), RULES.ace_mode))
                shown = list(apply_layoffs(shown, (Layoff(card, onto),), RULES))
            left -= set(parse_cards(cards))
        assert deadwood_points(left, RULES) == line["best"]


@st.composite
def _endings(draw: st.DrawFn) -> tuple[frozenset[Card], tuple[Meld, ...], HouseRules]:
    """Draw a knocker and a defender from few ranks, so that there is much to lay off and to break."""
    rules = draw(
        st.builds(HouseRules, ace_mode=st.sampled_from(AceMode), ace_deadwood=st.sampled_from([1, 15]))
    )
    first = draw(st.integers(0, 12))
    near = [card for card in DECK if (card.rank - first) % 13 < 6]
    dealt = draw(st.permutations(near))
    n_knocker = draw(st.integers(6, 11))
    return frozenset(dealt[n_knocker : n_knocker + 8]), best_spread(dealt[:n_knocker], rules).melds, rules


@given(_endings())
@settings(deadline=None, max_examples=60)
def test_the_best_defence_equals_a_naive_one(
    ending: tuple[frozenset[Card], tuple[Meld, ...], HouseRules],
) -> None:
    hand, shown, rules = ending
    naively = naive.best_defence(
        frozenset(map(str, hand)),
        tuple(frozenset(map(str, meld)) for meld in shown),
        rules.ace_mode.value,
        rules.ace_deadwood,
    )
    assert defended("".join(map(str, sorted(hand))), shown, rules) == naively
