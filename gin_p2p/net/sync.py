"""Do both sides hold the same history, and what does one of them lack?

Both say at once how far they have come: `sync`, n, head. The side that is ahead then repeats the other's n with its own
head there. If the two heads differ the histories have forked, both sides know it, and nobody signs on. Otherwise the missing
frames follow, byte for byte as they were first sent. They may be our own: frames that our disk has lost are adopted, not
signed again. Until this is over neither side may sign anything new.
"""

from collections.abc import Sequence
from typing import Protocol

import trio

from gin_p2p.net import limits
from gin_p2p.net.errors import BadFrame, Fork, PeerLost, SyncError, Timeout
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Frame, Item, Note


class Chain(Protocol):
    """A match's frames, as far as this side holds them."""

    @property
    def n_frames(self) -> int:
        """How many frames are held."""

    def head_at(self, n_frames: int) -> bytes:
        """Answer the head after the first `n_frames` frames, 32 bytes."""

    def frames_from(self, n_frames: int) -> Sequence[bytes]:
        """Answer the frames after the first `n_frames`."""

    async def hear(self, frame: bytes) -> None:
        """Judge a frame, whoever has signed it, and return when it is durable. What it raises ends the sync."""


async def synchronize(link: Link, chain: Chain) -> None:
    """Bring both sides to the same frames. Call it once on each new link, before anything else is sent.

    Raises:
        Fork: the histories differ.
        SyncError: the other side claims more frames than can be fetched.
        BadFrame: something else came where the protocol has a sync or a frame.
        Timeout: nothing came within `SYNC_S`.
        LinkError: the line failed.
    """
    mine = chain.n_frames
    await link.send_note(Note("sync", (mine, chain.head_at(mine))))
    theirs, head = await _sync_note(link)
    if theirs <= mine:
        if theirs < mine:
            await link.send_note(Note("sync", (theirs, chain.head_at(theirs))))
        _require_equal(chain.head_at(theirs), head, theirs)
        for frame in chain.frames_from(theirs):
            await link.send_frame(frame)
        return
    if theirs - mine > limits.SYNC_FRAMES:
        raise SyncError(f"The other side claims to be {theirs - mine} frames ahead.")
    at, head_there = await _sync_note(link)
    if at != mine:
        raise BadFrame("The other side answered a sync with another number.")
    _require_equal(chain.head_at(mine), head_there, mine)
    for n_frames in range(mine + 1, theirs + 1):
        item = await _next_item(link)
        if not isinstance(item, Frame):
            raise BadFrame("A note came where a missing frame was due.")
        await chain.hear(item.data)
        if chain.n_frames != n_frames:
            raise BadFrame("A frame came that is not the next one.")
    _require_equal(chain.head_at(theirs), head, theirs)


def _require_equal(ours: bytes, theirs: bytes, n_frames: int) -> None:
    if ours != theirs:
        raise Fork(f"The two records differ within the first {n_frames} frames.")


async def _sync_note(link: Link) -> tuple[int, bytes]:
    match await _next_item(link):
        case Note("sync", (int(n_frames), bytes(head))):
            return n_frames, head
        case _:
            raise BadFrame("Something else came where a sync was due.")


async def _next_item(link: Link) -> Item:
    """Answer what comes next. Words for people may come at any time and are dropped here."""
    try:
        with trio.fail_after(limits.SYNC_S):
            while True:
                item = await link.receive()
                match item:
                    case Note("chat" | "nudge" | "pause" | "again"):
                        continue
                    case Note("bye" | "declined"):
                        raise PeerLost("The other side left during the sync.")
                    case _:
                        return item
    except trio.TooSlowError:
        raise Timeout("The other side did not say how far its record goes.") from None
