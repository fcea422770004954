"""Does the viewer work at a real terminal, and leave it as it was?"""

import fcntl
import shutil
import struct
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from gin_p2p.record.notes_file import notes_path
from tests.helpers.make_replays import REPLAYS
from tests.helpers.ttyprocess import TtyProcess

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows"),
]
ALTERNATE = "\x1b[?1049"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record in a folder of its own."""
    return Path(shutil.copy(REPLAYS / "misdeal.gin", tmp_path))


@pytest.fixture
def tty(tmp_path: Path, record: Path) -> Iterator[TtyProcess]:
    words = ("-m", "gin_p2p", "replay", str(record))
    process = TtyProcess(words, {"GIN_HOME": str(tmp_path), "NO_COLOR": "1"})
    fcntl.ioctl(process.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    yield process
    process.close()


@pytest.mark.parametrize(("keys", "code"), [("q", 5), ("\x03", 130), ("\x1b[B\x1b[Cq", 5)])
def test_keys_leave_the_viewer_with_the_right_code_and_the_terminal_as_it_was(
    keys: str, code: int, tty: TtyProcess
) -> None:
    tty.wait_for("q quit")
    assert ALTERNATE + "h" in tty.seen
    tty.type(keys)
    assert tty.wait() == code
    assert ALTERNATE + "l" in tty.seen
    assert tty.stty() == tty.settings


def test_a_signal_leaves_the_viewer_with_its_code_and_the_terminal_as_it_was(tty: TtyProcess) -> None:
    tty.wait_for("q quit")
    tty.signal(15)
    assert tty.wait() == 143
    assert ALTERNATE + "l" in tty.seen
    assert tty.stty() == tty.settings


def test_notes_that_are_none_are_not_overwritten(tmp_path: Path, record: Path) -> None:
    notes = notes_path(record)
    notes.write_text("my = 'own file'")
    words = ("-m", "gin_p2p", "replay", str(record))
    process = TtyProcess(words, {"GIN_HOME": str(tmp_path)})
    assert process.wait() == 4
    assert "something else than notes" in process.seen
    assert ALTERNATE not in process.seen
    assert notes.read_text() == "my = 'own file'"
    process.close()
