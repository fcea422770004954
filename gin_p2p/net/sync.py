"""Do both sides hold the same history, and what does one of them lack?

Both say at once how far they have come: `sync`, n, head. The side that is ahead then repeats the other's n with its own
head there. If the two heads differ the histories have forked, and nobody signs on: both sides halve their way to the
first frame that differs and show it to each other, for that frame is the proof. Otherwise the missing frames follow, byte
for byte as they were first sent. They may be our own: frames that our disk has lost are adopted, not signed again. Until
this is over neither side may sign anything new.
"""

from collections.abc import Iterable
from typing import Protocol

import trio

from gin_p2p.net import limits
from gin_p2p.net.errors import BadFrame, Declined, Fork, PeerLost, SyncError, Timeout
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Frame, Item, Note


class Chain(Protocol):
    """A match's frames, as far as this side holds them."""

    @property
    def n_frames(self) -> int:
        """How many frames are held."""

    def head_at(self, n_frames: int) -> bytes:
        """Answer the head after the first `n_frames` frames, 32 bytes."""

    def frames_from(self, n_frames: int) -> Iterable[bytes]:
        """Answer the frames after the first `n_frames`; they are read while they are sent."""

    async def hear(self, frame: bytes) -> None:
        """Judge a frame, whoever has signed it, and return when it is durable. What it raises ends the sync."""

    def is_rival(self, frame: bytes) -> bool:
        """Tell whether a seat has signed this frame in the place of one that is held."""


async def synchronize(link: Link, chain: Chain) -> None:
    """Bring both sides to the same frames. Call it once on each new link, before anything else is sent.

    Raises:
        Fork: the histories differ, and the other side has shown the frame.
        SyncError: the other side claims more frames than can be fetched, or a head that its frames do not lead to.
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
        await _require_equal(link, chain, theirs, head)
        for frame in chain.frames_from(theirs):
            await link.send_frame(frame)
        return
    if theirs - mine > limits.SYNC_FRAMES:
        raise SyncError(f"The other side claims to be {theirs - mine} frames ahead.")
    at, head_there = await _sync_note(link)
    if at != mine:
        raise BadFrame("The other side answered a sync with another number.")
    await _require_equal(link, chain, mine, head_there)
    for n_frames in range(mine + 1, theirs + 1):
        item = await _next_item(link)
        if not isinstance(item, Frame):
            raise BadFrame("A note came where a missing frame was due.")
        await chain.hear(item.data)
        if chain.n_frames != n_frames:
            raise BadFrame("A frame came that is not the next one.")
    if chain.head_at(theirs) != head:
        raise SyncError("The other side's frames do not lead where it says.")


async def _require_equal(link: Link, chain: Chain, n_frames: int, head: bytes) -> None:
    """Compare the heads after `n_frames`; both sides do, so that both go on to the exchange of frames or neither."""
    if chain.head_at(n_frames) != head:
        seq = await _first_difference(link, chain, n_frames)
        await link.send_frame(next(iter(chain.frames_from(seq))))
        item = await _next_item(link)
        if not isinstance(item, Frame) or not chain.is_rival(item.data):
            raise BadFrame("The other side claims another history and does not show it.")
        raise Fork(seq, item.data)


async def _first_difference(link: Link, chain: Chain, n_frames: int) -> int:
    """Answer the number of the first frame that differs: the heads are equal before it and not after it.

    Args:
        link: to the other side, which asks the same at the same time.
        chain: ours.
        n_frames: after so many the heads are known to differ.
    """
    same, differs = 0, n_frames
    while differs - same > 1:
        middle = (same + differs) // 2
        await link.send_note(Note("sync", (middle, chain.head_at(middle))))
        at, head = await _sync_note(link)
        if at != middle:
            raise BadFrame("The other side compares another head.")
        same, differs = (middle, differs) if head == chain.head_at(middle) else (same, middle)
    return same


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
                    case Note("declined", (str(text),)):
                        raise Declined(text)
                    case Note("bye"):
                        raise PeerLost("The other side left during the sync.")
                    case _:
                        return item
    except trio.TooSlowError:
        raise Timeout("The other side did not say how far its record goes.") from None
