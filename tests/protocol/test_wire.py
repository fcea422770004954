"""Is each message written in one way, and is each field out of shape or bounds refused?"""

from dataclasses import fields
from typing import Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.protocol import messages as say
from gin_p2p.protocol.codec import Malformed, Packable, pack, unpack
from gin_p2p.protocol.fields import MAX_MELDS, MAX_PARTS, MAX_SETTINGS
from gin_p2p.protocol.wire import (
    MAX_BODY_BYTES,
    MAX_MS,
    MAX_NAME_BYTES,
    MAX_POINTS,
    decode_body,
    encode_body,
)
from tests.helpers.stories import SCENARIOS, sample, story

EVERY_KIND: Final = tuple(kind for kind in get_args(say.Message))


def value_of(message: say.Message) -> list[Packable]:
    """Answer the array that says a message: kind, milliseconds, fields."""
    value = unpack(encode_body(7, message), max_bytes=MAX_BODY_BYTES)
    assert isinstance(value, tuple)
    return list(value)


def with_field(kind: type, name: str, value: Packable) -> bytes:
    """Answer a body with one field said otherwise."""
    said = value_of(sample(kind))
    said[2 + [field.name for field in fields(kind)].index(name)] = value
    return pack(said)


def refuse(body: bytes) -> None:
    with pytest.raises(Malformed):
        decode_body(body)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_message_is_read_as_it_was_said(kind: type) -> None:
    message = sample(kind)
    body = encode_body(123_456, message)
    assert decode_body(body) == (123_456, message)
    assert encode_body(*decode_body(body)) == body


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_message_of_every_story_is_read_as_it_was_said(name: str) -> None:
    for heard in story(name).heard:
        assert decode_body(encode_body(heard.ms, heard.message)) == (heard.ms, heard.message)


def test_a_body_begins_with_its_kind_and_the_milliseconds() -> None:
    assert encode_body(40, say.Resign(b"12345678")) == bytes.fromhex("93a672657369676e28c4083132333435363738")
    assert [value_of(sample(kind))[0] for kind in (say.TakeMany, say.BigGin)] == ["take-many", "big-gin"]


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_field_too_few_or_too_many_is_refused(kind: type) -> None:
    said = value_of(sample(kind))
    refuse(pack(said[:-1]))
    refuse(pack([*said, 0]))
    refuse(pack([*said, b""]))


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_field_of_another_type_is_refused(kind: type) -> None:
    said = value_of(sample(kind))
    for place, right in enumerate(said):
        for wrong in (1, True, b"\x01" * 66, "xx", (b"x",)):
            if type(wrong) is not type(right):
                refuse(pack([*said[:place], wrong, *said[place + 1 :]]))


@pytest.mark.parametrize(
    "value", [5, b"open", "open", True, (), ("open",), (1, 2), ("", 0), ("OPEN", 0), (b"pass", 0)]
)
def test_a_body_that_is_no_message_is_refused(value: Packable) -> None:
    refuse(pack(value))


LENGTHS: Final = [
    (say.Open, "host_key", 32),
    (say.Open, "guest_key", 32),
    (say.Open, "commitment", 32),
    (say.Accept, "nonce", 32),
    (say.Reveal, "nonce", 32),
    (say.Key, "key", 33),
    (say.Key, "proof", 48),
    (say.Cut, "share_proof", 48),
    (say.Serve, "share_proof", 48),
    (say.Give, "share", 33),
    (say.Give, "share_proof", 48),
    (say.TakeMany, "share_proof", 48),
    (say.Throw, "share", 33),
    (say.Throw, "share_proof", 48),
    (say.Knock, "share_proof", 48),
    (say.BigGin, "share_proof", 48),
    (say.Defend, "share_proof", 48),
    (say.Misdeal, "share_proof", 48),
    *((kind, "digest", 8) for kind in get_args(say.MoveMessage)),
]


@pytest.mark.parametrize(("kind", "name", "n_bytes"), LENGTHS)
def test_bytes_of_another_length_are_refused(kind: type, name: str, n_bytes: int) -> None:
    _, message = decode_body(with_field(kind, name, bytes(n_bytes)))
    assert getattr(message, name) == bytes(n_bytes)
    for length in (0, n_bytes - 1, n_bytes + 1, 2 * n_bytes):
        refuse(with_field(kind, name, bytes(length)))


@pytest.mark.parametrize(("kind", "name"), [(say.Key, "chance"), (say.Shuffle, "nonce")])
def test_a_number_for_the_knock_deck_has_32_bytes_or_none(kind: type, name: str) -> None:
    for length in (0, 32):
        _, message = decode_body(with_field(kind, name, bytes(length)))
        assert getattr(message, name) == bytes(length)
    for length in (1, 31, 33, 64):
        refuse(with_field(kind, name, bytes(length)))


PARTS: Final = [
    *((kind, "deck", 66) for kind in (say.Shuffle, say.Cut)),
    *((kind, "hand", 66) for kind in (say.TakeMany, say.Throw, say.Knock, say.BigGin)),
    *(
        (kind, "shares", 33)
        for kind in (say.Cut, say.Serve, say.TakeMany, say.Knock, say.BigGin, say.Defend, say.Misdeal)
    ),
]


@pytest.mark.parametrize(("kind", "name", "n_bytes"), PARTS)
def test_parts_are_whole_and_not_too_many(kind: type, name: str, n_bytes: int) -> None:
    for n_parts in (0, 1, MAX_PARTS):
        _, message = decode_body(with_field(kind, name, bytes(n_parts * n_bytes)))
        assert len(getattr(message, name)) == n_parts
    for length in (1, n_bytes - 1, n_bytes + 1, (MAX_PARTS + 1) * n_bytes):
        refuse(with_field(kind, name, bytes(length)))


BELOW: Final = [
    (say.Open, "version", 2**16),
    (say.Open, "started_ms", MAX_MS),
    (say.TakeMany, "count", 52),
    (say.Throw, "place", 52),
    (say.Knock, "discard", 52),
    (say.Close, "winner", 3),
]


@pytest.mark.parametrize(("kind", "name", "bound"), BELOW)
def test_the_largest_number_is_read_and_the_next_is_refused(kind: type, name: str, bound: int) -> None:
    _, message = decode_body(with_field(kind, name, bound - 1))
    assert getattr(message, name) == bound - 1
    refuse(with_field(kind, name, bound))
    refuse(with_field(kind, name, True))


def test_the_latest_time_is_read_and_the_next_is_refused() -> None:
    assert decode_body(encode_body(MAX_MS - 1, say.Resign(bytes(8))))[0] == MAX_MS - 1
    refuse(encode_body(MAX_MS, say.Resign(bytes(8))))


@pytest.mark.parametrize("kind", [say.Open, say.Accept])
def test_the_longest_name_is_read_and_one_letter_more_is_refused(kind: type) -> None:
    for name in ("", "x" * MAX_NAME_BYTES, "é" * (MAX_NAME_BYTES // 2), "\x1b[2J\u202e"):
        _, message = decode_body(with_field(kind, "name", name))
        assert getattr(message, "name") == name  # noqa: B009 - of either kind
    refuse(with_field(kind, "name", "x" * (MAX_NAME_BYTES + 1)))
    refuse(with_field(kind, "name", "é" * (MAX_NAME_BYTES // 2 + 1)))


@pytest.mark.parametrize(
    ("kind", "name", "good", "bad"),
    [
        (say.Close, "totals", (0, MAX_POINTS - 1), [(0,), (0, 0, 0), (0, MAX_POINTS), (0, True), (0, b"")]),
        (
            say.Open,
            "team",
            ("a", 99, 1),
            [("a", 100, 1), ("a", 1, 2), ("a", 1), ("a", 1, 1, 1), ("a" * 65, 1, 1)],
        ),
        (say.Open, "rules", (1, "a", True), [(b"",), ((1,),), (0,) * (MAX_SETTINGS + 1)]),
        (say.Open, "terms", (), [(b"",), (0,) * (MAX_SETTINGS + 1)]),
        (say.TakeMany, "places", (51,) * 52, [(52,), (True,), (b"",), (0,) * 53]),
        (say.Knock, "melds", ((51,),) * MAX_MELDS, [((52,),), (5,), ((0,),) * (MAX_MELDS + 1), ((0,) * 53,)]),
        (say.BigGin, "melds", ((0,) * 52, ()), [((52,),), ((True,),), ((0,) * 53,)]),
        (say.Defend, "melds", (), [((52,),), ((b"",),)]),
        (
            say.Defend,
            "layoffs",
            ((51, MAX_MELDS - 1),) * 52,
            [((52, 0),), ((0, MAX_MELDS),), ((0,),), ((0, 0, 0),)],
        ),
        (say.Defend, "layoffs", (), [((0, 0),) * 53, (0, 0)]),
    ],
)
def test_an_array_within_is_bounded(kind: type, name: str, good: Packable, bad: list[Packable]) -> None:
    decode_body(with_field(kind, name, good))
    for value in bad:
        refuse(with_field(kind, name, value))


def test_the_longest_body_is_read_and_a_longer_one_is_refused() -> None:
    fixed = len(with_field(say.Shuffle, "proof", bytes(10_000))) - 10_000
    decode_body(with_field(say.Shuffle, "proof", bytes(MAX_BODY_BYTES - fixed)))
    refuse(with_field(say.Shuffle, "proof", bytes(MAX_BODY_BYTES - fixed + 1)))


@given(st.binary(max_size=200))
def test_arbitrary_bytes_raise_malformed_only(body: bytes) -> None:
    refuse(body)


@given(st.sampled_from(EVERY_KIND), st.data())
def test_a_changed_body_is_refused_or_says_something_else_in_its_one_way(
    kind: type, data: st.DataObject
) -> None:
    message = sample(kind)
    body = bytearray(encode_body(40, message))
    for _ in range(data.draw(st.integers(1, 3))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(max(0, len(body) - 3), len(body)))
    changed = bytes(body[:cut])
    try:
        found = decode_body(changed)
    except Malformed:
        return
    assert encode_body(*found) == changed
    assert (found == (40, message)) is (changed == encode_body(40, message))
