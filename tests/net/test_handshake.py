"""The four messages over memory streams: what is proved, and what is refused."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest
import trio
from hypothesis import example, given, settings
from hypothesis import strategies as st
from trio.testing import memory_stream_pair

from gin_p2p.crypto.identity import Identity, key_print
from gin_p2p.net import handshake
from gin_p2p.net.errors import (
    BadFrame,
    FrameTooLong,
    LinkError,
    NotGin,
    OwnKey,
    PeerLost,
    Refused,
    VersionMismatch,
    WrongKey,
)
from gin_p2p.net.framing import Framing
from gin_p2p.net.handshake import (
    GUEST_LABEL,
    HOST_LABEL,
    NEW,
    RESUME,
    Credentials,
    Intent,
    Meeting,
    Place,
    answer_guest,
    introduce_guest,
    question_host,
)
from gin_p2p.net.limits import FRAME_BYTES
from gin_p2p.protocol.codec import Packable, pack, unpack
from tests.helpers.lines import BINDING, GUEST, HOST, STRANGER, credentials, framing_pair, length_prefixed

Outcome: TypeAlias = "Meeting | LinkError"
PLACE = Place(bytes(16), 7, bytes(32))
TO_PLAY = Intent()


def admit(_key: bytes, _intent: Intent) -> Place | Refused:
    return PLACE


async def outcome_of(call: Callable[[], Awaitable[Meeting]], framing: Framing) -> Outcome:
    try:
        return await call()
    except LinkError as error:
        await framing.aclose_forcefully()
        return error


async def host_side(
    framing: Framing, me: Credentials, decide: Callable[[bytes, Intent], Place | Refused], binding: bytes
) -> Outcome:
    return await outcome_of(lambda: answer_guest(framing, binding, me, decide), framing)


async def guest_side(
    framing: Framing,
    me: Credentials,
    expected: str | None,
    intent: Intent,
    binding: bytes,
) -> Outcome:
    async def call() -> Meeting:
        proof = await question_host(framing, binding, me, expected)
        return await introduce_guest(framing, proof, me, intent)

    return await outcome_of(call, framing)


async def meet(
    *,
    host: Credentials | None = None,
    guest: Credentials | None = None,
    expected: str | None = key_print(HOST.public),
    intent: Intent = TO_PLAY,
    decide: Callable[[bytes, Intent], Place | Refused] = admit,
    bindings: tuple[bytes, bytes] = (BINDING, BINDING),
    framings: tuple[Framing, Framing] | None = None,
) -> tuple[Outcome, Outcome]:
    """Run both ends and answer what each of them has learned."""
    outcomes: dict[str, Outcome] = {}
    host_framing, guest_framing = framings or framing_pair()

    async def run(name: str, side: Callable[..., Awaitable[Outcome]], *args: object) -> None:
        outcomes[name] = await side(*args)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(
            run, "host", host_side, host_framing, host or credentials(HOST), decide, bindings[0]
        )
        nursery.start_soon(
            run,
            "guest",
            guest_side,
            guest_framing,
            guest or credentials(GUEST, seed=1),
            expected,
            intent,
            bindings[1],
        )
    return outcomes["host"], outcomes["guest"]


async def test_both_ends_learn_the_same_and_who_the_other_is() -> None:
    host, guest = await meet()
    assert isinstance(host, Meeting)
    assert isinstance(guest, Meeting)
    assert (host.peer_key, guest.peer_key) == (GUEST.public, HOST.public)
    assert (host.version, host.place, host.session_id) == (guest.version, guest.place, guest.session_id)
    assert guest.place == PLACE


async def test_the_host_is_told_what_the_guest_comes_for() -> None:
    heard: list[tuple[bytes, Intent]] = []

    def decide(key: bytes, intent: Intent) -> Place:
        heard.append((key, intent))
        return PLACE

    for intent in (Intent(NEW), Intent(RESUME, Place(bytes(16), 3, bytes([9] * 32)))):
        await meet(decide=decide, intent=intent)
        assert heard.pop() == (GUEST.public, intent)


async def test_long_frames_are_taken_only_after_ok() -> None:
    framings = framing_pair()
    assert {framing.max_bytes for framing in framings} == {2048}
    await meet(framings=framings)
    assert {framing.max_bytes for framing in framings} == {FRAME_BYTES}


async def test_a_first_meeting_takes_any_host_that_proves_its_key() -> None:
    _, guest = await meet(expected=None)
    assert isinstance(guest, Meeting)
    assert guest.peer_key == HOST.public


async def test_the_wrong_host_key_stops_before_the_guest_shows_its_own() -> None:
    heard: list[bytes] = []

    def decide(key: bytes, _intent: Intent) -> Place:
        heard.append(key)
        return PLACE

    host, guest = await meet(expected=key_print(STRANGER.public), decide=decide)
    assert isinstance(guest, WrongKey)
    assert guest.terminal
    assert isinstance(host, PeerLost)
    assert heard == []


async def test_a_channel_that_differs_at_its_ends_is_a_man_in_the_middle() -> None:
    host, guest = await meet(bindings=(BINDING, bytes(32)))
    assert isinstance(guest, WrongKey)
    assert isinstance(host, PeerLost)


async def test_ones_own_table_is_recognized_by_the_guest() -> None:
    _, guest = await meet(guest=credentials(HOST, seed=1))
    assert isinstance(guest, OwnKey)


@pytest.mark.parametrize("reason", ["busy", "blocked", "stale", "bad"])
async def test_both_ends_learn_of_a_refusal(reason: str) -> None:
    host, guest = await meet(decide=lambda _key, _intent: Refused(reason, "words"))
    assert isinstance(host, Refused)
    assert isinstance(guest, Refused)
    assert (host.reason, guest.reason, guest.text) == (reason, reason, "words")
    assert guest.terminal == (reason != "stale")


async def test_n19_both_ends_name_both_versions_the_right_way_round() -> None:
    host, guest = await meet(guest=credentials(GUEST, versions=(98, 99)))
    assert isinstance(host, VersionMismatch)
    assert isinstance(guest, VersionMismatch)
    assert (host.mine, host.theirs) == ("1", "98, 99")
    assert (guest.mine, guest.theirs) == ("98, 99", "1")


async def test_the_highest_common_version_is_spoken() -> None:
    host, guest = await meet(
        host=credentials(HOST, versions=(1, 2, 3)), guest=credentials(GUEST, versions=(4, 2, 1))
    )
    assert isinstance(host, Meeting)
    assert isinstance(guest, Meeting)
    assert host.version == guest.version == 2


# What a third party in the line can try. It sees and changes every message.


async def relay(source: Framing, sink: Framing, change: Callable[[int, bytes], bytes]) -> None:
    number = 0
    try:
        while True:
            await sink.send(change(number, await source.receive()))
            number += 1
    except LinkError:
        await source.aclose_forcefully()
        await sink.aclose_forcefully()


def unchanged(_number: int, message: bytes) -> bytes:
    return message


async def meet_through(
    from_guest: Callable[[int, bytes], bytes] = unchanged,
    from_host: Callable[[int, bytes], bytes] = unchanged,
    guest: Credentials | None = None,
    host: Credentials | None = None,
) -> tuple[Outcome, Outcome]:
    host_framing, host_leg = framing_pair()
    guest_leg, guest_framing = framing_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(relay, guest_leg, host_leg, from_guest)
        nursery.start_soon(relay, host_leg, guest_leg, from_host)
        outcomes = await meet(framings=(host_framing, guest_framing), guest=guest, host=host)
        nursery.cancel_scope.cancel()
    return outcomes


async def test_a_relay_that_changes_nothing_changes_nothing() -> None:
    host, guest = await meet_through()
    assert isinstance(host, Meeting)
    assert isinstance(guest, Meeting)


async def test_a_stripped_version_list_is_found_out() -> None:
    def strip(number: int, message: bytes) -> bytes:
        if number:
            return message
        magic, _versions, nonce = tuple_of(message)
        return pack((magic, (1,), nonce))

    _, guest = await meet_through(
        strip, guest=credentials(GUEST, versions=(1, 2)), host=credentials(HOST, versions=(1, 2))
    )
    assert isinstance(guest, WrongKey)


async def test_a_host_that_chooses_a_version_not_offered_is_refused() -> None:
    framing, host = framing_pair()

    async def choose() -> None:
        first = await host.receive()
        await host.send(sign_as_host(HOST, first, pack(("gin-p2p", 7, NONCE, HOST.public))))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(choose)
        with pytest.raises(WrongKey, match="not offered"):
            await question_host(framing, BINDING, credentials(GUEST), key_print(HOST.public))


async def test_every_changed_bit_of_the_signed_messages_is_found_out() -> None:
    for number, position in [(0, -1), (1, -1), (1, 30), (1, 60)]:
        host, guest = await meet_through(from_guest=flip(number, position))
        assert isinstance(host, LinkError)
        assert isinstance(guest, LinkError)
    for position in (-1, 20, 40, 60):
        host, guest = await meet_through(from_host=flip(0, position))
        assert isinstance(host, LinkError)
        assert isinstance(guest, LinkError)


def flip(number: int, position: int) -> Callable[[int, bytes], bytes]:
    def change(n: int, message: bytes) -> bytes:
        changed = bytearray(message)
        if n == number:
            changed[position] ^= 1
        return bytes(changed)

    return change


def tuple_of(message: object) -> tuple[Any, ...]:
    assert isinstance(message, bytes)
    value = unpack(message, max_bytes=4096)
    assert isinstance(value, tuple)
    return value


async def test_a_guest_reflected_to_itself_meets_nobody() -> None:
    framing, mirror = framing_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(relay, mirror, mirror, unchanged)
        assert isinstance(
            await guest_side(framing, credentials(GUEST), key_print(HOST.public), Intent(), BINDING), NotGin
        )
        nursery.cancel_scope.cancel()


async def test_a_host_reflected_to_itself_meets_nobody() -> None:
    framing, mirror = framing_pair()
    await mirror.send(pack(("gin-p2p", (1,), bytes(32))))
    outcome: list[Outcome] = []

    async def serve() -> None:
        outcome.append(await host_side(framing, credentials(HOST), admit, BINDING))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        await mirror.send(await mirror.receive())
    assert isinstance(outcome[0], (BadFrame, WrongKey))


async def test_a_host_that_calls_itself_with_a_guests_mask_on_is_refused() -> None:
    """The guest's check is left out here: the host has its own."""
    host_framing, guest_framing = framing_pair()
    me = credentials(HOST, seed=1)

    async def call() -> None:
        blind = credentials(STRANGER, seed=1)
        proof = await question_host(guest_framing, BINDING, blind, None)
        with pytest.raises(Refused) as caught:
            await introduce_guest(guest_framing, proof, me, Intent())
        assert caught.value.reason == "bad"

    async with trio.open_nursery() as nursery:
        nursery.start_soon(call)
        with pytest.raises(OwnKey):
            await answer_guest(host_framing, BINDING, credentials(HOST), admit)


async def test_a_malicious_host_cannot_use_a_guests_proof_at_another_table() -> None:
    """Mallory hosts; the guest means Mallory. Mallory passes the guest's messages on to an honest host."""
    mallory, honest = STRANGER, HOST
    guest_end, mallory_end = framing_pair()
    honest_end, mallory_out = framing_pair()
    outcomes: dict[str, Outcome] = {}

    async def guest() -> None:
        me = credentials(GUEST, seed=1)
        outcomes["guest"] = await guest_side(guest_end, me, key_print(mallory.public), Intent(), BINDING)

    async def host() -> None:
        outcomes["host"] = await host_side(honest_end, credentials(honest), admit, BINDING)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest)
        nursery.start_soon(host)
        await mallory_out.send(first := await mallory_end.receive())
        body, _ = tuple_of(await mallory_out.receive())
        magic, version, nonce, _key = tuple_of(body)
        own_body = pack((magic, version, nonce, mallory.public))
        await mallory_end.send(sign_as_host(mallory, first, own_body))
        await mallory_out.send(await mallory_end.receive())
        await mallory_end.aclose_forcefully()
    assert isinstance(outcomes["host"], WrongKey)


def sign_as_host(identity: Identity, first: bytes, body: bytes) -> bytes:
    from gin_p2p.net.handshake import _hash

    return pack((body, identity.sign(HOST_LABEL, _hash("gin-p2p T1", BINDING, first, body))))


async def test_n07_a_recorded_guest_cannot_be_played_again() -> None:
    recorded: list[bytes] = []

    def record(_number: int, message: bytes) -> bytes:
        recorded.append(message)
        return message

    host, _ = await meet_through(from_guest=record)
    assert isinstance(host, Meeting)

    host_framing, replayer = framing_pair()
    for message in recorded:
        await replayer.send(message)
    # Another call, hence another nonce of the host.
    outcome = await host_side(host_framing, credentials(HOST, seed=5), admit, BINDING)
    assert isinstance(outcome, WrongKey)


# Messages that no honest end sends.


async def host_hears(*messages: bytes) -> Outcome:
    return await host_of_strangers(b"".join(length_prefixed(message) for message in messages))


NONCE = bytes(32)


@pytest.mark.parametrize(
    "first",
    [
        ("gin-p2p", "1", NONCE),
        ("gin-p2p", NONCE),
        ("gin-p2p", ("1",), NONCE),
        ("gin-p2p", (True,), NONCE),
        ("gin-p2p", (), NONCE),
        ("gin-p2p", tuple(range(17)), NONCE),
        ("gin-p2p", (1,), NONCE[1:]),
        ("gin-p2p", (1,), "a" * 32),
        ("gin-p3p", (1,), NONCE),
        ("gin-p2p", (1,), NONCE, 1),
        "gin-p2p",
    ],
    ids=str,
)
async def test_n19_a_first_message_of_another_shape_is_refused(first: Packable) -> None:
    assert isinstance(await host_hears(pack(first)), BadFrame)


async def test_a_first_message_that_is_not_canonical_is_refused() -> None:
    message = pack(("gin-p2p", (1,), NONCE)).replace(b"\x91\x01", b"\x91\xcc\x01")
    assert isinstance(await host_hears(message), BadFrame)


@pytest.mark.parametrize(
    "introduction",
    [
        pack(("x", bytes(64))),
        pack((b"x", bytes(63))),
        pack((b"x", bytes(64))),
        b"",
        b"\xc1",
        pack((pack((NONCE, ("new", b"", 0))), bytes(64))),
        pack((pack((NONCE, ("new", b"", 1, b""))), bytes(64))),
        pack((pack((NONCE, ("new", b"", False, b""))), bytes(64))),
        pack((pack((NONCE, ("new", bytes(16), 0, bytes(32)))), bytes(64))),
        pack((pack((NONCE, ("resume", b"", 0, b""))), bytes(64))),
        pack((pack((NONCE, ("resume", bytes(15), 0, bytes(32)))), bytes(64))),
        pack((pack((NONCE, ("play", b"", 0, b""))), bytes(64))),
        pack((pack((NONCE[1:], ("new", b"", 0, b""))), bytes(64))),
        pack((b"\xc1", bytes(64))),
    ],
    ids=lambda data: repr(data)[:30],
)
async def test_an_introduction_of_another_shape_is_refused(introduction: bytes) -> None:
    assert isinstance(await host_hears(pack(("gin-p2p", (1,), NONCE)), introduction), BadFrame)


async def test_an_introduction_with_a_key_of_small_order_is_refused() -> None:
    introduction = pack((pack((bytes(32), ("new", b"", 0, b""))), bytes(64)))
    assert isinstance(await host_hears(pack(("gin-p2p", (1,), NONCE)), introduction), WrongKey)


async def guest_hears(*messages: bytes) -> Outcome:
    framing, stranger = framing_pair()
    for message in messages:
        await stranger.send(message)
    return await guest_side(framing, credentials(GUEST), None, Intent(), BINDING)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"\xc1",
        pack(("no", "because", "x")),
        pack(("no", "busy", "x" * 201)),
        pack(("no", "version", "x" * 201)),
        pack((b"", bytes(63))),
        pack((b"", bytes(64))),
        pack((pack(("gin-p2p", True, NONCE, NONCE)), bytes(64))),
        pack((pack(("gin-p2p", 1, NONCE, NONCE[1:])), bytes(64))),
        pack((pack(("gin-p2p", 1, b"", NONCE)), bytes(64))),
        pack(1),
    ],
    ids=lambda data: repr(data)[:30],
)
async def test_an_answer_that_no_host_gives_is_not_gin(answer: bytes) -> None:
    assert isinstance(await guest_hears(answer), NotGin)


async def test_a_refusal_before_the_proof_is_shown() -> None:
    assert isinstance(await guest_hears(pack(("no", "busy", "go away"))), Refused)


@pytest.mark.parametrize(
    "verdict",
    [
        ("ok", (bytes(16), 0)),
        ("ok", (bytes(15), 0, bytes(32))),
        ("ok", (b"", 1, b"")),
        ("ok", (bytes(16), True, bytes(32))),
        ("yes", (b"", 0, b"")),
    ],
    ids=str,
)
async def test_a_verdict_of_another_shape_is_not_gin(verdict: Packable) -> None:
    def change(number: int, message: bytes) -> bytes:
        return pack(verdict) if number == 1 else message

    _, guest = await meet_through(from_host=change)
    assert isinstance(guest, NotGin)


@pytest.mark.parametrize(
    "garbage",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"SSH-2.0-x\r\n",
        b"\xff\xff\xff\xff",
        b"\x80\x00\x00\x00",
        b"\x16\x03\x01\x00",
        length_prefixed(bytes(2049))[:5],
    ],
    ids=repr,
)
async def test_n02_other_protocols_are_refused_before_a_byte_is_read(garbage: bytes) -> None:
    for is_host in (True, False):
        stream, stranger = memory_stream_pair()
        await stranger.send_all(garbage)
        if is_host:
            outcome = await host_side(Framing(stream), credentials(HOST), admit, BINDING)
            assert isinstance(outcome, FrameTooLong)
        else:
            outcome = await guest_side(Framing(stream), credentials(GUEST), None, Intent(), BINDING)
            assert isinstance(outcome, NotGin)


SHAPED = st.recursive(
    st.integers(0, 2**64 - 1) | st.binary(max_size=64) | st.text(max_size=10) | st.booleans(),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
).map(pack)


@settings(max_examples=60, deadline=None)
@given(
    messages=st.lists(st.binary(max_size=300) | SHAPED, min_size=1, max_size=3), is_good_start=st.booleans()
)
@example(messages=[bytes(2049)], is_good_start=True)
def test_whatever_a_stranger_sends_only_named_errors_come(messages: list[bytes], is_good_start: bool) -> None:
    start = [pack(("gin-p2p", (1,), NONCE))] if is_good_start else []

    async def run() -> None:
        for listen in (host_of_strangers, guest_of_strangers):
            assert isinstance(await listen(b"".join(length_prefixed(m) for m in start + messages)), LinkError)

    trio.run(run)


async def host_of_strangers(sent: bytes) -> Outcome:
    stream, stranger = memory_stream_pair()
    await stranger.send_all(sent)
    await stranger.send_eof()
    return await host_side(Framing(stream), credentials(HOST), admit, BINDING)


async def guest_of_strangers(sent: bytes) -> Outcome:
    stream, stranger = memory_stream_pair()
    await stranger.send_all(sent)
    await stranger.send_eof()
    return await guest_side(Framing(stream), credentials(GUEST), None, Intent(), BINDING)


def test_the_labels_are_those_of_the_protocol() -> None:
    assert (HOST_LABEL, GUEST_LABEL) == ("gin-p2p handshake host v1", "gin-p2p handshake joiner v1")


def test_no_byte_can_move_from_one_part_of_what_is_signed_to_the_next() -> None:
    ways = [(b"ab", b"c"), (b"a", b"bc"), (b"abc", b""), (b"abc",), (b"", b"abc")]
    assert len({handshake._hash("gin-p2p T1", *parts) for parts in ways}) == len(ways)
    assert handshake._hash("gin-p2p T1", b"a") != handshake._hash("gin-p2p T2", b"a")
