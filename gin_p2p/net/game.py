"""How does a match go on while links come and go?

One loop takes whatever happens, in the order in which it happens: a link that stands, a frame or a note that arrived
on it, a link that is lost, a command of the player. So one task at a time touches the session. Proofs and syncs are
slow and run in a worker thread.

While there is no line the other side's line budget runs down, and the player is told how the waiting goes. It is never
ended from here: that is the player's choice.
"""

from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, NoReturn, TypeAlias

import trio

from gin_p2p.net import limits
from gin_p2p.net.budget import LineBudget
from gin_p2p.net.errors import Declined, Fork, LinkError, TakenOver
from gin_p2p.net.history import History, Stored
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Frame, Item, Note
from gin_p2p.net.port import (
    Command,
    Decline,
    End,
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
    Waiting,
)
from gin_p2p.net.sync import synchronize
from gin_p2p.protocol.judgement import Refused
from gin_p2p.protocol.session import Equivocation, Session, Step
from gin_p2p.rules.moves import IllegalMove

Calling: TypeAlias = Callable[[], Awaitable[None]]
"""To be told before each call of the other side."""
NextLink: TypeAlias = Callable[[Calling], Awaitable[Link]]
"""Waits for a link to the other player.

Raises:
    LinkError: there will be none.
"""

_SET_UP_FRAMES: Final = 2
"""Open and Accept: before both are there nobody plays yet."""
LINGER_S: Final = 60.0
"""How long the end of a match is kept ready for a peer that may not have heard it."""


class Left(Exception):
    """The match stops here unfinished, because somebody wanted it so.

    Attributes:
        by_peer: it was the other player.
        text: their words; foreign text.
        declined: it was never begun.
        abandoned: the other side left, and the player waits for it no more.
    """

    def __init__(
        self, *, by_peer: bool, text: str = "", declined: bool = False, abandoned: bool = False
    ) -> None:
        self.by_peer = by_peer
        self.text = text
        self.declined = declined
        self.abandoned = abandoned
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


@dataclass(frozen=True, slots=True)
class _Called:
    pass


@dataclass(frozen=True, slots=True)
class _UsedUp:
    """The line budget may have come to its end."""


_Happening: TypeAlias = _Arrived | _Joined | _Lost | _Failed | _Called | _UsedUp | Command


class Game:
    """One seat's match, from the first link to the last frame.

    Args:
        session: ours.
        stored: reads frames back that a peer lacks.
        port: the player.
        next_link: called whenever a link is needed.
        name: under which we take the guest's seat.
        down_s: how long the line of this match was down before, in seconds.
        is_resumed: the match lay on disk; it is shown at once, paused.
    """

    def __init__(
        self,
        session: Session,
        stored: Stored,
        port: Port,
        next_link: NextLink,
        name: str,
        *,
        down_s: float = 0.0,
        is_resumed: bool = False,
    ) -> None:
        self._session = session
        self._chain = History(session, stored)
        self._port = port
        self._next_link = next_link
        self._name = name
        self._link: Link | None = None
        self._budget = LineBudget(down_s)
        self._words: deque[float] = deque()
        self._n_calls = 0
        self._is_resumed = is_resumed
        self._put, self._happenings = trio.open_memory_channel[_Happening](0)

    @property
    def down_s(self) -> float:
        """How long the line of this match was down so far, in seconds."""
        return self._budget.down_s(trio.current_time())

    async def play(self) -> None:
        """Play until both seats have signed the end, as far as this side knows. `linger` then, once that is recorded.

        Raises:
            Left: somebody left, or declined.
            LinkError: no link can be had any more.
            Refused: the peer broke the protocol, or the bytes of a frame were wrong.
            Equivocation: a seat has signed two frames with one number.
            Exception: whatever `keep` raised; the record can no longer be written.
        """
        failure = None if self._session.finished else await self._loop()
        if failure is not None:
            raise failure

    async def linger(self) -> bool:
        """See to it that the other side has heard the end: our last frame may be the one that was lost.

        Returns:
            Whether the other side has all frames; if not, nobody has called for `LINGER_S`.
        """
        link, self._link = self._link, None
        if link is not None:
            await link.close("")
            if link.was_closed_by_both:
                return True
        with trio.move_on_after(LINGER_S), suppress(LinkError):
            while True:
                late = await self._next_link(_nobody)
                with suppress(LinkError, Refused):
                    await synchronize(late, self._chain)
                    await late.close("")
                    return True
        return False

    async def good_bye(self, text: str) -> None:
        """Close the link, if there is one, in good order. To be called on every way out."""
        if self._link is not None:
            link, self._link = self._link, None
            await link.close(text)

    async def _loop(self) -> Exception | None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._read_commands)
            try:
                await self._begin(nursery)
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

    async def _begin(self, nursery: trio.Nursery) -> None:
        """Look for the first link."""
        if self._is_resumed:
            await self._wait(nursery)
        nursery.start_soon(self._connect)

    async def _take(self, happening: _Arrived | _Joined | _Failed | _Called | _UsedUp | Command) -> None:
        match happening:
            case _Joined(link):
                await self._join(link)
            case _Arrived(link, item):
                if link is self._link:
                    await self._take_item(item)
            case _Failed(error):
                raise error
            case _Called():
                self._n_calls += 1
                await self._tell_waiting()
            case _UsedUp():
                await self._tell_waiting()
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
                if not self._is_being_signed():
                    raise Left(by_peer=False, text=text)
            case End():
                if self._may_end():
                    raise Left(by_peer=True, abandoned=True)
                await self._tell_waiting()

    async def _join(self, link: Link) -> None:
        """Go on where both records stand."""
        self._link = link
        self._budget.stop(trio.current_time())
        adopted = tuple(self._chain.adopted)
        self._chain.adopted.clear()
        await self._port.tell(LineBack(adopted, self._session.view))
        await self._perform(self._session.resume)

    def _is_being_signed(self) -> bool:
        """Whether the match is over and, on a line that stands, only signatures are due: nobody need leave for that."""
        match = self._session.table.match
        return self._link is not None and match is not None and match.finished

    async def _take_item(self, item: Item) -> None:
        match item:
            case Frame(data):
                await self._perform(partial(self._session.receive, data))
            case Note("declined", (str(text),)):
                self._hear_no(text)
            case Note("bye"):
                if not self._session.finished:
                    await self._port.tell(Noted(item))
            case Note():
                if self._may_speak(trio.current_time()):
                    await self._port.tell(Noted(item))

    def _may_speak(self, now: float) -> bool:
        """Count a word for people, and tell whether the peer has not said too many of late."""
        while self._words and self._words[0] <= now - limits.WORDS_S:
            self._words.popleft()
        if len(self._words) >= limits.WORDS:
            return False
        self._words.append(now)
        return True

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
            self._stop_signing(lost.error)
        if isinstance(lost.error, Declined):
            self._hear_no(lost.error.text)
        if self._link is lost.link:
            self._link = None
            self._n_calls = 0
            if isinstance(lost.error, TakenOver):
                self._budget.start(trio.current_time())
            else:
                await self._port.tell(LineLost(lost.error))
                await self._wait(nursery)
        nursery.start_soon(self._connect)

    def _hear_no(self, text: str) -> None:
        """Take a no, while the match has not begun; later it would be a way to leave without leaving."""
        if self._session.n_frames < _SET_UP_FRAMES:
            raise Left(by_peer=True, text=text, declined=True)

    def _stop_signing(self, fork: Fork) -> NoReturn:
        seat = self._session.rival_signer(fork.frame)
        if seat is None:
            raise fork
        raise Equivocation(seat, fork.seq, fork.frame)

    async def _wait(self, nursery: trio.Nursery) -> None:
        """Let the line budget run, and tell the player so."""
        self._budget.start(trio.current_time())
        nursery.start_soon(self._watch_budget)
        await self._tell_waiting()

    async def _watch_budget(self) -> None:
        left_s = self._budget.left_s(trio.current_time())
        if left_s > 0:
            await trio.sleep(left_s)
            await self._put.send(_UsedUp())

    async def _tell_waiting(self) -> None:
        if self._link is None:
            left_s = self._budget.left_s(trio.current_time())
            view = self._session.view
            await self._port.tell(Waiting(self._n_calls, left_s, self._may_end(), view))

    def _may_end(self) -> bool:
        """Whether the other side is away for too long and owes the next frame."""
        view = self._session.view
        is_theirs = view.speaker is view.seat.other
        return self._link is None and is_theirs and self._budget.left_s(trio.current_time()) == 0

    async def _called(self) -> None:
        await self._put.send(_Called())

    async def _read_commands(self) -> None:
        while True:
            await self._put.send(await self._port.command())

    async def _connect(self) -> None:
        """Wait for a link, bring both records to the same frame, then hand out what arrives."""
        try:
            link = await self._next_link(self._called)
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


async def _nobody() -> None:
    """Nobody is told of calls once the match is over."""
