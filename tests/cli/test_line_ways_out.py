"""Does a person's seat end well whichever way it ends, at each of its prompts?"""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.helpers.ttyprocess import TtyProcess

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
WAYS: Final[dict[str, tuple[str | signal.Signals, int]]] = {
    "ctrl-c": ("\x03", 130),
    "term": (signal.SIGTERM, 143),
    "hup": (signal.SIGHUP, 129),
    "end of input": ("\x04", 5),
    "leave": ("leave\n", 5),
}


@contextmanager
def gin(home: Path, *words: str) -> Iterator[TtyProcess]:
    environ = {"GIN_HOME": str(home), "PYTHONPATH": str(ROOT), "COLUMNS": "200"}
    tty = TtyProcess(["-m", "gin_p2p", *words], environ)
    try:
        yield tty
    finally:
        tty.close()


@contextmanager
def table(tmp_path: Path) -> Iterator[tuple[TtyProcess, TtyProcess]]:
    """Two persons, the guest asked whether to play."""
    with gin(tmp_path / "a", "host", "--port", "0", "--bind", "127.0.0.1", "--name", "alice") as host:
        host.wait_for(r"Ctrl-C closes the table\.\n> ")
        line = re.search(r"gin join (\S+)", host.seen)
        assert line is not None
        with gin(tmp_path / "b", "join", line[1], "--name", "bob") as guest:
            host.wait_for(r"Let them\? \[Y/n\]\n> ")
            host.type("y\n")
            guest.wait_for(r"under these rules\? \[Y/n\]\n> ")
            yield host, guest


def leave(tty: TtyProcess, way: str) -> int:
    how, _ = WAYS[way]
    if isinstance(how, str):
        tty.type(how)
    else:
        tty.signal(how)
    return tty.wait()


@pytest.mark.parametrize("way", ["ctrl-c", "term", "hup"])
def test_a_table_that_nobody_came_to_is_closed(tmp_path: Path, way: str) -> None:
    with gin(tmp_path, "host", "--port", "0", "--bind", "127.0.0.1") as host:
        host.wait_for(r"\n> ")
        assert leave(host, way) == WAYS[way][1]
        assert host.stty() == host.settings
        assert "Traceback" not in host.seen


@pytest.mark.parametrize("way", ["ctrl-c", "term", "hup", "end of input"])
def test_a_guest_who_is_gone_before_saying_yes_leaves_nothing_broken(tmp_path: Path, way: str) -> None:
    with table(tmp_path) as (host, guest):
        code = leave(guest, way)
        assert code == WAYS[way][1]
        assert guest.stty() == guest.settings
        host.wait_for("bob|guest|other side")
        assert "Traceback" not in host.seen + guest.seen


@pytest.mark.parametrize(
    ("way", "is_host"), [*((way, False) for way in WAYS), ("ctrl-c", True), ("end of input", True)]
)
def test_a_player_who_is_gone_in_a_hand_ends_with_the_documented_code_and_the_other_is_told(
    tmp_path: Path, way: str, *, is_host: bool
) -> None:
    with table(tmp_path) as (host, guest):
        guest.type("y\n")
        for tty in (host, guest):
            tty.wait_for("Your hand:.*\n")
        goes, stays = (host, guest) if is_host else (guest, host)
        stays.type("say he")
        code = leave(goes, way)
        assert code == WAYS[way][1]
        assert goes.stty() == goes.settings
        stays.wait_for(
            r"has left the table.*\n(?:> say he|.*\n)*Paused since [^\n]*has left(?:.*\n)*> say he"
        )
        stays.type("\x15leave\n")
        assert stays.wait() == 5
        assert stays.stty() == stays.settings
        assert "Traceback" not in host.seen + guest.seen
