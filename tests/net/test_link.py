"""A link between two known players, on a clock that jumps."""

import pytest
import trio
from trio.testing import MockClock, lockstep_stream_pair, memory_stream_pair, wait_all_tasks_blocked

from gin_p2p.net.errors import BadFrame, FrameTooLong, LinkError, PeerLost, TakenOver, Timeout
from gin_p2p.net.framing import Framing
from gin_p2p.net.limits import FRAME_BYTES
from gin_p2p.net.link import Link
from gin_p2p.net.notes import SHAPES, Frame, Item, Note
from gin_p2p.protocol.codec import Packable, pack, unpack
from tests.helpers.lines import GUEST, HOST, length_prefixed, link_over, link_pair


def frame(n: int) -> bytes:
    return pack((b"payload %d" % n, bytes(64)))


def raw_link() -> tuple[Link, trio.abc.Stream]:
    """Answer a link that is not running, and the bare stream at its other end."""
    stream, peer = memory_stream_pair()
    return link_over(stream, GUEST), peer


async def test_frames_and_notes_arrive_in_order(nursery: trio.Nursery) -> None:
    host, guest = link_pair(nursery)
    sent: list[Item] = [
        Frame(frame(1)),
        Note("chat", ("hello",)),
        Frame(frame(2)),
        Note("nudge"),
        Note("again", (True,)),
    ]
    for item in sent:
        if isinstance(item, Frame):
            await host.send_frame(item.data)
        else:
            await host.send_note(item)
    assert [await guest.receive() for _ in sent] == sent
    assert (host.peer_key, guest.peer_key) == (GUEST.public, HOST.public)


@pytest.mark.parametrize(
    "note",
    [
        Note("sync", (7, bytes(32))),
        Note("declined", ("x" * 1000,)),
        Note("chat", ("[/red]",)),
        Note("nudge"),
        Note("pause"),
        Note("again", (False,)),
    ],
    ids=lambda note: str(note)[:40],
)
async def test_every_note_arrives_as_it_was_sent(nursery: trio.Nursery, note: Note) -> None:
    host, guest = link_pair(nursery)
    await host.send_note(note)
    assert await guest.receive() == note


NO_NOTES: tuple[Packable, ...] = (
    ("hello",),
    ("ping",),
    ("ping", True),
    ("ping", "1"),
    ("ping", 1, 2),
    ("sync", 1, bytes(31)),
    ("chat", b"hello"),
    ("chat", "x" * 1001),
    ("again", 1),
    ("nudge", 1),
    (),
    ("bye",),
    "bye",
    (b"payload", bytes(63)),
    (b"payload", bytes(64), b""),
    (b"payload", "x" * 64),
    ((b"payload", bytes(64)),),
    1,
)


@pytest.mark.parametrize("value", NO_NOTES, ids=lambda value: str(value)[:40])
async def test_what_is_neither_frame_nor_note_ends_the_link(nursery: trio.Nursery, value: Packable) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    await peer.send_all(length_prefixed(pack(value)))
    with pytest.raises(BadFrame):
        await link.receive()


@pytest.mark.parametrize(
    "data",
    [b"", b"\xc1", b"\x92\xa4ping\xcc\x01", b"\x91" * 2000, b"\xdd\xff\0\0\0"],
    ids=lambda data: repr(data)[:30],
)
async def test_l06_what_is_not_canonical_ends_the_link(nursery: trio.Nursery, data: bytes) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    await peer.send_all(length_prefixed(data))
    with pytest.raises(BadFrame):
        await link.receive()


async def test_a_frame_over_32_kib_ends_the_link_unread(nursery: trio.Nursery) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    await peer.send_all((FRAME_BYTES + 1).to_bytes(4))
    with pytest.raises(FrameTooLong):
        await link.receive()


async def test_a_note_that_does_not_exist_is_not_sent(nursery: trio.Nursery) -> None:
    host, _ = link_pair(nursery)
    for note in (Note("hello"), Note("chat", ("x" * 1001,)), Note("ping", ("1",))):
        with pytest.raises(ValueError, match="is not a link note"):
            await host.send_note(note)
    assert host.error is None
    assert len(SHAPES) == 9


async def test_a_frame_that_is_too_long_is_our_mistake_and_hurts_nothing(nursery: trio.Nursery) -> None:
    host, guest = link_pair(nursery)
    with pytest.raises(FrameTooLong):
        await host.send_frame(bytes(FRAME_BYTES + 1))
    await host.send_frame(frame(1))
    assert await guest.receive() == Frame(frame(1))


# Is the other side still there?


async def test_n05_a_slow_thinker_is_not_dropped(autojump_clock: MockClock, nursery: trio.Nursery) -> None:
    host, guest = link_pair(nursery)
    await trio.sleep(600)
    await guest.send_frame(frame(1))
    assert await host.receive() == Frame(frame(1))
    assert trio.current_time() - host.last_heard < 5


async def test_n05_a_silent_peer_is_lost_after_15_seconds(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    link, _ = raw_link()
    nursery.start_soon(link.run)
    with pytest.raises(Timeout):
        await link.receive()
    assert trio.current_time() == pytest.approx(15)
    assert link.lost_at == pytest.approx(15)
    with pytest.raises(Timeout):
        await link.send_frame(frame(1))


async def test_a_link_that_says_only_pings_stays_up(autojump_clock: MockClock, nursery: trio.Nursery) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    for n in range(20):
        await peer.send_all(length_prefixed(pack(("ping", n))))
        await trio.sleep(14)
    assert link.error is None


async def test_a_ping_is_sent_every_five_seconds_and_answered(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    reader = Framing(peer)
    for n in range(3):
        await peer.send_all(length_prefixed(pack(("ping", 70 + n))))
        assert unpack(await reader.receive(), max_bytes=99) == ("pong", 70 + n)
        assert unpack(await reader.receive(), max_bytes=99) == ("ping", n)
        assert trio.current_time() == pytest.approx(5 * (n + 1))


async def test_n04_a_peer_that_drips_is_lost_after_ten_seconds(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)

    async def drip() -> None:
        for byte in length_prefixed(frame(1)):
            await peer.send_all(bytes([byte]))
            await trio.sleep(2)

    nursery.start_soon(drip)
    with pytest.raises(Timeout):
        await link.receive()
    assert trio.current_time() == pytest.approx(10)
    nursery.cancel_scope.cancel()


async def test_l15_a_ping_during_a_long_send_waits_its_turn(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    stream, peer = lockstep_stream_pair()
    link = link_over(stream, GUEST)
    nursery.start_soon(link.run)
    nursery.start_soon(link.send_frame, frame(1))
    await trio.sleep(7)  # the first ping is due at 5
    reader = Framing(peer)
    assert await reader.receive() == frame(1)
    assert unpack(await reader.receive(), max_bytes=99) == ("ping", 0)
    assert link.error is None
    nursery.cancel_scope.cancel()


async def test_n24_a_peer_that_stops_reading_ends_the_link(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    stream, peer = lockstep_stream_pair()
    link = link_over(stream, GUEST)
    nursery.start_soon(link.run)

    async def keep_talking() -> None:
        while True:
            await peer.send_all(length_prefixed(pack(("pong", 1))))
            await trio.sleep(5)

    async def talk() -> None:
        with pytest.raises(trio.BrokenResourceError):
            await keep_talking()

    nursery.start_soon(talk)
    with pytest.raises(Timeout):
        await link.send_frame(frame(1))
    assert trio.current_time() == pytest.approx(15)
    with pytest.raises(Timeout):
        await link.receive()


async def test_a_game_that_is_slow_to_read_is_no_silence_of_the_peer(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    for n in range(100):
        await peer.send_all(length_prefixed(frame(n)))
    await trio.sleep(60)
    assert [await link.receive() for _ in range(100)] == [Frame(frame(n)) for n in range(100)]
    assert link.error is None


async def test_a_flood_of_pings_costs_one_pong_at_a_time(nursery: trio.Nursery) -> None:
    stream, peer = lockstep_stream_pair()
    link = link_over(stream, GUEST)
    nursery.start_soon(link.run)
    for n in range(200):
        await peer.send_all(length_prefixed(pack(("ping", n))))
    await peer.send_all(length_prefixed(frame(1)))
    assert await link.receive() == Frame(frame(1))
    nursery.cancel_scope.cancel()


# The end of a link.


async def test_n18_the_last_message_is_read_before_the_line_is_closed(nursery: trio.Nursery) -> None:
    host, guest = link_pair(nursery)
    await guest.send_note(Note("nudge"))  # unread by the host's game
    await host.send_frame(frame(1))
    nursery.start_soon(host.close, "the match is over")
    assert await guest.receive() == Frame(frame(1))
    assert await guest.receive() == Note("bye", ("the match is over",))
    with pytest.raises(PeerLost):
        await guest.receive()
    with pytest.raises(PeerLost):
        await guest.send_frame(frame(2))
    await wait_all_tasks_blocked()
    assert host.was_closed_by_both
    assert guest.was_closed_by_both


async def test_n18_a_goodbye_is_answered_when_the_game_has_reached_it(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    host, guest = link_pair(nursery)
    await host.send_frame(frame(1))
    nursery.start_soon(host.close, "over")
    assert await guest.receive() == Frame(frame(1))
    await trio.sleep(2)  # proofs are slow
    assert not host.was_closed_by_both
    await guest.receive()
    await wait_all_tasks_blocked()
    assert host.was_closed_by_both


async def test_n18_a_game_that_never_reaches_the_goodbye_is_left(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    host, guest = link_pair(nursery)
    await host.send_frame(frame(1))
    await host.close("over")
    assert trio.current_time() == pytest.approx(3)
    assert not host.was_closed_by_both
    await trio.sleep(1)
    assert [await guest.receive(), await guest.receive()] == [Frame(frame(1)), Note("bye", ("over",))]
    with pytest.raises(PeerLost):
        await guest.receive()


async def test_n18_a_frame_that_crosses_a_goodbye_is_read(nursery: trio.Nursery) -> None:
    host, guest = link_pair(nursery)
    await guest.send_frame(frame(1))
    nursery.start_soon(host.close, "leaving")
    await guest.receive()
    assert await host.receive() == Frame(frame(1))
    assert await host.receive() == Note("bye", ("",))
    with pytest.raises(PeerLost):
        await host.receive()


async def test_both_may_say_goodbye_at_once(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        host, guest = link_pair(nursery)
        async with trio.open_nursery() as leaving:
            leaving.start_soon(host.close, "one")
            leaving.start_soon(guest.close, "two")
    assert trio.current_time() == 0


async def test_nothing_follows_a_goodbye(nursery: trio.Nursery) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    nursery.start_soon(link.close, "done")
    await wait_all_tasks_blocked()
    with pytest.raises(PeerLost):
        await link.send_frame(frame(1))
    assert unpack(await Framing(peer).receive(), max_bytes=99) == ("bye", "done")
    await peer.send_all(length_prefixed(pack(("bye", ""))))


async def test_a_peer_that_ignores_our_goodbye_is_left_after_three_seconds(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    await link.close("x" * 2000)
    assert trio.current_time() == pytest.approx(3)
    assert unpack(await Framing(peer).receive(), max_bytes=FRAME_BYTES) == ("bye", "x" * 1000)


async def test_closing_twice_or_after_a_loss_takes_no_time(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    host, guest = link_pair(nursery)
    nursery.start_soon(host.close, "done")
    await guest.receive()
    await host.close("done")
    await guest.close("done")
    assert trio.current_time() == 0


async def test_a_cancelled_close_still_says_goodbye(autojump_clock: MockClock, nursery: trio.Nursery) -> None:
    host, guest = link_pair(nursery)
    with trio.CancelScope() as scope:
        scope.cancel()
        await host.close("interrupted")
    assert await guest.receive() == Note("bye", ("interrupted",))


async def test_an_end_without_a_goodbye_is_a_loss(nursery: trio.Nursery) -> None:
    link, peer = raw_link()
    nursery.start_soon(link.run)
    await peer.send_all(length_prefixed(frame(1)))
    await peer.aclose()
    await wait_all_tasks_blocked()
    assert await link.receive() == Frame(frame(1))
    for _ in range(2):
        with pytest.raises(PeerLost):
            await link.receive()


async def test_an_aborted_link_tells_everyone_why(nursery: trio.Nursery) -> None:
    host, guest = link_pair(nursery)
    host.abort(TakenOver("newer"))
    for use in (host.receive, lambda: host.send_frame(frame(1))):
        with pytest.raises(TakenOver):
            await use()
    with pytest.raises(PeerLost):
        await guest.receive()
    host.abort(PeerLost("later"))
    assert isinstance(host.error, TakenOver)


async def test_a_link_aborted_before_it_runs_ends_at_once() -> None:
    link, peer = raw_link()
    link.abort(TakenOver("newer"))
    await link.run()
    assert await peer.receive_some(1) == b""


async def test_a_link_whose_nursery_is_cancelled_tells_whoever_waits() -> None:
    link, _ = raw_link()
    outcome: list[LinkError] = []

    async def wait() -> None:
        try:
            await link.receive()
        except LinkError as error:
            outcome.append(error)

    async with trio.open_nursery() as outer:
        outer.start_soon(wait)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.run)
            await wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
    assert isinstance(outcome[0], PeerLost)
    await link.close("too late")


async def test_l14_a_cancelled_send_ends_the_link(nursery: trio.Nursery) -> None:
    stream, _ = lockstep_stream_pair()
    link = link_over(stream, GUEST)
    nursery.start_soon(link.run)
    with trio.move_on_after(0.01):
        await link.send_frame(frame(1))
    assert isinstance(link.error, PeerLost)
    with pytest.raises(PeerLost):
        await link.send_frame(frame(2))
    with pytest.raises(PeerLost):
        await link.receive()
