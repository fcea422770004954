"""Is every format's score told with its arithmetic, and to whom it belongs?"""

from dataclasses import replace

import pytest

from gin_p2p.cards import parse_cards
from gin_p2p.cli.score_sheet import hand_result, history, standings
from gin_p2p.cli.teller import Teller, short_meld
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.match import Match
from gin_p2p.rules.results import Cause, Ending, Result
from gin_p2p.rules.words import BoxTiming, MatchFormat
from gin_p2p.seat import Seat
from tests.helpers.hands import over

YOU = Teller.of(("alice", "bob"), Seat.HOST)
ONLOOKER = Teller.of(("alice", "bob"), None)


def played(rules: HouseRules, *wins: tuple[Seat | None, int]) -> Match:
    match = Match.start(rules, Seat.HOST)
    for winner, points in wins:
        match = match.scored(over(rules, match.dealer, winner, points))
    return match


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (
            HouseRules(),
            ("Score: you 30, bob 20. Missing to 100: you 70, bob 80.", "Hands won: you 1, bob 1."),
        ),
        (
            HouseRules(box_timing=BoxTiming.IMMEDIATE),
            (
                "Score: you 55, bob 45, boxes included. Missing to 100: you 45, bob 55.",
                "Hands won: you 1, bob 1.",
            ),
        ),
        (HouseRules(format=MatchFormat.HANDS, hands=4), ("Score after 3 hands of 4: you 30, bob 20.",)),
        (
            HouseRules(format=MatchFormat.BEST_OF),
            ("Game 1: you 30, bob 20, to 100.", "Games won, of 5: you 0, bob 0."),
        ),
        (
            HouseRules(format=MatchFormat.MULTI_MATCH),
            ("Game 1: you 30, bob 20, to 100.", "Match score, to 500: you 0, bob 0."),
        ),
        (
            HouseRules(format=MatchFormat.HOLLYWOOD, columns=2),
            (
                "Column 1: you 30, bob 20, to 100.",
                "Column 2: you 0, bob 0, to 100.",
                "All closed columns together: you 0, bob 0.",
            ),
        ),
    ],
    ids=lambda value: value.format if isinstance(value, HouseRules) else "",
)
def test_each_format_says_how_the_match_stands(rules: HouseRules, lines: tuple[str, ...]) -> None:
    match = played(rules, (Seat.HOST, 30), (None, 0), (Seat.GUEST, 20))
    assert standings(match, YOU) == lines


def test_a_finished_game_is_told_line_by_line() -> None:
    match = played(HouseRules(), (Seat.GUEST, 20), (Seat.HOST, 100))
    assert standings(match, YOU) == (
        "The game is over, you 100, bob 20.",
        "  hand points: you 100, bob 20.",
        "  game bonus: you 100, bob 0.",
        "  boxes: you 25, bob 25.",
        "  together: you 225, bob 45.",
        "You win the match: you 225, bob 45.",
    )
    assert standings(match, ONLOOKER)[-1] == "alice wins the match: alice 225, bob 45."


def test_a_match_of_hands_can_end_level() -> None:
    rules = HouseRules(format=MatchFormat.HANDS, hands=2)
    match = played(rules, (Seat.GUEST, 20), (Seat.HOST, 20))
    assert standings(match, YOU)[-1] == "The match ends level: you 20, bob 20."


def test_the_hands_so_far_are_listed_with_their_dealers() -> None:
    match = played(HouseRules(), (Seat.GUEST, 20), (None, 0))
    assert history(match, YOU) == (
        "Hand 1, you dealt: bob won by a knock, 20 points.",
        "Hand 2, bob dealt: dead, nobody scores: nobody went out.",
    )


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (
            Result(Ending.DEAD_HAND, cause=Cause.TAKE_LIMIT),
            "dead, nobody scores: too many cards were taken from the pile",
        ),
        (
            Result(Ending.DEAD_HAND, cause=Cause.MUTUAL_RETURN),
            "dead, nobody scores: both threw back what they had taken",
        ),
        (
            Result(Ending.WASHED_GIN),
            "washed out, nobody scores: gin, but every card of the other hand was laid off",
        ),
        (Result(Ending.MISDEAL), "a misdeal, nobody scores"),
        (Result(Ending.RESIGNED, speaker=Seat.GUEST), "bob resigned"),
    ],
)
def test_an_ending_without_points_says_why(result: Result, line: str) -> None:

    rules = HouseRules()
    match = Match.start(rules, Seat.HOST).scored(replace(over(rules, Seat.HOST, None), result=result))
    assert hand_result(match, YOU) == (f"Hand 1: {line}.",)


def test_an_undercut_names_whose_deadwood_it_is() -> None:

    rules = HouseRules()
    result = Result(Ending.UNDERCUT, Seat.GUEST, Seat.HOST, (10, 4))
    match = Match.start(rules, Seat.HOST).scored(replace(over(rules, Seat.HOST, None), result=result))
    assert hand_result(match, YOU) == (
        "Hand 1: bob won by an undercut.",
        "Points: your deadwood 10 - bob's deadwood 4 + undercut bonus 25 = 31 for bob.",
    )


def test_names_are_harmless_and_told_apart() -> None:
    assert Teller.of(("\x1b[2J", "you"), None).names == ("\\x1b[2J", '"you"')
    assert Teller.of(("ann", "ann"), None).names == ("ann (host)", "ann (guest)")


def test_a_run_over_the_ace_begins_with_its_first_card() -> None:
    assert short_meld(parse_cards("AhQhKh")) == "Qh Kh Ah"
    assert short_meld(parse_cards("Ad2d3dTdJdQdKd")) == "10d Jd Qd Kd Ad 2d 3d"
    assert short_meld(parse_cards("5c5d5s")) == "5c 5d 5s"
