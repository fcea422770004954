"""Where in the match does a proof belong?

Every proof absorbs its context before anything else. A proof is then worthless in any other frame, deal, seat or
match: nobody can replay one, and nobody can echo the peer's.
"""

from dataclasses import dataclass
from enum import StrEnum

from gin_p2p.crypto.stream import framed
from gin_p2p.seat import Seat

HEAD_BYTES = 32
MATCH_ID_BYTES = 16
DEAL_LIMIT = 2**32


class Purpose(StrEnum):
    """What a proof is for."""

    KEY = "key"
    DECK = "deck"
    HAND = "hand"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Context:
    """The one place in one match where a proof counts.

    Attributes:
        head: the transcript's hash before the frame that carries the proof, 32 bytes.
        match_id: 16 bytes.
        deal: the deal's number in the match, void deals counted, 0..2^32-1.
        purpose: what the proof is for.
        seat: who proves.

    Raises:
        ValueError: a length or the deal's number is out of range.
    """

    head: bytes
    match_id: bytes
    deal: int
    purpose: Purpose
    seat: Seat

    def __post_init__(self) -> None:
        """Refuse lengths that would let two contexts have one encoding."""
        if len(self.head) != HEAD_BYTES or len(self.match_id) != MATCH_ID_BYTES:
            raise ValueError("a head has 32 bytes and a match id 16")
        if not 0 <= self.deal < DEAL_LIMIT:
            raise ValueError("a deal's number has 4 bytes")

    def encode(self) -> bytes:
        """Write the context as the challenger absorbs it."""
        purpose = framed(self.purpose.value.encode())
        return self.head + self.match_id + self.deal.to_bytes(4) + purpose + bytes((self.seat,))
