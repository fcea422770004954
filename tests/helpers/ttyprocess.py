"""A program at a real terminal: a pseudo-terminal that is its own, as in a window."""

import os
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

_SHELL: Final = Path(__file__).with_name("shell.py")

PATIENCE_S: Final = 60.0


class TtyProcess:
    """Python, run with these arguments at a terminal of its own.

    Attributes:
        seen: everything it has written.
    """

    def __init__(
        self, arguments: Sequence[str], environ: Mapping[str, str] | None = None, pass_fds: Sequence[int] = ()
    ) -> None:
        self._master, self._slave = os.openpty()
        self.settings = self.stty()
        self.process = subprocess.Popen(
            [sys.executable, str(_SHELL), *arguments],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", **(environ or {})},
            pass_fds=pass_fds,
        )
        self.seen = ""

    @property
    def terminal(self) -> int:
        """The descriptor of the terminal."""
        return self._slave

    @property
    def pid(self) -> int:
        """The program itself."""
        shell = self.process.pid
        return int(Path(f"/proc/{shell}/task/{shell}/children").read_text().split()[0])

    def signal(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def stty(self) -> list[Any]:
        """Answer the settings of the terminal."""
        return termios.tcgetattr(self._slave)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def wait_for(self, pattern: str, *, after: int = 0) -> int:
        """Wait until this has been written behind a place of `seen`, and answer where it ends."""
        deadline = time.monotonic() + PATIENCE_S
        while not (found := re.compile(pattern).search(self.seen, after)):
            if time.monotonic() > deadline or not self._read(deadline):
                raise AssertionError(f"{pattern!r} is not in {self.seen[after:]!r}")
        return found.end()

    def wait(self) -> int:
        """Wait for the end, and answer how it ended."""
        deadline = time.monotonic() + PATIENCE_S
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read(time.monotonic() + 0.05)
        self._read(time.monotonic() + 0.05)
        return self.process.wait(1)

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self._master)
        self._master = -1

    def close(self) -> None:
        """End what is left."""
        if self.process.poll() is None:
            self.signal(signal.SIGKILL)
            self.process.wait()
        for end in (self._master, self._slave):
            if end >= 0:
                os.close(end)

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._master], [], [], max(0.0, deadline - time.monotonic()))
        if ready:
            try:
                self.seen += os.read(self._master, 65_536).decode(errors="replace").replace("\r\n", "\n")
            except OSError:
                return False
        return bool(ready) or self.process.poll() is None
