"""How does a person's seat listen to the match and to the terminal at once?"""

import math
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Final, Protocol

import trio

from gin_p2p.cli.line.dialogue import Dialogue
from gin_p2p.cli.line.state import Question, Remark, Reply
from gin_p2p.net.port import Command, Leave, Make, News, Noted, TakeSeat

ENDED: Final = "The input has ended: leaving; the match is saved."
ENDED_EARLY: Final = "The input has ended: whatever is asked from now on is answered with no."


class Console(Protocol):
    """Where lines come from and go to; in a match, a `Terminal`."""

    @property
    def is_interactive(self) -> bool:
        """Whether a person types, and sees what they type."""

    def reading(self) -> AbstractContextManager[None]:
        """Read keys for as long as the block runs."""

    async def read_line(self) -> str | None:
        """Wait for the next line; None when there will be none."""

    def say(self, text: str) -> None:
        """Print lines for people."""

    def bell(self) -> None:
        """Ring the bell."""


class LineSeat:
    """A person at a match, in lines. A `Sitter`.

    Args:
        terminal: where they read and type.
        known_as: their own name for the other side; empty to use the name that side claims.
        accepts: every question beside the game, and the offered rules, are answered with yes unasked.
        confirms: the person is asked again before what could be a slip.
        now: seconds since 1970 UTC.
    """

    def __init__(
        self,
        terminal: Console,
        *,
        known_as: str = "",
        accepts: bool = False,
        confirms: bool = True,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._terminal = terminal
        self._dialogue = Dialogue(now, known_as, accepts=accepts, confirms=confirms)
        self._accepts = accepts
        self._put, self._commands = trio.open_memory_channel[Command](math.inf)
        self._settled = trio.Event()
        self._settled.set()
        self._changed = trio.Event()
        self._reads = False
        self._has_ended = False

    @property
    def notes(self) -> Mapping[tuple[int, int], str]:
        """The same by hand and turn; the newest of a turn counts."""
        return {(remark.hand, remark.turn): remark.text for remark in self.remarks}

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The moments this player has marked."""
        return self._dialogue.remarks

    async def run(self) -> None:
        """Read lines until there are no more."""
        self._reads = True
        with self._terminal.reading():
            while not self._has_ended:
                await self._take_line()
        self._reads = False

    async def leaves(self) -> None:
        """Wait until the input has ended."""
        while not self._has_ended:
            changed = self._changed
            await changed.wait()

    async def ask(self, question: str, *, default: bool) -> bool:
        """Answer one question beside the game; no, once the input has ended."""
        if self._accepts:
            self.say(f"{question} yes")
            return True
        answers: list[bool] = []

        def answered(yes: bool) -> Reply:
            answers.append(yes)
            self._notice()
            return Reply()

        self._print(self._dialogue.ask(Question(question, default, answered, must=True)))
        self._notice()
        while not answers and not self._has_ended:
            await self._next_answer()
        return bool(answers and answers[0])

    def say(self, text: str) -> None:
        """Tell what goes on around the game."""
        self._terminal.say(text)

    async def tell(self, news: News) -> None:
        """Take news in."""
        if self._dialogue.rings(news):
            self._terminal.bell()
        lines, command = self._dialogue.hear(news)
        self._print(lines)
        if not isinstance(news, Noted):
            self._settled.set()
        self._pass_on(command)
        self._notice()

    async def command(self) -> Command:
        """Wait for the next command."""
        return await self._commands.receive()

    async def _next_answer(self) -> None:
        """Wait until something has changed; read the line oneself where nobody else does yet."""
        if not self._reads:
            with self._terminal.reading():
                await self._read_once()
            return
        changed = self._changed
        await changed.wait()

    async def _take_line(self) -> None:
        """Take the next line in, once the move before it has come back.

        A script is read only when a line is waited for, so that one written in advance works to its end.
        """
        await self._settled.wait()
        while not self._terminal.is_interactive and not self._dialogue.is_due:
            changed = self._changed
            await changed.wait()
        await self._read_once()

    async def _read_once(self) -> None:
        line = await self._terminal.read_line()
        if line is None:
            self._has_ended = True
            self.say(ENDED if self._dialogue.has_begun else ENDED_EARLY)
            self._pass_on(Leave())
            self._notice()
            return
        lines, command = self._dialogue.reply(line)
        self._print(lines)
        self._pass_on(command)

    def _pass_on(self, command: Command | None) -> None:
        if command is None:
            return
        if isinstance(command, Make | TakeSeat):
            self._settled = trio.Event()
        self._put.send_nowait(command)

    def _print(self, lines: tuple[str, ...]) -> None:
        if lines:
            self._terminal.say("\n".join(lines))

    def _notice(self) -> None:
        """Let whoever waits for a change look again."""
        changed, self._changed = self._changed, trio.Event()
        changed.set()
