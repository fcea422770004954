"""How does a match go on while links come and go?

One loop takes whatever happens, in the order in which it happens: a link that stands, a frame or a note that arrived
on it, a link that is lost, a command of the player. So one task at a time touches the session. Proofs and syncs are
slow and run in a worker thread.
"""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import trio

from gin_p2p.net.errors import Fork, LinkError, TakenOver
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Frame, Item, Note
from gin_p2p.net.port import (
    Command,
    Decline,
    Forbidden,
    Leave,
    LineBack,
    LineLost,
    Make,
    Noted,
    Paused,
    Port,
    Progress,
    Send,
    TakeSeat,
)
from gin_p2p.net.sync import synchronize
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.session import Session, Step
from gin_p2p.rules.moves import IllegalMove

NextLink: TypeAlias = Callable[[], Awaitable[Link]]
"""Waits for a link to the other player.

Raises:
    LinkError: there will be none.
"""
Stored: TypeAlias = Callable[[int], Sequence[bytes]]
"""Answers the kept frames after the first n."""

LINGER_S: Final = 60.0
"""How long the end of a match is kept ready for a peer that may not have heard it."""


class Left(Exception):
    """The match stops here unfinished, because somebody wanted it so.

    Attributes:
        by_peer: it was the other player.
        text: their words; foreign text.
        declined: it was never begun.
    """

    def __init__(self, *, by_peer: bool, text: str = "", declined: bool = False) -> None:
        self.by_peer = by_peer
        self.text = text
        self.declined = declined
        super().__init__("the match was left")


@dataclass(frozen=True, slots=True)
class _Arrived:
    link: Link
    item: Item


@dataclass(frozen=True, slots=True)
class _Joined:
    link: Link


@dataclass(frozen=True, slots=True)
class _Lost:
    link: Link
    error: LinkError


@dataclass(frozen=True, slots=True)
class _Failed:
    error: Exception


_Happening: TypeAlias = _Arrived | _Joined | _Lost | _Failed | Command


class _Chain:
    """The match as a sync sees it; frames that are adopted wait in `adopted` until the player is told."""

    def __init__(self, session: Session, stored: Stored) -> None:
        self.adopted: list[Heard] = []
        self._session = session
        self._stored = stored

    @property
    def n_frames(self) -> int:
        return self._session.n_frames

    def head_at(self, n_frames: int) -> bytes:
        return self._session.head_at(n_frames)

    def frames_from(self, n_frames: int) -> Sequence[bytes]:
        return self._stored(n_frames)

    async def hear(self, frame: bytes) -> None:
        self.adopted.append(await trio.to_thread.run_sync(self._session.adopt, frame))


class Game:
    """One seat's match, from the first link to the last frame.

    Args:
        session: ours.
        stored: reads frames back that a peer lacks.
        port: the player.
        next_link: called whenever a link is needed.
        name: under which we take the guest's seat.
    """

    def __init__(self, session: Session, stored: Stored, port: Port, next_link: NextLink, name: str) -> None:
        self._session = session
        self._chain = _Chain(session, stored)
        self._port = port
        self._next_link = next_link
        self._name = name
        self._link: Link | None = None
        self._put, self._happenings = trio.open_memory_channel[_Happening](0)

    async def play(self) -> None:
        """Play until both seats have signed the end.

        Raises:
            Left: somebody left, or declined.
            LinkError: no link can be had any more.
            Refused: the peer broke the protocol, or the bytes of a frame were wrong.
            Equivocation: the peer signed two frames with one number.
            Exception: whatever `keep` raised; the record can no longer be written.
        """
        failure = await self._loop()
        if failure is not None:
            raise failure
        await self._linger()

    async def good_bye(self, text: str) -> None:
        """Close the link, if there is one, in good order. To be called on every way out."""
        if self._link is not None:
            link, self._link = self._link, None
            await link.close(text)

    async def _loop(self) -> Exception | None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read_commands)
            nursery.start_soon(self._connect)
            try:
                while not self._session.finished:
                    happening = await self._happenings.receive()
                    if isinstance(happening, _Lost):
                        await self._lose(nursery, happening)
                    else:
                        await self._take(happening)
            except Exception as error:  # noqa: BLE001 - not swallowed: raised again outside the nursery, unwrapped
                return error
            finally:
                nursery.cancel_scope.cancel()
        return None

    async def _take(self, happening: _Arrived | _Joined | _Failed | Command) -> None:
        match happening:
            case _Joined(link):
                await self._join(link)
            case _Arrived(link, item):
                if link is self._link:
                    await self._take_item(item)
            case _Failed(error):
                raise error
            case Make(move):
                await self._submit(partial(self._session.submit, move))
            case TakeSeat():
                await self._submit(partial(self._session.accept, self._name))
            case Send(note):
                await self._send_note(note)
            case Decline(text):
                await self._send_note(Note("declined", (text,)))
                raise Left(by_peer=False, declined=True)
            case Leave(text):
                raise Left(by_peer=False, text=text)

    async def _join(self, link: Link) -> None:
        """Go on where both records stand."""
        self._link = link
        adopted = tuple(self._chain.adopted)
        self._chain.adopted.clear()
        await self._port.tell(LineBack(adopted, self._session.view))
        await self._perform(self._session.resume)

    async def _take_item(self, item: Item) -> None:
        match item:
            case Frame(data):
                await self._perform(partial(self._session.receive, data))
            case Note("declined", (str(text),)):
                raise Left(by_peer=True, text=text, declined=True)
            case Note("bye", (str(text),)):
                if not self._session.finished:
                    await self._port.tell(Noted(item))
            case Note():
                await self._port.tell(Noted(item))

    async def _submit(self, make: Callable[[], Step]) -> None:
        """Say something new, but never before both records are known to agree."""
        if self._link is None:
            await self._port.tell(Paused())
            return
        try:
            await self._perform(make)
        except IllegalMove as error:
            await self._port.tell(Forbidden(error))

    async def _perform(self, act: Callable[[], Step]) -> None:
        """Let the session act in a worker thread, tell the port, then send; what is not sent is fetched by SYNC."""
        step = await trio.to_thread.run_sync(act)
        with suppress(LinkError):
            for frame in step.frames:
                if self._link is not None:
                    await self._link.send_frame(frame)
        if step.events:
            await self._port.tell(Progress(step.events, self._session.view))

    async def _send_note(self, note: Note) -> None:
        if self._link is None:
            await self._port.tell(Paused())
            return
        with suppress(LinkError):
            await self._link.send_note(note)

    async def _lose(self, nursery: trio.Nursery, lost: _Lost) -> None:
        if isinstance(lost.error, Fork):
            raise lost.error
        if self._link is lost.link:
            self._link = None
            if not isinstance(lost.error, TakenOver):
                await self._port.tell(LineLost(lost.error))
        nursery.start_soon(self._connect)

    async def _read_commands(self) -> None:
        while True:
            await self._put.send(await self._port.command())

    async def _connect(self) -> None:
        """Wait for a link, bring both records to the same frame, then hand out what arrives."""
        try:
            link = await self._next_link()
        except LinkError as error:
            await self._put.send(_Failed(error))
            return
        try:
            await synchronize(link, self._chain)
            await self._put.send(_Joined(link))
            while True:
                await self._put.send(_Arrived(link, await link.receive()))
        except LinkError as error:
            link.abort(error)
            await self._put.send(_Lost(link, error))
        except Exception as error:  # noqa: BLE001 - raised again by the loop
            await self._put.send(_Failed(error))

    async def _linger(self) -> None:
        """See to it that the other side has heard the end: our last frame may be the one that was lost."""
        link, self._link = self._link, None
        if link is not None:
            await link.close("")
            if link.was_closed_by_both:
                return
        with trio.move_on_after(LINGER_S), suppress(LinkError):
            while True:
                late = await self._next_link()
                with suppress(LinkError):
                    await synchronize(late, self._chain)
                    await late.close("")
                    return
