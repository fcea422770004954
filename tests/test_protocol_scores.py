"""Do hands and matches come to what the worked scores of protocol.md say, with our engine and with the second auditor?"""

import json
from dataclasses import replace

import pytest

from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.match import Match
from gin_p2p.rules.results import Ending, Result
from gin_p2p.rules.round import Round
from gin_p2p.rules.scoring import price
from gin_p2p.seat import Seat
from tests import second_auditor
from tests.helpers.hands import over
from tests.helpers.protocol_text import TABLES, Row

SEATS = {"H": Seat.HOST, "G": Seat.GUEST}


def rules_of(cell: str) -> HouseRules:
    """Read `name = value, name = value`; what is not named has its default."""
    given: dict[str, object] = {}
    for part in cell.split(", ") if cell else ():
        name, value = part.split(" = ")
        given[name] = {"yes": True, "no": False, "none": "none"}.get(value, value)
        if value.isdigit():
            given[name] = int(value)
    defaults = HouseRules().to_mapping()
    assert set(given) <= set(defaults)
    return HouseRules.from_mapping(defaults | given)


def theirs_under(rules: HouseRules) -> second_auditor.Rules:
    values = json.loads(json.dumps(list(rules.to_values())))
    return second_auditor.Rules(values)


def hand_of(
    rules: second_auditor.Rules, ending: str, winner: int, deadwood: tuple[int, int], *, doubled: bool = False
) -> second_auditor.Hand:
    hand = second_auditor.Hand(rules, second_auditor.HOST, upcard=20, knock_card=None)
    hand.phase, hand.ending, hand.winner = "finished", ending, winner
    hand.deadwood, hand.doubled = deadwood, doubled
    return hand


@pytest.mark.parametrize("row", TABLES["hand scores"], ids=" ".join)
def test_a_hand_is_worth_what_is_written(row: Row) -> None:
    cell, ending, knocker, defender, doubled, points, boxes = row
    rules = rules_of(cell)
    winner = Seat.GUEST if ending == "undercut" else Seat.HOST
    deadwood = (int(knocker), int(defender))
    result = Result(Ending(ending), winner, Seat.HOST, deadwood)
    score = price(result, rules, doubled=doubled == "yes")
    assert (score.points, score.boxes) == (int(points), int(boxes))
    theirs = second_auditor.Match(theirs_under(rules), second_auditor.HOST)
    hand = hand_of(theirs.rules, ending, int(winner), deadwood, doubled=doubled == "yes")
    assert theirs.worth(hand) == (int(points), int(boxes))


def ended(match: Match, word: str) -> Round:
    """Read `H30`: a hand that the host won by a knock worth 30; `0`: a dead one; `Gx`: the guest resigned."""
    if word[0] not in SEATS:
        return over(match.rules, match.dealer, None)
    seat = SEATS[word[0]]
    if word[1:] == "x":
        result = Result(Ending.RESIGNED, speaker=seat)
        return replace(over(match.rules, match.dealer, None), result=result)
    return over(match.rules, match.dealer, seat, int(word[1:]))


def told(winner: int | None, *, finished: bool) -> str:
    if not finished:
        return "nobody yet"
    return {None: "nobody", second_auditor.NOBODY: "nobody", 0: "host", 1: "guest"}[winner]


@pytest.mark.parametrize("row", TABLES["match scores"], ids=" ".join)
def test_a_match_comes_to_what_is_written(row: Row) -> None:
    cell, words, totals, winner = row
    rules = rules_of(cell)
    match, theirs = Match.start(rules, Seat.HOST), second_auditor.Match(theirs_under(rules), 0)
    for word in words.split():
        round_ = ended(match, word)
        match = match.scored(round_)
        result = round_.result
        assert result is not None
        won = second_auditor.NOBODY if result.winner is None else int(result.winner)
        hand = hand_of(theirs.rules, result.ending.value, won, result.deadwood)
        hand.resigned = None if result.speaker is None else int(result.speaker)
        theirs.enter(hand, None)
    right = tuple(map(int, totals.split()))
    assert (match.totals, told(match.winner, finished=match.finished)) == (right, winner)
    assert (theirs.totals, told(theirs.winner, finished=theirs.finished)) == (right, winner)
