"""What does this file hold?

The scanner reads with bounded memory whatever it is given, yields every undamaged frame with its offset, and last of
all one `Ending` that says how the file ends.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from gin_p2p.record.container import (
    DISCLOSURE_HEAD,
    FRAME_HEAD,
    HEADER,
    MAX_DISCLOSURE_BYTES,
    MAX_DISCLOSURES,
    MAX_OBJECT_BYTES,
    disclosure_at,
    frame_at,
)
from gin_p2p.record.ending import HEADER_BYTES, Ending, EndKind, judge_header, judge_tail

_CHUNK_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class StoredFrame:
    """A frame and where its object begins in the file, in bytes."""

    offset: int
    frame: bytes


class _Window:
    """A sliding part of the file. `read(n)` answers up to n bytes, none only at the end."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        self._buffer = b""
        self._at = 0
        self._ended = False

    def peek(self, n_bytes: int) -> tuple[bytes, int]:
        """Answer a buffer and a place in it after which `n_bytes` follow, fewer only at the end of the file."""
        while len(self._buffer) - self._at < n_bytes and not self._ended:
            chunk = self._read(_CHUNK_BYTES)
            self._ended = not chunk
            self._buffer, self._at = self._buffer[self._at :] + chunk, 0
        return self._buffer, self._at

    def skip(self, n_bytes: int) -> None:
        self._at += n_bytes


def scan(read: Callable[[int], bytes]) -> Iterator[StoredFrame | Ending]:
    """Read a record: its frames, then one `Ending`.

    Args:
        read: answers up to so many of the next bytes, none only at the end; its OSError passes through.
    """
    window = _Window(read)
    data, at = window.peek(HEADER_BYTES)
    if (refusal := judge_header(data[at : at + HEADER_BYTES])) is not None:
        yield refusal
        return
    window.skip(len(HEADER))
    offset, n_frames = len(HEADER), 0
    while True:
        data, at = window.peek(MAX_OBJECT_BYTES)
        frame = frame_at(data, at)
        if frame is None:
            yield _ending(window, offset, n_frames)
            return
        yield StoredFrame(offset, frame)
        window.skip(FRAME_HEAD.size + len(frame))
        offset += FRAME_HEAD.size + len(frame)
        n_frames += 1


def _ending(window: _Window, offset: int, n_frames: int) -> Ending:
    """Take what is disclosed behind the last frame, and judge the rest."""
    disclosures: list[bytes] = []
    while len(disclosures) < MAX_DISCLOSURES:
        data, at = window.peek(DISCLOSURE_HEAD.size + MAX_DISCLOSURE_BYTES)
        disclosure = disclosure_at(data, at)
        if disclosure is None:
            break
        disclosures.append(disclosure)
        window.skip(DISCLOSURE_HEAD.size + len(disclosure))
        offset += DISCLOSURE_HEAD.size + len(disclosure)
    data, at = window.peek(2 * MAX_OBJECT_BYTES)
    rest = data[at:]
    if disclosures and not rest:
        reason = "the file ends behind a disclosure"
        return Ending(EndKind.CUT, offset, n_frames, reason, disclosures=tuple(disclosures))
    if disclosures and frame_at(rest) is not None:
        reason = "a frame stands behind a disclosure"
        return Ending(EndKind.DAMAGED, offset, n_frames, reason, disclosures=tuple(disclosures))
    return replace(judge_tail(rest, offset, n_frames), disclosures=tuple(disclosures))


def collect(items: Iterable[StoredFrame | Ending]) -> tuple[tuple[StoredFrame, ...], Ending]:
    """Take a scan apart: its frames, and its ending. For files that are known to be small."""
    found = tuple(items)
    (ending,) = (item for item in found if isinstance(item, Ending))
    return tuple(item for item in found if isinstance(item, StoredFrame)), ending
