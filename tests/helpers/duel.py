"""Two seats that play a whole match over memory, each on a disk of its own, and die again and again.

The keepers, the sessions, the game loops, the links and the syncs are the program's own. The disks are simulated, time
is virtual, and chance is seeded. A ledger notes every frame that leaves a seat: a seat that ever signs another one for
the same place, or under another seed, has broken a promise.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import trio
from trio.testing import MockClock, memory_stream_pair

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.net.errors import LinkError
from gin_p2p.net.game import Calling, Game
from gin_p2p.net.link import Link
from gin_p2p.net.port import Command, News
from gin_p2p.protocol.session import Session
from gin_p2p.protocol.transcript import open_envelope
from gin_p2p.record.errors import FileRefusedError, JournalError
from gin_p2p.record.home import Home
from gin_p2p.record.journal import Journal
from gin_p2p.record.keeper import Keeper
from gin_p2p.seat import Seat
from tests.helpers.lightmatch import LightSession
from tests.helpers.lines import link_over
from tests.helpers.simdisk import Crash, SimDisk

IDENTITIES: Final = (
    Identity.from_private_bytes(bytes([1] * 32)),
    Identity.from_private_bytes(bytes([2] * 32)),
)
HOME: Final = Home(Path("/gin"), Path("/gin"), Path("/gin"))
SUMMARY: Final = ("host", "guest", 3)


class Lost(Exception):
    """A promise is broken: a frame is gone, or two were signed for one place."""


@dataclass
class Ledger:
    """Every frame that has left its seat, by number: in one match there is one frame for each place.

    Attributes:
        sent: the frames.
        signers: who sent each first, and so has signed it.
    """

    sent: dict[int, bytes] = field(default_factory=dict)
    signers: dict[int, Seat] = field(default_factory=dict)

    def note(self, seat: Seat, frame: bytes) -> None:
        seq = open_envelope(frame).seq
        if self.sent.setdefault(seq, frame) != frame:
            raise Lost(f"two frames {seq} were sent, one of them by {seat!r}")
        self.signers.setdefault(seq, seat)


class Silent:
    """A player who never says anything: a light match goes on by itself."""

    async def tell(self, news: News) -> None:
        pass

    async def command(self) -> Command:
        await trio.sleep_forever()
        raise AssertionError


class WatchedLink(Link):
    """A link that notes which frames leave."""

    seat: Seat
    ledger: Ledger
    after_sending: Callable[[], None]

    async def send_frame(self, frame: bytes) -> None:
        self.ledger.note(self.seat, frame)
        await super().send_frame(frame)
        self.after_sending()


class Board:
    """Joins the two seats whenever both want to be."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._waiting: dict[Seat, trio.Event] = {}
        self._ready: dict[Seat, trio.abc.Stream] = {}

    async def meet(self, seat: Seat, nursery: trio.Nursery) -> WatchedLink:
        """Wait for the other seat; the link runs in the nursery."""
        self._ready.pop(seat, None)
        if (other := self._waiting.pop(seat.other, None)) is not None:
            stream: trio.abc.Stream
            stream, self._ready[seat.other] = memory_stream_pair()
            other.set()
        else:
            met = self._waiting[seat] = trio.Event()
            try:
                await met.wait()
            finally:
                if self._waiting.get(seat) is met:
                    del self._waiting[seat]
            stream = self._ready.pop(seat)
        link = link_over(stream, IDENTITIES[seat.other])
        link.__class__ = WatchedLink
        assert isinstance(link, WatchedLink)
        link.seat, link.ledger = seat, self._ledger
        nursery.start_soon(link.run)
        return link


Seated: TypeAlias = Callable[[Seat, MatchSeed, Entropy, Callable[[bytes], None]], Session]
"""Makes a session; the light one, or the real one with scripted play."""


def light(seat: Seat, seed: MatchSeed, entropy: Entropy, keep: Callable[[bytes], None]) -> Session:
    return LightSession(seat, IDENTITIES[seat], IDENTITIES[seat.other].public, seed, entropy, keep)


@dataclass
class Rules:
    """Which promises are kept; each test of teeth breaks one.

    Attributes:
        disk: the disks.
        keeper: the records.
        seated: the sessions.
        port: the players.
        n_lives: how often a seat may die, at the most.
        n_calls: of the disk, in which a life ends at the latest.
        at_call: the very call in which each seat dies, once; None leaves it to chance.
        begin: what a new session does before its first link.
    """

    disk: type[SimDisk] = SimDisk
    keeper: type[Keeper] = Keeper
    seated: Seated = light
    port: Callable[[], object] = Silent
    n_lives: int = 6
    n_calls: int = 80
    at_call: int | None = None
    begin: Callable[[Session], object] = lambda session: None


class Side:
    """One seat through all its lives."""

    def __init__(
        self,
        seat: Seat,
        rules: Rules,
        chance: Random,
        board: Board,
        ledger: Ledger,
        closed: Callable[[], None],
    ) -> None:
        self.closed = closed
        self.seat, self.rules, self.chance, self.board, self.ledger = seat, rules, chance, board, ledger
        self.disk = rules.disk(Random(chance.random()))
        self.n_lives = chance.randint(0, rules.n_lives) if rules.at_call is None else 1
        self.n_deaths = 0
        self.is_over = False

    async def live(self) -> None:
        """Live, die and live again, also to give the end to a seat that lacks it."""
        while True:
            self.disk.n_calls_left = self._next_death() if self.n_lives else -1
            try:
                await self._play()
            except BaseException as error:
                if not _has_crash(error):
                    raise
                self.n_lives -= 1
                self.n_deaths += 1
                self.disk.kill() if self.chance.random() < 0.5 else self.disk.cut_power()
                await trio.sleep(self.chance.random() * 40)

    def _next_death(self) -> int:
        if self.rules.at_call is not None:
            return self.rules.at_call
        return self.chance.randint(0, self.rules.n_calls)

    async def _play(self) -> None:
        keeper, session, is_resumed = self._seated()
        flush: Callable[[], None] = getattr(session, "flush", lambda: None)
        async with trio.open_nursery() as nursery:

            async def next_link(_: Calling) -> WatchedLink:
                await trio.sleep(self.chance.random())
                link = await self.board.meet(self.seat, nursery)
                link.after_sending = flush
                return link

            port = self.rules.port()
            game = Game(session, keeper.frames_from, port, next_link, "", is_resumed=is_resumed)  # type: ignore[arg-type]
            await game.play()
            flush()
            keeper.close(SUMMARY)
            self.is_over = True
            self.closed()
            await game.linger()
            nursery.cancel_scope.cancel()
        keeper.release()

    def _seated(self) -> tuple[Keeper, Session, bool]:
        entropy = self.chance.randbytes
        for path in sorted(self.disk.names):
            if path.suffix != ".gin" or path.name.startswith("."):
                continue
            with Journal.reopen(path, self.disk) as journal:
                is_begun = journal.n_frames > 0
            if is_begun:
                keeper = self.rules.keeper.resume(HOME, bytes.fromhex(path.stem), self.disk)
                frames = list(keeper.frames_from(0))
                session = self.rules.seated(self.seat, keeper.seed, entropy, keeper.keep)
                for frame in frames:
                    session.restore(frame)
                return keeper, session, True
        if self.seat in self.ledger.signers.values():
            raise Lost(f"{self.seat} has spoken and has no match any more")
        waits = self.seat is Seat.GUEST
        seed = MatchSeed(self.chance.randbytes(32))
        keeper = self.rules.keeper(HOME, seed, waits=waits, disk=self.disk)
        session = self.rules.seated(self.seat, seed, entropy, keeper.keep)
        self.rules.begin(session)
        return keeper, session, False


def _has_crash(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(_has_crash(inner) for inner in error.exceptions)
    return isinstance(error, Crash)


@dataclass(frozen=True)
class Result:
    """How a duel went.

    Attributes:
        n_deaths: of both seats.
        frames: of the match.
    """

    n_deaths: int
    frames: Sequence[bytes]


def duel(seed: int, rules: Rules | None = None) -> Result:
    """Play one match to its end through all crashes.

    Raises:
        Lost: a promise is broken.
        Exception: whatever else shows that one is.
    """
    rules = rules or Rules()
    chance, ledger = Random(seed), Ledger()
    board = Board(ledger)
    over = trio.CancelScope()

    def closed() -> None:
        if all(side.is_over for side in sides):
            over.cancel()

    sides = [Side(seat, rules, Random(chance.random()), board, ledger, closed) for seat in Seat]

    async def play() -> None:
        with trio.fail_after(3_000), over:
            async with trio.open_nursery() as nursery:
                for side in sides:
                    nursery.start_soon(side.live)

    trio.run(play, clock=MockClock(autojump_threshold=0))
    records = [_record(side) for side in sides]
    if records[0] != records[1]:
        raise Lost("the two records differ")
    if ledger.sent != dict(enumerate(records[0])):
        raise Lost("what was sent is not what the records hold")
    return Result(sum(side.n_deaths for side in sides), records[0])


def _record(side: Side) -> list[bytes]:
    """Answer the record as it is after one more power cut."""
    side.disk.n_calls_left = -1
    side.disk.cut_power()
    (path,) = (path for path in side.disk.names if path.suffix == ".gin" and _has_frames(side.disk, path))
    keeper = Keeper.resume(HOME, bytes.fromhex(path.stem), side.disk)
    if not keeper.is_finished:
        raise Lost("a finished record has lost its end")
    frames = list(keeper.frames_from(0))
    keeper.release()
    return frames


def _has_frames(disk: SimDisk, path: Path) -> bool:
    return not path.name.startswith(".") and len(disk.names[path].seen) > 100


def is_caught(seed: int, rules: Rules) -> bool:
    """Tell whether a broken promise shows in the match of this seed."""
    try:
        duel(seed, rules)
    except (Lost, JournalError, FileRefusedError, LinkError, ValueError, trio.TooSlowError):
        return True
    except BaseExceptionGroup:
        return True
    return False
