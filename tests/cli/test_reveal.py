"""Does `gin reveal` disclose what it says, and nothing while the match can go on?"""

from pathlib import Path

import pytest

from gin_p2p.cli.exits import Exit
from gin_p2p.crypto.identity import Identity
from gin_p2p.record.container import HEADER, encode_closing, encode_frame
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import save_identity
from gin_p2p.record.seed import create_seed
from gin_p2p.record.summary import Summary
from gin_p2p.seat import Seat
from tests.helpers.commands import Gin
from tests.helpers.records import MemoReferee
from tests.helpers.stories import story

NAME = "other's misdeal"  # two deals
TOLD = story(NAME)
MATCH_ID = TOLD.heads[1][:16]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """The guest of the story, in a folder of its own."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    monkeypatch.setenv("GIN_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    found = Home.find()
    found.prepare()
    save_identity(found.identity, TOLD.scenario.identities[Seat.GUEST])
    create_seed(found.secret(MATCH_ID), MATCH_ID, TOLD.scenario.seed_of(Seat.GUEST))
    frames = HEADER + b"".join(map(encode_frame, TOLD.frames))
    n_frames = len(TOLD.frames)
    summary = Summary.of(TOLD.table_at(n_frames), MATCH_ID, n_frames, TOLD.heads[-1])
    Path("match.gin").write_bytes(frames + encode_closing(summary.to_value()))
    Path("running.gin").write_bytes(HEADER + b"".join(map(encode_frame, TOLD.frames[:-2])))
    return found


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Gin:
    return Gin(capsys, monkeypatch)


def test_a_copy_is_written_and_audited_and_replayed_with_the_keys(gin: Gin, home: Home) -> None:
    ran = gin("reveal", "match.gin")
    assert ran.code is Exit.DONE
    assert ran.out.startswith("Wrote match_revealed.gin: the record and your keys of 2 deals.\n")
    audited = gin("audit", "match_revealed.gin").out
    assert "Bo disclosed the true keys of 2 deals, and no misdeal kept quiet" in " ".join(audited.split())
    assert "Bo's hand: " not in gin("replay", "match.gin", "--seat", "blind", "--hand", "2").out
    home.secret(MATCH_ID).unlink()
    assert "Bo's hand: 2c 2d 2h, 5s 6s 7s, " in gin("replay", "match_revealed.gin", "--seat", "both").out
    rows = gin("audit", "match_revealed.gin", "--json").rows
    assert (rows[0]["opened"], rows[0]["whole"]) == ([0, 2], 0)


def test_one_deal_is_disclosed_and_then_the_rest(gin: Gin) -> None:
    assert gin("reveal", "match.gin", "--hand", "2", "-o", "one.gin").code is Exit.DONE
    row = gin("reveal", "one.gin", "-o", "all.gin", "--json").rows[0]
    assert (row["event"], row["path"], row["seat"], row["deals"]) == ("reveal", "all.gin", "guest", [1])
    ran = gin("reveal", "all.gin", "-o", "more.gin")
    assert (ran.code, Path("more.gin").exists()) == (Exit.USAGE, False)
    assert "disclosed in the record already" in ran.err


def test_both_seats_disclosures_show_every_card(gin: Gin, home: Home) -> None:
    gin("reveal", "match.gin", "-o", "one.gin")
    home.identity.unlink()
    home.secret(MATCH_ID).unlink()
    save_identity(home.identity, TOLD.scenario.identities[Seat.HOST])
    create_seed(home.secret(MATCH_ID), MATCH_ID, TOLD.scenario.seed_of(Seat.HOST))
    gin("reveal", "one.gin", "-o", "both.gin")
    audited = " ".join(gin("audit", "both.gin").out.split())
    assert "2 deals disclosed by both: every card is open, 52 different ones each" in audited


def test_a_match_that_can_go_on_is_refused(gin: Gin) -> None:
    ran = gin("reveal", "running.gin")
    assert (ran.code, Path("running_revealed.gin").exists()) == (Exit.UNFINISHED, False)
    assert "the match can go on" in ran.err


def test_a_record_that_is_not_right_is_refused(gin: Gin) -> None:
    data = Path("match.gin").read_bytes()
    Path("bad.gin").write_bytes(data + b"?")
    ran = gin("reveal", "bad.gin")
    assert (ran.code, Path("bad_revealed.gin").exists()) == (Exit.PROVEN_WRONG, False)
    assert "that an audit finds right" in ran.err


def test_a_match_of_others_is_refused(gin: Gin, home: Home) -> None:
    home.identity.unlink()
    assert gin("reveal", "match.gin").code is Exit.REFUSED
    save_identity(home.identity, Identity.generate(lambda n: bytes(range(n))))
    ran = gin("reveal", "match.gin")
    assert ran.code is Exit.REFUSED
    assert "was not yours" in ran.err


def test_without_the_secret_there_is_nothing_to_disclose(gin: Gin, home: Home) -> None:
    home.secret(MATCH_ID).chmod(0o644)
    assert gin("reveal", "match.gin").code is Exit.REFUSED
    home.secret(MATCH_ID).unlink()
    ran = gin("reveal", "match.gin")
    assert ran.code is Exit.CANNOT_JUDGE
    assert "secret of this match is not here" in ran.err


def test_a_hand_that_was_not_dealt_and_a_name_that_is_taken_are_refused(gin: Gin) -> None:
    ran = gin("reveal", "match.gin", "--hand", "3")
    assert (ran.code, "holds 2" in ran.err) == (Exit.USAGE, True)
    ran = gin("reveal", "match.gin", "-o", "running.gin")
    assert (ran.code, "exists already" in ran.err) == (Exit.USAGE, True)


def test_a_concealed_misdeal_accuses_whoever_reveals_it(gin: Gin) -> None:
    told = story("concealed")
    match_id, n_frames = told.heads[1][:16], len(told.frames)
    summary = Summary.of(told.table_at(n_frames), match_id, n_frames, told.heads[-1])
    frames = HEADER + b"".join(map(encode_frame, told.frames))
    Path("quiet.gin").write_bytes(frames + encode_closing(summary.to_value()))
    assert match_id == MATCH_ID  # the same match, offered and accepted alike, and played otherwise
    assert gin("reveal", "quiet.gin").code is Exit.DONE
    ran = gin("audit", "quiet_revealed.gin")
    assert ran.code is Exit.PROVEN_WRONG
    assert "FAIL  hand 1: the dealt hand could already go out" in ran.out
    assert "the keys that Bo disclosed and signed show it" in ran.out
    assert ran.out.endswith("it is the evidence\n")
