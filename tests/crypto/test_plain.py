"""Does a second implementation, of plain integers, agree?"""

from hashlib import sha512

import pytest

from gin_p2p.crypto.challenger import Challenger
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import encode, hash_to_point
from gin_p2p.crypto.masking import CARD_POINTS, MaskedCard, share_of
from gin_p2p.crypto.pedersen import GENERATORS
from gin_p2p.crypto.proofs import prove_key, prove_shares
from gin_p2p.crypto.shuffle import prove_shuffle, shuffle, verify_shuffle
from tests.helpers import plain_group
from tests.helpers.provers import CONTEXT, HOST, JOINT, flipped, masked_hand


def encoded(cards: tuple[MaskedCard, ...]) -> list[bytes]:
    return [card.encode() for card in cards]


@pytest.mark.parametrize(("kind", "points"), [("card", CARD_POINTS), ("generator", GENERATORS)])
def test_every_fixed_point_is_the_one_that_plain_integers_decode(kind: str, points: list[bytes]) -> None:
    assert len(points) == 52
    for number, point in enumerate(points):
        assert plain_group.read(plain_group.write(plain_group.fixed_point(kind, number))) is not None
        assert point[1:33] == plain_group.write(plain_group.fixed_point(kind, number))[1:]
        assert point[64] % 2 == plain_group.write(plain_group.fixed_point(kind, number))[0] % 2


def test_the_challengers_agree() -> None:
    ours, plain = Challenger("label"), plain_group.PlainChallenger(b"label")
    ours.absorb("a", b"", b"xy")
    plain.absorb(b"a", b"", b"xy")
    assert ours.challenge("c") == plain.squeeze(b"c", 16)
    assert ours.state == plain.s


def test_a_key_proof_holds_in_plain_integers() -> None:
    proof = prove_key(HOST.secret, HOST.key, CONTEXT, HOST.prover)
    assert plain_group.key_proof_holds(HOST.key, proof, CONTEXT.encode())
    assert not plain_group.key_proof_holds(HOST.key, flipped(proof, 200), CONTEXT.encode())


def test_a_shares_proof_holds_in_plain_integers() -> None:
    cards = masked_hand([3, 1, 4])
    hints = [card.hint for card in cards]
    shares = [share_of(HOST.secret, card) for card in cards]
    proof = prove_shares(HOST.secret, HOST.key, hints, shares, CONTEXT, HOST.prover)
    assert plain_group.shares_proof_holds(HOST.key, hints, shares, proof, CONTEXT.encode())
    shares[1] = shares[0]
    assert not plain_group.shares_proof_holds(HOST.key, hints, shares, proof, CONTEXT.encode())


@pytest.mark.parametrize("n", [2, 3, 5])
def test_each_equation_of_a_shuffle_holds_in_plain_integers(n: int) -> None:
    inputs = masked_hand(list(range(n)))
    outputs, proof = shuffle(JOINT, inputs, CONTEXT, HOST.prover)
    equations = plain_group.shuffle_equations(
        JOINT, encoded(inputs), encoded(outputs), proof, CONTEXT.encode()
    )
    assert equations == dict.fromkeys(("length", "chain", "V1", "V2", "V3", "V4"), True)


def test_a_card_twice_breaks_the_equations_of_the_cards_only() -> None:
    inputs = masked_hand([7, 8, 9])
    outputs = (inputs[0], inputs[0], inputs[2])
    proof = prove_shuffle(JOINT, inputs, outputs, [0, 1, 2], [0, 0, 0], CONTEXT, HOST.prover)
    equations = plain_group.shuffle_equations(
        JOINT, encoded(inputs), encoded(outputs), proof, CONTEXT.encode()
    )
    assert [name for name, holds in equations.items() if not holds] == ["V1", "V2"]
    with pytest.raises(InvalidProof):
        verify_shuffle(JOINT, inputs, outputs, proof, CONTEXT)


def test_a_commitment_to_no_permutation_breaks_the_chain_too() -> None:
    inputs = masked_hand([7, 8, 9])
    outputs = (inputs[0], inputs[0], inputs[2])
    proof = prove_shuffle(JOINT, inputs, outputs, [0, 0, 2], [0, 0, 0], CONTEXT, HOST.prover)
    equations = plain_group.shuffle_equations(
        JOINT, encoded(inputs), encoded(outputs), proof, CONTEXT.encode()
    )
    assert [name for name, holds in equations.items() if not holds] == ["chain", "V1", "V2"]
    with pytest.raises(InvalidProof, match="permutation"):
        verify_shuffle(JOINT, inputs, outputs, proof, CONTEXT)


def test_hashing_to_a_point_reads_the_whole_label() -> None:
    digest = sha512(b"gin-p2p/1/card/5").digest()
    assert encode(hash_to_point("card", 5)) == plain_group.write(plain_group.elligator_swift(digest))
