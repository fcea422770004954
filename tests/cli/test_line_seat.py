"""Does a person's seat hear the match and the terminal at once, and never miss the end of either?"""

import math
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import trio
import trio.testing

from gin_p2p.cli.line.seat import ENDED, LineSeat
from gin_p2p.cli.sitter import Sitter
from gin_p2p.net.errors import PeerLost
from gin_p2p.net.notes import Note
from gin_p2p.net.port import Decline, Leave, LineBack, LineLost, Make, Noted, Progress, Send, TakeSeat
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.protocol.view import View
from gin_p2p.rules.moves import TakePile
from gin_p2p.seat import Seat
from tests.helpers.linegame import LineGame


class FakeTerminal:
    """A terminal that a test types at."""

    def __init__(self, *, is_interactive: bool = True) -> None:
        self._is_interactive = is_interactive
        self.put, self._lines = trio.open_memory_channel[str](math.inf)
        self.said: list[str] = []
        self.bells = 0
        self.n_open = 0
        self.n_read = 0

    @property
    def is_interactive(self) -> bool:
        return self._is_interactive

    @contextmanager
    def reading(self) -> Iterator[None]:
        self.n_open += 1
        try:
            yield
        finally:
            self.n_open -= 1

    async def read_line(self) -> str | None:
        try:
            line = await self._lines.receive()
        except trio.EndOfChannel:
            return None
        self.n_read += 1
        return line

    def say(self, text: str) -> None:
        self.said += text.split("\n")

    def bell(self) -> None:
        self.bells += 1

    def type(self, *lines: str) -> None:
        for line in lines:
            self.put.send_nowait(line)


class Clock:
    def __call__(self) -> float:
        return trio.current_time()


class Scene:
    """A seat, its terminal, and a game whose news are told to it."""

    def __init__(self, nursery: trio.Nursery, *, is_interactive: bool = True, accepts: bool = False) -> None:
        self.terminal = FakeTerminal(is_interactive=is_interactive)
        self.seat = LineSeat(self.terminal, accepts=accepts, now=Clock())
        self.nursery = nursery

    def sit(self) -> Sitter:
        self.nursery.start_soon(self.seat.run)
        return self.seat


def upcard_view() -> View:
    game = LineGame("5h5d5s7c9cAd2h3s8s4c", "JsJhJdKcQc9d7d6s4s2s", "8c", "QdTd4h").begin()
    return game.view


def offer_view() -> Progress:
    game = LineGame("5h5d5s7c9cAd2h3s8s4c")
    table = Table(stage=Stage.ACCEPT, offer=game.view.offer or game._offer)
    opened = Heard(
        0, Seat.HOST, 0, say.Open(1, b"", b"", (), (), say.TeamTag(), "alice", 0, b""), Table(), table
    )
    return Progress((opened,), View(Seat.GUEST, Stage.ACCEPT, Seat.GUEST, table.offer))


async def test_a_line_becomes_a_command_of_the_match(autojump_clock: object, nursery: trio.Nursery) -> None:
    scene = Scene(nursery)
    sitter = scene.sit()
    await sitter.tell(LineBack((), upcard_view()))
    scene.terminal.type("t")
    assert await sitter.command() == Make(TakePile())


async def test_the_next_line_waits_for_what_came_of_the_move(
    autojump_clock: object, nursery: trio.Nursery
) -> None:
    scene = Scene(nursery)
    sitter = scene.sit()
    await sitter.tell(LineBack((), upcard_view()))
    scene.terminal.type("t", "say quick")
    assert await sitter.command() == Make(TakePile())
    await trio.testing.wait_all_tasks_blocked()
    assert scene.terminal.n_read == 1
    await sitter.tell(LineLost(PeerLost("gone")))
    await trio.testing.wait_all_tasks_blocked()
    assert scene.terminal.n_read == 2


async def test_the_rules_are_shown_before_sitting_down(autojump_clock: object, nursery: trio.Nursery) -> None:
    scene = Scene(nursery)
    sitter = scene.sit()
    await sitter.tell(offer_view())
    assert scene.terminal.said[0].startswith("alice offers a match: to 100, knock 10 or less")
    assert scene.terminal.said[-1] == "Play with alice under these rules? [Y/n]"
    scene.terminal.type("x 8s", "rules", "y")
    assert await sitter.command() == TakeSeat()
    assert "Answer this first, y or n." in scene.terminal.said


async def test_a_no_declines_and_yes_said_in_advance_accepts(
    autojump_clock: object, nursery: trio.Nursery
) -> None:
    scene = Scene(nursery)
    sitter = scene.sit()
    await sitter.tell(offer_view())
    scene.terminal.type("no")
    assert await sitter.command() == Decline()
    eager = Scene(nursery, accepts=True)
    await eager.seat.tell(offer_view())
    assert await eager.seat.command() == TakeSeat()
    assert await eager.seat.ask("Let bob sit?", default=False)


@pytest.mark.parametrize(("line", "answer"), [("y", True), ("n", False), ("", True)])
async def test_a_question_is_answered_with_and_without_the_game_around_it(
    autojump_clock: object, nursery: trio.Nursery, line: str, answer: bool
) -> None:
    scene = Scene(nursery)
    scene.terminal.type("what", line)
    assert await scene.seat.ask("Let bob sit?", default=True) is answer
    assert scene.terminal.n_open == 0
    scene.sit()
    await trio.testing.wait_all_tasks_blocked()
    scene.terminal.type(line)
    assert await scene.seat.ask("Let bob sit?", default=True) is answer
    assert scene.terminal.n_open == 1
    assert scene.terminal.said.count("Let bob sit? [Y/n]") == 3


async def test_the_end_of_input_saves_and_leaves(autojump_clock: object, nursery: trio.Nursery) -> None:
    scene = Scene(nursery)
    sitter = scene.sit()
    await sitter.tell(LineBack((), upcard_view()))
    scene.terminal.put.close()
    assert await sitter.command() == Leave()
    await trio.testing.wait_all_tasks_blocked()
    assert scene.terminal.said[-1] == ENDED
    assert scene.terminal.n_open == 0


@pytest.mark.parametrize("is_running", [False, True])
async def test_the_end_of_input_answers_every_question_with_no(
    autojump_clock: object, nursery: trio.Nursery, is_running: bool
) -> None:
    scene = Scene(nursery)
    if is_running:
        scene.sit()
        await trio.testing.wait_all_tasks_blocked()
    scene.terminal.put.close()
    assert not await scene.seat.ask("Let bob sit?", default=True)
    assert not await scene.seat.ask("Let carol sit?", default=True)


async def test_a_script_is_read_only_when_a_line_is_waited_for(
    autojump_clock: object, nursery: trio.Nursery
) -> None:
    scene = Scene(nursery, is_interactive=False)
    scene.terminal.type("y", "t")
    sitter = scene.sit()
    await trio.testing.wait_all_tasks_blocked()
    assert scene.terminal.n_read == 0
    assert await sitter.ask("Let bob sit?", default=False)
    await trio.testing.wait_all_tasks_blocked()
    assert scene.terminal.n_read == 1
    await sitter.tell(LineBack((), upcard_view()))
    assert await sitter.command() == Make(TakePile())


async def test_news_are_told_at_once_without_a_key(autojump_clock: object, nursery: trio.Nursery) -> None:
    scene = Scene(nursery)
    sitter = scene.sit()
    await sitter.tell(LineBack((), upcard_view()))
    await sitter.tell(Noted(Note("bye", ("tea",))))
    await sitter.tell(LineLost(PeerLost("gone")))
    assert "bob has left the table: tea." in scene.terminal.said
    scene.terminal.type("say hi", "leave")
    assert await sitter.command() == Leave()
    sitter.say("Saved.")
    assert scene.terminal.said[-1] == "Saved."


async def test_chat_goes_out_and_moments_are_kept(autojump_clock: object, nursery: trio.Nursery) -> None:
    scene = Scene(nursery)
    sitter = scene.sit()
    await sitter.tell(LineBack((), upcard_view()))
    scene.terminal.type("note hm", "'hello")
    assert await sitter.command() == Send(Note("chat", ("hello",)))
    assert [remark.text for remark in scene.seat.remarks] == ["hm"]


async def test_the_bell_rings_for_a_nudge_and_for_a_turn_after_a_long_wait(
    autojump_clock: object, nursery: trio.Nursery
) -> None:
    scene = Scene(nursery)
    mine = upcard_view()
    theirs = View(mine.seat, Stage.MOVE, Seat.GUEST, mine.offer, mine.match, mine.round, mine.hand)
    await scene.seat.tell(Noted(Note("nudge")))
    assert scene.terminal.bells == 1
    for seconds, bells in ((9, 1), (10, 2)):
        await scene.seat.tell(LineBack((), theirs))
        await trio.sleep(seconds)
        await scene.seat.tell(LineBack((), mine))
        assert scene.terminal.bells == bells
