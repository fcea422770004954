"""Two ends of a line without a network, for the tests of net and of whoever drives a link."""

import hashlib
from collections.abc import Sequence
from typing import Final

import trio
from trio.testing import memory_stream_pair

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.net import limits
from gin_p2p.net.framing import Framing
from gin_p2p.net.handshake import Credentials, Meeting, Place
from gin_p2p.net.link import Link

HOST: Final = Identity.from_private_bytes(bytes([1] * 32))
GUEST: Final = Identity.from_private_bytes(bytes([2] * 32))
STRANGER: Final = Identity.from_private_bytes(bytes([3] * 32))
BINDING: Final = bytes(range(32))


def counting_entropy(seed: int) -> Entropy:
    """Answer bytes that look random, never repeat, and are the same in every run."""
    n_calls = 0

    def entropy(n_bytes: int) -> bytes:
        nonlocal n_calls
        n_calls += 1
        return hashlib.shake_128(b"%d.%d" % (seed, n_calls)).digest(n_bytes)

    return entropy


def credentials(identity: Identity, versions: tuple[int, ...] = (1,), seed: int = 0) -> Credentials:
    return Credentials(identity, counting_entropy(seed), versions)


def framing_pair() -> tuple[Framing, Framing]:
    left, right = memory_stream_pair()
    return Framing(left), Framing(right)


async def plain(stream: trio.abc.Stream) -> tuple[trio.abc.Stream, bytes]:
    """Stand in for TLS: no privacy, and the same binding value on every line."""
    return stream, BINDING


def length_prefixed(frame: bytes) -> bytes:
    return len(frame).to_bytes(4) + frame


def link_over(stream: trio.abc.Stream, peer: Identity) -> Link:
    framing = Framing(stream)
    framing.max_bytes = limits.FRAME_BYTES
    return Link(framing, Meeting(peer.public, 1, Place(), bytes(32)))


def link_pair(nursery: trio.Nursery) -> tuple[Link, Link]:
    """Answer the host's and the guest's end of a running link."""
    left, right = memory_stream_pair()
    ends = link_over(left, GUEST), link_over(right, HOST)
    for end in ends:
        nursery.start_soon(end.run)
    return ends


class WrappedStream(trio.abc.Stream):
    """A stream that passes everything on, for tests that change one thing about it."""

    def __init__(self, inner: trio.abc.Stream) -> None:
        self.inner = inner

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self.inner.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.inner.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.inner.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self.inner.aclose()


class ToyChain:
    """Frames with a running hash, judged by nobody; `unsigned` are what no seat has signed."""

    def __init__(self, frames: Sequence[bytes] = (), unsigned: Sequence[bytes] = ()) -> None:
        self.frames = list(frames)
        self.unsigned = unsigned

    @property
    def n_frames(self) -> int:
        return len(self.frames)

    def head_at(self, n_frames: int) -> bytes:
        head = bytes(32)
        for frame in self.frames[:n_frames]:
            head = hashlib.sha256(head + frame).digest()
        return head

    def frames_from(self, n_frames: int) -> Sequence[bytes]:
        return self.frames[n_frames:]

    def is_rival(self, frame: bytes) -> bool:
        return frame not in self.frames and frame not in self.unsigned

    async def hear(self, frame: bytes) -> None:
        await trio.lowlevel.checkpoint()
        self.frames.append(frame)
