"""Does a match on disk begin, go on and end as the keeper promises?"""

from collections.abc import Callable
from pathlib import Path

import pytest

from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.record.bookmark import Bookmark
from gin_p2p.record.container import HEADER, encode_frame
from gin_p2p.record.errors import FileRefusedError, JournalError, JournalLockedError
from gin_p2p.record.home import Home
from gin_p2p.record.journal import is_in_use
from gin_p2p.record.keeper import Keeper
from gin_p2p.record.library import scan_file
from gin_p2p.record.rivals import rivals_among, signed_twice
from gin_p2p.record.saved import evidence_of, saved_matches
from gin_p2p.record.scan import StoredFrame
from gin_p2p.record.summary import Summary
from gin_p2p.seat import Seat
from tests.helpers.arena import Story
from tests.helpers.stories import story

SEED = MatchSeed(bytes(range(32)))


@pytest.fixture(scope="module")
def told() -> Story:
    return story("knock")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path, tmp_path, tmp_path)
    home.prepare()
    return home


def kept(home: Home, told: Story, n: int, *, waits: bool = False) -> Keeper:
    """Answer a keeper after n frames."""
    keeper = Keeper(home, SEED, waits=waits, bookmark=Bookmark(("192.0.2.1:4477",), 4477))
    for frame in told.frames[:n]:
        keeper.keep(frame)
    return keeper


def match_id(told: Story) -> bytes:
    return told.heads[1][:16]


def test_a_match_is_taken_up_with_its_frames_its_seed_and_its_bookmark(home: Home, told: Story) -> None:
    kept(home, told, 7).release()
    keeper = Keeper.resume(home, match_id(told))
    assert tuple(keeper.frames_from(0)) == told.frames[:7]
    assert tuple(keeper.frames_from(5)) == told.frames[5:7]
    assert keeper.seed.secret_bytes == SEED.secret_bytes
    assert (keeper.bookmark.port, keeper.is_finished) == (4477, False)
    keeper.keep(told.frames[7])
    keeper.release()
    assert tuple(Keeper.resume(home, match_id(told)).frames_from(0)) == told.frames[:8]


def test_an_offer_that_was_not_accepted_leaves_no_file_on_the_guests_side(home: Home, told: Story) -> None:
    keeper = kept(home, told, 1, waits=True)
    assert tuple(keeper.frames_from(0)) == told.frames[:1]
    assert list(home.matches.iterdir()) == []
    keeper.keep(told.frames[1])
    assert keeper.path == home.journal(match_id(told))
    assert tuple(keeper.frames_from(0)) == told.frames[:2]


def test_what_a_start_left_that_died_before_its_first_frame_is_in_nobodys_way(
    home: Home, told: Story
) -> None:
    other = MatchSeed(bytes(32))
    kept(home, told, 2).release()
    home.journal(match_id(told)).unlink()
    kept(home, told, 2, waits=True).release()
    journal = home.journal(match_id(told))
    journal.write_bytes(journal.read_bytes()[: len(HEADER)])
    keeper = Keeper(home, other)
    keeper.keep(told.frames[0])
    assert tuple(keeper.frames_from(0)) == told.frames[:1]
    keeper.release()
    assert Keeper.resume(home, match_id(told)).seed.secret_bytes == other.secret_bytes


def test_a_match_that_has_begun_is_not_begun_again(home: Home, told: Story) -> None:
    kept(home, told, 3).release()
    with pytest.raises(JournalError, match=f"gin resume {match_id(told).hex()[:8]}"):
        kept(home, told, 1)


def test_a_match_without_its_seed_cannot_go_on(home: Home, told: Story) -> None:
    kept(home, told, 3).release()
    home.secret(match_id(told)).unlink()
    with pytest.raises(FileRefusedError, match="is missing"):
        Keeper.resume(home, match_id(told))


def test_a_match_that_is_played_now_is_in_use(home: Home, told: Story) -> None:
    keeper = kept(home, told, 3)
    assert is_in_use(home.journal(match_id(told)))
    with pytest.raises(JournalLockedError):
        Keeper.resume(home, match_id(told))
    keeper.release()
    assert not is_in_use(home.journal(match_id(told)))
    assert not is_in_use(home.matches / "none.gin")


def test_a_frame_that_cannot_be_read_back_is_an_error_of_the_journal(home: Home, told: Story) -> None:
    keeper = kept(home, told, 3)
    path = home.journal(match_id(told))
    data = path.read_bytes()
    start = len(data) - len(encode_frame(told.frames[2]))
    for harmed in (data[:start], data[: start + 9], data[:-1], data[:-1] + bytes([data[-1] ^ 1])):
        path.write_bytes(harmed)
        with pytest.raises(JournalError, match=f"has changed at byte {start}"):
            list(keeper.frames_from(2))
    path.write_bytes(data)
    keeper._journal._handle = -1  # type: ignore[union-attr]
    with pytest.raises(JournalError, match="cannot be read"):
        list(keeper.frames_from(2))


def test_the_end_is_written_once_and_a_match_without_frames_has_none(home: Home, told: Story) -> None:
    table = told.heard[-1].after
    keeper = kept(home, told, len(told.frames))
    summary = Summary.of(table, match_id(told), len(told.frames), told.heads[-1]).to_value()
    path = keeper.finish(summary, table.agreed)
    assert keeper.is_finished
    assert keeper.finish(summary, table.agreed) == path
    (saved,) = saved_matches(home)
    assert saved.is_closed
    with pytest.raises(LookupError):
        Keeper(home, SEED).close(summary)


def test_a_match_that_was_left_says_so(home: Home, told: Story) -> None:
    keeper = kept(home, told, 3)
    keeper.leave()
    keeper.release()
    assert Keeper.resume(home, match_id(told)).bookmark.is_left


def test_a_match_that_was_never_accepted_is_forgotten_with_all_its_files(home: Home, told: Story) -> None:
    keeper = kept(home, told, 1)
    keeper.discard()
    assert list(home.matches.iterdir()) == []
    kept(home, told, 2).discard()
    assert len(list(home.matches.glob("*.gin"))) == 1


def test_saved_matches_name_both_players_and_leave_out_what_is_none(home: Home, told: Story) -> None:
    kept(home, told, 4).release()
    (home.matches / "noise.gin").write_bytes(b"noise")
    (home.matches / "other.gin").write_bytes(home.journal(match_id(told)).read_bytes())
    (home.matches / f"{bytes(16).hex()}.gin").write_bytes(
        home.journal(match_id(told)).read_bytes()[: len(HEADER)]
    )
    damaged = bytearray(home.journal(match_id(told)).read_bytes()[: len(HEADER)]) + encode_frame(b"no frame")
    (home.matches / f"{bytes(15).hex()}ff.gin").write_bytes(damaged)
    (saved,) = saved_matches(home)
    assert (saved.match_id, saved.offer.names, saved.is_closed) == (match_id(told), ("Ada", "Bo"), False)


def rival_of(told: Story, seq: int) -> bytes:
    """Answer another frame that the same seat has signed with this number."""
    session = told.session_at(seq, told.heard[seq].seat)
    session._keep = lambda frame: None
    session._clock = lambda: 1_700_000_999_999
    return session.resume().frames[0]


def test_a_second_history_is_kept_beside_ours_and_both_show_who_signed_twice(home: Home, told: Story) -> None:
    keeper = kept(home, told, 9)
    seq = 5
    rival = rival_of(told, seq)
    path = keeper.keep_rival(seq, rival)
    assert keeper.keep_rival(seq, rival) == path
    assert evidence_of(home, match_id(told)) == (path,)
    frames = [item.frame for item in scan_file(path) if isinstance(item, StoredFrame)]
    assert frames == [*told.frames[:seq], rival]
    ours = home.journal(match_id(told))
    ((first, second, proof),) = rivals_among([ours, path, home.matches / "none.gin"])
    assert (first, second, proof.seq, proof.seat) == (ours, path, seq, told.heard[seq].seat)
    assert proof.match_id == match_id(told)


def test_a_second_history_that_is_not_durable_is_an_error_of_the_journal(home: Home, told: Story) -> None:
    keeper = kept(home, told, 9)
    home.evidence.rmdir()
    with pytest.raises(JournalError, match="cannot be created"):
        keeper.keep_rival(5, rival_of(told, 5))


@pytest.mark.parametrize(
    "changed",
    [
        lambda told: told.frames[:6],
        lambda told: told.frames,
        lambda told: (*told.frames[:5], b"no frame"),
        lambda told: (*told.frames[:5], told.frames[6]),
        lambda told: (b"no frame", told.frames[5]),
        lambda told: (*told.frames[:5], story("gin").frames[5]),
    ],
    ids=["shorter", "equal", "no frame", "another number", "no opening", "of another match"],
)
def test_records_that_differ_otherwise_accuse_nobody(
    told: Story, changed: Callable[[Story], tuple[bytes, ...]]
) -> None:
    assert signed_twice(changed(told), told.frames) is None


def test_the_seat_is_the_one_that_signed_both(told: Story) -> None:
    for seq in (4, 5, 6, 7):
        proof = signed_twice(told.frames, (*told.frames[:seq], rival_of(told, seq)))
        assert proof is not None
        assert proof.seat is told.heard[seq].seat in Seat
