"""Who calls, and who of them gets the seat?

The listener answers strangers until one proves a key that the seat admits. Nothing a stranger sends can end it: every
failure becomes a report, and the table goes on waiting.
"""

import errno
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import trio

from gin_p2p.net import limits
from gin_p2p.net.channel import HostChannel, Secure, tune
from gin_p2p.net.errors import (
    LinkError,
    ListenError,
    NotOurAddress,
    OwnKey,
    PortTaken,
    Refused,
    TakenOver,
    Timeout,
    VersionMismatch,
)
from gin_p2p.net.framing import Framing
from gin_p2p.net.gate import Gate
from gin_p2p.net.handshake import Credentials, answer_guest
from gin_p2p.net.link import Link
from gin_p2p.net.seating import GuestSeat

Sockets: TypeAlias = Sequence[trio.SocketListener]
EVERYWHERE: Final = ("0.0.0.0", "::")  # noqa: S104 - a table that is to be found listens on all networks


@dataclass(frozen=True, slots=True)
class Incident:
    """A call that led to nothing.

    Attributes:
        address: where it came from.
        error: why it was not answered.
    """

    address: str
    error: LinkError


async def listen(port: int, addresses: Sequence[str] = EVERYWHERE) -> list[trio.SocketListener]:
    """Open the listening sockets; one for IPv4 and one for IPv6, because not every system shares one.

    Args:
        port: 0..65535; with 0 the system picks one, the same for all addresses.
        addresses: of this machine.

    Raises:
        PortTaken: another program listens there, or the system keeps the port.
        NotOurAddress: this machine has no such address.
        ListenError: anything else that keeps us from listening.
    """
    listeners: list[trio.SocketListener] = []
    try:
        for address in addresses:
            try:
                listeners += await trio.open_tcp_listeners(port or port_of(listeners), host=address)
            except OSError as error:
                if not _is_family_missing(error) or addresses != EVERYWHERE:
                    raise _listen_error(error, address, port) from error
    except BaseException:
        for listener in listeners:
            listener.socket.close()
        raise
    if not listeners:
        raise ListenError("This machine has no network to listen on.")
    return listeners


def port_of(listeners: Sockets) -> int:
    """Answer the port these sockets listen on; 0 when there is none yet."""
    return int(listeners[0].socket.getsockname()[1]) if listeners else 0


class Listener:
    """Answers calls and hands out the links of guests who may sit down.

    Args:
        me: the host.
        seat: decides who may sit.
        report: told of each call that led to nothing.
        secure: makes the private channel; a test may hand in another.
    """

    def __init__(
        self,
        me: Credentials,
        seat: GuestSeat,
        report: Callable[[Incident], None],
        secure: Secure | None = None,
    ) -> None:
        self._me = me
        self._seat = seat
        self._report = report
        self._secure = secure or HostChannel().secure
        self._gate = Gate()
        # One place: a guest who calls again before the game looked replaces its own older link.
        self._put, self._arrived = trio.open_memory_channel[Link](1)

    async def serve(self, listeners: Sockets) -> None:
        """Answer calls until cancelled. The links that are handed out live no longer than this runs."""
        await trio.serve_listeners(self._answer_socket, list(listeners))

    async def next_link(self) -> Link:
        """Wait for a guest who may sit down, also for one that comes back. Its older link has ended by then."""
        return await self._arrived.receive()

    async def answer(self, stream: trio.abc.Stream, address: str) -> None:
        """Answer one call, and run its link when there is one.

        Args:
            stream: fresh from the network; closed when this returns.
            address: where the call comes from.
        """
        try:
            with self._gate.passing(address), trio.fail_after(limits.HANDSHAKE_S):
                link = await self._meet(stream)
        except trio.TooSlowError:
            self._report(Incident(address, Timeout("A caller did not introduce itself in time.")))
        except LinkError as error:
            self._report(Incident(address, error))
        else:
            self._hand_out(link)
            await link.run()
        finally:
            await trio.aclose_forcefully(stream)

    async def _answer_socket(self, stream: trio.SocketStream) -> None:
        tune(stream)
        try:
            address = str(stream.socket.getpeername()[0])
        except OSError:
            return  # gone before we looked
        await self.answer(stream, address)

    async def _meet(self, stream: trio.abc.Stream) -> Link:
        born = self._seat.epoch
        secured, binding = await self._secure(stream)
        framing = Framing(secured)
        decide = partial(self._seat.decide, born=born)
        try:
            meeting = await answer_guest(framing, binding, self._me, decide)
        except (Refused, VersionMismatch, OwnKey):
            await framing.aclose()  # in good order, so that the refusal arrives
            raise
        if self._seat.epoch != born + 1:
            raise TakenOver("The same player has called again.")
        link = Link(framing, meeting)
        self._seat.seat(link)
        return link

    def _hand_out(self, link: Link) -> None:
        """Put the link where the game looks; one that was not fetched yet has ended by now and is dropped."""
        with suppress(trio.WouldBlock):
            self._arrived.receive_nowait()
        self._put.send_nowait(link)


def _is_family_missing(error: OSError) -> bool:
    return error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)


def _listen_error(error: OSError, address: str, port: int) -> ListenError:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(f"Port {port} is taken.")
    if error.errno == errno.EACCES:
        return PortTaken(f"Port {port} is kept for the system.")
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return NotOurAddress(f"{address} is not an address of this machine.")
    return ListenError(f"Cannot listen on {address}, port {port}: {error.strerror}.")
