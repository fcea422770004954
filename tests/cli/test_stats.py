"""Do `gin stats` and `gin log` count and list what is asked for, to people and to programs?"""

import io
import json
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.known import Known
from gin_p2p.cli.log import log_command
from gin_p2p.cli.luck_lines import luck_fields, luck_lines
from gin_p2p.cli.output import Output
from gin_p2p.cli.since import since_ms
from gin_p2p.cli.stats import Asked, stats_command
from gin_p2p.cli.stats_lines import names_in, score_lines
from gin_p2p.crypto.identity import key_print
from gin_p2p.record.container import encode_closing
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import save_identity
from gin_p2p.record.listing import glance_at_beginning, glances
from gin_p2p.record.luck import Luck, Starts, Tries
from gin_p2p.record.luck_expectation import START
from gin_p2p.record.peers import Checked, Peer, update_peers, with_peer
from gin_p2p.record.seed import create_seed
from gin_p2p.record.stats import Score, Side
from gin_p2p.rules.results import Ending
from gin_p2p.seat import Seat
from tests.helpers.records import MemoReferee, Pair, closed_file, file_of, one_hand, resigned_file

THEN = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Somebody who has played the host's seat of `one_hand`, and calls the guest bert."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    monkeypatch.setenv("GIN_HOME", str(tmp_path_factory.mktemp("home")))
    home, pair = Home.find(), one_hand()
    home.prepare()
    save_identity(home.identity, pair.identities[Seat.HOST])
    met = Peer(key_print(pair.identities[Seat.GUEST].public), "bert", "bob", Checked.LINE, THEN, THEN)
    update_peers(home.peers, lambda peers: with_peer(peers, met))
    session = pair.sessions[Seat.HOST]
    create_seed(home.secret(session.match_id), session.match_id, session._player._seed)
    (home.records / "mine.gin").write_bytes(closed_file())
    return home


def counted(asked: Asked, *, is_json: bool = False) -> tuple[Exit, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = stats_command(asked, Output(is_json=is_json, out=out, err=err))
    return code, out.getvalue(), err.getvalue()


def listed(peer: str | None = None, limit: int = 20, *, is_json: bool = False) -> tuple[Exit, str]:
    out = io.StringIO()
    code = log_command(peer, limit, Output(is_json=is_json, out=out, err=io.StringIO()))
    return code, out.getvalue()


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# Counting


def test_our_own_records_are_counted_by_whom_we_played() -> None:
    code, out, err = counted(Asked())
    assert (code, err) == (Exit.DONE, "")
    assert out.startswith("you v bert (known as bert)\n  matches 1 begun, 1 ended (100 %): you won ")
    assert max(map(len, out.splitlines())) <= 79


def test_programs_get_the_same_numbers() -> None:
    _, out, _ = counted(Asked(luck=True), is_json=True)
    score, luck = rows(out)
    assert (score["event"], score["matches"], score["hands"], score["is_own"]) == ("score", 1, 1, True)
    assert [side["is_me"] for side in score["sides"]] == [True, False]
    assert [side["known_as"] for side in score["sides"]] == [None, "bert"]
    assert (luck["verdict"], luck["hands"]) == ("too few hands", {"own": 1, "others": 0})
    assert [figure["name"] for figure in luck["figures"]] == ["start", "useful", "gin"]


def test_an_open_match_is_counted_once_beside_its_copies(home: Home, tmp_path: Path) -> None:
    match_id = one_hand().sessions[0].match_id
    home.journal(match_id).write_bytes(file_of(one_hand().frames[:60]))
    (tmp_path / "copy.gin").write_bytes(closed_file())
    for asked in (Asked(), Asked([str(home.records), str(tmp_path)])):
        assert rows(counted(asked, is_json=True)[1])[0]["matches"] == 1


def test_what_does_not_hold_is_not_counted_and_said_so(tmp_path: Path) -> None:
    bad = tmp_path / "bad.gin"
    bad.write_bytes(closed_file() + b"\0")
    code, out, err = counted(Asked([str(bad), str(tmp_path / "none.gin")]))
    assert code is Exit.PROVEN_WRONG
    assert out == "There is no match to count.\n"
    assert [line.partition(", ")[2].partition(":")[0] for line in err.splitlines()] == [
        "NOT VERIFIED",
        "CANNOT JUDGE",
    ]


def test_one_bad_record_among_good_ones_is_no_failure(home: Home, tmp_path: Path) -> None:
    bad = tmp_path / "bad.gin"
    bad.write_bytes(closed_file()[:-1])
    code, _, err = counted(Asked([str(home.records), str(bad)]))
    assert code is Exit.DONE
    assert err.startswith(f"Not counted: {bad}, CANNOT JUDGE: ")


def test_nothing_to_count_is_no_failure(home: Home) -> None:
    (home.records / "mine.gin").unlink()
    code, out, _ = counted(Asked(luck=True))
    assert code is Exit.DONE
    assert out.startswith("There is no match to count.\nToo few hands to say: 0 of the 30 it takes.")


def test_only_matches_with_one_player_are_counted(home: Home) -> None:
    (home.records / "other.gin").write_bytes(resigned_file())
    assert len(rows(counted(Asked(), is_json=True)[1])) == 2
    guest = key_print(one_hand().identities[Seat.GUEST].public)
    for peer in ("BERT", guest, guest.upper().replace("-", " ")):
        assert [row["is_own"] for row in rows(counted(Asked(peer=peer), is_json=True)[1])] == [True]
    with pytest.raises(UsageError, match="You have met nobody called carol"):
        counted(Asked(peer="carol"))


def test_only_matches_since_a_day_are_counted() -> None:
    assert len(rows(counted(Asked(since="2026-11-29"), is_json=True)[1])) == 1
    assert len(rows(counted(Asked(since="2026-12-01"), is_json=True)[1])) == 0


def test_days_weeks_and_dates_are_understood() -> None:
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    day_ms = 24 * 3600 * 1000
    assert since_ms("2026-11-30", now) == since_ms("2026-11-30T00:00+00:00", now)
    assert since_ms("2w", now) == since_ms("14d", now) == round(now.timestamp() * 1000) - 14 * day_ms
    for text in ("yesterday", "", "999999w", "-1d", "1e3d", "99999w 1d"):
        with pytest.raises(UsageError, match="give a date"):
            since_ms(text, now)


# Words


def test_two_strangers_with_one_name_are_told_apart() -> None:
    score = Score((Side(b"a" * 32, "Bob"), Side(b"b" * 32, "bob")), is_own=False, n_matches=1)
    assert names_in(score, Known()) == ("Bob (1)", "bob (2)")
    assert next(score_lines(score, Known())) == "Bob (1) v bob (2)"


def test_hostile_names_are_shown_inert() -> None:
    score = Score((Side(b"a" * 32, "me"), Side(b"b" * 32, "\x1b[2J")), is_own=True, n_matches=1)
    assert next(score_lines(score, Known(b"a" * 32))) == r"you v \x1b[2J (unknown)"


def test_every_way_to_end_is_in_the_table() -> None:
    first = Side(b"a" * 32, "ann", 2, 0, {Ending.GIN: 3, Ending.UNDERCUT: 1}, 120, 4, 30, 1, 5, 0)
    second = Side(b"b" * 32, "bob", 1, 1, {}, 0, 2, 20, 2, 13, 1)
    nobody = {Ending.DEAD_HAND: 2, Ending.MISDEAL: 1, Ending.WASHED_GIN: 1, Ending.RESIGNED: 1}
    score = Score((first, second), False, 5, 4, 1, 9, 90, nobody)
    head, matches, hands, *table = score_lines(score, Known())
    assert head == "ann v bob"
    assert " ".join(matches.split()) == (
        "matches 5 begun, 4 ended (80 %): ann won 2, bob won 1, 1 level, bob resigned 1, 1 without an end"
    )
    assert " ".join(hands.split()) == (
        "hands 9, 10.0 draws each: ann won 4, bob won 0, nobody 5 (2 dead, 1 misdealt, 1 washed out and 1 resigned)"
    )
    assert table == [
        "  won by       knock       gin   big-gin  undercut    points",
        "    ann            0         3         0         1       120",
        "    bob            0         0         0         0         0",
        "          ann went out 4 times, on draw 7.5; knocked with 5.0, undercut 0 of 1",
        "          bob went out 2 times, on draw 10.0; knocked with 6.5, undercut 1 of 2",
        "",
    ]


# Luck


def lucky(n: int, points: float, useful: int) -> Luck:
    start = START["low", 1]
    return Luck(
        Starts(
            n,
            round(n * points),
            n * start.mean,
            n * start.sd**2,
            (0, 0, 0, 0, 0, n, 0, 0, 0, 0),
            tuple(n * share for share in start.shares),
        ),
        Tries(6 * n, useful, 3.0 * n, 1.5 * n),
        Tries(3, 0, 0.3, 0.2),
    )


def told(own: Luck, others: Luck = Luck()) -> str:  # noqa: B008 - it cannot be changed
    return "\n".join(
        luck_lines([Score((Side(b"a" * 32, luck=own), Side(b"b" * 32, luck=others)), is_own=True)])
    )


def test_honest_luck_is_told_with_what_it_could_have_hidden() -> None:
    text = told(lucky(100, 57.0, 300))
    assert "Luck of your cards: 100 hands" in text
    assert "Nothing here is stranger than honest shuffles are" in text
    assert "worse or better by 6.6\npoints" in text
    assert "Too little to say of: your draws that made gin." in text
    assert max(map(len, text.splitlines())) <= 79


def test_rigged_luck_is_called_so_with_its_direction() -> None:
    text = told(lucky(100, 66.0, 230), lucky(100, 50.0, 370))
    assert "NOT what honest shuffles give: your starting deadwood (worse than chance)" in text
    flat = " ".join(text.split())
    for words in (
        "your useful draws (worse than chance)",
        "the others' starting deadwood (better than chance)",
        "the others' useful draws (better than chance)",
    ):
        assert words in flat
    assert "  !" in text
    fields = luck_fields([Score((Side(b"a" * 32, luck=lucky(100, 66.0, 300)), Side(b"b" * 32)), is_own=True)])
    assert fields["verdict"] == "odd"
    fields = luck_fields([Score((Side(b"a" * 32, luck=lucky(100, 57.0, 300)), Side(b"b" * 32)), is_own=True)])
    assert fields["verdict"] == "nothing odd"


def test_the_chart_draws_what_came_and_marks_what_chance_gives() -> None:
    lines = told(lucky(100, 57.0, 300)).splitlines()
    (bar,) = [line for line in lines if line.startswith("       50-59")]
    assert (bar.count("█"), bar.count("|")) == (39, 1)
    (bar,) = [line for line in lines if line.startswith("       60-69")]
    assert (bar.count("█"), bar.count("|")) == (0, 1)
    assert bar.endswith("0  (28.4)")


def test_strangers_cards_count_as_the_others() -> None:
    score = Score((Side(b"a" * 32, luck=lucky(40, 57.0, 120)), Side(b"b" * 32)), is_own=False)
    text = "\n".join(luck_lines([score]))
    assert "the others' cards, as far as they have disclosed them: 40 hands" in text


# Listing


def test_records_are_listed_as_they_describe_themselves(home: Home) -> None:
    summary = one_hand().summary()
    code, out = listed()
    winner = "nobody" if summary.winner is None else ("you", "bert")[summary.winner]
    first, last = out.splitlines()
    assert code is Exit.DONE
    assert first.startswith(f"2026-11-30 00:53Z  you v bert: {winner} won {max(summary.totals)} to ")
    assert first.endswith(", 1 hand. mine.gin")
    assert last == "`gin audit` proves what is listed here."


def test_a_match_that_can_go_on_and_a_level_one_are_listed(home: Home) -> None:
    pair = one_hand()
    level = replace(pair.summary(), winner=None, totals=(7, 7), match_id=bytes(16))
    (home.records / "level.gin").write_bytes(file_of(pair.frames) + encode_closing(level.to_value()))
    home.journal(b"x" * 16).write_bytes(file_of(pair.frames[:1]))
    (home.records / "rubbish.gin").write_bytes(b"rubbish")
    (home.records / "odd.gin").write_bytes(file_of(()) + encode_closing((1, 2, 3)))
    (home.records / "none.gin").write_bytes(file_of(pair.frames[1:2]))
    _, out = listed(is_json=True)
    found = {Path(row["file"]).name: row for row in rows(out)}
    assert found.keys() == {"mine.gin", "level.gin", f"{(b'x' * 16).hex()}.gin"}
    begun = found[f"{(b'x' * 16).hex()}.gin"]
    assert (begun["ended"], begun["hands"], begun["players"][1]["name"]) == (False, None, "")
    _, out = listed()
    assert "you v bert: level 7 to 7, 1 hand. level.gin" in out
    assert "you v bert: not ended. " in out


def test_a_listing_is_as_long_as_asked_for(home: Home) -> None:
    for number in range(5):
        (home.records / f"{number}.gin").write_bytes(closed_file())
    assert len(listed(limit=3)[1].splitlines()) == 4
    with pytest.raises(UsageError, match="--limit"):
        listed(limit=0)


def test_a_listing_shows_one_player_only(home: Home) -> None:
    (home.records / "other.gin").write_bytes(resigned_file())
    assert len(listed()[1].splitlines()) == 3
    assert len(listed("bert")[1].splitlines()) == 2
    assert listed(key_print(bytes(31) + b"\1"))[1] == "There is no such record yet.\n"


def test_the_guest_stands_first_where_it_is_us(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    own = one_hand().identities[Seat.GUEST].public
    monkeypatch.setattr(Known, "load", lambda home, output: Known(own))
    assert "  you v alice: " in listed()[1]


def test_the_first_frames_claim_what_a_listing_needs(tmp_path: Path) -> None:
    path = tmp_path / "a.gin"
    path.write_bytes(file_of(one_hand().frames[:2]))
    seen = glance_at_beginning(path)
    assert seen is not None
    assert seen.names == ("alice", "bob")
    assert seen.match_id == one_hand().sessions[0].match_id
    assert glance_at_beginning(tmp_path / "none.gin") is None
    path.write_bytes(file_of([b"rubbish"]))
    assert glance_at_beginning(path) is None


@pytest.mark.slow
def test_a_thousand_records_are_listed_in_under_a_second(home: Home) -> None:
    pair = Pair("a thousand")
    pair.play()
    whole = pair.summary()
    for number in range(1000):
        data = file_of(pair.frames, replace(whole, match_id=number.to_bytes(16)))
        (home.records / f"{number}.gin").write_bytes(data)
    start = time.process_time()
    assert sum(1 for _ in glances(home)) == 1001
    assert time.process_time() - start < 1
