"""How do we calculate on the curve?

The group is secp256k1: prime order, no cofactor, every element but infinity a generator. This file owns the
library. It has two kinds of arithmetic, and which one a caller takes is the point:

* `secret_*` run in constant time. Anything that a number nobody may learn goes into belongs here.
* `public_sum` is faster and its time tells the numbers. It sees what is on the wire and nothing else.

An element has two forms. `Element` is the 33 bytes of the wire. `Point` is the 65 bytes the library reads
without a square root; whoever holds one knows it was checked. Infinity has neither form: a sum that may be
infinity answers None, and None equals no element.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NewType

from btclib_secp256k1 import ecdh, ellswift, keys

from gin_p2p.crypto.errors import InvalidProof

Element = NewType("Element", bytes)
"""33 bytes that are an element, as they travel."""
Point = NewType("Point", bytes)
"""65 bytes that are an element, as we calculate with them; never on the wire."""

Q: Final = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141
"""The order of the group."""
ELEMENT_BYTES: Final = 33
SCALAR_BYTES: Final = 32
G_POINT: Final = Point(keys.pubkey_from_prvkey(1, compressed=False))


@lru_cache(maxsize=2048)
def lift(encoded: bytes) -> Point:
    """Check an element and make it ready to calculate with.

    The last elements checked are remembered, because the outputs of one shuffle are the inputs of the next: 2,048
    are more than all the elements of one deal that stand at a time. Only public elements come here.

    Args:
        encoded: bytes from anywhere.

    Raises:
        InvalidProof: not exactly 33 bytes, not beginning with 02 or 03, x not below the field's prime, or x of no
            point of the curve. (The library alone would also take 65 bytes and hybrid forms: one element would
            then have several names in the transcript.)
    """
    if len(encoded) != ELEMENT_BYTES or encoded[0] not in (2, 3):
        raise InvalidProof("an element has 33 bytes and begins with 02 or 03")
    try:
        return Point(keys.reserialize(encoded, compressed=False))
    except ValueError:
        raise InvalidProof("these 33 bytes are no point of the curve") from None


def encode(point: Point) -> Element:
    """Write an element as it travels: the parity of y, then x."""
    return Element(bytes((2 | point[64] & 1,)) + point[1:33])


def negate(point: Point) -> Point:
    """Answer the element that cancels this one."""
    return Point(keys.pubkey_negate(point, compressed=False))


def add(*points: Point) -> Point | None:
    """Answer a sum of elements, None for infinity."""
    total = keys.pubkey_sum(points, compressed=False)
    return None if total is None else Point(total)


def finite(point: Point | None, what: str) -> Point:
    """Answer the element itself.

    Raises:
        InvalidProof: it is infinity.
    """
    if point is None:
        raise InvalidProof(f"{what} is infinity")
    return point


def public_sum(terms: Iterable[tuple[Point, int]]) -> Point | None:
    """Answer the sum of public multiples of elements, None for infinity.

    Equal elements are multiplied once: all hints of an opening deck are G.

    Args:
        terms: elements and their coefficients, any integers, none of them secret.

    Raises:
        InvalidProof: the library refused to calculate, which must never read as a sum that came out right.
    """
    coefficients: dict[Point, int] = {}
    for point, coefficient in terms:
        coefficients[point] = coefficients.get(point, 0) + coefficient
    # the library refuses a coefficient 0, which is an honest value of a challenge or a response
    reduced = {point: number % Q for point, number in coefficients.items() if number % Q}
    if not reduced:
        return None
    try:
        total = keys.pubkey_tweak_mul_sum(list(reduced), list(reduced.values()), compressed=False)
    except (ValueError, RuntimeError) as error:
        raise InvalidProof(f"a sum cannot be calculated: {error}") from None
    return None if total is None else Point(total)


def public_base(scalar: int) -> Point:
    """Answer a public multiple of G, the side of an equation that is calculated apart.

    Raises:
        InvalidProof: the coefficient is 0, where the sum on the other side could only be infinity.
    """
    if scalar % Q == 0:
        raise InvalidProof("the coefficient of G is 0")
    return secret_base(scalar)


def secret_base(scalar: int) -> Point:
    """Answer a multiple of G in constant time.

    Args:
        scalar: nonzero modulo q; may be secret.
    """
    return Point(keys.pubkey_from_prvkey((scalar % Q).to_bytes(SCALAR_BYTES), compressed=False))


def secret_multiple(scalar: int, point: Point) -> Point:
    """Answer a multiple of an element in constant time.

    Args:
        scalar: nonzero modulo q; may be secret.
        point: public.
    """
    return Point(ecdh.shared_point(point, (scalar % Q).to_bytes(SCALAR_BYTES), compressed=False))


def secret_sum(base: int, terms: Iterable[tuple[Point, int]]) -> Point:
    """Answer base·G plus secret multiples of public elements, each multiple in constant time.

    Raises:
        ValueError: the sum is infinity, or nothing is left when terms with coefficient 0 are left out. With
            random coefficients that happens once in 2^256 times.
    """
    products = [secret_base(base)] if base % Q else []
    products += [secret_multiple(scalar, point) for point, scalar in terms if scalar % Q]
    total = add(*products)
    if total is None:
        raise ValueError("a secret sum is infinity")
    return total


def read_scalar(encoded: bytes) -> int:
    """Read a scalar from the wire.

    Raises:
        InvalidProof: not exactly 32 bytes, or not below q (a second name for the same number).
    """
    if len(encoded) != SCALAR_BYTES:
        raise InvalidProof("a scalar has 32 bytes")
    number = int.from_bytes(encoded)
    if number >= Q:
        raise InvalidProof("a scalar is below the order of the group")
    return number


def write_scalar(scalar: int) -> bytes:
    """Write a scalar as it travels: 32 bytes big-endian, reduced modulo q."""
    return (scalar % Q).to_bytes(SCALAR_BYTES)


def hash_to_point(kind: str, number: int) -> Point:
    """Answer a fixed element whose logarithm nobody knows and nobody can choose.

    Source:
        BIP 324 (ElligatorSwift decoding); the label is a rule of the project.
    """
    digest = hashlib.sha512(f"gin-p2p/1/{kind}/{number}".encode()).digest()
    return Point(ellswift.decode(digest, compressed=False))


def require_library(found: Point, expected: str) -> None:
    """Compare what the installed library calculates with what it must.

    Raises:
        ImportError: they differ. Playing on would accuse an honest peer of the library's mistakes.
    """
    if encode(found).hex() != expected:
        raise ImportError("the installed btclib_secp256k1 calculates other elements than this protocol's")


G: Final = encode(G_POINT)
require_library(
    hash_to_point("generator", 0), "020d62f510a18a4e54539e36bdf88071eebb8f937869786188c03efc3b2a1ebb1e"
)
require_library(
    hash_to_point("card", 51), "021681d156987ca74c60bcde43ac1eaa37e6e53e1ea1d87b0dd13a0f3a645d3783"
)
