"""Do games and matches add up as the worked cases say?"""

from typing import Any

import pytest

from gin_p2p.rules.columns import Column, entered
from gin_p2p.rules.game import Game, settle_game
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.match import Match, next_dealer
from gin_p2p.rules.scoring import HandScore
from gin_p2p.rules.teams import TableScore, team_round, won_all
from gin_p2p.seat import Seat
from tests.helpers.hands import over
from tests.helpers.vectors import rule_cases

SEATS = {"A": Seat.HOST, "B": Seat.GUEST, "X": Seat.HOST, "Y": Seat.GUEST, None: None}


def cases(category: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=case["id"]) for case in rule_cases(category)]
    )


def pair(by_name: dict[str, int]) -> tuple[int, int]:
    return by_name["A"], by_name["B"]


def played(match: Match, hands: list[Any]) -> Match:
    for winner, points in hands:
        match = match.scored(over(match.rules, match.dealer, SEATS[winner], points))
    return match


@cases("game_total")
def test_game_is_settled(case: dict[str, Any]) -> None:
    rules, expected = HouseRules.from_mapping(case["input"]["params"]), case["expected"]
    game = Game()
    for hand in case["input"]["hands"]:
        winner = SEATS[hand["winner"]]
        if winner is not None:
            assert game.reached(rules) is None
            game = game.add(winner, hand["points"], hand["boxes"])
    assert game.won == pair(expected["hands_won"])
    assert (game.reached(rules) is not None) == expected["over"]
    if not expected["over"]:
        assert game.running(rules) == pair(expected["scores"])
        return
    settlement = settle_game(game, rules)
    assert game.running(rules) == pair(expected["hand_points"])
    assert settlement.winner is SEATS[expected["winner"]]
    assert settlement.shutout == expected["shutout"]
    assert settlement.forfeited == expected["forfeited"]
    assert settlement.totals == pair(expected["totals"])
    margin = settlement.totals[settlement.winner] - settlement.totals[1 - settlement.winner]
    assert margin == expected["difference"]


def test_a_game_nobody_has_won_is_not_settled() -> None:
    with pytest.raises(ValueError, match="nobody has reached"):
        settle_game(Game((99, 99), (5, 5), (5, 5)), HouseRules())


def column_as_written(column: Column) -> dict[str, Any]:
    written: dict[str, Any] = {
        "open": column.is_open,
        "scores": dict(zip("AB", column.game.points, strict=True)),
        "entries": dict(zip("AB", column.game.won, strict=True)),
    }
    if column.settlement:
        totals = column.settlement.totals
        written |= {
            "winner": "AB"[column.settlement.winner],
            "shutout": column.settlement.shutout,
            "totals": dict(zip("AB", totals, strict=True)),
            "difference": abs(totals[0] - totals[1]),
        }
    return written


@cases("hollywood")
def test_hollywood_columns_fill(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    rules = HouseRules.from_mapping(given["params"] | {"format": "hollywood", "columns": given["columns"]})
    match = played(Match.start(rules, Seat.HOST), given["hands"])
    for number, columns in enumerate(expected["entered"], start=1):
        entries = [
            place
            for place, column in enumerate(match.columns, start=1)
            if any(entry.hand == number for entry in column.entries)
        ]
        assert entries == columns
    assert [column_as_written(column) for column in match.columns] == expected["columns"]
    assert match.finished == expected["over"]
    assert match.totals == pair(expected["totals"])


@cases("multi_match")
def test_multi_match_adds_its_games(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    names = {
        "game_target": "multi_target",
        "match_target": "target",
        "round_bonus": "multi_round_bonus",
        "winner_bonus": "multi_winner_bonus",
        "shutout_bonus": "multi_shutout_bonus",
        "exact_margin_forfeit": "exact_margin_forfeit",
    }
    rules = HouseRules.from_mapping(
        {names[name]: value for name, value in given["params"].items()} | {"format": "multi_match"}
    )
    columns: tuple[Column, ...] = ()
    for hands, entry in zip(given["matches"], expected["log"], strict=True):
        columns = (*columns, Column())
        for winner, points in hands:
            columns = entered(columns, 1, HandScore(SEATS[winner], points, 1), rules)
        settlement = columns[-1].settlement
        assert settlement is not None
        assert settlement.winner is SEATS[entry["match_winner"]]
        assert Match(rules, Seat.HOST, columns).totals == pair(entry["game"])
    match = Match(rules, Seat.HOST, columns)
    assert match.totals == pair(expected["game"])
    assert match.finished == expected["over"]
    assert match.winner is SEATS[expected["winner"]]


@cases("best_of")
def test_best_of_counts_games(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    rules = HouseRules.from_mapping({"format": "best_of", "best_of": given["best_of"]})
    match = played(Match.start(rules, Seat.HOST), [[winner, 100] for winner in given["game_winners"]])
    assert match.totals == match.games_won == pair(expected["score"])
    assert match.finished == expected["over"]
    assert match.winner is SEATS[expected["winner"]]


@cases("next_dealer")
def test_next_dealer_follows_the_rule(case: dict[str, Any]) -> None:
    given = case["input"]
    rules = HouseRules.from_mapping({name: given[name] for name in ("next_dealer", "dead_hand_dealer")})
    dealer, winner = SEATS[given["dealer"]], SEATS[given["winner"]]
    assert dealer is not None
    assert next_dealer(rules, dealer, winner) is SEATS[case["expected"]["next_dealer"]]
    match = Match.start(rules, dealer).scored(over(rules, dealer, winner, 10))
    assert match.dealer is SEATS[case["expected"]["next_dealer"]]


@cases("team_round")
def test_team_round_takes_the_difference(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    tables = [TableScore(SEATS[table["winner"]], table["points"]) for table in given["tables"]]
    score = team_round(tables, given["all_win_bonus"])
    team = SEATS[expected["team"]]
    assert (score.winner, score.points) == (team, expected["points"])
    assert score.boxes == (team is not None)
    assert sum(points for _, points in score.parts) == score.points
    assert any(won_all(tables, team) for team in Seat) == expected["all_members_won"]
