"""Do lines come in from a pipe, a file and nothing at all, to the last one and no further?"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from gin_p2p.cli.editor import MOST_TYPED
from gin_p2p.cli.output import Output
from gin_p2p.cli.terminal import Terminal


def terminal(source: int | None) -> Terminal:
    out = io.StringIO()
    return Terminal(Output(is_json=False, out=out, err=None), source, out)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    yield ends
    for end in ends:
        with suppress(OSError):
            os.close(end)


async def every_line(terminal: Terminal) -> list[str]:
    lines: list[str] = []
    with terminal.reading():
        while (line := await terminal.read_line()) is not None:
            lines.append(line)
    return lines


async def test_lines_come_in_from_a_pipe_to_the_last_one(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"d\nx 8\xe2\x99\xa0\r\n\nlast")
    os.close(pipe[1])
    assert await every_line(terminal(pipe[0])) == ["d", "x 8\u2660\r", "", "last"]


async def test_a_letter_that_arrives_in_two_pieces_is_whole(pipe: tuple[int, int]) -> None:
    reader = terminal(pipe[0])
    os.write(pipe[1], b"x 8\xe2\x99")
    with trio.move_on_after(0.05):
        await reader.read_line()
    os.write(pipe[1], b"\xa0\n")
    assert await reader.read_line() == "x 8\u2660"


async def test_bytes_that_are_no_text_do_not_end_the_reading(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], b"say \xff\nd\n")
    os.close(pipe[1])
    assert await every_line(terminal(pipe[0])) == ["say \udcff", "d"]


async def test_a_line_without_end_is_cut(pipe: tuple[int, int]) -> None:
    async with trio.open_nursery() as nursery:

        async def write() -> None:
            for _ in range(200):
                await trio.to_thread.run_sync(os.write, pipe[1], b"x" * 1000)
            os.close(pipe[1])

        nursery.start_soon(write)
        assert [len(line) for line in await every_line(terminal(pipe[0]))] == [MOST_TYPED]


async def test_a_file_is_read_to_its_end(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("t\nx 8s\n")
    with script.open("rb") as source:
        assert await every_line(terminal(source.fileno())) == ["t", "x 8s"]


def test_the_null_device_and_no_input_at_all_are_the_end() -> None:
    with Path(os.devnull).open("rb") as source:
        assert trio.run(every_line, terminal(source.fileno())) == []
    assert trio.run(every_line, terminal(None)) == []


async def test_a_source_that_was_closed_is_the_end(pipe: tuple[int, int]) -> None:
    reader = terminal(pipe[0])
    os.close(pipe[0])
    assert await reader.read_line() is None


async def test_a_wait_for_a_line_can_be_cancelled(pipe: tuple[int, int]) -> None:
    with trio.move_on_after(0.05) as scope:
        await terminal(pipe[0]).read_line()
    assert scope.cancelled_caught


def test_a_pipe_gets_no_prompt_no_bell_and_no_escape() -> None:
    out = io.StringIO()
    reader = Terminal(Output(is_json=False, out=out, err=None), None, out)
    reader.say("a line")
    reader.bell()
    assert out.getvalue() == "a line\n"


def test_the_standard_terminal_reads_the_standard_input_and_says_where_text_goes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    for is_json in (False, True):
        reader = Terminal.standard(Output(is_json=is_json, out=sys.stdout, err=sys.stderr))
        assert not reader.is_interactive
        reader.say("hello")
    assert capsys.readouterr() == ("hello\n", "hello\n")
