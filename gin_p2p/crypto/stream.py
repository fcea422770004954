"""How do hashes read their inputs, and how is one hash read as a long stream of numbers?

Every input of a hash is written with its length before it. Without lengths `ab` + `c` and `a` + `bc` are one
hash, and a proof for one statement can be re-cut into a proof for another.
"""

import hashlib
from typing import Final

from gin_p2p.crypto.group import Q

MAX_CHOICES: Final = 256
"""A choice is drawn from single bytes: 52 places, 52 cards and 2 seats all fit."""


def len8(number: int) -> bytes:
    """Write a number, mostly a length, as 8 bytes big-endian."""
    return number.to_bytes(8)


def framed(*components: bytes) -> bytes:
    """Write each component after its length, so that no two lists of components read alike."""
    return b"".join(len8(len(component)) + component for component in components)


class Stream:
    """An endless stream of bytes, fixed by a domain and the components hashed into it.

    What a stream holds may be secret, so its repr tells nothing.
    """

    __slots__ = ("_hash", "_known", "_used")

    def __init__(self, domain: str, *components: bytes) -> None:
        self._hash = hashlib.shake_256(domain.encode() + framed(*components))
        self._known = b""
        self._used = 0

    def __repr__(self) -> str:
        return "Stream(hidden)"

    def read(self, n_bytes: int) -> bytes:
        """Answer the next bytes."""
        end = self._used + n_bytes
        if end > len(self._known):
            # hashlib answers a prefix of the stream, always from its start: ask for twice as much each time
            self._known = self._hash.digest(max(end, 2 * len(self._known), 256))
        start, self._used = self._used, end
        return self._known[start:end]

    def scalar(self) -> int:
        """Answer a number 1..q-1: 64 bytes modulo q, which is uniform to within 2^-256; zero is drawn again."""
        while True:
            if number := int.from_bytes(self.read(64)) % Q:
                return number

    def below(self, n_choices: int) -> int:
        """Answer a number 0..n_choices-1, each exactly as likely as any other.

        A byte in the last, incomplete run of n_choices is thrown away; a remainder would favour the low numbers.

        Raises:
            ValueError: there are not 1..256 choices.
        """
        if not 1 <= n_choices <= MAX_CHOICES:
            raise ValueError(f"cannot choose among {n_choices}")
        limit = MAX_CHOICES - MAX_CHOICES % n_choices
        while True:
            if (byte := self.read(1)[0]) < limit:
                return byte % n_choices
