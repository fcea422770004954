"""How does a match go on that was paused, or whose program or machine has died?

Both players start their programs again, on whatever addresses they have now. The keys say who may sit, the two
records say where the match stands; nothing else is needed. The host listens where it did before, the guest calls.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.hosting import Links, addresses_at, show_join_line
from gin_p2p.cli.joining import Redial
from gin_p2p.cli.output import Output
from gin_p2p.cli.sitter import Sitter
from gin_p2p.cli.sitting import Me, Sitting
from gin_p2p.cli.stopping import run_to_exit, stoppable
from gin_p2p.cli.text import inert_name
from gin_p2p.crypto.identity import key_print
from gin_p2p.net.host import EVERYWHERE, Incident, Listener, listen, port_of
from gin_p2p.net.joinline import DEFAULT_PORT, Address, JoinLine, parse_join_line
from gin_p2p.net.seating import GuestSeat
from gin_p2p.record.bookmark import Bookmark, load_bookmark
from gin_p2p.record.home import Home
from gin_p2p.record.peers import Checked, Peers, by_key, by_name, load_peers
from gin_p2p.record.saved import SavedMatch, evidence_of, saved_matches
from gin_p2p.seat import Seat

LAST = "last"
_MIN_DIGITS = 4


@dataclass(frozen=True, slots=True)
class ResumeOptions:
    """What the command line says.

    Attributes:
        match: `last`, the first digits of a match id, or a player's name.
        address: where the host is now; None where it was before.
        port: where to listen as the host; None where it was before.
        bind: the only address to listen on; None as before.
    """

    match: str = LAST
    address: str | None = None
    port: int | None = None
    bind: str | None = None


def resume(options: ResumeOptions, me: Me, sitter: Sitter, output: Output) -> Exit:
    """Take a match up again and play it to its end.

    Raises:
        UsageError: no such match, or an address is given to the host.
    """
    saved = chosen(options.match, saved_matches(me.home), load_peers(me.home.peers), me.home)
    if evidence := evidence_of(me.home, saved.match_id):
        output.say("This match has ended in a dispute: two different frames with one number were signed.")
        output.say(f"The record is {saved.path}, the second history {evidence[0]}.")
        return Exit.PROVEN_WRONG
    output.say(f"Match {saved.match_id.hex()[:8]}: every frame on disk is judged again ...")
    sitting = Sitting.resume(me, saved, sitter, output)
    if sitting.session.seat is Seat.HOST:
        if options.address is not None:
            raise UsageError("You host this match, so the other side calls you: give them your join line.")
        return run_to_exit(_HostAgain(options, sitting, me, sitter, output).run)
    return run_to_exit(_GuestAgain(options, sitting, me, sitter, output).run)


def chosen(wanted: str, matches: Sequence[SavedMatch], peers: Peers, home: Home) -> SavedMatch:
    """Answer which match is meant; where several could be, the newest that is not over.

    Args:
        wanted: `last`, the first digits of a match id, or a player's name.
        matches: newest first.
        peers: whom we have met.
        home: whose.

    Raises:
        UsageError: none is meant, or it cannot be told which.
    """
    if wanted == LAST:
        paused = [one for one in matches if not one.is_closed and not _is_left(home, one)]
        if not paused:
            raise UsageError("No match is paused. `gin status` lists what lies here.")
        return paused[0]
    digits = [
        one for one in matches if len(wanted) >= _MIN_DIGITS and one.match_id.hex().startswith(wanted.lower())
    ]
    if len(digits) > 1:
        raise UsageError(f"{wanted} fits {len(digits)} matches: give more digits.")
    theirs = [one for one in matches if _is_with(one, wanted, peers)]
    fitting = digits or sorted(theirs, key=lambda one: one.is_closed)
    if not fitting:
        raise UsageError(f"{wanted} is no paused match and nobody to have one with: see `gin status`.")
    return fitting[0]


def _is_with(saved: SavedMatch, name: str, peers: Peers) -> bool:
    """Tell whether somebody plays in a match whom we know by this name, or who called themselves so."""
    peer = by_name(peers, name)
    if peer is not None:
        return peer.key in {key_print(key) for key in saved.offer.keys}
    return name.casefold() in {claimed.casefold() for claimed in saved.offer.names}


def _is_left(home: Home, saved: SavedMatch) -> bool:
    return load_bookmark(home.bookmark(saved.match_id)).is_left


class _HostAgain:
    def __init__(
        self, options: ResumeOptions, sitting: Sitting, me: Me, sitter: Sitter, output: Output
    ) -> None:
        self._options = options
        self._sitting = sitting
        self._me = me
        self._sitter = sitter
        self._output = output
        self._seat = GuestSeat(me.acquaintances.may_play)

    async def run(self) -> Exit:
        before = self._sitting.keeper.bookmark
        port = self._options.port
        if port is None:
            port = before.port or DEFAULT_PORT
        bind = self._options.bind or before.bind or None
        listeners = await listen(port, EVERYWHERE if bind is None else (bind,))
        addresses = addresses_at(bind, port_of(listeners))
        self._note(addresses, port_of(listeners), bind)
        self._seat.hold(self._sitting.peer_key, self._sitting.session)
        listener = Listener(self._me.credentials, self._seat, self._report)
        async with stoppable() as (stop, nursery):
            nursery.start_soon(listener.serve, listeners)
            nursery.start_soon(self._sitter.run)
            self._say(JoinLine(key_print(self._me.identity.public), addresses))
            with stop.scope:
                code = await self._sitting.play(Links(None, listener), stop)
                self._me.acquaintances.remember(self._sitting.peer_key, _claimed(self._sitting), Checked.NO)
                return code
        return stop.code or Exit.UNFINISHED

    def _note(self, addresses: Sequence[Address], port: int, bind: str | None) -> None:
        keeper = self._sitting.keeper
        known = tuple(str(address) for address in addresses)
        keeper.bookmark = replace(keeper.bookmark, addresses=known, port=port, bind=bind or "", is_left=False)

    def _say(self, line: JoinLine) -> None:
        name = called(self._me, self._sitting)
        short = self._sitting.session.match_id.hex()[:8]
        self._sitter.say(f"Waiting for {name}, who goes on with: gin resume {short}")
        self._sitter.say("From another address than before it takes the whole line:")
        self._sitter.say("")
        show_join_line(f"gin resume {short} {line.quoted()}", line, self._sitter, self._output)

    def _report(self, incident: Incident) -> None:
        self._output.event("incident", address=incident.address, error=incident.error.code)


class _GuestAgain:
    def __init__(
        self, options: ResumeOptions, sitting: Sitting, me: Me, sitter: Sitter, output: Output
    ) -> None:
        self._options = options
        self._sitting = sitting
        self._me = me
        self._sitter = sitter
        self._output = output

    async def run(self) -> Exit:
        line = self._line()
        known = tuple(str(address) for address in line.addresses)
        keeper = self._sitting.keeper
        keeper.bookmark = replace(keeper.bookmark, addresses=known, is_left=False)
        async with stoppable() as (stop, nursery):
            nursery.start_soon(self._sitter.run)
            self._sitter.say(f"Calling {called(self._me, self._sitting)} at {', '.join(known)} ...")
            with stop.scope:
                redial = Redial(None, line, self._me, self._sitting.session, nursery)
                code = await self._sitting.play(redial, stop)
                self._me.acquaintances.remember(
                    self._sitting.peer_key, _claimed(self._sitting), Checked.NO, line.addresses
                )
                return code
        return stop.code or Exit.UNFINISHED

    def _line(self) -> JoinLine:
        """Answer where to call; it is always the host's key that must answer.

        Raises:
            UsageError: no address is known, or the line given names another key.
        """
        shown = key_print(self._sitting.peer_key)
        if self._options.address is not None:
            given = parse_join_line(self._options.address)
            if given.key_print not in {None, shown}:
                raise UsageError(f"That line is of another host: this match is with {shown}.")
            return JoinLine(shown, given.addresses)
        known = _known_addresses(self._sitting.keeper.bookmark, load_peers(self._me.home.peers), shown)
        if not known:
            raise UsageError("I don't know where the host is: gin resume MATCH ADDRESS")
        return JoinLine(shown, parse_join_line(",".join(known)).addresses)


def _known_addresses(bookmark: Bookmark, peers: Peers, shown: str) -> Sequence[str]:
    peer = by_key(peers, shown)
    seen = peer.seen_at if peer else ()
    return tuple(dict.fromkeys((*bookmark.addresses, *seen)))[:8]


def called(me: Me, sitting: Sitting) -> str:
    """Answer our own name for the other side, else the one they claim."""
    peer = me.acquaintances.stranger(sitting.peer_key).peer
    if peer is not None:
        return inert_name(peer.name)
    return inert_name(_claimed(sitting))


def _claimed(sitting: Sitting) -> str:
    offer = sitting.session.table.offer
    return offer.names[sitting.session.seat.other] if offer else ""
