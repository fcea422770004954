"""Is a key proof or a shares proof accepted where it was made, and nowhere else?"""

from collections.abc import Sequence

import pytest

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import G, Q, encode, lift, negate
from gin_p2p.crypto.masking import share_of
from gin_p2p.crypto.proofs import PROOF_BYTES, prove_key, prove_shares, verify_key, verify_shares
from tests.helpers.provers import CONTEXT, GUEST, HOST, OTHER_CONTEXTS, flipped, masked_hand

KEY_PROOF = prove_key(HOST.secret, HOST.key, CONTEXT, HOST.prover)
CARDS = masked_hand([3, 1, 4, 15])
HINTS = [card.hint for card in CARDS]
SHARES = [share_of(HOST.secret, card) for card in CARDS]
SHARES_PROOF = prove_shares(HOST.secret, HOST.key, HINTS, SHARES, CONTEXT, HOST.prover)
NO_ELEMENT = b"\x02" + bytes(32)

BAD_LENGTHS = [b"", KEY_PROOF[:-1], KEY_PROOF + b"\0", KEY_PROOF[1:], bytes(10**6)]


def refuse_shares(
    hints: Sequence[bytes], shares: Sequence[bytes], proof: bytes = SHARES_PROOF, key: bytes = HOST.key
) -> None:
    with pytest.raises(InvalidProof):
        verify_shares(key, hints, shares, proof, CONTEXT)


def test_a_key_proof_is_accepted() -> None:
    assert len(KEY_PROOF) == PROOF_BYTES == 48
    verify_key(HOST.key, KEY_PROOF, CONTEXT)


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_a_key_proof_in_another_context_is_refused(field: str) -> None:
    with pytest.raises(InvalidProof, match="knows its key"):
        verify_key(HOST.key, KEY_PROOF, OTHER_CONTEXTS[field])


@pytest.mark.parametrize("key", [GUEST.key, encode(negate(lift(HOST.key))), G, NO_ELEMENT, b""])
def test_a_key_proof_of_another_key_is_refused(key: bytes) -> None:
    with pytest.raises(InvalidProof):
        verify_key(key, KEY_PROOF, CONTEXT)


def test_a_flipped_bit_of_either_proof_is_refused() -> None:
    for bit in range(48 * 8):
        with pytest.raises(InvalidProof):
            verify_key(HOST.key, flipped(KEY_PROOF, bit), CONTEXT)
        refuse_shares(HINTS, SHARES, flipped(SHARES_PROOF, bit))


@pytest.mark.parametrize("proof", BAD_LENGTHS)
def test_a_proof_of_another_length_is_refused(proof: bytes) -> None:
    with pytest.raises(InvalidProof, match="48 bytes"):
        verify_key(HOST.key, proof, CONTEXT)
    refuse_shares(HINTS, SHARES, proof)


@pytest.mark.parametrize("number", [0, Q, Q + 1, 2**256 - 1])
def test_a_response_of_zero_or_beyond_the_order_is_refused(number: int) -> None:
    with pytest.raises(InvalidProof):
        verify_key(HOST.key, KEY_PROOF[:16] + number.to_bytes(32), CONTEXT)
    refuse_shares(HINTS, SHARES, SHARES_PROOF[:16] + number.to_bytes(32))


def test_a_response_of_zero_is_refused_for_what_it_is() -> None:
    # -c·X alone is an element: only the rule that every coefficient of G counts refuses it before the hash does
    with pytest.raises(InvalidProof, match="response is 0"):
        verify_key(HOST.key, KEY_PROOF[:16] + bytes(32), CONTEXT)
    with pytest.raises(InvalidProof, match="response is 0"):
        verify_shares(HOST.key, HINTS, SHARES, SHARES_PROOF[:16] + bytes(32), CONTEXT)


def test_a_first_word_at_infinity_is_refused() -> None:
    # the key is G, so s·G - c·G with s = c is infinity
    with pytest.raises(InvalidProof, match="infinity"):
        verify_key(G, bytes(15) + b"\x05" + (5).to_bytes(32), CONTEXT)


def test_a_challenge_of_zero_is_only_a_wrong_proof() -> None:
    with pytest.raises(InvalidProof, match="knows its key"):
        verify_key(HOST.key, bytes(16) + (5).to_bytes(32), CONTEXT)


@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_shares_proof_is_accepted_for_any_number_of_cards(n: int) -> None:
    proof = prove_shares(HOST.secret, HOST.key, HINTS[:n], SHARES[:n], CONTEXT, HOST.prover)
    assert len(proof) == 48
    verify_shares(HOST.key, HINTS[:n], SHARES[:n], proof, CONTEXT)


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_a_shares_proof_in_another_context_is_refused(field: str) -> None:
    with pytest.raises(InvalidProof, match="not all made"):
        verify_shares(HOST.key, HINTS, SHARES, SHARES_PROOF, OTHER_CONTEXTS[field])


@pytest.mark.parametrize("key", [GUEST.key, encode(negate(lift(HOST.key))), G, NO_ELEMENT, b""])
def test_a_shares_proof_under_another_key_is_refused(key: bytes) -> None:
    refuse_shares(HINTS, SHARES, key=key)


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("wrong", [G, encode(negate(lift(SHARES[0]))), NO_ELEMENT, b"", bytes(33)])
def test_each_hint_and_each_share_changed_is_refused(place: int, wrong: bytes) -> None:
    refuse_shares([*HINTS[:place], wrong, *HINTS[place + 1 :]], SHARES)
    refuse_shares(HINTS, [*SHARES[:place], wrong, *SHARES[place + 1 :]])


def test_shares_and_hints_in_another_order_are_refused() -> None:
    refuse_shares(HINTS, SHARES[::-1])
    refuse_shares(HINTS[::-1], SHARES)
    refuse_shares(HINTS[::-1], SHARES[::-1])


def test_another_number_of_shares_is_refused() -> None:
    refuse_shares(HINTS[:3], SHARES[:3])
    refuse_shares(HINTS, SHARES[:3])
    refuse_shares(HINTS[:3], SHARES)
    refuse_shares([*HINTS, HINTS[0]], [*SHARES, SHARES[0]])
    refuse_shares([], [])
    with pytest.raises(InvalidProof, match="one share for each"):
        prove_shares(HOST.secret, HOST.key, [], [], CONTEXT, HOST.prover)


def test_hints_that_cancel_under_one_weight_are_refused_as_infinity() -> None:
    # one hint alone has weight 1; its sum is the hint and never infinity. Two equal ones are just added up.
    twice = prove_shares(HOST.secret, HOST.key, HINTS[:1] * 2, SHARES[:1] * 2, CONTEXT, HOST.prover)
    verify_shares(HOST.key, HINTS[:1] * 2, SHARES[:1] * 2, twice, CONTEXT)
    refuse_shares(
        [HINTS[0], encode(negate(lift(HINTS[0])))], [SHARES[0], encode(negate(lift(SHARES[0])))], twice
    )


def test_two_wrong_shares_that_would_cancel_in_a_plain_sum_are_refused() -> None:
    hints, shares = HINTS[:2], [SHARES[1], SHARES[0]]
    proof = prove_shares(HOST.secret, HOST.key, hints, shares, CONTEXT, HOST.prover)
    refuse_shares(hints, shares, proof)
