"""Does a masked card open to the right card, for the right seat, and to nothing else?"""

import pytest

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import G, encode, lift, negate, secret_base
from gin_p2p.crypto.masking import (
    MASKED_BYTES,
    MaskedCard,
    card_element,
    decode_masked,
    face,
    face_card,
    joint_key,
    opening_deck,
    remask,
    share_of,
    strip,
)
from tests.helpers.provers import GUEST, HOST, JOINT, masked_hand

NO_ELEMENT = b"\x02" + bytes(32)


def test_a_card_opens_with_both_shares_whoever_strips_first() -> None:
    for card, masked in enumerate(masked_hand(list(range(52)))):
        of_host, of_guest = share_of(HOST.secret, masked), share_of(GUEST.secret, masked)
        assert face(strip(masked, of_host), of_guest) == card
        assert face(strip(masked, of_guest), of_host) == card


def test_a_card_does_not_open_with_one_share() -> None:
    (masked,) = masked_hand([17])
    assert face(masked, share_of(HOST.secret, masked)) is None
    assert face(masked, masked.body) is None


def test_a_stripped_card_stands_under_the_other_key() -> None:
    (masked,) = masked_hand([17])
    own = strip(masked, share_of(HOST.secret, masked))
    assert own.hint == masked.hint
    assert face(remask(own, GUEST.key, 99), share_of(GUEST.secret, remask(own, GUEST.key, 99))) == 17


def test_the_opening_deck_is_all_cards_with_randomness_one() -> None:
    deck = opening_deck(JOINT)
    assert len(deck) == len(set(deck)) == 52
    assert {masked.hint for masked in deck} == {G}
    for card, masked in enumerate(deck):
        assert face(masked, JOINT) == card


def test_a_card_from_the_pile_opens_with_the_holders_share() -> None:
    masked = face_card(25, GUEST.key)
    assert face(masked, share_of(GUEST.secret, masked)) == 25


def test_remasking_changes_both_halves_and_not_the_card() -> None:
    masked = face_card(3, GUEST.key)
    other = remask(masked, GUEST.key, 12345)
    assert other.hint != masked.hint
    assert other.body != masked.body
    assert face(other, share_of(GUEST.secret, other)) == 3


def test_a_masked_card_reads_back_as_written() -> None:
    (masked,) = masked_hand([5])
    assert len(masked.encode()) == MASKED_BYTES == 66
    assert decode_masked(masked.encode()) == masked


@pytest.mark.parametrize(
    "encoded", [b"", bytes(66), G + bytes(33), bytes(33) + G, G + G[:32], G + G + b"\0", G * 3]
)
def test_bytes_that_are_no_masked_card_are_refused(encoded: bytes) -> None:
    with pytest.raises(InvalidProof):
        decode_masked(encoded)


def test_equal_keys_cancelling_keys_and_no_keys_have_no_joint_key() -> None:
    with pytest.raises(InvalidProof, match="equal"):
        joint_key(HOST.key, HOST.key)
    with pytest.raises(InvalidProof, match="infinity"):
        joint_key(HOST.key, encode(negate(lift(HOST.key))))
    with pytest.raises(InvalidProof):
        joint_key(HOST.key, NO_ELEMENT)


def test_the_joint_key_is_the_same_from_both_sides() -> None:
    assert joint_key(GUEST.key, HOST.key) == JOINT


def test_a_body_at_infinity_is_no_face_and_no_card() -> None:
    masked = MaskedCard(G, HOST.key)
    assert face(masked, HOST.key) is None
    with pytest.raises(InvalidProof, match="infinity"):
        strip(masked, HOST.key)


def test_a_key_that_cancels_a_card_is_refused() -> None:
    with pytest.raises(InvalidProof, match="infinity"):
        face_card(9, encode(negate(lift(card_element(9)))))


def test_a_remasking_to_infinity_is_refused() -> None:
    with pytest.raises(InvalidProof, match="hint is infinity"):
        remask(MaskedCard(encode(secret_base(-5)), G), HOST.key, 5)
    with pytest.raises(InvalidProof, match="body is infinity"):
        remask(MaskedCard(G, encode(negate(lift(HOST.key)))), HOST.key, 1)


def test_what_is_no_element_is_refused_everywhere() -> None:
    for masked in (MaskedCard(NO_ELEMENT, G), MaskedCard(G, NO_ELEMENT)):
        with pytest.raises(InvalidProof):
            remask(masked, HOST.key, 1)
    with pytest.raises(InvalidProof):
        strip(MaskedCard(G, G), NO_ELEMENT)
    with pytest.raises(InvalidProof):
        face(MaskedCard(G, G), NO_ELEMENT)
    with pytest.raises(InvalidProof):
        share_of(HOST.secret, MaskedCard(NO_ELEMENT, G))
    with pytest.raises(InvalidProof):
        opening_deck(NO_ELEMENT)
