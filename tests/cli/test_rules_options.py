"""Is what a command line asks to play understood, and refused with what would be allowed?"""

from dataclasses import replace
from pathlib import Path

import pytest

from gin_p2p.cli.exits import UsageError
from gin_p2p.cli.rules_options import MAX_RULES_BYTES, RulesOptions, agreed, house_rules, named_rules
from gin_p2p.protocol.messages import TeamTag
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.presets import PRESETS, preset
from gin_p2p.rules.settings import to_toml
from gin_p2p.rules.words import Abandon, Assist, MatchFormat


def rules_of(options: RulesOptions) -> HouseRules:
    return agreed(options)[0]


def test_nothing_said_is_the_standard_rules_and_terms() -> None:
    assert agreed(RulesOptions()) == (preset("standard"), TableTerms(), TeamTag())


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_known_by_its_name(name: str) -> None:
    assert rules_of(RulesOptions(rules=name)) == preset(name)


def test_settings_change_the_preset_and_the_later_one_counts() -> None:
    options = RulesOptions(rules="oklahoma", settings=("gin_bonus=20", "spade_double=yes", "gin_bonus=30"))
    assert rules_of(options) == replace(preset("oklahoma"), gin_bonus=30, spade_double=True)


def test_settings_are_judged_together_and_not_one_by_one() -> None:
    options = RulesOptions(settings=("discard_draw=multi", "knock_limit=0", "discards_visible=all"))
    assert rules_of(options).knock_limit == 0


def test_to_is_the_target() -> None:
    assert rules_of(RulesOptions(to=250, settings=("target=9",))).target == 250


def test_a_file_of_rules_is_read_whatever_preset_it_starts_from(tmp_path: Path) -> None:
    path = tmp_path / "family.toml"
    path.write_text('preset = "hollywood"\nbox_bonus = 10\n')
    assert house_rules(str(path), ["columns=2"]) == replace(preset("hollywood"), box_bonus=10, columns=2)
    path.write_text(to_toml(preset("palace")))
    assert named_rules(str(path)) == preset("palace")


@pytest.mark.parametrize(
    ("text", "bank", "increment"),
    [
        ("5m+10s", 300, 10),
        ("5m", 300, 0),
        ("90s+5s", 90, 5),
        ("1m30s", 90, 0),
        (" 5M+10S ", 300, 10),
        ("none", 0, 0),
    ],
)
def test_a_clock_is_a_bank_and_an_increment(text: str, bank: int, increment: int) -> None:
    terms = agreed(RulesOptions(clock=text))[1]
    assert terms == TableTerms(clock_bank_s=bank, clock_increment_s=increment)


def test_terms_are_read() -> None:
    terms = agreed(RulesOptions(assist="none", abandon="forfeit"))[1]
    assert terms == TableTerms(assist=Assist.NONE, abandon=Abandon.FORFEIT)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (RulesOptions(rules="tedeskco"), r"did you mean tedesco\? `gin rules` lists them"),
        (RulesOptions(rules="xyzzy"), r"There are no rules named 'xyzzy'\. `gin rules`"),
        (RulesOptions(rules="absent.toml"), "absent.toml does not exist"),
        (RulesOptions(rules="./absent"), "absent does not exist"),
        (RulesOptions(settings=("gin_bonsu=20",)), r"--set: .*did you mean gin_bonus"),
        (RulesOptions(settings=("gin_bonus=-1",)), r"--set: gin_bonus is 0 to 9999, not '-1'"),
        (RulesOptions(settings=("gin_bonus",)), "--set: a setting is written name=value"),
        (RulesOptions(settings=("discard_draw=multi",)), "--set: discard_draw multi needs knock_limit 0"),
        (RulesOptions(settings=("assist=none",)), "option of its own, --assist"),
        (RulesOptions(settings=("clock_bank_s=5",)), "option of its own, --clock"),
        (RulesOptions(to=0), "--to: target is 1 to 9999, not 0"),
        (RulesOptions(assist="some"), "--assist: assist is none, count or full, not 'some'"),
        (RulesOptions(abandon="never"), "--abandon: abandon is unfinished or forfeit, not 'never'"),
        (RulesOptions(clock="5"), r"--clock: a clock is written 5m\+10s"),
        (RulesOptions(clock=""), r"--clock: a clock is written 5m\+10s"),
        (RulesOptions(clock="+10s"), r"--clock: a clock is written 5m\+10s"),
        (RulesOptions(clock="\u0665m"), r"--clock: a clock is written 5m\+10s"),
        (RulesOptions(clock="1441m"), "--clock: clock_bank_s is 0 to 86400, not 86460"),
        (RulesOptions(clock="0m+5s"), "--clock: clock_increment_s needs clock_bank_s"),
    ],
)
def test_what_is_not_allowed_is_refused_with_what_is(options: RulesOptions, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        agreed(options)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"target = 0", "family.toml: target is 1 to 9999, not 0"),
        (b"\xff", "is not a text file"),
        (b"#" * (MAX_RULES_BYTES + 1), "is too long"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "family.toml"
    path.write_bytes(data)
    with pytest.raises(UsageError, match=words):
        named_rules(str(path))


# Teams

TEAM = RulesOptions(rules="partnership", team="Friday", table=2, side=1)


def test_a_table_of_a_team_match_plays_hands_under_a_tag() -> None:
    rules, _, tag = agreed(replace(TEAM, settings=("hands=6",), to=150))
    assert (rules.format, rules.hands, rules.columns, rules.target) == (MatchFormat.HANDS, 6, 1, 150)
    assert tag == TeamTag("Friday", 2, 0)


def test_a_tedesco_team_keeps_its_columns() -> None:
    options = replace(TEAM, rules="tedesco_team3", table=3, side=2, settings=("hands=6",))
    rules, _, tag = agreed(options)
    assert (rules.format, rules.columns, rules.team_all_win_bonus) == (MatchFormat.HANDS, 3, 25)
    assert tag == TeamTag("Friday", 3, 1)


def test_saying_hands_does_not_change_the_score_of_the_team() -> None:
    said = agreed(replace(TEAM, settings=("format=hands", "hands=6")))
    assert said == agreed(replace(TEAM, settings=("hands=6",)))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (replace(TEAM, team=None), "name it with --team"),
        (RulesOptions(side=1), "name it with --team"),
        (replace(TEAM, rules=None), "--team needs rules for teams"),
        (replace(TEAM, table=None), "which of the tables this is, 1 to 2"),
        (replace(TEAM, table=3), "which of the tables this is, 1 to 2"),
        (replace(TEAM, table=0), "which of the tables this is, 1 to 2"),
        (replace(TEAM, side=None), "host plays, 1 or 2"),
        (replace(TEAM, side=0), "host plays, 1 or 2"),
        (replace(TEAM, team=" "), "--team: A name needs at least one letter"),
        (replace(TEAM, team="a\x1b[2J"), "--team: That name would reach"),
        (replace(TEAM, settings=("format=best_of",)), "--team: teams play format single or hollywood"),
    ],
)
def test_half_a_team_is_refused(options: RulesOptions, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        agreed(options)
