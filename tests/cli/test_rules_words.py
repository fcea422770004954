"""Do the words say the rules that are played?"""

from collections.abc import Iterator
from enum import StrEnum

import pytest

from gin_p2p.cli.rules_line import one_line, short_parts
from gin_p2p.cli.rules_words import in_full
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.parameters import Parameter
from gin_p2p.rules.presets import PRESETS
from gin_p2p.rules.settings import changed
from gin_p2p.rules.words import Abandon, Assist

TERMS = TableTerms()
DEFAULTS = HouseRules()

SETTING: dict[str, dict[str, object]] = {
    "mutual_return_void": {"may_discard_taken_card": True},
    "multi_pickup_hand": {"discard_draw": "multi", "discards_visible": "all", "knock_limit": 0},
    "discard_draw": {"discards_visible": "all", "knock_limit": 0},
    "misdeal_proof": {"misdeal_rule": True},
    "ace_upcard": {"knock_limit_source": "upcard"},
    "spade_double": {"knock_limit_source": "upcard"},
    "double_boxes": {"knock_limit_source": "upcard", "spade_double": True},
    "shutout_flat": {"shutout": "flat"},
    "hands": {"format": "hands"},
    "best_of": {"format": "best_of"},
    "multi_target": {"format": "multi_match"},
    "multi_round_bonus": {"format": "multi_match"},
    "multi_winner_bonus": {"format": "multi_match"},
    "multi_shutout_bonus": {"format": "multi_match"},
    "columns": {"format": "hollywood"},
    "team_all_win_bonus": {"team_size": 2},
}
"""What a parameter needs beside it to matter at all."""

FORCED = {"hand_size", "stock_reserve"}
"""Parameters that have one value."""


def full_text(rules: HouseRules, terms: TableTerms = TERMS) -> str:
    return "\n".join(sentence for chapter in in_full(rules, terms) for sentence in chapter.sentences)


def values_of(parameter: Parameter) -> Iterator[object]:
    if parameter.kind is bool:
        yield from (False, True)
    elif issubclass(parameter.kind, StrEnum):
        yield from map(str, parameter.kind)
    elif parameter.about.only:
        yield from parameter.about.only
    else:
        yield from (7, 9)
    if parameter.optional:
        yield "none"


def readings(name: str) -> list[HouseRules]:
    """All that a parameter may be set to, where it matters."""
    base = changed(DEFAULTS, SETTING.get(name, {}))
    return [changed(base, {name: value}) for value in values_of(HouseRules.parameter(name))]


@pytest.mark.parametrize("name", sorted(set(HouseRules.parameters()) - FORCED))
def test_every_value_of_every_parameter_reads_differently(name: str) -> None:
    rules = readings(name)
    assert len(rules) > 1
    assert len({full_text(each) for each in rules}) == len(rules)
    assert len({one_line(each, TERMS) for each in rules}) == len(rules)


def test_the_standard_rules_are_one_short_line() -> None:
    line = one_line(PRESETS["standard"], TERMS)
    assert line == "to 100, knock 10 or less, gin +25, undercut +25, big gin +31, no clock"
    assert one_line(PRESETS["standard"], TERMS, " | ").startswith("to 100 | knock 10 or less | ")


def test_presets_that_differ_read_differently() -> None:
    lines: dict[str, HouseRules] = {}
    for rules in PRESETS.values():
        assert lines.setdefault(one_line(rules, TERMS), rules) == rules


@pytest.mark.parametrize(
    ("preset", "phrases"),
    [
        ("straight", ("gin only",)),
        ("oklahoma_spades", ("knock by the upcard, 10 or less", "spades double")),
        (
            "tedesco_team3",
            ("Hollywood, 3 columns to 300", "runs round the corner", "ace deadwood 15", "team size 3"),
        ),
        ("tournament", ("best of 5 games to 250", "no big gin", "taken card may be thrown back", "no boxes")),
        ("multi_match_500", ("games to 100, match to 500",)),
        ("mahjong", ("gin only", "several discards may be taken", "open discards")),
    ],
)
def test_what_is_unusual_stands_in_the_line(preset: str, phrases: tuple[str, ...]) -> None:
    parts = short_parts(PRESETS[preset], TERMS)
    assert set(phrases) <= set(parts)


def test_no_undercut_is_promised_where_nobody_may_knock() -> None:
    assert "undercut" not in one_line(PRESETS["straight"], TERMS)
    assert "undercut" not in full_text(PRESETS["straight"])


@pytest.mark.parametrize("preset", PRESETS)
def test_the_long_form_is_whole_plain_sentences(preset: str) -> None:
    chapters = in_full(PRESETS[preset], TERMS)
    assert all(chapter.sentences for chapter in chapters)
    text = full_text(PRESETS[preset])
    assert text.isascii()
    assert all(line.endswith(".") and not line.endswith("..") for line in text.split("\n"))
    assert not {word for word in text.split() if "_" in word or word in ("None", "True", "False")}


@pytest.mark.parametrize(
    ("terms", "short", "long"),
    [
        (TableTerms(), "no clock", "There is no clock."),
        (
            TableTerms(clock_bank_s=300, clock_increment_s=10),
            "clock 5 min + 10 s",
            "5 min + 10 s for each turn",
        ),
        (TableTerms(clock_bank_s=90), "clock 1 min 30 s + 0 s", "1 min 30 s + 0 s"),
        (TableTerms(clock_bank_s=45), "clock 45 s + 0 s", "45 s + 0 s"),
        (TableTerms(assist=Assist.NONE), "assist none", "give no help"),
        (TableTerms(assist=Assist.FULL), "assist full", "name the best throw"),
        (TableTerms(abandon=Abandon.FORFEIT), "leaving loses", "loses it"),
    ],
)
def test_the_table_terms_are_said_too(terms: TableTerms, short: str, long: str) -> None:
    assert short in short_parts(PRESETS["standard"], terms)
    assert long in full_text(PRESETS["standard"], terms)


def test_the_worked_score_of_the_standard_rules() -> None:
    *_, example = in_full(PRESETS["standard"], TERMS)
    assert example.sentences == (
        "You knock with 1 against 22: 22 - 1 = 21 for you.",
        "You knock with 10 against 9: 10 - 9 + 25 = 26 for your friend.",
        "You go gin against 22: 22 + 25 = 47 for you.",
        "You go big gin against 22: 22 + 31 = 53 for you.",
        "Your friend wins a hand by that undercut, then you win 3 with gin: the game ends with 141 points to 26.",
        "Hand points: 141 for you, 26 for your friend.",
        "Game bonus: 100 for you, 0 for your friend.",
        "Boxes: 75 for you, 25 for your friend.",
        "Together: 316 for you, 51 for your friend.",
        "Had your friend won no hand and you 3, it would be 457 for you, 0 for your friend.",
    )


def test_the_worked_score_doubles_on_a_spade() -> None:
    assert "on a spade: 22 + 25 + 47 = 94 for you" in full_text(PRESETS["oklahoma_spades"])


def test_the_worked_score_says_when_the_margin_loses() -> None:
    rules = HouseRules(exact_margin_forfeit=50, gin_bonus=30, undercut_bonus=1, target=52)
    assert "You lead by exactly 50, so the game is your friend's." in full_text(rules)


def test_a_match_of_hands_has_no_game_to_work_out() -> None:
    *_, example = in_full(changed(DEFAULTS, {"format": "hands"}), TERMS)
    assert example.sentences[-1].startswith("You go big gin")
