"""Is each system asked in its own way, and is nothing half-written ever found under a final name?"""

import errno
import os
import sys
import types
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from gin_p2p.record.disk import SystemDisk, write_new, write_over
from tests.helpers.simdisk import Crash, SimDisk

DISK = SystemDisk()
posix_only = pytest.mark.skipif(os.name != "posix", reason="a branch of POSIX")


@pytest.fixture
def handle(tmp_path: Path) -> int:
    return DISK.create(tmp_path / "file", 0o600)


def fails_with(code: int) -> object:
    def call(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return call


def test_what_is_written_is_read_from_any_place(handle: int) -> None:
    DISK.write(handle, 0, b"hello world\n")
    DISK.write(handle, 6, b"there")
    assert DISK.read(handle, 0, 100) == b"hello there\n"
    assert DISK.read(handle, 6, 3) == b"the"
    assert DISK.read(handle, 100, 3) == b""
    DISK.truncate(handle, 5)
    assert DISK.state(handle).n_bytes == 5
    DISK.sync(handle)
    DISK.close(handle)


def test_a_write_taken_in_parts_is_completed(handle: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole_write = os.write
    monkeypatch.setattr(os, "write", lambda where, data: whole_write(where, bytes(data[:3])))
    DISK.write(handle, 0, b"hello world")
    assert DISK.read(handle, 0, 100) == b"hello world"
    DISK.close(handle)


@posix_only
def test_macos_flushes_the_drive(handle: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    calls: list[object] = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda *arguments: calls.append(arguments))
    DISK.sync(handle)
    assert calls == [(handle, 51)]
    monkeypatch.setattr(os, "fsync", calls.append)
    monkeypatch.setattr(fcntl, "fcntl", fails_with(errno.ENOTSUP))
    DISK.sync(handle)
    assert calls[1:] == [handle]
    monkeypatch.setattr(fcntl, "fcntl", fails_with(errno.EIO))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        DISK.sync(handle)
    assert calls[1:] == [handle]
    DISK.close(handle)


def test_without_fdatasync_everything_is_synced(handle: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    monkeypatch.delattr(os, "fdatasync", raising=False)
    monkeypatch.setattr(os, "fsync", calls.append)
    monkeypatch.setattr(sys, "platform", "win32")
    DISK.sync(handle)
    DISK.sync_folder(Path("/there/is/no/such/folder/and/no/such/call"))
    assert calls == [handle]
    DISK.close(handle)


def test_windows_locks_a_far_byte(handle: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, ...]] = []
    fake = types.ModuleType("msvcrt")
    fake.LK_LOCK, fake.LK_NBLCK = 1, 2  # type: ignore[attr-defined]
    fake.locking = lambda *arguments: calls.append((*arguments, os.lseek(handle, 0, os.SEEK_CUR)))  # type: ignore[attr-defined]
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", fake)
    DISK.lock(handle, wait=False)
    DISK.lock(handle, wait=True)
    assert calls == [(handle, 2, 1, 0x7FFF0000), (handle, 1, 1, 0x7FFF0000)]
    fake.locking = fails_with(errno.EACCES)  # type: ignore[attr-defined]
    with pytest.raises(BlockingIOError):
        DISK.lock(handle, wait=False)
    assert not DISK.state(handle).others_may_read
    DISK.close(handle)


def test_a_link_is_refused_where_the_system_would_follow_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    monkeypatch.delattr(os, "O_NOFOLLOW", raising=False)
    with pytest.raises(OSError, match=os.strerror(errno.ELOOP)):
        DISK.open(tmp_path / "link", writable=False)


@posix_only
@pytest.mark.parametrize(("code", "is_error"), [(errno.EINVAL, False), (errno.EIO, True)])
def test_only_a_file_system_that_cannot_sync_folders_is_excused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, *, is_error: bool
) -> None:
    monkeypatch.setattr(os, "fdatasync", fails_with(code), raising=False)
    monkeypatch.setattr(os, "fsync", fails_with(code))
    monkeypatch.setattr(sys, "platform", "linux")
    if is_error:
        with pytest.raises(OSError, match=os.strerror(code)):
            DISK.sync_folder(tmp_path)
    else:
        DISK.sync_folder(tmp_path)


def test_a_new_file_never_takes_a_name_away(tmp_path: Path) -> None:
    write_new(DISK, tmp_path / "file", b"first")
    with pytest.raises(FileExistsError):
        write_new(DISK, tmp_path / "file", b"second")
    assert (tmp_path / "file").read_bytes() == b"first"
    write_over(DISK, tmp_path / "file", b"third")
    assert (tmp_path / "file").read_bytes() == b"third"
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_what_a_crash_left_behind_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / f".file.{os.getpid()}.new").write_bytes(b"half")
    write_new(DISK, tmp_path / "file", b"whole")
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize("write", [write_new, write_over])
def test_a_file_is_wholly_there_or_not_at_all(write: object) -> None:
    assert callable(write)
    path = Path("/data/file")
    found = set()
    for seed in range(300):
        chance = Random(seed)
        disk = SimDisk(chance)
        if write is write_over:
            write_new(disk, path, b"old content")
        disk.n_calls_left = chance.randint(0, 8)
        with suppress(Crash):
            write(disk, path, b"new content")
        disk.cut_power()
        found.add(bytes(disk.names[path].seen) if path in disk.names else None)
    assert found == {b"new content", b"old content" if write is write_over else None}
