"""What does the argument of a shuffle consist of, in which order is it said, and what is asked between?

Prover and verifier both read this page: the sizes, the statement as the challenger absorbs it, and the parts
m1..m4 of a proof as they follow one another in its bytes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final, Self

from gin_p2p.cards import N_CARDS
from gin_p2p.crypto.challenger import Challenger
from gin_p2p.crypto.context import Context
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import ELEMENT_BYTES, SCALAR_BYTES, Point, lift, read_scalar
from gin_p2p.crypto.masking import MaskedCard

MIN_CARDS: Final = 2
MAX_CARDS: Final = N_CARDS


def check_sizes(inputs: Sequence[MaskedCard], outputs: Sequence[MaskedCard]) -> None:
    """Check the number of cards, before anything of them is read.

    Raises:
        InvalidProof: not 2..52 inputs, or not as many outputs.
    """
    if not MIN_CARDS <= len(inputs) <= MAX_CARDS:
        raise InvalidProof(f"a shuffle has {MIN_CARDS} to {MAX_CARDS} cards")
    if len(outputs) != len(inputs):
        raise InvalidProof("a shuffle answers as many cards as it was given")


def challenger_of(key: bytes, inputs: Sequence[MaskedCard], context: Context) -> Challenger:
    """Answer a challenger that has absorbed the statement up to the inputs; the outputs come next."""
    challenger = Challenger("gin-p2p/1/shuffle")
    challenger.absorb("context", context.encode(), len(inputs).to_bytes(4), key)
    challenger.absorb("in", *(card.encode() for card in inputs))
    return challenger


def ask_t(challenger: Challenger, n: int) -> list[int]:
    """Ask for t_1..t_n. Only after the commitment to the order is absorbed is there an honest use for them."""
    return [challenger.challenge("t") for _ in range(n)]


def split_proof(proof: bytes, n: int) -> tuple[list[bytes], list[bytes], list[bytes], list[bytes]]:
    """Cut a proof into the components of m1..m4.

    Raises:
        InvalidProof: the proof has not exactly the length that n cards need.
    """
    sizes = (
        [ELEMENT_BYTES] * 6,
        [SCALAR_BYTES] * (n + 1),
        [ELEMENT_BYTES],
        [SCALAR_BYTES] * (2 * n + 1),
    )
    if len(proof) != sum(map(sum, sizes)):
        raise InvalidProof(f"the proof of a shuffle of {n} cards has {sum(map(sum, sizes))} bytes")
    rest = BytesIO(proof)
    m1, m2, m3, m4 = ([rest.read(size) for size in part] for part in sizes)
    return m1, m2, m3, m4


@dataclass(frozen=True, slots=True)
class Asked:
    """The challenges: t_i, lambda, x, e, and the weights that make four equations one."""

    t: list[int]
    factor: int
    root: int
    e: int
    gamma: int
    kappa: int
    beta: int


@dataclass(frozen=True, slots=True)
class Argument:
    """A proof, parsed: the elements and scalars of m1..m4 under the names of the paper.

    Attributes:
        c: commits to the permutation.
        c_d: commits to d.
        e_a: what d does to the hints.
        e_b: what d does to the bodies.
        c_d2: commits to d'.
        c_delta: commits to the small deltas.
        f: t_pi(i) + d_i.
        z_masks: Z, the remasking under the same challenges.
        c_alpha: commits to the steps between partial products.
        f2: f', the factors v_i under the challenge e.
        z: opens the equation of the factors.
        g: the steps under the challenge e.
        z_delta: opens the equation of the steps.
    """

    c: Point
    c_d: Point
    e_a: Point
    e_b: Point
    c_d2: Point
    c_delta: Point
    f: list[int]
    z_masks: int
    c_alpha: Point
    f2: list[int]
    z: int
    g: list[int]
    z_delta: int

    @classmethod
    def read(cls, m1: list[bytes], m2: list[bytes], m3: list[bytes], m4: list[bytes]) -> Self:
        """Read the components of a proof.

        Raises:
            InvalidProof: one is no element or no canonical scalar.
        """
        c, c_d, e_a, e_b, c_d2, c_delta = map(lift, m1)
        (c_alpha,) = map(lift, m3)
        *f, z_masks = map(read_scalar, m2)
        numbers = [read_scalar(component) for component in m4]
        f2, z, g, z_delta = numbers[: len(f)], numbers[len(f)], numbers[len(f) + 1 : -1], numbers[-1]
        return cls(c, c_d, e_a, e_b, c_d2, c_delta, f, z_masks, c_alpha, f2, z, g, z_delta)
