"""The rules of durability, each broken on purpose."""

from collections.abc import Callable
from pathlib import Path

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.session import Session
from gin_p2p.protocol.transcript import next_head, open_envelope
from gin_p2p.record.journal import Journal
from gin_p2p.record.keeper import Keeper
from gin_p2p.record.seed import create_seed
from gin_p2p.seat import Seat
from tests.helpers.duel import Rules, light
from tests.helpers.lightmatch import SPEAKERS
from tests.helpers.simdisk import SimDisk


class NoSync(SimDisk):
    """Writes are never made durable."""

    def sync(self, handle: int) -> None:
        self._step("sync")


class NoFolderSync(SimDisk):
    """Names are never made durable."""

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


class LazyDisk(SimDisk):
    """Does not sync what it is told to be lazy about."""

    is_lazy = False

    def sync(self, handle: int) -> None:
        if not self.is_lazy:
            super().sync(handle)


class SeedLate(Keeper):
    """Makes the seed durable only when the first frames are."""

    def settle(self) -> None:
        if self._journal is None and self._held:
            self._match_id = next_head(self._held[0])[:16]
            self._journal = Journal.create(self._home.journal(self._match_id), self._disk)
            for frame in self._held:
                self._journal.append(frame)
            self._held.clear()
            create_seed(self._home.secret(self._match_id), self._match_id, self.seed, self._disk)


def sends_first(seat: Seat, seed: MatchSeed, entropy: Entropy, keep: Callable[[bytes], None]) -> Session:
    """Answer a session whose frames become durable only after they were sent."""
    pending: list[bytes] = []

    def flush() -> None:
        while pending:
            keep(pending.pop(0))

    session = light(seat, seed, entropy, pending.append)
    session.flush = flush  # type: ignore[attr-defined]
    return session


def hears_lazily(seat: Seat, seed: MatchSeed, entropy: Entropy, keep: Callable[[bytes], None]) -> Session:
    """Answer a session that acts on the peer's frames before they are durable."""

    def lazily(frame: bytes) -> None:
        disk = keep.__self__._disk  # type: ignore[attr-defined]
        disk.is_lazy = SPEAKERS[open_envelope(frame).seq] is not seat
        keep(frame)
        disk.is_lazy = False

    return light(seat, seed, entropy, lazily)


BREACHES = {
    "a frame is sent before it is durable": Rules(seated=sends_first),
    "a frame is acted upon before it is durable": Rules(disk=LazyDisk, seated=hears_lazily),
    "nothing is synced": Rules(disk=NoSync),
    "names are not synced": Rules(disk=NoFolderSync),
    "what is read back is not synced": Rules(disk=NoSyncOnOpen),
    "the seed comes after the first frame": Rules(keeper=SeedLate),
}
