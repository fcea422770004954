"""Which records do we have, and which one is meant?

A match is written in `matches/<match id>.gin`. Closed, it gets a second name in `records/` that people can read:
`2026-11-29_2031_alice-bob_7f3a.gin`. Names in it come from strangers, so they are reduced to letters, digits and
hyphens; nothing in a file name is ever trusted, and a record may be renamed at will.
"""

import errno
import filecmp
import os
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Final

from gin_p2p.protocol.codec import Value
from gin_p2p.record.container import MAX_SUMMARY_BYTES, TRAILER, summary_at_end
from gin_p2p.record.disk import Disk, SystemDisk, write_new
from gin_p2p.record.ending import HEADER_BYTES, Ending, EndKind, judge_header
from gin_p2p.record.errors import JournalError, NoRecordError
from gin_p2p.record.home import Home
from gin_p2p.record.scan import StoredFrame, scan

MAX_NAME_LETTERS: Final = 24
_ID_DIGITS: Final = (4, 8, 32)
_PUBLIC: Final = 0o644
_OPEN: Final = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
)


@dataclass(frozen=True, slots=True)
class Entry:
    """What a listing tells without reading the whole file.

    Args:
        path: the file.
        kind: CLOSED when a summary was found; OPEN when it begins like a record; else what its beginning shows.
        reason: a sentence when it is no record that we can read.
        summary: as stored, unchecked; None unless CLOSED.
        n_bytes: length of the file; 0 when it could not be opened.
        modified: last change, in seconds since 1970.
    """

    path: Path
    kind: EndKind
    reason: str
    summary: Value | None
    n_bytes: int
    modified: float


def scan_file(path: Path) -> Iterator[StoredFrame | Ending]:
    """Read a record from a file: its frames, then one `Ending`. Memory is bounded whatever the file.

    Raises:
        NoRecordError: there is no such file, it is a folder or a device, or it cannot be read.
    """
    with _open_file(path) as file:
        try:
            yield from scan(file.read)
        except OSError as error:
            raise NoRecordError(f"{path}: cannot be read ({error.strerror})") from None


def look_at(path: Path) -> Entry:
    """Look at the two ends of a file. Never raises: a bad file is one line of a listing.

    Only the audit tells whether a summary is true.
    """
    try:
        with _open_file(path) as file:
            status = os.fstat(file.fileno())
            refusal = judge_header(file.read(HEADER_BYTES))
            if refusal is not None:
                return Entry(path, refusal.kind, refusal.reason, None, status.st_size, status.st_mtime)
            file.seek(max(0, status.st_size - MAX_SUMMARY_BYTES - TRAILER.size))
            closing = summary_at_end(file.read(MAX_SUMMARY_BYTES + TRAILER.size))
            if closing is None:
                return Entry(path, EndKind.OPEN, "", None, status.st_size, status.st_mtime)
            return Entry(path, EndKind.CLOSED, "", closing[1], status.st_size, status.st_mtime)
    except NoRecordError as error:
        return Entry(path, EndKind.NOT_A_RECORD, str(error), None, 0, 0.0)
    except OSError as error:
        reason = f"{path}: cannot be read ({error.strerror})"
        return Entry(path, EndKind.NOT_A_RECORD, reason, None, 0, 0.0)


def list_records(home: Home) -> tuple[Entry, ...]:
    """Look at every record, newest first. A closed match that has its readable name is listed once, under that."""
    entries = [look_at(path) for path in _files(home.records)]
    named = {entry.summary for entry in entries if entry.kind is EndKind.CLOSED}
    entries += [entry for entry in list_matches(home) if entry.summary is None or entry.summary not in named]
    return _newest_first(entries)


def list_matches(home: Home) -> tuple[Entry, ...]:
    """Look at every journal, newest first: the ones that are OPEN can be resumed."""
    return _newest_first([look_at(path) for path in _files(home.matches)])


def records_below(folder: Path) -> tuple[Path, ...] | None:
    """Answer the records in a folder and below it, in order; None where it is no folder.

    Links to folders are not followed: they may lead round in a circle.
    """
    try:
        if not folder.is_dir():
            return None
    except (OSError, ValueError):
        return None
    found = (_files(Path(inner)) for inner, _, _ in os.walk(folder))
    return tuple(sorted(path for files in found for path in files))


def find_record(home: Home, wanted: str) -> Path:
    """Answer which file is meant.

    Args:
        home: whose records.
        wanted: `last`, the first digits (four at least) of a match id, a path, or a file name in the records folder.

    Raises:
        NoRecordError: nothing fits, or several matches do.
    """
    if wanted == "last":
        entries = list_records(home)
        if not entries:
            raise NoRecordError("there is no record yet")
        return entries[0].path
    path = Path(wanted)
    if _exists(path):
        return path
    if path.name == wanted and _exists(home.records / path):
        return home.records / path
    digits = wanted.lower()
    fitting = [file for file in _files(home.matches) if len(digits) >= 4 and file.stem.startswith(digits)]
    if len(fitting) > 1:
        raise NoRecordError(f"{wanted} fits {len(fitting)} matches: give more digits")
    if not fitting:
        raise NoRecordError(f"{wanted}: no such file, and no match begins so")
    return fitting[0]


def publish(
    home: Home, match_id: bytes, names: Sequence[str], start: datetime, disk: Disk | None = None
) -> Path:
    """Give the record of a closed match its readable name. Calling it again answers the same name.

    Args:
        home: with its folders prepared.
        match_id: 16 bytes.
        names: of host and guest, from anybody.
        start: of the match, with a zone.
        disk: the system's own unless a test says otherwise.

    Raises:
        NoRecordError: the match is not closed.
        JournalError: the name cannot be made durable.
    """
    disk = disk or SystemDisk()
    source = home.journal(match_id)
    if look_at(source).kind is not EndKind.CLOSED:
        raise NoRecordError(f"{source} is not a closed match")
    try:
        source.chmod(_PUBLIC)  # it never held a secret, and is no longer secret play
        for n_digits in _ID_DIGITS:
            target = home.records / record_name(start, names, match_id, n_digits)
            if _give_name(disk, source, target):
                return target
    except OSError as error:
        raise JournalError(f"{source} cannot get its readable name ({error.strerror})") from None
    raise JournalError(f"{source} cannot get its readable name: it is taken by another record")


def record_name(start: datetime, names: Sequence[str], match_id: bytes, n_digits: int = 4) -> str:
    """Write a file name that is safe on every system: `2026-11-29_2031_alice-bob_7f3a.gin`."""
    when = start.astimezone(UTC).strftime("%Y-%m-%d_%H%M")
    return f"{when}_{'-'.join(safe_name(name) for name in names)}_{match_id.hex()[:n_digits]}.gin"


def safe_name(name: str) -> str:
    """Reduce a stranger's name to 1 to 24 letters, digits and hyphens of ASCII.

    Accents are taken off; what has no such letter becomes `player`. It stands between a date and an id, so that
    it is never a device's name and never ends in a dot.
    """
    plain = unicodedata.normalize("NFKD", name[:300])
    letters = (letter for letter in plain if not unicodedata.combining(letter))
    kept = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in letters)
    return "-".join(kept.split())[:MAX_NAME_LETTERS].strip("-") or "player"


def _give_name(disk: Disk, source: Path, target: Path) -> bool:
    """Link the record to the name; False when another record has it. Between two file systems it is copied."""
    try:
        disk.link(source, target)
    except FileExistsError:
        return filecmp.cmp(source, target, shallow=False)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        if _exists(target):
            return filecmp.cmp(source, target, shallow=False)
        write_new(disk, target, source.read_bytes())
        target.chmod(_PUBLIC)
    disk.sync_folder(target.parent)
    return True


def _open_file(path: Path) -> BinaryIO:
    """Open a regular file that anybody may have named; a pipe or a device would never end."""
    try:
        handle = os.open(path, _OPEN)
    except FileNotFoundError:
        raise NoRecordError(f"{path}: no such file") from None
    except OSError as error:
        raise NoRecordError(f"{path}: cannot be opened ({error.strerror})") from None
    except ValueError:
        raise NoRecordError(f"{str(path)!r}: not a path") from None
    mode = os.fstat(handle).st_mode
    if stat.S_ISREG(mode):
        return os.fdopen(handle, "rb")
    os.close(handle)
    raise NoRecordError(f"{path}: is a folder" if stat.S_ISDIR(mode) else f"{path}: is a device, not a file")


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long for this system, or with a zero byte
        return False


def _files(folder: Path) -> list[Path]:
    """Answer the records in a folder; none when there is no folder. Temporary files begin with a dot."""
    try:
        return sorted(
            path for path in folder.iterdir() if path.suffix == ".gin" and not path.name.startswith(".")
        )
    except OSError:
        return []


def _newest_first(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(sorted(entries, key=lambda entry: (entry.modified, entry.path.name), reverse=True))
