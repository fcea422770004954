"""What does a person see at a real terminal, and in which state is it left?"""

import os
import signal
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.ttyprocess import TtyProcess

ROOT = Path(__file__).parents[2]
TALKER = ROOT / "tests" / "helpers" / "talker.py"


class Talk:
    """The talker at its terminal, with a way to send it news."""

    def __init__(self) -> None:
        source, self._news = os.pipe()
        self.tty = TtyProcess([str(TALKER), str(source)], {"PYTHONPATH": str(ROOT)}, (source,))
        os.close(source)
        self.tty.wait_for("ready\n> ")

    def news(self) -> None:
        os.write(self._news, b"n")

    def close(self) -> None:
        self.tty.close()
        os.close(self._news)


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk()
    yield talk
    talk.close()


def wait_until_stopped(talk: Talk) -> None:
    stat = Path(f"/proc/{talk.tty.pid}/stat")
    deadline = time.monotonic() + 30
    while stat.read_text().rpartition(")")[2].split()[0] != "T":
        assert time.monotonic() < deadline, "not stopped"
        os.sched_yield()


def test_a_half_typed_line_survives_the_news(talk: Talk) -> None:
    talk.tty.type("x 8")
    talk.tty.wait_for("> x 8")
    talk.news()
    talk.tty.wait_for("bob threw the queen of diamonds.\n> x 8$")
    talk.tty.type("s\n")
    talk.tty.wait_for("got <x 8s>")


def test_news_at_an_empty_prompt_leave_no_empty_prompt_behind(talk: Talk) -> None:
    talk.news()
    talk.tty.wait_for("> \rbob threw the queen of diamonds.\n> $")
    assert "\x1b" not in talk.tty.seen


def test_a_line_is_edited_and_ends_with_the_end_of_input(talk: Talk) -> None:
    talk.tty.type("x 9\x7f8s\n")
    talk.tty.wait_for("got <x 8s>")
    talk.tty.type("\x04")
    assert talk.tty.wait() == 0
    assert talk.tty.seen.endswith("> \nbye\n")
    assert talk.tty.stty() == talk.tty.settings


@pytest.mark.parametrize("keys", ["crash\n", "\x03"])
def test_the_settings_of_the_terminal_are_put_back_after_a_crash_and_ctrl_c(talk: Talk, keys: str) -> None:
    assert talk.tty.stty() != talk.tty.settings
    talk.tty.type(keys)
    assert talk.tty.wait() != 0
    assert talk.tty.stty() == talk.tty.settings


@pytest.mark.parametrize("keys", ["\x1a", ""])
def test_a_stopped_program_gives_the_terminal_back_and_takes_it_again(talk: Talk, keys: str) -> None:
    talk.tty.type("x 8")
    talk.tty.wait_for("> x 8")
    if keys:
        talk.tty.type(keys)
    else:
        talk.tty.signal(signal.SIGTSTP)
    wait_until_stopped(talk)
    assert talk.tty.stty() == talk.tty.settings
    talk.tty.signal(signal.SIGCONT)
    after = len(talk.tty.seen)
    talk.tty.wait_for("> x 8", after=after)
    talk.tty.type("s\n")
    talk.tty.wait_for("got <x 8s>")
    talk.tty.type("\x04")
    talk.tty.wait()
    assert talk.tty.stty() == talk.tty.settings


def test_a_program_stopped_from_outside_forgets_neither_line_nor_settings(talk: Talk) -> None:
    talk.tty.type("x 8")
    talk.tty.wait_for("> x 8")
    talk.tty.signal(signal.SIGSTOP)
    wait_until_stopped(talk)
    talk.tty.signal(signal.SIGCONT)
    talk.tty.type("s\n")
    talk.tty.wait_for("got <x 8s>")
    talk.tty.type("\x04")
    talk.tty.wait()
    assert talk.tty.stty() == talk.tty.settings


@pytest.mark.parametrize("size", [(5, 20), (1, 1), (0, 0)])
def test_a_window_of_any_size_loses_nothing(talk: Talk, size: tuple[int, int]) -> None:
    talk.tty.type("say hello to everybody here")
    termios.tcsetwinsize(talk.tty.terminal, size)
    talk.tty.signal(signal.SIGWINCH)
    talk.tty.type("\x7f")
    talk.news()
    talk.tty.type("e\n")
    talk.tty.wait_for("got <say hello to\\s+everybody\\s+here>")


def test_a_closed_window_is_the_end_of_input(talk: Talk) -> None:
    talk.tty.hang_up()
    assert talk.tty.process.wait(30) != -signal.SIGKILL
