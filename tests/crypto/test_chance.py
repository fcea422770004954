"""Is a draw fair, and can a commitment be opened in one way only?"""

from collections import Counter

import pytest

from gin_p2p.crypto.chance import commit, draw, verify_opening
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.seat import Seat

HOST_KEY, GUEST_KEY, NONCE = b"h" * 32, b"g" * 32, b"n" * 32


def committed() -> bytes:
    return commit("dealer", HOST_KEY, GUEST_KEY, 1, Seat.HOST, NONCE)


def test_the_nonce_put_down_opens_the_commitment() -> None:
    assert len(committed()) == 32
    verify_opening(committed(), "dealer", HOST_KEY, GUEST_KEY, 1, Seat.HOST, NONCE)


def test_threat_27_a_commitment_opens_for_nothing_else() -> None:
    wrong = [
        ("knock", HOST_KEY, GUEST_KEY, 1, Seat.HOST, NONCE),
        ("dealer", GUEST_KEY, HOST_KEY, 1, Seat.HOST, NONCE),
        ("dealer", HOST_KEY, HOST_KEY, 1, Seat.HOST, NONCE),
        ("dealer", HOST_KEY, GUEST_KEY, 2, Seat.HOST, NONCE),
        ("dealer", HOST_KEY, GUEST_KEY, 1, Seat.GUEST, NONCE),
        ("dealer", HOST_KEY, GUEST_KEY, 1, Seat.HOST, b"m" * 32),
        ("dealerh", HOST_KEY[1:], GUEST_KEY, 1, Seat.HOST, NONCE),
    ]
    for purpose, host_key, guest_key, deal, seat, nonce in wrong:
        with pytest.raises(InvalidProof, match="committed"):
            verify_opening(committed(), purpose, host_key, guest_key, deal, seat, nonce)


@pytest.mark.parametrize("nonce", [b"", NONCE[:31], NONCE + b"\0"])
def test_threat_27_a_nonce_cut_or_followed_by_more_opens_nothing(nonce: bytes) -> None:
    with pytest.raises(InvalidProof, match="32 bytes"):
        verify_opening(committed(), "dealer", HOST_KEY, GUEST_KEY, 1, Seat.HOST, nonce)
    with pytest.raises(ValueError, match="32 bytes"):
        commit("dealer", HOST_KEY, GUEST_KEY, 1, Seat.HOST, nonce)


@pytest.mark.parametrize("commitment", [b"", bytes(32), bytes(31)])
def test_threat_27_revealing_without_having_committed_is_refused(commitment: bytes) -> None:
    with pytest.raises(InvalidProof, match="committed"):
        verify_opening(commitment, "dealer", HOST_KEY, GUEST_KEY, 1, Seat.HOST, NONCE)


def test_a_copied_commitment_cannot_be_opened_by_the_copier() -> None:
    with pytest.raises(InvalidProof):
        verify_opening(committed(), "dealer", HOST_KEY, GUEST_KEY, 1, Seat.GUEST, NONCE)


def test_a_draw_hangs_on_each_of_its_parts() -> None:
    base = [draw("knock", 1, NONCE, HOST_KEY, 256) for _ in range(2)]
    assert base[0] == base[1]
    draws = {draw("knock", 1, NONCE, number.to_bytes(32), 52) for number in range(1000)}
    assert draws == set(range(52))
    swapped = [
        draw("knock", 1, a.to_bytes(32), bytes(32), 256) != draw("knock", 1, bytes(32), a.to_bytes(32), 256)
        for a in range(1, 50)
    ]
    assert sum(swapped) > 40
    for change in ("dealer", "deal"):
        changed = [
            draw(
                "dealer" if change == "dealer" else "knock",
                2 if change == "deal" else 1,
                NONCE,
                n.to_bytes(32),
                256,
            )
            for n in range(50)
        ]
        assert changed != [draw("knock", 1, NONCE, n.to_bytes(32), 256) for n in range(50)]


def test_the_first_dealer_is_either_seat_equally_often() -> None:
    counts = Counter(draw("dealer", 0, NONCE, number.to_bytes(32), 2) for number in range(2000))
    assert abs(counts[0] - 1000) < 150


def test_a_draw_with_a_nonce_of_another_length_is_refused() -> None:
    for first, second in ((NONCE[1:], NONCE), (NONCE, NONCE + b"\0")):
        with pytest.raises(ValueError, match="32 bytes"):
            draw("dealer", 0, first, second, 2)
