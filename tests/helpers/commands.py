"""One command of the program, run in this process."""

import io
import json
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from gin_p2p.cli.app import parse
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.running import run


@dataclass(frozen=True)
class Ran:
    """What a command printed, and how it ended."""

    code: Exit
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The objects on the standard output."""
        return [json.loads(line) for line in self.out.splitlines()]


class Gin:
    """Runs commands. Text is printed as on a terminal that reads UTF-8."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("LC_ALL", "C.UTF-8")

    def __call__(self, *words: str, stdin: bytes | None = None) -> Ran:
        if stdin is not None:
            self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        self._capsys.readouterr()
        code = run(parse, words)
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)
