"""How do lines come in while news go out?

A terminal, a pipe, a file and /dev/null alike answer lines and, in the end, None. On a terminal the line is edited
here and not by the system, because only so the half of a line that is typed already can be shown again below the
news; its settings are put back on every way out, and while the program is stopped.
"""

import codecs
import os
import shutil
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Final, TextIO

import trio

from gin_p2p.cli.editor import MOST_TYPED, LineEditor
from gin_p2p.cli.output import Output
from gin_p2p.cli.text import columns_of, shown, wrap
from gin_p2p.cli.tty_mode import TtyMode

PROMPT: Final = "> "
_CHUNK: Final = 1024
_NARROWEST: Final = 20


class Terminal:
    """Where a person reads and types, or a program in their place.

    Args:
        output: for every line of text.
        source: file descriptor to read lines from; None where there is none, which is its end.
        screen: the stream on which `output` shows text to people, if it may be a terminal.
        encoding: of the bytes that are read.

    """

    def __init__(
        self, output: Output, source: int | None, screen: TextIO | None, encoding: str = "utf-8"
    ) -> None:
        self._output = output
        self._source = source
        self._screen = screen
        self._mode = TtyMode.of(source, screen)
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="surrogateescape")
        self._editor = LineEditor()
        self._lines: deque[str] = deque()
        self._ended = False
        self._asking = False
        self._needs_thread = False

    @property
    def is_interactive(self) -> bool:
        """Whether a person types, and sees what they type."""
        return self._mode is not None

    @classmethod
    def standard(cls, output: Output) -> "Terminal":
        """Answer the terminal of this process."""
        screen = sys.stderr if output.is_json else sys.stdout
        return cls(output, _descriptor(sys.stdin), screen, getattr(sys.stdin, "encoding", None) or "utf-8")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read keys for as long as the block runs; within another such block, do nothing."""
        if self._mode is None or self._mode.is_set:
            yield
            return
        with self._mode.entered(), _stops(self._before_stop, self._after_stop):
            try:
                yield
            finally:
                self._leave_line()

    async def read_line(self) -> str | None:
        """Wait for the next line; None when there will be none. Called by one task at a time."""
        if self._lines:
            return self._lines.popleft()
        self._asking = True
        self._show_prompt()
        try:
            while not self._lines and not self._ended:
                self._take_in(await self._read())
        finally:
            self._asking = False
        return self._lines.popleft() if self._lines else None

    def say(self, text: str) -> None:
        """Print lines for people; what is half typed stands below them again."""
        self._leave_line()
        self._output.say(wrap(text, self._width()) if self.is_interactive else text)
        self._show_prompt()

    def bell(self) -> None:
        """Ring the bell, where a person may hear it."""
        self._echo("\a")

    def _width(self) -> int:
        return max(_NARROWEST, shutil.get_terminal_size().columns - 1)

    async def _read(self) -> bytes:
        """Wait for bytes; none at the end."""
        if self._source is None:
            return b""
        try:
            if not self._needs_thread:
                await trio.lowlevel.wait_readable(self._source)
                return os.read(self._source, _CHUNK)
        except PermissionError:  # epoll refuses plain files and /dev/null
            self._needs_thread = True
        except OSError:  # a terminal that was closed
            return b""
        with suppress(OSError):
            return await trio.to_thread.run_sync(
                partial(os.read, self._source, _CHUNK), abandon_on_cancel=True
            )
        return b""

    def _take_in(self, data: bytes) -> None:
        text = self._decoder.decode(data, final=not data)
        if self.is_interactive:
            typed = self._editor.feed(text)
            self._echo(self._fitting(typed.echo))
            self._lines += typed.lines
            self._ended = typed.ended or not data
            if self._ended:
                self._echo("\n")
            return
        *lines, rest = (self._editor.text + text).split("\n")
        self._lines += [line[:MOST_TYPED] for line in lines]
        self._editor.text = rest[:MOST_TYPED]
        self._ended = not data
        if self._ended and self._editor.text:
            self._lines.append(self._editor.text)

    def _fitting(self, echo: str) -> str:
        """Answer the echo; where backspaces would have to climb to the line above, the text anew on a line below."""
        if "\b" in echo and columns_of(PROMPT + self._editor.text) + echo.count(" ") > self._width():
            return f"\n{PROMPT}{self._editor.text}"
        return echo

    def _leave_line(self) -> None:
        """Go where news can stand: over an empty prompt, below a half-typed line."""
        if self._asking:
            self._echo("\n" if self._editor.text else "\r")

    def _show_prompt(self) -> None:
        if self._asking:
            self._echo(PROMPT + self._editor.text)

    def _echo(self, text: str) -> None:
        """Write to the screen past every buffer, as this happens in signal handlers too."""
        if self._screen is None or not self.is_interactive or not text:
            return
        visible = shown(text, self._screen.encoding)
        with suppress(OSError):
            os.write(self._screen.fileno(), visible.encode(self._screen.encoding, "replace"))

    def _before_stop(self) -> None:
        if self._mode:
            self._mode.leave()

    def _after_stop(self) -> None:
        if self._mode:
            self._mode.enter()
        self._show_prompt()


def _descriptor(stream: TextIO | None) -> int | None:
    try:
        return None if stream is None else stream.fileno()
    except (OSError, ValueError):  # closed, or no file at all
        return None


@contextmanager
def _stops(before: Callable[[], None], after: Callable[[], None]) -> Iterator[None]:
    """Call `before` when a shell stops the process, and `after` when it goes on."""
    if not hasattr(signal, "SIGTSTP") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, _: FrameType | None) -> None:
        before()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def go_on(_: int, __: FrameType | None) -> None:
        signal.signal(signal.SIGTSTP, stop)
        after()

    handlers = {signal.SIGTSTP: stop, signal.SIGCONT: go_on}
    earlier = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    try:
        yield
    finally:
        for number, handler in earlier.items():
            signal.signal(number, handler)
