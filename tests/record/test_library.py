"""Is the right record found, under a name that no stranger chose?"""

import errno
import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.record.container import HEADER, MAX_SUMMARY_BYTES, encode_closing, encode_frame
from gin_p2p.record.disk import SystemDisk
from gin_p2p.record.ending import EndKind
from gin_p2p.record.errors import JournalError, NoRecordError
from gin_p2p.record.home import Home
from gin_p2p.record.journal import Journal
from gin_p2p.record.library import (
    find_record,
    list_matches,
    list_records,
    look_at,
    publish,
    record_name,
    safe_name,
    scan_file,
)
from gin_p2p.record.scan import collect

START: Final = datetime(2026, 11, 29, 20, 31, 7, tzinfo=UTC)
IDS: Final = tuple(bytes.fromhex("7f3a") + bytes([number]) * 14 for number in range(3))
OPEN: Final = HEADER + encode_frame(b"frame")
posix_only = pytest.mark.skipif(os.name != "posix", reason="devices, links and permissions of POSIX")

HOSTILE: Final = (
    "../../x", "/etc/x", "CON", "a:b", "Luck>Skill", "x" * 300, "", "..", "trailing.", "nul\0", "a/b\\c", "-rf",
    "\u202egnp.exe", "Zoë", "Даша", "line\nfeed", "~root", "$HOME", "%PATH%", "a  b", "\ud800", ".hidden", "LPT1.txt",
)  # fmt: skip


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path, tmp_path, tmp_path)
    home.prepare()
    return home


def finished(home: Home, match_id: bytes, summary: tuple[str | int, ...] = ("alice", "bob", 3)) -> Path:
    with Journal.create(home.journal(match_id)) as journal:
        journal.append(b"frame of " + match_id)
        journal.finish(summary)
    return home.journal(match_id)


def age(path: Path, seconds: int) -> None:
    os.utime(path, (seconds, seconds))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_chosen_by_others_becomes_a_safe_one(home: Home, name: str) -> None:
    finished(home, IDS[0])
    path = publish(home, IDS[0], ("alice", name), START)
    assert path.parent == home.records
    assert [path] == list(home.records.iterdir())
    assert path.name.startswith("2026-11-29_2031_alice-")
    assert path.name.endswith("_7f3a.gin")
    assert len(path.name) < 100


def test_safe_names_are_still_recognised() -> None:
    assert safe_name("Zoë") == "Zoe"
    assert safe_name("Luck>Skill") == "Luck-Skill"
    assert safe_name("../../x") == "x"
    assert safe_name("Даша") == "player"
    assert safe_name("") == "player"
    assert record_name(START, ("alice", "bob"), IDS[0]) == "2026-11-29_2031_alice-bob_7f3a.gin"


@given(st.text(st.characters()))
def test_any_name_is_reduced_to_letters_digits_and_hyphens(name: str) -> None:
    safe = safe_name(name)
    assert 1 <= len(safe) <= 24
    assert all(letter.isascii() and (letter.isalnum() or letter == "-") for letter in safe)
    assert safe == safe.strip("-")


def test_publishing_gives_the_same_file_a_second_name(home: Home) -> None:
    source = finished(home, IDS[0])
    path = publish(home, IDS[0], ("alice", "bob"), START)
    assert path.samefile(source)
    assert publish(home, IDS[0], ("alice", "bob"), START) == path
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_name_that_is_taken_is_never_overwritten(home: Home) -> None:
    paths = []
    for match_id in IDS[:2]:
        finished(home, match_id)
        paths.append(publish(home, match_id, ("alice", "bob"), START))
    assert [path.name[-12:] for path in paths] == ["bob_7f3a.gin", "7f3a0101.gin"]
    assert paths[0].samefile(home.journal(IDS[0]))
    finished(home, IDS[2])
    for n_digits in (8, 32):
        (home.records / record_name(START, ("alice", "bob"), IDS[2], n_digits)).touch()
    with pytest.raises(JournalError, match="taken by another record"):
        publish(home, IDS[2], ("alice", "bob"), START)


def test_a_match_that_is_not_closed_gets_no_name(home: Home) -> None:
    with pytest.raises(NoRecordError, match="not a closed match"):
        publish(home, IDS[0], ("alice", "bob"), START)
    Journal.create(home.journal(IDS[0])).release()
    with pytest.raises(NoRecordError, match="not a closed match"):
        publish(home, IDS[0], ("alice", "bob"), START)


class FarFolder(SystemDisk):
    """The folder of records lies on another file system, or on one that knows no links."""

    def __init__(self, code: int) -> None:
        self.code = code

    def link(self, old: Path, new: Path) -> None:
        if old.parent != new.parent:
            raise OSError(self.code, os.strerror(self.code))
        super().link(old, new)


def test_between_two_file_systems_the_record_is_copied(home: Home) -> None:
    source = finished(home, IDS[0])
    path = publish(home, IDS[0], ("alice", "bob"), START, FarFolder(errno.EXDEV))
    assert path.read_bytes() == source.read_bytes()
    assert not path.samefile(source)
    assert publish(home, IDS[0], ("alice", "bob"), START, FarFolder(errno.EXDEV)) == path
    assert [entry.path for entry in list_records(home)] == [path]
    finished(home, IDS[1])
    other = publish(home, IDS[1], ("alice", "bob"), START, FarFolder(errno.EXDEV))
    assert other.name.endswith("_7f3a0101.gin")


def test_a_name_that_cannot_be_made_is_an_error(home: Home) -> None:
    finished(home, IDS[0])
    with pytest.raises(JournalError, match="cannot get its readable name"):
        publish(home, IDS[0], ("alice", "bob"), START, FarFolder(errno.EIO))


def test_a_listing_shows_each_match_once_newest_first(home: Home) -> None:
    finished(home, IDS[0], ("old", "pair", 1))
    published = publish(home, IDS[0], ("old", "pair"), START)
    unnamed = finished(home, IDS[1], ("new", "pair", 2))
    running = home.journal(IDS[2])
    Journal.create(running).release()
    bad = home.records / "bad.gin"
    bad.write_bytes(b"junk")
    for seconds, path in enumerate((published, unnamed, running, bad)):
        age(path, 1000 + seconds)
    (home.records / "notes.toml").touch()
    (home.matches / ".x.gin").touch()
    entries = list_records(home)
    assert [entry.path for entry in entries] == [bad, running, unnamed, published]
    kinds = [EndKind.NOT_A_RECORD, EndKind.OPEN, EndKind.CLOSED, EndKind.CLOSED]
    assert [entry.kind for entry in entries] == kinds
    assert [entry.summary for entry in entries] == [None, None, ("new", "pair", 2), ("old", "pair", 1)]
    assert entries[3].n_bytes == published.stat().st_size
    assert [entry.kind for entry in list_matches(home)] == [EndKind.OPEN, EndKind.CLOSED, EndKind.CLOSED]


def test_without_folders_there_is_nothing_to_list(tmp_path: Path) -> None:
    home = Home(tmp_path / "x", tmp_path / "x", tmp_path / "x")
    assert list_records(home) == ()
    with pytest.raises(NoRecordError, match="no record yet"):
        find_record(home, "last")


def test_a_record_is_found_by_last_id_name_and_path(home: Home) -> None:
    for number, match_id in enumerate(IDS):
        age(finished(home, match_id, ("alice", "bob", number)), 1000 + number)
    assert find_record(home, "last") == home.journal(IDS[2])
    assert find_record(home, "7F3A01") == home.journal(IDS[1])
    assert find_record(home, str(home.journal(IDS[0]))) == home.journal(IDS[0])
    path = publish(home, IDS[0], ("alice", "bob"), START)
    assert find_record(home, path.name) == path


@pytest.mark.parametrize(
    ("wanted", "message"),
    [("7f3a", "fits 3 matches"), ("7f3", "no such file"), ("ffff", "no such file"), ("no/such.gin", "no such file"),
     ("x" * 5000, "no such file"), ("a\0b", "no such file")],
)  # fmt: skip
def test_what_does_not_name_one_record_is_refused(home: Home, wanted: str, message: str) -> None:
    for match_id in IDS:
        finished(home, match_id)
    with pytest.raises(NoRecordError, match=message):
        find_record(home, wanted)


def test_a_file_is_scanned_to_its_end(home: Home) -> None:
    frames, ending = collect(scan_file(finished(home, IDS[0])))
    assert [stored.frame for stored in frames] == [b"frame of " + IDS[0]]
    assert ending.kind is EndKind.CLOSED


def test_a_record_may_be_a_symbolic_link(home: Home, tmp_path: Path) -> None:
    (tmp_path / "link.gin").symlink_to(finished(home, IDS[0]))
    assert look_at(tmp_path / "link.gin").kind is EndKind.CLOSED


@posix_only
@pytest.mark.parametrize(
    ("path", "message"),
    [("/dev/null", "is a device"), ("/dev/zero", "is a device"), ("/dev", "is a folder"), ("/no/such", "no such file"),
     ("pipe", "is a device"), ("a\0b", "not a path"), ("x" * 5000, "cannot be opened"), ("\ud800", "not a path")],
)  # fmt: skip
def test_what_is_not_a_file_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with pytest.raises(NoRecordError, match=message) as caught:
        collect(scan_file(Path(path)))
    assert "\n" not in str(caught.value)
    entry = look_at(Path(path))
    assert entry.kind is EndKind.NOT_A_RECORD
    assert message in entry.reason


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.gin"
    path.write_bytes(OPEN)

    class Broken:
        """Stands for a worn-out medium; the tests may run as the superuser, whom permissions do not stop."""

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def fileno(self) -> int:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        def read(self, _n_bytes: int) -> bytes:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    real_fdopen = os.fdopen

    def broken_fdopen(handle: int, mode: str) -> Broken:
        real_fdopen(handle, mode).close()
        return Broken()

    monkeypatch.setattr(os, "fdopen", broken_fdopen)
    with pytest.raises(NoRecordError, match="cannot be read"):
        collect(scan_file(path))
    assert "cannot be read" in look_at(path).reason


def test_looking_reads_only_the_two_ends(tmp_path: Path) -> None:
    path = tmp_path / "large.gin"
    with path.open("wb") as file:
        file.write(HEADER)
        file.seek(2**33)
        file.write(encode_closing(("a", "b", "c" * (MAX_SUMMARY_BYTES - 8))))
    entry = look_at(path)
    assert entry.kind is EndKind.CLOSED
    assert entry.n_bytes > 2**33


@pytest.mark.parametrize(
    ("data", "kind"),
    [(OPEN, EndKind.OPEN), (HEADER, EndKind.OPEN), (b"", EndKind.NOT_A_RECORD), (HEADER[:4], EndKind.CUT),
     (HEADER[:-1] + b"\x09", EndKind.NEWER), (b"\xef\xbb\xbf" + OPEN, EndKind.CHANGED)],
)  # fmt: skip
def test_looking_tells_what_a_file_begins_like(tmp_path: Path, data: bytes, kind: EndKind) -> None:
    path = tmp_path / "renamed.txt"
    path.write_bytes(data)
    entry = look_at(path)
    assert entry.kind is kind
    assert bool(entry.reason) is (kind is not EndKind.OPEN)
