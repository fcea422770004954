"""Does the speaker know its key, and are its shares made with that key?

Two sigma proofs of one shape: a nonce times the base goes in, a challenge c comes out, and s = k + c·x answers it.
The proof is c and s, 48 bytes. Whoever knows no x cannot answer two challenges; whoever sees (c, s) learns
nothing, because such pairs can be made backwards.
"""

from collections.abc import Sequence
from typing import Final

from gin_p2p.crypto.challenger import CHALLENGE_BYTES, Challenger
from gin_p2p.crypto.context import Context
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import (
    G_POINT,
    SCALAR_BYTES,
    Point,
    encode,
    finite,
    lift,
    public_sum,
    read_scalar,
    secret_base,
    secret_multiple,
    write_scalar,
)
from gin_p2p.crypto.secrets import Prover, SecretScalar

PROOF_BYTES: Final = CHALLENGE_BYTES + SCALAR_BYTES


def prove_key(secret: SecretScalar, key: bytes, context: Context, prover: Prover) -> bytes:
    """Prove that the speaker knows the secret of a key it has just published, 48 bytes.

    Args:
        secret: of the key.
        key: secret·G.
        context: with purpose `key`.
        prover: gives the nonce.

    Source:
        C. P. Schnorr, "Efficient Signature Generation by Smart Cards", J. Cryptology 1991.
    """
    challenger = _key_challenger(key, context)
    nonce = prover.stream("key", challenger.state, secret.private_bytes()).scalar()
    challenger.absorb("T", encode(secret_base(nonce)))
    return _answer(challenger, nonce, secret)


def verify_key(key: bytes, proof: bytes, context: Context) -> None:
    """Check that the speaker knows the secret of a key.

    Raises:
        InvalidProof: the key is no element, the proof is not 48 bytes in canonical form, or it does not verify.
    """
    point = lift(key)
    challenge, response = _read_proof(proof)
    challenger = _key_challenger(key, context)
    challenger.absorb("T", encode(_commitment(G_POINT, point, challenge, response)))
    if challenger.challenge("c") != challenge:
        raise InvalidProof("the speaker does not prove that it knows its key")


def prove_shares(
    secret: SecretScalar,
    key: bytes,
    hints: Sequence[bytes],
    shares: Sequence[bytes],
    context: Context,
    prover: Prover,
) -> bytes:
    """Prove that every share is its hint times the secret of the key, 48 bytes for any number of shares.

    Args:
        secret: of the key.
        key: secret·G.
        hints: of the cards opened, at least one, in the order they are opened in.
        shares: as many.
        context: with purpose `open`.
        prover: gives the nonce.

    Raises:
        InvalidProof: the statement is none that anybody could prove.

    Source:
        D. Chaum and T. P. Pedersen, "Wallet Databases with Observers", CRYPTO 1992; batched with random weights.
    """
    challenger = _shares_challenger(key, hints, shares, context)
    statement = challenger.state
    weighted_hints, _ = _weigh(challenger, hints, shares)
    nonce = prover.stream("share", statement, secret.private_bytes()).scalar()
    challenger.absorb("T", encode(secret_base(nonce)), encode(secret_multiple(nonce, weighted_hints)))
    return _answer(challenger, nonce, secret)


def verify_shares(
    key: bytes, hints: Sequence[bytes], shares: Sequence[bytes], proof: bytes, context: Context
) -> None:
    """Check that every share is its hint times the secret of the key.

    Raises:
        InvalidProof: no shares or not one for each hint, something is no element, the proof is not 48 bytes in
            canonical form, or it does not verify.
    """
    point = lift(key)
    challenge, response = _read_proof(proof)
    challenger = _shares_challenger(key, hints, shares, context)
    weighted_hints, weighted_shares = _weigh(challenger, hints, shares)
    t_key = _commitment(G_POINT, point, challenge, response)
    t_shares = _commitment(weighted_hints, weighted_shares, challenge, response)
    challenger.absorb("T", encode(t_key), encode(t_shares))
    if challenger.challenge("c") != challenge:
        raise InvalidProof("the shares are not all made with the speaker's key")


def _key_challenger(key: bytes, context: Context) -> Challenger:
    challenger = Challenger("gin-p2p/1/key")
    challenger.absorb("context", context.encode())
    challenger.absorb("X", key)
    return challenger


def _shares_challenger(
    key: bytes, hints: Sequence[bytes], shares: Sequence[bytes], context: Context
) -> Challenger:
    if not shares or len(shares) != len(hints):
        raise InvalidProof("there is not one share for each card to open")
    challenger = Challenger("gin-p2p/1/share")
    challenger.absorb("context", context.encode())
    challenger.absorb("X", key)
    challenger.absorb("hints", *hints)
    challenger.absorb("shares", *shares)
    return challenger


def _weigh(challenger: Challenger, hints: Sequence[bytes], shares: Sequence[bytes]) -> tuple[Point, Point]:
    """Draw the weights and answer the weighted sums A of the hints and B of the shares.

    The weights are drawn after all shares are absorbed: two wrong shares cannot be chosen to cancel.
    """
    weights = [1] + [challenger.challenge("w") for _ in hints[1:]]
    sum_hints = public_sum(zip(map(lift, hints), weights, strict=True))
    sum_shares = public_sum(zip(map(lift, shares), weights, strict=True))
    return finite(sum_hints, "the sum of the hints"), finite(sum_shares, "the sum of the shares")


def _commitment(base: Point, image: Point, challenge: int, response: int) -> Point:
    """Answer s·base - c·image, which an honest prover's first word was."""
    if response == 0:
        raise InvalidProof("a response is 0")
    return finite(public_sum([(base, response), (image, -challenge)]), "the first word of the proof")


def _answer(challenger: Challenger, secret_nonce: int, secret: SecretScalar) -> bytes:
    challenge = challenger.challenge("c")
    response = secret_nonce + challenge * secret.secret_int
    return challenge.to_bytes(CHALLENGE_BYTES) + write_scalar(response)


def _read_proof(proof: bytes) -> tuple[int, int]:
    if len(proof) != PROOF_BYTES:
        raise InvalidProof(f"this proof has {PROOF_BYTES} bytes")
    return int.from_bytes(proof[:CHALLENGE_BYTES]), read_scalar(proof[CHALLENGE_BYTES:])
