"""Where does one frame end, and did all of it leave?

A frame is a big-endian u32 length and that many bytes. A length is compared with the limit before a byte of the
frame is read, so a stranger's `GET ` (1,195,725,856) costs nothing. msgpack's own stream reader is not used: it
reads sixteen integers out of `GET / HTTP/1.1`, waits for ever on an object that claims 2 GiB, and hides the exact bytes
that a signature is over.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Final

import trio

from gin_p2p.net import limits
from gin_p2p.net.errors import FrameTooLong, PeerLost, Timeout

_GONE: Final = (trio.BrokenResourceError, trio.ClosedResourceError)


class Framing:
    """Frames over a byte stream. One task may receive; many may send, one after the other.

    Args:
        stream: any trio stream; this object owns it from now on.

    Attributes:
        max_bytes: longest frame read or sent; raised once the other side is known.
        is_torn: a send was cut off, nothing more can be sent.
    """

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.max_bytes = limits.FRAME_BYTES_BEFORE_OK
        self._stream = stream
        self._buffer = bytearray()
        self._one_writer = trio.Lock()
        self.is_torn = False

    async def receive(self, *, silence_s: float = inf) -> bytes:
        """Answer the next frame. A frame that was begun has `FRAME_S` to end.

        Args:
            silence_s: longest wait for the first byte.

        Raises:
            Timeout: no first byte, or no last byte, in time.
            FrameTooLong: the announced length exceeds the limit.
            PeerLost: the stream ended, also within a frame.
        """
        if not self._buffer:
            with _deadline(silence_s, "The other side is silent."):
                await self._read_up_to(1)
        with _deadline(limits.FRAME_S, "The other side did not finish a message."):
            await self._read_up_to(limits.LENGTH_BYTES)
            n_bytes = int.from_bytes(self._buffer[: limits.LENGTH_BYTES])
            if n_bytes > self.max_bytes:
                raise FrameTooLong(
                    f"A message of {n_bytes} bytes is announced, {self.max_bytes} are the most."
                )
            await self._read_up_to(limits.LENGTH_BYTES + n_bytes)
        frame = bytes(self._buffer[limits.LENGTH_BYTES :])
        self._buffer.clear()
        return frame

    async def _read_up_to(self, n_bytes: int) -> None:
        """Fill the buffer to this size and never further: what is not asked for stays with the system."""
        while len(self._buffer) < n_bytes:
            try:
                some = await self._stream.receive_some(n_bytes - len(self._buffer))
            except _GONE as error:
                raise PeerLost("The connection broke.") from error
            if not some:
                raise PeerLost("The other side closed the connection.")
            self._buffer += some

    async def send(self, frame: bytes) -> None:
        """Send one frame, whole or never anything again.

        A send that is cancelled or fails may have left part of a frame on the wire, and whatever followed would be read
        as the rest of it. After that the framing is torn: it sends no more, and the caller has to close it.

        Raises:
            FrameTooLong: longer than the limit; nothing was sent.
            Timeout: the other side did not take the bytes within `SEND_S`.
            PeerLost: the connection broke, or an earlier send was cut off.
        """
        if len(frame) > self.max_bytes:
            raise FrameTooLong(
                f"A message of {len(frame)} bytes cannot be sent, {self.max_bytes} are the most."
            )
        async with self._one_writer:
            if self.is_torn:
                raise PeerLost("The connection broke within an earlier message.")
            try:
                with _deadline(limits.SEND_S, "The other side does not take what we send."):
                    await self._stream.send_all(len(frame).to_bytes(limits.LENGTH_BYTES) + frame)
            except BaseException as error:
                self.is_torn = True
                if isinstance(error, _GONE):
                    raise PeerLost("The connection broke.") from error
                raise

    async def aclose(self) -> None:
        """Close in good order, waiting a little; then without order."""
        with trio.move_on_after(limits.CLOSE_S, shield=True):
            try:
                await self._stream.aclose()
            except _GONE:
                return

    async def aclose_forcefully(self) -> None:
        """Close at once."""
        await trio.aclose_forcefully(self._stream)


@contextmanager
def _deadline(seconds: float, message: str) -> Iterator[None]:
    try:
        with trio.fail_after(seconds):
            yield
    except trio.TooSlowError:
        raise Timeout(message) from None
