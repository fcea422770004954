"""Is a match of every preset played over the wire, audited, and told again?"""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gin_p2p.bots.interface import bot_named
from gin_p2p.cli.exits import Exit
from gin_p2p.protocol.messages import TeamTag
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.presets import PRESETS
from gin_p2p.rules.teams import table_rules
from gin_p2p.seat import Seat
from tests.helpers.commands import Gin
from tests.helpers.processes import run_gin
from tests.helpers.records import NO_TEAM, MemoReferee, Pair, file_of
from tests.helpers.stories import few_hands

PLAYERS: Final = (("alice", "bob"), ("carol", "dan"), ("erin", "frank"), ("grace", "heidi"))
ALONE: Final = [name for name, rules in PRESETS.items() if rules.team_size == 1]
TEAMS: Final = [name for name, rules in PRESETS.items() if rules.team_size > 1]
OVER_TCP: Final = {
    "mahjong": ("--to", "20"),
    "oklahoma_knock_deck": ("--to", "20"),
    "tedesco": ("--to", "20", "--set", "columns=1"),
}


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gin:
    """The program, which remembers between its commands which proofs held."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    monkeypatch.setenv("GIN_HOME", str(tmp_path / "home"))
    return Gin(capsys, monkeypatch)


class Bots(Pair):
    """Two programs at one table, with all the cryptography."""

    def __init__(self, label: str, rules: HouseRules, names: tuple[str, str], team: TeamTag) -> None:
        super().__init__(label, names, rules, team)
        self._bots = [bot_named("simple", Random(f"{label} {seat}")) for seat in Seat]

    def move(self) -> None:
        seat = self.table.speaker
        assert seat is not None
        session = self.sessions[seat]
        self._deliver(seat, session.submit(self._bots[seat].move(session.view)))


def played(path: Path, rules: HouseRules, names: tuple[str, str], team: TeamTag = NO_TEAM) -> str:
    """Let two programs play a match; answer where its record is."""
    bots = Bots(str(names), rules, names, team)
    bots.play()
    host, guest = bots.sessions
    assert guest.finished
    assert host.head == guest.head
    path.write_bytes(file_of(bots.frames, bots.summary()))
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALONE)
def test_a_match_of_every_preset_is_played_audited_and_told_again(
    gin: Gin, tmp_path: Path, name: str
) -> None:
    path = played(tmp_path / "match.gin", few_hands(name), ("alice", name))
    audit = gin("audit", path, "--explain")
    assert audit.code is Exit.DONE, audit.out
    assert "\nVERIFIED\n" in audit.out
    told = gin("replay", path)
    assert told.code is Exit.DONE
    assert re.search(r" wins? the match: alice \d+, ", told.out)
    assert told.out.endswith("\nVERIFIED\n")
    assert gin("replay", path, "--json").rows[-1]["exit"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", TEAMS)
def test_the_tables_of_every_preset_for_teams_are_played_and_added_up(
    gin: Gin, tmp_path: Path, name: str
) -> None:
    rules = replace(table_rules(PRESETS[name]), hands=1)
    paths = []
    for number, names in enumerate(PLAYERS[: rules.team_size], start=1):
        tag = TeamTag("Friday", number, (number - 1) % 2)
        paths.append(played(tmp_path / f"{number}.gin", rules, names, tag))
    ran = gin("tally", *paths)
    assert ran.code is Exit.DONE, ran.err
    assert all(f"{path}: VERIFIED" in ran.out for path in paths)
    assert f"Team match Friday: {rules.team_size} tables, " in ran.out
    assert "\nRound 1: " in ran.out


@pytest.mark.slow
@pytest.mark.parametrize("name", OVER_TCP)
def test_two_processes_play_a_variant_over_a_real_connection(tmp_path: Path, name: str) -> None:
    ran = run_gin(tmp_path, "demo", "--rules", name, *OVER_TCP[name])
    assert ran.returncode == 0, ran.stderr
    assert " wins the match: " in ran.stdout
    assert "\nVERIFIED\n" in ran.stdout
