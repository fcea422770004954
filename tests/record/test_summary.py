"""Does a summary read from a file say what was written, and nothing where it is none of ours?"""

from dataclasses import replace

import pytest

from gin_p2p.protocol.codec import Value, pack, unpack
from gin_p2p.record.summary import Summary
from gin_p2p.seat import Seat
from tests.helpers.records import one_hand


def values() -> list[Value]:
    value = unpack(pack(one_hand().summary().to_value()), max_bytes=16_384)
    assert isinstance(value, tuple)
    return list(value)


@pytest.mark.parametrize("winner", [Seat.HOST, Seat.GUEST, None])
def test_a_summary_is_read_as_it_was_written(winner: Seat | None) -> None:
    summary = replace(one_hand().summary(), winner=winner)
    assert Summary.parse(unpack(pack(summary.to_value()), max_bytes=16_384)) == summary


def test_a_summary_tells_the_match() -> None:
    pair = one_hand()
    summary = pair.summary()
    assert summary.match_id == pair.sessions[0].match_id
    assert summary.names == ("alice", "bob")
    assert summary.keys == tuple(identity.public for identity in pair.identities)
    assert (summary.format, summary.n_deals) == ("hands", 1)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, b"short"),
        (1, b"text"),
        (3, (bytes(32),)),
        (4, ("a", "b", "c")),
        (5, 2**60),
        (8, (1, True)),
        (9, 3),
    ],
)
def test_a_summary_with_a_field_of_another_kind_is_none(place: int, value: Value) -> None:
    changed = values()
    changed[place] = value
    assert Summary.parse(tuple(changed)) is None


def test_a_summary_with_a_field_too_many_or_too_few_is_none() -> None:
    assert Summary.parse((*values(), 1)) is None
    assert Summary.parse(tuple(values()[:-1])) is None
    assert Summary.parse(7) is None
