"""How do the frames of a match lie in a `.gin` file?

The file is a plain stream of msgpack objects, so that any msgpack library reads it with its stream reader:

    ["gin-record", 1]          92 aa "gin-record" 01
    [crc32, frame]             92 ce <crc32:4> c6 <length:4> <frame>     for each frame, exactly as it travelled
    [disclosure]               91 c6 <length:4> <disclosure>              at will, and only after the match is closed
    [..., ...]                 the summary, 3 to 15 items, canonical     only after the match is closed
    length of the summary      ce <length:4>                             the very last object, found from the end

Each object has one admitted encoding; the first byte tells a frame (92) from a disclosure (91) and a summary (93 to
9f). The checksum finds accidents, the signatures inside find people. Whatever is read is judged by `scan.py`, never
repaired. A journal holds no disclosure: `gin reveal` writes it into a copy.
"""

import struct
import zlib
from typing import Final

from gin_p2p.protocol.codec import Malformed, Packable, Value, pack, unpack

FORMAT: Final = 1
MAGIC: Final = b"\xaagin-record"
HEADER: Final = b"\x92" + MAGIC + bytes([FORMAT])
MAX_FRAME_BYTES: Final = 32 * 1024
"""As on the wire."""
MAX_SUMMARY_BYTES: Final = 16 * 1024
MAX_DISCLOSURE_BYTES: Final = 8 * 1024
"""128 keys of at most 40 bytes, the signature and its payload, rounded up."""
MAX_DISCLOSURES: Final = 64
"""Enough for more deals than a journal can hold; all of them are in memory at once."""
FRAME_HEAD: Final = struct.Struct(">BBIBI")
DISCLOSURE_HEAD: Final = struct.Struct(">BBI")
TRAILER: Final = struct.Struct(">BI")
MAX_OBJECT_BYTES: Final = FRAME_HEAD.size + MAX_FRAME_BYTES
_SUMMARY_TAGS: Final = range(0x93, 0xA0)


def encode_frame(frame: bytes) -> bytes:
    """Wrap a frame for the file.

    Args:
        frame: 1 to 32,768 bytes.

    Raises:
        ValueError: the frame is empty or too long.
    """
    if not 1 <= len(frame) <= MAX_FRAME_BYTES:
        raise ValueError(f"a frame of {len(frame)} bytes")
    return FRAME_HEAD.pack(0x92, 0xCE, zlib.crc32(frame), 0xC6, len(frame)) + frame


def frame_at(data: bytes, at: int = 0) -> bytes | None:
    """Answer the whole, undamaged frame whose object begins at `at`, or None."""
    if len(data) - at < FRAME_HEAD.size:
        return None
    pair, number, crc, binary, n_bytes = FRAME_HEAD.unpack_from(data, at)
    if (pair, number, binary) != (0x92, 0xCE, 0xC6) or not 1 <= n_bytes <= MAX_FRAME_BYTES:
        return None
    frame = data[at + FRAME_HEAD.size : at + FRAME_HEAD.size + n_bytes]
    return frame if len(frame) == n_bytes and zlib.crc32(frame) == crc else None


def encode_disclosure(disclosure: bytes) -> bytes:
    """Wrap a disclosure for the file.

    Args:
        disclosure: 1 to 8,192 bytes.

    Raises:
        ValueError: it is empty or too long.
    """
    if not 1 <= len(disclosure) <= MAX_DISCLOSURE_BYTES:
        raise ValueError(f"a disclosure of {len(disclosure)} bytes")
    return DISCLOSURE_HEAD.pack(0x91, 0xC6, len(disclosure)) + disclosure


def disclosure_at(data: bytes, at: int = 0) -> bytes | None:
    """Answer the whole disclosure whose object begins at `at`, or None. Its signature is its checksum."""
    if len(data) - at < DISCLOSURE_HEAD.size:
        return None
    single, binary, n_bytes = DISCLOSURE_HEAD.unpack_from(data, at)
    if (single, binary) != (0x91, 0xC6) or not 1 <= n_bytes <= MAX_DISCLOSURE_BYTES:
        return None
    disclosure = data[at + DISCLOSURE_HEAD.size : at + DISCLOSURE_HEAD.size + n_bytes]
    return disclosure if len(disclosure) == n_bytes else None


def encode_closing(summary: Packable) -> bytes:
    """Write the summary and the number that finds it from the end.

    Args:
        summary: an array of 3 to 15 items, at most 16,384 bytes when packed.

    Raises:
        ValueError: the summary has another shape or is too long.
        TypeError: something in it has no encoding.
    """
    packed = pack(summary)
    if packed[0] not in _SUMMARY_TAGS or len(packed) > MAX_SUMMARY_BYTES:
        raise ValueError("a summary is an array of 3 to 15 items, at most 16 KiB")
    return packed + TRAILER.pack(0xCE, len(packed))


def parse_summary(packed: bytes) -> Value | None:
    """Answer the summary that these bytes are, or None."""
    if not packed or packed[0] not in _SUMMARY_TAGS:
        return None
    try:
        return unpack(packed, max_bytes=MAX_SUMMARY_BYTES)
    except Malformed:
        return None


def summary_length(last_bytes: bytes) -> int | None:
    """Answer what the last five bytes of a closed record say: the length of its summary. None: it is not closed."""
    if len(last_bytes) != TRAILER.size:
        return None
    tag, n_bytes = TRAILER.unpack(last_bytes)
    return n_bytes if tag == 0xCE and n_bytes <= MAX_SUMMARY_BYTES else None


def summary_at_end(data: bytes) -> tuple[int, Value] | None:
    """Answer where the summary begins that `data` ends with, and the summary; None when `data` does not end so."""
    n_bytes = summary_length(data[-TRAILER.size :])
    if n_bytes is None or n_bytes + TRAILER.size > len(data):
        return None
    start = len(data) - TRAILER.size - n_bytes
    summary = parse_summary(data[start : start + n_bytes])
    return None if summary is None else (start, summary)


def holds_whole_object(tail: bytes) -> bool:
    """Tell whether after the first byte some whole object follows: what stands before it is damaged, not cut off."""
    at = tail.find(b"\x92\xce", 1)
    while at >= 0:
        if frame_at(tail, at) is not None:
            return True
        at = tail.find(b"\x92\xce", at + 1)
    ending = summary_at_end(tail)
    return ending is not None and ending[0] > 0


def may_be_torn(tail: bytes) -> bool:
    """Tell whether a file's bad end can be the one write that a crash interrupted.

    Every frame is synced before the next is written, so a torn end is one object at the most, and no whole object
    ever follows it. Anything else is damage and must not be cut off: it would take frames with it that were sent.
    """
    return len(tail) <= MAX_OBJECT_BYTES and not holds_whole_object(tail)
