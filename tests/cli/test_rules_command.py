"""Does `gin rules` say what is played, and write a file that says the same?"""

from pathlib import Path

import pytest

from gin_p2p.cli.exits import Exit
from gin_p2p.rules.presets import PRESETS, preset
from gin_p2p.rules.settings import from_toml
from tests.helpers.commands import Gin


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Gin:
    return Gin(capsys, monkeypatch)


def test_the_table_has_every_preset_and_fits_a_terminal(gin: Gin) -> None:
    ran = gin("rules")
    lines = ran.out.splitlines()
    assert ran.code is Exit.DONE
    assert [line.split()[0] for line in lines if line[:1].islower()][: len(PRESETS)] == list(PRESETS)
    assert max(map(len, lines[:-1])) < 80


def test_the_table_tells_presets_apart(gin: Gin) -> None:
    rows = gin("rules").out.split("\n\n")[0].splitlines()[1:]
    told: dict[str, str] = {}
    for row in rows:
        name = next(reversed(told)) if row.startswith(" ") else row.split()[0]
        told[name] = told.get(name, "") + row.removeprefix(name)
    assert len(set(told.values())) == len(PRESETS)


def test_the_table_for_programs_is_one_object_for_each_preset(gin: Gin) -> None:
    *rows, done = gin("rules", "--json").rows
    assert {row["name"]: row["rules"] for row in rows} == {
        name: rules.to_mapping() for name, rules in PRESETS.items()
    }
    assert (done["event"], done["ok"]) == ("done", True)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_said_in_words_with_a_worked_score(gin: Gin, name: str) -> None:
    ran = gin("rules", name)
    assert ran.out.startswith(f"Rules: {name}\n\nThe match\n")
    assert "\nFor instance\n" in ran.out
    assert "At the table" not in ran.out
    assert max(map(len, ran.out.splitlines())) < 80


def test_a_preset_in_words_for_programs(gin: Gin) -> None:
    row, _ = gin("rules", "--json", "tedesco").rows
    assert row["rules"] == preset("tedesco").to_mapping()
    assert row["chapters"][0]["title"] == "The match"
    assert all(chapter["sentences"] for chapter in row["chapters"])


@pytest.mark.parametrize("name", PRESETS)
def test_a_file_to_start_from_is_the_preset(gin: Gin, tmp_path: Path, name: str) -> None:
    text = gin("rules", "--toml", name).out
    assert from_toml(text) == preset(name)
    path = tmp_path / "ours.toml"
    path.write_text(text)
    assert gin("rules", str(path)).out.split("\n", 1)[1] == gin("rules", name).out.split("\n", 1)[1]


def test_a_file_for_programs_is_in_an_object(gin: Gin) -> None:
    row, _ = gin("rules", "--toml", "--json").rows
    assert from_toml(row["toml"]) == preset("standard")


def test_a_table_of_a_team_match_says_how_the_teams_score(gin: Gin, tmp_path: Path) -> None:
    path = tmp_path / "teams.toml"
    path.write_text('preset = "tedesco_team3"\nformat = "hands"\nhands = 9\n')
    said = " ".join(gin("rules", str(path)).out.split())
    assert "9 hands; then" in said
    assert "Hollywood: 3 games at once, in columns, each to 300 points." in said
    assert "A team whose members all win has 25 points more." in said
    assert "The winner of a game has a bonus of 100." in said


@pytest.mark.parametrize(
    ("name", "words"), [("tedeskco", "did you mean tedesco?"), ("none.toml", "does not exist")]
)
def test_unknown_rules_are_a_matter_of_usage(gin: Gin, name: str, words: str) -> None:
    ran = gin("rules", name)
    assert ran.code is Exit.USAGE
    assert words in ran.err
