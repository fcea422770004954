"""How is a replay watched in the full screen?

Only keys, time and the size of the window come in here; what a key does and what a screen looks like is decided by
functions that know no terminal.
"""

import asyncio
import signal
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Resize
from textual.timer import Timer
from textual.widgets import Static

from gin_p2p.cli.exits import Exit
from gin_p2p.cli.render_replay import replay_lines
from gin_p2p.cli.replay_keys import Viewer, press, tick
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.notes_file import Moment, save_notes

_SIGNALS: Final = {"SIGINT": Exit.INTERRUPTED, "SIGTERM": Exit.TERMINATED, "SIGHUP": Exit.HANGUP}


class ReplayApp(App[Exit | None]):
    """The viewer.

    Args:
        viewer: where it begins.
        notes: of the owner.
        notes_path: where they are kept.
        glyphs: suits and bars may be drawn.
    """

    CSS = "Screen { overflow: hidden; } #screen { width: 100%; height: 100%; }"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self, viewer: Viewer, notes: Mapping[Moment, str], notes_path: Path, *, glyphs: bool
    ) -> None:
        super().__init__()
        self.viewer = replace(viewer, notes=dict(notes))
        self._notes_path = notes_path
        self._glyphs = glyphs
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Answer the one thing on the screen."""
        yield Static(id="screen", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        loop = asyncio.get_running_loop()
        for name, code in _SIGNALS.items():
            number = getattr(signal, name, None)
            if number is not None and hasattr(loop, "add_signal_handler"):
                try:
                    loop.add_signal_handler(number, self.exit, code)
                except (NotImplementedError, RuntimeError):  # Windows; a test in another thread
                    break
        self._show()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size; the moment stays."""
        self._draw(event.size.width, event.size.height)

    def on_key(self, event: Key) -> None:
        """Take a key in."""
        event.stop()
        key = event.character if event.is_printable and event.character else event.key
        before, self.viewer = self.viewer, press(self.viewer, key)
        if self.viewer.notes != before.notes:
            self._keep_notes()
        if self.viewer.closed:
            self.exit(None)
        self._show()

    def action_interrupt(self) -> None:
        """End as Ctrl-C ends a program."""
        self.exit(Exit.INTERRUPTED)

    def _show(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self.viewer.plays:
            self._timer = self.set_timer(1 / self.viewer.speed, self._tick)
        self._draw(self.size.width, self.size.height)

    def _tick(self) -> None:
        self.viewer = tick(self.viewer)
        self._show()

    def _draw(self, width: int, height: int) -> None:
        lines = replay_lines(self.viewer.shown, width, height, glyphs=self._glyphs)
        text = Text("\n".join(lines), no_wrap=True, end="")
        text.highlight_regex(r"[0-9AJKQT]+[♥♦]", "red")
        text.highlight_regex(r"(?m)^>.*$", "bold")
        self.query_one("#screen", Static).update(text)

    def _keep_notes(self) -> None:
        try:
            save_notes(self._notes_path, self.viewer.notes)
        except FileRefusedError as error:
            self.viewer = replace(self.viewer, message=str(error))
