"""Does a match of two real processes survive being killed at any moment, again and again?"""

import random
import signal
import time
from pathlib import Path
from typing import Final

import pytest

from tests.helpers.processes import Player, playing, run_gin

FIRST: Final = ("--bot", "simple", "--yes")
ADDRESS: Final = ("--port", "0", "--bind", "127.0.0.1")


class Seat:
    """One player through all restarts of its program; the host keeps the port that it got first."""

    def __init__(self, home: Path, first: tuple[str, ...]) -> None:
        self.home = home
        self.words = first
        self.text: list[str] = []
        self.code: int | None = None

    def start(self) -> Player:
        player = Player(self.home, self.words)
        self.words = ("resume", *FIRST)
        return player

    def note(self, player: Player) -> None:
        self.text += player.text
        assert not any("Traceback" in line or "bug in gin" in line for line in player.text), player.text


def journal_bytes(home: Path) -> int:
    return sum(path.stat().st_size for path in (home / "matches").glob("*.gin"))


def wait_for_growth(player: Player, home: Path, n_bytes: int) -> None:
    """Wait until the journal has grown so much, or the program has ended."""
    until = journal_bytes(home) + n_bytes
    deadline = time.monotonic() + 60
    while player.is_running() and journal_bytes(home) < until and time.monotonic() < deadline:
        time.sleep(0.02)


def match_with_kills(folder: Path, seed: int, n_kills: int, *, to: int) -> int:
    """Play a match whose programs are killed, one or both, at moments of chance; answer how many kills came."""
    chance = random.Random(seed)
    host = Seat(folder / "alice", ("host", *ADDRESS, "--name", "alice", "--to", str(to), *FIRST))
    with_line = host.start()
    line = str(with_line.wait_for("join_line")["line"])
    guest = Seat(folder / "bob", ("join", line, "--name", "bob", *FIRST))
    running = {id(host): (host, with_line), id(guest): (guest, guest.start())}
    killed = 0
    wait_for_growth(with_line, host.home, 4000)
    try:
        while killed < n_kills and all(player.is_running() for _, player in running.values()):
            wait_for_growth(with_line, host.home, chance.choice((0, 300, 3000, 12000)))
            time.sleep(chance.random() * 0.2)
            victims = chance.choice(([host], [guest], [host, guest]))
            for seat in victims:
                running[id(seat)][1].signal(signal.SIGKILL)
            for seat in victims:
                player = running[id(seat)][1]
                killed += player.finish() == -signal.SIGKILL
                player.close()
                seat.note(player)
            for seat in victims:
                running[id(seat)] = (seat, seat.start())
            with_line = running[id(host)][1]
        for seat, player in running.values():
            seat.code = player.finish()
            seat.note(player)
    finally:
        for _, player in running.values():
            player.close()
    finish_what_is_open(host, guest)
    ours, theirs = (sorted((seat.home / "records").glob("*.gin")) for seat in (host, guest))
    assert len(ours) == len(theirs) == 1, (host.text[-5:], guest.text[-5:])
    assert ours[0].read_bytes() == theirs[0].read_bytes()
    assert run_gin(folder / "stranger", "audit", str(ours[0])).stdout.splitlines()[-1] == "VERIFIED"
    return killed


def finish_what_is_open(host: Seat, guest: Seat) -> None:
    """Both sides take the match up once more where a kill came between the end and its record."""
    if all(list((seat.home / "records").glob("*.gin")) for seat in (host, guest)):
        return
    (journal,) = (host.home / "matches").glob("*.gin")
    words = ("resume", journal.stem[:8], *FIRST)
    with playing(host.home, *words) as first, playing(guest.home, *words) as second:
        for seat, player in ((host, first), (guest, second)):
            player.finish()
            seat.note(player)


def test_a_match_goes_on_on_the_same_deck_after_both_programs_were_killed(tmp_path: Path) -> None:
    assert match_with_kills(tmp_path, 1, 2, to=1) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_matches_survive_dozens_of_kills(tmp_path: Path, seed: int) -> None:
    assert match_with_kills(tmp_path, seed, 12, to=100) >= 10
