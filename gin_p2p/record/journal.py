"""Is every frame on disk before anybody hears of it?

The journal is the record while it grows. The rules that make its promise true:

* A frame is appended and synced, and only then may it be sent (ours) or acted upon (the peer's). So at most one frame
  is ever unsynced, and a damaged frame with whole ones after it is damage, never an interrupted write.
* Opening again: lock, read, cut off the interrupted write, sync the file and its folder, and only then use it. After
  a killed process the last frame may be in memory only; sending it and then losing power would make the next start
  sign another frame in its place.
* The first write or sync that fails ends the journal. It is not tried again: the system may have dropped the data and
  answer the second sync with success.

Frames stay on disk and are read back when a peer lacks them; in memory is only where each begins.
"""

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from gin_p2p.protocol.codec import Packable
from gin_p2p.record.container import (
    FRAME_HEAD,
    HEADER,
    MAX_OBJECT_BYTES,
    encode_closing,
    encode_frame,
    frame_at,
    may_be_torn,
)
from gin_p2p.record.disk import Disk, SystemDisk, write_new
from gin_p2p.record.ending import Ending, EndKind
from gin_p2p.record.errors import JournalError, JournalLockedError
from gin_p2p.record.scan import StoredFrame, scan

MAX_JOURNAL_BYTES: Final = 256 * 1024 * 1024
"""A hand takes about 30 KB, so some eight thousand hands."""


class Journal:
    """The open journal of one match; nobody else can open it until it is closed or the process ends.

    Made by `create` and `reopen`. Blocking: a link's task calls it in a worker thread that cannot be cancelled.
    """

    def __init__(self, disk: Disk, handle: int, path: Path) -> None:
        self.path: Final = path
        self._disk = disk
        self._handle = handle
        self._end = 0
        self._usable = True
        self._offsets = array("Q")
        self._is_finished = False
        self._n_torn_bytes = 0

    @classmethod
    def create(cls, path: Path, disk: Disk | None = None) -> Self:
        """Begin the journal of a new match. It is durable, and private, when this returns.

        Args:
            path: a name that must not exist, in a folder that does.
            disk: the system's own unless a test says otherwise.

        Raises:
            JournalError: a match of this name exists, or the disk failed.
        """
        disk = disk or SystemDisk()
        try:
            write_new(disk, path, HEADER)
        except FileExistsError:
            raise JournalError(f"{path} exists already") from None
        except OSError as error:
            raise JournalError(f"{path} cannot be created ({error.strerror})") from error
        return cls.reopen(path, disk)

    @classmethod
    def reopen(cls, path: Path, disk: Disk | None = None) -> Self:
        """Take up the journal of a match again; `frames` then answers what was durable.

        Raises:
            JournalLockedError: another process plays this match.
            JournalError: there is none, it is damaged (which no crash explains), or the disk failed.
        """
        disk = disk or SystemDisk()
        try:
            handle = disk.open(path, writable=True)
        except OSError as error:
            raise JournalError(f"{path} cannot be opened ({error.strerror})") from error
        journal = cls(disk, handle, path)
        try:
            journal._recover()
        except BlockingIOError:
            journal.release()
            raise JournalLockedError(f"{path} is in use: another gin plays this match") from None
        except OSError as error:
            journal.release()
            raise JournalError(f"{path} cannot be recovered ({error.strerror})") from error
        except JournalError:
            journal.release()
            raise
        return journal

    @property
    def frames(self) -> tuple[bytes, ...]:
        """Every durable frame, in order; for journals that are known to be short."""
        return tuple(self.frames_from(0))

    @property
    def n_frames(self) -> int:
        """How many frames are durable."""
        return len(self._offsets)

    @property
    def is_finished(self) -> bool:
        """Whether the summary is written: the match is over and nothing can be appended."""
        return self._is_finished

    @property
    def n_torn_bytes(self) -> int:
        """Bytes of an interrupted write that reopening cut off."""
        return self._n_torn_bytes

    def frames_from(self, n_frames: int) -> Iterator[bytes]:
        """Read the durable frames after the first `n_frames`, one after another.

        Raises:
            JournalError: a frame cannot be read back as it was written.
        """
        for offset in self._offsets[n_frames:]:
            yield self._frame_at(offset)

    def append(self, frame: bytes) -> None:
        """Make one frame durable. Only after this returns may it be sent or acted upon.

        Args:
            frame: 1 to 32,768 bytes.

        Raises:
            JournalError: it is not durable, or the journal failed before or is finished.
            ValueError: the frame is empty or too long; nothing happened.
        """
        offset = self._end
        self._write(encode_frame(frame))
        self._offsets.append(offset)

    def finish(self, summary: Packable) -> None:
        """Write the summary, after the last frame of a match that has ended. The journal stays locked.

        Args:
            summary: an array of 3 to 15 items.

        Raises:
            JournalError: it is not durable, or the journal failed before or is finished.
            ValueError: the summary has another shape; nothing happened.
        """
        self._write(encode_closing(summary))
        self._is_finished = True

    def release(self) -> None:
        """Close the file and give the lock back. May be called twice."""
        self._usable = False
        handle, self._handle = self._handle, -1
        if handle >= 0:
            self._disk.close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def _write(self, data: bytes) -> None:
        """Append and sync, or never write again."""
        if not self._usable or self._is_finished:
            raise JournalError(f"{self.path} takes no more frames")
        self._usable = False  # until both calls have returned; an interruption between them is a failure too
        try:
            self._disk.write(self._handle, self._end, data)
            self._disk.sync(self._handle)
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written ({error.strerror})") from error
        self._end += len(data)
        self._usable = True

    def _recover(self) -> None:
        """Lock, read, cut off the interrupted write, make what is left durable."""
        disk, handle = self._disk, self._handle
        state = disk.state(handle)
        if not state.is_regular or state.n_bytes > MAX_JOURNAL_BYTES:
            raise JournalError(f"{self.path} is not a journal")
        disk.lock(handle, wait=False)
        ending = self._scan()
        n_bytes = disk.state(handle).n_bytes
        if ending.kind is EndKind.CLOSED:
            self._is_finished = True
        elif ending.kind is not EndKind.OPEN:
            self._cut(ending, n_bytes)
        disk.sync(handle)
        disk.sync_folder(self.path.parent)
        self._end = ending.offset

    def _scan(self) -> Ending:
        """Note where each frame begins, and answer how the file ends."""
        found = [
            item.offset if isinstance(item, StoredFrame) else item
            for item in scan(_Reader(self._disk, self._handle))
        ]
        self._offsets.extend(item for item in found if isinstance(item, int))
        (ending,) = (item for item in found if isinstance(item, Ending))
        return ending

    def _frame_at(self, offset: int) -> bytes:
        try:
            data = self._disk.read(self._handle, offset, FRAME_HEAD.size)
            n_bytes = FRAME_HEAD.unpack(data)[4] if len(data) == FRAME_HEAD.size else 0
            data += self._disk.read(self._handle, offset + len(data), min(n_bytes, MAX_OBJECT_BYTES))
        except OSError as error:
            raise JournalError(f"{self.path} cannot be read ({error.strerror})") from error
        frame = frame_at(data)
        if frame is None:
            raise JournalError(f"{self.path} has changed at byte {offset}")
        return frame

    def _cut(self, ending: Ending, n_bytes: int) -> None:
        """Cut off an interrupted write. What cannot be one is left as it is, for its owner to look at."""
        kinds = (EndKind.CUT, EndKind.DAMAGED)
        self._n_torn_bytes = n_bytes - ending.offset
        tail = self._disk.read(self._handle, ending.offset, self._n_torn_bytes)
        is_torn = ending.kind in kinds and not ending.disclosures and may_be_torn(tail)
        if ending.offset < len(HEADER) or not is_torn:
            raise JournalError(
                f"{self.path} cannot be taken up again, at byte {ending.offset}: {ending.reason}"
            )
        self._disk.truncate(self._handle, ending.offset)


class _Reader:
    """Reads on where the last call ended."""

    def __init__(self, disk: Disk, handle: int) -> None:
        self._disk, self._handle, self._at = disk, handle, 0

    def __call__(self, n_bytes: int) -> bytes:
        data = self._disk.read(self._handle, self._at, n_bytes)
        self._at += len(data)
        return data


def is_in_use(path: Path, disk: Disk | None = None) -> bool:
    """Tell whether a process plays the match of this journal now."""
    disk = disk or SystemDisk()
    try:
        handle = disk.open(path, writable=True)
    except OSError:
        return False
    try:
        disk.lock(handle, wait=False)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        disk.close(handle)
    return False
