"""Can the one who signed be blamed, and does a key print find a wrong letter?"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.identity import Identity, check_public, key_print, parse_key_print, verify
from tests.helpers.provers import flipped, seeded_entropy

ALICE = Identity.generate(seeded_entropy("alice"))
BOB = Identity.generate(seeded_entropy("bob"))
SIGNED = ALICE.sign("frame", b"message")
PRIME = 2**255 - 19
Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def key_with_y(y: int, sign: int) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


def test_a_signature_is_accepted() -> None:
    assert len(SIGNED) == 64
    verify(ALICE.public, "frame", b"message", SIGNED)


def test_a_signature_for_anything_else_is_refused() -> None:
    wrong = [
        (BOB.public, "frame", b"message", SIGNED),
        (ALICE.public, "close", b"message", SIGNED),
        (ALICE.public, "frame", b"messagf", SIGNED),
        (ALICE.public, "fram", b"e\0message", SIGNED),
        (ALICE.public, "frame", b"message", b""),
        (ALICE.public, "frame", b"message", SIGNED + b"\0"),
        (ALICE.public, "frame", b"message", bytes(10**6)),
    ]
    for public, label, message, signature in wrong:
        with pytest.raises(InvalidProof):
            verify(public, label, message, signature)


def test_a_flipped_bit_of_a_signature_is_refused() -> None:
    for bit in range(512):
        with pytest.raises(InvalidProof):
            verify(ALICE.public, "frame", b"message", flipped(SIGNED, bit))


def test_a_response_written_in_a_second_way_is_refused() -> None:
    order = 2**252 + 27742317777372353535851937790883648493
    response = int.from_bytes(SIGNED[32:], "little") + order
    with pytest.raises(InvalidProof):
        verify(ALICE.public, "frame", b"message", SIGNED[:32] + response.to_bytes(32, "little"))


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", [0, 1, PRIME - 1, Y8, PRIME - Y8, *range(PRIME, 2**255)])
def test_a_key_of_small_order_or_written_in_a_second_way_is_refused(y: int, sign: int) -> None:
    public = key_with_y(y, sign)
    constant = b"\x01" + bytes(63)
    with pytest.raises(InvalidProof):
        check_public(public)
    with pytest.raises(InvalidProof):
        verify(public, "frame", b"any message", constant)


@pytest.mark.parametrize("public", [b"", bytes(31), bytes(33), bytes(10**6)])
def test_a_key_of_another_length_is_refused(public: bytes) -> None:
    with pytest.raises(InvalidProof, match="32 bytes"):
        check_public(public)


def test_a_key_of_no_point_is_refused_and_verifies_nothing() -> None:
    with pytest.raises(InvalidProof, match="point of the curve"):
        check_public((2).to_bytes(32, "little"))
    with pytest.raises(InvalidProof):
        verify((2).to_bytes(32, "little"), "frame", b"message", SIGNED)


def test_every_key_that_somebody_can_have_is_admitted() -> None:
    for number in range(50):
        check_public(Identity.from_private_bytes(number.to_bytes(32)).public)


def test_an_identity_reads_back_as_written_and_makes_its_own_public_half() -> None:
    again = Identity.from_private_bytes(ALICE.private_bytes())
    assert again.public == ALICE.public
    assert again.sign("frame", b"message") == SIGNED
    check_public(again.public)


def test_a_private_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Identity.from_private_bytes(bytes(64))


def test_an_identity_shows_its_print_and_not_its_secret() -> None:
    assert repr(ALICE) == f"Identity({key_print(ALICE.public)})"
    assert ALICE.private_bytes().hex() not in repr(ALICE)


def test_a_label_with_a_zero_byte_is_refused() -> None:
    with pytest.raises(ValueError, match="zero byte"):
        ALICE.sign("frame\0", b"")
    with pytest.raises(ValueError, match="zero byte"):
        verify(ALICE.public, "fr\0ame", b"", SIGNED)


def test_a_key_print_has_seven_groups_of_four_letters() -> None:
    text = key_print(ALICE.public)
    assert [len(group) for group in text.split("-")] == [4] * 7
    assert set(text) <= set(LETTERS + "-")
    assert text != key_print(BOB.public)


def test_a_key_print_is_read_however_a_person_writes_it() -> None:
    text = key_print(ALICE.public)
    for written in (text.upper(), text.replace("-", ""), text.replace("-", " "), f"  {text}\n"):
        assert parse_key_print(written) == text
    with_digits = next(
        key_print(bytes((i,)) * 32) for i in range(256) if {"o", "l"} <= set(key_print(bytes((i,)) * 32))
    )
    assert parse_key_print(with_digits.replace("o", "0").replace("l", "1")) == with_digits


@settings(max_examples=200, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 27), st.sampled_from(LETTERS))
def test_every_wrong_letter_is_found(public: bytes, place: int, letter: str) -> None:
    letters = key_print(public).replace("-", "")
    assert parse_key_print(letters) == key_print(public)
    changed = letters[:place] + letter + letters[place + 1 :]
    if changed != letters:
        with pytest.raises(ValueError, match="check letters"):
            parse_key_print(changed)


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 26))
def test_two_neighbours_changed_about_are_found(public: bytes, place: int) -> None:
    letters = key_print(public).replace("-", "")
    changed = letters[:place] + letters[place + 1] + letters[place] + letters[place + 2 :]
    if changed != letters:
        with pytest.raises(ValueError, match="changed about"):
            parse_key_print(changed)


def test_check_letters_with_a_second_reading_are_refused() -> None:
    # 4093 more in the last 12 bits is a multiple of 4093 again, but no print is written so
    for i in range(2**16):
        letters = key_print(i.to_bytes(32)).replace("-", "")
        number = sum(LETTERS.index(letter) << 5 * (27 - place) for place, letter in enumerate(letters))
        if number % 4096 < 3:
            break
    else:
        pytest.fail("no print with small check letters among 65,536")
    second = "".join(LETTERS[number + 4093 >> 5 * place & 31] for place in reversed(range(28)))
    with pytest.raises(ValueError, match="check letters"):
        parse_key_print(second)


def test_a_letter_no_print_has_is_named_with_its_place() -> None:
    with pytest.raises(ValueError, match="letter 3 is '9'"):
        parse_key_print("ab9" + "a" * 25)
    with pytest.raises(ValueError, match="28 letters, not 27"):
        parse_key_print("a" * 27)
