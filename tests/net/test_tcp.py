"""Everything together over real sockets and real TLS, on loopback only."""

import socket
import struct
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
import trio

from gin_p2p.crypto.identity import Identity, key_print
from gin_p2p.net.channel import HostChannel, secure_guest
from gin_p2p.net.dial import dial
from gin_p2p.net.errors import LinkError, NobodyListens, NotGin, PeerLost, Refused, TooManyCalls, WrongKey
from gin_p2p.net.framing import Framing
from gin_p2p.net.handshake import RESUME, Intent, Place, introduce_guest, question_host
from gin_p2p.net.host import Incident, Listener, listen, port_of
from gin_p2p.net.joinline import Address, JoinLine
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Frame, Note
from gin_p2p.net.seating import GuestSeat
from gin_p2p.net.sync import synchronize
from gin_p2p.protocol.codec import pack
from tests.helpers.lines import GUEST, HOST, STRANGER, ToyChain, credentials

FRAMES = tuple(pack((b"frame %d" % n, bytes(64))) for n in range(4))


class Table:
    """A host on loopback."""

    def __init__(self, sockets: Sequence[trio.SocketListener]) -> None:
        self.seat = GuestSeat()
        self.port = port_of(sockets)
        self._put, self._incidents = trio.open_memory_channel[Incident](100)
        self.listener = Listener(credentials(HOST), self.seat, self._put.send_nowait)

    async def errors(self, n_incidents: int) -> list[type[LinkError]]:
        """Wait until so many calls have led to nothing."""
        with trio.fail_after(5):
            return [type((await self._incidents.receive()).error) for _ in range(n_incidents)]

    @property
    def n_incidents(self) -> int:
        return self._incidents.statistics().current_buffer_used


@asynccontextmanager
async def table(port: int = 0) -> AsyncIterator[Table]:
    sockets = await listen(port, ["127.0.0.1"])
    host = Table(sockets)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(host.listener.serve, sockets)
        yield host
        nursery.cancel_scope.cancel()


async def call(
    nursery: trio.Nursery, port: int, identity: Identity = GUEST, intent: Intent | None = None
) -> Link:
    line = JoinLine(key_print(HOST.public), (Address("127.0.0.1", port),))
    with trio.fail_after(5):
        return await dial(nursery, line, credentials(identity, seed=1), intent or Intent())


async def test_a_match_is_begun_lost_resumed_and_ended(nursery: trio.Nursery) -> None:
    async with table() as host:
        guest_link = await call(nursery, host.port)
        host_link = await host.listener.next_link()
        chains = ToyChain(FRAMES[:2]), ToyChain()
        await sync_both(chains, host_link, guest_link)

        class Match:
            match_id = bytes([7] * 16)
            n_frames = 2
            head = chains[0].head_at(2)

        host.seat.hold(GUEST.public, Match())
        guest_link.abort(PeerLost("as if the line were cut"))
        await chains[1].hear(FRAMES[2])
        guest_link = await call(
            nursery, host.port, intent=Intent(RESUME, Place(Match.match_id, 3, bytes(32)))
        )
        host_link = await host.listener.next_link()
        await sync_both(chains, host_link, guest_link)
        assert chains[0].frames == chains[1].frames == list(FRAMES[:3])

        await host_link.send_frame(FRAMES[3])
        nursery.start_soon(host_link.close, "the match is over")
        assert await guest_link.receive() == Frame(FRAMES[3])
        assert await guest_link.receive() == Note("bye", ("the match is over",))
        assert host.n_incidents == 0


async def sync_both(chains: tuple[ToyChain, ToyChain], *links: Link) -> None:
    with trio.fail_after(5):
        async with trio.open_nursery() as both:
            for link, chain in zip(links, chains, strict=True):
                both.start_soon(synchronize, link, chain)


async def test_n18_the_last_message_survives_a_close_with_unread_heartbeats(nursery: trio.Nursery) -> None:
    async with table() as host:
        guest = await call(nursery, host.port)
        link = await host.listener.next_link()
        async with trio.open_nursery() as both:
            for _ in range(20):
                both.start_soon(guest.send_note, Note("nudge"))
            await link.send_frame(FRAMES[0])
            both.start_soon(link.close, "over")
            assert await guest.receive() == Frame(FRAMES[0])
            assert await guest.receive() == Note("bye", ("over",))
        assert link.was_closed_by_both


async def test_n05_a_reset_line_is_lost_on_both_sides_by_name(nursery: trio.Nursery) -> None:
    async with table() as host:
        guest = await call(nursery, host.port)
        link = await host.listener.next_link()
        secured = guest._framing._stream
        assert isinstance(secured, trio.SSLStream)
        secured.transport_stream.socket.setsockopt(
            socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
        )
        guest.abort(PeerLost("reset"))
        with trio.fail_after(5), pytest.raises(PeerLost):
            await link.receive()


async def test_n12_a_third_player_is_told_and_the_game_goes_on(nursery: trio.Nursery) -> None:
    async with table() as host:
        guest = await call(nursery, host.port)
        link = await host.listener.next_link()
        with pytest.raises(Refused) as caught:
            await call(nursery, host.port, STRANGER)
        assert caught.value.reason == "busy"
        await link.send_frame(FRAMES[0])
        assert await guest.receive() == Frame(FRAMES[0])


async def test_a_refused_guest_is_shown_out_in_good_order(nursery: trio.Nursery) -> None:
    async with table() as host:
        await call(nursery, host.port)
        me = credentials(STRANGER, seed=1)
        secured, binding = await secure_guest(await trio.open_tcp_stream("127.0.0.1", host.port))
        framing = Framing(secured)
        with pytest.raises(Refused):
            await introduce_guest(framing, await question_host(framing, binding, me, None), me, Intent())
        with pytest.raises(PeerLost, match="closed"):
            await framing.receive()
        await framing.aclose()


async def test_n02_foreign_programs_are_sent_away_and_a_guest_gets_in(nursery: trio.Nursery) -> None:
    async with table() as host:
        greetings = (b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n", b"\xff\xff\xff\xff\xff", b"\x80\0\0\0\0")
        for greeting in greetings:
            stranger = await trio.open_tcp_stream("127.0.0.1", host.port)
            await stranger.send_all(greeting)
            with trio.fail_after(5):
                await read_to_the_end(stranger)
        assert await host.errors(4) == [NotGin] * 4
        guest = await call(nursery, host.port)
        assert (await host.listener.next_link()).peer_key == GUEST.public
        assert guest.error is None


async def read_to_the_end(stream: trio.SocketStream) -> None:
    async with stream:
        try:
            while await stream.receive_some():
                pass
        except trio.BrokenResourceError:
            return


async def test_a_flood_of_thirty_touches_no_running_game(nursery: trio.Nursery) -> None:
    async with table() as host:
        guest = await call(nursery, host.port)
        link = await host.listener.next_link()
        flood = [await trio.open_tcp_stream("127.0.0.1", host.port) for _ in range(30)]
        assert await host.errors(22) == [TooManyCalls] * 22
        await guest.send_frame(FRAMES[0])
        assert await link.receive() == Frame(FRAMES[0])
        for stranger in flood:
            await stranger.aclose()


async def test_n14_a_host_can_start_again_on_its_port_at_once(nursery: trio.Nursery) -> None:
    async with table() as host:
        port = host.port
        guest = await call(nursery, port)
    with trio.fail_after(5), pytest.raises(PeerLost):
        await guest.receive()
    async with table(port):
        assert (await call(nursery, port)).error is None


async def test_n17_a_port_without_a_listener_is_named(nursery: trio.Nursery) -> None:
    sockets = await listen(0, ["127.0.0.1"])
    port = port_of(sockets)
    await sockets[0].aclose()
    with pytest.raises(NobodyListens, match=f"127.0.0.1 answered, but nobody is listening on port {port}"):
        await call(nursery, port)


async def test_another_program_on_the_port_is_not_gin(nursery: trio.Nursery) -> None:
    async def ssh(stream: trio.SocketStream) -> None:
        await stream.send_all(b"SSH-2.0-OpenSSH_9.2\r\n")
        await read_to_the_end(stream)

    sockets = await listen(0, ["127.0.0.1"])
    nursery.start_soon(trio.serve_listeners, ssh, sockets)
    with pytest.raises(NotGin):
        await call(nursery, port_of(sockets))
    nursery.cancel_scope.cancel()


async def test_a_man_in_the_middle_of_two_real_tls_legs_is_found_out(nursery: trio.Nursery) -> None:
    """He ends TLS on both legs, reads everything, and passes every byte on unchanged."""
    passed_on: dict[str, bytes] = {"from guest": b"", "from host": b""}
    channel = HostChannel()
    async with table() as host:

        async def pump(name: str, source: trio.abc.Stream, sink: trio.abc.Stream) -> None:
            try:
                while some := await source.receive_some():
                    passed_on[name] += some
                    await sink.send_all(some)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                pass
            await trio.aclose_forcefully(sink)

        async def sit_between(stream: trio.SocketStream) -> None:
            guest_leg, _ = await channel.secure(stream)
            host_leg, _ = await secure_guest(await trio.open_tcp_stream("127.0.0.1", host.port))
            async with trio.open_nursery() as legs:
                legs.start_soon(pump, "from guest", guest_leg, host_leg)
                legs.start_soon(pump, "from host", host_leg, guest_leg)

        sockets = await listen(0, ["127.0.0.1"])
        nursery.start_soon(trio.serve_listeners, sit_between, sockets)
        with pytest.raises(WrongKey, match="somebody may sit in between"):
            await call(nursery, port_of(sockets))
        assert await host.errors(1) == [PeerLost]
        # He has been between: the host's key went through his hands. The guest's never left the guest.
        assert HOST.public in passed_on["from host"]
        assert GUEST.public not in passed_on["from guest"]
        assert len(passed_on["from guest"]) < 100
        nursery.cancel_scope.cancel()
