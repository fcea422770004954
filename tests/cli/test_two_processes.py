"""Two programs, two homes, one real connection."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers.processes import Player, playing, run_gin

HOST = ("host", "--port", "0", "--bind", "127.0.0.1", "--name", "alice", "--bot", "simple", "--yes")
GUEST = ("--name", "bob", "--bot", "simple", "--yes")


@contextmanager
def two_players(tmp_path: Path, *extra: str) -> Iterator[tuple[Player, Player]]:
    with playing(tmp_path / "alice", *HOST, *extra) as host:
        line = str(host.wait_for("join_line")["line"])
        with playing(tmp_path / "bob", "join", line, *GUEST) as guest:
            yield host, guest


def test_two_processes_finish_a_match_with_equal_records_that_anybody_can_verify(tmp_path: Path) -> None:
    with two_players(tmp_path, "--to", "20") as (host, guest):
        assert (host.finish(), guest.finish()) == (0, 0)
        (ours,), (theirs,) = host.records(), guest.records()
    assert ours.read_bytes() == theirs.read_bytes()
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    shutil.copy(ours, stranger / "match.gin")
    audit = run_gin(stranger, "audit", str(stranger / "match.gin"))
    assert (audit.returncode, audit.stdout.splitlines()[-1]) == (0, "VERIFIED")
    assert not (stranger / "identity").exists()
    assert sorted((stranger).iterdir()) == [stranger / "match.gin"]


@pytest.mark.slow
def test_a_match_to_a_hundred_is_played_and_verified(tmp_path: Path) -> None:
    with two_players(tmp_path) as (host, guest):
        assert (host.finish(), guest.finish()) == (0, 0)
        assert host.records()[0].read_bytes() == guest.records()[0].read_bytes()
        assert run_gin(tmp_path / "alice", "audit", "last").returncode == 0


@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_while_waiting_for_a_guest_ends_with_its_code(
    tmp_path: Path, number: str, code: int
) -> None:
    with playing(tmp_path / "alice", *HOST) as host:
        host.wait_for("join_line")
        host.signal(getattr(signal, number))
        assert host.finish() == code
        assert host.events[-1] == host.events[-1] | {"event": "done", "ok": False, "exit": code}
        assert not any("Traceback" in line for line in host.text)


@pytest.mark.parametrize(("number", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_during_the_match_says_good_bye_and_keeps_the_record(
    tmp_path: Path, number: str, code: int
) -> None:
    with two_players(tmp_path, "--to", "500") as (host, guest):
        host.wait_for("guest")
        _wait_for_frames(host, 20)
        guest.signal(getattr(signal, number))
        assert guest.finish() == code
        host.signal(signal.SIGTERM)
        assert host.finish() == 143
        for player in (host, guest):
            audit = run_gin(player.home, "audit", str(player.journals()[0]))
            assert (audit.returncode, audit.stdout.splitlines()[-1]) == (5, "UNFINISHED")
        assert any("line is down" in line for line in host.text)


def test_a_table_without_anybody_to_answer_turns_its_guest_away_and_closes(tmp_path: Path) -> None:
    with playing(tmp_path / "alice", "host", "--port", "0", "--bind", "127.0.0.1") as host:
        line = str(host.wait_for("join_line")["line"])
        guest = run_gin(tmp_path / "bob", "join", line, *GUEST)
        assert (guest.returncode, host.finish()) == (4, 5)
        assert not host.journals()


def test_a_taken_port_is_one_sentence_and_code_3(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        host = run_gin(tmp_path, "host", "--port", port, "--bind", "127.0.0.1", "--bot", "simple")
    assert host.returncode == 3
    assert f"Port {port} is taken" in host.stderr
    assert "Traceback" not in host.stderr


def test_nobody_listening_is_one_sentence_and_code_3(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    guest = run_gin(tmp_path, "join", f"127.0.0.1:{port}", "--bot", "simple", "--yes")
    assert guest.returncode == 3
    assert "nobody is listening" in guest.stderr


def test_a_wrong_key_in_the_join_line_is_refused_with_code_4(tmp_path: Path) -> None:
    with playing(tmp_path / "alice", *HOST) as host, playing(tmp_path / "carol", *HOST) as other:
        line = str(host.wait_for("join_line")["line"])
        wrong = str(other.wait_for("join_line")["line"])
        address = line.split("@")[1]
        guest = run_gin(tmp_path / "bob", "join", f"{wrong.split('@', maxsplit=1)[0]}@{address}", *GUEST)
        assert guest.returncode == 4
        assert host.is_running()


def test_a_first_meeting_without_a_key_asks_and_a_program_says_no_by_itself(tmp_path: Path) -> None:
    with playing(tmp_path / "alice", *HOST) as host:
        event = host.wait_for("join_line")
        key, address = str(event["line"]).split("@")
        guest = run_gin(tmp_path / "bob", "join", address, "--bot", "simple")
        assert guest.returncode == 4
        assert key in guest.stdout
        assert host.is_running()


def test_a_changed_key_at_a_known_address_stops_with_code_4(tmp_path: Path) -> None:
    with two_players(tmp_path, "--to", "1") as (host, guest):
        address = str(host.wait_for("join_line")["line"]).split("@")[1]
        assert (host.finish(), guest.finish()) == (0, 0)
    port = address.split(":")[1]
    words = ("host", "--port", port, "--bind", "127.0.0.1", "--bot", "simple", "--yes")
    with playing(tmp_path / "mallory", *words) as mallory:
        mallory.wait_for("join_line")
        again = run_gin(tmp_path / "bob", "join", address, *GUEST)
        assert again.returncode == 4
        assert "was met at this address" in again.stderr
        assert mallory.is_running()


def test_a_second_guest_is_told_that_the_table_is_taken(tmp_path: Path) -> None:
    with two_players(tmp_path, "--to", "30") as (host, guest):
        _wait_for_frames(host, 10)
        line = str(host.wait_for("join_line")["line"])
        third = run_gin(tmp_path / "carol", "join", line, "--name", "carol", "--bot", "simple", "--yes")
        assert third.returncode == 4
        assert "taken" in third.stderr
        assert (host.finish(), guest.finish()) == (0, 0)


def test_two_network_namespaces_play_over_a_veth_pair(tmp_path: Path) -> None:
    with namespaces() as (left, right):
        words = ("host", "--port", "4477", "--bind", "10.77.0.1", *HOST[5:], "--to", "10")
        with playing(tmp_path / "alice", *words, prefix=left) as host:
            line = str(host.wait_for("join_line")["line"])
            with playing(tmp_path / "bob", "join", line, *GUEST, prefix=right) as guest:
                assert (host.finish(), guest.finish()) == (0, 0)
                assert host.records()[0].read_bytes() == guest.records()[0].read_bytes()


@contextmanager
def namespaces() -> Iterator[tuple[list[str], list[str]]]:
    """Two hosts joined by a cable, or a skip with the reason."""
    steps = [
        "ip netns add gin-a",
        "ip netns add gin-b",
        "ip link add gin-va netns gin-a type veth peer name gin-vb netns gin-b",
        "ip -n gin-a addr add 10.77.0.1/24 dev gin-va",
        "ip -n gin-b addr add 10.77.0.2/24 dev gin-vb",
        "ip -n gin-a link set gin-va up",
        "ip -n gin-b link set gin-vb up",
        "ip -n gin-a link set lo up",
        "ip -n gin-b link set lo up",
    ]
    if shutil.which("ip") is None:
        pytest.skip("no `ip` on this machine")
    try:
        for step in steps:
            done = subprocess.run(step.split(), capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.skip(f"no network namespaces here: {done.stderr.strip()}")
        yield ["ip", "netns", "exec", "gin-a"], ["ip", "netns", "exec", "gin-b"]
    finally:
        for name in ("gin-a", "gin-b"):
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


def _wait_for_frames(player: Player, n_frames: int) -> None:
    """Wait until the journal has about so many frames: a frame is at least 200 bytes."""
    import time

    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any(path.stat().st_size > n_frames * 200 + 20_000 for path in player.journals()):
            return
        time.sleep(0.05)
    raise AssertionError("the match did not begin")
