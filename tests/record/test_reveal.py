"""Does a copy with disclosed keys hold the record, those keys, and no others?"""

from pathlib import Path

import pytest

from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.disclosure import Disclosure
from gin_p2p.record.container import HEADER, MAX_DISCLOSURES, encode_closing, encode_disclosure, encode_frame
from gin_p2p.record.disk import SystemDisk
from gin_p2p.record.errors import FileRefusedError, JournalError
from gin_p2p.record.examine import disclosures_in, examine
from gin_p2p.record.journal import Journal
from gin_p2p.record.reveal import revealable, write_revealed
from gin_p2p.record.summary import Summary
from gin_p2p.seat import Seat
from tests.helpers.arena import Story
from tests.helpers.records import MemoReferee
from tests.helpers.stories import story


@pytest.fixture(autouse=True)
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that held once are not checked again."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)


TOLD = story("dealer's misdeal")  # two deals, one of them void


def seed_of(seat: Seat, told: Story = TOLD) -> MatchSeed:
    return told.scenario.seed_of(seat)


def identity_of(seat: Seat, told: Story = TOLD) -> Identity:
    return told.scenario.identities[seat]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The record of a match that is over."""
    n_frames = len(TOLD.frames)
    summary = Summary.of(TOLD.table_at(n_frames), TOLD.heads[1][:16], n_frames, TOLD.heads[-1])
    path = tmp_path / "record.gin"
    path.write_bytes(HEADER + b"".join(map(encode_frame, TOLD.frames)) + encode_closing(summary.to_value()))
    return path


def revealed(source: Path, target: Path, seat: Seat) -> Path:
    found = revealable(source, seed_of(seat), seat)
    write_revealed(source, target, found.report, found.keys, identity_of(seat))
    return target


def test_the_copy_has_the_frames_the_keys_and_the_summary(source: Path, tmp_path: Path) -> None:
    before = source.read_bytes()
    target = revealed(source, tmp_path / "copy.gin", Seat.HOST)
    assert source.read_bytes() == before
    (shown,) = disclosures_in(target)
    assert [number for number, _ in Disclosure.open(shown).keys] == [1, 2]
    assert target.read_bytes().replace(encode_disclosure(shown), b"") == before
    assert target.stat().st_mode & 0o777 == 0o644
    report = examine(target)
    assert (report.verdict, report.n_opened, report.n_whole) == (Verdict.VERIFIED, (2, 0), 0)


def test_both_seats_reveal_one_after_the_other(source: Path, tmp_path: Path) -> None:
    one = revealed(source, tmp_path / "one.gin", Seat.GUEST)
    both = revealed(one, tmp_path / "both.gin", Seat.HOST)
    report = examine(both)
    assert (report.verdict, report.n_opened, report.n_whole) == (Verdict.VERIFIED, (2, 2), 2)
    assert revealable(both, seed_of(Seat.HOST), Seat.HOST).disclosed == {1, 2}


def test_a_seed_of_another_match_has_no_keys_of_this_one(source: Path) -> None:
    assert revealable(source, seed_of(Seat.HOST, story("another")), Seat.HOST).keys == {}
    assert revealable(source, seed_of(Seat.GUEST), Seat.HOST).keys == {}


def test_a_match_that_can_go_on_reveals_nothing(source: Path, tmp_path: Path) -> None:
    path = tmp_path / "running.gin"
    path.write_bytes(HEADER + b"".join(map(encode_frame, TOLD.frames[:-2])))
    found = revealable(path, seed_of(Seat.HOST), Seat.HOST)
    assert found.report.verdict is Verdict.UNFINISHED
    with pytest.raises(ValueError, match="whose end is signed"):
        write_revealed(path, tmp_path / "copy.gin", found.report, found.keys, identity_of(Seat.HOST))
    assert not (tmp_path / "copy.gin").exists()
    good = revealable(source, seed_of(Seat.HOST), Seat.HOST)
    with pytest.raises(
        ValueError, match="whose end is signed"
    ):  # the file was changed behind the audit's back
        write_revealed(path, tmp_path / "copy.gin", good.report, good.keys, identity_of(Seat.HOST))


def test_a_file_that_exists_is_not_overwritten(source: Path) -> None:
    before = source.read_bytes()
    with pytest.raises(FileExistsError):
        revealed(source, source, Seat.HOST)
    assert source.read_bytes() == before


def test_a_copy_that_cannot_be_written_is_refused(source: Path, tmp_path: Path) -> None:
    with pytest.raises(FileRefusedError, match="cannot be written"):
        revealed(source, tmp_path / "no" / "copy.gin", Seat.HOST)


def test_a_record_that_is_full_of_disclosures_is_refused(source: Path, tmp_path: Path) -> None:
    one = revealed(source, tmp_path / "one.gin", Seat.HOST)
    (shown,) = map(encode_disclosure, disclosures_in(one))
    full = tmp_path / "full.gin"
    full.write_bytes(one.read_bytes().replace(shown, shown * MAX_DISCLOSURES))
    with pytest.raises(FileRefusedError, match="no room"):
        revealed(full, tmp_path / "more.gin", Seat.GUEST)


def test_a_journal_with_a_disclosure_is_not_taken_up(tmp_path: Path) -> None:
    for end in (b"", encode_frame(TOLD.frames[-1])):
        path = tmp_path / f"{len(end)}.gin"
        data = HEADER + encode_frame(TOLD.frames[0]) + encode_disclosure(b"a key") + end
        path.write_bytes(data)
        with pytest.raises(JournalError, match="cannot be taken up again"):
            Journal.reopen(path, SystemDisk())
        assert path.read_bytes() == data
