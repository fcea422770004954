"""Is thinking time counted for whoever thinks, and for nobody while the line is down?"""

import io
import json
from dataclasses import replace

import trio
from trio.testing import MockClock

from gin_p2p.cli.clock import Clock, clock_words
from gin_p2p.cli.commentary import Commentary
from gin_p2p.cli.output import Output
from gin_p2p.cli.watched import Watched
from gin_p2p.net.errors import PeerLost
from gin_p2p.net.notes import Note
from gin_p2p.net.port import Command, LineBack, LineLost, News, Progress, Send, Waiting
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.view import View
from gin_p2p.rules.house import TableTerms
from gin_p2p.seat import Seat
from tests.helpers.linegame import ME, OTHER, LineGame

TERMS = TableTerms(clock_bank_s=300, clock_increment_s=10)


def to_move(seat: Seat, stage: Stage = Stage.MOVE) -> View:
    """Answer a position in which this seat speaks."""
    table = LineGame("5h5d5s7c9cAd2h3s8s4c", "JsJhJdKcQc9d7d6s4s2s", "8c", terms=TERMS).begin()
    return replace(table.view, stage=stage, speaker=seat)


MINE, THEIRS, DEALING = to_move(ME), to_move(OTHER), to_move(OTHER, Stage.SHUFFLE)


def test_time_runs_for_the_seat_that_is_to_move_and_a_turn_adds_some() -> None:
    clock = Clock()
    assert not clock.hear(MINE, 100.0)
    assert not clock.hear(MINE, 130.0)
    assert clock.hear(THEIRS, 150.0)
    assert clock.hear(MINE, 155.0)
    clock.stop(156.0)
    assert clock.used_s == (50.0 - 10 + 1, 5.0 - 10)
    assert clock.left_s(TERMS, ME) == 259.0


def test_nobodys_time_runs_while_cards_are_dealt_or_the_line_is_down() -> None:
    clock = Clock((7.0, 8.0))
    clock.hear(MINE, 0.0)
    clock.hear(DEALING, 4.0)
    clock.hear(MINE, 100.0)
    clock.stop(101.0)
    clock.stop(500.0)
    assert clock.used_s == (12.0, 8.0)


def test_a_drawn_card_that_is_given_is_no_turn_of_the_other() -> None:
    clock = Clock()
    clock.hear(MINE, 0.0)
    clock.hear(to_move(OTHER, Stage.GIVE), 3.0)
    assert not clock.hear(MINE, 4.0)


def test_times_are_written_in_minutes_and_may_be_below_zero() -> None:
    assert [clock_words(s) for s in (300.0, 245.4, 9.0, 0.0, -12.0)] == [
        "5:00",
        "4:05",
        "0:09",
        "0:00",
        "-0:12",
    ]


class Sitter:
    """Remembers what it hears."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.news: list[News] = []

    @property
    def notes(self) -> dict[tuple[int, int], str]:
        return {}

    async def run(self) -> None:
        """Nothing goes on in the background."""

    async def leaves(self) -> None:
        await trio.sleep_forever()

    async def ask(self, question: str, *, default: bool) -> bool:
        return default

    def say(self, text: str) -> None:
        self.said.append(text)

    async def tell(self, news: News) -> None:
        self.news.append(news)

    async def command(self) -> Command:
        return Send(Note("nudge"))


async def test_the_clock_is_said_at_the_begin_of_ones_turn_and_the_line_is_told_to_programs(
    autojump_clock: MockClock,
) -> None:
    sitter, out = Sitter(), io.StringIO()
    watched = Watched(sitter, Output(is_json=True, out=out, err=None), (1.0, 2.0))
    news: list[News] = [
        LineBack((), THEIRS),
        Progress((), MINE),
        LineLost(PeerLost("gone")),
        Waiting(2, 61.26, False, MINE),
    ]
    for item in news:
        await watched.tell(item)
        await trio.sleep(20)
    assert sitter.news == news
    assert sitter.said == ["Clock: you 4:59, bob 4:48."]
    assert watched.thought_s == (21.0, 12.0)
    assert await watched.command() == Send(Note("nudge"))
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    lines = [row for row in rows if row["event"] == "line"]
    assert [row["state"] for row in lines] == ["back", "lost", "waiting"]
    assert lines[2] == lines[2] | {"calls": 2, "budget_s": 61.3, "may_end": False}


async def test_without_a_clock_no_time_is_said(autojump_clock: MockClock) -> None:
    sitter = Sitter()
    table = LineGame("5h5d5s7c9cAd2h3s8s4c", "JsJhJdKcQc9d7d6s4s2s", "8c").begin()
    watched = Watched(sitter, Output(is_json=False, out=None, err=None))
    for seat in (OTHER, ME):
        await watched.tell(Progress((), replace(table.view, speaker=seat)))
    assert sitter.said == []


def test_a_program_is_told_once_that_the_other_side_is_away_for_too_long() -> None:
    out = io.StringIO()
    commentary = Commentary(Output(is_json=False, out=out, err=None))
    for budget_s in (90.0, 12.0, 0.0):
        commentary.hear(Waiting(0, budget_s, False, MINE))
    assert out.getvalue() == "The other side has been away for longer than its line budget.\n"
