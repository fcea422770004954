"""Are the house rules what the sources say, and is everything else refused?"""

from dataclasses import FrozenInstanceError, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.rules.house import PARAMETERS, HouseRules, TableTerms
from gin_p2p.rules.parameters import BadRules, Parameter
from gin_p2p.rules.presets import PRESETS, preset
from gin_p2p.rules.settings import changed, from_toml, parse_setting, to_toml
from gin_p2p.rules.words import Abandon, AceMode, Assist, UpcardMode
from tests.helpers.vectors import preset_values

DEFAULTS = HouseRules()


def test_the_defaults_are_those_of_the_rule_texts() -> None:
    expected = preset_values()["defaults"]
    assert {
        name: "none" if value is None else value for name, value in expected.items()
    } == DEFAULTS.to_mapping()
    assert HouseRules.from_mapping(expected) == DEFAULTS == HouseRules.from_mapping({})


def test_every_preset_is_that_of_the_rule_texts() -> None:
    vectors = preset_values()
    assert list(PRESETS) == list(vectors["presets"]) == list(vectors["resolved"])
    for name, differences in vectors["presets"].items():
        assert preset(name) == HouseRules.from_mapping(differences)
        assert preset(name) == HouseRules.from_mapping(vectors["resolved"][name])


def test_an_unknown_preset_is_refused_and_the_nearest_named() -> None:
    with pytest.raises(BadRules, match="did you mean tedesco"):
        preset("tedesko")
    with pytest.raises(BadRules, match=r"no rules named 'xyzzy'$"):
        preset("xyzzy")


def test_every_field_is_a_parameter_with_a_meaning_in_wire_order() -> None:
    assert list(PARAMETERS) == [field.name for field in fields(HouseRules)]
    assert list(TableTerms.parameters()) == [field.name for field in fields(TableTerms)]
    assert all(parameter.meaning and parameter.allowed for parameter in PARAMETERS.values())


def test_rules_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        DEFAULTS.target = 150  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("ace_mode", "low, high_low or wrap"),
        ("ace_deadwood", "1 or 15"),
        ("hand_size", "10"),
        ("misdeal_rule", "yes or no"),
        ("knock_limit", "0 to 10"),
        ("big_gin_bonus", "none or 0 to 9999"),
        ("exact_margin_forfeit", "none or 50"),
        ("best_of", "an odd number from 1 to 99"),
    ],
)
def test_the_allowed_values_are_said_in_words(name: str, allowed: str) -> None:
    assert PARAMETERS[name].allowed == allowed


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ace_mode", "round"),
        ("ace_mode", "LOW"),
        ("ace_mode", 0),
        ("ace_mode", None),
        ("ace_deadwood", 2),
        ("ace_deadwood", True),
        ("ace_deadwood", 1.0),
        ("ace_deadwood", "1"),
        ("hand_size", 11),
        ("misdeal_rule", 1),
        ("misdeal_rule", "yes"),
        ("misdeal_rule", None),
        ("knock_limit", -1),
        ("knock_limit", 11),
        ("knock_limit", "none"),
        ("gin_bonus", 10_000),
        ("gin_bonus", None),
        ("big_gin_bonus", False),
        ("target", 0),
        ("max_discard_takes", 0),
        ("exact_margin_forfeit", 49),
        ("best_of", 4),
        ("best_of", 101),
        ("hands", 1000),
        ("columns", 0),
        ("team_size", 10),
        ("gin_extra_boxes", 1),
    ],
)
def test_a_value_out_of_range_or_of_another_type_is_refused(name: str, value: object) -> None:
    with pytest.raises(BadRules, match=rf"{name} is .*, not "):
        HouseRules.from_mapping({name: value})


def test_a_wrong_type_is_refused_by_the_constructor_too() -> None:
    with pytest.raises(BadRules, match="ace_mode is low, high_low or wrap, not 'wrap'"):
        HouseRules(ace_mode="wrap")  # type: ignore[arg-type]
    with pytest.raises(BadRules, match="target is 1 to 9999, not 0"):
        replace(DEFAULTS, target=0)


def test_a_long_value_is_not_repeated_in_full() -> None:
    with pytest.raises(BadRules) as refused:
        HouseRules.from_mapping({"ace_mode": "x" * 10_000})
    assert len(str(refused.value)) < 100


def test_an_unknown_name_is_refused_and_the_nearest_named() -> None:
    with pytest.raises(BadRules, match="no rule 'gin_bonuss'; did you mean gin_bonus"):
        HouseRules.from_mapping({"gin_bonuss": 25})
    with pytest.raises(BadRules, match=r"no rule 'xyzzy'$"):
        HouseRules.from_mapping({"xyzzy": 25})
    with pytest.raises(BadRules, match="no table term 'asist'; did you mean assist"):
        TableTerms.from_mapping({"asist": "full"})


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"knock_limit_source": "upcard", "upcard_mode": "none"}, "needs upcard_mode offer"),
        ({"knock_limit_source": "upcard", "upcard_mode": "eleven"}, "needs upcard_mode offer"),
        ({"discard_draw": "multi", "discards_visible": "all"}, "needs knock_limit 0"),
        ({"discard_draw": "multi", "knock_limit": 0}, "needs discards_visible all"),
        (
            {
                "discard_draw": "multi",
                "knock_limit": 0,
                "discards_visible": "all",
                "may_discard_taken_card": True,
            },
            "needs may_discard_taken_card no",
        ),
    ],
)
def test_rules_that_contradict_each_other_are_refused(rules: dict[str, object], words: str) -> None:
    with pytest.raises(BadRules, match=words):
        HouseRules.from_mapping(rules)


def test_a_clock_needs_a_bank() -> None:
    assert TableTerms(clock_bank_s=300, clock_increment_s=10).to_values() == ("count", 300, 10, "unfinished")
    with pytest.raises(BadRules, match="needs clock_bank_s"):
        TableTerms(clock_increment_s=10)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_presets_travel_and_are_written_and_come_back(rules: HouseRules) -> None:
    assert HouseRules.from_values(rules.to_values()) == rules
    assert from_toml(to_toml(rules)) == rules


def test_values_travel_as_plain_words_numbers_and_truths() -> None:
    values = HouseRules(big_gin_bonus=None).to_values()
    assert {type(value) for value in values} == {bool, int, str}
    assert values[:3] == ("low", 1, 10)
    assert values[list(PARAMETERS).index("big_gin_bonus")] == "none"
    assert TableTerms.from_values(["full", 0, 0, "forfeit"]) == TableTerms(
        assist=Assist.FULL, abandon=Abandon.FORFEIT
    )


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([], "there are 4 table terms, not 0"),
        (["count", 0, 0], "there are 4 table terms, not 3"),
        (["count", 0, 0, "unfinished", 0], "there are 4 table terms, not 5"),
        (["count", 0, 0, None], "a word, a number, true or false"),
        (["count", 0, 0, b"unfinished"], "a word, a number, true or false"),
        ([Assist.COUNT, 0, 0, "unfinished"], "a word, a number, true or false"),
        (["count", False, 0, "unfinished"], "clock_bank_s is 0 to 86400, not False"),
        (["some", 0, 0, "unfinished"], "assist is none, count or full, not 'some'"),
    ],
)
def test_values_from_a_stranger_are_taken_exactly_or_refused(values: list[object], words: str) -> None:
    with pytest.raises(BadRules, match=words):
        TableTerms.from_values(values)


_ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=9), st.binary(max_size=9)
)


@given(st.integers(0, len(PARAMETERS) - 1), _ANYTHING)
def test_one_changed_value_is_read_back_as_it_was_or_refused(at: int, value: object) -> None:
    values = list[object](DEFAULTS.to_values())
    values[at] = value
    try:
        rules = HouseRules.from_values(values)
    except BadRules:
        return
    assert list(rules.to_values()) == values
    assert [type(plain) for plain in rules.to_values()] == [type(plain) for plain in values]


@pytest.mark.parametrize(
    ("text", "setting"),
    [
        ("gin_bonus=20", ("gin_bonus", 20)),
        (" gin_bonus = 0020 ", ("gin_bonus", 20)),
        ("spade_double=yes", ("spade_double", True)),
        ("spade_double=False", ("spade_double", False)),
        ("big_gin_bonus=none", ("big_gin_bonus", None)),
        ("big_gin_bonus=50", ("big_gin_bonus", 50)),
        ("ace_mode=Wrap", ("ace_mode", AceMode.WRAP)),
        ("upcard_mode=none", ("upcard_mode", UpcardMode.NONE)),
    ],
)
def test_a_typed_setting_is_read(text: str, setting: tuple[str, object]) -> None:
    assert parse_setting(text) == setting


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gin_bonus", "written name=value, not 'gin_bonus'"),
        ("gin_bonsu=20", "did you mean gin_bonus?"),
        ("gin_bonus=-1", "gin_bonus is 0 to 9999, not '-1'"),
        ("gin_bonus=2_0", "not '2_0'"),
        ("gin_bonus=٢٠", "not '٢٠'"),
        ("gin_bonus=none", "not 'none'"),
        ("gin_bonus=", "not ''"),
        (f"gin_bonus={'9' * 9000}", r"not '9+\.\.\."),
        ("spade_double=2", "spade_double is yes or no, not '2'"),
        ("ace_mode=yes", "not 'yes'"),
    ],
)
def test_a_mistyped_setting_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadRules, match=words):
        parse_setting(text)


def test_a_file_may_start_from_a_preset() -> None:
    text = 'preset = "tedesco"\ntarget = 150\nbig_gin_bonus = "none"\n'
    assert from_toml(text) == replace(preset("tedesco"), target=150, big_gin_bonus=None)
    assert from_toml("target = 150") == changed(DEFAULTS, {"target": 150}) == replace(DEFAULTS, target=150)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("target = ", "the rules are not TOML"),
        ("target = " + "[" * 9_000, "the rules are not TOML"),
        ("target = " + "9" * 9_000, "the rules are not TOML"),
        ("preset = 5", "preset is the name of rules, not 5"),
        ('preset = "tedeskco"', "did you mean tedesco"),
        ("targt = 150", "did you mean target"),
        ("target = 150.0", "target is 1 to 9999, not 150.0"),
        ("spade_double = 1", "spade_double is yes or no, not 1"),
        ("[target]\nx = 1", "target is 1 to 9999, not {'x': 1}"),
    ],
)
def test_a_bad_file_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadRules, match=words):
        from_toml(text)


def test_a_written_file_says_what_each_value_means() -> None:
    lines = to_toml(DEFAULTS).splitlines()
    assert len(lines) == len(PARAMETERS)
    assert lines[0].startswith('ace_mode = "low" ')
    assert lines[0].endswith(
        "# where an ace may sit in a run; wrap is around the corner: low, high_low or wrap"
    )
    assert "misdeal_rule = false " in to_toml(DEFAULTS)


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=PARAMETERS)
def test_every_number_has_an_upper_bound(parameter: Parameter) -> None:
    if parameter.kind is int:
        with pytest.raises(BadRules):
            parameter.check(10_000)
