"""Is an honest shuffle accepted, and every change of statement, proof or context refused?"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import G, Q, add, encode, finite, lift, negate
from gin_p2p.crypto.masking import CARD_POINTS, MaskedCard, face, opening_deck, remask, share_of, strip
from gin_p2p.crypto.pedersen import commit_to
from gin_p2p.crypto.shuffle import _check_chain, _draw_permutation, prove_shuffle, shuffle, verify_shuffle
from gin_p2p.crypto.stream import Stream
from tests.helpers.provers import CONTEXT, GUEST, HOST, JOINT, OTHER_CONTEXTS, flipped, masked_hand

N = 5
CARDS = [40, 7, 22, 0, 51]
INPUTS = masked_hand(CARDS)
OUTPUTS, PROOF = shuffle(JOINT, INPUTS, CONTEXT, HOST.prover)
NO_ELEMENT = b"\x02" + bytes(32)
M2_START = 6 * 33
M3_START = M2_START + 32 * (N + 1)
M4_START = M3_START + 33


def refuse(
    *,
    key: bytes = JOINT,
    inputs: Sequence[MaskedCard] = INPUTS,
    outputs: Sequence[MaskedCard] = OUTPUTS,
    proof: bytes = PROOF,
) -> None:
    with pytest.raises(InvalidProof):
        verify_shuffle(key, inputs, outputs, proof, CONTEXT)


def faces(cards: Sequence[MaskedCard]) -> list[int | None]:
    return [face(strip(card, share_of(HOST.secret, card)), share_of(GUEST.secret, card)) for card in cards]


@pytest.mark.parametrize("n", [2, 3, 10, 11, 52])
def test_an_honest_shuffle_is_accepted_and_keeps_the_cards(n: int) -> None:
    inputs = masked_hand(list(range(n)))
    outputs, proof = shuffle(JOINT, inputs, CONTEXT, HOST.prover)
    verify_shuffle(JOINT, inputs, outputs, proof, CONTEXT)
    assert len(proof) == 231 + 32 * (3 * n + 2)
    assert Counter(faces(outputs)) == Counter(range(n))
    assert not {card.hint for card in outputs} & {card.hint for card in inputs}


def test_both_shuffles_of_an_opening_deck_are_accepted() -> None:
    deck = opening_deck(JOINT)
    once, first = shuffle(JOINT, deck, CONTEXT, HOST.prover)
    twice, second = shuffle(JOINT, once, OTHER_CONTEXTS["seat"], GUEST.prover)
    verify_shuffle(JOINT, deck, once, first, CONTEXT)
    verify_shuffle(JOINT, once, twice, second, OTHER_CONTEXTS["seat"])
    assert len(first) == len(second) == 5287
    assert sorted(str(card) for card in faces(twice)) == sorted(str(card) for card in range(52))


def test_a_hand_under_its_holders_key_shuffles() -> None:
    hand = masked_hand(list(range(11)), GUEST.key)
    outputs, proof = shuffle(GUEST.key, hand, CONTEXT, GUEST.prover)
    verify_shuffle(GUEST.key, hand, outputs, proof, CONTEXT)
    assert len(proof) == 1351


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_another_context_is_refused(field: str) -> None:
    with pytest.raises(InvalidProof):
        verify_shuffle(JOINT, INPUTS, OUTPUTS, PROOF, OTHER_CONTEXTS[field])


@pytest.mark.parametrize("key", [HOST.key, GUEST.key, encode(negate(lift(JOINT))), G, NO_ELEMENT, b""])
def test_another_key_is_refused(key: bytes) -> None:
    refuse(key=key)


@pytest.mark.parametrize("place", range(N))
@pytest.mark.parametrize("wrong", [G, JOINT, NO_ELEMENT, b"", bytes(33)])
@pytest.mark.parametrize("half", ["hint", "body"])
def test_each_half_of_each_card_replaced_is_refused(place: int, wrong: bytes, half: str) -> None:
    for cards, side in ((INPUTS, "inputs"), (OUTPUTS, "outputs")):
        changed = list(cards)
        changed[place] = (
            replace(cards[place], hint=wrong) if half == "hint" else replace(cards[place], body=wrong)
        )
        refuse(
            inputs=changed if side == "inputs" else INPUTS, outputs=changed if side == "outputs" else OUTPUTS
        )


def test_a_negated_or_shifted_card_is_refused() -> None:
    first, *rest = OUTPUTS
    refuse(outputs=[MaskedCard(encode(negate(lift(first.hint))), encode(negate(lift(first.body)))), *rest])
    refuse(outputs=[MaskedCard(encode(negate(lift(first.hint))), first.body), *rest])
    refuse(outputs=[*rest, first])
    refuse(inputs=[*INPUTS[1:], INPUTS[0]])
    refuse(inputs=OUTPUTS, outputs=INPUTS)


def test_two_outputs_swapped_after_the_proof_are_refused() -> None:
    a, b, *rest = OUTPUTS
    refuse(outputs=[b, a, *rest])
    refuse(outputs=[MaskedCard(a.hint, b.body), MaskedCard(b.hint, a.body), *rest])


def test_another_number_of_cards_is_refused() -> None:
    refuse(outputs=OUTPUTS[:-1])
    refuse(outputs=[*OUTPUTS, OUTPUTS[0]])
    refuse(inputs=INPUTS[:-1])
    refuse(inputs=INPUTS[:-1], outputs=OUTPUTS[:-1])
    refuse(inputs=[], outputs=[])
    refuse(inputs=INPUTS[:1], outputs=OUTPUTS[:1])


@pytest.mark.parametrize("n", [0, 1, 53])
def test_fewer_than_2_or_more_than_52_cards_are_refused_before_anything_is_read(n: int) -> None:
    cards = [MaskedCard(NO_ELEMENT, NO_ELEMENT)] * n
    for attempt in (
        lambda: shuffle(JOINT, cards, CONTEXT, HOST.prover),
        lambda: prove_shuffle(JOINT, cards, cards, range(n), [1] * n, CONTEXT, HOST.prover),
        lambda: verify_shuffle(JOINT, cards, cards, PROOF, CONTEXT),
    ):
        with pytest.raises(InvalidProof, match="2 to 52"):
            attempt()


@pytest.mark.parametrize("proof", [b"", PROOF[:-1], PROOF + b"\0", PROOF[32:], PROOF + PROOF, bytes(10**6)])
def test_a_proof_of_another_length_is_refused(proof: bytes) -> None:
    with pytest.raises(InvalidProof, match=r"has \d+ bytes"):
        verify_shuffle(JOINT, INPUTS, OUTPUTS, proof, CONTEXT)


def test_a_flipped_bit_in_each_byte_of_the_proof_is_refused() -> None:
    for byte in range(len(PROOF)):
        refuse(proof=flipped(PROOF, 8 * byte + byte % 8))


def test_each_scalar_beyond_the_order_is_refused() -> None:
    for start in (*range(M2_START, M3_START, 32), *range(M4_START, len(PROOF), 32)):
        for number in (Q, 2**256 - 1, (int.from_bytes(PROOF[start : start + 32]) + Q) % 2**256):
            refuse(proof=PROOF[:start] + number.to_bytes(32) + PROOF[start + 32 :])


@pytest.mark.parametrize("start", [*range(0, M2_START, 33), M3_START])
def test_each_element_of_the_proof_replaced_is_refused(start: int) -> None:
    negated = encode(negate(lift(PROOF[start : start + 33])))
    for wrong in (G, JOINT, NO_ELEMENT, bytes(33), b"\x04" + G[1:], negated):
        refuse(proof=PROOF[:start] + wrong + PROOF[start + 33 :])


@pytest.mark.parametrize(
    ("permutation", "shown"),
    [
        ([1, 0, 2, 3, 4], [0, 1, 2, 3, 4]),  # commits to another order than the outputs have
        ([0, 1, 2, 3, 4], [0, 0, 2, 3, 4]),  # a card twice, an honest commitment
        ([0, 0, 2, 3, 4], [0, 0, 2, 3, 4]),  # a card twice, and the commitment says so
        ([0, 0, 2, 3, 4], [0, 1, 2, 3, 4]),  # honest outputs, a commitment to no permutation
        ([1, 1, 1, 3, 4], [1, 1, 1, 3, 4]),  # the sum of the places is right, the list is not
    ],
)
def test_a_proof_made_by_a_cheat_is_refused(permutation: list[int], shown: list[int]) -> None:
    rhos = [3, 1, 4, 1, 5]
    outputs = [remask(INPUTS[place], JOINT, rho) for place, rho in zip(shown, rhos, strict=True)]
    refuse(
        outputs=outputs, proof=prove_shuffle(JOINT, INPUTS, outputs, permutation, rhos, CONTEXT, HOST.prover)
    )


def test_a_commitment_opened_differently_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "gin_p2p.crypto.shuffle.commit_to", lambda values, blinding: commit_to([*values[:-1], 1], blinding)
    )
    outputs, proof = shuffle(JOINT, INPUTS, CONTEXT, HOST.prover)
    monkeypatch.undo()
    refuse(outputs=outputs, proof=proof)


@pytest.mark.parametrize("half", ["hint", "body"])
def test_a_card_turned_into_another_in_one_half_only_is_refused(half: str) -> None:
    permutation, rhos = [2, 0, 1, 4, 3], [3, 1, 4, 1, 5]
    outputs = [remask(INPUTS[place], JOINT, rho) for place, rho in zip(permutation, rhos, strict=True)]
    other = encode(finite(add(lift(getattr(outputs[0], half)), CARD_POINTS[9]), "a half"))
    outputs[0] = replace(outputs[0], **{half: other})
    refuse(
        outputs=outputs, proof=prove_shuffle(JOINT, INPUTS, outputs, permutation, rhos, CONTEXT, HOST.prover)
    )


def test_a_card_of_another_hand_is_refused() -> None:
    foreign = masked_hand([30], label="foreign")[0]
    permutation, rhos = [0, 1, 2, 3, 4], [1] * N
    outputs = [remask(card, JOINT, 1) for card in (foreign, *INPUTS[1:])]
    refuse(
        outputs=outputs, proof=prove_shuffle(JOINT, INPUTS, outputs, permutation, rhos, CONTEXT, HOST.prover)
    )


def test_a_challenge_e_of_zero_is_refused() -> None:
    with pytest.raises(InvalidProof, match="e is 0"):
        _check_chain(None, [], 1, 1, 0)  # type: ignore[arg-type]


def test_permutations_are_about_equally_frequent() -> None:
    stream = Stream("tests", b"permutations")
    counts = Counter(tuple(_draw_permutation(stream, 4)) for _ in range(2400))
    assert len(counts) == 24
    assert (
        sum((count - 100) ** 2 / 100 for count in counts.values()) < 60
    )  # chi square, 23 degrees, 1 in 10^5
