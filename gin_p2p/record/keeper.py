"""How does a match come to lie on disk while it is played?

A keeper makes frames durable as the session hands them over: the seed first, then the journal, then each frame. A match
is named by its first frame. What the guest has not accepted is not worth a file, so its keeper holds the offer back
until the acceptance is to be kept; then both become durable before the acceptance can be sent.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.codec import Packable
from gin_p2p.protocol.table import Offer
from gin_p2p.protocol.transcript import next_head
from gin_p2p.record.home import Home
from gin_p2p.record.journal import Journal
from gin_p2p.record.library import publish
from gin_p2p.record.seed import create_seed


class Keeper:
    """The record of one match while it grows.

    Args:
        home: whose.
        seed: of this seat in this match.
        waits: hold the first frame back until there is a second (the guest's side).
    """

    def __init__(self, home: Home, seed: MatchSeed, *, waits: bool = False) -> None:
        self._home = home
        self._seed = seed
        self._waits = waits
        self._held: list[bytes] = []
        self._journal: Journal | None = None
        self._match_id = b""

    @property
    def path(self) -> Path | None:
        """Where the journal lies; None before there is one."""
        return None if self._journal is None else self._journal.path

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
            create_seed(self._home.secret(match_id), match_id, self._seed)
            self._journal = Journal.create(self._home.journal(match_id))
            for frame in self._held:
                self._journal.append(frame)
            self._match_id = match_id
            self._held.clear()

    def frames_from(self, n_frames: int) -> Sequence[bytes]:
        """Answer the kept frames after the first `n_frames`."""
        frames = self._held if self._journal is None else self._journal.frames
        return frames[n_frames:]

    def finish(self, summary: Packable, offer: Offer) -> Path:
        """Close the record of a finished match and give it its readable name.

        Raises:
            JournalError: the summary or the name is not durable.
        """
        if self._journal is None:
            raise LookupError("a match that was never begun has no end")
        self._journal.finish(summary)
        started = datetime.fromtimestamp(offer.started_ms / 1000, UTC)
        return publish(self._home, self._match_id, offer.names, started)

    def discard(self) -> None:
        """Forget a match that was never accepted."""
        if self._journal is not None and self._journal.n_frames < 2:
            self.release()
            for path in (self._home.journal(self._match_id), self._home.secret(self._match_id)):
                with suppress(OSError):
                    path.unlink()

    def release(self) -> None:
        """Give the file back."""
        if self._journal is not None:
            self._journal.release()
