"""How do two strangers draw lots?

Each puts a nonce down face down (a commitment), then both are turned up, and the draw follows from the two.
Neither could choose its nonce after seeing the other. Heads of the transcript are kept out of the draw: a head
contains a signature, and its signer could try many.
"""

import hashlib
from typing import Final

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.stream import Stream, framed
from gin_p2p.seat import Seat

NONCE_BYTES: Final = 32
COMMITMENT_BYTES: Final = 32


def commit(purpose: str, host_key: bytes, guest_key: bytes, deal: int, seat: Seat, nonce: bytes) -> bytes:
    """Answer the commitment to a nonce, 32 bytes that tell nothing about it.

    Args:
        purpose: what is drawn.
        host_key: the host's identity key; with the guest's it makes the commitment worthless elsewhere.
        guest_key: the guest's identity key.
        deal: the deal's number, 0..2^32-1.
        seat: who commits; a copy of the peer's commitment can then not be opened as one's own.
        nonce: 32 bytes, secret until the opening.

    Raises:
        ValueError: the nonce has not 32 bytes.
    """
    if len(nonce) != NONCE_BYTES:
        raise ValueError("a nonce has 32 bytes")
    parts = framed(purpose.encode(), host_key, guest_key, deal.to_bytes(4), bytes((seat,)), nonce)
    return hashlib.sha512(b"gin-p2p/1/commit" + parts).digest()[:COMMITMENT_BYTES]


def verify_opening(
    commitment: bytes, purpose: str, host_key: bytes, guest_key: bytes, deal: int, seat: Seat, nonce: bytes
) -> None:
    """Check that a nonce turned up is the one that was put down.

    Raises:
        InvalidProof: the nonce has not 32 bytes, or the commitment is to another one, for another purpose, of
            another seat, deal or pair of players.
    """
    if len(nonce) != NONCE_BYTES:
        raise InvalidProof("a nonce has 32 bytes")
    if commit(purpose, host_key, guest_key, deal, seat, nonce) != commitment:
        raise InvalidProof("the nonce is not the one committed to")


def draw(purpose: str, deal: int, first_nonce: bytes, second_nonce: bytes, n_choices: int) -> int:
    """Answer what the two nonces draw, 0..n_choices-1, each equally likely while one of the nonces is random.

    Args:
        purpose: what is drawn.
        deal: the deal's number, 0..2^32-1.
        first_nonce: of whoever speaks first, 32 bytes.
        second_nonce: of the other seat, 32 bytes.
        n_choices: 1..256.

    Raises:
        ValueError: a nonce has not 32 bytes, or there are no such choices.
    """
    if len(first_nonce) != NONCE_BYTES or len(second_nonce) != NONCE_BYTES:
        raise ValueError("a nonce has 32 bytes")
    parts = (purpose.encode(), deal.to_bytes(4), first_nonce, second_nonce)
    return Stream("gin-p2p/1/chance", *parts).below(n_choices)
