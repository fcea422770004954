"""Do both auditors say the same of files that were damaged, cut or changed?"""

import random
from functools import cache
from typing import Final

import pytest

from gin_p2p.record.container import encode_frame
from tests.helpers.records import resigned, resigned_file
from tests.helpers.two_auditors import agreed, check_proofs_once


@pytest.fixture(autouse=True)
def _proofs_are_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    check_proofs_once(monkeypatch)


@cache
def short_file() -> bytes:
    """A whole record in which little is to be proved again: the deal alone."""
    return resigned_file()


def seams() -> list[int]:
    """Where the objects of the short record begin, and where it ends."""
    at, places = 13, [0]
    for frame in resigned().frames:
        places.append(at)
        at += len(encode_frame(frame))
    return [*places, at, len(short_file()) - 5, len(short_file())]


def test_both_say_the_same_of_a_record_that_is_cut_off() -> None:
    around = {seam + step for seam in seams() for step in (*range(-6, 14),)}
    for length in sorted(around):
        if 0 <= length <= len(short_file()):
            agreed(short_file()[:length])


def flipped(data: bytes, place: int, change: int) -> bytes:
    return data[:place] + bytes([data[place] ^ change]) + data[place + 1 :]


def test_both_say_the_same_of_a_record_with_one_changed_byte() -> None:
    data, draw = short_file(), random.Random(3)
    heads = {seam + step for seam in seams()[1:-3] for step in range(11)}
    places = {*range(13), *heads, *range(seams()[-3], len(data)), *draw.sample(range(len(data)), 40)}
    for place in sorted(places):
        agreed(flipped(data, place, 1 << draw.randrange(8)))


def doctored(draw: random.Random) -> bytes:
    """Answer the short record after one to three acts of damage, mostly about its end."""
    data = short_file()
    for _ in range(draw.randint(1, 3)):
        at = draw.choice([draw.choice(seams()), max(0, len(data) - draw.randrange(400))])
        at = min(at + draw.randrange(12), len(data))
        bit = draw.choice(
            [b"\r\n", b"\n", b"\0", b"\x93", b"\x91\xc6", b"\x92\xce", bytes([draw.randrange(256)])]
        )
        data = draw.choice(
            [
                data[:at] + bit + data[at:],
                data[:at] + bit + data[at + len(bit) :],
                data[:at],
                data[:at] + data[at + draw.randrange(40) :],
                data.replace(b"\n", b"\r\n"),
                data[:at] + data[at:].replace(b"\n", b"\r\n"),
                data + data[-draw.randrange(1, 200) :],
            ]
        )
    return data


@pytest.mark.parametrize("seed", range(4))
def test_both_say_the_same_of_a_record_that_was_damaged_in_several_ways(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(60):
        agreed(doctored(draw))


def crafted_tails() -> dict[str, bytes]:
    """Answer ends of a file about which a document is easily unclear."""
    frame = encode_frame(resigned().frames[-1])
    closing = short_file()[seams()[-3] :]
    long = b"\x93" + b"\xc5\x40\x00" + bytes(0x4000)
    return {
        "half a length": frame[:7] + b"\0\1",
        "half a length, far too large": frame[:7] + b"\x80\0",
        "a whole length, too large": frame[:7] + b"\0\0\x80\1",
        "a length of 0": frame[:7] + bytes(4),
        "a summary in a longer form": b"\x93\xcc\x05\0\0" + b"\xce\0\0\0\5",
        "the beginning of a summary in a longer form": b"\x9a\xcc\x05",
        "a summary with 200 items within": b"\x93\xdc\0\xc8" + bytes(20),
        "a summary that is too long": long + bytes(2) + b"\xce" + len(long + bytes(2)).to_bytes(4, "big"),
        "an endless summary, still short": b"\x93" + b"\xc5\x3f\xf0" + bytes(0x3000),
        "an endless summary, too long": b"\x93" + b"\xc5\xff\xff" + bytes(0x5000),
        "an endless summary that ends like a trailer": b"\x9f\1\1\1\xce\0\0\0\4",
        "a summary and a part of its trailer": closing[:-2],
        "a summary and a wrong trailer": closing[:-1] + b"\0",
        "an unknown tag in a summary": b"\x93\xc0\0\0\xce\0\0\0\4",
        "text that is no UTF-8 in a summary": b"\x93\xa1\xff\0\0\xce\0\0\0\5",
        "a frame behind a torn one": frame[:40] + frame,
        "a closing behind a torn frame": frame[:40] + closing,
        "a closing twice": closing * 2,
        "a frame with line feeds rewritten": frame.replace(b"\n", b"\r\n") + b"\r\n",
        "a map": b"\x80",
        "an empty array": b"\x90",
    }  # fmt: skip


def test_both_say_the_same_of_an_end_that_is_easily_read_in_two_ways() -> None:
    end = seams()[-3] - len(encode_frame(resigned().frames[-1]))
    for tail in crafted_tails().values():
        for start in (13, end, seams()[-3]):
            agreed(short_file()[:start] + tail)


MAGIC: Final = b"\xaagin-record"
HEADERS: Final[dict[str, bytes]] = {
    "format 2": b"\x92" + MAGIC + b"\2",
    "format 2, more items": b"\x93" + MAGIC + b"\2\0",
    "format 2 in one byte more": b"\x92" + MAGIC + b"\xcc\2",
    "format 1 in one byte more": b"\x92" + MAGIC + b"\xcc\1",
    "format 2, its number cut off": b"\x92" + MAGIC + b"\xcd\0",
    "no number": b"\x92" + MAGIC,
    "one item": b"\x91" + MAGIC + b"\2",
    "text for a number": b"\x92" + MAGIC + b"\xa12",
    "a boolean for a number": b"\x92" + MAGIC + b"\xc3",
    "a mark of UTF-8": b"\xef\xbb\xbf\x92" + MAGIC + b"\1",
    "a mark of UTF-16": b"\xff\xfe\x92" + MAGIC + b"\1",
    "another mark of UTF-16": b"\xfe\xff\x92" + MAGIC + b"\1",
    "a mark and half a header": b"\xef\xbb\xbf\x92\xaa",
    "base64": b"kqpnaW4tcmVjb3JkAZLO",
    "base64 behind blanks": b" \r\n\tkqpnaW4tcmVjb3JkAZLO",
    "hexadecimal": b"92aa67696e2d7265636f726401",
    "hexadecimal in capitals": b"92AA67696E2D7265636F726401",
    "hexadecimal, spaced": b"92 aa 67 69 6e 2d 72 65 63 6f 72 64 01",
    "latin-1 to UTF-8": b"\xc2\x92\xc2\xaagin-record\1",
    "latin-1 to UTF-8 with a mark": b"\xef\xbb\xbf\xc2\x92\xc2\xaagin-record\1",
    "replaced characters": b"\xef\xbf\xbd\xef\xbf\xbdgin-record\1",
    "seven bits": b"\x12\x2agin-record\1",
    "question marks": b"??gin-record\1",
    "UTF-16": "\x92\xaagin-record\1".encode("utf-16-le"),
    "UTF-16 with a mark": "\x92\xaagin-record\1".encode("utf-16"),
    "UTF-32": "\x92\xaagin-record\1".encode("utf-32-be"),
    "the name alone": b"gin-record",
    "the name later": b"   gin-record",
    "the name much later": bytes(20) + b"gin-record",
    "the first two bytes": b"\x92\xaagin-rexord\1",
    "a picture": b"\x89PNG\r\n\x1a\n",
    "nothing": b"",
}  # fmt: skip


@pytest.mark.parametrize("name", HEADERS)
def test_both_say_the_same_of_a_file_that_begins_otherwise(name: str) -> None:
    for tail in (b"", b"\0", short_file()[13:400]):
        said = agreed(HEADERS[name] + tail)
        assert said.n_frames == 0
