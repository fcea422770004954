"""Is a frame that was sent ever lost, whenever the power goes?

A toy seat plays on a simulated disk: it draws a seed, names its match, makes the seed and the journal durable, and
then appends frames and "sends" them. Crashes come at any call. What the peer has got, the seat must still have after
every restart, with the same seed: anything else would be an equivocation, or a match that cannot go on. Each rule of
the journal is then broken on purpose, and the same play must notice.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.record.errors import FileRefusedError, JournalError
from gin_p2p.record.journal import Journal
from gin_p2p.record.seed import create_seed, load_seed
from tests.helpers.simdisk import Crash, SimDisk

FOLDER: Final = Path("/matches")
JOURNAL: Final = FOLDER / "7f3a.gin"
SECRET: Final = FOLDER / "7f3a.secret"
MATCH_ID: Final = bytes(16)
SUMMARY: Final = ("alice", "bob", 3)


class Lost(Exception):
    """The seat and its peer no longer agree about what was said."""


class Seat:
    """Plays by the rules. Frames hold fresh chance, so that one signed again after a loss differs."""

    def __init__(self, disk: SimDisk, chance: Random) -> None:
        self.disk = disk
        self.chance = chance
        self.sent: list[bytes] = []
        self.sent_under: bytes | None = None

    def opened(self) -> Journal:
        # A match that had no time to become durable said nothing, and is begun anew.
        if SECRET not in self.disk.names and not self.sent:
            create_seed(SECRET, MATCH_ID, MatchSeed(self.chance.randbytes(32)), self.disk)
        return (
            Journal.reopen(JOURNAL, self.disk)
            if JOURNAL in self.disk.names
            else Journal.create(JOURNAL, self.disk)
        )

    def secret(self) -> bytes:
        return load_seed(SECRET, MATCH_ID, self.disk).secret_bytes

    def start(self) -> None:
        """Restart: what the journal holds is resent as it stands."""
        with self.opened() as journal:
            try:
                secret = self.secret()
            except FileNotFoundError:
                raise Lost("the seed is gone") from None
            for place, frame in enumerate(journal.frames):
                self.send(place, frame, secret)
            if journal.n_frames < len(self.sent):
                raise Lost("a frame that was sent is gone")
            while not journal.is_finished and journal.n_frames < 12:
                self.say(journal, self.new_frame(secret), secret)
            if not journal.is_finished:
                journal.finish(SUMMARY)

    def new_frame(self, secret: bytes) -> bytes:
        return hashlib.sha256(secret).digest()[:4] + self.chance.randbytes(self.chance.randint(1, 700))

    def say(self, journal: Journal, frame: bytes, secret: bytes) -> None:
        journal.append(frame)
        self.send(journal.n_frames - 1, frame, secret)

    def send(self, place: int, frame: bytes, secret: bytes) -> None:
        if self.sent_under not in (None, secret):
            raise Lost("the seed is another one")
        self.sent_under = secret
        if place < len(self.sent) and self.sent[place] != frame:
            raise Lost("two frames were signed for one place")
        if place == len(self.sent):
            self.sent.append(frame)


class SendsFirst(Seat):
    def say(self, journal: Journal, frame: bytes, secret: bytes) -> None:
        self.send(journal.n_frames, frame, secret)
        journal.append(frame)


class SeedLate(Seat):
    """Makes the seed durable only after its first frame."""

    def secret(self) -> bytes:
        if SECRET in self.disk.names:
            return super().secret()
        self.drawn = self.chance.randbytes(32)
        return self.drawn

    def opened(self) -> Journal:
        return (
            Journal.reopen(JOURNAL, self.disk)
            if JOURNAL in self.disk.names
            else Journal.create(JOURNAL, self.disk)
        )

    def say(self, journal: Journal, frame: bytes, secret: bytes) -> None:
        super().say(journal, frame, secret)
        if SECRET not in self.disk.names:
            create_seed(SECRET, MATCH_ID, MatchSeed(secret), self.disk)


class NoSync(SimDisk):
    def sync(self, handle: int) -> None:
        self._step("sync")


class NoFolderSync(SimDisk):
    def sync_folder(self, folder: Path) -> None:
        self._step("sync_folder")


class NoSyncOnOpen(SimDisk):
    """Believes what it reads back from memory: syncs only what it wrote itself."""

    def open(self, path: Path, *, writable: bool) -> int:
        self.opened_now = True
        return super().open(path, writable=writable)

    def write(self, handle: int, offset: int, data: bytes) -> None:
        self.opened_now = False
        super().write(handle, offset, data)

    def sync(self, handle: int) -> None:
        if not self.opened_now:
            super().sync(handle)


def play(seed: int, seat_kind: type[Seat] = Seat, disk_kind: type[SimDisk] = SimDisk) -> Seat:
    """Play one match through crashes until it is finished; Lost or an error of a file when a rule did not hold."""
    chance = Random(seed)
    disk = disk_kind(chance)
    seat = seat_kind(disk, chance)
    for _ in range(chance.randint(1, 12)):
        disk.n_calls_left = chance.randint(0, 60)
        try:
            seat.start()
        except Crash:
            disk.kill() if chance.random() < 0.5 else disk.cut_power()
    disk.n_calls_left = -1
    seat.start()
    disk.cut_power()
    with Journal.reopen(JOURNAL, disk) as journal:
        if list(journal.frames) != seat.sent or not journal.is_finished:
            raise Lost("the finished record is not what was sent")
    return seat


def is_caught(seed: int, seat_kind: type[Seat], disk_kind: type[SimDisk]) -> bool:
    try:
        play(seed, seat_kind, disk_kind)
    except (Lost, JournalError, FileRefusedError):
        return True
    return False


def test_no_sent_frame_is_lost_and_no_torn_end_is_taken_for_damage() -> None:
    for seed in range(300):
        assert len(play(seed).sent) == 12


@pytest.mark.slow
def test_no_sent_frame_is_lost_in_many_matches() -> None:
    for seed in range(1000, 9000):
        assert len(play(seed).sent) == 12


@pytest.mark.parametrize(
    ("seat_kind", "disk_kind"),
    [
        (SendsFirst, SimDisk),
        (SeedLate, SimDisk),
        (Seat, NoSync),
        (Seat, NoFolderSync),
        (Seat, NoSyncOnOpen),
    ],
)
def test_a_broken_rule_is_noticed(seat_kind: type[Seat], disk_kind: type[SimDisk]) -> None:
    assert any(is_caught(seed, seat_kind, disk_kind) for seed in range(1000))


@pytest.mark.parametrize("call", ["write", "sync"])
@pytest.mark.parametrize("finishes", [False, True])
def test_after_the_first_failure_nothing_is_tried_again(call: str, *, finishes: bool) -> None:
    disk = SimDisk(Random(1))
    journal = Journal.create(JOURNAL, disk)
    journal.append(b"good")
    disk.failing = lambda name: name == call
    act: Callable[[], None] = (
        (lambda: journal.finish(SUMMARY)) if finishes else (lambda: journal.append(b"bad"))
    )
    with pytest.raises(JournalError, match="cannot be written"):
        act()
    disk.failing = lambda _name: False
    n_calls = len(disk.calls)
    with pytest.raises(JournalError, match="takes no more"):
        journal.append(b"again")
    with pytest.raises(JournalError, match="takes no more"):
        journal.finish(SUMMARY)
    assert len(disk.calls) == n_calls
    assert journal.frames == (b"good",)
    assert not journal.is_finished
    disk.cut_power()
    assert Journal.reopen(JOURNAL, disk).frames == (b"good",)


@pytest.mark.parametrize("call", ["create", "write", "sync", "link", "sync_folder", "lock", "read", "state"])
def test_a_disk_that_fails_at_the_start_is_an_error_of_the_journal(call: str) -> None:
    disk = SimDisk(Random(1))
    disk.failing = lambda name: name == call
    with pytest.raises(JournalError):
        Journal.create(JOURNAL, disk)
    assert not disk.open_files


@pytest.mark.parametrize("call", ["create", "write", "sync", "link", "sync_folder"])
def test_a_seed_that_is_not_durable_is_an_error_of_the_journal(call: str) -> None:
    disk = SimDisk(Random(1))
    disk.failing = lambda name: name == call
    with pytest.raises(JournalError, match="cannot be created"):
        create_seed(SECRET, MATCH_ID, MatchSeed(bytes(32)), disk)


def test_a_journal_that_was_just_created_survives_a_power_cut() -> None:
    for seed in range(20):
        disk = SimDisk(Random(seed))
        Journal.create(JOURNAL, disk)
        disk.cut_power()
        assert Journal.reopen(JOURNAL, disk).n_frames == 0


def test_the_disk_of_these_tests_loses_what_was_not_synced() -> None:
    outcomes = set()
    for seed in range(200):
        disk = SimDisk(Random(seed))
        handle = disk.create(JOURNAL, 0o600)
        disk.write(handle, 0, b"kept")
        disk.sync(handle)
        disk.sync_folder(FOLDER)
        disk.write(handle, 4, b"abcd")
        disk.kill()
        assert disk.names[JOURNAL].seen == b"keptabcd"
        disk.cut_power()
        outcomes.add(bytes(disk.names[JOURNAL].seen))
    assert {b"kept", b"keptabcd", b"keptab", b"kept\0\0\0d"} <= outcomes
