"""How does a guest reach the host?

All addresses of a join line are dialled at once, those on the own network a moment earlier. The first on which the host
proves its key wins; the others are closed before the guest has said who it is.
"""

import errno
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Final, TypeAlias

import trio

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.net import limits
from gin_p2p.net.channel import Secure, secure_guest, tune
from gin_p2p.net.errors import (
    DialError,
    LinkError,
    NoAnswer,
    NobodyListens,
    NotGin,
    OtherNetwork,
    OwnKey,
    Refused,
    Timeout,
    UnknownName,
    VersionMismatch,
    WrongKey,
)
from gin_p2p.net.framing import Framing
from gin_p2p.net.handshake import RESUME, Credentials, HostProof, Intent, introduce_guest, question_host
from gin_p2p.net.joinline import Address, JoinLine
from gin_p2p.net.link import Link

Connect: TypeAlias = Callable[[Address], Awaitable[trio.abc.Stream]]
"""Makes a raw stream to an address.

Raises:
    DialError: it cannot be reached.
"""

_MOST_TELLING: Final = (
    WrongKey,
    OwnKey,
    VersionMismatch,
    Refused,
    NotGin,
    OtherNetwork,
    NobodyListens,
    NoAnswer,
    UnknownName,
)
"""Of several failures the one that came furthest is the one to show."""


async def dial(
    nursery: trio.Nursery,
    line: JoinLine,
    me: Credentials,
    intent: Intent,
    *,
    timeout_s: float = limits.DIAL_S,
    connect: "Connect | None" = None,
    secure: Secure = secure_guest,
) -> Link:
    """Call a table and introduce ourselves. The link runs in the nursery.

    Args:
        nursery: lives as long as the link may.
        line: where to call, and whose key must answer; without a key print any key is taken, and a person must be asked
            whether `link.peer_key` is the right one.
        me: the guest.
        intent: what we come for.
        timeout_s: longest wait for a proof of the host's key.
        connect: makes raw streams; a test may hand in another.
        secure: makes the private channel, likewise.

    Raises:
        DialError: no address could be reached.
        WrongKey: another host answers, or one that cannot prove its key.
        Refused: the host says no.
        LinkError: anything else that kept us from the table.
    """
    race = _Race(line, me, connect or open_tcp, secure)
    framing, proof, deadline = await race.winner(timeout_s)
    try:
        with trio.fail_at(deadline):
            meeting = await introduce_guest(framing, proof, me, intent)
    except BaseException as error:
        await framing.aclose_forcefully()
        if isinstance(error, trio.TooSlowError):
            raise Timeout("The host did not answer our introduction in time.") from None
        if isinstance(error, Refused) and error.reason == "busy" and intent.kind == RESUME:
            error.terminal = False  # the table may be ours again in a moment
        raise
    link = Link(framing, meeting)
    nursery.start_soon(link.run)
    return link


def retry_delays(entropy: Entropy) -> Iterator[float]:
    """Answer how long to wait before each next call, without end: doubling to a limit, then half of it to all of it.

    Args:
        entropy: spreads the calls, so that two programs do not call in step for ever.
    """
    delay_s = limits.FIRST_RETRY_S
    while True:
        yield delay_s * (0.5 + entropy(1)[0] / 510)
        delay_s = min(delay_s * 2, limits.LAST_RETRY_S)


async def open_tcp(address: Address) -> trio.abc.Stream:
    """Connect to an address.

    Raises:
        DialError: the name is unknown, nobody listens, or nothing answers.
    """
    try:
        stream = await trio.open_tcp_stream(address.host, address.port)
    except OSError as error:
        raise _dial_error(address, error) from error
    tune(stream)
    return stream


class _Race:
    """One attempt for each address, until one proves the host's key."""

    def __init__(self, line: JoinLine, me: Credentials, connect: Connect, secure: Secure) -> None:
        self._line = line
        self._me = me
        self._connect = connect
        self._secure = secure
        self._errors: list[LinkError] = []
        self._won: tuple[Framing, HostProof, float] | None = None

    async def winner(self, timeout_s: float) -> tuple[Framing, HostProof, float]:
        """Answer the first proven line, and the time by which its handshake must be over.

        Raises:
            LinkError: the most telling of all failures.
        """
        has_private = any(address.is_private for address in self._line.addresses)
        with trio.move_on_after(timeout_s):
            async with trio.open_nursery() as nursery:
                for address in self._line.addresses:
                    wait_s = limits.HEAD_START_S if has_private and not address.is_private else 0.0
                    nursery.start_soon(self._attempt, nursery.cancel_scope, address, wait_s)
        if self._won is not None:
            return self._won
        raise min(self._errors, key=_rank)

    async def _attempt(self, scope: trio.CancelScope, address: Address, wait_s: float) -> None:
        stream = None
        try:
            await trio.sleep(wait_s)
            stream = await self._connect(address)
            with trio.fail_after(limits.HANDSHAKE_S) as handshake:
                secured, binding = await self._secure(stream)
                framing = Framing(secured)
                proof = await question_host(framing, binding, self._me, self._line.key_print)
            if self._won is None:
                self._won = framing, proof, handshake.deadline
                stream = None
                scope.cancel()
        except LinkError as error:
            self._errors.append(error)
        except trio.TooSlowError:
            self._errors.append(NoAnswer(f"{address} answered the call, and then nothing more came."))
        except trio.Cancelled:
            self._errors.append(_no_answer(address))
            raise
        finally:
            if stream is not None:
                await trio.aclose_forcefully(stream)


def _rank(error: LinkError) -> int:
    for rank, kind in enumerate(_MOST_TELLING):
        if isinstance(error, kind):
            return rank
    return len(_MOST_TELLING)


def _dial_error(address: Address, error: OSError) -> DialError:
    if isinstance(error, socket.gaierror):
        return UnknownName(f'There is no address for "{address.host}".')
    if errno.ECONNREFUSED in _errnos(error):
        return NobodyListens(f"{address.host} answered, but nobody is listening on port {address.port}.")
    return _no_answer(address)


def _errnos(error: BaseException | None) -> Iterator[int]:
    """Answer every errno of an error: trio hides those of single attempts in a group behind the cause."""
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _errnos(inner)
    elif isinstance(error, OSError):
        if error.errno is not None:
            yield error.errno
        yield from _errnos(error.__cause__)


def _no_answer(address: Address) -> DialError:
    own = _own_address_towards(address)
    if own is not None and not _share_a_network(own, address.host):
        return OtherNetwork(f"{address.host} is an address inside another network; this machine is {own}.")
    return NoAnswer(f"No answer from {address}.")


def _own_address_towards(address: Address) -> str | None:
    """Answer the address this machine would call a private IPv4 address from. Connecting a datagram socket sends nothing."""
    if not address.is_private or ":" in address.host:
        return None
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((address.host, address.port))
        return str(probe.getsockname()[0])
    return None


def _share_a_network(own: str, other: str) -> bool:
    """Guess whether two IPv4 addresses lie in one network: homes use /24 of 192.168, larger places wider ones."""
    length = 24 if other.startswith("192.168.") else 16
    return ip_address(other) in ip_network(f"{own}/{length}", strict=False)
