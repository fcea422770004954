"""How does a match come to lie on disk while it is played?

A keeper makes frames durable as the session hands them over: the seed first, then the journal, then each frame. A match
is named by its first frame. What the guest has not accepted is not worth a file, so its keeper holds the offer back
until the acceptance is to be kept; then both become durable before the acceptance can be sent.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Self

from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.codec import Packable
from gin_p2p.protocol.table import Offer
from gin_p2p.protocol.transcript import next_head
from gin_p2p.record.bookmark import Bookmark, load_bookmark, save_bookmark
from gin_p2p.record.container import HEADER, encode_frame
from gin_p2p.record.disk import Disk, SystemDisk, write_new
from gin_p2p.record.errors import FileRefusedError, JournalError
from gin_p2p.record.home import Home
from gin_p2p.record.journal import Journal
from gin_p2p.record.library import publish
from gin_p2p.record.seed import create_seed, load_seed


class Keeper:
    """The record of one match while it grows.

    Args:
        home: whose.
        seed: of this seat in this match.
        waits: hold the first frame back until there is a second (the guest's side).
        bookmark: where the match is played.
        disk: the system's own unless a test says otherwise.
    """

    def __init__(
        self,
        home: Home,
        seed: MatchSeed,
        *,
        waits: bool = False,
        bookmark: Bookmark | None = None,
        disk: Disk | None = None,
    ) -> None:
        self.seed = seed
        self._home = home
        self._waits = waits
        self._bookmark = bookmark or Bookmark()
        self._disk = disk or SystemDisk()
        self._held: list[bytes] = []
        self._journal: Journal | None = None
        self._match_id = b""

    @classmethod
    def resume(cls, home: Home, match_id: bytes, disk: Disk | None = None) -> Self:
        """Take up a match that lies on disk. What was durable is `frames_from(0)`.

        Raises:
            JournalLockedError: another process plays this match.
            JournalError: the journal is not there, is damaged, or the disk failed.
            FileRefusedError: the seed is missing, damaged or unsafe, or the bookmark is not as we write it.
        """
        secret = home.secret(match_id)
        try:
            seed = load_seed(secret, match_id, disk)
        except FileNotFoundError:
            raise FileRefusedError(secret, "is missing, and without it this match cannot go on") from None
        keeper = cls(home, seed, bookmark=load_bookmark(home.bookmark(match_id)), disk=disk)
        keeper._journal = Journal.reopen(home.journal(match_id), disk)
        keeper._match_id = match_id
        return keeper

    @property
    def path(self) -> Path | None:
        """Where the journal lies; None before there is one."""
        return None if self._journal is None else self._journal.path

    @property
    def is_finished(self) -> bool:
        """Whether the record has its end."""
        return self._journal is not None and self._journal.is_finished

    @property
    def bookmark(self) -> Bookmark:
        """Where the match is played."""
        return self._bookmark

    @bookmark.setter
    def bookmark(self, bookmark: Bookmark) -> None:
        """Note it, durably once there is a journal.

        Raises:
            JournalError: it is not durable.
        """
        self._bookmark = bookmark
        if self._journal is not None:
            save_bookmark(self._home.bookmark(self._match_id), bookmark, self._disk)

    def keep(self, frame: bytes) -> None:
        """Make a frame durable. Blocks; called in a worker thread.

        Raises:
            JournalError: it is not durable; nothing may be sent any more.
        """
        if self._journal is not None:
            self._journal.append(frame)
            return
        self._held.append(frame)
        if not self._waits or len(self._held) > 1:
            self.settle()

    def settle(self) -> None:
        """Write what is held back: it may be evidence.

        Raises:
            JournalError: it is not durable.
        """
        if self._journal is None and self._held:
            match_id = next_head(self._held[0])[:16]
            self._clear_stillborn(match_id)
            create_seed(self._home.secret(match_id), match_id, self.seed, self._disk)
            save_bookmark(self._home.bookmark(match_id), self._bookmark, self._disk)
            self._journal = Journal.create(self._home.journal(match_id), self._disk)
            self._match_id = match_id
            for frame in self._held:
                self._journal.append(frame)
            self._held.clear()

    def _clear_stillborn(self, match_id: bytes) -> None:
        """Take away what a start has left that died before its first frame was durable.

        Nothing was ever sent under that seed, and the other side may offer the same match again.

        Raises:
            JournalError: the match has begun here, or the disk failed.
        """
        path, disk = self._home.journal(match_id), self._disk
        try:
            if _is_there(disk, path):
                with Journal.reopen(path, disk) as journal:
                    if journal.n_frames:
                        raise JournalError(
                            f"{path} is this match, begun before: gin resume {match_id.hex()[:8]}"
                        )
                disk.unlink(path)
                disk.sync_folder(path.parent)
            with suppress(FileNotFoundError):
                disk.unlink(self._home.secret(match_id))
        except OSError as error:
            raise JournalError(f"{path} cannot be begun ({error.strerror})") from None

    def frames_from(self, n_frames: int) -> Iterator[bytes]:
        """Read the kept frames after the first `n_frames`, one after another.

        Raises:
            JournalError: one cannot be read back.
        """
        if self._journal is None:
            return iter(self._held[n_frames:])
        return self._journal.frames_from(n_frames)

    def keep_rival(self, seq: int, rival: bytes) -> Path:
        """Keep a second history beside ours: a record that differs in its last frame, for an audit to compare.

        Args:
            seq: the number that both frames have.
            rival: the frame that is not in our record.

        Raises:
            JournalError: it is not durable.
        """
        self.settle()
        ours = b"".join(encode_frame(frame) for frame in islice(self.frames_from(0), seq))
        path = self._home.evidence / f"{self._match_id.hex()}-{seq}-{next_head(rival).hex()[:8]}.gin"
        try:
            write_new(self._disk, path, HEADER + ours + encode_frame(rival))
        except FileExistsError:
            pass  # the same frame came before
        except OSError as error:
            raise JournalError(f"{path} cannot be created ({error.strerror})") from None
        return path

    def finish(self, summary: Packable, offer: Offer) -> Path:
        """Close the record of a finished match and give it its readable name. Calling it again answers the same name.

        Raises:
            JournalError: the summary or the name is not durable.
        """
        self.close(summary)
        started = datetime.fromtimestamp(offer.started_ms / 1000, UTC)
        return publish(self._home, self._match_id, offer.names, started)

    def close(self, summary: Packable) -> None:
        """Write the summary, unless it is there.

        Raises:
            JournalError: it is not durable.
        """
        if self._journal is None:
            raise LookupError("a match that was never begun has no end")
        if not self._journal.is_finished:
            self._journal.finish(summary)

    def leave(self) -> None:
        """Note that the other side has left, and that the owner does not wait for it any more.

        Raises:
            JournalError: it is not durable.
        """
        self.bookmark = replace(self._bookmark, is_left=True)

    def discard(self) -> None:
        """Forget a match that was never accepted."""
        if self._journal is not None and self._journal.n_frames < 2:
            self.release()
            home, match_id = self._home, self._match_id
            for path in (home.journal(match_id), home.secret(match_id), home.bookmark(match_id)):
                with suppress(OSError):
                    path.unlink()

    def release(self) -> None:
        """Give the file back."""
        if self._journal is not None:
            self._journal.release()


def _is_there(disk: Disk, path: Path) -> bool:
    try:
        disk.close(disk.open(path, writable=False))
    except FileNotFoundError:
        return False
    return True
