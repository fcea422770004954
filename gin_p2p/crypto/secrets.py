"""What does a seat know that nobody else may?

One match seed, on disk before the first signature, gives every secret that a crash must not lose: the key of each
deal and the nonces committed to. All other chance of a prover is hedged: it is hashed from the seed, the statement
proved, the witness and fresh entropy together. Entropy that fails later gives nothing away then, and two proofs
never share a nonce, which would give the key.
"""

from typing import Final, Self

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import Element, encode, read_scalar, secret_base, write_scalar
from gin_p2p.crypto.stream import Stream, len8

SEED_BYTES: Final = 32
FRESH_BYTES: Final = 32


class SecretScalar:
    """A secret key of one deal.

    Args:
        secret_int: 1..q-1; known to one seat.

    Raises:
        ValueError: the number is out of range.
    """

    __slots__ = ("_public", "_secret_int")

    def __init__(self, secret_int: int) -> None:
        try:
            self._public = encode(secret_base(read_scalar(secret_int.to_bytes(32))))
        except (ValueError, OverflowError, InvalidProof):
            # `from None`: the library's text would show the number
            raise ValueError("a secret key is 1..q-1") from None
        self._secret_int = secret_int

    @classmethod
    def from_private_bytes(cls, private_bytes: bytes) -> Self:
        """Read a secret key of 32 bytes, big-endian.

        Raises:
            ValueError: not 32 bytes, zero, or not below the order of the group.
        """
        if len(private_bytes) != 32:
            raise ValueError("a secret key has 32 bytes")
        return cls(int.from_bytes(private_bytes))

    def __repr__(self) -> str:
        return "SecretScalar(hidden)"

    @property
    def secret_int(self) -> int:
        """The number itself; only for `secret_*` arithmetic."""
        return self._secret_int

    @property
    def public(self) -> Element:
        """The public key, secret·G."""
        return self._public

    def private_bytes(self) -> bytes:
        """Write the secret, 32 bytes big-endian, to disclose it when the match is over."""
        return write_scalar(self._secret_int)


class MatchSeed:
    """The one secret of a seat in a match.

    Args:
        secret_bytes: 32 bytes.

    Raises:
        ValueError: not 32 bytes.
    """

    __slots__ = ("_secret_bytes",)

    def __init__(self, secret_bytes: bytes) -> None:
        if len(secret_bytes) != SEED_BYTES:
            raise ValueError("a match seed has 32 bytes")
        self._secret_bytes = bytes(secret_bytes)

    @classmethod
    def generate(cls, entropy: Entropy) -> Self:
        """Draw a new match seed."""
        return cls(entropy(SEED_BYTES))

    def __repr__(self) -> str:
        return "MatchSeed(hidden)"

    @property
    def secret_bytes(self) -> bytes:
        """The seed itself, for the file that keeps it."""
        return self._secret_bytes

    def deal_key(self, deal: int) -> SecretScalar:
        """Answer the secret key of a deal, the same one at every call."""
        return SecretScalar(self._stream("key", deal).scalar())

    def nonce(self, label: str, number: int) -> bytes:
        """Answer 32 bytes to commit to, the same ones at every call.

        Args:
            label: what the nonce is for.
            number: tells nonces of one label apart, mostly the deal.
        """
        # the prefix keeps every label out of the keys' reach
        return self._stream("nonce/" + label, number).read(32)

    def _stream(self, label: str, number: int) -> Stream:
        return Stream("gin-p2p/1/secret", self._secret_bytes, label.encode(), len8(number))


class Prover:
    """A source of secret chance for proofs.

    Args:
        seed: of the match; known to one seat.
        entropy: fresh bytes for each proof.
    """

    __slots__ = ("_entropy", "_seed")

    def __init__(self, seed: MatchSeed, entropy: Entropy) -> None:
        self._seed = seed
        self._entropy = entropy

    def __repr__(self) -> str:
        return "Prover(hidden)"

    def stream(self, label: str, state: bytes, secret_witness: bytes) -> Stream:
        """Answer the stream of one proof.

        Args:
            label: which proof.
            state: the challenger's, after the whole statement was absorbed.
            secret_witness: what the prover knows and the verifier does not.

        Raises:
            ValueError: the entropy gave fewer or more than 32 bytes.
        """
        fresh = self._entropy(FRESH_BYTES)
        if len(fresh) != FRESH_BYTES:
            raise ValueError("entropy gave another number of bytes than asked for")
        seed = self._seed.secret_bytes
        return Stream("gin-p2p/1/prover", seed, label.encode(), state, secret_witness, fresh)
