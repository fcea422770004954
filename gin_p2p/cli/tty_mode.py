"""In which mode is the terminal?

While keys are read one by one, the terminal neither collects lines nor echoes; Ctrl-C and Ctrl-Z still work. A
process in the background leaves the settings to the shell that owns the terminal: touching them would stop it.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

if sys.platform != "win32":
    import termios


class TtyMode:
    """The settings of one terminal.

    Args:
        descriptor: of the terminal.

    Attributes:
        is_set: keys are read one by one.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._before: list[Any] | None = None
        self.is_set = False

    @classmethod
    def of(cls, source: int | None, screen: TextIO | None) -> "TtyMode | None":
        """Answer the mode of a terminal; None where a person does not both type and see on one."""
        if sys.platform == "win32" or source is None or screen is None:
            return None
        try:
            return cls(source) if os.isatty(source) and screen.isatty() else None
        except (OSError, ValueError):  # closed
            return None

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Read keys one by one for as long as the block runs."""
        self.is_set = True
        self.enter()
        try:
            yield
        finally:
            self.leave()
            self.is_set = False

    def enter(self) -> None:
        """Begin, or begin again after a stop; the settings that were found are kept."""
        if not self._is_ours():
            return
        with suppress(termios.error):
            self._before = self._before or termios.tcgetattr(self._descriptor)
            keys = termios.tcgetattr(self._descriptor)
            keys[3] &= ~(termios.ICANON | termios.ECHO)
            keys[6][termios.VMIN], keys[6][termios.VTIME] = 1, 0
            termios.tcsetattr(self._descriptor, termios.TCSANOW, keys)

    def leave(self) -> None:
        """Put the settings back."""
        if self._before is None or not self._is_ours():
            return
        with suppress(termios.error):
            termios.tcsetattr(self._descriptor, termios.TCSANOW, self._before)
        self._before = None

    def _is_ours(self) -> bool:
        try:
            return os.tcgetpgrp(self._descriptor) == os.getpgrp()
        except OSError:  # closed, or the terminal of nobody
            return False
