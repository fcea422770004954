"""Do keys, time, the window and signals reach the viewer in the full screen?"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from gin_p2p.cli.exits import Exit
from gin_p2p.cli.film import film_of
from gin_p2p.cli.replay_asked import Side
from gin_p2p.cli.replay_keys import Viewer
from gin_p2p.cli.table.replay import ReplayApp
from gin_p2p.record.notes_file import load_notes
from gin_p2p.record.own_side import OwnSide
from tests.helpers.make_replays import REPLAYS

Part = Callable[[Pilot[Exit | None]], Awaitable[None]]


def app(notes: Path, *, plays: bool = False) -> ReplayApp:
    film, _ = film_of(REPLAYS / "misdeal.gin", OwnSide(), lambda key: "unknown")
    return ReplayApp(Viewer(film, Side.BOTH, speed=20.0, plays=plays), {(1, 1): "old"}, notes, glyphs=True)


def watched(viewer: ReplayApp, part: Part, size: tuple[int, int] = (80, 24)) -> Exit | None:
    """Run the viewer without a terminal, and answer how it was left."""

    async def run() -> None:
        async with viewer.run_test(size=size) as pilot:
            await part(pilot)

    asyncio.run(run())
    return viewer.return_value


def screen(viewer: ReplayApp) -> str:
    return str(viewer.query_one("#screen", Static).render())


def test_keys_move_and_q_leaves_with_the_verdicts_code(tmp_path: Path) -> None:
    viewer = app(tmp_path / "n.toml")

    async def part(pilot: Pilot[Exit | None]) -> None:
        assert "hand 1/2" in screen(viewer)
        await pilot.press("down")
        assert "hand 2/2" in screen(viewer)
        await pilot.press("question_mark")
        assert "a turn back, a turn on" in screen(viewer)
        await pilot.press("q")

    assert watched(viewer, part) is None


def test_typed_letters_and_notes_are_kept_at_once(tmp_path: Path) -> None:
    path = tmp_path / "n.toml"
    viewer = app(path)

    async def part(pilot: Pilot[Exit | None]) -> None:
        await pilot.press("down", "n", "[", "Q", "space", "é", "enter")
        assert load_notes(path) == {(1, 1): "old", (2, 0): "[Q é"}
        assert "note: [Q é" in screen(viewer)

    watched(viewer, part)


def test_notes_that_cannot_be_kept_are_said(tmp_path: Path) -> None:
    viewer = app(tmp_path / "no" / "n.toml")

    async def part(pilot: Pilot[Exit | None]) -> None:
        await pilot.press("n", "x", "enter")
        assert "cannot be written" in viewer.viewer.message

    watched(viewer, part)


def test_it_plays_by_itself_and_stops_at_the_end(tmp_path: Path) -> None:
    viewer = app(tmp_path / "n.toml", plays=True)

    async def part(pilot: Pilot[Exit | None]) -> None:
        while viewer.viewer.plays:
            await pilot.pause(0.01)
        assert viewer.viewer.at == len(viewer.viewer.plies) - 1

    watched(viewer, part)


def test_a_new_size_is_drawn_at_once_and_the_moment_stays(tmp_path: Path) -> None:
    viewer = app(tmp_path / "n.toml")

    async def part(pilot: Pilot[Exit | None]) -> None:
        await pilot.press("down")
        await pilot.resize_terminal(50, 10)
        assert "needs 60x15" in screen(viewer)
        await pilot.resize_terminal(100, 30)
        assert "hand 2/2" in screen(viewer)

    watched(viewer, part)


def test_ctrl_c_ends_with_130(tmp_path: Path) -> None:
    async def part(pilot: Pilot[Exit | None]) -> None:
        await pilot.press("ctrl+c")

    assert watched(app(tmp_path / "n.toml"), part) is Exit.INTERRUPTED


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there are no such signals on Windows")
@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, Exit.TERMINATED), (signal.SIGINT, Exit.INTERRUPTED), (signal.SIGHUP, Exit.HANGUP)],
)
def test_signals_end_with_their_code(number: int, code: Exit, tmp_path: Path) -> None:
    viewer = app(tmp_path / "n.toml")

    async def part(pilot: Pilot[Exit | None]) -> None:
        os.kill(os.getpid(), number)
        while viewer.return_value is None:
            await pilot.pause(0.01)

    assert watched(viewer, part) is code
