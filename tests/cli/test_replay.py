"""Does `gin replay` tell a match as it can be seen, and say how far a record goes that is not whole?"""

import json
from pathlib import Path

import pytest

from gin_p2p.cli.exits import Exit
from gin_p2p.crypto.identity import Identity
from gin_p2p.record.container import HEADER, encode_frame
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import save_identity
from gin_p2p.record.own_side import own_side
from gin_p2p.record.seed import create_seed
from gin_p2p.seat import Seat
from tests.helpers.commands import Gin
from tests.helpers.make_replays import REPLAYS
from tests.helpers.records import MemoReferee, closed_file, forged, one_hand
from tests.helpers.stories import story

TOLD = story("knock")
MATCH_ID = TOLD.heads[1][:16]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Somebody who has met nobody, and remembers proofs that held."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    monkeypatch.setenv("GIN_HOME", str(tmp_path / "home"))
    found = Home.find()
    found.prepare()
    return found


@pytest.fixture
def gin(home: Home, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Gin:
    return Gin(capsys, monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The record of a story, without its summary: UNFINISHED, and signed off."""
    found = tmp_path / "story.gin"
    found.write_bytes(HEADER + b"".join(map(encode_frame, TOLD.frames)))
    return found


def is_player(home: Home, seat: Seat, *, has_seed: bool = True) -> None:
    """Let the home be that of a seat of the story."""
    save_identity(home.identity, TOLD.scenario.identities[seat])
    if has_seed:
        create_seed(home.secret(MATCH_ID), MATCH_ID, TOLD.scenario.seed_of(seat))


def test_an_onlooker_is_told_names_and_what_was_shown(gin: Gin, path: Path) -> None:
    ran = gin("replay", str(path))
    assert ran.code is Exit.UNFINISHED
    assert "Hand 1. Ada deals, Bo goes first. Up-card 7d.\n        Ada's hand: 4h 5h 6h," in ran.out
    assert "Bo's hand:" not in ran.out
    assert "  1.3   Bo drew from the stock and knocked with 1, throwing the 3 of diamonds.\n" in ran.out
    assert ran.out.endswith(
        "\n  note  both players signed the end, but the end of the file is missing\nUNFINISHED\n"
    )


def test_who_played_is_told_the_own_cards_and_what_was_open_then(gin: Gin, home: Home, path: Path) -> None:
    is_player(home, Seat.GUEST)
    for words in ((), ("--seat", "me")):
        ran = gin("replay", str(path), *words)
        assert "        Your hand: 2c 2d 2h, 5s 6s 7s, Jc Qc 3d Ah; deadwood 24.\n" in ran.out
        assert "  1.3   You drew the king of clubs.\n        You knocked with 1" in ran.out
        assert "Ada's hand" not in ran.out
    both = gin("replay", str(path), "--seat", "both").out
    assert "bo's hand: 2c 2d 2h" in both.lower()
    assert "Ada's hand: 4h 5h 6h" in both
    assert "hand: " not in gin("replay", str(path), "--seat", "blind").out
    assert "hand: " not in gin("replay", str(path), "--seat", "them").out


def test_who_played_and_lost_the_secret_is_still_meant(gin: Gin, home: Home, path: Path) -> None:
    is_player(home, Seat.GUEST, has_seed=False)
    ran = gin("replay", str(path))
    assert "You drew from the stock and knocked with 1" in ran.out
    assert "Your hand" not in ran.out


def test_private_files_that_others_may_read_are_not_used_and_said(gin: Gin, home: Home, path: Path) -> None:
    is_player(home, Seat.GUEST)
    home.secret(MATCH_ID).chmod(0o644)
    ran = gin("replay", str(path))
    assert "can be read by others" in ran.err
    assert "Your hand" not in ran.out
    home.identity.chmod(0o644)
    ran = gin("replay", str(path))
    assert "can be read by others" in ran.err
    assert "Bo drew" in ran.out


def test_sides_of_a_foreign_match_are_refused(gin: Gin, home: Home, path: Path) -> None:
    save_identity(home.identity, Identity.generate(lambda n: bytes(range(n))))
    for side in ("me", "them"):
        ran = gin("replay", str(path), "--seat", side)
        assert (ran.code, ran.out) == (Exit.USAGE, "")
        assert "--seat both" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", "all"), "one of me, them, both, blind"),
        (("--play", "0"), "0.1 to 20"),
        (("--play", "21"), "0.1 to 20"),
        (("--at", "3:2"), "no moment"),
        (("--at", "9" * 13), "no moment"),
        (("--hand", "2"), "There is no hand 2: the record holds 1."),
        (("--at", "2.1"), "There is no hand 2."),
    ],
)
def test_what_is_impossible_is_refused_with_what_is_possible(
    words: tuple[str, ...], said: str, gin: Gin, path: Path
) -> None:
    ran = gin("replay", str(path), *words)
    assert ran.code is Exit.USAGE
    assert said in ran.err


def test_one_hand_is_told_alone(gin: Gin) -> None:
    ran = gin("replay", str(REPLAYS / "knock-deck.gin"), "--hand", "2")
    assert "Hand 2. " in ran.out
    assert "Hand 1" not in ran.out
    assert ran.out.startswith("alice v bob, ")
    assert ran.out.endswith("\nVERIFIED\n")


def test_a_moment_is_printed_as_the_viewer_shows_it(gin: Gin, path: Path) -> None:
    ran = gin("replay", str(path), "--at", "1.3")
    assert ran.out.count("\n") == 24
    assert "> " in ran.out
    assert "hand 1/1  turn 3/4  unfinished" in ran.out
    assert "knocks, throws 3♦" in ran.out


def test_a_record_that_breaks_off_before_the_first_deal_is_told_so_far(gin: Gin, tmp_path: Path) -> None:
    for n_frames, said in ((0, "UNFINISHED"), (1, "UNFINISHED"), (3, "Bo takes the seat.")):
        path = tmp_path / f"{n_frames}.gin"
        path.write_bytes(HEADER + b"".join(map(encode_frame, TOLD.frames[:n_frames])))
        for words in ((), ("--at", "1.1")):
            ran = gin("replay", str(path), *words)
            assert ran.code is Exit.UNFINISHED
            assert said in ran.out


def test_a_damaged_record_is_told_up_to_its_last_good_frame(gin: Gin, tmp_path: Path) -> None:
    path = tmp_path / "cut.gin"
    whole = closed_file()
    path.write_bytes(whole[:-400])
    ran = gin("replay", str(path))
    assert ran.code is Exit.CANNOT_JUDGE
    assert "Hand 1. " in ran.out
    assert "The rest is missing" in ran.out
    assert ran.out.endswith("\nCANNOT JUDGE\n")


def test_a_record_of_a_cheat_is_told_up_to_the_frame_that_accuses(gin: Gin, tmp_path: Path) -> None:
    pair, path = one_hand(), tmp_path / "cheat.gin"
    frames = [*pair.frames[:-1], forged(pair, len(pair.frames) - 1, winner=2)]
    path.write_bytes(HEADER + b"".join(map(encode_frame, frames)))
    ran = gin("replay", str(path))
    assert ran.code is Exit.PROVEN_WRONG
    assert "rule close" in ran.out
    assert ran.out.endswith("it is the evidence\n")


@pytest.mark.parametrize("data", [b"", b"no record", HEADER + encode_frame(b"no frame")])
def test_what_is_no_record_is_told_so(data: bytes, gin: Gin, tmp_path: Path) -> None:
    path = tmp_path / "x.gin"
    path.write_bytes(data)
    ran = gin("replay", str(path))
    assert ran.code in {Exit.CANNOT_JUDGE, Exit.PROVEN_WRONG}
    assert own_side(Home.find(), path).seat is None


def test_no_record_at_all_ends_with_7(gin: Gin) -> None:
    assert gin("replay", "last").code is Exit.CANNOT_JUDGE


def test_programs_get_one_object_a_move(gin: Gin, home: Home, path: Path) -> None:
    is_player(home, Seat.GUEST)
    rows = gin("replay", str(path), "--json").rows
    assert [row["event"] for row in rows] == ["match", "deal", *["move"] * 6, "hand_result", "audit", "done"]
    moves = [(row["turn"], row["seat"], row["kind"]) for row in rows if row["event"] == "move"]
    assert moves == [
        (1, "guest", "pass"),
        (2, "host", "pass"),
        (3, "guest", "draw"),
        (3, "guest", "drew"),
        (3, "guest", "knock"),
        (4, "host", "defend"),
    ]
    assert rows[5]["cards"] == ["Kc"]
    assert rows[6]["melds"] == [["2c", "2d", "2h"], ["5s", "6s", "7s"], ["Jc", "Qc", "Kc"]]
    assert rows[7]["layoffs"] == [{"card": "2s", "onto": 0}, {"card": "8s", "onto": 1}]
    assert rows[1]["left"] == [None, 24]
    assert (rows[8]["ending"], rows[8]["winner"], rows[9]["verdict"]) == ("knock", "guest", "UNFINISHED")


def test_programs_get_every_kind_of_move_of_every_replay(gin: Gin) -> None:
    kinds = set()
    for record in sorted(REPLAYS.glob("*.gin")):
        for row in gin("replay", str(record), "--json").rows:
            json.dumps(row)
            kinds.add(row.get("kind"))
    assert {"throw", "take", "takemany", "knock", "biggin", "defend", "misdeal", "pass", "draw"} <= kinds


def test_programs_get_one_hand_alone(gin: Gin) -> None:
    rows = gin("replay", str(REPLAYS / "knock-deck.gin"), "--hand", "2", "--json").rows
    assert {row["hand"] for row in rows if "hand" in row} == {2}
