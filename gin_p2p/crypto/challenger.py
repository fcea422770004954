"""Who asks the questions, when nobody is there to ask?

A proof is a conversation in which the verifier asks for random numbers. Here a hash asks (Fiat and Shamir): its
state takes in everything said so far, and each question is drawn from that state. What a prover could still
change after a question was asked, it could choose to suit the answer; so the whole statement goes in first.
"""

import hashlib
from typing import Final

from gin_p2p.crypto.group import Q
from gin_p2p.crypto.stream import framed, len8

STATE_BYTES: Final = 64
CHALLENGE_BYTES: Final = 16
"""128 bits: forging takes about as many hashes as there are challenges."""


class Challenger:
    """The running hash of one proof.

    Source:
        Fiat and Shamir, "How to prove yourself" (1986); the framing is a rule of the project.
    """

    __slots__ = ("_state",)

    def __init__(self, label: str) -> None:
        self._state = hashlib.sha512(b"gin-p2p/1/init" + framed(label.encode())).digest()

    @property
    def state(self) -> bytes:
        """64 bytes that depend on everything absorbed and asked so far."""
        return self._state

    def absorb(self, tag: str, *components: bytes) -> None:
        """Take in one list of components under a tag."""
        text = self._state + framed(tag.encode()) + len8(len(components)) + framed(*components)
        self._state = hashlib.sha512(b"gin-p2p/1/absorb" + text).digest()

    def squeeze(self, tag: str, n_bytes: int) -> bytes:
        """Draw bytes; the state moves on, so the same question asked twice has two answers."""
        text = b"gin-p2p/1/squeeze" + self._state + framed(tag.encode())
        drawn = hashlib.shake_256(text).digest(STATE_BYTES + n_bytes)
        self._state = drawn[:STATE_BYTES]
        return drawn[STATE_BYTES:]

    def scalar(self, tag: str) -> int:
        """Draw a number 0..q-1."""
        return int.from_bytes(self.squeeze(tag, 64)) % Q

    def challenge(self, tag: str) -> int:
        """Draw a number of 128 bits."""
        return int.from_bytes(self.squeeze(tag, CHALLENGE_BYTES))
