"""Are these the same cards in another order?

A shuffle permutes masked cards and remasks each. The argument shows that nothing else was done, and not a bit of
the permutation. It was J. Groth's idea that a polynomial does not change when its roots are permuted: the prover
commits to pi(1)..pi(N), is asked for a random line through the numbers, and shows that the committed values
multiply to prod(lambda·i + t_i - x). A committed list that is no permutation gives another polynomial, and a
random x finds the difference.

Here the numbers of the formulas run from 1, as in the paper, and the indices of the code from 0: `permutation[i]`
is the place in the inputs that output i came from, and the committed value is one more.

Source:
    J. Groth, "A Verifiable Secret Shuffle of Homomorphic Encryptions", J. Cryptology 2010.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from gin_p2p.crypto.argument import Argument, Asked, ask_t, challenger_of, check_sizes, split_proof
from gin_p2p.crypto.context import Context
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import (
    Point,
    Q,
    encode,
    lift,
    public_base,
    public_sum,
    secret_sum,
    write_scalar,
)
from gin_p2p.crypto.masking import MaskedCard, remask
from gin_p2p.crypto.pedersen import GENERATORS, commit_to
from gin_p2p.crypto.secrets import Prover
from gin_p2p.crypto.stream import Stream


def shuffle(
    key: bytes, inputs: Sequence[MaskedCard], context: Context, prover: Prover
) -> tuple[tuple[MaskedCard, ...], bytes]:
    """Shuffle masked cards and prove it.

    Args:
        key: that the cards are masked under.
        inputs: 2..52 cards.
        context: with purpose `deck` or `hand`.
        prover: gives the order, the remasking and the argument's nonces.

    Returns:
        The shuffled cards and the proof, 32·(3N+2) + 231 bytes.

    Raises:
        InvalidProof: the statement is none that anybody could prove.
    """
    check_sizes(inputs, inputs)
    # the outputs are not there yet, so this stream hangs on the rest of the statement; the argument gets another
    stream = prover.stream("shuffle/mask", challenger_of(key, inputs, context).state, b"")
    permutation = _draw_permutation(stream, len(inputs))
    rhos = [stream.scalar() for _ in inputs]
    outputs = tuple(remask(inputs[place], key, rho) for place, rho in zip(permutation, rhos, strict=True))
    return outputs, prove_shuffle(key, inputs, outputs, permutation, rhos, context, prover)


def prove_shuffle(
    key: bytes,
    inputs: Sequence[MaskedCard],
    outputs: Sequence[MaskedCard],
    permutation: Sequence[int],
    rhos: Sequence[int],
    context: Context,
    prover: Prover,
) -> bytes:
    """Prove that the outputs are the inputs in another order, remasked.

    Args:
        key: that the cards are masked under.
        inputs: 2..52 cards.
        outputs: output i is input permutation[i] remasked by rhos[i]; if it is not, the proof will not verify.
        permutation: secret.
        rhos: secret, each 0..q-1.
        context: with purpose `deck` or `hand`.
        prover: gives the argument's nonces.

    Raises:
        InvalidProof: the statement is none that anybody could prove.
    """
    check_sizes(inputs, outputs)
    challenger = challenger_of(key, inputs, context)
    challenger.absorb("out", *(card.encode() for card in outputs))
    witness = b"".join(map(write_scalar, (*permutation, *rhos)))
    nonces = _Nonces.draw(prover.stream("shuffle/argument", challenger.state, witness), len(inputs))

    values = [place + 1 for place in permutation]
    m1 = _first_words(key, outputs, values, nonces)
    challenger.absorb("m1", *m1)
    t = ask_t(challenger, len(inputs))

    t_moved = [t[place] for place in permutation]
    f = [t_i + d_i for t_i, d_i in zip(t_moved, nonces.d, strict=True)]
    z_masks = nonces.r_masks + sum(t_i * rho for t_i, rho in zip(t_moved, rhos, strict=True))
    m2 = [write_scalar(number) for number in (*f, z_masks)]
    challenger.absorb("m2", *m2)
    factor, root = challenger.scalar("lambda"), challenger.scalar("x")

    v = [(factor * value + t_i - root) % Q for value, t_i in zip(values, t_moved, strict=True)]
    alpha = _steps_between(v, nonces)
    m3 = commit_to(alpha, nonces.r_alpha)
    challenger.absorb("m3", m3)
    e = challenger.scalar("e")

    f2 = [e * v_i + d_i for v_i, d_i in zip(v, nonces.d2, strict=True)]
    z = e * (factor * nonces.r - nonces.r_d) + nonces.r_d2
    g = [e * alpha_i + delta_i for alpha_i, delta_i in zip(alpha, nonces.small_delta, strict=True)]
    z_delta = e * nonces.r_alpha + nonces.r_delta
    m4 = [write_scalar(number) for number in (*f2, z, *g, z_delta)]
    return b"".join((*m1, *m2, m3, *m4))


def verify_shuffle(
    key: bytes,
    inputs: Sequence[MaskedCard],
    outputs: Sequence[MaskedCard],
    proof: bytes,
    context: Context,
) -> None:
    """Check that the outputs are the inputs in another order, remasked.

    Args:
        key: of the verifier's own table.
        inputs: of the verifier's own table.
        outputs: from the prover.
        proof: from the prover.
        context: of the verifier's own table.

    Raises:
        InvalidProof: not 2..52 inputs, not as many outputs, a proof of another length, something is no element or
            no canonical scalar, or the argument does not verify.
    """
    n = len(inputs)
    check_sizes(inputs, outputs)
    m1, m2, m3, m4 = split_proof(proof, n)
    said = Argument.read(m1, m2, m3, m4)

    challenger = challenger_of(key, inputs, context)
    challenger.absorb("out", *(card.encode() for card in outputs))
    challenger.absorb("m1", *m1)
    t = ask_t(challenger, n)
    challenger.absorb("m2", *m2)
    factor, root = challenger.scalar("lambda"), challenger.scalar("x")
    challenger.absorb("m3", *m3)
    e = challenger.scalar("e")
    challenger.absorb("m4", *m4)
    weights = [challenger.challenge(tag) for tag in ("gamma", "kappa", "beta")]

    _check_chain(said, t, factor, root, e)
    asked = Asked(t, factor, root, e, *weights)
    left = public_sum(
        _terms_of_cards(lift(key), inputs, outputs, said, asked) + _terms_of_commitments(said, asked)
    )
    right = said.z_masks + asked.kappa * said.z + asked.beta * said.z_delta
    if left != public_base(right):
        raise InvalidProof("the outputs are not shown to be the inputs in another order")


@dataclass(frozen=True, slots=True, repr=False)
class _Nonces:
    """What hides the witness in the argument; every number is secret.

    Attributes:
        d: hides the permuted challenges in f.
        d2: hides the factors v in f'.
        big_delta: hides the partial products; fixed at both ends, where the verifier knows the product.
        r: blinds c.
        r_d: blinds c_d.
        r_d2: blinds c'_d.
        r_delta: blinds c_Delta.
        r_alpha: blinds c_a.
        r_masks: R_d, hides the remasking in Z.
    """

    d: list[int]
    d2: list[int]
    big_delta: list[int]
    r: int
    r_d: int
    r_d2: int
    r_delta: int
    r_alpha: int
    r_masks: int

    @classmethod
    def draw(cls, stream: Stream, n: int) -> Self:
        """Draw all nonces of one argument."""
        d, d2 = ([stream.scalar() for _ in range(n)] for _ in range(2))
        middle = [stream.scalar() for _ in range(n - 2)]
        return cls(d, d2, [d2[0], *middle, 0], *(stream.scalar() for _ in range(6)))

    @property
    def small_delta(self) -> list[int]:
        """The part of each step that the challenge e does not multiply."""
        return [-big * d2 % Q for big, d2 in zip(self.big_delta[:-1], self.d2[1:], strict=True)]


def _draw_permutation(stream: Stream, n: int) -> list[int]:
    """Answer a secret order of n places, each equally likely (R. A. Fisher and F. Yates)."""
    permutation = list(range(n))
    for last in range(n - 1, 0, -1):
        other = stream.below(last + 1)
        permutation[last], permutation[other] = permutation[other], permutation[last]
    return permutation


def _first_words(
    key: bytes, outputs: Sequence[MaskedCard], values: list[int], nonces: _Nonces
) -> tuple[bytes, ...]:
    """Answer m1: c, c_d, E_a, E_b, c'_d, c_Delta."""
    hints = [lift(card.hint) for card in outputs]
    bodies = [lift(card.body) for card in outputs]
    minus_d = [-d_i for d_i in nonces.d]
    e_b_terms = [*zip(bodies, minus_d, strict=True), (lift(key), nonces.r_masks)]
    return (
        commit_to(values, nonces.r),
        commit_to(nonces.d, nonces.r_d),
        encode(secret_sum(nonces.r_masks, zip(hints, minus_d, strict=True))),
        encode(secret_sum(0, e_b_terms)),
        commit_to(nonces.d2, nonces.r_d2),
        commit_to(nonces.small_delta, nonces.r_delta),
    )


def _steps_between(v: list[int], nonces: _Nonces) -> list[int]:
    """Answer the alphas, which take the hidden partial product of i factors to that of i + 1."""
    alpha: list[int] = []
    product = v[0]
    for i in range(len(v) - 1):
        here, there = nonces.big_delta[i], nonces.big_delta[i + 1]
        alpha.append((there - v[i + 1] * here - product * nonces.d2[i + 1]) % Q)
        product = product * v[i + 1] % Q
    return alpha


def _check_chain(said: Argument, t: list[int], factor: int, root: int, e: int) -> None:
    """Check that the hidden factors multiply to prod(lambda·i + t_i - x)."""
    if e == 0:
        raise InvalidProof("the challenge e is 0")
    inverse = pow(e, -1, Q)
    product = said.f2[0]
    for f2_i, g_i in zip(said.f2[1:], said.g, strict=True):
        product = (product * f2_i + g_i) * inverse % Q
    expected = e
    for i, t_i in enumerate(t, start=1):
        expected = expected * (factor * i + t_i - root) % Q
    if product != expected:
        raise InvalidProof("the committed order is not shown to be a permutation")


def _terms_of_cards(
    key: Point,
    inputs: Sequence[MaskedCard],
    outputs: Sequence[MaskedCard],
    said: Argument,
    asked: Asked,
) -> list[tuple[Point, int]]:
    """Answer V1 + gamma·V2 without multiples of G: the outputs under f are the inputs under t."""
    gamma = asked.gamma
    terms = [(said.e_a, 1), (said.e_b, gamma), (key, -gamma * said.z_masks)]
    for card, f_i in zip(outputs, said.f, strict=True):
        terms += [(lift(card.hint), f_i), (lift(card.body), gamma * f_i)]
    for card, t_i in zip(inputs, asked.t, strict=True):
        terms += [(lift(card.hint), -t_i), (lift(card.body), -gamma * t_i)]
    return terms


def _terms_of_commitments(said: Argument, asked: Asked) -> list[tuple[Point, int]]:
    """Answer kappa·V3 + beta·V4 without multiples of G: f' and g are what was committed to."""
    e, kappa, beta = asked.e, asked.kappa, asked.beta
    terms = [
        (said.c, kappa * e * asked.factor),
        (said.c_d, -kappa * e),
        (said.c_d2, kappa),
        (said.c_alpha, beta * e),
        (said.c_delta, beta),
    ]
    steps = [*said.g, 0]
    for generator, f_i, f2_i, g_i in zip(GENERATORS, said.f, said.f2, steps, strict=False):
        terms.append((generator, kappa * (e * (f_i - asked.root) - f2_i) - beta * g_i))
    return terms
