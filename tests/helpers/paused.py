"""A match between two real programs that was interrupted, to be taken up again in every way."""

import json
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gin_p2p.record.journal import Journal
from tests.helpers.processes import WAIT_S, Player, playing, run_gin

BOT: Final = ("--bot", "simple", "--yes")
SHORT: Final = ("--set", "format=hands", "--set", "hands=2")
HOST: Final = ("host", "--port", "0", "--bind", "127.0.0.1", "--name", "alice", *BOT)


@dataclass(frozen=True)
class PausedMatch:
    """Two homes with one unfinished match in each.

    Attributes:
        alice: the host's home.
        bob: the guest's.
    """

    alice: Path
    bob: Path

    @property
    def match(self) -> str:
        return self.journal(self.alice).stem

    def journal(self, home: Path) -> Path:
        (path,) = (home / "matches").glob("*.gin")
        return path

    def secret(self, home: Path) -> Path:
        return self.journal(home).with_suffix(".secret")

    def copied(self, home: Path) -> Path:
        """Keep a copy of a home, as a backup would."""
        return Path(shutil.copytree(home, home.with_name(home.name + "-copy")))

    @contextmanager
    def resumed(
        self, *more: str, host: Sequence[str] = (), guest: Sequence[str] = ("last",)
    ) -> Iterator[tuple[Player, Player]]:
        """Both sides go on."""
        with playing(self.alice, "resume", *host, *BOT, *more) as alice:
            alice.wait_for("join_line")
            with playing(self.bob, "resume", *guest, *BOT, *more) as bob:
                yield alice, bob

    def finish(self, host: Sequence[str] = (), guest: Sequence[str] = ("last",)) -> None:
        """Both sides go on to the end, and hold the same record."""
        with self.resumed(host=host, guest=guest) as (alice, bob):
            assert (alice.finish(), bob.finish()) == (0, 0), (alice.text[-3:], bob.text[-3:])
            (ours,), (theirs,) = alice.records(), bob.records()
        assert ours.read_bytes() == theirs.read_bytes()
        assert run_gin(self.alice, "audit", str(ours)).returncode == 0

    def play_on(self, n_bytes: int) -> None:
        """Both sides go on until the records have grown by so much, and are killed then."""
        with self.resumed() as (alice, bob):
            wait_for_bytes(self.journal(self.alice), n_bytes, alice)
            kill(alice, bob)


def pause(folder: Path, *more: str, n_bytes: int = 30_000) -> PausedMatch:
    """Begin a match and kill both programs in it."""
    match = PausedMatch(folder / "alice", folder / "bob")
    with playing(match.alice, *HOST, *SHORT, *more) as alice:
        line = str(alice.wait_for("join_line")["line"])
        with playing(match.bob, "join", line, "--name", "bob", *BOT) as bob:
            deadline = time.monotonic() + WAIT_S
            while not list((match.bob / "matches").glob("*.gin")) and time.monotonic() < deadline:
                time.sleep(0.02)
            wait_for_bytes(match.journal(match.bob), n_bytes, bob)
            kill(alice, bob)
    return match


def kill(*players: Player) -> None:
    for player in players:
        player.signal(signal.SIGKILL)
    for player in players:
        player.finish()


def wait_for_bytes(path: Path, n_bytes: int, player: Player) -> None:
    """Wait until a journal has grown by so much."""
    until = path.stat().st_size + n_bytes
    deadline = time.monotonic() + WAIT_S
    while path.stat().st_size < until:
        assert player.is_running(), player.text
        assert time.monotonic() < deadline
        time.sleep(0.02)


def cut_back(path: Path, n_frames: int) -> None:
    """Take the newest frames of a journal away, as an old backup would."""
    with Journal.reopen(path) as journal:
        end = journal._offsets[-n_frames]
    with path.open("r+b") as file:
        file.truncate(end)


def rows(done: "subprocess.CompletedProcess[str]") -> list[dict[str, object]]:
    """Answer the objects that a command has printed."""
    return [json.loads(line) for line in done.stdout.splitlines()]
