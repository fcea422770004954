"""Frames over streams that split, join, stall and break."""

from collections.abc import Sequence

import pytest
import trio
from trio.testing import MockClock, lockstep_stream_pair, memory_stream_pair

from gin_p2p.net.errors import FrameTooLong, PeerLost, Timeout
from gin_p2p.net.framing import Framing
from tests.helpers.lines import WrappedStream, framing_pair, length_prefixed

MOVES = (b"draw", b"", b"discard" * 100)


async def received(framing: Framing, n_frames: int) -> list[bytes]:
    return [await framing.receive() for _ in range(n_frames)]


async def test_frames_arrive_whole_and_in_order() -> None:
    left, right = framing_pair()
    for move in MOVES:
        await left.send(move)
    assert await received(right, 3) == list(MOVES)


@pytest.mark.parametrize(
    "pieces",
    [
        [b"".join(map(length_prefixed, MOVES))],
        [b"\0\0", b"\0\4dr", b"aw\0\0\0\0\0", b"\0\2\xbc" + MOVES[2]],
    ],
    ids=["joined", "split"],
)
async def test_n01_segments_mean_nothing(pieces: Sequence[bytes]) -> None:
    stream, peer = memory_stream_pair()
    for piece in pieces:
        await peer.send_all(piece)
    assert await received(Framing(stream), 3) == list(MOVES)


async def test_n01_a_byte_every_50_ms_is_a_frame_in_the_end(autojump_clock: MockClock) -> None:
    stream, peer = memory_stream_pair()

    async def drip() -> None:
        for byte in b"".join(map(length_prefixed, MOVES)):
            await trio.sleep(0.0125)
            await peer.send_all(bytes([byte]))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        assert await received(Framing(stream), 3) == list(MOVES)


async def test_a_cancelled_receive_loses_nothing() -> None:
    stream, peer = memory_stream_pair()
    framing = Framing(stream)
    for piece in (b"\0\0", b"\0\4d", b"r"):
        await peer.send_all(piece)
        with trio.CancelScope() as scope:
            scope.deadline = trio.current_time() + 0.01
            await framing.receive()
        assert scope.cancelled_caught
    await peer.send_all(b"aw")
    assert await framing.receive() == b"draw"


async def test_the_limit_is_checked_before_a_byte_of_the_frame_is_read() -> None:
    stream, peer = memory_stream_pair()
    framing = Framing(stream)
    await peer.send_all(length_prefixed(bytes(2048)))
    assert await framing.receive() == bytes(2048)
    await peer.send_all((2049).to_bytes(4) + b"rest")
    with pytest.raises(FrameTooLong):
        await framing.receive()
    assert await stream.receive_some(10) == b"rest"


async def test_more_is_never_asked_for_than_the_frame_needs() -> None:
    asked: list[int] = []

    class Counting(WrappedStream):
        async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
            assert max_bytes is not None
            asked.append(max_bytes)
            return await super().receive_some(max_bytes)

    stream, peer = memory_stream_pair()
    await peer.send_all(length_prefixed(b"draw") + length_prefixed(b"x"))
    assert await Framing(Counting(stream)).receive() == b"draw"
    assert sum(asked) == 1 + 3 + 4


@pytest.mark.parametrize(
    "sent", [b"", b"\0", length_prefixed(b"draw")[:-1]], ids=["nothing", "length", "frame"]
)
async def test_an_end_before_the_last_byte_is_a_loss(sent: bytes) -> None:
    stream, peer = memory_stream_pair()
    await peer.send_all(sent)
    await peer.aclose()
    with pytest.raises(PeerLost):
        await Framing(stream).receive()


async def test_reading_a_stream_closed_here_is_a_loss() -> None:
    framing, _ = framing_pair()
    await framing.aclose()
    with pytest.raises(PeerLost):
        await framing.receive()


async def test_silence_has_a_deadline_only_when_asked(autojump_clock: MockClock) -> None:
    framing, _ = framing_pair()
    with trio.move_on_after(3600) as scope:
        await framing.receive()
    assert scope.cancelled_caught
    began = trio.current_time()
    with pytest.raises(Timeout):
        await framing.receive(silence_s=15)
    assert trio.current_time() - began == 15


async def test_n04_a_begun_frame_must_end_in_ten_seconds_however_often_a_byte_comes(
    autojump_clock: MockClock,
) -> None:
    stream, peer = memory_stream_pair()

    async def drip() -> None:
        for byte in length_prefixed(bytes(1000)):
            await peer.send_all(bytes([byte]))
            await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(drip)
        with pytest.raises(Timeout):
            await Framing(stream).receive(silence_s=15)
        assert trio.current_time() == pytest.approx(10)
        nursery.cancel_scope.cancel()


async def test_n24_a_peer_that_stops_reading_is_given_fifteen_seconds(autojump_clock: MockClock) -> None:
    stream, peer = lockstep_stream_pair()
    framing = Framing(stream)
    with pytest.raises(Timeout):
        await framing.send(b"proof")
    assert trio.current_time() == pytest.approx(15)
    with pytest.raises(PeerLost):
        await framing.send(b"move")
    await framing.aclose_forcefully()
    with pytest.raises(PeerLost):
        await received(Framing(peer), 2)


async def test_l14_after_a_cancelled_send_nothing_more_is_sent() -> None:
    stream, peer = lockstep_stream_pair()
    framing = Framing(stream)
    with trio.CancelScope() as scope:
        scope.deadline = trio.current_time() + 0.01
        await framing.send(b"proof")
    assert scope.cancelled_caught
    with pytest.raises(PeerLost):
        await framing.send(b"move")
    await framing.aclose_forcefully()
    with pytest.raises(PeerLost):
        await received(Framing(peer), 2)


async def test_a_send_cancelled_before_its_turn_tears_nothing() -> None:
    stream, peer = lockstep_stream_pair()
    framing, reader = Framing(stream), Framing(peer)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(framing.send, b"first")
        await trio.testing.wait_all_tasks_blocked()
        with trio.move_on_after(0.01) as scope:
            await framing.send(b"second")
        assert scope.cancelled_caught
        nursery.start_soon(framing.send, b"third")
        assert await received(reader, 2) == [b"first", b"third"]


async def test_l15_frames_of_many_senders_do_not_mix() -> None:
    stream, peer = lockstep_stream_pair()
    framing, reader = Framing(stream), Framing(peer)
    sent = [bytes([n]) * 500 for n in range(8)]
    async with trio.open_nursery() as nursery:
        for frame in sent:
            nursery.start_soon(framing.send, frame)
        assert sorted(await received(reader, 8)) == sent


async def test_n18_what_arrived_before_a_broken_send_can_still_be_read() -> None:
    left, right = trio.testing.memory_stream_pair()
    await right.send_all(length_prefixed(b"result"))
    await right.aclose()
    framing = Framing(left)
    with pytest.raises(PeerLost):
        await framing.send(b"ping")
    assert await framing.receive() == b"result"


async def test_a_frame_over_the_limit_is_not_sent_and_hurts_nothing() -> None:
    left, right = framing_pair()
    with pytest.raises(FrameTooLong):
        await left.send(bytes(2049))
    await left.send(b"draw")
    assert await right.receive() == b"draw"


async def test_closing_waits_for_a_stuck_stream_only_a_little(autojump_clock: MockClock) -> None:
    class Stuck(WrappedStream):
        async def aclose(self) -> None:
            await trio.sleep_forever()

    stream, _ = memory_stream_pair()
    await Framing(Stuck(stream)).aclose()
    assert trio.current_time() == pytest.approx(3)


async def test_closing_a_broken_stream_is_quiet() -> None:
    class Broken(WrappedStream):
        async def aclose(self) -> None:
            raise trio.BrokenResourceError

    stream, _ = memory_stream_pair()
    await Framing(Broken(stream)).aclose()
