"""Is every field of a context in its bytes?"""

from dataclasses import replace

import pytest

from gin_p2p.crypto.context import Context, Purpose
from gin_p2p.seat import Seat
from tests.helpers.provers import CONTEXT, OTHER_CONTEXTS


def test_the_bytes_are_those_of_the_protocol() -> None:
    context = Context(b"h" * 32, b"m" * 16, 258, Purpose.OPEN, Seat.GUEST)
    expected = b"h" * 32 + b"m" * 16 + bytes((0, 0, 1, 2)) + bytes(7) + b"\x04open\x01"
    assert context.encode() == expected


def test_no_two_contexts_have_one_encoding() -> None:
    encodings = {context.encode() for context in OTHER_CONTEXTS.values()} | {CONTEXT.encode()}
    assert len(encodings) == len(OTHER_CONTEXTS) + 1


def test_a_head_or_match_id_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        replace(CONTEXT, head=bytes(31))
    with pytest.raises(ValueError, match="16"):
        replace(CONTEXT, match_id=bytes(17))


@pytest.mark.parametrize("deal", [-1, 2**32])
def test_a_deal_beyond_four_bytes_is_refused(deal: int) -> None:
    with pytest.raises(ValueError, match="4 bytes"):
        replace(CONTEXT, deal=deal)
