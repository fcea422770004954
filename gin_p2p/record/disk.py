"""What do we ask of the disk, and what may we believe afterwards?

A write is only a wish until the file is synced, and a new name is only a wish until its folder is synced. Everything
that must survive goes through the few calls of `Disk`, so that the tests can put a disk in its place that keeps
exactly what the rules promise and loses all the rest.

* `fdatasync` where there is one, `F_FULLFSYNC` on macOS (there `fsync` stops at the drive's cache), else `fsync`.
* A symbolic link is never followed to a private file: whoever may write the folder could point it elsewhere.
* A failed sync is final. The kernel may drop the pages and answer the next sync with success.
"""

import errno
import os
import stat
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

PRIVATE: Final = 0o600
_OPEN: Final = (
    getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # opening a pipe must not wait for a writer
    | getattr(os, "O_BINARY", 0)
)
_FAR: Final = 0x7FFF0000
"""The byte that Windows locks: its locks are mandatory, so it lies beyond every record and readers are not disturbed."""
_UNSUPPORTED: Final = (errno.EINVAL, errno.ENOTSUP, errno.ENOTTY)


@dataclass(frozen=True, slots=True)
class FileState:
    """What an open file is.

    Args:
        n_bytes: length.
        is_regular: a file, not a folder or a device.
        others_may_read: the permission bits let the group or others in; never true where there are no such bits.
    """

    n_bytes: int
    is_regular: bool
    others_may_read: bool


class Disk(Protocol):
    """The calls that durability rests on. Every one may raise OSError."""

    def create(self, path: Path, mode: int) -> int:
        """Create a file that must not exist, open it for reading and writing."""

    def open(self, path: Path, *, writable: bool) -> int:
        """Open an existing file that is not a symbolic link."""

    def state(self, handle: int) -> FileState:
        """Say what the open file is."""

    def read(self, handle: int, offset: int, n_bytes: int) -> bytes:
        """Read up to `n_bytes`; fewer only at the end of the file."""

    def write(self, handle: int, offset: int, data: bytes) -> None:
        """Write all of it."""

    def truncate(self, handle: int, n_bytes: int) -> None:
        """Cut the file to this length."""

    def sync(self, handle: int) -> None:
        """Return when content and length are durable."""

    def lock(self, handle: int, *, wait: bool) -> None:
        """Take the file's lock until it is closed; BlockingIOError when it is taken and we do not wait."""

    def close(self, handle: int) -> None:
        """Close the file and give its lock back."""

    def link(self, old: Path, new: Path) -> None:
        """Give a file a second name, which must not exist."""

    def replace(self, old: Path, new: Path) -> None:
        """Move a file to a name, at once, whether or not that exists."""

    def unlink(self, path: Path) -> None:
        """Take a name away."""

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in the folder are durable."""


class SystemDisk:
    """The machine's own disk."""

    def create(self, path: Path, mode: int) -> int:
        """Create a file that must not exist, open it for reading and writing."""
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _OPEN, mode)

    def open(self, path: Path, *, writable: bool) -> int:
        """Open an existing file that is not a symbolic link."""
        if not hasattr(os, "O_NOFOLLOW") and path.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        return os.open(path, (os.O_RDWR if writable else os.O_RDONLY) | _OPEN)

    def state(self, handle: int) -> FileState:
        """Say what the open file is."""
        status = os.fstat(handle)
        others = sys.platform != "win32" and bool(status.st_mode & 0o077)
        return FileState(status.st_size, stat.S_ISREG(status.st_mode), others)

    def read(self, handle: int, offset: int, n_bytes: int) -> bytes:
        """Read up to `n_bytes`; fewer only at the end of the file."""
        os.lseek(handle, offset, os.SEEK_SET)
        parts: list[bytes] = []
        while n_bytes > 0 and (part := os.read(handle, n_bytes)):
            parts.append(part)
            n_bytes -= len(part)
        return b"".join(parts)

    def write(self, handle: int, offset: int, data: bytes) -> None:
        """Write all of it; the system may take it in parts."""
        os.lseek(handle, offset, os.SEEK_SET)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]

    def truncate(self, handle: int, n_bytes: int) -> None:
        """Cut the file to this length."""
        os.ftruncate(handle, n_bytes)

    def sync(self, handle: int) -> None:
        """Return when content and length are durable."""
        if sys.platform == "darwin":
            import fcntl  # noqa: PLC0415 - there is none on Windows

            try:
                fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            except OSError as error:
                if error.errno not in _UNSUPPORTED:
                    raise
                os.fsync(handle)  # this file system cannot flush the drive; it does what it can
        else:
            # Not on Windows. fdatasync leaves out only the times; the length is part of it.
            getattr(os, "fdatasync", os.fsync)(handle)

    def lock(self, handle: int, *, wait: bool) -> None:
        """Take the file's lock until it is closed; BlockingIOError when it is taken and we do not wait."""
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - only there

            os.lseek(handle, _FAR, os.SEEK_SET)
            try:
                # Waiting ends after ten seconds, with an error.
                msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            except PermissionError as error:
                raise BlockingIOError(error.errno, "the file is locked") from error
        else:
            import fcntl  # noqa: PLC0415 - there is none on Windows

            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))

    def close(self, handle: int) -> None:
        """Close the file and give its lock back."""
        os.close(handle)

    def link(self, old: Path, new: Path) -> None:
        """Give a file a second name, which must not exist."""
        os.link(old, new)

    def replace(self, old: Path, new: Path) -> None:
        """Move a file to a name, at once, whether or not that exists."""
        old.replace(new)

    def unlink(self, path: Path) -> None:
        """Take a name away."""
        path.unlink()

    def sync_folder(self, folder: Path) -> None:
        """Return when the names in the folder are durable. Windows offers no such call and orders names itself."""
        if sys.platform != "win32":
            handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                self.sync(handle)
            except OSError as error:
                if error.errno != errno.EINVAL:  # some network file systems know no sync of folders
                    raise
            finally:
                os.close(handle)


def write_new(disk: Disk, path: Path, data: bytes) -> None:
    """Create a private file that is either wholly there or not at all, even after a power cut.

    Args:
        disk: where.
        path: the name, which must not exist.
        data: the content.

    Raises:
        OSError: it could not be made durable; FileExistsError when the name is taken.
    """
    temporary = _write_temporary(disk, path, data)
    try:
        # A link fails where a rename would overwrite.
        disk.link(temporary, path)
    finally:
        disk.unlink(temporary)
    disk.sync_folder(path.parent)


def write_over(disk: Disk, path: Path, data: bytes) -> None:
    """Give a private file new content; after a power cut it holds the old or the new, never a mixture.

    Raises:
        OSError: it could not be made durable.
    """
    disk.replace(_write_temporary(disk, path, data), path)
    disk.sync_folder(path.parent)


def _write_temporary(disk: Disk, path: Path, data: bytes) -> Path:
    """Write and sync a file beside `path`. The process number keeps two processes apart; a leftover was a crash's."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    with suppress(FileNotFoundError):
        disk.unlink(temporary)
    handle = disk.create(temporary, PRIVATE)
    try:
        disk.write(handle, 0, data)
        disk.sync(handle)
    finally:
        disk.close(handle)
    return temporary
