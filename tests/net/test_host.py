"""The listener: strangers, guests, floods, and a seat that only one can have."""

import errno
import socket
from collections.abc import Awaitable, Callable, Sequence

import pytest
import trio
from trio.testing import MockClock, lockstep_stream_pair, memory_stream_pair, wait_all_tasks_blocked

from gin_p2p.crypto.identity import Identity, key_print
from gin_p2p.net.errors import (
    BadFrame,
    FrameTooLong,
    LinkError,
    ListenError,
    NotOurAddress,
    OwnKey,
    PeerLost,
    PortTaken,
    Refused,
    TakenOver,
    Timeout,
    TooManyCalls,
    VersionMismatch,
)
from gin_p2p.net.framing import Framing
from gin_p2p.net.handshake import RESUME, Intent, Meeting, Place, introduce_guest, question_host
from gin_p2p.net.host import Incident, Listener, listen, port_of
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Frame, Note
from gin_p2p.net.seating import GuestSeat
from gin_p2p.protocol.codec import pack
from tests.helpers.lines import BINDING, GUEST, HOST, STRANGER, credentials, length_prefixed, plain

FRAME = pack((b"payload", bytes(64)))
TO_PLAY = Intent()


class Table:
    """A listener without sockets: `call` is a stranger's connection."""

    def __init__(self, nursery: trio.Nursery, seat: GuestSeat | None = None) -> None:
        self.nursery = nursery
        self.seat = seat or GuestSeat()
        self.incidents: list[Incident] = []
        self.listener = Listener(credentials(HOST), self.seat, self.incidents.append, plain)

    def call(self, address: str = "192.0.2.1") -> trio.abc.Stream:
        ours, theirs = memory_stream_pair()
        self.nursery.start_soon(self.listener.answer, ours, address)
        return theirs

    async def join(self, identity: Identity, intent: Intent = TO_PLAY, address: str = "192.0.2.1") -> Link:
        framing = Framing(self.call(address))
        link = Link(framing, await introduce(framing, identity, intent))
        self.nursery.start_soon(link.run)
        return link

    @property
    def errors(self) -> list[type[LinkError]]:
        return [type(incident.error) for incident in self.incidents]


async def introduce(framing: Framing, identity: Identity, intent: Intent) -> Meeting:
    me = credentials(identity, seed=1)
    proof = await question_host(framing, BINDING, me, key_print(HOST.public))
    return await introduce_guest(framing, proof, me, intent)


@pytest.fixture
async def table(nursery: trio.Nursery) -> Table:
    return Table(nursery)


class ToyMatch:
    """A match in which some frames have been said."""

    match_id = bytes([7] * 16)
    n_frames = 9
    head = bytes([8] * 32)


TO_RESUME = Intent(RESUME, Place(ToyMatch.match_id, 9, ToyMatch.head))


async def talk(one: Link, other: Link) -> None:
    """Fail unless the two are ends of one link."""
    await one.send_frame(FRAME)
    assert await other.receive() == Frame(FRAME)


async def test_a_guest_who_may_sit_gets_a_link(table: Table) -> None:
    guest = await table.join(GUEST)
    host = await table.listener.next_link()
    assert (host.peer_key, guest.peer_key) == (GUEST.public, HOST.public)
    await talk(host, guest)
    await talk(guest, host)
    assert table.incidents == []


GARBAGE = [
    (b"GET / HTTP/1.1\r\n\r\n", FrameTooLong),
    (b"SSH-2.0-x\r\n", FrameTooLong),
    (b"\x16\x03\x01\x00\xc0", FrameTooLong),
    (b"\xff\xff\xff\xff", FrameTooLong),
    (b"\x80\0\0\0", FrameTooLong),
    (length_prefixed(b"\xc1"), BadFrame),
    (length_prefixed(b"\x91" * 2000), BadFrame),
    (length_prefixed(pack(("gin-p2p", (99,), bytes(32)))), VersionMismatch),
]


@pytest.mark.parametrize(("said", "error"), GARBAGE, ids=lambda case: repr(case)[:30])
async def test_n02_a_stranger_is_closed_and_the_table_goes_on_waiting(
    table: Table, said: bytes, error: type[LinkError]
) -> None:
    stranger = table.call("198.51.100.9")
    await stranger.send_all(said)
    while await stranger.receive_some():
        pass
    assert table.errors == [error]
    assert table.incidents[0].address == "198.51.100.9"
    await talk(await table.join(GUEST), await table.listener.next_link())


async def test_n04_a_silent_stranger_is_dropped_after_ten_seconds_and_holds_nobody_up(
    autojump_clock: MockClock, table: Table
) -> None:
    stranger = table.call()
    await stranger.send_all(b"\0\0")
    await talk(await table.join(GUEST), await table.listener.next_link())
    assert trio.current_time() < 1
    assert await stranger.receive_some() == b""
    assert trio.current_time() == pytest.approx(10)
    assert table.errors == [Timeout]


async def test_n04_the_whole_handshake_has_ten_seconds_however_it_is_dripped(
    autojump_clock: MockClock, table: Table
) -> None:
    stranger = table.call()
    framing = Framing(stranger)
    await trio.sleep(6)
    proof = await question_host(framing, BINDING, credentials(GUEST, seed=1), None)
    await trio.sleep(5)
    with pytest.raises(PeerLost):
        await introduce_guest(framing, proof, credentials(GUEST, seed=1), TO_PLAY)
    assert table.errors == [Timeout]


async def test_a_caller_who_hangs_up_is_an_incident(table: Table) -> None:
    await table.call().aclose()
    await wait_all_tasks_blocked()
    assert table.errors == [PeerLost]


async def test_n12_others_are_told_that_the_table_is_taken_and_the_game_sees_nothing(table: Table) -> None:
    guest = await table.join(GUEST)
    host = await table.listener.next_link()
    table.seat.hold(GUEST.public, ToyMatch())
    for identity, intent in [(STRANGER, TO_PLAY), (STRANGER, TO_RESUME), (GUEST, TO_PLAY)]:
        with pytest.raises(Refused) as caught:
            await table.join(identity, intent)
        assert caught.value.reason == "busy"
    assert table.errors == [Refused] * 3
    await talk(host, guest)


async def test_ones_own_table_is_told_apart(table: Table) -> None:
    framing = Framing(table.call())
    proof = await question_host(framing, BINDING, credentials(STRANGER), None)
    with pytest.raises(Refused):
        await introduce_guest(framing, proof, credentials(HOST, seed=1), TO_PLAY)
    assert table.errors == [OwnKey]


async def test_a_running_game_lives_through_a_flood(autojump_clock: MockClock, table: Table) -> None:
    guest = await table.join(GUEST)
    host = await table.listener.next_link()
    table.seat.hold(GUEST.public, ToyMatch())
    flood = [table.call(f"198.51.100.{n}") for n in range(30)]
    await wait_all_tasks_blocked()
    assert table.errors == [TooManyCalls] * 22
    await talk(host, guest)
    await trio.sleep(11)
    assert table.errors.count(Timeout) == 8
    assert len(flood) == 30
    table.nursery.start_soon(guest.close, "away for a moment")
    assert await host.receive() == Note("bye", ("away for a moment",))
    await talk(await table.join(GUEST, TO_RESUME), await fresh_link(table, host))


async def fresh_link(table: Table, old: Link) -> Link:
    link = await table.listener.next_link()
    assert link is not old
    assert old.error is not None
    return link


async def test_a_returning_guest_takes_over_at_once(autojump_clock: MockClock, table: Table) -> None:
    await table.join(GUEST)
    old = await table.listener.next_link()
    table.seat.hold(GUEST.public, ToyMatch())
    guest = await table.join(GUEST, TO_RESUME, "203.0.113.50")
    host = await fresh_link(table, old)
    with pytest.raises(TakenOver):
        await old.receive()
    await talk(host, guest)
    assert host.meeting.place == TO_RESUME.place
    assert trio.current_time() < 1


async def test_of_eight_dials_at_once_one_becomes_a_link(table: Table) -> None:
    links: list[Link] = []
    reasons: list[str] = []

    async def join(number: int) -> None:
        try:
            links.append(await table.join(GUEST, TO_PLAY, f"203.0.113.{number}"))
        except Refused as refused:
            reasons.append(refused.reason)

    async with trio.open_nursery() as nursery:
        for number in range(8):
            nursery.start_soon(join, number)
    assert (len(links), reasons) == (1, ["stale"] * 7)
    await talk(links[0], await table.listener.next_link())


async def test_a_link_that_nobody_fetched_gives_way_to_the_newer_one(table: Table) -> None:
    table.seat.hold(GUEST.public, ToyMatch())
    await table.join(GUEST, TO_RESUME)
    guest = await table.join(GUEST, TO_RESUME)
    await talk(guest, await table.listener.next_link())


async def test_a_seat_taken_over_while_ok_is_on_its_way_is_not_handed_out(
    autojump_clock: MockClock, table: Table
) -> None:
    table.seat.hold(GUEST.public, ToyMatch())
    ours, theirs = lockstep_stream_pair()
    table.nursery.start_soon(table.listener.answer, ours, "192.0.2.1")
    slow = Framing(theirs)
    me = credentials(GUEST, seed=1)
    proof = await question_host(slow, BINDING, me, None)
    with trio.move_on_after(0.05):
        # The guest does not read the ok.
        await introduce_guest(Deaf(slow), proof, me, TO_RESUME)
    guest = await table.join(GUEST, TO_RESUME)
    await slow.receive()
    await wait_all_tasks_blocked()
    assert table.errors == [TakenOver]
    await talk(guest, await table.listener.next_link())


class Deaf(Framing):
    """Sends through another framing and never hears an answer."""

    def __init__(self, framing: Framing) -> None:
        super().__init__(framing._stream)

    async def receive(self, *, silence_s: float = 0.0) -> bytes:
        await trio.sleep_forever()
        raise AssertionError


# Sockets.


async def test_a_caller_gone_before_we_look_is_nothing(table: Table) -> None:
    listener = (await trio.open_tcp_listeners(0, host="127.0.0.1"))[0]
    stream = await trio.testing.open_stream_to_socket_listener(listener)
    await stream.aclose()
    await table.listener._answer_socket(stream)
    assert table.incidents == []
    await listener.aclose()


async def close_all(listeners: Sequence[trio.SocketListener]) -> None:
    for listener in listeners:
        await listener.aclose()


async def test_one_port_is_listened_on_for_both_families() -> None:
    listeners = await listen(0)
    ports = {listener.socket.getsockname()[1] for listener in listeners}
    assert ports == {port_of(listeners)}
    families = [listener.socket.family for listener in listeners]
    assert families[0] == socket.AF_INET
    assert len(families) == len(set(families))
    await close_all(listeners)


async def test_n14_a_taken_port_is_named() -> None:
    listeners = await listen(0, ["127.0.0.1"])
    port = port_of(listeners)
    with pytest.raises(PortTaken, match=f"Port {port} is taken"):
        await listen(port, ["127.0.0.1"])
    await close_all(listeners)


async def test_n14_an_address_of_another_machine_is_named() -> None:
    for address in ("203.0.113.9", "not an address"):
        with pytest.raises(NotOurAddress, match="is not an address of this machine"):
            await listen(0, [address])


def refusing(code: int, *hosts: str) -> Callable[..., Awaitable[list[trio.SocketListener]]]:
    inner = trio.open_tcp_listeners

    async def open_tcp_listeners(port: int, *, host: str) -> list[trio.SocketListener]:
        if host in hosts:
            raise OSError(code, "as the test wants")
        return await inner(port, host=host)

    return open_tcp_listeners


async def test_a_system_without_ipv6_listens_on_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    for code in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL):
        with monkeypatch.context() as patch:
            patch.setattr(trio, "open_tcp_listeners", refusing(code, "::"))
            listeners = await listen(0)
        assert [listener.socket.family for listener in listeners] == [socket.AF_INET]
        await close_all(listeners)


@pytest.mark.parametrize(
    ("code", "error"),
    [(errno.EACCES, PortTaken), (errno.EADDRINUSE, PortTaken), (errno.ENOBUFS, ListenError)],
)
async def test_one_family_that_fails_closes_the_other(
    monkeypatch: pytest.MonkeyPatch, code: int, error: type[ListenError]
) -> None:
    monkeypatch.setattr(trio, "open_tcp_listeners", refusing(code, "::"))
    with pytest.raises(error):
        await listen(0)


async def test_a_machine_without_a_network_cannot_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trio, "open_tcp_listeners", refusing(errno.EAFNOSUPPORT, "::", "0.0.0.0"))
    with pytest.raises(ListenError, match="no network"):
        await listen(0)
