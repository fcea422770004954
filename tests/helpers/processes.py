"""Real processes of the program, each with a home of its own."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

WAIT_S = 120.0


class Player:
    """One running `gin`, started with `--json`; its events and its text can be waited for."""

    def __init__(
        self, home: Path, words: Sequence[str], prefix: Sequence[str] = (), module: str = "gin_p2p"
    ) -> None:
        home.mkdir(exist_ok=True, parents=True)
        self.home = home
        self.events: list[dict[str, object]] = []
        self.text: list[str] = []
        self._lines: Queue[str | None] = Queue()
        self._process = subprocess.Popen(
            [*prefix, sys.executable, "-m", module, *words, "--json"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"GIN_HOME": str(home)},
        )
        self._readers = [
            threading.Thread(target=self._read_events, daemon=True),
            threading.Thread(target=self._read_text, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def wait_for(self, name: str) -> dict[str, object]:
        """Answer the first event of this name, among those that came and those still to come."""
        deadline = time.monotonic() + WAIT_S
        while True:
            for event in self.events:
                if event["event"] == name:
                    return event
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                line = None
            if line is None:
                raise AssertionError(f"no event {name!r}; {self.events} {self.text}")
            self.events.append(json.loads(line))

    def drain(self) -> None:
        """Take in the events that have come so far."""
        while True:
            try:
                line = self._lines.get_nowait()
            except Empty:
                return
            if line is None:
                self._lines.put(None)
                return
            self.events.append(json.loads(line))

    @property
    def pid(self) -> int:
        return self._process.pid

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def is_running(self) -> bool:
        return self._process.poll() is None

    def finish(self) -> int:
        """Wait for the end, read everything, answer the exit code."""
        code = self._process.wait(WAIT_S)
        for reader in self._readers:
            reader.join(WAIT_S)
        while (line := self._lines.get()) is not None:
            self.events.append(json.loads(line))
        self._lines.put(None)
        return code

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for reader in self._readers:
            reader.join(WAIT_S)
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def records(self) -> list[Path]:
        """The closed records, by name."""
        return sorted((self.home / "records").glob("*.gin"))

    def journals(self) -> list[Path]:
        """What lies in the folder of running matches."""
        return sorted((self.home / "matches").glob("*.gin"))

    def _read_events(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _read_text(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.text.append(line.rstrip("\n"))


@contextmanager
def playing(home: Path, *words: str, prefix: Sequence[str] = (), module: str = "gin_p2p") -> Iterator[Player]:
    """Start a player and see to its end."""
    player = Player(home, words, prefix, module)
    try:
        yield player
    finally:
        player.close()


def run_gin(home: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run one command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "gin_p2p", *words],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=WAIT_S,
        env=os.environ | {"GIN_HOME": str(home)},
    )


def play_by_events(home: Path, *words: str, choose: Callable[[list[str]], str]) -> tuple[int, list[str]]:
    """Sit a program down that knows only the events and the lines it is offered; answer the code and the events' names."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gin_p2p", *words, "--yes", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"GIN_HOME": str(home)},
    )
    overdue = threading.Timer(WAIT_S, process.kill)
    overdue.start()
    names = []
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        for row in process.stdout:
            event = json.loads(row)
            names.append(event["event"])
            if event["event"] == "turn":
                process.stdin.write(choose(event["legal"]) + "\n")
                process.stdin.flush()
    overdue.cancel()
    return process.returncode, names
