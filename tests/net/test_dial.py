"""A guest who calls several addresses at once, over memory streams."""

import errno
import socket
from collections.abc import Awaitable, Callable
from itertools import islice

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from gin_p2p.crypto.identity import Identity, key_print
from gin_p2p.net import dial as dial_module
from gin_p2p.net.dial import dial, open_tcp, retry_delays
from gin_p2p.net.errors import (
    DialError,
    LinkError,
    NoAnswer,
    NobodyListens,
    NotGin,
    OtherNetwork,
    PeerLost,
    Refused,
    Timeout,
    UnknownName,
    VersionMismatch,
    WrongKey,
)
from gin_p2p.net.framing import Framing
from gin_p2p.net.handshake import NEW, RESUME, Intent, Place, answer_guest
from gin_p2p.net.joinline import Address, JoinLine
from gin_p2p.net.link import Link
from tests.helpers.lines import BINDING, GUEST, HOST, STRANGER, credentials, plain

HOME = Address("192.168.1.20")
ABROAD = Address("203.0.113.7")
ELSEWHERE = Address("alice.example")
TO_PLAY = Intent(NEW)
TO_RESUME = Intent(RESUME, Place(bytes(16), 5, bytes(32)))


class Network:
    """What answers at which address: a host, an error, or nobody for ever. Remembers who was called and when."""

    def __init__(self, nursery: trio.Nursery) -> None:
        self.nursery = nursery
        self.answers: dict[Address, Callable[[Framing], Awaitable[None]] | DialError] = {}
        self.called: list[tuple[Address, float]] = []
        self.guests: list[bytes] = []
        self.reply: Place | Refused = Place()

    async def connect(self, address: Address) -> trio.abc.Stream:
        self.called.append((address, trio.current_time()))
        answer = self.answers.get(address)
        if answer is None:
            await trio.sleep_forever()
        if isinstance(answer, DialError):
            raise answer
        assert answer is not None
        ours, theirs = memory_stream_pair()
        self.nursery.start_soon(answer, Framing(theirs))
        return ours

    def decide(self, key: bytes, _intent: Intent) -> Place | Refused:
        self.guests.append(key)
        return self.reply

    def host(
        self, identity: Identity, *, wait_s: float = 0.0, versions: tuple[int, ...] = (1,)
    ) -> Callable[[Framing], Awaitable[None]]:
        async def answer(framing: Framing) -> None:
            await trio.sleep(wait_s)
            try:
                await answer_guest(framing, BINDING, credentials(identity, versions), self.decide)
            except LinkError:
                await framing.aclose()

        return answer

    async def dial(
        self,
        *addresses: Address,
        print_of: Identity | None = HOST,
        intent: Intent = TO_PLAY,
        guest: Identity = GUEST,
    ) -> Link:
        line = JoinLine(key_print(print_of.public) if print_of else None, addresses)
        return await dial(
            self.nursery, line, credentials(guest, seed=1), intent, connect=self.connect, secure=plain
        )


@pytest.fixture
async def network(nursery: trio.Nursery) -> Network:
    return Network(nursery)


async def hang_up(framing: Framing) -> None:
    await framing.aclose()


async def mumble(framing: Framing) -> None:
    await framing.send(b"\xc1")


async def fall_silent(framing: Framing) -> None:
    await framing.receive()
    await trio.sleep_forever()


async def test_a_guest_reaches_the_host(network: Network) -> None:
    network.answers[ABROAD] = network.host(HOST)
    link = await network.dial(ABROAD)
    assert link.peer_key == HOST.public
    assert network.guests == [GUEST.public]


async def test_without_a_key_print_whoever_answers_is_named(network: Network) -> None:
    network.answers[ABROAD] = network.host(STRANGER)
    assert (await network.dial(ABROAD, print_of=None)).peer_key == STRANGER.public


async def test_the_own_network_is_called_150_ms_earlier(autojump_clock: MockClock, network: Network) -> None:
    network.answers = {address: network.host(HOST, wait_s=1) for address in (HOME, ABROAD, ELSEWHERE)}
    await network.dial(ABROAD, HOME, ELSEWHERE)
    assert network.called == [(HOME, 0), (ABROAD, pytest.approx(0.15)), (ELSEWHERE, pytest.approx(0.15))] or (
        network.called == [(HOME, 0), (ELSEWHERE, pytest.approx(0.15)), (ABROAD, pytest.approx(0.15))]
    )
    assert network.guests == [GUEST.public]


async def test_without_an_own_network_nobody_waits(autojump_clock: MockClock, network: Network) -> None:
    network.answers = {address: network.host(HOST, wait_s=1) for address in (ABROAD, ELSEWHERE)}
    await network.dial(ABROAD, ELSEWHERE)
    assert [when for _, when in network.called] == [0, 0]


async def test_the_first_that_proves_the_key_wins_and_only_it_learns_the_guest(
    autojump_clock: MockClock, network: Network
) -> None:
    closed: list[float] = []

    async def slow(framing: Framing) -> None:
        await framing.receive()
        with pytest.raises(PeerLost):
            await framing.receive()
        closed.append(trio.current_time())

    network.answers = {HOME: slow, ABROAD: network.host(HOST, wait_s=1)}
    link = await network.dial(HOME, ABROAD)
    assert link.peer_key == HOST.public
    await trio.testing.wait_all_tasks_blocked()
    assert closed == [pytest.approx(1.15)]
    assert network.guests == [GUEST.public]


async def test_another_table_on_the_own_network_does_not_stop_the_right_one(
    autojump_clock: MockClock, network: Network
) -> None:
    network.answers = {HOME: network.host(STRANGER), ABROAD: network.host(HOST)}
    assert (await network.dial(HOME, ABROAD)).peer_key == HOST.public
    assert network.guests == [GUEST.public]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("other key", WrongKey),
        ("other version", VersionMismatch),
        ("not gin", NotGin),
        ("hangs up", PeerLost),
        ("nobody", NobodyListens),
        ("no name", UnknownName),
        ("nothing", NoAnswer),
        ("silent", NoAnswer),
    ],
)
async def test_each_failure_has_its_name(
    autojump_clock: MockClock, network: Network, kind: str, expected: type[LinkError]
) -> None:
    answers: dict[str, Callable[[Framing], Awaitable[None]] | DialError] = {
        "other key": network.host(STRANGER),
        "other version": network.host(HOST, versions=(99,)),
        "not gin": mumble,
        "hangs up": hang_up,
        "nobody": NobodyListens(),
        "no name": UnknownName(),
        "silent": fall_silent,
    }
    if kind in answers:
        network.answers[ABROAD] = answers[kind]
    with pytest.raises(expected):
        await network.dial(ABROAD)
    assert network.guests == []


async def test_n17_no_answer_is_said_after_fifteen_seconds(
    autojump_clock: MockClock, network: Network
) -> None:
    with pytest.raises(NoAnswer, match=r"No answer from 203\.0\.113\.7:4477"):
        await network.dial(ABROAD)
    assert trio.current_time() == pytest.approx(15)


async def test_a_host_that_falls_silent_is_given_ten_seconds(
    autojump_clock: MockClock, network: Network
) -> None:
    network.answers[ABROAD] = fall_silent
    with pytest.raises(NoAnswer, match="nothing more came"):
        await network.dial(ABROAD)
    assert trio.current_time() == pytest.approx(10)


async def test_impatience_ends_a_call_before_its_turn(autojump_clock: MockClock, network: Network) -> None:
    line = JoinLine(key_print(HOST.public), (HOME, ABROAD))
    with pytest.raises(DialError):
        await dial(
            network.nursery,
            line,
            credentials(GUEST),
            TO_PLAY,
            timeout_s=0.1,
            connect=network.connect,
            secure=plain,
        )
    assert network.called == [(HOME, 0)]


async def test_of_several_failures_the_most_telling_is_shown(
    autojump_clock: MockClock, network: Network
) -> None:
    network.answers = {HOME: NobodyListens(), ELSEWHERE: UnknownName(), ABROAD: network.host(STRANGER)}
    with pytest.raises(WrongKey):
        await network.dial(HOME, ELSEWHERE, ABROAD)
    network.answers = {ELSEWHERE: UnknownName(), ABROAD: NobodyListens()}
    with pytest.raises(NobodyListens):
        await network.dial(ELSEWHERE, ABROAD)


async def test_n12_a_refusal_reaches_the_guest_and_repeating_is_left_to_a_person(network: Network) -> None:
    network.answers[ABROAD] = network.host(HOST)
    network.reply = Refused("busy")
    with pytest.raises(Refused) as caught:
        await network.dial(ABROAD)
    assert caught.value.terminal


async def test_a_table_busy_for_a_returning_guest_may_be_free_in_a_moment(network: Network) -> None:
    network.answers[ABROAD] = network.host(HOST)
    network.reply = Refused("busy")
    with pytest.raises(Refused) as caught:
        await network.dial(ABROAD, intent=TO_RESUME)
    assert not caught.value.terminal


async def test_a_host_that_does_not_answer_the_introduction_is_given_the_rest_of_ten_seconds(
    autojump_clock: MockClock, network: Network
) -> None:
    class Stuck(Framing):
        """Sends the proof, and never hears the introduction."""

        def __init__(self, inner: Framing) -> None:
            super().__init__(inner._stream)
            self.inner = inner
            self.has_heard = False

        async def receive(self, *, silence_s: float = 0.0) -> bytes:
            if self.has_heard:
                await trio.sleep_forever()
            self.has_heard = True
            await trio.sleep(4)
            return await self.inner.receive()

    async def stuck_host(framing: Framing) -> None:
        await network.host(HOST)(Stuck(framing))

    network.answers[ABROAD] = stuck_host
    with pytest.raises(Timeout):
        await network.dial(ABROAD)
    assert trio.current_time() == pytest.approx(10)


# What the system says, and what it means.


async def raising(error: OSError) -> LinkError:
    async def open_tcp_stream(_host: str, _port: int) -> trio.SocketStream:
        raise error

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trio, "open_tcp_stream", open_tcp_stream)
        with pytest.raises(DialError) as caught:
            await open_tcp(ABROAD)
    return caught.value


def all_failed(*codes: int) -> OSError:
    """Make what trio raises: the errnos are in a group behind the cause."""
    error = OSError("all attempts to connect failed")
    error.__cause__ = ExceptionGroup("attempts", [OSError(code, "x") for code in codes])
    return error


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (all_failed(errno.ECONNREFUSED), NobodyListens),
        (all_failed(errno.ENETUNREACH, errno.ECONNREFUSED), NobodyListens),
        (OSError(errno.ECONNREFUSED, "x"), NobodyListens),
        (all_failed(errno.ENETUNREACH), NoAnswer),
        (all_failed(errno.ETIMEDOUT, errno.EHOSTUNREACH), NoAnswer),
        (OSError("no errno"), NoAnswer),
        (socket.gaierror(socket.EAI_NONAME, "x"), UnknownName),
    ],
    ids=repr,
)
async def test_n17_refused_timed_out_and_unknown_are_told_apart(
    error: OSError, expected: type[LinkError]
) -> None:
    assert type(await raising(error)) is expected


@pytest.mark.parametrize(
    ("own", "host", "expected"),
    [
        ("10.0.0.4", "192.168.1.20", OtherNetwork),
        ("192.168.178.4", "192.168.1.20", OtherNetwork),
        ("192.168.1.4", "192.168.1.20", NoAnswer),
        ("10.0.7.4", "10.0.1.20", NoAnswer),
        (None, "192.168.1.20", NoAnswer),
    ],
)
def test_n17_a_private_address_of_another_network_is_named(
    monkeypatch: pytest.MonkeyPatch, own: str | None, host: str, expected: type[LinkError]
) -> None:
    monkeypatch.setattr(dial_module, "_own_address_towards", lambda _address: own)
    assert type(dial_module._no_answer(Address(host))) is expected


def test_the_own_address_is_asked_for_private_addresses_only() -> None:
    assert dial_module._own_address_towards(Address("127.0.0.1")) == "127.0.0.1"
    for host in ("203.0.113.7", "alice.example", "fd00::1"):
        assert dial_module._own_address_towards(Address(host)) is None


def test_calls_are_repeated_ever_more_slowly_and_not_in_step() -> None:
    longest = list(islice(retry_delays(lambda n: b"\xff" * n), 7))
    assert longest == [0.25, 0.5, 1, 2, 4, 5, 5]
    assert list(islice(retry_delays(bytes), 7)) == [delay / 2 for delay in longest]
