"""Is this a frame of the match or a word beside it?

Link notes are neither signed nor recorded and cannot change a table. A frame of the match is an array of two byte
strings, a note an array that begins with text, so one never passes for the other.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from gin_p2p.net import limits
from gin_p2p.net.errors import BadFrame
from gin_p2p.protocol.codec import Malformed, Value, unpack

HEAD_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

SHAPES: Final[dict[str, tuple[type, ...]]] = {
    "ping": (int,),
    "pong": (int,),
    "sync": (int, bytes),
    "declined": (str,),
    "chat": (str,),
    "nudge": (),
    "pause": (),
    "again": (bool,),
    "bye": (str,),
}
"""Every note there is, with the types of what follows its name. A new one needs a new protocol version."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of the match, unjudged.

    Attributes:
        data: the exact bytes that travelled.
    """

    data: bytes


@dataclass(frozen=True, slots=True)
class Note:
    """A link note.

    Attributes:
        kind: a key of `SHAPES`.
        values: what follows it, of the types named there. Text is from outside, to be shown as inert text.
    """

    kind: str
    values: tuple[Value, ...] = ()


Item: TypeAlias = Frame | Note


def sort_untrusted(data: bytes) -> Item:
    """Tell a frame from a note.

    Raises:
        BadFrame: the bytes are neither.
    """
    try:
        match unpack(data, max_bytes=limits.FRAME_BYTES):
            case (bytes(), bytes(signature)) if len(signature) == SIGNATURE_BYTES:
                return Frame(data)
            case (str(kind), *values):
                note = Note(kind, tuple(values))
                if is_note(note):
                    return note
            case _:
                pass
    except Malformed:
        pass
    raise BadFrame("The other side sent bytes that are neither a frame nor a note.")


def is_note(note: Note) -> bool:
    """Tell whether the note exists, with values of the right types and sizes."""
    if tuple(type(value) for value in note.values) != SHAPES.get(note.kind):
        return False
    return all(_fits(value) for value in note.values)


def _fits(value: Value) -> bool:
    if isinstance(value, bytes):
        return len(value) == HEAD_BYTES
    return not isinstance(value, str) or len(value) <= limits.TEXT_LETTERS
