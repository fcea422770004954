"""Is every file judged for what it is, whatever it is?"""

import base64
import io
from collections.abc import Callable
from typing import Final

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.protocol.codec import Packable
from gin_p2p.record.container import (
    FRAME_HEAD,
    HEADER,
    MAX_DISCLOSURE_BYTES,
    MAX_DISCLOSURES,
    MAX_FRAME_BYTES,
    MAX_OBJECT_BYTES,
    MAX_SUMMARY_BYTES,
    encode_closing,
    encode_disclosure,
    encode_frame,
    frame_at,
    may_be_torn,
    summary_at_end,
)
from gin_p2p.record.ending import Ending, EndKind
from gin_p2p.record.scan import StoredFrame, collect, scan

FRAMES: Final = (b"\x92first", b"line\nfeed" * 3, b"third" * 20)
SUMMARY: Final = (("alice", "bob"), ("4nov", "m2rt"), (1, 2, True), 300, 70_000, 2**40, b"head" * 8, "x" * 40)
OPEN: Final = HEADER + b"".join(encode_frame(frame) for frame in FRAMES)
CLOSED: Final = OPEN + encode_closing(SUMMARY)
JUDGEABLE: Final = (EndKind.CLOSED, EndKind.OPEN)


def judge(data: bytes) -> tuple[tuple[StoredFrame, ...], Ending]:
    return collect(scan(io.BytesIO(data).read))


def bounds() -> list[int]:
    """The places between two objects of CLOSED."""
    places = [len(HEADER)]
    for frame in FRAMES:
        places.append(places[-1] + FRAME_HEAD.size + len(frame))
    return places


def test_a_closed_record_gives_its_frames_offsets_and_summary() -> None:
    frames, ending = judge(CLOSED)
    assert [stored.frame for stored in frames] == list(FRAMES)
    assert [stored.offset for stored in frames] == bounds()[:-1]
    assert ending == Ending(EndKind.CLOSED, len(OPEN), 3, summary=SUMMARY)


def test_an_open_record_ends_between_two_frames() -> None:
    frames, ending = judge(OPEN)
    assert len(frames) == 3
    assert ending == Ending(EndKind.OPEN, len(OPEN), 3)


def test_a_match_without_frames_is_a_record() -> None:
    assert judge(HEADER) == ((), Ending(EndKind.OPEN, len(HEADER), 0))


def test_any_msgpack_library_reads_the_file_as_a_stream() -> None:
    objects = list(msgpack.Unpacker(io.BytesIO(CLOSED), use_list=False))
    assert objects[0] == ("gin-record", 1)
    assert [frame for _, frame in objects[1:4]] == list(FRAMES)
    assert objects[4] == SUMMARY
    assert objects[5] == len(msgpack.packb(SUMMARY))


def test_a_cut_at_any_byte_is_named_with_the_last_good_frame() -> None:
    for n_bytes in range(len(CLOSED)):
        frames, ending = judge(CLOSED[:n_bytes])
        good = [place for place in bounds() if place <= n_bytes]
        assert len(frames) == ending.n_frames == max(len(good) - 1, 0)
        if n_bytes == 0:
            assert ending.kind is EndKind.NOT_A_RECORD
        elif n_bytes in good:
            assert ending.kind is EndKind.OPEN
        else:
            assert ending.kind is EndKind.CUT
            assert ending.offset == (good[-1] if good else 0)


def test_a_flipped_byte_is_found_at_its_object() -> None:
    for place in range(len(OPEN)):
        for mask in (0x01, 0x80, 0xFF):
            data = bytearray(CLOSED)
            data[place] ^= mask
            frames, ending = judge(bytes(data))
            assert ending.kind not in (*JUDGEABLE, EndKind.CUT)
            if place >= len(HEADER):
                good = [bound for bound in bounds() if bound <= place]
                assert ending.kind is EndKind.DAMAGED
                assert ending.offset == good[-1]
                assert [stored.frame for stored in frames] == list(FRAMES[: len(good) - 1])


def test_a_flipped_byte_of_the_summary_is_found_or_shows_in_the_summary() -> None:
    for place in range(len(OPEN), len(CLOSED)):
        for mask in (0x01, 0x80, 0xFF):
            data = bytearray(CLOSED)
            data[place] ^= mask
            frames, ending = judge(bytes(data))
            assert len(frames) == 3
            if ending.kind is EndKind.CLOSED:
                assert ending.summary != SUMMARY
            else:
                assert ending.kind is EndKind.DAMAGED


@pytest.mark.parametrize("extra", [b"\x00", b"\xc0", bytes(1024), b"junk", CLOSED])
def test_bytes_after_the_end_are_reported(extra: bytes) -> None:
    _, ending = judge(CLOSED + extra)
    assert (ending.kind, ending.offset, ending.summary) == (EndKind.AFTER_END, len(CLOSED), SUMMARY)


@pytest.mark.parametrize("extra", [b"\x00", b"\xc0", bytes(1024), b"junk", bytes(100_000), HEADER])
def test_bytes_that_are_no_object_are_damage(extra: bytes) -> None:
    _, ending = judge(OPEN + extra)
    assert (ending.kind, ending.offset, ending.n_frames) == (EndKind.DAMAGED, len(OPEN), 3)


@pytest.mark.parametrize("n_dropped", [1, 2, 3])
def test_whole_frames_dropped_from_the_end_leave_an_open_record(n_dropped: int) -> None:
    _, ending = judge(OPEN[: bounds()[3 - n_dropped]])
    assert (ending.kind, ending.n_frames) == (EndKind.OPEN, 3 - n_dropped)


@pytest.mark.parametrize(
    "header",
    [
        b"\x92\xaagin-record\x00",
        b"\x92\xaagin-record\xff",
        b"\x92\xaagin-record\xa11",
        b"\x91\xaagin-record",
        b"\x93\xaagin-record\x01\x05",
        b"\x92\xaagin-record\xcc\x01",
        b"\x92\xaagin-record\xc0",
    ],
)
def test_a_header_that_no_version_writes_is_not_a_record(header: bytes) -> None:
    assert judge(header + OPEN[len(HEADER) :])[1].kind is EndKind.NOT_A_RECORD


def test_a_header_without_a_version_is_not_a_record() -> None:
    assert judge(b"\x91\xaagin-record")[1].kind is EndKind.NOT_A_RECORD
    assert judge(b"\x92\xaagin-record\xcc")[1].kind is EndKind.NOT_A_RECORD


@pytest.mark.parametrize(
    ("header", "version"),
    [
        (b"\x92\xaagin-record\x02", 2),
        (b"\x93\xaagin-record\x02\xc3", 2),
        (b"\x92\xaagin-record\xcd\x01\x00", 256),
        (b"\x92\xaagin-record\xcf\x80" + bytes(7), 2**63),
    ],
)
def test_a_newer_format_is_named_and_nobodys_fault(header: bytes, version: int) -> None:
    ending = judge(header + b"whatever")[1]
    assert (ending.kind, ending.version) == (EndKind.NEWER, version)
    assert str(version) in ending.reason
    assert "format 1" in ending.reason


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: b"\xef\xbb\xbf" + data,
        base64.b64encode,
        lambda data: b"\n " + base64.encodebytes(data),
        lambda data: data.hex().encode(),
        lambda data: data.hex().upper().encode(),
        lambda data: data.decode("latin-1").encode(),
        lambda data: data.decode("utf-8", "replace").encode(),
        lambda data: data.decode("latin-1").encode("utf-16"),
        lambda data: data.decode("ascii", "replace").encode("ascii", "replace"),
        lambda data: bytes(byte & 0x7F for byte in data),
    ],
)
def test_a_file_changed_in_transfer_is_recognised(change: Callable[[bytes], bytes]) -> None:
    assert judge(change(CLOSED))[1].kind is EndKind.CHANGED


def test_line_feeds_rewritten_in_the_summary_are_recognised() -> None:
    data = HEADER + encode_closing((1, 2, "a\nb")).replace(b"\n", b"\r\n")
    assert judge(data)[1].kind is EndKind.CHANGED


def test_frames_that_hold_carriage_returns_are_read() -> None:
    data = HEADER + encode_frame(b"\r\n\r\r\n")
    assert judge(data)[1].kind is EndKind.OPEN
    assert judge(data.replace(b"\n", b"\r\n"))[1].kind is EndKind.CHANGED


@pytest.mark.parametrize("data", [b"", b"\x00" * 4096, b"PK\x03\x04", b"GIF89a", b"\n", b"gin = 1\n"])
def test_something_else_is_not_a_record(data: bytes) -> None:
    assert judge(data)[1].kind is EndKind.NOT_A_RECORD


def test_a_flip_in_the_header_is_never_a_good_record() -> None:
    for place in range(len(HEADER) - 1):
        data = bytearray(CLOSED)
        data[place] ^= 0x04
        assert judge(bytes(data))[1].kind in (EndKind.DAMAGED, EndKind.NOT_A_RECORD, EndKind.CHANGED)


@pytest.mark.parametrize("n_bytes", [0, MAX_FRAME_BYTES + 1, 2**32 - 1])
def test_a_frame_that_claims_an_impossible_length_is_damage(n_bytes: int) -> None:
    head = FRAME_HEAD.pack(0x92, 0xCE, 0, 0xC6, n_bytes)
    ending = judge(OPEN + head)[1]
    assert ending.kind is EndKind.DAMAGED
    assert str(n_bytes) in ending.reason


def test_an_endless_file_is_read_with_bounded_memory() -> None:
    held: list[int] = []

    def endless(n_bytes: int) -> bytes:
        held.append(n_bytes)
        return OPEN if len(held) == 1 else bytes(n_bytes)

    frames, ending = collect(scan(endless))
    assert (len(frames), ending.kind) == (3, EndKind.DAMAGED)
    assert sum(held) < 8 * MAX_OBJECT_BYTES


def test_a_summary_that_never_ends_is_damage() -> None:
    ending = judge(OPEN + b"\x9f" + b"\xc6\x00\x00\xff\xff" + bytes(MAX_SUMMARY_BYTES))[1]
    assert ending.kind is EndKind.DAMAGED


@pytest.mark.parametrize("tail", [b"\x93\x01\x02\xc0\xce\0\0\0\4", b"\x93\x01\x02\xcc\x03\xce\0\0\0\5"])
def test_a_summary_outside_the_profile_is_damage(tail: bytes) -> None:
    assert judge(OPEN + tail)[1].kind is EndKind.DAMAGED


def test_a_summary_of_many_items_is_measured() -> None:
    summary = (tuple(range(128)), "long " * 100, b"b" * 300, b"c" * 70_00, 2**63)
    assert judge(HEADER + encode_closing(summary))[1].summary == summary


@pytest.mark.parametrize("n_bytes", [1, 500, MAX_FRAME_BYTES])
def test_a_frame_survives_the_file(n_bytes: int) -> None:
    frame = bytes(range(256)) * (n_bytes // 256) + bytes(n_bytes % 256)
    assert frame_at(encode_frame(frame)) == frame
    assert judge(HEADER + encode_frame(frame) * 3)[1].n_frames == 3


@pytest.mark.parametrize("n_bytes", [0, MAX_FRAME_BYTES + 1])
def test_a_frame_of_impossible_length_is_not_written(n_bytes: int) -> None:
    with pytest.raises(ValueError, match=str(n_bytes)):
        encode_frame(bytes(n_bytes))


@pytest.mark.parametrize(
    "summary", [(), (1, 2), tuple(range(16)), 5, "text", ("x" * MAX_SUMMARY_BYTES, 1, 2)]
)
def test_a_summary_of_another_shape_is_not_written(summary: Packable) -> None:
    with pytest.raises(ValueError, match="3 to 15 items"):
        encode_closing(summary)


def test_damage_that_a_crash_cannot_do_is_no_torn_end() -> None:
    broken = bytearray(encode_frame(FRAMES[0]))
    broken[-1] ^= 1
    assert may_be_torn(bytes(broken))
    assert may_be_torn(bytes(len(broken)))
    assert not may_be_torn(bytes(broken) + encode_frame(FRAMES[1]))
    assert not may_be_torn(bytes(broken) + b"\x92\xce" + encode_frame(FRAMES[1]))
    assert not may_be_torn(bytes(broken) + encode_closing(SUMMARY))
    assert not may_be_torn(bytes(MAX_OBJECT_BYTES + 1))


def test_the_summary_is_found_from_the_end() -> None:
    assert summary_at_end(CLOSED) == (len(OPEN), SUMMARY)
    assert summary_at_end(OPEN) is None
    assert summary_at_end(CLOSED[:-1]) is None
    assert summary_at_end(b"\xce\0\0\0\x09") is None
    assert summary_at_end(b"\xce") is None


@given(st.binary(max_size=300))
def test_arbitrary_bytes_end_in_one_of_the_ways(data: bytes) -> None:
    for start in (b"", HEADER, OPEN, CLOSED):
        frames, ending = judge(start + data)
        assert ending.n_frames == len(frames)
        assert 0 <= ending.offset <= len(start + data)
        assert bool(ending.reason) is (ending.kind not in JUDGEABLE)


@given(st.lists(st.binary(min_size=1, max_size=400), max_size=8), st.data())
def test_any_frames_come_back_however_the_file_is_read(frames: list[bytes], data: st.DataObject) -> None:
    stream = io.BytesIO(HEADER + b"".join(map(encode_frame, frames)))
    stored, ending = collect(scan(lambda n: stream.read(data.draw(st.integers(1, n)))))
    assert [item.frame for item in stored] == frames
    assert ending.kind is EndKind.OPEN


# Disclosures

SHOWN: Final = (b"first disclosure", b"x" * MAX_DISCLOSURE_BYTES)
REVEALED: Final = OPEN + b"".join(map(encode_disclosure, SHOWN)) + encode_closing(SUMMARY)


def test_disclosures_stand_between_the_last_frame_and_the_summary() -> None:
    frames, ending = judge(REVEALED)
    assert [stored.frame for stored in frames] == list(FRAMES)
    assert (ending.kind, ending.summary, ending.disclosures) == (EndKind.CLOSED, SUMMARY, SHOWN)
    assert REVEALED[ending.offset :] == encode_closing(SUMMARY)
    assert summary_at_end(REVEALED) == (ending.offset, SUMMARY)


def test_a_disclosure_is_an_object_that_any_msgpack_library_reads() -> None:
    unpacker = msgpack.Unpacker(io.BytesIO(REVEALED), use_list=False)
    assert list(unpacker)[4:6] == [(shown,) for shown in SHOWN]


def test_a_cut_among_disclosures_leaves_all_frames() -> None:
    for end in range(len(OPEN) + 1, len(REVEALED)):
        frames, ending = judge(REVEALED[:end])
        assert (ending.kind, len(frames)) == (EndKind.CUT, 3), end


@pytest.mark.parametrize(
    ("tail", "kind"),
    [
        (encode_frame(b"late"), EndKind.DAMAGED),
        (b"\x91\xc4\x01a" + encode_closing(SUMMARY), EndKind.DAMAGED),
        (b"\x91\xc6" + bytes(4) + encode_closing(SUMMARY), EndKind.DAMAGED),
        (b"\x91\xc6\x00\x00\x20\x01" + b"y" * 0x2001 + encode_closing(SUMMARY), EndKind.DAMAGED),
        (encode_closing(SUMMARY) + encode_disclosure(b"late"), EndKind.AFTER_END),
        (b"\x91", EndKind.CUT),
    ],
)
def test_what_is_wrong_behind_a_disclosure_is_named(tail: bytes, kind: EndKind) -> None:
    ending = judge(OPEN + encode_disclosure(b"good") + tail)[1]
    assert (ending.kind, ending.disclosures) == (kind, (b"good",))
    assert ending.reason


def test_more_disclosures_than_a_record_may_hold_are_damage() -> None:
    most = OPEN + encode_disclosure(b"d") * MAX_DISCLOSURES
    assert judge(most + encode_closing(SUMMARY))[1].kind is EndKind.CLOSED
    ending = judge(most + encode_disclosure(b"d") + encode_closing(SUMMARY))[1]
    assert (ending.kind, ending.reason) == (EndKind.DAMAGED, "more than 64 disclosures")


@pytest.mark.parametrize("n_bytes", [0, MAX_DISCLOSURE_BYTES + 1])
def test_a_disclosure_of_impossible_length_is_not_written(n_bytes: int) -> None:
    with pytest.raises(ValueError, match="a disclosure of"):
        encode_disclosure(bytes(n_bytes))
