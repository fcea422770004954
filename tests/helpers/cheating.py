"""How does a match end when the other seat cheats over a real connection?

The hostile seat shakes hands, syncs and speaks like any other, over TLS on loopback; the honest one is the program's own
`Sitting` with a record on disk. A story is taken up right before the frame in whose place the fault is said.
"""

import io
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import trio

from gin_p2p.cli.acquaintance import Acquaintances
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Output
from gin_p2p.cli.sitting import Me, Sitting
from gin_p2p.cli.stopping import Stop
from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.crypto.identity import key_print
from gin_p2p.net.dial import dial
from gin_p2p.net.errors import LinkError, PeerLost
from gin_p2p.net.game import Calling
from gin_p2p.net.handshake import Credentials, Intent
from gin_p2p.net.host import Listener, listen, port_of
from gin_p2p.net.joinline import Address, JoinLine
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Note
from gin_p2p.net.port import Command, News
from gin_p2p.net.seating import GuestSeat
from gin_p2p.net.sync import synchronize
from gin_p2p.protocol.session import Session
from gin_p2p.protocol.transcript import next_head
from gin_p2p.record.home import Home
from gin_p2p.record.keeper import Keeper
from gin_p2p.seat import Seat
from tests.helpers.arena import Scenario, Story

LOOPBACK = "127.0.0.1"


class Witness:
    """An honest player who makes no move and remembers what it is told."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.news: list[News] = []
        self.notes: Mapping[tuple[int, int], str] = {}

    async def run(self) -> None:
        """Nothing goes on in the background."""

    async def leaves(self) -> None:
        await trio.sleep_forever()

    async def ask(self, question: str, *, default: bool) -> bool:
        return True

    def say(self, text: str) -> None:
        self.said.append(text)

    async def tell(self, news: News) -> None:
        self.news.append(news)

    async def command(self) -> Command:
        await trio.sleep_forever()
        raise AssertionError


@dataclass(frozen=True)
class Outcome:
    """How it ended for the honest seat.

    Attributes:
        code: the exit code.
        said: every line the player was told, as one text.
        rows: every object for programs.
        home: the player's files.
        journal: the record; None where there is none.
    """

    code: Exit
    said: str
    rows: list[dict[str, object]]
    home: Home
    journal: Path | None


@dataclass
class Honest:
    """The honest seat, before a certain frame of a story."""

    told: Story
    n: int
    seat: Seat
    folder: Path
    witness: Witness = field(default_factory=Witness)
    json: io.StringIO = field(default_factory=io.StringIO)

    def sitting(self) -> Sitting:
        """Answer the program's own frame of a match, with the story so far on disk."""
        scenario = self.told.scenario
        home = Home(self.folder, self.folder, self.folder)
        home.prepare()
        identity, peer = scenario.identities[self.seat], scenario.identities[self.seat.other]
        me = Me(home, identity, "honest", Acquaintances(home))
        output = Output(is_json=True, out=self.json, err=io.StringIO())
        sitting = Sitting(me, self.seat, peer.public, self.witness, output)
        keeper = Keeper(home, scenario.seed_of(self.seat), waits=self.seat is Seat.GUEST)
        for frame in self.told.frames[: self.n]:
            keeper.keep(frame)
        sitting.keeper = keeper
        sitting.session = self.told.session_at(self.n, self.seat)
        sitting.session._keep = keeper.keep
        return sitting

    def outcome(self, code: Exit, sitting: Sitting) -> Outcome:
        rows = [json.loads(line) for line in self.json.getvalue().splitlines()]
        return Outcome(code, "\n".join(self.witness.said), rows, sitting._me.home, sitting.keeper.path)


@asynccontextmanager
async def tls_pair(scenario: Scenario) -> AsyncIterator[tuple[Link, Link]]:
    """Two running links over TLS on loopback, the host's and the guest's."""
    host, guest = (Credentials(identity, system_entropy) for identity in scenario.identities)
    sockets = await listen(0, [LOOPBACK])
    listener = Listener(host, GuestSeat(), lambda incident: None)
    line = JoinLine(key_print(host.identity.public), (Address(LOOPBACK, port_of(sockets)),))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(listener.serve, sockets)
        guest_link = await dial(nursery, line, guest, Intent())
        yield await listener.next_link(), guest_link
        nursery.cancel_scope.cancel()


class _Held:
    """What a sync asks of the hostile seat."""

    def __init__(self, session: Session, frames: Sequence[bytes]) -> None:
        self._session, self._frames = session, frames

    @property
    def n_frames(self) -> int:
        return len(self._frames)

    def head_at(self, n_frames: int) -> bytes:
        if n_frames <= self._session.n_frames:
            return self._session.head_at(n_frames)
        return next_head(self._frames[n_frames - 1])

    def frames_from(self, n_frames: int) -> Sequence[bytes]:
        return self._frames[n_frames:]

    def is_rival(self, frame: bytes) -> bool:
        return self._session.rival_signer(frame) is not None

    async def hear(self, frame: bytes) -> None:
        raise AssertionError("the honest seat has no frame that the hostile one lacks")


@dataclass(frozen=True)
class Plan:
    """What the hostile seat does.

    Attributes:
        session: as it stands before its frames.
        frames: what it says.
        in_sync: it claims to hold them already, and lets them be fetched.
        leaves: it goes when it has said them; else it only listens, and answers a good-bye.
        notes: said before the frames.
    """

    session: Session
    frames: Sequence[bytes]
    in_sync: bool = False
    leaves: bool = False
    notes: Sequence[Note] = ()


async def cheat(link: Link, told: Story, plan: Plan) -> None:
    """Sync like anybody, say the frames, and listen or leave."""
    held = told.frames[: plan.session.n_frames]
    try:
        if plan.in_sync:
            await synchronize(link, _Held(plan.session, (*held, *plan.frames)))
        else:
            await synchronize(link, _Held(plan.session, held))
            for note in plan.notes:
                await link.send_note(note)
            for frame in plan.frames:
                await link.send_frame(frame)
        if plan.leaves:
            await link.close("")
        while True:
            await link.receive()
    except LinkError:
        return


async def play_against(
    honest: Honest,
    cheater: Session,
    frames: Sequence[bytes],
    *,
    in_sync: bool = False,
    leaves: bool = False,
    notes: Sequence[Note] = (),
) -> Outcome:
    """Let the cheater say its frames to the honest seat; answer how that ends for the honest one."""
    plan = Plan(cheater, frames, in_sync, leaves, notes)
    sitting = await trio.to_thread.run_sync(honest.sitting)
    with trio.fail_after(60):
        async with tls_pair(honest.told.scenario) as links, trio.open_nursery() as nursery:
            own, other = (links[honest.seat], links[honest.seat.other])
            nursery.start_soon(cheat, other, honest.told, plan)
            code = await sitting.play(_only(own), Stop())
            nursery.cancel_scope.cancel()
    return honest.outcome(code, sitting)


class _only:  # noqa: N801 - reads as a function
    """One link, and none after it."""

    def __init__(self, link: Link) -> None:
        self._links = [link]

    async def __call__(self, called: Calling) -> Link:
        if not self._links:
            raise PeerLost("The other side does not come back.")
        return self._links.pop()
