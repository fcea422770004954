"""Which bytes stand for a value, and do these bytes stand for exactly one?

The profile is a small part of msgpack: arrays, unsigned integers below 2^64, byte strings, text in strict UTF-8 and
booleans, each in its shortest form. No maps (a repeated key reads differently in different decoders), no nil, no
floats, no negative numbers (`-1` would index from the end), no extensions. So a value has one encoding, and bytes
that are not the encoding of what they decode to are refused rather than repaired.

This module is the one owner of `msgpack`.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias, Union

import msgpack

Value: TypeAlias = Union[int, bytes, str, bool, tuple["Value", ...]]  # noqa: UP007 - a recursive alias needs Union
Packable: TypeAlias = Union[int, bytes, str, bool, Sequence["Packable"]]  # noqa: UP007

MAX_ITEMS: Final = 128
"""Items of one array; the longest honest one has 64. The decoder sets the room for an array aside when it reads the
header, a thousand deep at most: with 128 that is one megabyte, whatever the bytes say."""
MAX_DEPTH: Final = 8
"""Arrays within arrays; the deepest honest value (a result of several games) has 5."""
_MAX_INT: Final = 2**64


class Malformed(Exception):
    """The bytes are not the canonical encoding of any admitted value or message. Names no seat."""


def pack(value: Packable) -> bytes:
    """Encode a value.

    Args:
        value: nested tuples or lists of unsigned integers below 2^64, bytes, text and booleans.

    Raises:
        TypeError: something in the value has no encoding in this profile.
    """
    _check(value, MAX_DEPTH)
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def unpack(data: bytes, *, max_bytes: int, max_items: int = MAX_ITEMS) -> Value:
    """Decode bytes from a stranger.

    Args:
        data: exactly one encoded value.
        max_bytes: longest admitted input.
        max_items: longest admitted array.

    Raises:
        Malformed: the input is too long, damaged, not of the profile, not canonical, or followed by more bytes.
    """
    if len(data) > max_bytes:
        raise Malformed(f"{len(data)} bytes where {max_bytes} are the most")
    try:
        value = msgpack.unpackb(
            data,
            use_list=False,
            raw=False,
            strict_map_key=True,
            max_array_len=min(max_items, len(data)),
            max_bin_len=len(data),
            max_str_len=len(data),
            max_map_len=0,
            max_ext_len=0,
        )
        _check(value, MAX_DEPTH)
        if msgpack.packb(value, use_bin_type=True) != data:
            raise Malformed("not the canonical encoding of its value")
    except (
        ValueError,
        TypeError,
        OverflowError,
        RecursionError,
        msgpack.exceptions.UnpackException,
    ) as error:
        raise Malformed(f"not a value of this profile: {type(error).__name__}") from None
    else:
        checked: Value = value
        return checked


def _check(value: object, depth: int) -> None:
    """Refuse what the profile does not admit; `type(x) is`, because a bool is an int to `isinstance`."""
    kind = type(value)
    if kind is tuple or kind is list:
        if depth == 0:
            raise TypeError("arrays nested too deeply")
        for item in value:  # type: ignore[attr-defined]
            _check(item, depth - 1)
    elif isinstance(value, int) and kind is not bool:
        if not 0 <= value < _MAX_INT:
            raise TypeError("an integer is not 0..2^64-1")
    elif kind is not bytes and kind is not str and kind is not bool:
        raise TypeError(f"{kind.__name__} has no encoding")
