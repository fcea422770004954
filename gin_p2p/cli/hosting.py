"""How does one open a table and wait for a guest?"""

from dataclasses import dataclass

import trio

from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Output
from gin_p2p.cli.rules_line import one_line
from gin_p2p.cli.sitter import Sitter
from gin_p2p.cli.sitting import Me, Sitting
from gin_p2p.cli.stopping import Stop, run_to_exit, stoppable
from gin_p2p.crypto.identity import key_print
from gin_p2p.net.game import Calling
from gin_p2p.net.host import EVERYWHERE, Incident, Listener, listen, port_of
from gin_p2p.net.joinline import DEFAULT_PORT, Address, JoinLine
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Note
from gin_p2p.net.reach import own_addresses
from gin_p2p.net.seating import GuestSeat
from gin_p2p.protocol.session import Invitation
from gin_p2p.record.bookmark import Bookmark
from gin_p2p.record.peers import Checked
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class HostOptions:
    """What the command line says.

    Attributes:
        invitation: the rules, the terms, the name.
        port: 0 lets the system pick one.
        bind: the only address to listen on; None for all.
    """

    invitation: Invitation
    port: int = DEFAULT_PORT
    bind: str | None = None


def host(options: HostOptions, me: Me, sitter: Sitter, output: Output) -> Exit:
    """Open a table, wait for a guest, play one match."""
    return run_to_exit(_Table(options, me, sitter, output).run)


class _Table:
    def __init__(self, options: HostOptions, me: Me, sitter: Sitter, output: Output) -> None:
        self._options = options
        self._me = me
        self._sitter = sitter
        self._output = output
        self._seat = GuestSeat(me.acquaintances.may_play)
        self._bookmark = Bookmark()

    async def run(self) -> Exit:
        bind = self._options.bind
        listeners = await listen(self._options.port, EVERYWHERE if bind is None else (bind,))
        listener = Listener(self._me.credentials, self._seat, self._report)
        async with stoppable() as (stop, nursery):
            nursery.start_soon(listener.serve, listeners)
            nursery.start_soon(self._sitter.run)
            port = port_of(listeners)
            addresses = addresses_at(bind, port)
            self._bookmark = Bookmark(tuple(str(address) for address in addresses), port, bind or "")
            self._show_line(addresses, port)
            with stop.scope:
                return await self._play_one(listener, stop)
        return stop.code or Exit.UNFINISHED

    async def _play_one(self, listener: Listener, stop: Stop) -> Exit:
        while (link := await self._next_link(listener)) is not None:
            if not await self._lets_in(link):
                continue
            sitting = Sitting(self._me, Seat.HOST, link.peer_key, self._sitter, self._output)
            sitting.keeper.bookmark = self._bookmark
            await trio.to_thread.run_sync(sitting.session.open, self._options.invitation)
            self._seat.hold(link.peer_key, sitting.session)
            code = await sitting.play(Links(link, listener), stop)
            offer = sitting.session.table.offer
            if offer and sitting.session.n_frames > 1:  # who has not accepted leaves nothing here
                self._me.acquaintances.remember(link.peer_key, offer.names[Seat.GUEST], Checked.NO)
            if code is not Exit.REFUSED:
                return code
            self._seat.clear()
            self._sitter.say("Still waiting for a guest.")
        return Exit.UNFINISHED

    async def _next_link(self, listener: Listener) -> Link | None:
        """Wait for a guest; None when our own player has left first."""
        found: list[Link] = []
        async with trio.open_nursery() as nursery:

            async def give_up() -> None:
                await self._sitter.leaves()
                nursery.cancel_scope.cancel()

            nursery.start_soon(give_up)
            found.append(await listener.next_link())
            nursery.cancel_scope.cancel()
        return found[0] if found else None

    async def _lets_in(self, link: Link) -> bool:
        stranger = self._me.acquaintances.stranger(link.peer_key)
        known = stranger.peer is not None
        self._output.event("guest", key=stranger.print, known=known)
        if await self._sitter.ask(f"{stranger.title} wants to sit down. Let them?", default=True):
            return True
        await link.send_note(Note("declined", ("the host does not want to play",)))
        await link.close("")
        self._seat.clear()
        return False

    def _show_line(self, addresses: tuple[Address, ...], port: int) -> None:
        line = JoinLine(key_print(self._me.identity.public), addresses)
        rules = self._options.invitation
        self._sitter.say(f"you are {self._me.name}")
        self._sitter.say(f"key      {line.key_print}")
        self._sitter.say(f"table    {one_line(rules.rules, rules.terms, ' | ')}")
        self._sitter.say("")
        self._sitter.say("Send your friend this line - it also proves that the table is really yours:")
        self._sitter.say("")
        show_join_line(f"gin join {line.quoted()}", line, self._sitter, self._output)
        self._sitter.say(f"Waiting for a guest on port {port}. Ctrl-C closes the table.")

    def _report(self, incident: Incident) -> None:
        self._output.event("incident", address=incident.address, error=incident.error.code)


def addresses_at(bind: str | None, port: int) -> tuple[Address, ...]:
    """Answer where a table on this machine is called.

    Args:
        bind: the only address it listens on; None for all.
        port: 1..65535.
    """
    if bind is not None and bind not in EVERYWHERE:
        return (Address(bind, port),)
    return tuple(Address(host, port) for host in own_addresses()) or (Address("127.0.0.1", port),)


def show_join_line(words: str, line: JoinLine, sitter: Sitter, output: Output) -> None:
    """Say what the friend is to type, for people and for programs."""
    sitter.say(words)
    sitter.say("")
    output.event("join_line", line=str(line), addresses=[str(address) for address in line.addresses])


class Links:
    """The link that is here already, if one is, then whichever the guest comes back with.

    Args:
        first: the link that is here.
        listener: hands out the others; the guest calls, so nobody is told of calls.
    """

    def __init__(self, first: Link | None, listener: Listener) -> None:
        self._first = first
        self._listener = listener

    async def __call__(self, _: Calling) -> Link:
        """Answer the next link."""
        first, self._first = self._first, None
        return first or await self._listener.next_link()
