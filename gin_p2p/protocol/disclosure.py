"""What does a seat give away when the match is over?

A disclosure is `pack((payload, signature))` with `payload = pack((match id, head, seat, keys))` and keys an array of
pairs (number of a deal, its secret key x). It is signed under a label of its own, over the head after the last frame:
nobody can turn a signature of the match into one, and none fits a match that goes on.

A key proves itself, x·G being the key that the seat said in the deal; the signature says who has let it out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Self

from gin_p2p.crypto.identity import SIGNATURE_BYTES, Identity, verify
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.protocol.codec import Malformed, pack, unpack
from gin_p2p.protocol.fields import Fields
from gin_p2p.protocol.opening import DealKeys
from gin_p2p.seat import Seat

LABEL: Final = "gin-p2p/1/disclosure"
MAX_BYTES: Final = 8 * 1024
MAX_KEYS: Final = 128
_MAX_DEAL: Final = 2**32


@dataclass(frozen=True, slots=True)
class Disclosure:
    """Keys that a seat lets out; all of it is a claim until it is checked.

    Attributes:
        match_id: 16 bytes.
        head: after the last frame of the match, 32 bytes.
        seat: who discloses.
        keys: secret keys by number of the deal, ascending.
    """

    match_id: bytes
    head: bytes
    seat: Seat
    keys: tuple[tuple[int, SecretScalar], ...]

    def seal(self, identity: Identity) -> bytes:
        """Sign it.

        Args:
            identity: of the seat.

        Raises:
            ValueError: there is no key, more than 128, or they are not in ascending order of their deals.
        """
        if not 1 <= len(self.keys) <= MAX_KEYS or not _ascends(number for number, _ in self.keys):
            raise ValueError("a disclosure holds 1 to 128 keys, ascending by deal")
        keys = tuple((number, secret.private_bytes()) for number, secret in self.keys)
        payload = pack((self.match_id, self.head, int(self.seat), keys))
        return pack((payload, identity.sign(LABEL, payload)))

    @classmethod
    def open(cls, data: bytes) -> Self:
        """Read a disclosure from anybody; its signature is not looked at.

        Raises:
            Malformed: not the canonical bytes of one, or a key is not 1..q-1.
        """
        fields = Fields(unpack(_sealed(data)[0], max_bytes=MAX_BYTES))
        match_id, head, seat = fields.exactly(16), fields.exactly(32), Seat(fields.uint(2))
        keys = fields.array(MAX_KEYS).each(_key)
        fields.end()
        if not keys or not _ascends(number for number, _ in keys):
            raise Malformed("the keys are not in ascending order of their deals")
        return cls(match_id, head, seat, keys)


def check_signed(data: bytes, public: bytes) -> None:
    """Check that a disclosure that could be read is signed with this key.

    Raises:
        InvalidProof: it is not.
    """
    payload, signature = _sealed(data)
    verify(public, LABEL, payload, signature)


def keys_in(disclosures: Iterable[bytes]) -> DealKeys:
    """Answer all keys that are disclosed, claims as they are; what cannot be read discloses none."""
    found: dict[tuple[Seat, int], SecretScalar] = {}
    for data in disclosures:
        try:
            disclosure = Disclosure.open(data)
        except Malformed:
            continue
        found |= {(disclosure.seat, number): secret for number, secret in disclosure.keys}
    return found


def split(keys: Mapping[int, SecretScalar]) -> tuple[tuple[tuple[int, SecretScalar], ...], ...]:
    """Answer keys by deal in parts that fit into a disclosure each."""
    ordered = sorted(keys.items())
    return tuple(tuple(ordered[at : at + MAX_KEYS]) for at in range(0, len(ordered), MAX_KEYS))


def _ascends(numbers: Iterable[int]) -> bool:
    return all(first < second for first, second in pairwise((0, *numbers)))


def _sealed(data: bytes) -> tuple[bytes, bytes]:
    match unpack(data, max_bytes=MAX_BYTES, max_items=2):
        case (bytes(payload), bytes(signature)) if len(signature) == SIGNATURE_BYTES:
            return payload, signature
        case _:
            raise Malformed("not a payload with its signature")


def _key(fields: Fields) -> tuple[int, SecretScalar]:
    pair = fields.array(2)
    number, private_bytes = pair.uint(_MAX_DEAL), pair.exactly(32)
    pair.end()
    try:
        return number, SecretScalar.from_private_bytes(private_bytes)
    except ValueError:
        raise Malformed("a secret key is 1..q-1") from None
