"""Does every file get the verdict, the blame and the place that it deserves, and none a verdict it does not?

One whole hand is played by two sessions; its record is then cut, flipped, spliced, rewritten and forged. Proofs that
held once are remembered between files, so that thousands of them can be examined; nothing refused is.
"""

import base64
import io
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.digest import DIGEST_BYTES
from gin_p2p.protocol.messages import Close, Cut, Draw, Throw
from gin_p2p.protocol.transcript import open_envelope, seal
from gin_p2p.record.container import HEADER, encode_closing, encode_frame
from gin_p2p.record.examine import Report, examine, examine_items
from gin_p2p.record.fault import Fault
from gin_p2p.record.scan import StoredFrame, scan
from gin_p2p.seat import Seat
from tests.helpers.records import (
    MemoReferee,
    Pair,
    closed_file,
    file_of,
    forged,
    offsets,
    one_hand,
    resigned,
    resigned_file,
    said,
    speaker_of,
)

VERIFIED, UNFINISHED = Verdict.VERIFIED, Verdict.UNFINISHED
NOT_VERIFIED, CANNOT_JUDGE = Verdict.NOT_VERIFIED, Verdict.CANNOT_JUDGE


@pytest.fixture(autouse=True)
def _remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)


def examined(data: bytes) -> Report:
    return examine_items(scan(io.BytesIO(data).read))


def fault_of(data: bytes, verdict: Verdict) -> Fault:
    report = examined(data)
    assert report.verdict is verdict
    assert report.fault is not None
    return report.fault


def place_of(pair: Pair, kind: type) -> int:
    """Number of the first frame with a message of this kind."""
    return next(number for number in range(len(pair.frames)) if isinstance(said(pair, number), kind))


def with_frame(pair: Pair, number: int, frame: bytes) -> bytes:
    return file_of([*pair.frames[:number], frame, *pair.frames[number + 1 :]], pair.summary())


# Whole and unfinished records


def test_a_whole_record_is_verified() -> None:
    pair, report = one_hand(), examined(closed_file())
    assert (report.verdict, report.fault, report.is_signed_off) == (VERIFIED, None, True)
    assert report.n_frames == report.n_stored == len(pair.frames)
    assert (report.head, report.match_id) == (pair.sessions[0].head, pair.sessions[0].match_id)
    assert report.offer == pair.table.offer
    assert report.match == pair.table.match
    assert report.n_deals == 1
    assert report.n_turns > 1


def test_a_resigned_match_is_verified() -> None:
    report = examined(resigned_file())
    assert report.verdict is VERIFIED
    assert report.match is not None
    assert report.match.resigned is not None
    assert report.n_turns == 1


def test_a_file_on_disk_is_examined_like_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "renamed.txt"
    path.write_bytes(closed_file())
    assert examine(path) == examined(closed_file())


def test_a_report_can_come_from_another_process() -> None:
    pair = one_hand()
    bad = forged(pair, len(pair.frames) - 1, totals=(77, 0))
    for report in (examined(closed_file()), examined(with_frame(pair, len(pair.frames) - 1, bad))):
        assert pickle.loads(pickle.dumps(report)) == report


@pytest.mark.parametrize("n_frames", [0, 1, 2, 3, 6, 9, -2, -1])
def test_a_record_that_ends_between_two_frames_is_unfinished(n_frames: int) -> None:
    frames = one_hand().frames[:n_frames]
    report = examined(file_of(frames))
    assert (report.verdict, report.fault) == (UNFINISHED, None)
    assert report.n_frames == len(frames)
    assert not report.is_signed_off


def test_a_record_without_its_summary_is_unfinished_though_both_signed_the_end() -> None:
    report = examined(file_of(one_hand().frames))
    assert (report.verdict, report.is_signed_off) == (UNFINISHED, True)


# Files cut and files lengthened


def cuts_are_judged(data: bytes, frames: list[bytes], places: Iterator[int]) -> None:
    ends = offsets(frames)
    for place in places:
        report = examined(data[:place])
        n_whole = sum(end <= place for end in ends[1:])
        assert report.n_frames == report.n_stored == n_whole
        if place in ends:
            assert (report.verdict, report.fault) == (UNFINISHED, None)
        else:
            assert report.verdict is CANNOT_JUDGE
            assert report.fault is not None
            assert report.fault.accused is None
            assert report.fault.offset == (ends[n_whole] if place >= ends[0] else 0)


def test_a_cut_is_never_verified_and_its_place_is_named() -> None:
    frames = one_hand().frames
    near = {end + step for end in offsets(frames) for step in (-1, 0, 1, 12, 13)}
    places = sorted(near | set(range(0, len(closed_file()), 499)) | set(range(20)))
    cuts_are_judged(closed_file(), frames, iter(places))


@pytest.mark.slow
def test_a_cut_at_every_byte_is_never_verified() -> None:
    data = resigned_file()
    cuts_are_judged(data, resigned().frames, iter(range(len(data))))


@pytest.mark.parametrize("extra", [b"\0", b"\xc0", bytes(1024), b"junk", HEADER, closed_file()])
def test_bytes_after_the_end_are_not_verified_and_accuse_nobody(extra: bytes) -> None:
    fault = fault_of(closed_file() + extra, NOT_VERIFIED)
    assert (fault.code, fault.offset, fault.accused) == ("after-end", len(closed_file()), None)


def test_a_frame_after_the_signed_end_is_not_verified() -> None:
    frames = one_hand().frames
    fault = fault_of(file_of([*frames, frames[-1]], one_hand().summary()), NOT_VERIFIED)
    assert (fault.code, fault.frame, fault.accused) == ("after-close", len(frames), None)


# Bytes changed


def flips_are_judged(data: bytes, frames: list[bytes], places: Iterator[int]) -> None:
    ends = offsets(frames)
    for place in places:
        for mask in (0x01, 0x80):
            changed = bytearray(data)
            changed[place] ^= mask
            report = examined(bytes(changed))
            assert report.verdict in {NOT_VERIFIED, CANNOT_JUDGE}
            assert report.fault is not None
            assert report.fault.accused is None
            assert report.fault.offset is not None
            assert report.fault.offset <= place
            assert report.n_frames == sum(end <= place for end in ends[1:])


def test_a_flipped_bit_is_never_verified_and_accuses_nobody() -> None:
    data = closed_file()
    places = {*range(len(HEADER)), *range(0, len(data), 997), *range(len(data) - 200, len(data))}
    flips_are_judged(data, one_hand().frames, iter(sorted(places)))


@pytest.mark.slow
def test_a_bit_flipped_in_any_byte_is_never_verified() -> None:
    data = resigned_file()
    flips_are_judged(data, resigned().frames, iter(range(len(data))))


@pytest.mark.slow
def test_two_thousand_places_flipped_in_a_long_record_are_never_verified() -> None:
    data = (Path(__file__).parents[2] / "replays" / "knock-deck.gin").read_bytes()
    frames = [item.frame for item in scan(io.BytesIO(data).read) if isinstance(item, StoredFrame)]
    flips_are_judged(data, frames, iter(range(5, len(data), len(data) // 1000)))


def test_a_flipped_bit_under_a_new_checksum_accuses_nobody() -> None:
    pair = one_hand()
    for number, frame in enumerate(pair.frames):
        for place in (len(frame) // 3, len(frame) - 1):
            changed = bytearray(frame)
            changed[place] ^= 1
            fault = fault_of(with_frame(pair, number, bytes(changed)), NOT_VERIFIED)
            assert (fault.frame, fault.accused) == (number, None)
            assert fault.offset == offsets(pair.frames)[number]


def test_dropped_doubled_and_swapped_frames_are_not_verified() -> None:
    pair = one_hand()
    for number in range(0, len(pair.frames) - 1, 11):
        before, (first, second), after = (
            pair.frames[:number],
            pair.frames[number : number + 2],
            pair.frames[number + 2 :],
        )
        for middle, bad in (
            ([second], number),
            ([first, first, second], number + 1),
            ([second, first], number),
        ):
            fault = fault_of(file_of([*before, *middle, *after], pair.summary()), NOT_VERIFIED)
            assert (fault.frame, fault.accused) == (bad, None)


def test_a_frame_of_another_match_between_the_same_players_is_not_verified() -> None:
    pair, other = one_hand(), one_hand("another hand")
    for number in (1, 5, 20):
        fault = fault_of(with_frame(pair, number, other.frames[number]), NOT_VERIFIED)
        assert (fault.frame, fault.accused) == (number, None)


def test_a_frame_signed_by_a_third_key_accuses_nobody() -> None:
    pair, stranger = one_hand(), resigned().identities[0]
    envelope = open_envelope(pair.frames[7])
    frame = seal(envelope.match_id, 7, envelope.prev_head, envelope.body, stranger, "gin-p2p/1/frame")
    fault = fault_of(with_frame(pair, 7, frame), NOT_VERIFIED)
    assert (fault.code, fault.frame, fault.accused) == ("signature", 7, None)


# Frames that somebody signed


def test_a_share_that_opens_another_card_accuses_its_signer() -> None:
    pair = one_hand()
    number = place_of(pair, Cut)
    message = said(pair, number)
    assert isinstance(message, Cut)
    frame = forged(pair, number, shares=message.shares[::-1])
    fault = fault_of(with_frame(pair, number, frame), NOT_VERIFIED)
    assert (fault.code, fault.frame, fault.hand) == ("share-proof", number, 1)
    assert fault.accused is speaker_of(pair, number)
    assert fault.offset == offsets(pair.frames)[number]


@pytest.mark.parametrize("kind", [Draw, Throw])
def test_a_move_with_a_wrong_digest_accuses_its_signer(kind: type) -> None:
    pair = one_hand()
    number = place_of(pair, kind)
    frame = forged(pair, number, digest=bytes(DIGEST_BYTES))
    fault = fault_of(with_frame(pair, number, frame), NOT_VERIFIED)
    assert (fault.code, fault.accused) == ("digest", speaker_of(pair, number))


def test_a_signed_end_with_another_score_accuses_its_signer() -> None:
    pair = one_hand()
    number = place_of(pair, Close)
    frame = forged(pair, number, totals=(77, 0))
    report = examined(with_frame(pair, number, frame))
    assert report.verdict is NOT_VERIFIED
    assert report.fault is not None
    assert (report.fault.code, report.fault.accused) == ("close", Seat.HOST)
    assert report.fault.hand is None
    assert (report.n_frames, report.n_stored) == (number, len(pair.frames))


def test_a_match_of_a_newer_protocol_is_nobodys_fault() -> None:
    pair = one_hand()
    frame = forged(pair, 0, version=2)
    fault = fault_of(file_of([frame]), CANNOT_JUDGE)
    assert (fault.code, fault.frame, fault.accused) == ("version", 0, None)


# The summary


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"totals": (3, 999)}, "its summary says 3 to 999, its frames say"),
        ({"n_deals": 5}, "its summary says 5 hands, its frames say 1 hands"),
        ({"n_frames": 5}, "its summary says 5 frames, its frames say"),
        ({"names": ("alice", "eve")}, "its summary is not what its frames say"),
        ({"head": bytes(32)}, "its summary is not what its frames say"),
    ],
)
def test_a_wrong_summary_is_not_verified_and_names_both_values(change: dict[str, object], words: str) -> None:
    pair = one_hand()
    summary = replace(pair.summary(), **change)  # type: ignore[arg-type]  # the table above gives fields
    fault = fault_of(file_of(pair.frames, summary), NOT_VERIFIED)
    assert (fault.code, fault.accused, fault.offset) == ("summary", None, offsets(pair.frames)[-1])
    assert fault.sentence.startswith(words)


def test_a_summary_with_another_winner_is_not_verified() -> None:
    pair = one_hand()
    for winner in {Seat.HOST, Seat.GUEST, None} - {pair.summary().winner}:
        fault = fault_of(file_of(pair.frames, replace(pair.summary(), winner=winner)), NOT_VERIFIED)
        assert "won" in fault.sentence


def test_a_summary_that_is_none_of_ours_is_not_verified() -> None:
    fault = fault_of(file_of(one_hand().frames) + encode_closing((1, 2, 3)), NOT_VERIFIED)
    assert fault.sentence == "its summary is none that this program writes"


def test_a_summary_that_says_true_for_one_is_not_verified() -> None:
    pair = one_hand()
    values = [True if value == 1 else value for value in pair.summary().to_value()]  # type: ignore[union-attr]
    assert any(value is True for value in values)
    assert fault_of(file_of(pair.frames) + encode_closing(values), NOT_VERIFIED).code == "summary"


def test_a_summary_after_the_losing_hand_was_dropped_is_not_verified() -> None:
    pair = one_hand()
    fault = fault_of(file_of(pair.frames[:-1], pair.summary()), NOT_VERIFIED)
    assert fault.sentence == "it has a summary, but its frames do not end the match"


# Files that are no record of ours


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: b"", "not-a-record"),
        (lambda data: b"hello, world", "not-a-record"),
        (lambda data: data.replace(b"\n", b"\r\n"), "changed-in-transfer"),
        (lambda data: b"\xef\xbb\xbf" + data, "changed-in-transfer"),
        (base64.encodebytes, "changed-in-transfer"),
        (lambda data: data.decode("latin-1").encode(), "changed-in-transfer"),
        (lambda data: HEADER[:-1] + b"\x02" + data[len(HEADER) :], "newer-format"),
        (lambda data: HEADER[:-1] + b"\xcf" + (2**63).to_bytes(8) + data[len(HEADER) :], "newer-format"),
        (lambda data: HEADER[:-1] + b"\x00" + data[len(HEADER) :], "not-a-record"),
        (lambda data: HEADER[:-1] + b"\xff" + data[len(HEADER) :], "not-a-record"),
    ],
    ids=[
        "empty",
        "text",
        "line feeds",
        "mark",
        "base64",
        "utf-8",
        "version 2",
        "version 2^63",
        "version 0",
        "-1",
    ],
)
def test_what_cannot_be_judged_says_why(change: object, code: str) -> None:
    assert callable(change)
    fault = fault_of(change(closed_file()), CANNOT_JUDGE)
    assert (fault.code, fault.accused, fault.frame) == (code, None, None)
    assert fault.sentence


def test_what_cannot_be_opened_cannot_be_judged(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none", Path("/dev/null"), Path("/dev/zero"), Path("a\0b")):
        report = examine(path)
        assert report.verdict is CANNOT_JUDGE
        assert report.fault is not None
        assert report.fault.code == "unreadable"
        assert not report.fault.sentence.endswith(".")


def test_a_scan_without_an_ending_is_a_fault_of_the_program() -> None:
    with pytest.raises(ValueError, match="ends with an Ending"):
        examine_items([])


def test_a_long_file_of_frames_that_follow_a_bad_one_is_read_to_its_end() -> None:
    data = HEADER + encode_frame(b"x" * 30_000) * 700
    report = examined(data)
    assert (report.verdict, report.n_frames, report.n_stored) == (NOT_VERIFIED, 0, 700)
