"""Which bytes are elements, and does the arithmetic refuse what has no name?"""

import pytest

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import (
    G_POINT,
    G,
    Point,
    Q,
    add,
    encode,
    finite,
    hash_to_point,
    lift,
    negate,
    public_base,
    public_sum,
    read_scalar,
    require_library,
    secret_base,
    secret_multiple,
    secret_sum,
    write_scalar,
)

FIELD_PRIME = 2**256 - 2**32 - 977
SEVEN = secret_base(7)
X_OFF_CURVE = next(
    x for x in range(1, 100) if pow(x**3 + 7, (FIELD_PRIME - 1) // 2, FIELD_PRIME) != 1
).to_bytes(32)

BAD_ELEMENTS = {
    "empty": b"",
    "one zero byte": b"\0",
    "all zeros": bytes(33),
    "x = 0": b"\x02" + bytes(32),
    "x not on the curve": b"\x02" + X_OFF_CURVE,
    "x = p": b"\x02" + FIELD_PRIME.to_bytes(32),
    "x = p + 1": b"\x02" + (FIELD_PRIME + 1).to_bytes(32),
    "x = 2^256 - 1": b"\x03" + b"\xff" * 32,
    "x of G plus p": b"\x02" + ((1 + FIELD_PRIME) % 2**256).to_bytes(32),
    "32 bytes": G[:32],
    "34 bytes": G + b"\0",
    "65 bytes": G_POINT,
    "hybrid 65 bytes": b"\x06" + G_POINT[1:],
    "a megabyte": b"\x02" * 1_000_000,
    "text": b"a random string of 33 characters!",
    **{f"prefix {prefix:02x}": bytes((prefix,)) + G[1:] for prefix in (0, 1, 4, 5, 6, 7, 0x82, 0xFF)},
}


@pytest.mark.parametrize("name", BAD_ELEMENTS)
def test_threat_03_bytes_that_are_no_element_are_refused(name: str) -> None:
    with pytest.raises(InvalidProof):
        lift(BAD_ELEMENTS[name])


@pytest.mark.parametrize("scalar", [1, 2, 7, Q - 1])
def test_an_element_reads_back_as_written(scalar: int) -> None:
    point = secret_base(scalar)
    assert lift(encode(point)) == point
    assert len(encode(point)) == 33


def test_threat_04_a_scalar_has_one_name() -> None:
    for number in (0, 1, Q - 1):
        assert read_scalar(write_scalar(number)) == number
    for encoded in (
        Q.to_bytes(32),
        (Q + 1).to_bytes(32),
        b"\xff" * 32,
        b"",
        bytes(31),
        bytes(33),
        bytes(10**6),
    ):
        with pytest.raises(InvalidProof):
            read_scalar(encoded)


def test_secret_and_public_arithmetic_agree() -> None:
    for scalar in (1, 2, 0xABCDEF, Q - 2):
        assert secret_multiple(scalar, SEVEN) == public_sum([(SEVEN, scalar)]) == secret_base(7 * scalar)
    assert secret_sum(5, [(SEVEN, 3), (G_POINT, 2)]) == secret_base(28)
    assert add(SEVEN, G_POINT) == secret_base(8)


def test_sums_that_are_infinity_answer_none() -> None:
    assert add(SEVEN, negate(SEVEN)) is None
    assert public_sum([(SEVEN, 5), (negate(SEVEN), 5)]) is None
    assert public_sum([(G_POINT, 7), (SEVEN, -1)]) is None
    assert public_sum([(SEVEN, 2), (SEVEN, -2)]) is None
    assert public_sum([]) is None


def test_infinity_where_an_element_must_stand_is_refused() -> None:
    assert finite(SEVEN, "seven") == SEVEN
    with pytest.raises(InvalidProof, match="seven is infinity"):
        finite(None, "seven")


def test_terms_with_coefficient_zero_are_left_out() -> None:
    assert public_sum([(SEVEN, 1), (G_POINT, 0), (G_POINT, Q)]) == SEVEN
    assert secret_sum(0, [(SEVEN, 1), (G_POINT, Q)]) == SEVEN


def test_equal_elements_are_added_up() -> None:
    assert public_sum([(SEVEN, 1), (SEVEN, 2), (SEVEN, Q)]) == secret_base(21)


def test_a_secret_sum_at_infinity_is_refused() -> None:
    with pytest.raises(ValueError, match="infinity"):
        secret_sum(7, [(SEVEN, -1)])
    with pytest.raises(ValueError, match="at least one"):
        secret_sum(0, [(SEVEN, 0)])


def test_a_coefficient_zero_of_the_base_is_refused() -> None:
    assert public_base(Q + 7) == SEVEN
    for scalar in (0, Q):
        with pytest.raises(InvalidProof, match="coefficient"):
            public_base(scalar)


def test_a_library_that_cannot_calculate_never_reads_as_a_sum() -> None:
    with pytest.raises(InvalidProof, match="calculated"):
        public_sum([(Point(b"\x04" + bytes(64)), 1)])


def test_threat_18_fixed_points_are_the_check_values_of_the_protocol() -> None:
    expected = {
        ("generator", 0): "020d62f510a18a4e54539e36bdf88071eebb8f937869786188c03efc3b2a1ebb1e",
        ("generator", 51): "0362c47f07251c1a0ed9f3814ff5347c279f1ff21b68f86ddce11cce4caea90580",
        ("card", 0): "02c460998b3eecc0dd18687abf78f7a6b27f664cce5a1ee730e9a6412ea44db227",
        ("card", 51): "021681d156987ca74c60bcde43ac1eaa37e6e53e1ea1d87b0dd13a0f3a645d3783",
    }
    for (kind, number), value in expected.items():
        assert encode(hash_to_point(kind, number)).hex() == value


def test_another_library_is_refused_on_import() -> None:
    require_library(G_POINT, G.hex())
    with pytest.raises(ImportError, match="other elements"):
        require_library(SEVEN, G.hex())
