"""Does an auditor that was written from protocol.md alone agree with ours?

On verdict and exit code, head, deals, turns, scores and winner, on the rule that a refused frame breaks and on the
seat that answers for it. Where the two differ, the document is unclear or one of them is wrong.
"""

import io
import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import pytest

from gin_p2p.cli.audit import CODES
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.protocol.codec import Packable, pack
from gin_p2p.protocol.disclosure import Disclosure
from gin_p2p.protocol.transcript import FRAME_LABEL, seal
from gin_p2p.record.container import encode_closing, encode_disclosure, encode_frame
from gin_p2p.record.ending import Ending
from gin_p2p.record.examine import Report, examine_items
from gin_p2p.record.scan import scan
from gin_p2p.record.summary import Summary
from gin_p2p.seat import Seat
from tests import second_auditor
from tests.helpers.arena import Story
from tests.helpers.faults import FAULTS
from tests.helpers.hostile import Fault
from tests.helpers.make_replays import REPLAYS, WANTED
from tests.helpers.protocol_text import TABLES
from tests.helpers.records import MemoReferee, file_of, resigned, resigned_file
from tests.helpers.stories import SCENARIOS, story
from tests.helpers.trials import strike

RECORDS: Final = {row[0]: row[1:] for row in TABLES["records"]}
SHORT: Final = ("knock", "proven", "knock deck", "dealer's misdeal", "eleven's misdeal")
"""Stories of few frames; the others are slow, for plain integers take a second or two for each hand."""
SLOW_FAULTS: Final = tuple(fault for fault in FAULTS if fault.story not in SHORT)


@dataclass(frozen=True)
class Opinion:
    """What an auditor says of a file, as far as protocol.md fixes it."""

    verdict: str
    exit_code: int
    n_frames: int
    head: str
    deals: int
    turns: int
    totals: tuple[int, int]
    winner: str | None
    hands: tuple[tuple[str, str | None, int], ...]
    code: str | None
    frame: int | None
    accused: str | None


def name_of(seat: Seat | None) -> str | None:
    return None if seat is None else seat.name.lower()


def ours(data: bytes) -> tuple[Opinion, Report]:
    """Answer what our auditor says, and its whole report."""
    items = list(scan(io.BytesIO(data).read))
    ending = items[-1]
    assert isinstance(ending, Ending)
    report = examine_items(items, ending.disclosures)
    match, fault = report.match, report.fault
    hands = () if match is None else match.hands
    named = fault is not None and (fault.frame is not None or fault.code in second_auditor.IN_DISCLOSURES)
    return Opinion(
        report.verdict.value,
        int(CODES[report.verdict]),
        report.n_frames,
        report.head.hex(),
        report.n_deals,
        report.n_turns,
        (0, 0) if match is None else match.totals,
        None if match is None else name_of(match.winner),
        tuple(
            (hand.result.ending.value, name_of(hand.result.winner), hand.score.points) for hand in hands
        ),
        str(fault.code) if fault is not None and named else None,
        None if fault is None else fault.frame,
        None if fault is None else name_of(fault.accused),
    ), report  # fmt: skip


def theirs(data: bytes) -> Opinion:
    """Answer what the second auditor says."""
    said = second_auditor.audit(data)
    return Opinion(
        said.verdict,
        said.exit_code,
        said.n_frames,
        said.head,
        said.deals,
        said.turns,
        said.totals,
        said.winner,
        tuple(said.hands),
        said.code,
        said.frame,
        said.accused,
    )


def agreed(data: bytes) -> Opinion:
    """Answer what both say of a file."""
    mine, _ = ours(data)
    assert theirs(data) == mine
    return mine


def frozen(value: object) -> Hashable:
    return tuple(value) if isinstance(value, list) else value


def remembering(verify: Callable[..., Any]) -> Callable[..., Any]:
    """Answer a verifier that does not check twice what it has checked once: a proof counts in one place only."""
    held: dict[tuple[Hashable, ...], Any] = {}

    def checked(*statement: object) -> Any:  # noqa: ANN401 - whatever the verifier answers
        key = tuple(map(frozen, statement))
        if key not in held:
            held[key] = verify(*statement)
        return held[key].copy() if isinstance(held[key], list) else held[key]

    return checked


VERIFIERS: Final = {
    name: remembering(getattr(second_auditor, name))
    for name in ("verify_key", "verify_shares", "verify_shuffle")
}


@pytest.fixture(autouse=True)
def _proofs_are_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    for name, verify in VERIFIERS.items():
        monkeypatch.setattr(second_auditor, name, verify)


# Real matches


def in_words(said: Opinion) -> tuple[str, ...]:
    """Answer a record as the table of protocol.md lists it."""
    hands = [" ".join((ending, won or "nobody", str(points))) for ending, won, points in said.hands]
    totals = " ".join(map(str, said.totals))
    return (said.verdict, str(said.n_frames), said.head, totals, said.winner or "nobody", ", ".join(hands))


@pytest.mark.parametrize("name", WANTED)
def test_both_say_of_a_real_match_what_protocol_md_says(name: str) -> None:
    said = agreed((REPLAYS / f"{name}.gin").read_bytes())
    assert said.verdict == WANTED[name].verdict
    assert in_words(said) == RECORDS[f"{name}.gin"]


def test_every_real_match_is_in_protocol_md() -> None:
    assert list(RECORDS) == [f"{name}.gin" for name in WANTED]


def record_of(told: Story, *more: bytes) -> bytes:
    """Answer the record of a story: closed if its last frame is, with these bytes before the summary."""
    table = told.heard[-1].after
    summary = Summary.of(table, told.heads[1][:16], len(told.frames), told.heads[-1])
    closing = encode_closing(summary.to_value()) if table.speaker is None else b""
    return file_of(told.frames) + b"".join(more) + closing


def check_story(name: str) -> None:
    said = agreed(record_of(story(name)))
    assert said.verdict in {"VERIFIED", "UNFINISHED"}
    assert said.code is None


@pytest.mark.parametrize("name", SHORT)
def test_both_say_the_same_of_a_short_match(name: str) -> None:
    check_story(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SCENARIOS if name not in SHORT])
def test_both_say_the_same_of_every_other_match(name: str) -> None:
    check_story(name)


# Frames that break a rule


def check_fault(fault: Fault) -> None:
    struck = strike(fault)
    said = agreed(file_of((*story(fault.story).frames[: struck.n], *struck.frames, b"whatever follows")))
    assert said.code == fault.anchor
    assert said.accused == (name_of(fault.seat) if fault.accuses and fault.anchor != "version" else None)


@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS if fault.story in SHORT], ids=lambda fault: fault.name
)
def test_both_refuse_a_bad_frame_for_the_same_rule_and_accuse_the_same_seat(fault: Fault) -> None:
    check_fault(fault)


@pytest.mark.slow
@pytest.mark.parametrize("fault", SLOW_FAULTS, ids=lambda fault: fault.name)
def test_both_refuse_a_bad_frame_of_a_longer_match_alike(fault: Fault) -> None:
    check_fault(fault)


LATER: Final[tuple[Packable, ...]] = (
    ("open", 0, 2),
    ("open", 0, 70000, "other", b"fields"),
    ("open", 0, 0),
    ("open", 0, 1),
    ("open", 0),
    ("open", 253402300800000, 2),
    ("offer", 0, 2),
    ("open", 0, True),
    ("open", 0, 2, bytes(24576)),
)


@pytest.mark.parametrize("value", LATER)
def test_both_tell_an_offer_of_another_version_from_a_fault(value: Packable) -> None:
    host = SCENARIOS["knock"].identities[Seat.HOST]
    said = agreed(file_of([seal(bytes(16), 0, bytes(32), pack(value), host, FRAME_LABEL)]))
    assert said.code in {"version", "signature"}
    assert said.accused is None


# Keys that were let out


def disclosed(told: Story, of: Seat, signer: Identity | None = None, **changes: Any) -> bytes:  # noqa: ANN401
    """Answer the object of a disclosure of all keys of a seat."""
    match, seed = told.heard[-1].after.playing, told.scenario.seed_of(of)
    keys = tuple((number, seed.deal_key(number)) for number in range(1, match.n_deals + 1))
    honest = Disclosure(told.heads[1][:16], told.heads[-1], of, keys)
    return encode_disclosure(replace(honest, **changes).seal(signer or told.scenario.identities[of]))


@pytest.mark.parametrize("name", ["knock", "dealer's misdeal"])
def test_both_open_hands_and_decks_with_disclosed_keys(name: str) -> None:
    told = story(name)
    host, guest = (disclosed(told, seat) for seat in Seat)
    for objects in ((host,), (guest, guest), (host, guest)):
        assert agreed(record_of(told, *objects)).verdict == "VERIFIED"


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_both_say_the_same_of_every_match_whose_keys_are_let_out(name: str) -> None:
    told = story(name)
    said = agreed(record_of(told, disclosed(told, Seat.GUEST), disclosed(told, Seat.HOST)))
    conceals = told.scenario.conceals
    assert (said.code, said.accused) == (("misdeal-hidden", name_of(conceals)) if conceals else (None, None))


def wrong_disclosures() -> dict[str, tuple[bytes, str | None]]:
    """Answer objects of disclosures that are wrong, and whom they accuse."""
    told, key = story("knock"), SecretScalar.from_private_bytes(b"\1" * 32)
    host = SCENARIOS["knock"].identities[Seat.HOST]
    other = story("proven").heads
    zero, q = bytes(32), (2**256 - 432420386565659656852420866394968145599).to_bytes(32)

    def sealed(keys: Packable, seat: int = 0, more: tuple[Packable, ...] = ()) -> bytes:
        payload = pack((told.heads[1][:16], told.heads[-1], seat, keys, *more))
        return encode_disclosure(pack((payload, host.sign("gin-p2p/1/disclosure", payload))))

    true = told.scenario.seed_of(Seat.HOST).deal_key(1).private_bytes()
    return {
        "no disclosure": (encode_disclosure(b"what?"), None),
        "of another match": (disclosed(told, Seat.HOST, match_id=other[1][:16]), None),
        "of another end": (disclosed(told, Seat.HOST, head=other[-1]), None),
        "signed by the other seat": (disclosed(told, Seat.GUEST, host), None),
        "of the other seat": (disclosed(told, Seat.GUEST, host, seat=Seat.HOST), "host"),
        "a key of nobody": (disclosed(told, Seat.GUEST, keys=((1, key),)), "guest"),
        "of a deal that was not": (disclosed(told, Seat.GUEST, keys=((2, key),)), "guest"),
        "no key at all": (sealed(()), None),
        "a deal twice": (sealed(((1, true), (1, true))), None),
        "a deal 0": (sealed(((0, true),)), None),
        "a key of 0": (sealed(((1, zero),)), None),
        "a key too large": (sealed(((1, q),)), None),
        "an item too many": (sealed(((1, true),), more=(0,)), None),
        "a seat too many": (sealed(((1, true),), seat=2), None),
        "true": (sealed(((1, true),)), None),
    }  # fmt: skip


@pytest.mark.parametrize("name", wrong_disclosures())
def test_both_accuse_the_same_seat_or_nobody_of_a_disclosure(name: str) -> None:
    data, accused = wrong_disclosures()[name]
    said = agreed(record_of(story("knock"), data))
    assert (said.code, said.accused) == ("disclosure" if name != "true" else None, accused)


def test_both_refuse_the_keys_of_a_match_that_goes_on() -> None:
    told = story("knock")
    said = agreed(file_of(told.frames[:-1]) + disclosed(told, Seat.HOST))
    assert (said.verdict, said.code, said.accused) == ("NOT VERIFIED", "disclosure", None)


def test_both_say_the_same_of_disclosures_in_a_damaged_file() -> None:
    told = story("knock")
    one, whole = disclosed(told, Seat.HOST), record_of(told)
    frames = file_of(told.frames)
    closing, frame = whole[len(frames) :], encode_frame(told.frames[-1])
    for rest in (
        one,
        one * 64 + closing,
        one * 65 + closing,
        one * 65,
        one + frame,
        one + frame + closing,
        one + closing + one,
        closing + one,
        one[:-1],
        one[:1],
        one[:4],
        one + one[:-1] + closing,
        one[:1] + closing,
        b"\x91\xc6\0\0\0\0" + closing,
        b"\x91\xc6\0\0\x20\1" + bytes(9000) + closing,
        b"\x91\xc6\0\0\x20\0" + bytes(8192) + closing,
        b"\x91\xc6\0\0\x20\0",
        b"\x91\xc5\0\1\0",
        one + closing.replace(b"\n", b"\r\n") + b"\r\n",
    ):
        agreed(frames + rest)


# Files that were damaged, cut or changed


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


@pytest.mark.parametrize("name", crafted_tails())
def test_both_say_the_same_of_an_end_that_is_easily_read_in_two_ways(name: str) -> None:
    end = seams()[-3] - len(encode_frame(resigned().frames[-1]))
    for start in (13, end, seams()[-3]):
        agreed(short_file()[:start] + crafted_tails()[name])


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
