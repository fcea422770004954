"""Is the other player still there, and what did they send?

A link is the line between two players who know each other's keys. `run` is its background half: it reads ahead,
answers pings, sends its own, and never raises; whatever ends the link is kept and told to everyone who sends or receives
afterwards. What had arrived before the end is still handed out first.

Why a good-bye is answered: a connection closed while bytes of the other side are unread is reset by the system, and a
reset can destroy the last message on its way. So each side says `bye` as its very last word, and closes when it has
heard the other's. A `bye` is answered when the game has reached it: whoever hears the answer knows that all before it
was taken in.
"""

from contextlib import suppress
from itertools import count

import trio

from gin_p2p.net import limits
from gin_p2p.net.errors import LinkError, PeerLost, Timeout
from gin_p2p.net.framing import Framing
from gin_p2p.net.handshake import Meeting
from gin_p2p.net.notes import Item, Note, is_note, sort_untrusted
from gin_p2p.protocol.codec import pack


class Link:
    """Frames and notes to and from one known player.

    Args:
        framing: after a handshake.
        meeting: its result.

    Attributes:
        peer_key: the other player's identity key, 32 bytes.
        meeting: what the handshake settled.
        last_heard: when the other side last finished a message, in the event loop's seconds.
        lost_at: when the link ended, likewise; None while it stands.
    """

    def __init__(self, framing: Framing, meeting: Meeting) -> None:
        self.peer_key = meeting.peer_key
        self.meeting = meeting
        self.last_heard = trio.current_time()
        self.lost_at: float | None = None
        self._framing = framing
        self._error: LinkError | None = None
        self._scope = trio.CancelScope()
        self._has_ended = trio.Event()
        self._is_bye_said = False
        self._bye_sent = trio.Event()
        self._is_bye_heard = False
        self._put, self._inbox = trio.open_memory_channel[Item](limits.QUEUE_FRAMES)
        # One place: a peer that pings faster than it reads our pongs gets fewer of them.
        self._owe, self._owed = trio.open_memory_channel[Note](1)

    @property
    def error(self) -> LinkError | None:
        """Why the link ended; None while it stands."""
        return self._error

    @property
    def was_closed_by_both(self) -> bool:
        """Whether both sides have said good-bye, so that each has taken in all that the other sent."""
        return self._is_bye_said and self._is_bye_heard

    async def run(self) -> None:
        """Keep the link alive until it ends. Start it once, beside whatever uses the link."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._ping)
                    nursery.start_soon(self._pay_debts)
                    await self._read()
                    nursery.cancel_scope.cancel()
        finally:
            self._end(PeerLost("The connection was closed here."))
            self._put.close()
            with trio.CancelScope(shield=True):
                await self._shut()
            self._has_ended.set()

    async def send_frame(self, frame: bytes) -> None:
        """Send a frame of the match; it must be durable here before.

        Raises:
            LinkError: the link has ended, or ends because of this.
        """
        await self._send(frame)

    async def send_note(self, note: Note) -> None:
        """Send a note.

        Raises:
            ValueError: there is no such note.
            LinkError: as above.
        """
        if not is_note(note):
            raise ValueError(f"{note} is not a link note")
        await self._send(pack((note.kind, *note.values)))

    async def receive(self) -> Item:
        """Answer the next frame or note, in the order they were sent. Pings are not shown.

        Ask again when what was answered is dealt with: asking is what acknowledges it to a peer that says good-bye.

        Raises:
            LinkError: the link has ended and everything that arrived has been handed out.
        """
        try:
            item = await self._inbox.receive()
        except trio.EndOfChannel:
            raise self._why() from None
        if isinstance(item, Note) and item.kind == "bye":
            await self._say_bye("")
        return item

    async def close(self, reason: str) -> None:
        """Say good-bye, wait until the other side has taken in what we sent, and end the link; at most `CLOSE_S`.

        `run` must still be running: close a link before cancelling the nursery it runs in. A cancellation meanwhile
        does not hurry it. `was_closed_by_both` tells afterwards whether the other side has answered.

        Args:
            reason: for the other player to read; at most `TEXT_LETTERS` letters.
        """
        with trio.move_on_after(limits.CLOSE_S, shield=True):
            await self._say_bye(reason)
            await self._has_ended.wait()
        self.abort(PeerLost("The link was closed here, with a good-bye."))

    def abort(self, error: LinkError) -> None:
        """End the link now, without a word.

        Args:
            error: what everyone who still uses the link is told.
        """
        self._end(error)
        self._scope.cancel()

    async def _read(self) -> None:
        try:
            while not self._is_bye_heard:
                item = sort_untrusted(await self._framing.receive(silence_s=limits.DEAD_S))
                self.last_heard = trio.current_time()
                await self._take(item)
        except LinkError as error:
            self._end(error)
        else:
            self._end(PeerLost("The other side said good-bye."))

    async def _take(self, item: Item) -> None:
        match item:
            case Note("ping", values):
                with suppress(trio.WouldBlock):
                    self._owe.send_nowait(Note("pong", values))
            case Note("pong"):
                pass
            case Note("bye"):
                self._is_bye_heard = True
                await self._put.send(item)
                with trio.move_on_after(limits.CLOSE_S):
                    await self._bye_sent.wait()
            case _:
                # Waits when the game is behind. That silence is ours, so no deadline runs.
                await self._put.send(item)

    async def _ping(self) -> None:
        with suppress(LinkError):
            for n in count():
                await trio.sleep(limits.PING_S)
                await self.send_note(Note("ping", (n,)))

    async def _pay_debts(self) -> None:
        with suppress(LinkError):
            async for note in self._owed:
                await self.send_note(note)

    async def _say_bye(self, reason: str) -> None:
        """Send our last word, once. Whoever waits to send was first and is let through; nobody follows."""
        if self._is_bye_said or self._error is not None:
            return
        self._is_bye_said = True
        with suppress(LinkError), trio.move_on_after(limits.CLOSE_S, shield=True):
            await self._framing.send(pack(("bye", reason[: limits.TEXT_LETTERS])))
        self._bye_sent.set()

    async def _send(self, data: bytes) -> None:
        if self._is_bye_said or self._error is not None:
            raise self._why()
        try:
            await self._framing.send(data)
        except PeerLost as error:
            self._end(error)  # reading goes on: what arrived before the break is still good
            raise
        except Timeout as error:
            self.abort(error)
            raise
        except BaseException:
            if self._framing.is_torn:
                self.abort(PeerLost("A message was cut off while it was being sent."))
            raise

    def _end(self, error: LinkError) -> None:
        """Note why the link ended; the first reason is the one that counts."""
        if self._error is None:
            self._error = error
            self.lost_at = trio.current_time()

    def _why(self) -> LinkError:
        error = self._error or PeerLost("The link is being closed.")
        return error.with_traceback(None)

    async def _shut(self) -> None:
        if self.was_closed_by_both:
            await self._framing.aclose()
        else:
            await self._framing.aclose_forcefully()
