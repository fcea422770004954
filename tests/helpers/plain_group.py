"""The same proofs, checked with nothing but integers.

A second implementation of the verifiers, written from the formulas and on purpose naive: affine points, None for
infinity, one modular inverse for each addition, every equation apart. It shares no code with the package, so it
finds what a self-consistent mistake there would hide. It is slow, and nothing in it is secret.
"""

import hashlib
from collections.abc import Sequence

P = 2**256 - 2**32 - 977
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
Affine = tuple[int, int] | None
BASE: Affine = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)


def add(a: Affine, b: Affine) -> Affine:
    if a is None:
        return b
    if b is None:
        return a
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(scalar: int, point: Affine) -> Affine:
    total: Affine = None
    for bit in f"{scalar % ORDER:b}":
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def combine(*terms: tuple[int, Affine]) -> Affine:
    total: Affine = None
    for scalar, point in terms:
        total = add(total, times(scalar, point))
    return total


def root(square: int) -> int | None:
    candidate = pow(square, (P + 1) // 4, P)
    return candidate if candidate * candidate % P == square % P else None


def read(encoded: bytes) -> Affine:
    x = int.from_bytes(encoded[1:])
    y = root(x**3 + 7)
    if len(encoded) != 33 or encoded[0] not in (2, 3) or x >= P or y is None:
        raise ValueError("no point")
    return x, y if y % 2 == encoded[0] % 2 else P - y


def write(point: Affine) -> bytes:
    if point is None:
        raise ValueError("infinity")
    return bytes([2 + point[1] % 2]) + point[0].to_bytes(32)


def elligator_swift(digest: bytes) -> Affine:
    """Decode as BIP 324 writes it down: XSwiftEC, then the parity of t."""
    u = int.from_bytes(digest[:32]) % P or 1
    t = int.from_bytes(digest[32:]) % P or 1
    if (u**3 + t**2 + 7) % P == 0:
        t = 2 * t % P
    minus_3_root = root(-3)
    assert minus_3_root is not None
    big_x = (u**3 + 7 - t**2) * pow(2 * t, -1, P) % P
    big_y = (big_x + t) * pow(minus_3_root * u, -1, P) % P
    ratio = big_x * pow(big_y, -1, P)
    half = pow(2, -1, P)
    for candidate in (u + 4 * big_y**2, (-ratio - u) * half, (ratio - u) * half):
        y = root(candidate**3 + 7)
        if y is not None:
            return candidate % P, y if y % 2 == t % 2 else P - y
    raise AssertionError("one of the three is always on the curve")


def fixed_point(kind: str, number: int) -> Affine:
    return elligator_swift(hashlib.sha512(f"gin-p2p/1/{kind}/{number}".encode()).digest())


class PlainChallenger:
    """The challenger, one formula a line."""

    def __init__(self, label: bytes) -> None:
        self.s = hashlib.sha512(b"gin-p2p/1/init" + len(label).to_bytes(8) + label).digest()

    def absorb(self, tag: bytes, *parts: bytes) -> None:
        text = b"gin-p2p/1/absorb" + self.s + len(tag).to_bytes(8) + tag + len(parts).to_bytes(8)
        for part in parts:
            text += len(part).to_bytes(8) + part
        self.s = hashlib.sha512(text).digest()

    def squeeze(self, tag: bytes, n: int) -> int:
        o = hashlib.shake_256(b"gin-p2p/1/squeeze" + self.s + len(tag).to_bytes(8) + tag).digest(n + 64)
        self.s = o[:64]
        return int.from_bytes(o[64:])


def key_proof_holds(key: bytes, proof: bytes, context: bytes) -> bool:
    c, s = int.from_bytes(proof[:16]), int.from_bytes(proof[16:])
    ask = PlainChallenger(b"gin-p2p/1/key")
    ask.absorb(b"context", context)
    ask.absorb(b"X", key)
    ask.absorb(b"T", write(combine((s, BASE), (-c, read(key)))))
    return ask.squeeze(b"c", 16) == c


def shares_proof_holds(
    key: bytes, hints: Sequence[bytes], shares: Sequence[bytes], proof: bytes, context: bytes
) -> bool:
    c, s = int.from_bytes(proof[:16]), int.from_bytes(proof[16:])
    ask = PlainChallenger(b"gin-p2p/1/share")
    ask.absorb(b"context", context)
    ask.absorb(b"X", key)
    ask.absorb(b"hints", *hints)
    ask.absorb(b"shares", *shares)
    w = [1] + [ask.squeeze(b"w", 16) for _ in hints[1:]]
    a = combine(*zip(w, map(read, hints), strict=True))
    b = combine(*zip(w, map(read, shares), strict=True))
    t1 = combine((s, BASE), (-c, read(key)))
    t2 = combine((s, a), (-c, b))
    ask.absorb(b"T", write(t1), write(t2))
    return ask.squeeze(b"c", 16) == c


def shuffle_equations(
    key: bytes, inputs: Sequence[bytes], outputs: Sequence[bytes], proof: bytes, context: bytes
) -> dict[str, bool]:
    """Check each equation of Groth's argument by itself; inputs and outputs are of 66 bytes each."""
    n = len(inputs)
    parts, rest = [], proof
    for size in [33] * 6 + [32] * (n + 1) + [33] + [32] * (2 * n + 1):
        parts.append(rest[:size])
        rest = rest[size:]
    m1, m2, m3, m4 = parts[:6], parts[6 : n + 7], parts[n + 7], parts[n + 8 :]

    ask = PlainChallenger(b"gin-p2p/1/shuffle")
    ask.absorb(b"context", context, n.to_bytes(4), key)
    ask.absorb(b"in", *inputs)
    ask.absorb(b"out", *outputs)
    ask.absorb(b"m1", *m1)
    t = [ask.squeeze(b"t", 16) for _ in range(n)]
    ask.absorb(b"m2", *m2)
    lam = ask.squeeze(b"lambda", 64) % ORDER
    x = ask.squeeze(b"x", 64) % ORDER
    ask.absorb(b"m3", m3)
    e = ask.squeeze(b"e", 64) % ORDER

    c, c_d, e_a, e_b, c_d_prime, c_delta = map(read, m1)
    *f, z_big = [int.from_bytes(part) for part in m2]
    c_a = read(m3)
    numbers = [int.from_bytes(part) for part in m4]
    f_prime, z, g, z_delta = numbers[:n], numbers[n], numbers[n + 1 : 2 * n], numbers[2 * n]
    h = [fixed_point("generator", i) for i in range(n)]

    def com(values: Sequence[int], blinding: int) -> Affine:
        return combine((blinding, BASE), *zip(values, h[: len(values)], strict=True))

    def moved(first: int, extra: Affine) -> Affine:
        before = [read(card[first : first + 33]) for card in inputs]
        after = [read(card[first : first + 33]) for card in outputs]
        minus_t = [-t_i for t_i in t]
        return combine((1, extra), *zip(f, after, strict=True), *zip(minus_t, before, strict=True))

    chain = f_prime[0]
    for i in range(n - 1):
        chain = (chain * f_prime[i + 1] + g[i]) * pow(e, -1, ORDER) % ORDER
    product = e
    for i in range(n):
        product = product * (lam * (i + 1) + t[i] - x) % ORDER
    return {
        "length": rest == b"",
        "chain": chain == product,
        "V1": moved(0, e_a) == times(z_big, BASE),
        "V2": moved(33, e_b) == times(z_big, read(key)),
        "V3": combine((e * lam, c), (e, com(f, 0)), (-e, c_d), (-e * x, com([1] * n, 0)), (1, c_d_prime))
        == com(f_prime, z),
        "V4": combine((e, c_a), (1, c_delta)) == com(g, z_delta),
    }
