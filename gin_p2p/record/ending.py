"""How does a record end, and what does that say about it?

A reader of a record decides from the kind alone: what was cut off or changed on the way cannot be judged, what is
damaged is not verified, and a newer format is nobody's fault. Nothing is repaired on the way to an answer.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from gin_p2p.protocol.codec import Malformed, Value
from gin_p2p.record.container import (
    DISCLOSURE_HEAD,
    FORMAT,
    FRAME_HEAD,
    HEADER,
    MAGIC,
    MAX_DISCLOSURE_BYTES,
    MAX_DISCLOSURES,
    MAX_FRAME_BYTES,
    MAX_SUMMARY_BYTES,
    TRAILER,
    disclosure_at,
    frame_at,
    holds_whole_object,
    parse_summary,
    summary_length,
)

HEADER_BYTES: Final = 64
"""Enough to recognise a record behind a mark, blanks or another alphabet."""
_UINT_BYTES: Final = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_SIZED_BYTES: Final = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_BASE64: Final = b"kqpnaW4tcmVjb3Jk"
"""The first twelve bytes of every record."""


class EndKind(Enum):
    """How a record ends."""

    CLOSED = "closed"
    """With its summary, and nothing after it."""
    OPEN = "open"
    """Between two frames, without a summary."""
    CUT = "cut"
    """Inside an object: the rest is missing."""
    DAMAGED = "damaged"
    """At bytes that are no object of a record."""
    AFTER_END = "after end"
    """Bytes follow the last object."""
    CHANGED = "changed in transfer"
    """A mail or text tool rewrote the bytes."""
    NEWER = "newer format"
    NOT_A_RECORD = "not a record"


@dataclass(frozen=True, slots=True)
class Ending:
    """How the file ends.

    Args:
        kind: which of the ways.
        offset: bytes of the good part; what is wrong begins here.
        n_frames: good frames before it.
        reason: a sentence without a full stop; empty when nothing is wrong.
        summary: as stored, unchecked; None unless the record is closed.
        version: of a newer format, else None.
        disclosures: what stands between the last frame and the summary, unjudged.
    """

    kind: EndKind
    offset: int
    n_frames: int
    reason: str = ""
    summary: Value | None = None
    version: int | None = None
    disclosures: tuple[bytes, ...] = ()


def judge_header(data: bytes) -> Ending | None:
    """Answer what is wrong with the beginning of a file, or None."""
    if data.startswith(HEADER):
        return None
    if not data:
        return Ending(EndKind.NOT_A_RECORD, 0, 0, "the file is empty")
    if HEADER.startswith(data):
        return Ending(EndKind.CUT, 0, 0, "the file ends inside its header")
    return _judge_foreign_header(data)


def _judge_foreign_header(data: bytes) -> Ending:
    """Say what a file is that does not begin with our header."""
    if 0x90 <= data[0] <= 0x9F and data[1:].startswith(MAGIC):
        return _judge_version(data[0] & 0x0F, data[1 + len(MAGIC) :])
    if (trace := _trace_of_transfer(data)) is not None:
        return Ending(EndKind.CHANGED, 0, 0, trace)
    if MAGIC[1:] in data[: len(HEADER)] or data[:2] == HEADER[:2]:
        return Ending(EndKind.DAMAGED, 0, 0, "the header is damaged")
    return Ending(EndKind.NOT_A_RECORD, 0, 0, "it does not begin like a record")


def _judge_version(n_items: int, rest: bytes) -> Ending:
    """Judge a header whose version is not plainly ours. A newer format may have more fields; ours has none."""
    tag = rest[0] if rest and n_items >= 2 else 0xC0
    width = _UINT_BYTES.get(tag, 0)
    if tag > 0x7F and (not width or len(rest) <= width):
        return Ending(EndKind.NOT_A_RECORD, 0, 0, "its header names no version")
    version = int.from_bytes(rest[1 : 1 + width]) if width else tag
    if version > FORMAT:
        reason = f"it has format {version}, this program reads format {FORMAT}"
        return Ending(EndKind.NEWER, 0, 0, reason, version=version)
    return Ending(EndKind.NOT_A_RECORD, 0, 0, f"its header is not that of format {FORMAT}")


def _trace_of_transfer(data: bytes) -> str | None:
    """Say what was done to a record on its way here, if its beginning shows it."""
    name = MAGIC[1:]
    if data.startswith(b"\xef\xbb\xbf") and data[3:].startswith(HEADER[: len(MAGIC) + 1]):
        return "a byte-order mark was put in front"
    if data.strip().startswith(_BASE64):
        return "it is base64 text"
    if data.strip().lower().startswith(HEADER[: len(MAGIC) + 1].hex().encode()):
        return "it is text in hexadecimal"
    as_text = (
        b"\xc2\x92\xc2\xaa" + name,
        b"\xef\xbf\xbd\xef\xbf\xbd" + name,
        b"\x12\x2a" + name,
        b"??" + name,
    )
    if data.removeprefix(b"\xef\xbb\xbf").startswith(as_text):
        return "it was re-encoded as text"
    if name in data.replace(b"\0", b"") and name not in data:
        return "it was re-encoded as 16-bit text"
    return None


def judge_tail(rest: bytes, offset: int, n_frames: int) -> Ending:
    """Say how a record ends whose next bytes are not a whole frame."""
    if not rest:
        return Ending(EndKind.OPEN, offset, n_frames)
    closing = _closing_length(rest)
    if closing is not None:
        summary = parse_summary(rest[: closing - TRAILER.size])
        if len(rest) > closing:
            reason = "bytes follow the end of the record"
            return Ending(EndKind.AFTER_END, offset + closing, n_frames, reason, summary)
        return Ending(EndKind.CLOSED, offset, n_frames, summary=summary)
    original = rest.replace(b"\r\n", b"\n")
    if original != rest and (frame_at(original) is not None or _closing_length(original) is not None):
        return Ending(EndKind.CHANGED, offset, n_frames, "its line feeds were rewritten")
    reason = _fault_of(rest)
    if not reason and not holds_whole_object(rest):
        return Ending(EndKind.CUT, offset, n_frames, f"the file ends inside the object at byte {offset}")
    return Ending(EndKind.DAMAGED, offset, n_frames, reason or "an object is damaged, whole ones follow it")


def _fault_of(rest: bytes) -> str:
    """Say what is wrong with the object at the start; empty when it only lacks its end."""
    if 0x93 <= rest[0] <= 0x9F:
        return _fault_of_closing(rest)
    if rest[0] == 0x91:
        return _fault_of_disclosure(rest)
    head = rest[: FRAME_HEAD.size]
    wanted = {0: 0x92, 1: 0xCE, 6: 0xC6}
    for place, tag in wanted.items():
        if place < len(head) and head[place] != tag:
            return f"no object of a record has the byte 0x{head[place]:02x} here"
    if len(head) < FRAME_HEAD.size:
        return ""
    n_bytes = FRAME_HEAD.unpack(head)[4]
    if not 1 <= n_bytes <= MAX_FRAME_BYTES:
        return f"a frame claims {n_bytes} bytes"
    return "" if len(rest) < FRAME_HEAD.size + n_bytes else "the checksum of a frame is wrong"


def _fault_of_disclosure(rest: bytes) -> str:
    """Say what is wrong with a disclosure; empty when it only lacks its end."""
    if len(rest) > 1 and rest[1] != 0xC6:
        return f"no object of a record has the byte 0x{rest[1]:02x} here"
    if len(rest) < DISCLOSURE_HEAD.size:
        return ""
    n_bytes = DISCLOSURE_HEAD.unpack_from(rest)[2]
    if not 1 <= n_bytes <= MAX_DISCLOSURE_BYTES:
        return f"a disclosure claims {n_bytes} bytes"
    return "" if disclosure_at(rest) is None else f"more than {MAX_DISCLOSURES} disclosures"


def _fault_of_closing(rest: bytes) -> str:
    """Say what is wrong with a summary and its trailer; empty when they only lack their end."""
    try:
        n_bytes = _measure(rest)
    except Malformed:
        return "the summary is damaged"
    if n_bytes is None:
        is_whole = summary_length(rest[-TRAILER.size :]) == len(rest) - TRAILER.size
        return "the summary is damaged" if is_whole or len(rest) > MAX_SUMMARY_BYTES else ""
    if parse_summary(rest[:n_bytes]) is None:
        return "the summary is damaged"
    trailer = TRAILER.pack(0xCE, n_bytes)
    return "" if trailer.startswith(rest[n_bytes:]) else "the length after the summary is wrong"


def _closing_length(rest: bytes) -> int | None:
    """Answer the length of the summary and trailer that stand at the start, or None."""
    if not 0x93 <= rest[0] <= 0x9F:
        return None
    try:
        n_bytes = _measure(rest)
    except Malformed:
        return None
    if n_bytes is None or parse_summary(rest[:n_bytes]) is None:
        return None
    whole = n_bytes + TRAILER.size
    return whole if rest[n_bytes:whole] == TRAILER.pack(0xCE, n_bytes) else None


def _measure(data: bytes) -> int | None:
    """Answer the length of the value at the start, None when the data end inside it.

    Raises:
        Malformed: a tag is not of the profile.
    """
    at, n_owed = 0, 1
    while n_owed and at < len(data):
        tag = data[at]
        at, n_owed = at + 1, n_owed - 1
        if tag <= 0x7F or tag in (0xC2, 0xC3):
            continue
        if tag <= 0x9F and tag >= 0x90:
            n_owed += tag & 0x0F
        elif 0xA0 <= tag <= 0xBF:
            at += tag & 0x1F
        elif tag in _UINT_BYTES:
            at += _UINT_BYTES[tag]
        elif tag in _SIZED_BYTES:
            width = _SIZED_BYTES[tag]
            at += width + int.from_bytes(data[at : at + width])
        elif tag == 0xDC:
            n_owed += int.from_bytes(data[at : at + 2])
            at += 2
        else:
            raise Malformed(f"tag 0x{tag:02x}")
    return at if not n_owed and at <= len(data) else None
