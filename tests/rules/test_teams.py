"""Is a team match scored as one match, whatever its tables sign?"""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.parameters import BadRules
from gin_p2p.rules.presets import preset
from gin_p2p.rules.teams import TableScore, table_rules, team_columns, team_rules, team_totals, team_winner
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat

HOST, GUEST = Seat
TEAM_PRESETS = ("partnership", "tedesco_team2", "tedesco_team3", "tedesco_team4")


def two(team: Seat, points: int) -> Sequence[TableScore]:
    return (TableScore(team, points), TableScore(None, 0))


@pytest.mark.parametrize("name", TEAM_PRESETS)
def test_the_format_of_the_team_match_survives_the_tables(name: str) -> None:
    signed = table_rules(replace(preset(name), hands=9))
    assert (signed.format, signed.hands) == (MatchFormat.HANDS, 9)
    team = team_rules(signed)
    assert (team.format, team.target, team.team_size) == (
        preset(name).format,
        preset(name).target,
        preset(name).team_size,
    )
    assert table_rules(team) == signed == table_rules(signed)


@pytest.mark.parametrize("name", ["tournament", "multi_match_500"])
def test_teams_do_not_play_other_formats(name: str) -> None:
    with pytest.raises(BadRules, match="teams play format single or hollywood, not"):
        table_rules(preset(name))


def test_a_single_game_of_teams_is_won_by_whoever_reached_the_target() -> None:
    rules = changed_partnership(target=100, game_bonus=0, shutout="none")
    many = [two(GUEST, 1)] * 30 + [two(HOST, 100)]
    columns = team_columns(many, rules)
    host, guest = team_totals(columns)
    assert host < guest
    assert team_winner(columns, rules) is HOST
    assert team_winner(team_columns(many[:-1], rules), rules) is None


def test_a_hollywood_match_of_teams_ends_with_its_last_column() -> None:
    rules = preset("tedesco_team2")
    rounds = [two(HOST, 200), two(GUEST, 200), two(HOST, 200)]
    # column 1 is the host team's; the guest team opens column 2 with its first win, which closes it
    columns = team_columns(rounds, rules)
    assert [column.settlement and column.settlement.winner for column in columns] == [HOST, GUEST, HOST]
    assert team_winner(columns, rules) is HOST
    assert team_winner(team_columns(rounds[:2], rules), rules) is None


def test_columns_won_alike_leave_a_team_match_level() -> None:
    rules = replace(preset("tedesco_team2"), columns=2)
    columns = team_columns([two(HOST, 200), two(GUEST, 200)], rules)
    assert team_winner(columns, rules) is None
    host, guest = team_totals(columns)
    assert host == guest > 0


def changed_partnership(**values: object) -> HouseRules:
    return HouseRules.from_mapping({**preset("partnership").to_mapping(), **values})
