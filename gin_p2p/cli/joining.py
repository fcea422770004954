"""How does one sit down at a friend's table?"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import trio

from gin_p2p.cli.acquaintance import Stranger
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Output
from gin_p2p.cli.sitter import Sitter
from gin_p2p.cli.sitting import Me, Sitting
from gin_p2p.cli.stopping import Stop, run_to_exit, stoppable
from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.crypto.identity import key_print
from gin_p2p.net import limits
from gin_p2p.net.dial import dial, retry_delays
from gin_p2p.net.errors import LinkError
from gin_p2p.net.game import Calling
from gin_p2p.net.handshake import RESUME, Intent, Place
from gin_p2p.net.joinline import JoinLine
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Note
from gin_p2p.protocol.session import Session
from gin_p2p.record.bookmark import Bookmark
from gin_p2p.record.peers import Checked
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """What the command line says.

    Attributes:
        words: a join line, an address, or a known player's name.
        timeout_s: longest wait for the first link.
    """

    words: str
    timeout_s: float = limits.DIAL_S


def join(options: JoinOptions, me: Me, sitter: Sitter, output: Output) -> Exit:
    """Call a table and play one match at it."""
    line = me.acquaintances.line_for(options.words)

    async def work() -> Exit:
        async with stoppable() as (stop, nursery):
            nursery.start_soon(sitter.run)
            with stop.scope:
                return await _Visit(options, line, me, sitter, output).play(nursery, stop)
        return stop.code or Exit.UNFINISHED

    return run_to_exit(work)


class _Visit:
    def __init__(self, options: JoinOptions, line: JoinLine, me: Me, sitter: Sitter, output: Output) -> None:
        self._options = options
        self._line = line
        self._me = me
        self._sitter = sitter
        self._output = output

    async def play(self, nursery: trio.Nursery, stop: Stop) -> Exit:
        self._sitter.say(f"Connecting to {', '.join(str(address) for address in self._line.addresses)} ...")
        link = await dial(
            nursery, self._line, self._me.credentials, Intent(), timeout_s=self._options.timeout_s
        )
        checked = await self._trusts(link)
        if checked is None:
            await link.send_note(Note("declined", ("the guest does not know this key",)))
            await link.close("")
            return Exit.REFUSED
        sitting = Sitting(self._me, Seat.GUEST, link.peer_key, self._sitter, self._output)
        line = JoinLine(key_print(link.peer_key), self._line.addresses)
        sitting.keeper.bookmark = Bookmark(tuple(str(address) for address in line.addresses))
        code = await sitting.play(Redial(link, line, self._me, sitting.session, nursery), stop)
        if offer := sitting.session.table.offer:
            name = offer.names[Seat.HOST]
            self._me.acquaintances.remember(link.peer_key, name, checked, self._line.addresses)
        return code

    async def _trusts(self, link: Link) -> Checked | None:
        """Answer how the host's key was made sure of; None when it was not."""
        self._me.acquaintances.check_unchanged(self._line, link.peer_key)
        host: Stranger = self._me.acquaintances.stranger(link.peer_key)
        self._output.event("host", key=host.print, known=host.peer is not None)
        if self._line.key_print is not None:
            self._sitter.say(f"Connected. The host's key {host.print} matches your join line.")
            return Checked.LINE
        if host.peer is not None:
            self._sitter.say(f"Connected. The host is {host.title}: the key you met before.")
            return host.peer.checked
        self._sitter.say("There was no key in the address, so I can't know who this is.")
        self._sitter.say(f"The host's key is {host.print}. Compare it with your friend's screen.")
        return Checked.COMPARED if await self._sitter.ask("Is it the same?", default=False) else None


class Redial:
    """The link that is here already, then new ones to the same table for as long as it takes.

    Args:
        first: the link that is here; None to call at once.
        line: where to call, and whose key must answer.
        me: who calls.
        session: the match that goes on.
        nursery: the links live in it.
    """

    def __init__(
        self, first: Link | None, line: JoinLine, me: Me, session: Session, nursery: trio.Nursery
    ) -> None:
        self._first = first
        self._line = line
        self._me = me
        self._session = session
        self._nursery = nursery
        self._delays: Iterator[float] = chain((0.0,) if first is None else (), retry_delays(system_entropy))

    async def __call__(self, called: Calling) -> Link:
        """Answer the next link.

        Raises:
            LinkError: calling again would not help.
        """
        first, self._first = self._first, None
        if first is not None:
            return first
        while True:
            await trio.sleep(next(self._delays))
            await called()
            try:
                link = await dial(self._nursery, self._line, self._me.credentials, self._intent())
            except LinkError as error:
                if error.terminal:
                    raise
            else:
                self._delays = retry_delays(system_entropy)
                return link

    def _intent(self) -> Intent:
        session = self._session
        if session.n_frames == 0:
            return Intent()
        return Intent(RESUME, Place(session.match_id, session.n_frames, session.head))
