"""Does a match go on after its programs are gone, and what is said where it cannot?"""

import os
import shutil
import time
from pathlib import Path

import pytest

from gin_p2p.crypto.identity import key_print
from tests.helpers.paused import BOT, HOST, PausedMatch, cut_back, pause, rows, wait_for_bytes
from tests.helpers.processes import WAIT_S, Player, playing, run_gin

NOT_AS_ROOT = pytest.mark.skipif(
    hasattr(os, "geteuid") and os.geteuid() == 0, reason="nothing is forbidden to root"
)


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> PausedMatch:
    """One interrupted match; each test goes on with a copy of it."""
    return pause(tmp_path_factory.mktemp("paused"))


@pytest.fixture
def match(frozen: PausedMatch, tmp_path: Path) -> PausedMatch:
    alice, bob = tmp_path / "alice", tmp_path / "bob"
    shutil.copytree(frozen.alice, alice)
    shutil.copytree(frozen.bob, bob)
    return PausedMatch(alice, bob)


def refusal(home: Path, *words: str) -> tuple[int, str]:
    """Answer how a command ends that cannot do what it is asked for: its code and its last sentence."""
    done = run_gin(home, *words)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.splitlines()[-1]


def test_both_go_on_where_they_were_and_finish_on_one_record(match: PausedMatch) -> None:
    before = match.journal(match.alice).read_bytes()
    match.finish()
    assert match.journal(match.alice).read_bytes().startswith(before)


def test_the_host_may_have_moved_and_the_guest_calls_it_by_name_at_the_new_address(
    match: PausedMatch,
) -> None:
    with playing(match.alice, "resume", "bob", "--port", "0", "--bind", "127.0.0.2", *BOT) as alice:
        line = str(alice.wait_for("join_line")["line"])
        address = line.split("@")[1]
        assert address.startswith("127.0.0.2:")
        with playing(match.bob, "resume", "alice", address, *BOT) as bob:
            assert (alice.finish(), bob.finish()) == (0, 0)
            assert alice.records()[0].read_bytes() == bob.records()[0].read_bytes()


@pytest.mark.slow
def test_the_guest_may_come_first_and_calls_until_the_host_is_back(match: PausedMatch) -> None:
    with playing(match.bob, "resume", match.match[:6], *BOT) as bob:
        bob.wait_for("line")
        with playing(match.alice, "resume", *BOT) as alice:
            assert (alice.finish(), bob.finish()) == (0, 0)
    waits = [event for event in bob.events if event["event"] == "line" and event["state"] == "waiting"]
    assert waits[0] == waits[0] | {"calls": 0, "budget_s": 90.0, "may_end": False}


@pytest.mark.parametrize("who", ["alice", pytest.param("bob", marks=pytest.mark.slow)])
def test_frames_that_one_side_has_lost_come_back_and_none_is_signed_again(
    match: PausedMatch, who: str
) -> None:
    home = match.alice if who == "alice" else match.bob
    whole = match.journal(home).read_bytes()
    cut_back(match.journal(home), 9)
    match.finish()
    assert match.journal(home).read_bytes().startswith(whole[: len(whole) - 4000])


def test_a_forked_match_stops_both_sides_and_both_frames_show_who_signed_twice(
    match: PausedMatch, tmp_path: Path
) -> None:
    copies = PausedMatch(match.copied(match.alice), match.copied(match.bob))
    match.play_on(10_000)
    copies.play_on(10_000)
    forked = PausedMatch(match.alice, copies.bob)
    with forked.resumed() as (alice, bob):
        assert (alice.finish(), bob.finish()) == (6, 6)
        for player in (alice, bob):
            assert any("two different signed frames" in line for line in player.text), "\n".join(
                player.text[-9:]
            )
            assert not any("Traceback" in line for line in player.text)
    (rival,) = (forked.alice / "evidence").glob("*.gin")
    audit = run_gin(forked.alice, "audit", str(rival), str(forked.journal(forked.alice)), "--json")
    assert audit.returncode == 6
    (proof,) = (row for row in rows(audit) if row["event"] == "signed_twice")
    assert proof["seat"] in {"host", "guest"}
    told = run_gin(forked.alice, "audit", str(rival), str(forked.journal(forked.alice)))
    assert "SIGNED TWICE: the " in told.stdout
    again = run_gin(forked.alice, "resume", *BOT)
    assert again.returncode == 6
    assert "dispute" in again.stdout
    assert "disputed" in run_gin(forked.alice, "status").stdout


@pytest.mark.slow
def test_a_finished_match_is_given_to_a_side_that_lacks_its_last_frame(tmp_path: Path) -> None:
    match = pause(tmp_path)
    match.finish()
    name = match.match[:8]
    for home, n_frames in ((match.alice, 1), (match.bob, 3)):
        journal = match.journal(home)
        whole = journal.read_bytes()
        unclose(journal)
        cut_back(journal, n_frames)
        shutil.rmtree(home / "records")
        match.finish(host=(name,), guest=(name,))
        assert journal.read_bytes() == whole


def unclose(path: Path) -> None:
    """Take the summary of a closed record away."""
    data = path.read_bytes()
    n_bytes = int.from_bytes(data[-4:]) + 5
    path.chmod(0o600)
    path.write_bytes(data[:-n_bytes])


def test_status_lists_what_is_running_and_paused_and_what_it_waits_for(match: PausedMatch) -> None:
    done = run_gin(match.alice, "status", "--json")
    row, last = rows(done)
    assert (done.returncode, last["event"]) == (0, "done")
    assert row == row | {"event": "match", "match": match.match, "state": "paused", "seat": "host"}
    assert (row["peer"], row["next"] in {"host", "guest"}) == ("bob", True)
    assert "@127.0.0.1:" in str(row["line"])
    text = run_gin(match.bob, "status").stdout
    assert f"{match.match[:8]}  paused  with alice  hand " in text
    assert "by this copy " in text
    assert f"gin resume {match.match[:8]}" in text
    with playing(match.alice, "resume", *BOT) as alice:
        alice.wait_for("join_line")
        assert rows(run_gin(match.alice, "status", "--json"))[0]["state"] == "running"
        assert refusal(match.alice, "resume", *BOT)[0] == 5
        assert "in use: another gin plays this match" in refusal(match.alice, "resume", *BOT)[1]


def test_where_nothing_is_paused_that_is_said(tmp_path: Path) -> None:
    assert refusal(tmp_path, "resume", *BOT) == (2, "No match is paused. `gin status` lists what lies here.")
    assert "nobody to have one with" in refusal(tmp_path, "resume", "carol", *BOT)[1]
    assert run_gin(tmp_path, "status").stdout == "No match is running or paused.\n"


def test_words_that_do_not_fit_the_match_are_refused_with_code_2(match: PausedMatch) -> None:
    assert refusal(match.alice, "resume", "last", "127.0.0.1", *BOT)[0] == 2
    stranger = f"{key_print(bytes([1] * 32))}@127.0.0.1"
    code, text = refusal(match.bob, "resume", "last", stranger, *BOT)
    assert (code, "That line is of another host" in text) == (2, True)


def test_a_guest_who_knows_no_address_asks_for_one(match: PausedMatch) -> None:
    match.journal(match.bob).with_suffix(".toml").unlink()
    (match.bob / "peers.toml").unlink(missing_ok=True)
    assert refusal(match.bob, "resume", *BOT) == (
        2,
        "I don't know where the host is: gin resume MATCH ADDRESS",
    )


def test_a_match_of_another_identity_is_refused_with_code_4(match: PausedMatch) -> None:
    (match.bob / "identity").unlink()
    code, text = refusal(match.bob, "resume", *BOT)
    assert (code, "another identity" in text) == (4, True)


@pytest.mark.parametrize("harm", ["missing", "damaged", "another", "readable"])
def test_a_seed_that_is_not_as_it_was_left_is_refused_with_code_4(match: PausedMatch, harm: str) -> None:
    secret = match.secret(match.bob)
    if harm == "missing":
        secret.unlink()
    elif harm == "damaged":
        data = bytearray(secret.read_bytes())
        data[-40] ^= 1
        secret.write_bytes(data)
    elif harm == "another":
        secret.write_bytes(match.secret(match.alice).read_bytes())
    else:
        secret.chmod(0o644)
    code, text = refusal(match.bob, "resume", *BOT)
    assert code == 4
    assert str(secret) in text
    before = match.journal(match.bob).read_bytes()
    assert refusal(match.bob, "resume", *BOT)[0] == 4
    assert match.journal(match.bob).read_bytes() == before


def test_a_journal_with_damage_in_its_middle_is_refused_with_code_5(match: PausedMatch) -> None:
    journal = match.journal(match.bob)
    data = bytearray(journal.read_bytes())
    data[len(data) // 2] ^= 1
    journal.write_bytes(data)
    code, text = refusal(match.bob, "resume", *BOT)
    assert code == 5
    assert "cannot be taken up again" in text
    assert journal.read_bytes() == data


@NOT_AS_ROOT
def test_a_journal_that_may_not_be_written_is_refused_with_code_5(match: PausedMatch) -> None:
    match.journal(match.bob).chmod(0o400)
    code, text = refusal(match.bob, "resume", *BOT)
    assert (code, "cannot be opened" in text) == (5, True)


def test_a_port_that_is_taken_is_said_and_another_may_be_chosen(match: PausedMatch, tmp_path: Path) -> None:
    with playing(tmp_path / "carol", *HOST[:2], "0", "--bind", "127.0.0.1", *BOT) as carol:
        port = str(carol.wait_for("join_line")["line"]).rsplit(":", 1)[1]
        code, text = refusal(match.alice, "resume", "--port", port, *BOT)
    assert (code, f"Port {port} is taken" in text) == (3, True)


needs_prlimit = pytest.mark.skipif(shutil.which("prlimit") is None, reason="no `prlimit` on this machine")


@needs_prlimit
@pytest.mark.parametrize("who", ["alice", pytest.param("bob", marks=pytest.mark.slow)])
def test_a_disk_that_is_full_ends_one_side_with_code_5_and_the_match_goes_on_later(
    match: PausedMatch, who: str
) -> None:
    home = match.alice if who == "alice" else match.bob
    limit = match.journal(home).stat().st_size + 3_000
    prefix = ("prlimit", f"--fsize={limit}")
    sides = {"alice": match.alice, "bob": match.bob}
    first, second = ("alice", "bob")
    with playing(sides[first], "resume", *BOT, prefix=prefix if who == first else ()) as alice:
        alice.wait_for("join_line")
        with playing(sides[second], "resume", *BOT, prefix=prefix if who == second else ()) as bob:
            full = alice if who == first else bob
            assert full.finish() == 5
            assert any("cannot be written (File too large)" in line for line in full.text), full.text
            assert not any("Traceback" in line for line in full.text)
    assert match.journal(home).stat().st_size <= limit
    match.finish()


def wait_until_told(player: Player, words: str) -> None:
    deadline = time.monotonic() + WAIT_S
    while not any(words in line for line in player.text):
        assert time.monotonic() < deadline, words
        time.sleep(0.02)


def test_the_waiting_is_told_and_a_program_saves_and_leaves(match: PausedMatch) -> None:
    with match.resumed() as (alice, bob):
        wait_for_bytes(match.journal(match.alice), 2_000, alice)
        bob.signal(15)
        assert bob.finish() == 143
        wait_until_told(alice, "line is down")
        alice.signal(2)
        assert alice.finish() == 130
    states = [event["state"] for event in alice.events if event["event"] == "line"]
    assert states[-2:] == ["lost", "waiting"]
    match.finish()
