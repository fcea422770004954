"""Which frames make up a match, and in which order?

A frame is `pack((payload, signature))` with `payload = pack((match id, seq, head before, body))`. The head is a
running hash over the frames; two signed frames with one number are proof of equivocation. The match id is the first
16 bytes of the head after frame 0, which itself carries sixteen zero bytes.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.identity import Identity, verify
from gin_p2p.protocol.codec import Malformed, pack, unpack

MAX_FRAME_BYTES: Final = 32 * 1024
"""A body (24 KiB at most), 64 bytes of signature and less than 100 of framing, rounded up."""
MAX_SEQ: Final = 2**32
FIRST_HEAD: Final = bytes(32)
NO_MATCH: Final = bytes(16)
FRAME_LABEL: Final = "gin-p2p/1/frame"
CLOSE_LABEL: Final = "gin-p2p/1/close"


@dataclass(frozen=True, slots=True)
class Envelope:
    """A frame taken apart, not yet judged.

    Attributes:
        match_id: 16 bytes.
        seq: number of the frame.
        prev_head: 32 bytes.
        body: the packed message.
        payload: what is signed.
        signature: 64 bytes, Ed25519.
    """

    match_id: bytes
    seq: int
    prev_head: bytes
    body: bytes
    payload: bytes
    signature: bytes

    def is_signed_by(self, public: bytes, label: str) -> bool:
        """Tell whether this key has signed the payload under this label."""
        try:
            verify(public, label, self.payload, self.signature)
        except InvalidProof:
            return False
        return True


def seal(match_id: bytes, seq: int, prev_head: bytes, body: bytes, identity: Identity, label: str) -> bytes:
    """Make a frame."""
    payload = pack((match_id, seq, prev_head, body))
    return pack((payload, identity.sign(label, payload)))


def open_envelope(frame: bytes) -> Envelope:
    """Take a frame from a stranger apart.

    Raises:
        Malformed: not the canonical bytes of a frame.
    """
    outer = unpack(frame, max_bytes=MAX_FRAME_BYTES, max_items=2)
    match outer:
        case (bytes(payload), bytes(signature)) if len(signature) == 64:
            inner = unpack(payload, max_bytes=MAX_FRAME_BYTES, max_items=4)
        case _:
            raise Malformed("not a payload with its signature")
    match inner:
        case (bytes(match_id), int(seq), bytes(prev_head), bytes(body)) if (
            type(seq) is int and len(match_id) == 16 and len(prev_head) == 32 and seq < MAX_SEQ
        ):
            return Envelope(match_id, seq, prev_head, body, payload, signature)
        case _:
            raise Malformed("not a match id, a number, a head and a body")


def next_head(frame: bytes) -> bytes:
    """Answer the head after a frame: 32 bytes. The frame holds the head before it."""
    return hashlib.sha256(b"gin-p2p chain\0" + frame).digest()


class Transcript:
    """The heads of a match so far. The frames themselves are the record's."""

    def __init__(self) -> None:
        self._heads = [FIRST_HEAD]

    @property
    def n_frames(self) -> int:
        """How many frames have been appended; the number of the next."""
        return len(self._heads) - 1

    @property
    def head(self) -> bytes:
        """The head after the newest frame."""
        return self._heads[-1]

    @property
    def match_id(self) -> bytes:
        """16 bytes; zero before the first frame."""
        return self._heads[1][:16] if self.n_frames else NO_MATCH

    def head_at(self, n_frames: int) -> bytes:
        """Answer the head after the first `n_frames` frames.

        Raises:
            IndexError: there are not so many.
        """
        if not 0 <= n_frames < len(self._heads):
            raise IndexError(n_frames)
        return self._heads[n_frames]

    def append(self, frame: bytes) -> None:
        """Append a frame that has been judged."""
        self._heads.append(next_head(frame))
