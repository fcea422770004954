"""A disk that keeps what was synced and loses, by chance, any part of the rest.

What a power cut may do here, as the research on crash consistency found real file systems do: of the writes since
the last sync of a file, any part survives, in any order, and what is missing between survivors reads as zeros; a cut
of the file's length may be lost; a name that was made, moved or taken away since the last sync of its folder may be
as before. A killed process loses only its open files and locks: the memory of the system outlives it.
"""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from gin_p2p.record.disk import FileState


class Crash(BaseException):
    """The process ends here; nothing that catches errors may catch this."""


@dataclass
class File:
    """A file's content as the running system sees it, as the platter has it, and the pieces between."""

    seen: bytearray = field(default_factory=bytearray)
    durable: bytearray = field(default_factory=bytearray)
    pieces: list[tuple[int, bytes | None]] = field(default_factory=list)
    is_locked: bool = False

    def lose(self, chance: Random) -> None:
        """Keep any subset of the unsynced pieces, in any order; a piece without bytes is a cut to its offset."""
        parts: list[tuple[int, bytes | None]] = []
        for offset, data in self.pieces:
            if data is None:
                parts.append((offset, None))
                continue
            at = 0
            while at < len(data):
                n_bytes = chance.randint(1, len(data))
                parts.append((offset + at, data[at : at + n_bytes]))
                at += n_bytes
        chance.shuffle(parts)
        for offset, data in parts:
            if chance.random() < 0.5:
                continue
            apply(self.durable, offset, data)
        self.seen, self.pieces = bytearray(self.durable), []


def apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
    else:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(data)] = data


class SimDisk:
    """A disk of one machine.

    Args:
        chance: decides what a power cut loses.
    """

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.names: dict[Path, File] = {}
        self.durable_names: dict[Path, File] = {}
        self.pending: list[tuple[Path, File | None]] = []
        self.open_files: dict[int, File] = {}
        self.n_calls_left = -1
        self.failing: Callable[[str], bool] = lambda _call: False
        self.calls: list[str] = []
        self.modes: dict[Path, int] = {}

    # What happens to the machine.

    def kill(self) -> None:
        """kill -9: open files and locks are gone, the system's memory stays."""
        for file in self.open_files.values():
            file.is_locked = False
        self.open_files.clear()

    def cut_power(self) -> None:
        """Everything unsynced is at the mercy of chance."""
        self.kill()
        for file in {
            id(file): file for file in (*self.names.values(), *self.durable_names.values())
        }.values():
            file.lose(self.chance)
        lost: set[Path] = set()
        for path, file_or_none in self.pending:
            # Changes of one name survive in their order, those of different names independently.
            if path in lost or self.chance.random() < 0.5:
                lost.add(path)
            else:
                self._rename(self.durable_names, path, file_or_none)
        self.pending.clear()
        self.names = dict(self.durable_names)

    def _step(self, call: str) -> None:
        """Count a call; crash or fail in it if that was arranged."""
        self.calls.append(call)
        if self.n_calls_left == 0:
            raise Crash
        self.n_calls_left -= 1
        if self.failing(call):
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    @staticmethod
    def _rename(names: dict[Path, File], path: Path, file: File | None) -> None:
        if file is None:
            names.pop(path, None)
        else:
            names[path] = file

    def _name(self, path: Path, file: File | None) -> None:
        self._rename(self.names, path, file)
        self.pending.append((path, file))

    def _file(self, path: Path) -> File:
        if path not in self.names:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return self.names[path]

    def _open(self, file: File) -> int:
        handle = len(self.calls)
        self.open_files[handle] = file
        return handle

    # What a program asks of it.

    def create(self, path: Path, mode: int) -> int:
        self._step("create")
        if path in self.names:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        self.modes[path] = mode
        self._name(path, File())
        return self._open(self.names[path])

    def open(self, path: Path, *, writable: bool) -> int:
        self._step("open")
        return self._open(self._file(path))

    def state(self, handle: int) -> FileState:
        self._step("state")
        return FileState(len(self.open_files[handle].seen), is_regular=True, others_may_read=False)

    def read(self, handle: int, offset: int, n_bytes: int) -> bytes:
        self._step("read")
        return bytes(self.open_files[handle].seen[offset : offset + n_bytes])

    def write(self, handle: int, offset: int, data: bytes) -> None:
        file = self.open_files[handle]
        try:
            self._step("write")
        except (Crash, OSError):
            data = data[: self.chance.randint(0, len(data))]
            raise
        finally:
            file.pieces.append((offset, data))
            apply(file.seen, offset, data)

    def truncate(self, handle: int, n_bytes: int) -> None:
        self._step("truncate")
        file = self.open_files[handle]
        file.pieces.append((n_bytes, None))
        apply(file.seen, n_bytes, None)

    def sync(self, handle: int) -> None:
        file = self.open_files[handle]
        try:
            self._step("sync")
        except OSError:
            file.pieces.clear()  # the pages count as clean now, and the next sync will "succeed"
            raise
        file.durable, file.pieces = bytearray(file.seen), []

    def lock(self, handle: int, *, wait: bool) -> None:
        self._step("lock")
        file = self.open_files[handle]
        if file.is_locked:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        file.is_locked = True

    def close(self, handle: int) -> None:
        file = self.open_files.pop(handle, None)
        if file is not None and file not in self.open_files.values():
            file.is_locked = False

    def link(self, old: Path, new: Path) -> None:
        self._step("link")
        if new in self.names:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        self._name(new, self._file(old))

    def replace(self, old: Path, new: Path) -> None:
        self._step("replace")
        file = self._file(old)
        self._name(old, None)
        self._name(new, file)

    def unlink(self, path: Path) -> None:
        self._step("unlink")
        self._file(path)
        self._name(path, None)

    def sync_folder(self, folder: Path) -> None:
        self._step("sync_folder")
        for path, file in self.pending:
            if path.parent == folder:
                self._rename(self.durable_names, path, file)
        self.pending = [(path, file) for path, file in self.pending if path.parent != folder]
