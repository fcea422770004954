"""Are the tables of a team match proven, matched with each other and added up?

Whole matches are slow to play, so most tables here are records as the audit reports them; some are real files.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from gin_p2p.cli.exits import Exit
from gin_p2p.cli.rules_options import RulesOptions, agreed
from gin_p2p.cli.tally_lines import tally_lines
from gin_p2p.protocol.messages import TeamTag
from gin_p2p.protocol.table import Offer
from gin_p2p.protocol.team import NotTogether, TeamMatch, TeamTable, gathered
from gin_p2p.rules.columns import Column
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.match import HandRecord, Match
from gin_p2p.rules.presets import PRESETS, preset
from gin_p2p.rules.results import Cause, Ending, Result
from gin_p2p.rules.scoring import HandScore
from gin_p2p.rules.teams import table_rules
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat
from tests.helpers.commands import Gin
from tests.helpers.records import MemoReferee, Pair, closed_file, file_of
from tests.helpers.vectors import rule_cases

HOST, GUEST = Seat
PLAYERS: Final = ("alice", "bob", "carol", "dan", "erin", "frank", "grace", "heidi")
MISDEAL: Final = HandRecord(HOST, Result(Ending.MISDEAL, speaker=HOST), HandScore(), None)
DEAD: Final = HandRecord(HOST, Result(Ending.DEAD_HAND, cause=Cause.STOCK), HandScore(), None)
RESIGNED: Final = HandRecord(HOST, Result(Ending.RESIGNED, GUEST, speaker=HOST), HandScore(), None)


def won(seat: Seat, points: int) -> HandRecord:
    result = Result(Ending.GIN, seat, seat, (0, points))
    return HandRecord(HOST, result, HandScore(seat, points, 1), None)


def rules_of(name: str, hands: int, **changes: object) -> HouseRules:
    rules = HouseRules.from_mapping({**preset(name).to_mapping(), "hands": hands, **changes})
    return table_rules(rules)


def table(number: int, rules: HouseRules, hands: Sequence[HandRecord], host_team: int = 0) -> TeamTable:
    """A table whose players are two of PLAYERS, the host first."""
    players = (2 * number - 2, 2 * number - 1)
    offer = Offer(
        (bytes([players[0]] * 32), bytes([players[1]] * 32)),
        (PLAYERS[players[0]], PLAYERS[players[1]]),
        rules,
        TableTerms(),
        TeamTag("Friday", number, host_team),
        0,
        bytes(32),
    )
    resigned = HOST if RESIGNED in hands else None
    return TeamTable(offer, Match(rules, HOST, (Column(),), hands=tuple(hands), resigned=resigned))


def lines_of(match: TeamMatch) -> list[str]:
    return list(tally_lines(match))


# The arithmetic


@pytest.mark.parametrize("case", rule_cases("team_round"), ids=lambda case: str(case["id"]))
def test_a_round_of_the_rule_texts_comes_out_of_records(case: dict[str, Any]) -> None:
    teams = {"X": HOST, "Y": GUEST, None: None}
    given, bonus = case["input"]["tables"], case["input"]["all_win_bonus"]
    rules = rules_of("partnership", 1, team_size=len(given), team_all_win_bonus=bonus)
    tables = []
    for number, played in enumerate(given, 1):
        # every second table is hosted by the other team, which must not matter
        side = number % 2
        team = teams[played["winner"]]
        hand = DEAD if team is None else won(Seat(team ^ side), played["points"])
        tables.append(table(number, rules, [hand], host_team=side))
    (score,) = gathered(tables).scores
    assert score.winner == teams[case["expected"]["team"]]
    assert score.points == case["expected"]["points"]


def test_a_partnership_is_one_game_told_round_by_round() -> None:
    rules = rules_of("partnership", 4)
    first = table(1, rules, [won(HOST, 60), won(HOST, 10), MISDEAL, won(HOST, 70), won(GUEST, 99)])
    second = table(2, rules, [won(GUEST, 30), won(HOST, 30), DEAD, won(HOST, 99)], host_team=1)
    match = gathered([second, first])
    assert match.winner is HOST
    assert match.totals == (90 + 70 + 100 + 2 * 20, 20 + 20)
    assert lines_of(match) == [
        "",
        "Team match Friday: 2 tables, to 125.",
        "Team 1: alice and dan.",
        "Team 2: bob and carol.",
        "",
        "Round 1: alice 60, dan 30; 90 for team 1.",
        "Round 2: alice 10, carol 30; 30 - 10 = 20 for team 2.",
        "Round 3: alice 70, table 2 dead; 70 for team 1.",
        "Round 4: bob 99, carol 99; 198 for team 2; the match was over.",
        "",
        "The game: team 1 160, team 2 20, closed, team 1 won it.",
        "  hand points: team 1 160, team 2 20.",
        "  game bonus: team 1 100, team 2 0.",
        "  boxes: team 1 40, team 2 20.",
        "  together: team 1 300, team 2 40.",
        "Team 1 wins the match: team 1 300, team 2 40.",
    ]


def test_three_tedesco_tables_fill_columns_with_the_bonus_of_all() -> None:
    rules = rules_of("tedesco_team3", 3)
    match = gathered([table(n, rules, [won(HOST, 90), won(HOST, 90), won(HOST, 20)]) for n in (1, 2, 3)])
    assert [score.points for score in match.scores] == [295, 295, 85]
    assert [column.game.points for column in match.columns] == [(590, 0), (380, 0), (85, 0)]
    assert "Round 1: alice 90, carol 90, erin 90; 270 + 25 (all members won) = 295 for" in lines_of(match)[5]
    assert lines_of(match)[-1] == "The match is not over: not every column has reached 300."


def test_four_tables_may_end_level() -> None:
    rules = rules_of("tedesco_team4", 2, columns=2)
    hands = [won(HOST, 100), won(GUEST, 100)]
    match = gathered([table(n, rules, hands) for n in (1, 2, 3, 4)])
    assert [score.points for score in match.scores] == [450, 450]
    assert (match.finished, match.winner) == (True, None)
    assert lines_of(match)[-1].startswith("The match ends level: team 1 ")


def test_a_level_round_scores_nothing() -> None:
    rules = rules_of("partnership", 1)
    match = gathered([table(1, rules, [won(HOST, 20)]), table(2, rules, [won(GUEST, 20)])])
    assert "Round 1: alice 20, dan 20; level, nobody scores." in lines_of(match)
    assert lines_of(match)[-1] == "The match is not over: nobody has reached 125."


def test_only_rounds_that_every_table_has_played_count() -> None:
    rules = rules_of("partnership", 3)
    slow = table(2, rules, [won(HOST, 1)])
    match = gathered([table(1, rules, [won(HOST, 60)] * 3), slow])
    assert len(match.rounds) == 1
    assert "Table 2 has played 1 of 3 rounds." in lines_of(match)
    assert gathered([table(1, rules, []), replace(slow, match=None)]).rounds == ()


def test_after_a_resignation_a_table_is_dead() -> None:
    rules = rules_of("partnership", 3)
    match = gathered([table(1, rules, [won(HOST, 9), RESIGNED]), table(2, rules, [won(GUEST, 10)] * 3)])
    assert [score.points for score in match.scores] == [1, 10, 10]
    assert "Table 1: alice resigned in round 2." in lines_of(match)


def test_players_of_one_name_are_told_apart() -> None:
    rules = rules_of("partnership", 1)
    first, second = table(1, rules, [won(HOST, 9)]), table(2, rules, [won(GUEST, 10)])
    second = replace(second, offer=replace(second.offer, names=("Alice", "\x1b[2Jdan")))
    said = lines_of(gathered([first, second]))
    assert said[2] == "Team 1: alice (table 1) and Alice (table 2)."
    assert said[3] == r"Team 2: bob and \x1b[2Jdan."


# What belongs together

RULES: Final = rules_of("partnership", 2)
ONE: Final = table(1, RULES, [])
TWO: Final = table(2, RULES, [])


def other(**changes: object) -> TeamTable:
    """The second table with another offer."""
    return replace(TWO, offer=replace(TWO.offer, **changes))  # type: ignore[arg-type]  # fields of any kind


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (other(team=TeamTag()), "it is no table of a team match"),
        (other(team=TeamTag("Saturday", 2, 0)), "it belongs to 'Saturday', another table to 'Friday'"),
        (other(team=TeamTag("Friday", 1, 0)), "there are two records of table 1"),
        (other(rules=replace(RULES, target=150)), "not those of table 1: target 150, not 125"),
        (other(rules=replace(RULES, hands=3)), "not those of table 1: hands 3, not 2"),
        (other(rules=preset("partnership")), "has format hands, not single"),
        (other(keys=(ONE.offer.keys[0], bytes([9] * 32))), "'carol' sits at table 1 too"),
        (other(keys=(bytes([9] * 32), ONE.offer.keys[0])), "'dan' sits at table 1 too"),
    ],
)
def test_a_table_of_something_else_is_refused(second: TeamTable, words: str) -> None:
    with pytest.raises(NotTogether, match=words) as refused:
        gathered([ONE, second])
    assert refused.value.place == 1


def test_a_missing_table_is_named() -> None:
    with pytest.raises(NotTogether, match="table 2 of 2 is missing") as refused:
        gathered([ONE])
    assert refused.value.place is None


# Files


def two_files(tmp_path: Path, second: bytes | None = None) -> tuple[str, str]:
    paths = tmp_path / "one.gin", tmp_path / "two.gin"
    for number, path in enumerate(paths, 1):
        path.write_bytes(record(number))
    if second is not None:
        paths[1].write_bytes(second)
    return str(paths[0]), str(paths[1])


def pair(number: int) -> Pair:
    options = RulesOptions(rules="partnership", team="Friday", table=number, side=number)
    rules, _, tag = agreed(options)
    names = PLAYERS[2 * number - 2], PLAYERS[2 * number - 1]
    return Pair(f"team table {number}", names, rules, tag)


@cache
def record(number: int) -> bytes:
    played = pair(number)
    played.play()
    return file_of(played.frames, played.summary())


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gin:
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    monkeypatch.setenv("GIN_HOME", str(tmp_path / "home"))
    return Gin(capsys, monkeypatch)


def test_two_records_are_audited_and_added_up(gin: Gin, tmp_path: Path) -> None:
    files = two_files(tmp_path)
    ran = gin("tally", *files)
    assert ran.code is Exit.DONE, ran.err
    assert f"{files[0]}: VERIFIED\n{files[1]}: VERIFIED\n\nTeam match Friday: 2 tables, to 125." in ran.out
    assert "Team 1: alice and dan." in ran.out
    *audits, played, sheet, done = gin("tally", "--json", *reversed(files)).rows
    assert [row["event"] for row in audits] == ["audit", "audit"]
    assert [each["table"] for each in played["tables"]] == [1, 2]
    sums = [sum(each["points"] for each in played["tables"] if each["team"] == team) for team in (1, 2)]
    assert played["points"] == abs(sums[0] - sums[1])
    assert [member["name"] for member in sheet["teams"][1]] == ["bob", "carol"]
    assert (sheet["name"], sheet["rounds"], sheet["finished"], sheet["winner"]) == ("Friday", 1, False, None)
    assert done["exit"] == 0


def test_an_unfinished_table_is_added_up_as_far_as_it_goes(gin: Gin, tmp_path: Path) -> None:
    started = pair(2)
    started.sit_down()
    ran = gin("tally", *two_files(tmp_path, file_of(started.frames)))
    assert ran.code is Exit.UNFINISHED
    assert "Table 2 has played 0 of 1 round." in ran.out


def test_what_is_not_verified_is_not_added_up(gin: Gin, tmp_path: Path) -> None:
    good = record(2)
    bad = bytearray(good)
    bad[len(good) // 2] ^= 1
    ran = gin("tally", *two_files(tmp_path, bytes(bad)))
    assert ran.code is Exit.PROVEN_WRONG
    assert "Nothing is added up" in ran.out
    assert "Round" not in ran.out


def test_what_cannot_be_judged_is_not_added_up(gin: Gin, tmp_path: Path) -> None:
    for second in (b"", bytes(99), record(2)[:-9]):
        ran = gin("tally", *two_files(tmp_path, second))
        assert ran.code is Exit.CANNOT_JUDGE
        assert "Nothing is added up" in ran.out
    assert gin("tally", str(tmp_path / "absent.gin")).code is Exit.CANNOT_JUDGE


def test_good_records_that_do_not_belong_together_are_a_matter_of_usage(gin: Gin, tmp_path: Path) -> None:
    files = two_files(tmp_path, closed_file())
    ran = gin("tally", *files)
    assert ran.code is Exit.USAGE
    assert f"not one team match. {files[1]}: it is no table of a team match." in ran.err
    assert "table 2 of 2 is missing" in gin("tally", files[0]).err
    assert gin("tally", files[0], "--json").rows[-1]["exit"] == 2


def test_a_journal_in_which_nothing_was_agreed_is_no_table(gin: Gin, tmp_path: Path) -> None:
    ran = gin("tally", *two_files(tmp_path, file_of([])))
    assert ran.code is Exit.USAGE
    assert "nothing was agreed in it" in ran.err


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.team_size > 1])
def test_the_tables_of_every_preset_for_teams_make_one_match(name: str) -> None:
    rules = rules_of(name, 5)
    match = gathered([table(n, rules, [won(HOST, 30)] * 5) for n in range(1, rules.team_size + 1)])
    assert match.rules.format is preset(name).format is not MatchFormat.HANDS
    assert len(match.columns) == (3 if match.rules.format is MatchFormat.HOLLYWOOD else 1)
