"""Do exactly the canonical bytes decode, and does everything else raise Malformed and nothing more?"""

import time
import tracemalloc

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.protocol.codec import MAX_DEPTH, MAX_ITEMS, Malformed, Packable, pack, unpack

ROOM = 1 << 20

LEAVES = st.one_of(st.integers(0, 2**64 - 1), st.binary(max_size=300), st.text(max_size=80), st.booleans())
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=20).map(tuple), max_leaves=30).filter(
    lambda value: depth_of(value) <= MAX_DEPTH
)


def depth_of(value: object) -> int:
    return 1 + max(map(depth_of, value), default=0) if isinstance(value, tuple) else 0


def refuse(data: bytes, **bounds: int) -> None:
    with pytest.raises(Malformed) as caught:
        unpack(data, **({"max_bytes": ROOM} | bounds))
    assert str(caught.value)
    assert caught.value.__cause__ is None


def nested(depth: int) -> bytes:
    return b"\x91" * depth + b"\x05"


@given(VALUES)
def test_what_was_packed_is_unpacked(value: Packable) -> None:
    data = pack(value)
    found = unpack(data, max_bytes=len(data))
    assert found == value
    assert typed(found) == typed(value)


def typed(value: object) -> object:
    """Answer the types of a value: 1 == True."""
    return tuple(map(typed, value)) if isinstance(value, tuple) else type(value)


@given(st.binary(max_size=200))
def test_arbitrary_bytes_are_refused_or_are_the_one_encoding_of_their_value(data: bytes) -> None:
    try:
        value = unpack(data, max_bytes=ROOM)
    except Malformed:
        return
    assert pack(value) == data


@given(VALUES, st.data())
def test_changed_bytes_never_decode_to_the_same_value(value: Packable, data: st.DataObject) -> None:
    packed = bytearray(pack(value))
    place = data.draw(st.integers(0, len(packed) - 1))
    packed[place] ^= data.draw(st.integers(1, 255))
    try:
        found = unpack(bytes(packed), max_bytes=ROOM)
    except Malformed:
        return
    assert (found, typed(found)) != (value, typed(value))


# Cases of other programs


@pytest.mark.parametrize("data", ["82a16101a16102", "80", "81a16105", "df00000000", "de0000"])
def test_l01_a_map_is_refused_and_with_it_a_key_that_stands_twice(data: str) -> None:
    refuse(bytes.fromhex(data))


@pytest.mark.parametrize(
    "data",
    [
        "cc05",
        "cd0005",
        "ce00000005",
        "cf0000000000000005",
        "d005",
        "d9024168",
        "dc000105",
        "dd0000000105",
        "c5000141",
        "c60000000141",
        "da00026162",
        "de0001a16105",
        "ca40a00000",
    ],
)
def test_l02_a_second_way_to_write_a_value_is_refused(data: str) -> None:
    refuse(bytes.fromhex(data))
    refuse(b"\x92" + bytes.fromhex(data) + b"\x01")


@pytest.mark.parametrize(
    "data",
    [
        "cb4014000000000000",
        "cb7ff8000000000000",
        "ca00000000",
        "ff",
        "d0ff",
        "d3ffffffffffffffff",
        "c0",
        "c1",
    ],
)
def test_l04_a_float_a_negative_number_and_nil_are_refused(data: str) -> None:
    refuse(bytes.fromhex(data))
    refuse(b"\x91" + bytes.fromhex(data))


def test_l04_text_bytes_numbers_and_booleans_stay_what_they_are() -> None:
    assert unpack(bytes.fromhex("c4024168"), max_bytes=9) == b"Ah"
    assert unpack(bytes.fromhex("a24168"), max_bytes=9) == "Ah"
    assert unpack(b"\xc3", max_bytes=9) is True
    assert type(unpack(b"\x01", max_bytes=9)) is int


@pytest.mark.parametrize("data", ["c7010141", "d40141", "d5014142", "d6ff00000000", "c70cff" + "00" * 12])
def test_an_extension_is_refused(data: str) -> None:
    refuse(bytes.fromhex(data))


@pytest.mark.parametrize(
    "value", [{"a": 1}, {1: 2}, None, 1.5, -1, 2**64, object(), [{0: 1}], b"x".join, {1}]
)
def test_l05_what_could_not_be_read_is_not_written(value: object) -> None:
    with pytest.raises(TypeError):
        pack(value)  # type: ignore[arg-type]  # what it must refuse


def test_the_largest_numbers_are_written_and_read() -> None:
    for number in (0, 127, 128, 255, 256, 2**16, 2**32 - 1, 2**32, 2**64 - 1):
        assert unpack(pack(number), max_bytes=9) == number


@pytest.mark.parametrize(
    "data",
    [
        b"\xdd\xff\x00\x00\x00",
        b"\xdf\xff\x00\x00\x00",
        b"\xc6\xff\x00\x00\x00",
        b"\xdb\xff\x00\x00\x00",
        b"\xc9\xff\x00\x00\x00\x01",
        b"\xdc\xff\xff" * 24_000,
        b"\xdc\x0f\xff" * 8_000,
        b"\xdc\x00\x80" * 8_000,
        b"\x9f" * 24_000,
        b"\xdd\x05\xf5\xe1\x00" * 200,
        b"\x91" * 2_000,
        b"\x91" * 100_000,
        b"\x81\xa1\x61" * 5_000,
    ],
    ids=lambda data: f"{data[:5].hex()} of {len(data)}",
)
def test_l06_l07_a_header_that_promises_much_and_deep_nesting_cost_nothing(data: bytes) -> None:
    started = time.process_time()
    tracemalloc.start()
    try:
        refuse(data)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak_bytes < 3_000_000
    assert time.process_time() - started < 1


@pytest.mark.parametrize("tail", [b"\0", b"\x92\x01\x02", b"\xc0", bytes(1000)])
def test_l09_bytes_after_the_value_are_refused(tail: bytes) -> None:
    refuse(pack((1, b"x")) + tail)


@pytest.mark.parametrize("data", ["a1ff", "a3eda080", "a2c0af", "a4f4908080", "a1c3"])
def test_l12_text_that_is_not_strict_utf_8_is_refused(data: str) -> None:
    refuse(bytes.fromhex(data))


@pytest.mark.parametrize("n", range(1, 20))
def test_every_cut_of_a_value_is_refused(n: int) -> None:
    data = pack((1, b"0123456789", "text", True, (2, 3)))
    assert n < len(data)
    refuse(data[:-n])


def test_no_bytes_are_no_value() -> None:
    refuse(b"")


# Bounds


def test_the_longest_input_is_read_and_one_byte_more_is_refused() -> None:
    data = pack(bytes(300))
    assert unpack(data, max_bytes=len(data)) == bytes(300)
    refuse(data, max_bytes=len(data) - 1)


def test_the_longest_array_is_read_and_one_item_more_is_refused() -> None:
    assert unpack(pack((1,) * MAX_ITEMS), max_bytes=ROOM) == (1,) * MAX_ITEMS
    refuse(pack((1,) * (MAX_ITEMS + 1)))
    assert unpack(pack((1, 2)), max_bytes=ROOM, max_items=2) == (1, 2)
    refuse(pack((1, 2, 3)), max_items=2)


def test_the_deepest_value_is_read_and_one_level_more_is_neither_read_nor_written() -> None:
    value: Packable = 5
    for _ in range(MAX_DEPTH):
        value = (value,)
    assert pack(value) == nested(MAX_DEPTH)
    assert unpack(nested(MAX_DEPTH), max_bytes=ROOM) == value
    refuse(nested(MAX_DEPTH + 1))
    with pytest.raises(TypeError):
        pack((value,))


def test_what_another_writer_of_the_same_format_writes_is_refused_where_it_has_a_shorter_form() -> None:
    assert unpack(msgpack.packb([1, "a"]), max_bytes=9) == (1, "a")
    refuse(msgpack.packb([1, "a"], use_single_float=True)[:1] + b"\xcc\x01\xa1a")
