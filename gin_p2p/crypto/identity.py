"""Who is speaking, and by what short name do people know a key?

Identity keys are Ed25519. The library loads and honours keys of small order and keys written in a second way;
under some of them one constant signature fits every message, so that nobody could be blamed for a frame. Such keys
are refused before anything is verified with them.
"""

import hashlib
from typing import Final, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.errors import InvalidProof

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_PRIME: Final = 2**255 - 19
_Y8: Final = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER_Y: Final = frozenset((0, 1, _PRIME - 1, _Y8, _PRIME - _Y8))
"""The y of all eight points whose order divides 8, whatever the sign bit says."""
_D: Final = -121665 * pow(121666, -1, _PRIME) % _PRIME
"""The curve is -x^2 + y^2 = 1 + d·x^2·y^2."""

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz234567"
_MISREAD: Final = str.maketrans("01", "ol", " -\t\n")
_PRINT_BYTES: Final = 16
_PRINT_LETTERS: Final = 28
_CHECK_BITS: Final = 12
_CHECK_PRIME: Final = 4093
"""The largest prime below 2^12. A key print is a multiple of it, read as a number in base 32. One wrong letter
changes that number by d·32^k, two neighbours changed about by 31·d·32^k, with 0 < d < 32; neither is a multiple."""


class Identity:
    """A player's own key pair.

    The public half always comes from the private one. Were it stored beside it and changed by somebody, signing
    would give the private half away.
    """

    __slots__ = ("_key", "_public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self._public = key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls, entropy: Entropy) -> Self:
        """Draw a new identity."""
        return cls.from_private_bytes(entropy(KEY_BYTES))

    @classmethod
    def from_private_bytes(cls, private_bytes: bytes) -> Self:
        """Read an identity.

        Raises:
            ValueError: not 32 bytes.
        """
        if len(private_bytes) != KEY_BYTES:
            raise ValueError("a private identity key has 32 bytes")
        return cls(Ed25519PrivateKey.from_private_bytes(private_bytes))

    def __repr__(self) -> str:
        return f"Identity({key_print(self._public)})"

    @property
    def public(self) -> bytes:
        """The public key, 32 bytes."""
        return self._public

    def private_bytes(self) -> bytes:
        """Write the private half, 32 bytes, for the file that keeps it."""
        return self._key.private_bytes_raw()

    def sign(self, label: str, message: bytes) -> bytes:
        """Sign a message for one use, 64 bytes.

        Args:
            label: the use, so that a signature for one is never one for another; without a zero byte.
            message: any bytes.

        Raises:
            ValueError: the label contains a zero byte.
        """
        return self._key.sign(_labelled(label, message))


def check_public(public: bytes) -> None:
    """Check that an identity key can be blamed for what it signs, and that somebody can have it.

    Raises:
        InvalidProof: not 32 bytes, y not below the prime, a point of small order, or no point at all.
    """
    y = _checked_y(public)
    # x^2 is a quotient, and a quotient is a square if and only if the product of its parts is.
    if pow((y * y - 1) * (_D * y * y + 1), (_PRIME - 1) // 2, _PRIME) != 1:
        raise InvalidProof("an identity key is a point of the curve")


def _checked_y(public: bytes) -> int:
    if len(public) != KEY_BYTES:
        raise InvalidProof("an identity key has 32 bytes")
    y = int.from_bytes(public, "little") % 2**255
    if y >= _PRIME:
        raise InvalidProof("an identity key is written in one way only")
    if y in _SMALL_ORDER_Y:
        raise InvalidProof("an identity key of small order signs everything")
    return y


def verify(public: bytes, label: str, message: bytes, signature: bytes) -> None:
    """Check a signature.

    Raises:
        InvalidProof: the key is refused, or the signature is not this key's on this message under this label.
        ValueError: the label contains a zero byte.
    """
    _checked_y(public)  # the library refuses what is no point
    signed = _labelled(label, message)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, signed)
    except (InvalidSignature, ValueError):
        raise InvalidProof("the signature is not this key's on this message") from None


def _labelled(label: str, message: bytes) -> bytes:
    encoded = label.encode()
    if 0 in encoded:
        raise ValueError("a label has no zero byte: one ends it")
    return encoded + b"\0" + message


def key_print(public: bytes) -> str:
    """Answer the short name of a key that people compare: 28 letters in groups of four.

    128 bits of the key's hash, then 12 bits that find a wrong letter.
    """
    digest = hashlib.sha256(b"gin-p2p id v1\0" + public).digest()[:_PRINT_BYTES]
    shifted = int.from_bytes(digest) << _CHECK_BITS
    number = shifted + -shifted % _CHECK_PRIME
    letters = "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(_PRINT_LETTERS)))
    return _grouped(letters)


def parse_key_print(text: str) -> str:
    """Read a key print as a person writes it, and answer it as `key_print` does.

    Case, spaces and hyphens do not matter; 0 is read as o and 1 as l.

    Raises:
        ValueError: the text has a letter that no key print has, has not 28 letters, or the check letters do not
            fit the others.
    """
    letters = text.lower().translate(_MISREAD)
    for place, letter in enumerate(letters, start=1):
        if letter not in _LETTERS:
            raise ValueError(f"letter {place} is {letter!r}, which no key print has")
    if len(letters) != _PRINT_LETTERS:
        raise ValueError(f"a key print has {_PRINT_LETTERS} letters, not {len(letters)}")
    number = 0
    for letter in letters:
        number = number * 32 + _LETTERS.index(letter)
    if number % _CHECK_PRIME or number % 2**_CHECK_BITS >= _CHECK_PRIME:
        raise ValueError("a letter is wrong, or two are changed about: the check letters do not fit")
    return _grouped(letters)


def _grouped(letters: str) -> str:
    return "-".join(letters[start : start + 4] for start in range(0, _PRINT_LETTERS, 4))
