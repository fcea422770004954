"""A line that does to bytes what lines do, at a moment that a test chooses, and two seats that play over it.

The seats shake hands over TLS, sit down, sync and play with the program's own code; only the wire is memory.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Final

import trio
from trio.testing import memory_stream_pair

from gin_p2p.crypto.identity import key_print
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.net.channel import HostChannel, secure_guest
from gin_p2p.net.dial import dial, retry_delays
from gin_p2p.net.errors import LinkError
from gin_p2p.net.game import Calling, Game
from gin_p2p.net.handshake import RESUME, Intent, Place
from gin_p2p.net.host import Incident, Listener
from gin_p2p.net.joinline import Address, JoinLine
from gin_p2p.net.link import Link
from gin_p2p.net.port import LineBack, News, Progress
from gin_p2p.net.seating import GuestSeat
from gin_p2p.protocol.session import Session
from gin_p2p.seat import Seat
from tests.helpers.duel import IDENTITIES, Silent, light
from tests.helpers.lightmatch import N_FRAMES
from tests.helpers.lines import WrappedStream, counting_entropy, credentials

FOREVER_S: Final = 1e6


class Phase(StrEnum):
    """How far a connection has come."""

    TLS = "tls"
    HELLO = "hello"
    SYNC = "sync"
    PLAY = "play"
    LAST = "last"


class Fault(StrEnum):
    """What happens to bytes."""

    CUT = "cut"
    STALL = "stall"
    SWALLOW = "swallow"
    SPLIT = "split"
    FLIP = "flip"
    DROP = "drop"
    DUPLICATE = "duplicate"
    DELAY = "delay"


@dataclass
class Plan:
    """Which faults come when; each once.

    Attributes:
        faults: what, in which phase, in bytes of which seat.
        chance: decides where in the bytes.
        phase: the present one.
        n_done: faults that have come.
        n_connections: connections that were made.
    """

    faults: list[tuple[Fault, Phase, Seat]]
    chance: Random
    phase: Phase = Phase.TLS
    n_done: int = 0
    n_connections: int = 0

    def due(self, seat: Seat) -> Fault | None:
        for fault, phase, whose in self.faults:
            if phase is self.phase and whose is seat:
                self.faults.remove((fault, phase, whose))
                self.n_done += 1
                return fault
        return None


class Rough(WrappedStream):
    """One seat's end of a connection."""

    def __init__(self, inner: trio.abc.Stream, plan: Plan, seat: Seat) -> None:
        super().__init__(inner)
        self._plan, self._seat = plan, seat
        self._swallows = False
        self._delay_s = 0.0

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        data = bytes(data)
        chance, fault = self._plan.chance, self._plan.due(self._seat)
        at = chance.randrange(len(data))
        match fault:
            case Fault.CUT:
                await self.inner.send_all(data[:at])
                await trio.aclose_forcefully(self.inner)
                raise trio.BrokenResourceError
            case Fault.STALL:
                await self.inner.send_all(data[:at])
                await trio.sleep(FOREVER_S)
            case Fault.SWALLOW:
                self._swallows = True
            case Fault.SPLIT:
                for byte in data:
                    await self.inner.send_all(bytes([byte]))
                return
            case Fault.FLIP:
                data = data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]
            case Fault.DROP:
                data = data[:at] + data[at + chance.randint(1, 40) :]
            case Fault.DUPLICATE:
                data = data[: at + 1] + data[at:]
            case Fault.DELAY:
                self._delay_s = chance.uniform(0.05, 0.8)
            case None:
                pass
        await trio.sleep(self._delay_s)
        if data and not self._swallows:
            await self.inner.send_all(data)


@dataclass
class Player(Silent):
    """Tells the plan how far the match has come."""

    plan: Plan
    news: list[News] = field(default_factory=list)

    async def tell(self, news: News) -> None:
        self.news.append(news)
        if isinstance(news, LineBack):
            self.plan.phase = Phase.PLAY
        if isinstance(news, Progress) and news.events[-1].seq >= N_FRAMES - 4:
            self.plan.phase = Phase.LAST


class RoughTable:
    """Two seats and the wire between them."""

    def __init__(self, plan: Plan, nursery: trio.Nursery) -> None:
        self.plan = plan
        self.nursery = nursery
        self.frames: tuple[list[bytes], list[bytes]] = ([], [])
        self.sessions = (self._session(Seat.HOST), self._session(Seat.GUEST))
        self.players = (Player(plan), Player(plan))
        self.incidents: list[Incident] = []
        seat = GuestSeat()
        seat.hold(IDENTITIES[Seat.GUEST].public, self.sessions[Seat.HOST])
        self._channel = HostChannel()
        host = credentials(IDENTITIES[Seat.HOST], seed=3)
        self._listener = Listener(host, seat, self.incidents.append, self._secure_host)
        self._me = credentials(IDENTITIES[Seat.GUEST], seed=4)
        self._line = JoinLine(key_print(IDENTITIES[Seat.HOST].public), (Address("192.0.2.1"),))
        self._delays: Iterator[float] = iter((0.0,))

    async def play(self) -> None:
        """Play until both seats have the end and know it of each other."""
        async with trio.open_nursery() as both:
            both.start_soon(self._play, Seat.HOST, self._wait_for_guest)
            both.start_soon(self._play, Seat.GUEST, self._call)

    async def _play(self, seat: Seat, next_link: object) -> None:
        session, kept = self.sessions[seat], self.frames[seat]
        game = Game(session, lambda n: kept[n:], self.players[seat], next_link, "")  # type: ignore[arg-type]
        await game.play()
        await game.linger()

    def _session(self, seat: Seat) -> Session:
        seed = MatchSeed(bytes([7 + seat] * 32))
        return light(seat, seed, counting_entropy(seat), self.frames[seat].append)

    async def _wait_for_guest(self, _: Calling) -> Link:
        link = await self._listener.next_link()
        self.plan.phase = Phase.SYNC
        return link

    async def _call(self, called: Calling) -> Link:
        while True:
            await trio.sleep(next(self._delays))
            await called()
            try:
                link = await dial(
                    self.nursery,
                    self._line,
                    self._me,
                    self._intent(),
                    connect=self._connect,
                    secure=self._secure_guest,
                )
            except LinkError as error:
                if error.terminal:
                    raise
                self._delays = retry_delays(counting_entropy(9))
            else:
                self._delays = retry_delays(counting_entropy(9))
                self.plan.phase = Phase.SYNC
                return link

    def _intent(self) -> Intent:
        session = self.sessions[Seat.GUEST]
        if session.n_frames == 0:
            return Intent()
        return Intent(RESUME, Place(session.match_id, session.n_frames, session.head))

    async def _connect(self, _: Address) -> trio.abc.Stream:
        self.plan.phase = Phase.TLS
        self.plan.n_connections += 1
        ours, theirs = memory_stream_pair()
        host_end = Rough(ours, self.plan, Seat.HOST)
        self.nursery.start_soon(self._listener.answer, host_end, f"192.0.2.{self.plan.n_connections % 250}")
        return Rough(theirs, self.plan, Seat.GUEST)

    async def _secure_host(self, stream: trio.abc.Stream) -> tuple[trio.abc.Stream, bytes]:
        return await self._channel.secure(stream)

    async def _secure_guest(self, stream: trio.abc.Stream) -> tuple[trio.abc.Stream, bytes]:
        secured = await secure_guest(stream)
        self.plan.phase = Phase.HELLO
        return secured
