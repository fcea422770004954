"""Do bytes from a stranger raise InvalidProof and nothing else?"""

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import G, lift, read_scalar
from gin_p2p.crypto.identity import check_public, parse_key_print, verify
from gin_p2p.crypto.masking import MaskedCard, decode_masked, face, face_card, joint_key, opening_deck, strip
from gin_p2p.crypto.proofs import verify_key, verify_shares
from gin_p2p.crypto.shuffle import verify_shuffle
from tests.helpers.provers import CONTEXT, HOST, JOINT, masked_hand

INPUTS = masked_hand([1, 2, 3])
PROOF_BYTES = 231 + 32 * 11

elements = st.one_of(
    st.binary(max_size=70),
    st.binary(min_size=32, max_size=32).map(lambda x: b"\x02" + x),
    st.sampled_from([G, HOST.key, JOINT, bytes(33), b"\x02" + bytes(32)]),
)
cards = st.builds(MaskedCard, elements, elements)


def sized(n_bytes: int) -> st.SearchStrategy[bytes]:
    return st.one_of(st.binary(max_size=100), st.binary(min_size=n_bytes, max_size=n_bytes))


def only_invalid_proof(check: Callable[[], object]) -> None:
    try:
        check()
    except InvalidProof:
        return


@settings(max_examples=150, deadline=None)
@given(elements, elements, cards, sized(66), sized(32))
def test_elements_scalars_and_masked_cards(
    a: bytes, b: bytes, card: MaskedCard, encoded: bytes, scalar: bytes
) -> None:
    only_invalid_proof(lambda: lift(a))
    only_invalid_proof(lambda: read_scalar(scalar))
    only_invalid_proof(lambda: decode_masked(encoded))
    only_invalid_proof(lambda: joint_key(a, b))
    only_invalid_proof(lambda: strip(card, a))
    only_invalid_proof(lambda: face(card, a))
    only_invalid_proof(lambda: face_card(0, a))
    only_invalid_proof(lambda: opening_deck(a))


@settings(max_examples=150, deadline=None)
@given(elements, st.lists(elements, max_size=4), st.lists(elements, max_size=4), sized(48))
def test_sigma_proofs(key: bytes, hints: list[bytes], shares: list[bytes], proof: bytes) -> None:
    only_invalid_proof(lambda: verify_key(key, proof, CONTEXT))
    only_invalid_proof(lambda: verify_key(HOST.key, proof, CONTEXT))
    only_invalid_proof(lambda: verify_shares(key, hints, shares, proof, CONTEXT))
    only_invalid_proof(lambda: verify_shares(HOST.key, [G] * len(shares), shares, proof, CONTEXT))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(cards, max_size=5),
    st.lists(st.one_of(st.sampled_from(INPUTS), cards), min_size=3, max_size=3),
    st.lists(st.sampled_from([G, HOST.key, JOINT]), min_size=7, max_size=7),
    st.binary(min_size=32 * 11, max_size=32 * 11),
    sized(PROOF_BYTES),
)
def test_shuffles(
    few: list[MaskedCard], outputs: list[MaskedCard], words: list[bytes], scalars: bytes, proof: bytes
) -> None:
    well_formed = b"".join(words[:6]) + scalars[: 32 * 4] + words[6] + scalars[32 * 4 :]
    for said in (proof, well_formed):
        only_invalid_proof(lambda said=said: verify_shuffle(JOINT, few, outputs, said, CONTEXT))  # type: ignore[misc]
        only_invalid_proof(lambda said=said: verify_shuffle(JOINT, INPUTS, outputs, said, CONTEXT))  # type: ignore[misc]


@settings(max_examples=150, deadline=None)
@given(sized(32), st.binary(max_size=20), sized(64))
def test_identity_keys_and_signatures(public: bytes, message: bytes, signature: bytes) -> None:
    only_invalid_proof(lambda: check_public(public))
    only_invalid_proof(lambda: verify(public, "frame", message, signature))


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=40), st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=28, max_size=28)))
def test_a_key_print_is_read_or_a_value_error(text: str) -> None:
    try:
        parsed = parse_key_print(text)
    except ValueError:
        return
    assert parse_key_print(parsed) == parsed
