"""Does the journal keep its promises on a real disk?"""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from gin_p2p.record.container import HEADER, MAX_FRAME_BYTES, MAX_OBJECT_BYTES, encode_closing, encode_frame
from gin_p2p.record.errors import JournalError, JournalLockedError
from gin_p2p.record.journal import MAX_JOURNAL_BYTES, Journal

FRAMES: Final = (b"first", b"second" * 40, b"third")
SUMMARY: Final = ("alice", "bob", 3)
OPEN: Final = HEADER + b"".join(encode_frame(frame) for frame in FRAMES)

posix_only = pytest.mark.skipif(os.name != "posix", reason="permissions, links and signals of POSIX")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "7f3a.gin"


def test_what_was_appended_is_there_after_reopening(path: Path) -> None:
    with Journal.create(path) as journal:
        for frame in FRAMES:
            journal.append(frame)
        assert journal.frames == FRAMES
    assert path.read_bytes() == OPEN
    with Journal.reopen(path) as journal:
        assert journal.frames == FRAMES
        assert (journal.n_frames, journal.is_finished, journal.n_torn_bytes) == (3, False, 0)
        journal.append(b"fourth")
    assert path.read_bytes() == OPEN + encode_frame(b"fourth")


def test_a_match_that_ended_before_its_first_frame_reopens(path: Path) -> None:
    Journal.create(path).release()
    with Journal.reopen(path) as journal:
        assert journal.n_frames == 0


def test_a_finished_journal_gives_its_frames_and_takes_no_more(path: Path) -> None:
    with Journal.create(path) as journal:
        journal.append(b"only")
        journal.finish(SUMMARY)
        assert journal.is_finished
        with pytest.raises(JournalError, match="takes no more"):
            journal.append(b"late")
    with Journal.reopen(path) as journal:
        assert (journal.frames, journal.is_finished) == ((b"only",), True)
        with pytest.raises(JournalError, match="takes no more"):
            journal.finish(SUMMARY)
    assert path.read_bytes() == HEADER + encode_frame(b"only") + encode_closing(SUMMARY)


@posix_only
def test_a_journal_is_private(path: Path) -> None:
    Journal.create(path).release()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_journal_is_never_overwritten(path: Path) -> None:
    path.write_bytes(b"precious")
    with pytest.raises(JournalError, match="exists already"):
        Journal.create(path)
    assert path.read_bytes() == b"precious"
    assert list(path.parent.iterdir()) == [path]


def test_two_programs_cannot_play_one_match(path: Path) -> None:
    with Journal.create(path), pytest.raises(JournalLockedError, match="another gin"):
        Journal.reopen(path)
    Journal.reopen(path).release()


def test_releasing_twice_is_allowed_and_ends_writing(path: Path) -> None:
    journal = Journal.create(path)
    journal.release()
    journal.release()
    with pytest.raises(JournalError, match="takes no more"):
        journal.append(b"late")


def test_an_impossible_frame_changes_nothing(path: Path) -> None:
    with Journal.create(path) as journal:
        for frame in (b"", bytes(MAX_FRAME_BYTES + 1)):
            with pytest.raises(ValueError, match="a frame of"):
                journal.append(frame)
        with pytest.raises(ValueError, match="3 to 15"):
            journal.finish((1,))
        journal.append(b"good")
    assert path.read_bytes() == HEADER + encode_frame(b"good")


def test_a_cut_at_any_byte_of_the_last_object_is_healed(path: Path) -> None:
    for last, start in (
        (encode_frame(FRAMES[2]), len(OPEN) - len(encode_frame(FRAMES[2]))),
        (encode_closing(SUMMARY), len(OPEN)),
    ):
        good = OPEN[:start]
        for n_bytes in range(len(last)):
            path.write_bytes(good + last[:n_bytes])
            with Journal.reopen(path) as journal:
                assert journal.n_torn_bytes == n_bytes
                assert journal.frames == FRAMES[: 2 + (start == len(OPEN))]
            assert path.read_bytes() == good


def test_a_last_frame_that_was_written_in_part_is_healed(path: Path) -> None:
    last = encode_frame(FRAMES[1])
    for tail in (
        bytes(len(last)),
        last[:20] + bytes(len(last) - 20),
        bytes(20) + last[20:],
        last[:-1] + b"\r\n",
    ):
        path.write_bytes(OPEN + tail)
        with Journal.reopen(path) as journal:
            assert journal.frames == FRAMES
        assert path.read_bytes() == OPEN


def test_a_damaged_frame_before_a_good_one_is_never_taken_for_a_torn_end(path: Path) -> None:
    start = len(OPEN) - len(encode_frame(FRAMES[2]))
    for place in range(len(HEADER), start):
        for mask in (0x01, 0x80):
            data = bytearray(OPEN)
            data[place] ^= mask
            path.write_bytes(data)
            with pytest.raises(JournalError, match="taken up again"):
                Journal.reopen(path)
            assert path.read_bytes() == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        HEADER[:5],
        b"something else",
        OPEN.replace(b"\x01", b"\x02", 1),
        OPEN + encode_closing(SUMMARY) + b"\x00",
        OPEN + bytes(MAX_OBJECT_BYTES + 1),
        OPEN[:-1] + b"\0" + encode_closing(SUMMARY),
        OPEN + encode_frame(b"line\nfeed").replace(b"\n", b"\r\n"),
    ],
)
def test_what_no_crash_leaves_behind_is_refused_and_left_alone(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(JournalError, match="taken up again"):
        Journal.reopen(path)
    assert path.read_bytes() == data


def test_a_journal_that_is_not_there_is_refused(path: Path) -> None:
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal.reopen(path)
    with pytest.raises(JournalError, match="cannot be created"):
        Journal.create(path / "below" / "nothing.gin")


def test_a_folder_is_not_a_journal(path: Path) -> None:
    path.mkdir()
    with pytest.raises(JournalError):
        Journal.reopen(path)


def test_a_journal_of_absurd_length_is_refused_unread(path: Path) -> None:
    path.write_bytes(OPEN)
    os.truncate(path, MAX_JOURNAL_BYTES + 1)
    with pytest.raises(JournalError, match="is not a journal"):
        Journal.reopen(path)


@posix_only
@pytest.mark.parametrize("target", ["/dev/null", "/dev/zero", "real.gin"])
def test_a_symbolic_link_is_not_followed(path: Path, target: str) -> None:
    (path.parent / "real.gin").write_bytes(OPEN)
    path.symlink_to(target)
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal.reopen(path)
    with pytest.raises(JournalError, match="exists already"):
        Journal.create(path)


@posix_only
def test_a_pipe_is_not_a_journal(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(JournalError, match="is not a journal"):
        Journal.reopen(path)


CHILD: Final = """
import sys
from pathlib import Path
from gin_p2p.record.journal import Journal
path = Path(sys.argv[1])
journal = Journal.reopen(path) if path.exists() else Journal.create(path)
while True:
    journal.append(b"frame %d" % journal.n_frames * 20)
    print(journal.n_frames, flush=True)
"""


@posix_only
@pytest.mark.slow
def test_a_killed_process_has_kept_every_frame_it_told_of(path: Path) -> None:
    n_told = 0
    for n_lines in (1, 40, 7):
        with subprocess.Popen(
            [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            for _ in range(n_lines):
                child.stdout.readline()
            child.send_signal(signal.SIGKILL)
            told = [n_told, *(int(line) for line in child.stdout.read().split())]
        n_told = max(told[-1], n_told + n_lines)
        with Journal.reopen(path) as journal:
            assert n_told <= journal.n_frames <= n_told + 1
            assert list(journal.frames) == [b"frame %d" % n * 20 for n in range(journal.n_frames)]
            n_told = journal.n_frames
