"""A second auditor of `.gin` records, written from protocol.md alone.

It shares no line with the package. Points of secp256k1 are plain integers, the codec and the container are
its own; only SHA, SHAKE, CRC-32 and Ed25519 come from libraries. Numbers in brackets are sections of the
document. `audit(data)` judges the bytes of one file; as a program it prints one line of JSON for each file:

    python second_auditor.py FILE...
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import sys
import zlib
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NoReturn, TypeAlias

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

HOST, GUEST, NOBODY = 0, 1, 2
SEATS = ("host", "guest")

# [3.1] The group.
P = 2**256 - 2**32 - 977
Q = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
Point: TypeAlias = tuple[int, int]
G: Point = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

# [4] Limits.
MAX_ITEMS, MAX_DEPTH = 128, 8
MAX_FRAME_BYTES, MAX_BODY_BYTES, MAX_SUMMARY_BYTES = 32768, 24576, 16384
MAX_SEQ, MAX_POINTS = 2**32, 2**32
MAX_NAME_BYTES, MAX_MS = 64, 253402300800000
MAX_PARTS, MAX_SETTINGS, MAX_MELDS = 104, 64, 17
MAX_DISCLOSURE_BYTES, MAX_DISCLOSURES, MAX_KEYS = 8192, 64, 128

# [10], [16] Who is accused.
NO_ACCUSATION = frozenset(
    {"frame", "match", "chain", "signature", "after-close", "card-twice", "face", "version"}
)
AS_CARD_TWICE = frozenset({"move-card-elsewhere", "move-not-held", "move-not-the-hand"})

# [18] What can be wrong with disclosures, or with what they show.
IN_DISCLOSURES = frozenset({"disclosure", "misdeal-hidden", "card-twice"})


class Refused(Exception):
    """A rule is broken; the argument is its code in [17]."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Malformed(Exception):
    """These bytes are no value of the profile of [4]."""


class BadProof(Exception):
    """A proof, or an element or scalar in it, is invalid [3.1, 8]."""


def require(condition: bool, code: str) -> None:
    if not condition:
        raise Refused(code)


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def framed(*parts: bytes) -> bytes:
    """[2]."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


# --- [3.1] secp256k1 in affine coordinates, many additions at a time ---------------------------------------


def negated(point: Point) -> Point:
    return point[0], P - point[1]


def add_pairs(pairs: Sequence[tuple[Point, Point]]) -> list[Point | None]:
    """The sum of each pair, None for infinity, with one inversion for all of them."""
    denominators = []
    running = [1]
    for (x1, y1), (x2, y2) in pairs:
        # Equal points are doubled, opposite ones cancel; their denominator is a placeholder.
        bottom = x2 - x1 or (2 * y1 if y1 == y2 else 1)
        denominators.append(bottom)
        running.append(running[-1] * bottom % P)
    inverse = pow(running[-1], -1, P)
    sums: list[Point | None] = [None] * len(pairs)
    for i in range(len(pairs) - 1, -1, -1):
        (x1, y1), (x2, y2) = pairs[i]
        this = inverse * running[i]
        inverse = inverse * denominators[i] % P
        if x1 != x2:
            slope = (y2 - y1) * this % P
        elif y1 == y2:
            slope = 3 * x1 * x1 * this % P
        else:
            continue
        x3 = (slope * slope - x1 - x2) % P
        sums[i] = x3, (slope * (x1 - x3) - y1) % P
    return sums


def add(one: Point | None, two: Point | None) -> Point | None:
    if one is None or two is None:
        return two if one is None else one
    return add_pairs([(one, two)])[0]


def signed_digits(scalar: int) -> Iterator[tuple[int, int]]:
    """Width 5 non-adjacent form: places and odd digits from -15 to 15."""
    place = 0
    while scalar:
        zeros = (scalar & -scalar).bit_length() - 1
        scalar >>= zeros
        place += zeros
        digit = scalar & 31
        if digit > 15:
            digit -= 32
        yield place, digit
        scalar -= digit


def odd_multiples(points: list[Point]) -> list[list[Point]]:
    """1, 3, ..., 15 times each point; the order is prime, so that none of them is infinity."""
    doubles = [double for double in add_pairs([(point, point) for point in points]) if double is not None]
    rows = [points]
    for _ in range(7):
        step = add_pairs(list(zip(rows[-1], doubles, strict=True)))
        rows.append([point for point in step if point is not None])
    return rows


def linear(*terms: tuple[int, Point]) -> Point | None:
    """The sum of scalar times point, None if it is infinity (Straus, the sums of each place in a tree)."""
    todo: list[tuple[int, Point]] = []
    for scalar, point in terms:
        k = scalar % Q
        if k:
            todo.append((k, point) if k <= Q // 2 else (Q - k, negated(point)))
    if not todo:
        return None
    rows = odd_multiples([point for _, point in todo])
    places: list[list[Point]] = [[] for _ in range(258)]
    for column, (scalar, _) in enumerate(todo):
        for place, digit in signed_digits(scalar):
            point = rows[abs(digit) >> 1][column]
            places[place].append(point if digit > 0 else negated(point))
    while any(len(points) > 1 for points in places):
        where: list[int] = []
        pairs: list[tuple[Point, Point]] = []
        for place, points in enumerate(places):
            while len(points) > 1:
                pairs.append((points.pop(), points.pop()))
                where.append(place)
        for place, total in zip(where, add_pairs(pairs), strict=True):
            if total is not None:
                places[place].append(total)
    return horner([points[0] if points else None for points in places])


def horner(places: list[Point | None]) -> Point | None:
    """The sum of 2^i times places[i], in Jacobian coordinates (x/z^2, y/z^3); z = 0 is infinity."""
    x, y, z = 1, 1, 0
    for point in reversed(places):
        if z:
            yy = y * y % P
            s = 4 * x * yy % P
            m = 3 * x * x % P
            z = 2 * y * z % P
            x = (m * m - 2 * s) % P
            y = (m * (s - x) - 8 * yy * yy) % P
        if point is None:
            continue
        if not z:
            x, y, z = *point, 1
            continue
        zz = z * z % P
        h = (point[0] * zz - x) % P
        r = (point[1] * zz * z - y) % P
        if not h:  # the same x: let the affine formulas tell doubling from cancelling
            both = add(affine(x, y, z), point)
            x, y, z = (1, 1, 0) if both is None else (*both, 1)
            continue
        hh = h * h % P
        v = x * hh % P
        hhh = h * hh % P
        x = (r * r - hhh - 2 * v) % P
        y = (r * (v - x) - y * hhh) % P
        z = z * h % P
    return affine(x, y, z)


def affine(x: int, y: int, z: int) -> Point | None:
    if not z:
        return None
    inverse = pow(z, -1, P)
    square = inverse * inverse % P
    return x * square % P, y * square * inverse % P


def lift(x: int, odd: int) -> Point | None:
    """The point with this x and this parity of y, if there is one."""
    square = (x * x * x + 7) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        return None
    return x, y if y & 1 == odd else P - y


def encode(point: Point) -> bytes:
    return bytes([2 + (point[1] & 1)]) + point[0].to_bytes(32, "big")


def element(data: bytes) -> Point:
    """[3.1] The element that these bytes are."""
    x = int.from_bytes(data[1:], "big")
    point = lift(x, data[0] - 2) if len(data) == 33 and data[0] in {2, 3} and x < P else None
    if point is None:
        raise BadProof
    return point


def scalar_of(data: bytes) -> int:
    """[3.1] The scalar that these bytes are."""
    number = int.from_bytes(data, "big")
    if len(data) != 32 or number >= Q:
        raise BadProof
    return number


def chunks(data: bytes, size: int) -> list[bytes]:
    return [data[i : i + size] for i in range(0, len(data), size)]


def finite(point: Point | None) -> Point:
    if point is None:
        raise BadProof
    return point


# --- [3.2] to [3.7] fixed elements, challenger, streams, commitments --------------------------------------


def fixed_element(kind: str, index: int) -> Point:
    """[3.2] ElligatorSwift of a hash."""
    seed = hashlib.sha512(f"gin-p2p/1/{kind}/{index}".encode()).digest()
    u = int.from_bytes(seed[:32], "big") % P or 1
    t = int.from_bytes(seed[32:], "big") % P or 1
    w = 0x0A2D2BA93507F1DF233770C2A797962CC61F6D15DA14ECD47D8D27AE1CD5F852
    if (u**3 + t * t + 7) % P == 0:
        t = 2 * t % P
    big_x = (u**3 + 7 - t * t) * pow(2 * t, -1, P) % P
    big_y = (big_x + t) * pow(w * u, -1, P) % P
    ratio = big_x * pow(big_y, -1, P)
    half = pow(2, -1, P)
    for x in (u + 4 * big_y * big_y, (-ratio - u) * half, (ratio - u) * half):
        point = lift(x % P, t & 1)
        if point is not None:
            return point
    raise BadProof


CARD_ELEMENTS = [fixed_element("card", i) for i in range(52)]
GENERATORS = [fixed_element("generator", i) for i in range(52)]
CARD_OF = {point: card for card, point in enumerate(CARD_ELEMENTS)}


class Challenger:
    """[3.3]."""

    def __init__(self, label: str) -> None:
        self.state = hashlib.sha512(b"gin-p2p/1/init" + framed(label.encode())).digest()

    def absorb(self, tag: str, *parts: bytes) -> None:
        count = len(parts).to_bytes(8, "big")
        data = b"gin-p2p/1/absorb" + self.state + framed(tag.encode()) + count + framed(*parts)
        self.state = hashlib.sha512(data).digest()

    def squeeze(self, tag: str, n: int) -> bytes:
        out = hashlib.shake_256(b"gin-p2p/1/squeeze" + self.state + framed(tag.encode())).digest(64 + n)
        self.state = out[:64]
        return out[64:]

    def scalar(self, tag: str) -> int:
        return int.from_bytes(self.squeeze(tag, 64), "big") % Q

    def challenge(self, tag: str) -> int:
        return int.from_bytes(self.squeeze(tag, 16), "big")


class Stream:
    """[3.5]."""

    def __init__(self, domain: str, *parts: bytes) -> None:
        self._sponge = hashlib.shake_256(domain.encode() + framed(*parts))
        self._at = 0

    def read(self, n: int) -> bytes:
        self._at += n
        return self._sponge.digest(self._at)[self._at - n :]

    def scalar(self) -> int:
        while True:
            number = int.from_bytes(self.read(64), "big") % Q
            if number:
                return number

    def below(self, n: int) -> int:
        while True:
            byte = self.read(1)[0]
            if byte < 256 - 256 % n:
                return byte % n


def commit(purpose: str, keys: tuple[bytes, bytes], deal: int, seat: int, nonce: bytes) -> bytes:
    """[3.7]."""
    parts = framed(purpose.encode(), keys[HOST], keys[GUEST], u32(deal), bytes([seat]), nonce)
    return hashlib.sha512(b"gin-p2p/1/commit" + parts).digest()[:32]


def draw(purpose: str, deal: int, first: bytes, second: bytes, n: int) -> int:
    """[3.7]."""
    return Stream("gin-p2p/1/chance", purpose.encode(), u32(deal), first, second).below(n)


# --- [3.8] identity keys ----------------------------------------------------------------------------------

FIELD_25519 = 2**255 - 19
Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL_ORDER = frozenset(y % FIELD_25519 for y in (0, 1, -1, Y8, -Y8))


def key_is_refused(key: bytes) -> bool:
    """[3.8]."""
    y = int.from_bytes(key, "little") % 2**255
    if len(key) != 32 or y >= FIELD_25519 or y in SMALL_ORDER:
        return True
    # x^2 = (y^2 - 1) / (d y^2 + 1); a quotient is a square if and only if the product is.
    d = -121665 * pow(121666, -1, FIELD_25519)
    product = (y * y - 1) * (d * y * y + 1)
    return pow(product, (FIELD_25519 - 1) // 2, FIELD_25519) != 1


def signature_holds(key: bytes, label: str, message: bytes, signature: bytes) -> bool:
    """[3.8] The library compares the encoding of S*B - h*A with R, and wants S below the order, as asked."""
    if key_is_refused(key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, label.encode() + b"\0" + message)
    except (InvalidSignature, ValueError):
        return False
    return True


def key_print(key: bytes) -> str:
    """[3.8] The short name of a key."""
    number = int.from_bytes(hashlib.sha256(b"gin-p2p id v1\0" + key).digest()[:16], "big") << 12
    number += -number % 4093
    letters = "".join("abcdefghijklmnopqrstuvwxyz234567"[number >> 5 * i & 31] for i in reversed(range(28)))
    return "-".join(letters[i : i + 4] for i in range(0, 28, 4))


# --- [4] encoding -----------------------------------------------------------------------------------------

Value: TypeAlias = "int | bool | bytes | str | list[Value]"
LENGTH_BYTES = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2}
INTEGER_BYTES = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}


def _sized(size: int, *heads: tuple[int, int]) -> bytes:
    """The head of a value with a size: the first (first byte, bytes of the size) that fits."""
    for first, width in heads:
        if size < 256**width:
            return bytes([first]) + size.to_bytes(width, "big")
    raise Malformed


def pack(value: Value) -> bytes:
    """[4] The one encoding of a value."""
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return bytes([value]) if value < 128 else _sized(value, (0xCC, 1), (0xCD, 2), (0xCE, 4), (0xCF, 8))
    if isinstance(value, bytes):
        return _sized(len(value), (0xC4, 1), (0xC5, 2), (0xC6, 4)) + value
    if isinstance(value, str):
        data = value.encode()
        if len(data) < 32:
            return bytes([0xA0 + len(data)]) + data
        return _sized(len(data), (0xD9, 1), (0xDA, 2), (0xDB, 4)) + data
    head = bytes([0x90 + len(value)]) if len(value) < 16 else _sized(len(value), (0xDC, 2))
    return head + b"".join(pack(item) for item in value)


class Decoder:
    """[4] Values one after another. Longer forms are found by `unpack`, which encodes again and compares."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def _take(self, n: int) -> bytes:
        end = self.at + n
        if end > len(self._data):
            raise Malformed
        piece = self._data[self.at : end]
        self.at = end
        return piece

    def _number(self, width: int) -> int:
        return int.from_bytes(self._take(width), "big")

    def value(self, depth: int = 0) -> Value:
        first = self._take(1)[0]
        if first < 0x80:
            return first
        if first in INTEGER_BYTES:
            return self._number(INTEGER_BYTES[first])
        if first in {0xC2, 0xC3}:
            return first == 0xC3
        if 0x90 <= first <= 0x9F or first == 0xDC:
            count = self._number(2) if first == 0xDC else first - 0x90
            if count > MAX_ITEMS or depth == MAX_DEPTH:
                raise Malformed
            return [self.value(depth + 1) for _ in range(count)]
        if 0xA0 <= first <= 0xBF:
            return self._text(first - 0xA0)
        if first not in LENGTH_BYTES:
            raise Malformed
        size = self._number(LENGTH_BYTES[first])
        return self._take(size) if first <= 0xC6 else self._text(size)

    def _text(self, size: int) -> str:
        try:
            return self._take(size).decode()
        except UnicodeDecodeError:
            raise Malformed from None


def unpack(data: bytes) -> Value:
    """[4] The value these bytes are the encoding of."""
    decoder = Decoder(data)
    value = decoder.value()
    if decoder.at != len(data) or pack(value) != data:
        raise Malformed
    return value


# --- [7] masked cards -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Masked:
    hint: Point
    body: Point

    @functools.cached_property
    def wire(self) -> bytes:
        return encode(self.hint) + encode(self.body)


def opened(body: Point, share: Point) -> Point:
    """[7] body - share, which must not be infinity."""
    point = add(body, negated(share))
    if point is None:
        raise Refused("face")
    return point


def strip(card: Masked, share: Point) -> Masked:
    return Masked(card.hint, opened(card.body, share))


def face(card: Masked, share: Point) -> int:
    found = CARD_OF.get(opened(card.body, share))
    if found is None:
        raise Refused("face")
    return found


def distinct_faces(cards: Sequence[Masked], shares: Sequence[Point]) -> list[int]:
    """[11] "faces"."""
    found = [face(card, share) for card, share in zip(cards, shares, strict=True)]
    require(len(set(found)) == len(found), "card-twice")
    return found


def face_card(card: int, key: Point, code: str) -> Masked:
    """[7]; a body at infinity is refused with this code."""
    body = add(CARD_ELEMENTS[card], key)
    if body is None:
        raise Refused(code)
    return Masked(G, body)


# --- [8] proofs -------------------------------------------------------------------------------------------


def context_of(head: bytes, match_id: bytes, deal: int, purpose: str, seat: int) -> bytes:
    """[3.4]."""
    return head + match_id + u32(deal) + framed(purpose.encode()) + bytes([seat])


def _schnorr_parts(proof: bytes) -> tuple[int, int]:
    if len(proof) != 48:
        raise BadProof
    response = scalar_of(proof[16:])
    if response == 0:
        raise BadProof
    return int.from_bytes(proof[:16], "big"), response


def verify_key(context: bytes, key: bytes, proof: bytes) -> Point:
    """[8.1]; answers the key."""
    c, s = _schnorr_parts(proof)
    point = element(key)
    challenger = Challenger("gin-p2p/1/key")
    challenger.absorb("context", context)
    challenger.absorb("X", key)
    challenger.absorb("T", encode(finite(linear((s, G), (-c, point)))))
    if challenger.challenge("c") != c:
        raise BadProof
    return point


def verify_shares(context: bytes, key: Point, hints: list[Point], shares: bytes, proof: bytes) -> list[Point]:
    """[8.2]; answers the shares."""
    wire = chunks(shares, 33)
    points = [element(data) for data in wire]
    c, s = _schnorr_parts(proof)
    if not hints:
        raise BadProof
    challenger = Challenger("gin-p2p/1/share")
    challenger.absorb("context", context)
    challenger.absorb("X", encode(key))
    challenger.absorb("hints", *map(encode, hints))
    challenger.absorb("shares", *wire)
    weights = [1] + [challenger.challenge("w") for _ in hints[1:]]
    big_a = finite(linear(*zip(weights, hints, strict=True)))
    big_b = finite(linear(*zip(weights, points, strict=True)))
    t1 = finite(linear((s, G), (-c, key)))
    t2 = finite(linear((s, big_a), (-c, big_b)))
    challenger.absorb("T", encode(t1), encode(t2))
    if challenger.challenge("c") != c:
        raise BadProof
    return points


def verify_shuffle(
    context: bytes, key: Point, inputs: list[Masked], outputs: bytes, proof: bytes
) -> list[Masked]:
    """[8.3]; answers the outputs."""
    n = len(inputs)
    if not 2 <= n <= 52 or len(outputs) != 66 * n or len(proof) != 231 + 32 * (3 * n + 2):
        raise BadProof
    cards = [Masked(element(data[:33]), element(data[33:])) for data in chunks(outputs, 66)]
    m1, m2 = chunks(proof[:198], 33), chunks(proof[198 : 230 + 32 * n], 32)
    m3, m4 = proof[230 + 32 * n : 263 + 32 * n], chunks(proof[263 + 32 * n :], 32)
    c, c_d, e_a, e_b, c_d2, c_delta = map(element, m1)
    c_a = element(m3)
    *f, z_key = map(scalar_of, m2)
    rest = [scalar_of(data) for data in m4]
    f2, z, g, z_delta = rest[:n], rest[n], rest[n + 1 : 2 * n], rest[2 * n]

    challenger = Challenger("gin-p2p/1/shuffle")
    challenger.absorb("context", context, u32(n), encode(key))
    challenger.absorb("in", *(card.wire for card in inputs))
    challenger.absorb("out", *chunks(outputs, 66))
    challenger.absorb("m1", *m1)
    t = [challenger.challenge("t") for _ in inputs]
    challenger.absorb("m2", *m2)
    lam, x = challenger.scalar("lambda"), challenger.scalar("x")
    challenger.absorb("m3", m3)
    e = challenger.scalar("e")
    challenger.absorb("m4", *m4)
    gamma, kappa, beta = (challenger.challenge(tag) for tag in ("gamma", "kappa", "beta"))
    if e == 0:
        raise BadProof

    inverse = pow(e, -1, Q)
    product, chain = e, f2[0]
    for i in range(n):
        product = product * (lam * (i + 1) + t[i] - x) % Q
    for i in range(n - 1):
        chain = (chain * f2[i + 1] + g[i]) * inverse % Q
    total = (z_key + kappa * z + beta * z_delta) % Q
    if chain != product or total == 0:
        raise BadProof

    terms: list[tuple[int, Point]] = [(-total, G), (1, e_a), (gamma, e_b), (-gamma * z_key, key)]
    for i in range(n):
        terms += [(f[i], cards[i].hint), (-t[i], inputs[i].hint)]
        terms += [(gamma * f[i], cards[i].body), (-gamma * t[i], inputs[i].body)]
        minus = beta * g[i] if i < n - 1 else 0
        terms.append((kappa * (e * (f[i] - x) - f2[i]) - minus, GENERATORS[i]))
    terms += [(kappa * e * lam, c), (-kappa * e, c_d), (kappa, c_d2), (beta * e, c_a), (beta, c_delta)]
    if linear(*terms) is not None:
        raise BadProof
    return cards


# --- [11] messages ----------------------------------------------------------------------------------------

Check: TypeAlias = Callable[[Value], bool]


def uint(bound: int) -> Check:
    return lambda value: type(value) is int and value < bound


def binary(*sizes: int) -> Check:
    return lambda value: isinstance(value, bytes) and len(value) in sizes


def any_binary(value: Value) -> bool:
    return isinstance(value, bytes)


def text(size: int) -> Check:
    return lambda value: isinstance(value, str) and len(value.encode()) <= size


def parts(size: int) -> Check:
    return lambda value: (
        isinstance(value, bytes) and len(value) % size == 0 and len(value) <= size * MAX_PARTS
    )


def array(most: int, item: Check) -> Check:
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(item, value))


def record(*items: Check) -> Check:
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(items)
        and all(check(part) for check, part in zip(items, value, strict=True))
    )


def setting(value: Value) -> bool:
    return isinstance(value, (int, str))  # a boolean is an int


CARD = uint(52)
MELDS = array(MAX_MELDS, array(52, CARD))
ELEMENTS, MASKED = parts(33), parts(66)
SHARES: dict[str, Check] = {"shares": ELEMENTS, "share_proof": binary(48)}
DIGEST: dict[str, Check] = {"digest": binary(8)}
HAND: dict[str, Check] = {"hand": MASKED, "proof": any_binary}

MESSAGES: dict[str, dict[str, Check]] = {
    "open": {
        "version": uint(65536),
        "host_key": binary(32),
        "guest_key": binary(32),
        "rules": array(MAX_SETTINGS, setting),
        "terms": array(MAX_SETTINGS, setting),
        "team": record(text(64), uint(100), uint(2)),
        "name": text(MAX_NAME_BYTES),
        "started_ms": uint(MAX_MS),
        "commitment": binary(32),
    },
    "accept": {"name": text(MAX_NAME_BYTES), "nonce": binary(32)},
    "reveal": {"nonce": binary(32)},
    "key": {"key": binary(33), "proof": binary(48), "chance": binary(0, 32)},
    "shuffle": {"deck": MASKED, "proof": any_binary, "nonce": binary(0, 32)},
    "cut": {"deck": MASKED, "proof": any_binary, **SHARES},
    "serve": SHARES,
    "give": {"share": binary(33), "share_proof": binary(48)},
    "pass": DIGEST,
    "draw": DIGEST,
    "resign": DIGEST,
    "take": DIGEST,
    "take-many": {"count": CARD, **HAND, "places": array(52, CARD), **SHARES, **DIGEST},
    "throw": {**HAND, "place": CARD, "share": binary(33), "share_proof": binary(48), **DIGEST},
    "knock": {**HAND, **SHARES, "discard": CARD, "melds": MELDS, **DIGEST},
    "big-gin": {**HAND, **SHARES, "melds": MELDS, **DIGEST},
    "defend": {**SHARES, "melds": MELDS, "layoffs": array(52, record(CARD, uint(MAX_MELDS))), **DIGEST},
    "misdeal": {**SHARES, **DIGEST},
    "close": {"winner": uint(3), "totals": record(uint(MAX_POINTS), uint(MAX_POINTS))},
}


def as_int(value: Value) -> int:
    assert isinstance(value, int)
    return value


def as_list(value: Value) -> list[Value]:
    assert isinstance(value, list)
    return value


class Message:
    """[11] A body whose fields keep their bounds."""

    def __init__(self, body: bytes) -> None:
        try:
            value = unpack(body) if len(body) <= MAX_BODY_BYTES else None
        except Malformed:
            value = None
        if not isinstance(value, list) or len(value) < 2:
            raise Refused("body")
        kind, ms, *values = value
        if not isinstance(kind, str) or kind not in MESSAGES or not uint(MAX_MS)(ms):
            raise Refused("body")
        fields = MESSAGES[kind]
        require(record(*fields.values())(values), "body")
        self.kind = kind
        self.fields: dict[str, Value] = dict(zip(fields, values, strict=True))

    def number(self, name: str) -> int:
        return as_int(self.fields[name])

    def data(self, name: str) -> bytes:
        value = self.fields[name]
        assert isinstance(value, bytes)
        return value

    def text(self, name: str) -> str:
        value = self.fields[name]
        assert isinstance(value, str)
        return value

    def array(self, name: str) -> list[Value]:
        return as_list(self.fields[name])

    def numbers(self, name: str) -> list[int]:
        return [as_int(value) for value in self.array(name)]

    def lists(self, name: str) -> list[list[int]]:
        return [[as_int(card) for card in as_list(value)] for value in self.array(name)]


def is_later_offer(body: bytes) -> bool:
    """[10] step 5: an array that begins as an `open` of another version does."""
    try:
        value = unpack(body) if len(body) <= MAX_BODY_BYTES else None
    except Malformed:
        return False
    if not isinstance(value, list) or len(value) < 3 or value[0] != "open":
        return False
    return uint(MAX_MS)(value[1]) and uint(2**64)(value[2]) and value[2] != 1


# --- [12.1], [12.2] house rules and table terms -----------------------------------------------------------


@dataclass(frozen=True)
class Allowed:
    words: tuple[str, ...] = ()
    numbers: Container[int] = ()
    flag: bool = False

    def admits(self, value: Value) -> bool:
        if isinstance(value, bool):
            return self.flag
        if isinstance(value, int):
            return value in self.numbers
        return value in self.words


def one_of(*words: str) -> Allowed:
    return Allowed(words)


def numbers(first: int, last: int, *words: str, step: int = 1) -> Allowed:
    return Allowed(words, range(first, last + 1, step))


YES_NO = Allowed(flag=True)
POINTS = numbers(0, 9999)
NAMED_POINTS = numbers(1, 9999)

RULES: dict[str, Allowed] = {
    "ace_mode": one_of("low", "high_low", "wrap"),
    "ace_deadwood": Allowed(numbers=(1, 15)),
    "hand_size": Allowed(numbers=(10,)),
    "first_dealer": one_of("random", "host", "guest"),
    "next_dealer": one_of("alternate", "loser", "winner"),
    "dead_hand_dealer": one_of("same", "alternate"),
    "upcard_mode": one_of("offer", "none", "eleven"),
    "may_discard_taken_card": YES_NO,
    "mutual_return_void": YES_NO,
    "discard_draw": one_of("top", "multi"),
    "multi_pickup_hand": one_of("grow", "constant"),
    "discards_visible": one_of("top", "all"),
    "stock_reserve": Allowed(numbers=(2,)),
    "wall_rule": one_of("void", "last_discard", "discards_only"),
    "max_discard_takes": numbers(1, 9999, "none"),
    "misdeal_rule": YES_NO,
    "misdeal_proof": YES_NO,
    "knock_limit": numbers(0, 10),
    "knock_limit_source": one_of("fixed", "upcard", "knock_deck"),
    "ace_upcard": one_of("one", "gin"),
    "spade_double": YES_NO,
    "layoff_on_gin": YES_NO,
    "undercut_tie": one_of("bonus", "no_bonus", "knocker"),
    "gin_bonus": POINTS,
    "big_gin_bonus": numbers(0, 9999, "none"),
    "undercut_bonus": POINTS,
    "gin_off_bonus": Allowed(numbers=(0, 25)),
    "target": NAMED_POINTS,
    "game_bonus": POINTS,
    "box_bonus": POINTS,
    "box_to": one_of("both", "winner"),
    "box_timing": one_of("end", "immediate"),
    "undercut_extra_boxes": Allowed(numbers=(0, 1)),
    "gin_extra_boxes": Allowed(numbers=(0, 2)),
    "double_boxes": YES_NO,
    "shutout": one_of("none", "flat", "double_hand_points", "double_hand_and_game", "double_total"),
    "shutout_flat": POINTS,
    "exact_margin_forfeit": Allowed(("none",), (50,)),
    "format": one_of("single", "multi_match", "best_of", "hollywood", "hands"),
    "hands": numbers(1, 999),
    "best_of": numbers(1, 99, step=2),
    "multi_target": NAMED_POINTS,
    "multi_round_bonus": POINTS,
    "multi_winner_bonus": POINTS,
    "multi_shutout_bonus": POINTS,
    "columns": numbers(1, 9),
    "team_size": numbers(1, 9),
    "team_all_win_bonus": POINTS,
}

TERMS: dict[str, Allowed] = {
    "assist": one_of("none", "count", "full"),
    "clock_bank_s": numbers(0, 86400),
    "clock_increment_s": numbers(0, 3600),
    "abandon": one_of("unfinished", "forfeit"),
}


class Rules:
    """[12.1] The house rules of a match."""

    def __init__(self, values: list[Value]) -> None:
        self._values = checked_settings(values, RULES, "house-rules")
        require(
            self.word("knock_limit_source") != "upcard" or self.word("upcard_mode") == "offer", "house-rules"
        )
        fits_multi = (
            self.number("knock_limit") == 0
            and self.word("discards_visible") == "all"
            and not self.yes("may_discard_taken_card")
        )
        require(self.word("discard_draw") != "multi" or fits_multi, "house-rules")

    def word(self, name: str) -> str:
        value = self._values[name]
        assert isinstance(value, str)
        return value

    def yes(self, name: str) -> bool:
        value = self._values[name]
        assert isinstance(value, bool)
        return value

    def number(self, name: str) -> int:
        return as_int(self._values[name])

    def optional(self, name: str) -> int | None:
        """A number that may be the word none."""
        value = self._values[name]
        return None if value == "none" else as_int(value)

    @property
    def proves_misdeals(self) -> bool:
        return self.yes("misdeal_rule") and self.yes("misdeal_proof")

    @property
    def has_knock_deck(self) -> bool:
        return self.word("knock_limit_source") == "knock_deck"

    def places(self, dealer_s: bool) -> list[int]:
        """[7] Where a seat's cards lie in the deck."""
        extra = [20] if self.word("upcard_mode") == "eleven" and not dealer_s else []
        return list(range(1 if dealer_s else 0, 20, 2)) + extra

    @property
    def upcard_place(self) -> list[int]:
        return [20] if self.word("upcard_mode") == "offer" else []

    @property
    def stock_place(self) -> int:
        return 20 if self.word("upcard_mode") == "none" else 21


def checked_settings(values: list[Value], allowed: dict[str, Allowed], code: str) -> dict[str, Value]:
    require(len(values) == len(allowed), code)
    found = dict(zip(allowed, values, strict=True))
    require(all(allowed[name].admits(value) for name, value in found.items()), code)
    return found


def check_terms(values: list[Value]) -> None:
    """[12.2]."""
    terms = checked_settings(values, TERMS, "terms")
    require(terms["clock_increment_s"] == 0 or terms["clock_bank_s"] != 0, "terms")


# --- [12.3] melds and deadwood ----------------------------------------------------------------------------


def rank(card: int) -> int:
    return card % 13


def ascending(cards: Sequence[int]) -> bool:
    return all(one < two for one, two in itertools.pairwise(cards))


def is_meld(cards: Iterable[int], ace_mode: str) -> bool:
    listed = list(cards)
    some = set(listed)
    ranks = {rank(card) for card in some}
    if len(some) != len(listed) or len(some) < 3:
        return False
    if len(ranks) == 1:
        return True
    if len({card // 13 for card in some}) != 1:
        return False
    if max(ranks) - min(ranks) == len(ranks) - 1:
        return True
    if ace_mode == "high_low":
        high = {r or 13 for r in ranks}
        return 0 in ranks and 1 not in ranks and max(high) - min(high) == len(high) - 1
    return ace_mode == "wrap" and sum((r - 1) % 13 not in ranks for r in ranks) == 1


def points_of(cards: Iterable[int], ace: int) -> int:
    return sum(ace if rank(card) == 0 else min(rank(card) + 1, 10) for card in cards)


def melds_among(cards: set[int], ace_mode: str) -> set[frozenset[int]]:
    found: set[frozenset[int]] = set()
    for r in range(13):
        same = [card for card in cards if rank(card) == r]
        found.update(frozenset(some) for n in (3, 4) for some in itertools.combinations(same, n))
    for first in cards:
        run: list[int] = []
        for i in range(13):
            card = first // 13 * 13 + (rank(first) + i) % 13
            if card not in cards:
                break
            run.append(card)
            if is_meld(run, ace_mode):
                found.add(frozenset(run))
    return found


def least_deadwood(cards: Iterable[int], ace_mode: str, ace: int) -> int:
    everything = frozenset(cards)
    melds = melds_among(set(everything), ace_mode)

    @functools.cache
    def least(left: frozenset[int]) -> int:
        if not left:
            return 0
        first = min(left)
        best = points_of([first], ace) + least(left - {first})
        for meld in melds:
            if first in meld and meld <= left:
                best = min(best, least(left - meld))
        return best

    return least(everything)


# --- [12.4] to [12.13] one hand ---------------------------------------------------------------------------

_DRAW_FIRST = dict.fromkeys(("discard", "knock", "big-gin"), "move-draw-first")
_SHOW_HAND = ("pass", "draw", "take", "discard", "knock", "big-gin")

# [12.5] By phase, the moves that do not belong to it.
PHASES: dict[str, dict[str, str]] = {
    "upcard": {"draw": "move-upcard-first", **_DRAW_FIRST, "defend": "move-no-knock"},
    "draw": {"pass": "move-no-offer", **_DRAW_FIRST, "defend": "move-no-knock"},
    "discard": {
        "pass": "move-no-offer",
        "draw": "move-already-drawn",
        "take": "move-already-drawn",
        "defend": "move-no-knock",
    },
    "layoff": dict.fromkeys(_SHOW_HAND, "move-show-hand"),
    "wall": {"draw": "move-stock-reserve", **_DRAW_FIRST, "defend": "move-no-knock"},
}


class Hand:
    """[12.4] The public state of a hand."""

    def __init__(self, rules: Rules, dealer: int, upcard: int | None, knock_card: int | None) -> None:
        self.rules = rules
        self.ace_mode = rules.word("ace_mode")
        self.ace = rules.number("ace_deadwood")
        mode = rules.word("upcard_mode")
        self.dealer = dealer
        self.turn = 1 - dealer
        self.phase = {"offer": "upcard", "none": "draw", "eleven": "discard"}[mode]
        self.pile: list[int] = [] if upcard is None else [upcard]
        self.n_stock = 32 if mode == "none" else 31
        self.n_held = [10, 10]
        if mode == "eleven":
            self.n_held[1 - dealer] = 11
        self.known: list[set[int]] = [set(), set()]
        self.taken: list[int] = []
        self.shown: list[int] = []
        self.n_thrown = self.n_moves = self.n_takes = self.n_passes = 0
        self.n_turns = [0, 0]
        self.returned = self.must_go_out = False
        self.ending = ""
        self.winner = NOBODY
        self.deadwood = (0, 0)
        self.resigned: int | None = None
        self.knocker_melds: list[list[int]] = []
        self.knocker_points = 0
        self.announced = ""

        source = rules.word("knock_limit_source")
        limit_card = {"fixed": None, "upcard": upcard, "knock_deck": knock_card}[source]
        self.limit = rules.number("knock_limit")
        self.doubled = False
        if limit_card is not None:
            gin_only = rank(limit_card) == 0 and rules.word("ace_upcard") == "gin"
            self.limit = 0 if gin_only else min(points_of([limit_card], 1), self.limit)
            self.doubled = rules.yes("spade_double") and limit_card // 13 == 3

    @property
    def over(self) -> bool:
        return self.phase == "finished"

    def least(self, cards: Iterable[int]) -> int:
        return least_deadwood(cards, self.ace_mode, self.ace)

    def is_meld(self, cards: Iterable[int]) -> bool:
        return is_meld(cards, self.ace_mode)

    def _enter(self, move: str) -> None:
        """[12.5]."""
        require(not self.over, "move-hand-over")
        code = PHASES[self.phase].get(move)
        if code is not None:
            raise Refused(code)

    def _end(self, ending: str, winner: int = NOBODY, deadwood: tuple[int, int] = (0, 0)) -> None:
        self.phase, self.ending, self.winner, self.deadwood = "finished", ending, winner, deadwood

    @property
    def owed(self) -> int:
        constant = self.rules.word("multi_pickup_hand") == "constant"
        return (max(1, len(self.taken)) if constant else 1) - self.n_thrown

    def _elsewhere(self, cards: Iterable[int]) -> bool:
        return not self.known[1 - self.turn].union(self.pile).isdisjoint(cards)

    def _held(self, cards: Iterable[int]) -> None:
        """[12.6]."""
        known = self.known[self.turn]
        unknown = set(cards) - known
        require(not self._elsewhere(unknown), "move-card-elsewhere")
        require(len(unknown) <= self.n_held[self.turn] - len(known), "move-not-held")

    def _throwable(self, card: int) -> None:
        """[12.6]."""
        if self.taken and card == self.taken[0]:
            free = self.rules.yes("may_discard_taken_card") and len(self.taken) == 1 and not self.must_go_out
            require(free, "move-thrown-back")
        if card in self.shown:
            require(self.is_meld(other for other in self.shown if other != card), "move-shown-meld-broken")
        self._held([card])

    def pass_(self) -> None:
        """[12.7]."""
        self._enter("pass")
        self.n_moves += 1
        if self.phase == "wall":
            self._end("dead-hand")
            return
        self.n_passes += 1
        self.turn = 1 - self.turn
        if self.n_passes == 2:
            self.phase = "draw"

    def draw(self) -> None:
        """[12.7]."""
        self._enter("draw")
        self.n_moves += 1
        self.n_stock -= 1
        self.n_held[self.turn] += 1
        self.n_turns[self.turn] += 1
        self.phase = "discard"

    def take(self, count: int, meld: list[int]) -> None:
        """[12.8]."""
        self._enter("take")
        require(not (self.n_passes == 2 and self.n_moves == 2), "move-must-draw-stock")
        require(1 <= count <= len(self.pile), "move-pile-count")
        top = self.pile[-count:]
        if count == 1:
            require(not meld, "move-meld-not-asked")
        else:
            multi = self.rules.word("discard_draw") == "multi" and self.phase != "wall"
            require(multi, "move-top-card-only")
            require(ascending(meld), "move-meld-order")
            require(self.is_meld(meld), "move-not-a-meld")
            require(top[0] in meld, "move-meld-without-deepest")
            self._held(set(meld) - set(top))
        seat = self.turn
        self.n_moves += 1
        del self.pile[-count:]
        self.n_held[seat] += count
        self.known[seat].update(top, meld)
        self.taken, self.shown = top, meld
        self.n_turns[seat] += 1
        self.n_takes += 1
        self.must_go_out = self.phase == "wall" and self.rules.word("wall_rule") == "last_discard"
        self.phase = "discard"
        if self.n_takes == self.rules.optional("max_discard_takes"):
            self._end("dead-hand")

    def discard(self, card: int) -> None:
        """[12.9]."""
        self._enter("discard")
        require(not self.must_go_out, "move-must-go-out")
        self._throwable(card)
        owed = self.owed
        self.n_moves += 1
        self.pile.append(card)
        self.n_held[self.turn] -= 1
        self.known[self.turn].discard(card)
        if owed > 1:
            self.shown = [other for other in self.shown if other != card]
            self.n_thrown += 1
            return
        back = self.taken == [card]
        at_wall = self.n_stock <= 2
        if (back and self.returned and self.rules.yes("mutual_return_void")) or (
            at_wall and self.rules.word("wall_rule") == "void"
        ):
            self._end("dead-hand")
            return
        self.phase = "wall" if at_wall else "draw"
        self.turn = 1 - self.turn
        self.taken, self.shown, self.n_thrown, self.returned = [], [], 0, back

    def _show(self, melds: list[list[int]], deadwood: list[int], thrown: list[int]) -> set[int]:
        """[12.3] well-formed, and [12.10] shown; answers the cards of the spread."""
        require(all(map(ascending, [*melds, deadwood])), "move-meld-order")
        require(all(map(self.is_meld, melds)), "move-not-a-meld")
        cards = [*itertools.chain(*melds), *deadwood]
        spread = set(cards)
        require(len(spread) == len(cards), "move-card-twice")
        require(spread.isdisjoint(thrown), "move-card-twice")
        whole = spread.union(thrown)
        complete = len(whole) == self.n_held[self.turn] and self.known[self.turn] <= whole
        require(complete, "move-not-the-hand")
        require(not self._elsewhere(whole), "move-card-elsewhere")
        return spread

    def _no_concealed_misdeal(self, cards: set[int]) -> None:
        """[12.13]; the cards shown, with the discard of a knock."""
        seat, defends = self.turn, self.phase == "layoff"
        if not self.rules.yes("misdeal_rule"):
            return
        if self.rules.word("upcard_mode") == "eleven" and seat != self.dealer:
            return
        turns = self.n_turns[seat]
        if turns > 1 or (turns == 1 and (defends or not self.taken)):
            return
        dealt = set(cards)
        if not defends:
            dealt.update(self.pile[len(self.pile) - self.n_thrown :])
            dealt.difference_update(self.taken)
        require(self.least(dealt) > self.limit, "move-concealed-misdeal")

    def _go_out(self, cards: set[int], melds: list[list[int]], points: int, ending: str) -> None:
        self.n_moves += 1
        self.known[self.turn] = cards
        self.knocker_melds, self.knocker_points, self.announced = melds, points, ending
        self.turn = 1 - self.turn
        self.phase = "layoff"

    def knock(self, discard: int, melds: list[list[int]], deadwood: list[int]) -> None:
        """[12.10]."""
        self._enter("knock")
        self._throwable(discard)
        require(self.owed == 1, "move-discards-owed")
        cards = self._show(melds, deadwood, [discard])
        points = points_of(deadwood, self.ace)
        require(points <= self.limit, "move-over-limit")
        self._no_concealed_misdeal(cards | {discard})
        self.pile.append(discard)
        self.n_held[self.turn] -= 1
        self._go_out(cards, melds, points, "knock" if deadwood else "gin")

    def big_gin(self, melds: list[list[int]]) -> None:
        """[12.10]."""
        self._enter("big-gin")
        possible = self.rules.optional("big_gin_bonus") is not None or self.n_held[self.turn] > 11
        require(possible, "move-big-gin-off")
        require(self.n_thrown == 0, "move-discards-owed")
        cards = self._show(melds, [], [])
        self._no_concealed_misdeal(cards)
        self._go_out(cards, melds, 0, "big-gin")

    def defend(self, melds: list[list[int]], deadwood: list[int], layoffs: list[list[int]]) -> None:
        """[12.11]."""
        self._enter("defend")
        cards = self._show(melds, deadwood, [])
        self._no_concealed_misdeal(cards)
        gin = self.announced != "knock"
        on_gin = self.rules.yes("layoff_on_gin")
        require(not (layoffs and gin) or on_gin, "move-layoff-on-gin")
        require(all(card in deadwood for card, _ in layoffs), "move-layoff-not-free")
        table = [list(meld) for meld in self.knocker_melds]
        laid: set[int] = set()
        for card, target in layoffs:
            require(target < len(table), "move-no-such-meld")
            require(card not in laid, "move-card-twice")
            require(self.is_meld([*table[target], card]), "move-layoff-misfit")
            table[target].append(card)
            laid.add(card)
        self.n_moves += 1
        self._settle(points_of(set(deadwood) - laid, self.ace), gin=gin)

    def _settle(self, mine: int, *, gin: bool) -> None:
        """[12.11] The ending, from the points of the defender's deadwood."""
        defender, theirs = self.turn, self.knocker_points
        both = (mine, theirs) if defender == HOST else (theirs, mine)
        if gin and self.rules.yes("layoff_on_gin") and mine == 0:
            self._end("washed-gin", NOBODY, both)
        elif gin:
            self._end(self.announced, 1 - defender, both)
        elif mine < theirs or (mine == theirs and self.rules.word("undercut_tie") != "knocker"):
            self._end("undercut", defender, both)
        else:
            self._end("knock", 1 - defender, both)

    def claim_misdeal(self, seat: int, cards: list[int]) -> None:
        """[12.12]."""
        require(not self.over, "move-hand-over")
        require(self.rules.yes("misdeal_rule"), "move-no-misdeal-rule")
        require(self.n_moves == 0, "move-misdeal-too-late")
        require(len(set(cards)) == len(cards) == 10, "move-not-the-hand")
        require(self.known[1 - seat].union(self.pile).isdisjoint(cards), "move-card-elsewhere")
        require(self.least(cards) <= self.limit, "move-not-a-misdeal")
        self.n_moves += 1
        self._end("misdeal")

    def resign(self) -> None:
        """[12.12]."""
        self._enter("resign")
        self.n_moves += 1
        self.resigned = self.turn
        self._end("resigned")


# --- [13] scores and match --------------------------------------------------------------------------------


@dataclass
class Column:
    """[13.2] One game."""

    points: list[int] = field(default_factory=lambda: [0, 0])
    won: list[int] = field(default_factory=lambda: [0, 0])
    boxes: list[int] = field(default_factory=lambda: [0, 0])
    winner: int = NOBODY
    totals: tuple[int, int] | None = None  # once it is closed


class Match:
    """[13]."""

    def __init__(self, rules: Rules, first_dealer: int) -> None:
        self.rules = rules
        self.format = rules.word("format")
        self.next_dealer = first_dealer
        self.over: list[tuple[str, int, int]] = []
        self.resigned: int | None = None
        self.pack = list(range(52))
        n_columns = rules.number("columns") if self.format == "hollywood" else 1
        self.columns = [Column() for _ in range(n_columns)]

    def worth(self, hand: Hand) -> tuple[int, int]:
        """[13.1] Points and boxes of a hand with a winner."""
        mine, theirs = hand.deadwood[hand.winner], hand.deadwood[1 - hand.winner]
        rules = self.rules
        points, boxes = theirs - mine, 1
        if hand.ending in {"gin", "big-gin"}:
            bonus = rules.optional("big_gin_bonus") if hand.ending == "big-gin" else None
            points = theirs + (rules.number("gin_bonus") if bonus is None else bonus)
            boxes += rules.number("gin_extra_boxes")
        elif hand.ending == "undercut":
            boxes += rules.number("undercut_extra_boxes")
            if points > 0 or rules.word("undercut_tie") != "no_bonus":
                points += rules.number("undercut_bonus")
                points += rules.number("gin_off_bonus") if mine == 0 else 0
        if hand.doubled:
            points *= 2
            boxes *= 2 if rules.yes("double_boxes") else 1
        return points, boxes

    def running(self, column: Column, seat: int) -> int:
        """[13.2]."""
        immediate = self.rules.word("box_timing") == "immediate" and self.format != "multi_match"
        return column.points[seat] + (self.rules.number("box_bonus") * column.boxes[seat] if immediate else 0)

    def enter(self, hand: Hand, knock_card: int | None) -> None:
        """[13.2], [13.5], [13.6] A hand is over."""
        points = 0
        if hand.winner != NOBODY:
            points, boxes = self.worth(hand)
            for column in self._columns_for(hand.winner):
                column.points[hand.winner] += points
                column.won[hand.winner] += 1
                column.boxes[hand.winner] += boxes
                reached = self.running(column, hand.winner) >= self.rules.number("target")
                if reached and self.format != "hands":
                    self._close(column, hand.winner)
        self.over.append((hand.ending, hand.winner, points))
        if hand.resigned is not None:
            self.resigned = hand.resigned
        self.next_dealer = self._successor(hand)
        if knock_card is not None:
            self.pack.remove(knock_card)
            new_game = self.format != "hollywood" and self.columns[-1].totals is not None
            if not self.pack or new_game:
                self.pack = list(range(52))
        if not self.finished and not self._open_columns():
            self.columns.append(Column())

    def _open_columns(self) -> list[Column]:
        return [column for column in self.columns if column.totals is None]

    def _columns_for(self, winner: int) -> list[Column]:
        if self.format != "hollywood":
            return [self.columns[-1]]
        columns = self._open_columns()
        entered = [column for column in columns if column.won[winner]]
        return entered + [column for column in columns if not column.won[winner]][:1]

    def _close(self, column: Column, first: int) -> None:
        """[13.3]."""
        rules, points = self.rules, column.points
        forfeited = rules.optional("exact_margin_forfeit") == points[first] - points[1 - first]
        winner = 1 - first if forfeited else first
        shutout = not forfeited and column.won[1 - winner] == 0
        totals = list(points)
        if self.format == "multi_match":
            for seat in (HOST, GUEST):
                totals[seat] += rules.number("multi_round_bonus") * column.won[seat]
            totals[winner] += rules.number("multi_winner_bonus")
            totals[winner] += rules.number("multi_shutout_bonus") if shutout else 0
        else:
            boxes = [rules.number("box_bonus") * column.boxes[seat] for seat in (HOST, GUEST)]
            for seat in (HOST, GUEST):
                if seat == winner or rules.word("box_to") == "both":
                    totals[seat] += boxes[seat]
            game = rules.number("game_bonus")
            totals[winner] += game
            if shutout:
                totals[winner] += {
                    "none": 0,
                    "flat": rules.number("shutout_flat"),
                    "double_hand_points": points[winner],
                    "double_hand_and_game": points[winner] + game,
                    "double_total": points[winner] + game + boxes[winner],
                }[rules.word("shutout")]
        column.winner, column.totals = winner, (totals[HOST], totals[GUEST])

    def _successor(self, hand: Hand) -> int:
        """[13.5]."""
        if hand.winner == NOBODY:
            return hand.dealer if self.rules.word("dead_hand_dealer") == "same" else 1 - hand.dealer
        return {"alternate": 1 - hand.dealer, "loser": 1 - hand.winner, "winner": hand.winner}[
            self.rules.word("next_dealer")
        ]

    def _games(self, seat: int) -> int:
        return sum(column.totals is not None and column.winner == seat for column in self.columns)

    @property
    def finished(self) -> bool:
        """[13.4]."""
        rules = self.rules
        if self.resigned is not None:
            return True
        if self.format == "hands":
            return sum(ending != "misdeal" for ending, _, _ in self.over) >= rules.number("hands")
        if self.format == "best_of":
            return max(self._games(HOST), self._games(GUEST)) > rules.number("best_of") // 2
        if self.format == "multi_match":
            host, guest = (sum(c.totals[s] for c in self.columns if c.totals) for s in (HOST, GUEST))
            return host != guest and max(host, guest) >= rules.number("multi_target")
        return not self._open_columns()

    def _total(self, column: Column, seat: int) -> int:
        """[13.4] What one column adds to a seat's total."""
        rules, points = self.rules, column.points[seat]
        if column.totals is not None:
            return column.totals[seat]
        if self.format == "hands":
            return points
        if self.resigned is None:
            return self.running(column, seat) if self.format == "single" else 0
        if self.format == "multi_match":
            return points + rules.number("multi_round_bonus") * column.won[seat]
        if rules.word("box_to") == "winner" and seat == self.resigned:
            return points
        return points + rules.number("box_bonus") * column.boxes[seat]

    @property
    def totals(self) -> tuple[int, int]:
        if self.format == "best_of":
            return self._games(HOST), self._games(GUEST)
        host, guest = (sum(self._total(column, seat) for column in self.columns) for seat in (HOST, GUEST))
        return host, guest

    @property
    def winner(self) -> int:
        """[13.4] Of a match that is finished; of any other nobody."""
        if not self.finished:
            return NOBODY
        if self.resigned is not None:
            return 1 - self.resigned
        if self.format == "single":
            return self.columns[0].winner
        host, guest = self.totals
        return NOBODY if host == guest else HOST if host > guest else GUEST


def digest_of(match: Match, hand: Hand) -> bytes:
    """[14.1]."""
    state: list[Value] = [
        len(match.over),
        hand.dealer,
        hand.limit,
        hand.phase,
        hand.turn,
        hand.n_stock,
        list(hand.pile),
        list(hand.n_held),
        hand.ending,
        hand.winner,
        list(hand.deadwood),
        match.next_dealer,
        list(match.totals),
        match.finished,
    ]
    return hashlib.sha256(b"gin-p2p digest\0" + pack(state)).digest()[:8]


# --- [5], [9], [10] the table, where frames are judged ----------------------------------------------------

MOVES = frozenset(
    "pass draw take take-many throw knock big-gin defend misdeal resign".split()  # noqa: SIM905
)

# [9] What is due at each stage.
DUE: dict[str, frozenset[str]] = {
    "open": frozenset({"open"}),
    "accept": frozenset({"accept"}),
    "reveal": frozenset({"reveal"}),
    "dealer-key": frozenset({"key"}),
    "other-key": frozenset({"key"}),
    "shuffle": frozenset({"shuffle"}),
    "cut": frozenset({"cut"}),
    "serve": frozenset({"serve", "misdeal"}),
    "move": MOVES,
    "give": frozenset({"give"}),
    "host-close": frozenset({"close"}),
    "guest-close": frozenset({"close"}),
}


@dataclass(frozen=True)
class Frame:
    """[5]."""

    payload: bytes
    signature: bytes
    match_id: bytes
    seq: int
    head: bytes
    body: bytes


def unpack_frame_part(data: bytes, check: Check) -> list[Value]:
    try:
        value = unpack(data)
    except Malformed:
        raise Refused("frame") from None
    require(check(value), "frame")
    return as_list(value)


def parse_frame(data: bytes) -> Frame:
    """[10] step 1."""
    outer, inner = record(any_binary, binary(64)), record(binary(16), uint(MAX_SEQ), binary(32), any_binary)
    require(len(data) <= MAX_FRAME_BYTES, "frame")
    payload, signature = unpack_frame_part(data, outer)
    assert isinstance(payload, bytes)
    assert isinstance(signature, bytes)
    match_id, seq, head, body = unpack_frame_part(payload, inner)
    assert isinstance(match_id, bytes)
    assert isinstance(head, bytes)
    assert isinstance(body, bytes)
    return Frame(payload, signature, match_id, as_int(seq), head, body)


@dataclass
class Deal:
    """[7] What the table holds of a deal."""

    number: int
    dealer: int
    keys: list[Point | None] = field(default_factory=lambda: [None, None])
    joint: Point = G
    chances: list[bytes] = field(default_factory=lambda: [b"", b""])
    knock_card: int | None = None
    deck: list[Masked] = field(default_factory=list)
    upcard: Masked | None = None
    next: int = 0
    hands: list[list[Masked]] = field(default_factory=lambda: [[], []])
    dealt: list[list[Masked]] = field(default_factory=lambda: [[], []])

    def key(self, seat: int) -> Point:
        point = self.keys[seat]
        assert point is not None
        return point

    def give_hand(self, seat: int, cards: list[Masked], shares: list[Point]) -> None:
        self.hands[seat] = [strip(card, share) for card, share in zip(cards, shares, strict=True)]
        self.dealt[seat] = self.hands[seat][:10]


def seat_name(seat: int) -> str | None:
    return None if seat == NOBODY else SEATS[seat]


@dataclass(frozen=True)
class Standing:
    """[16] What a record has come to."""

    deals: int = 0
    turns: int = 0
    totals: tuple[int, int] = (0, 0)
    winner: str | None = None
    hands: list[tuple[str, str | None, int]] = field(default_factory=list)


class Table:
    """A match as its frames have left it. A refused frame ends the audit, so that nothing is undone."""

    def __init__(self) -> None:
        self.stage = "open"
        self.head = bytes(32)
        self.match_id = bytes(16)
        self.n_frames = 0
        self.keys: tuple[bytes, bytes] = (b"", b"")
        self.names = ["", ""]
        self.started_ms = 0
        self.commitment = self.guest_nonce = b""
        self.used_keys: set[bytes] = set()
        self.n_deals = self.n_turns = 0
        self.over: list[tuple[Deal, Hand]] = []
        self.accused: int | None = None
        self._rules: Rules | None = None
        self._match: Match | None = None
        self._deal: Deal | None = None
        self._hand: Hand | None = None

    @property
    def rules(self) -> Rules:
        assert self._rules is not None
        return self._rules

    @property
    def match(self) -> Match:
        assert self._match is not None
        return self._match

    @property
    def deal(self) -> Deal:
        assert self._deal is not None
        return self._deal

    @property
    def hand(self) -> Hand:
        assert self._hand is not None
        return self._hand

    def speaker(self) -> int:
        """[9]; of a closed table the answer means nothing."""
        if self.stage in {"open", "reveal", "host-close"}:
            return HOST
        if self.stage in {"accept", "guest-close", "closed"}:
            return GUEST
        if self.stage in {"dealer-key", "shuffle", "serve"}:
            return self.match.next_dealer
        if self.stage in {"other-key", "cut"}:
            return 1 - self.match.next_dealer
        return self.hand.turn if self.stage == "move" else 1 - self.hand.turn

    def judge(self, data: bytes) -> None:
        """[10] Accept a frame or raise; `accused` is then the seat whose signature it carries, if any."""
        self.accused = None
        frame = parse_frame(data)
        require(self.stage != "closed", "after-close")
        require(frame.match_id == self.match_id, "match")
        require(frame.seq == self.n_frames and frame.head == self.head, "chain")
        keys = self.keys if self.n_frames else self._keys_of_open(frame.body)
        label = "gin-p2p/1/close" if self.stage.endswith("-close") else "gin-p2p/1/frame"
        speaker = self.speaker()
        for seat in (speaker, 1 - speaker):
            if signature_holds(keys[seat], label, frame.payload, frame.signature):
                self.accused = seat
                break
        else:
            raise Refused("signature")
        require(self.accused == speaker, "turn")
        message = Message(frame.body)
        require(message.kind in DUE[self.stage], "kind")
        self._apply(message, speaker)
        self.accused = None
        self.head = hashlib.sha256(b"gin-p2p chain\0" + data).digest()
        if not self.n_frames:
            self.match_id = self.head[:16]
        self.n_frames += 1

    @staticmethod
    def _keys_of_open(body: bytes) -> tuple[bytes, bytes]:
        """[10] step 5, of frame 0."""
        try:
            message = Message(body)
        except Refused:
            raise Refused("version" if is_later_offer(body) else "signature") from None
        require(message.kind == "open", "signature")
        return message.data("host_key"), message.data("guest_key")

    def _apply(self, message: Message, seat: int) -> None:
        """[10] step 10."""
        handlers: dict[str, Callable[[Message, int], None]] = {
            "open": self._open,
            "accept": self._accept,
            "reveal": self._reveal,
            "key": self._key,
            "shuffle": self._shuffle,
            "cut": self._cut,
            "serve": self._serve,
            "give": self._give,
            "take": self._take,
            "take-many": self._take_many,
            "throw": self._throw,
            "knock": self._knock,
            "big-gin": self._big_gin,
            "defend": self._defend,
            "misdeal": self._misdeal,
            "close": self._close,
        }
        dealt = self.stage == "serve"
        handlers.get(message.kind, self._plain)(message, seat)
        self.n_deals += dealt
        if message.kind in MOVES:
            self.n_turns += 1
            if self.hand.over:
                self.stage = "host-close" if self.match.finished else "dealer-key"
            else:
                self.stage = "give" if message.kind == "draw" else "move"

    # [11.1] to [11.3]

    def _open(self, message: Message, seat: int) -> None:
        require(message.number("version") == 1, "version")
        keys = message.data("host_key"), message.data("guest_key")
        require(not any(map(key_is_refused, keys)) and keys[0] != keys[1], "identity")
        rules = Rules(message.array("rules"))
        check_terms(message.array("terms"))
        team, number, _ = tag = message.array("team")
        in_team = team != "" and 1 <= as_int(number) <= rules.number("team_size")
        require(tag == ["", 0, 0] or in_team, "team")
        self.keys, self._rules = keys, rules
        self.names[seat] = message.text("name")
        self.started_ms = message.number("started_ms")
        self.commitment = message.data("commitment")
        self.stage = "accept"

    def _accept(self, message: Message, seat: int) -> None:
        self.names[seat] = message.text("name")
        self.guest_nonce = message.data("nonce")
        self.stage = "reveal"

    def _reveal(self, message: Message, seat: int) -> None:
        nonce = message.data("nonce")
        require(commit("dealer", self.keys, 0, seat, nonce) == self.commitment, "commitment")
        lot = draw("dealer", 0, nonce, self.guest_nonce, 2)
        first = {"random": lot, "host": HOST, "guest": GUEST}[self.rules.word("first_dealer")]
        self._match = Match(self.rules, first)
        self.stage = "dealer-key"

    # [11.4] to [11.8]

    def _context(self, purpose: str, seat: int) -> bytes:
        return context_of(self.head, self.match_id, len(self.match.over) + 1, purpose, seat)

    def _key(self, message: Message, seat: int) -> None:
        if self.stage == "dealer-key":
            self._deal, self._hand = Deal(len(self.match.over) + 1, self.match.next_dealer), None
        deal, wire, chance = self.deal, message.data("key"), message.data("chance")
        try:
            key = verify_key(self._context("key", seat), wire, message.data("proof"))
        except BadProof:
            raise Refused("key-proof") from None
        require(self.stage == "dealer-key" or key != deal.keys[deal.dealer], "joint-key")
        require(wire not in self.used_keys, "key-reused")
        require(bool(chance) == self.rules.has_knock_deck, "chance")
        deal.keys[seat], deal.chances[seat] = key, chance
        self.used_keys.add(wire)
        if self.stage == "dealer-key":
            self.stage = "other-key"
            return
        joint = add(deal.key(HOST), deal.key(GUEST))
        if joint is None:
            raise Refused("joint-key")
        deal.joint = joint
        deal.deck = [face_card(card, joint, "joint-key") for card in range(52)]
        self.stage = "shuffle"

    def _shuffled(self, message: Message, name: str, key: Point, inputs: list[Masked]) -> list[Masked]:
        """[11] Shuffle check, for the purpose named like the field."""
        context = self._context(name, self.speaker())
        try:
            return verify_shuffle(context, key, inputs, message.data(name), message.data("proof"))
        except BadProof:
            raise Refused("shuffle-proof") from None

    def _openings(self, message: Message, cards: list[Masked]) -> list[Point]:
        """[11] Openings check."""
        seat = self.speaker()
        shares = message.data("shares" if "shares" in message.fields else "share")
        require(len(shares) == 33 * len(cards), "share-count")
        context, hints = self._context("open", seat), [card.hint for card in cards]
        try:
            return verify_shares(context, self.deal.key(seat), hints, shares, message.data("share_proof"))
        except BadProof:
            raise Refused("share-proof") from None

    def _shuffle(self, message: Message, seat: int) -> None:
        deal, nonce = self.deal, message.data("nonce")
        deal.deck = self._shuffled(message, "deck", deal.joint, deal.deck)
        require(bool(nonce) == self.rules.has_knock_deck, "chance")
        if self.rules.has_knock_deck:
            committed = commit("knock", self.keys, deal.number, seat, nonce)
            require(committed == deal.chances[seat], "commitment")
            pack_ = self.match.pack
            deal.knock_card = pack_[draw("knock", deal.number, nonce, deal.chances[1 - seat], len(pack_))]
        self.stage = "cut"

    def _cut(self, message: Message, seat: int) -> None:
        deal = self.deal
        deal.deck = self._shuffled(message, "deck", deal.joint, deal.deck)
        cards = [deal.deck[i] for i in self.rules.places(dealer_s=True) + self.rules.upcard_place]
        shares = self._openings(message, cards)
        if self.rules.upcard_place:
            deal.upcard = strip(cards.pop(), shares.pop())
        deal.give_hand(deal.dealer, cards, shares)
        deal.next = self.rules.stock_place
        self.stage = "serve"

    def _begin(self, upcard: int | None) -> None:
        """[12.4]."""
        self._hand = Hand(self.rules, self.deal.dealer, upcard, self.deal.knock_card)

    def _serve(self, message: Message, seat: int) -> None:
        deal, upcard = self.deal, None
        cards = [deal.deck[i] for i in self.rules.places(dealer_s=False)]
        shares = self._openings(message, cards if deal.upcard is None else [*cards, deal.upcard])
        deal.give_hand(1 - seat, cards, shares[: len(cards)])
        if deal.upcard is not None:
            upcard = face(deal.upcard, shares[-1])
        self._begin(upcard)
        self.stage = "move"

    def _give(self, message: Message, seat: int) -> None:
        deal = self.deal
        card = deal.deck[deal.next]
        (share,) = self._openings(message, [card])
        deal.hands[1 - seat].append(strip(card, share))
        deal.next += 1
        self.stage = "move"

    # [11.9] to [11.16] The moves

    def _put(self, message: Message, move: Callable[[], None]) -> None:
        """[11] Put to the game."""
        try:
            move()
        except Refused as refused:
            raise Refused("card-twice" if refused.code in AS_CARD_TWICE else refused.code) from None
        if self.hand.over:
            self.match.enter(self.hand, self.deal.knock_card)
            self.over.append((self.deal, self.hand))
        require(message.data("digest") == digest_of(self.match, self.hand), "digest")

    def _plain(self, message: Message, seat: int) -> None:
        hand = self.hand
        self._put(message, {"pass": hand.pass_, "draw": hand.draw, "resign": hand.resign}[message.kind])

    def _take(self, message: Message, seat: int) -> None:
        top = self.hand.pile[-1:]
        self._put(message, lambda: self.hand.take(1, []))
        self.deal.hands[seat] += [face_card(card, self.deal.key(seat), "face") for card in top]

    def _take_many(self, message: Message, seat: int) -> None:
        deal, pile, count = self.deal, self.hand.pile, message.number("count")
        require(2 <= count <= len(pile), "place")
        deal.hands[seat] += [face_card(card, deal.key(seat), "face") for card in pile[-count:]]
        hand = self._reshuffled(message, seat)
        places = message.numbers("places")
        require(ascending(places) and all(place < len(hand) for place in places), "place")
        cards = [hand[place] for place in places]
        meld = distinct_faces(cards, self._openings(message, cards))
        self._put(message, lambda: self.hand.take(count, sorted(meld)))

    def _reshuffled(self, message: Message, seat: int) -> list[Masked]:
        """[11] Hand shuffle check."""
        hand = self._shuffled(message, "hand", self.deal.key(seat), self.deal.hands[seat])
        self.deal.hands[seat] = hand
        return hand

    def _throw(self, message: Message, seat: int) -> None:
        hand, place = self._reshuffled(message, seat), message.number("place")
        require(place < len(hand), "place")
        (share,) = self._openings(message, [hand[place]])
        card = face(hand[place], share)
        self._put(message, lambda: self.hand.discard(card))
        del hand[place]

    def _dealt_misdeal(self, seat: int, shares: list[Point]) -> None:
        """[11.13] check 3: the dealt cards could not go out."""
        least = self.hand.least(distinct_faces(self.deal.dealt[seat], shares))
        require(least > self.hand.limit, "misdeal-hidden")

    def _whole_hand(self, message: Message, seat: int) -> set[int]:
        """[11.13] checks 1 to 4."""
        hand, proves = self._reshuffled(message, seat), self.rules.proves_misdeals
        shares = self._openings(message, hand + self.deal.dealt[seat] if proves else hand)
        if proves:
            self._dealt_misdeal(seat, shares[len(hand) :])
        return set(distinct_faces(hand, shares[: len(hand)]))

    def _knock(self, message: Message, seat: int) -> None:
        faces = self._whole_hand(message, seat)
        discard, melds = message.number("discard"), message.lists("melds")
        require(discard in faces, "not-held")
        melded = set(itertools.chain(*melds))
        require(melded <= faces - {discard}, "not-held")
        deadwood = sorted(faces - melded - {discard})
        self._put(message, lambda: self.hand.knock(discard, melds, deadwood))

    def _big_gin(self, message: Message, seat: int) -> None:
        faces, melds = self._whole_hand(message, seat), message.lists("melds")
        require(set(itertools.chain(*melds)) == faces, "not-held")
        self._put(message, lambda: self.hand.big_gin(melds))

    def _defend(self, message: Message, seat: int) -> None:
        hand, proves = self.deal.hands[seat], self.rules.proves_misdeals
        more = proves and len(message.data("shares")) > 33 * len(hand)
        shares = self._openings(message, hand + self.deal.dealt[seat] if more else hand)
        if more:
            self._dealt_misdeal(seat, shares[len(hand) :])
        faces = set(distinct_faces(hand, shares[: len(hand)]))
        melds, layoffs = message.lists("melds"), message.lists("layoffs")
        melded = set(itertools.chain(*melds))
        require(melded <= faces, "not-held")
        self._put(message, lambda: self.hand.defend(melds, sorted(faces - melded), layoffs))
        require(not proves or more == (self.hand.winner == seat), "share-count")

    def _misdeal(self, message: Message, seat: int) -> None:
        deal, dealt = self.deal, self.deal.dealt[seat]
        at_serve = self.stage == "serve"
        first = [deal.upcard] if at_serve and deal.upcard is not None else []
        shares = self._openings(message, first + dealt)
        faces = distinct_faces(dealt, shares[len(first) :])
        if at_serve:
            self._begin(face(first[0], shares[0]) if first else None)
        self._put(message, lambda: self.hand.claim_misdeal(seat, faces))

    # The end: [11.17], [14.2] and [15]

    def _close(self, message: Message, seat: int) -> None:
        right = message.number("winner") == self.match.winner
        require(right and message.numbers("totals") == list(self.match.totals), "close")
        self.stage = "guest-close" if seat == HOST else "closed"

    def summary(self) -> bytes:
        """[15] The summary that belongs at the end of this record."""
        return pack(
            [
                self.match_id,
                self.n_frames,
                self.head,
                list(self.keys),
                list(self.names),
                self.started_ms,
                self.match.format,
                len(self.match.over),
                list(self.match.totals),
                self.match.winner,
            ]
        )

    def standing(self) -> Standing:
        if self._match is None:
            return Standing()
        match = self._match
        hands = [(ending, seat_name(won), points) for ending, won, points in match.over]
        return Standing(self.n_deals, self.n_turns, match.totals, seat_name(match.winner), hands)


# --- [15] the record file ---------------------------------------------------------------------------------

HEADER = b"\x92\xaagin-record\x01"
NAME = b"gin-record"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
REWRITTEN = (b"\xc2\x92\xc2\xaa", b"\xef\xbf\xbd\xef\xbf\xbd", b"\x12\x2a", b"??")


@dataclass
class FileParts:
    """[15] What a reader finds in a file."""

    end: str
    frames: list[bytes] = field(default_factory=list)
    disclosures: list[bytes] = field(default_factory=list)
    summary: bytes = b""


def frame_object(data: bytes, at: int) -> bytes | None:
    """The frame of the good frame object that begins here."""
    length = int.from_bytes(data[at + 7 : at + 11], "big")
    frame = data[at + 11 : at + 11 + length]
    good = (
        data[at : at + 2] == b"\x92\xce"
        and data[at + 6 : at + 7] == b"\xc6"
        and 1 <= length <= MAX_FRAME_BYTES
        and len(frame) == length
        and zlib.crc32(frame) == int.from_bytes(data[at + 2 : at + 6], "big")
    )
    return frame if good else None


def value_end(data: bytes) -> int | None:
    """Where the first value ends whatever its form, None if its end is missing. Malformed at a foreign byte."""
    at, left = 0, 1
    while left:
        if at >= len(data):
            return None
        first = data[at]
        left -= 1
        at += 1
        width = LENGTH_BYTES.get(first)
        if width is not None:
            if at + width > len(data):
                return None
            size = int.from_bytes(data[at : at + width], "big")
            at += width
            if first == 0xDC:
                left += size
            else:
                at += size
        elif first in INTEGER_BYTES:
            at += INTEGER_BYTES[first]
        elif 0x90 <= first <= 0x9F:
            left += first - 0x90
        elif 0xA0 <= first <= 0xBF:
            at += first - 0xA0
        elif first > 0x7F and first not in {0xC2, 0xC3}:
            raise Malformed
    return at if at <= len(data) else None


def is_summary(data: bytes) -> bool:
    """Whether these bytes are a well-formed summary."""
    if len(data) > MAX_SUMMARY_BYTES:
        return False
    try:
        value = unpack(data)
    except Malformed:
        return False
    return isinstance(value, list) and 3 <= len(value) <= 15


def trailer(size: int) -> bytes:
    return b"\xce" + u32(size)


def summary_at_start(data: bytes) -> bytes | None:
    """The summary that the data begin with, if its trailer follows."""
    try:
        end = value_end(data) if data[:1] and 0x93 <= data[0] <= 0x9F else None
    except Malformed:
        return None
    if end is None or not is_summary(data[:end]) or data[end : end + 5] != trailer(end):
        return None
    return data[:end]


def ends_with_trailer(data: bytes, size: int) -> bool:
    return len(data) >= 5 and data[-5:-4] == b"\xce" and int.from_bytes(data[-4:], "big") == size


def header_fault(data: bytes) -> str:
    """[15] What a file is that does not begin with the header."""
    if not data:
        return "no record"
    if HEADER.startswith(data):
        return "cut"
    if 0x90 <= data[0] <= 0x9F and data[1:12] == b"\xaa" + NAME:
        return "newer format" if data[0] >= 0x92 and later_version(data[12:]) else "no record"
    start = data[:64]
    if start.startswith(BYTE_ORDER_MARK + HEADER[:12]):
        return "changed in transfer"
    text_ = start.lstrip()
    if text_.startswith(b"kqpnaW4tcmVjb3Jk") or text_.lower().startswith(HEADER[:12].hex().encode()):
        return "changed in transfer"
    if start.removeprefix(BYTE_ORDER_MARK).startswith(tuple(head + NAME for head in REWRITTEN)):
        return "changed in transfer"
    if NAME in start.replace(b"\0", b"") and NAME not in start:
        return "changed in transfer"
    return "damaged" if NAME in data[:13] or data[:2] == HEADER[:2] else "no record"


def later_version(data: bytes) -> bool:
    """Whether an integer above 1 follows."""
    try:
        version = Decoder(data).value()
    except Malformed:
        return False
    return type(version) is int and version > 1


def frame_is_wrong(rest: bytes) -> bool:
    """[15] rule 5: a frame object that can no longer become a good one."""
    if any(rest[at : at + 1] not in {b"", mark} for at, mark in ((0, b"\x92"), (1, b"\xce"), (6, b"\xc6"))):
        return True
    if len(rest) < 11:
        return False
    size = int.from_bytes(rest[7:11], "big")
    return not 1 <= size <= MAX_FRAME_BYTES or len(rest) >= 11 + size


def disclosure_object(data: bytes, at: int) -> bytes | None:
    """[18] The disclosure whose whole object begins here."""
    length = int.from_bytes(data[at + 2 : at + 6], "big")
    disclosure = data[at + 6 : at + 6 + length]
    whole = (
        data[at : at + 2] == b"\x91\xc6" and 1 <= length <= MAX_DISCLOSURE_BYTES and len(disclosure) == length
    )
    return disclosure if whole else None


def disclosure_is_wrong(rest: bytes) -> bool:
    """[18] A disclosure object that can no longer become a good one, or that is one too many."""
    if rest[1:2] not in {b"", b"\xc6"}:
        return True
    if len(rest) < 6:
        return False
    size = int.from_bytes(rest[2:6], "big")
    return not 1 <= size <= MAX_DISCLOSURE_BYTES or len(rest) >= 6 + size


def summary_is_wrong(rest: bytes) -> bool:
    """[15] rule 4: a summary that can no longer become a good one."""
    try:
        end = value_end(rest)
    except Malformed:
        return True
    if end is None:
        return len(rest) > MAX_SUMMARY_BYTES or ends_with_trailer(rest, len(rest) - 5)
    return not is_summary(rest[:end]) or not trailer(end).startswith(rest[end:])


def good_part_follows(rest: bytes) -> bool:
    """[15] rule 6."""
    at = rest.find(b"\x92\xce", 1)
    while at >= 0:
        if frame_object(rest, at) is not None:
            return True
        at = rest.find(b"\x92\xce", at + 1)
    size = int.from_bytes(rest[-4:], "big")
    return 5 + size <= len(rest) and ends_with_trailer(rest, size) and is_summary(rest[-5 - size : -5])


def read_container(data: bytes) -> FileParts:
    """[15]."""
    if not data.startswith(HEADER):
        return FileParts(header_fault(data))
    frames: list[bytes] = []
    at = len(HEADER)
    while (frame := frame_object(data, at)) is not None:
        frames.append(frame)
        at += 11 + len(frame)
    disclosures: list[bytes] = []
    while len(disclosures) < MAX_DISCLOSURES and (one := disclosure_object(data, at)) is not None:
        disclosures.append(one)
        at += 6 + len(one)
    rest = data[at:]
    summary = summary_at_start(rest) or b""
    return FileParts(rest_ends(rest, summary, behind=bool(disclosures)), frames, disclosures, summary)


def rest_ends(rest: bytes, summary: bytes, *, behind: bool) -> str:
    """[15], [18] How a file ends, from the rest after its frames and disclosures; `behind` one of these."""
    if not rest:
        return "cut" if behind else "open"
    if summary:
        return "closed" if len(rest) == len(summary) + 5 else "after the end"
    if behind and frame_object(rest, 0) is not None:
        return "damaged"
    mended = rest.replace(b"\r\n", b"\n")
    if mended != rest and (frame_object(mended, 0) is not None or summary_at_start(mended) is not None):
        return "changed in transfer"
    wrong = summary_is_wrong if 0x93 <= rest[0] <= 0x9F else frame_is_wrong
    if rest[0] == 0x91:
        wrong = disclosure_is_wrong
    return "damaged" if wrong(rest) or good_part_follows(rest) else "cut"


# --- [18] disclosures -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Disclosure:
    """[18] Keys that a seat lets out."""

    payload: bytes
    signature: bytes
    match_id: bytes
    head: bytes
    seat: int
    keys: dict[int, int]


def parse_disclosure(data: bytes) -> Disclosure:
    """[18] The first line of its table."""
    outer = record(any_binary, binary(64))
    pair = record(lambda deal: uint(2**32)(deal) and deal != 0, binary(32))
    inner = record(binary(16), binary(32), uint(2), array(MAX_KEYS, pair))
    try:
        sealed = unpack(data)
        require(outer(sealed), "disclosure")
        payload, signature = as_list(sealed)
        assert isinstance(payload, bytes)
        assert isinstance(signature, bytes)
        value = unpack(payload)
    except Malformed:
        raise Refused("disclosure") from None
    require(inner(value), "disclosure")
    match_id, head, seat, listed = as_list(value)
    assert isinstance(match_id, bytes)
    assert isinstance(head, bytes)
    pairs = [as_list(item) for item in as_list(listed)]
    secrets = [(as_int(deal), int.from_bytes(x, "big")) for deal, x in pairs if isinstance(x, bytes)]
    require(bool(secrets) and ascending([deal for deal, _ in secrets]), "disclosure")
    require(all(0 < x < Q for _, x in secrets), "disclosure")
    return Disclosure(payload, signature, match_id, head, as_int(seat), dict(secrets))


def check_disclosure(data: bytes, table: Table) -> Disclosure:
    """[18] Judging; `accused` of the table is then the seat that disclosed what is no key."""
    told = parse_disclosure(data)
    require(table.stage == "closed", "disclosure")
    require(told.match_id == table.match_id and told.head == table.head, "disclosure")
    label, key = "gin-p2p/1/disclosure", table.keys[told.seat]
    require(signature_holds(key, label, told.payload, told.signature), "disclosure")
    table.accused = told.seat
    said = {deal.number: deal.key(told.seat) for deal, _ in table.over}
    require(all(linear((x, G)) == said.get(number) for number, x in told.keys.items()), "disclosure")
    table.accused = None
    return told


def unmasked(cards: list[Masked], x: int) -> list[int]:
    """[18] The faces that a secret key, or the sum of both, opens; of a card that is none it is card-twice."""
    faces = []
    for card in cards:
        share = linear((x, card.hint))
        body = card.body if share is None else add(card.body, negated(share))
        require(body in CARD_OF, "card-twice")
        faces.append(CARD_OF[finite(body)])
    return faces


def open_hand(table: Table, deal: Deal, hand: Hand, secrets: list[int | None]) -> None:
    """[18] Opening, of one hand that is over."""
    for seat, x in enumerate(secrets):
        if x is not None and deal.dealt[seat]:
            dealt = unmasked(deal.dealt[seat], x)
            hidden = hand.rules.yes("misdeal_rule") and hand.ending != "misdeal"
            table.accused = seat
            require(not hidden or hand.least(dealt) > hand.limit, "misdeal-hidden")
            table.accused = None
    host, guest = secrets
    if host is not None and guest is not None:
        faces = unmasked(deal.deck, host + guest)
        require(len(set(faces)) == 52, "card-twice")


def judge_disclosures(disclosures: list[bytes], table: Table) -> None:
    """[18] Refuse what is wrong with the disclosures, or with what they show."""
    table.accused = None
    told = [check_disclosure(data, table) for data in disclosures]
    keys: list[dict[int, int]] = [{}, {}]
    for disclosure in told:
        keys[disclosure.seat].update(disclosure.keys)
    for deal, hand in table.over if told else []:
        open_hand(table, deal, hand, [keys[seat].get(deal.number) for seat in (HOST, GUEST)])


# --- [16] audit -------------------------------------------------------------------------------------------

EXIT_CODES = {"VERIFIED": 0, "UNFINISHED": 5, "NOT VERIFIED": 6, "CANNOT JUDGE": 7}
SEVERITY = (0, 5, 7, 6)


@dataclass(frozen=True)
class Result:
    """[16]. `file` is how the container ends, `due` who speaks next in this copy."""

    verdict: str
    exit_code: int
    file: str
    code: str | None = None
    accused: str | None = None
    frame: int | None = None
    n_frames: int = 0
    head: str = bytes(32).hex()
    deals: int = 0
    turns: int = 0
    totals: tuple[int, int] = (0, 0)
    winner: str | None = None
    hands: list[tuple[str, str | None, int]] = field(default_factory=list)
    due: str | None = None


def verdict_of(container: FileParts, table: Table, code: str | None) -> str:
    """[16] The first line of the table that applies."""
    if code is not None:
        return "CANNOT JUDGE" if code == "version" else "NOT VERIFIED"
    if container.end in {"damaged", "after the end"}:
        return "NOT VERIFIED"
    if container.end == "closed":
        right = table.stage == "closed" and container.summary == table.summary()
        return "VERIFIED" if right else "NOT VERIFIED"
    return "UNFINISHED" if container.end == "open" else "CANNOT JUDGE"


def audit(data: bytes) -> Result:
    """[16] Judge the bytes of one record file."""
    container, table, standing = read_container(data), Table(), Standing()
    code = accused = refused_at = None
    try:
        for frame in container.frames:
            refused_at = table.n_frames
            table.judge(frame)
            standing = table.standing()
        refused_at = None
        judge_disclosures(container.disclosures, table)
    except Refused as refused:
        code = refused.code
        if code not in NO_ACCUSATION and table.accused is not None:
            accused = seat_name(table.accused)
    verdict = verdict_of(container, table, code)
    return Result(
        verdict=verdict,
        exit_code=EXIT_CODES[verdict],
        file=container.end,
        code=code,
        accused=accused,
        frame=refused_at,
        n_frames=table.n_frames,
        head=table.head.hex(),
        deals=standing.deals,
        turns=standing.turns,
        totals=standing.totals,
        winner=standing.winner,
        hands=standing.hands,
        due=None if code or table.stage == "closed" else SEATS[table.speaker()],
    )


def main(paths: list[str]) -> NoReturn:
    worst = 0
    for path in paths:
        try:
            result = audit(Path(path).read_bytes())
        except OSError:
            result = Result("CANNOT JUDGE", EXIT_CODES["CANNOT JUDGE"], "no such file")
        print(json.dumps({"path": path, **asdict(result)}))
        worst = max(worst, result.exit_code, key=SEVERITY.index)
    sys.exit(worst)


if __name__ == "__main__":
    main(sys.argv[1:])
