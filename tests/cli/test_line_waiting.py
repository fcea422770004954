"""What is a player told in lines while the other side is away, and what may they choose?"""

import pytest

from gin_p2p.net.errors import PeerLost
from gin_p2p.net.port import End, Leave, LineLost, Waiting
from gin_p2p.rules.moves import Pass
from tests.helpers.linegame import LineGame


def game() -> LineGame:
    """Answer a game in which the other side has to move."""
    table = LineGame("5h5d5s7c9cAd2h3s8s4c", "JsJhJdKcQc9d7d6s4s2s", "8c").begin()
    table.type("p")
    return table


def lost() -> LineGame:
    table = game()
    table.tell(LineLost(PeerLost("The other side was silent.")))
    return table


def waiting(table: LineGame, n_calls: int, budget_s: float, *, may_end: bool = False) -> str:
    return table.tell(Waiting(n_calls, budget_s, may_end, table.view))


def test_a_lost_line_is_told_with_the_budget_and_each_change_takes_one_line() -> None:
    table = lost()
    assert waiting(table, 0, 90.0) == "bob's line budget for this match: 1:30."
    assert waiting(table, 1, 89.5) == "Calling bob again, attempt 1; bob's line budget 1:29."
    assert waiting(table, 2, 88.0) == ""
    assert waiting(table, 3, 72.0) == "Calling bob again, attempt 3; bob's line budget 1:12."
    assert table.type("wait") == (
        "Waiting for bob, 3 calls so far; bob's line budget 1:12. bob comes back with gin resume."
    )
    assert table.type("w").startswith("Waiting for bob")
    table.back()
    assert table.type("wait") == "The line stands: there is nothing to wait for."


def test_a_used_up_budget_offers_the_choice_once_and_ends_nothing() -> None:
    table = lost()
    waiting(table, 0, 90.0)
    said = waiting(table, 0, 0.0, may_end=True)
    assert said == (
        "bob has been away longer than the line budget.\n"
        "Type wait to keep waiting, save to save and stop, end to end it as unfinished: bob has left."
    )
    assert waiting(table, 0, 0.0, may_end=True) == ""
    assert table.commands == []
    table.type("end")
    assert table.commands == [End()]


def test_nobody_ends_a_match_over_an_absence_in_which_they_are_to_move() -> None:
    table = lost()
    waiting(table, 0, 90.0)
    said = waiting(table, 0, 0.0)
    assert "It is your move, so the match cannot be ended over their absence." in said
    assert table.type("end").startswith("That is open once their line budget is used up and it is theirs")
    assert table.commands == []


@pytest.mark.parametrize("words", ["save", "leave"])
def test_a_player_may_save_and_stop_at_once(words: str) -> None:
    table = lost()
    waiting(table, 0, 90.0)
    assert "gin resume" in table.type("save") or "go on" in table.said[-1]
    table.type(words)
    assert table.commands[-1] == Leave()


def test_a_match_cannot_be_ended_while_the_line_stands() -> None:
    table = game()
    assert table.type("end").startswith("The line stands")
    assert table.commands == []


def test_a_match_taken_up_says_where_it_stands_before_the_other_side_is_there() -> None:
    played = game()
    played.other(Pass())
    table = LineGame()
    said = table.tell(Waiting(0, 90.0, may_end=False, view=played.view))
    assert said.startswith("Paused since ")
    assert "you and bob hold the same signed record up to turn 0 of hand 1" in said
    assert said.endswith(
        "Type wait to keep waiting, or save to save and stop; the same match goes on with gin resume."
    )
