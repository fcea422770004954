"""A program in a person's place: does it hear all it needs, and nothing more?"""

import json
from pathlib import Path

import pytest

from gin_p2p.cli.grammar import parse
from gin_p2p.cli.herald import events_of, turn_of, typed
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Stage
from gin_p2p.rules.moves import ClaimMisdeal
from gin_p2p.seat import Seat
from tests.helpers.arena import Arena
from tests.helpers.processes import play_by_events, playing
from tests.helpers.stories import SCENARIOS, story


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_move_of_a_story_is_told_to_both_seats_from_their_own_side(name: str) -> None:
    played = story(name)
    for seat in Seat:
        events = [event for heard in played.heard for event in events_of(heard, seat)]
        json.dumps(events)
        acts = [fields["who"] for kind, fields in events if kind == "act"]
        moves = [heard.seat for heard in played.heard if is_move(heard)]
        assert acts == ["me" if mover is seat else "them" for mover in moves]
        n_over = played.heard[-1].after.playing.n_deals
        assert [kind for kind, _ in events].count("hand_result") == n_over


def is_move(heard: Heard) -> bool:
    return heard.before.stage is Stage.MOVE or type(heard.message).__name__ == "Misdeal"


@pytest.mark.parametrize("name", [name for name in SCENARIOS if SCENARIOS[name].conceals is None])
def test_a_move_that_is_due_comes_with_lines_that_are_understood(name: str) -> None:
    scenario = SCENARIOS[name]
    arena = Arena.of(scenario).sit()
    asked = 0
    for move in scenario.moves:
        view = arena.sessions[arena.sessions[0].table.speaker or Seat.HOST].view
        turn = turn_of(view)
        assert turn is not None
        lines = turn[1]["legal"]
        assert isinstance(lines, list)
        for line in lines:
            assert parse(str(line)) is not None
        assert turn_of(arena.sessions[view.seat.other].view) is None
        asked += 1
        if not isinstance(move, ClaimMisdeal):
            assert typed(move) in {*lines, "resign", "done"}
        arena.submit(move)
    assert asked == len(scenario.moves)


def test_a_program_plays_a_whole_match_through_events_and_lines(tmp_path: Path) -> None:
    words = (
        "host",
        "--port",
        "0",
        "--bind",
        "127.0.0.1",
        "--bot",
        "simple",
        "--yes",
        "--set",
        "format=hands",
    )
    with playing(tmp_path / "host", *words) as host:
        line = str(host.wait_for("join_line")["line"])
        code, events = play_by_events(tmp_path / "guest", "join", line, choose=best_line)
        assert host.finish() == code == 0
    assert events[-1] == "done"
    assert {"rules", "deal", "turn", "act", "hand_result", "match_result", "replay"} <= set(events)


def best_line(legal: list[str]) -> str:
    """Go out when it can be done, else draw and throw whatever comes first."""
    going_out = [line for line in legal if line.split()[0] in {"big", "gin", "knock", "done"}]
    return (going_out or [line for line in legal if line == "pass"] or legal)[0]
