"""How does one play against a program?

Exactly as against a friend: the program is a process of its own that hosts a table on this machine, with a key of its
own, and one sits down at it. So practice shows what a real match shows, and leaves the same record.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Final

from gin_p2p.bots.interface import BOTS
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.joining import JoinOptions, join
from gin_p2p.cli.output import Output
from gin_p2p.cli.rules_options import RulesOptions, agreed, as_words
from gin_p2p.cli.sitter import Sitter
from gin_p2p.cli.sitting import Me
from gin_p2p.record.home import Home

_END_S: Final = 10.0
"""Longest wait for the program to put its own record away."""


def practise(bot: str, rules: RulesOptions, me: Me, sitter: Sitter, output: Output) -> Exit:
    """Play one match against a program.

    Raises:
        UsageError: there is no such program, or an option is not understood.
    """
    if bot not in BOTS:
        raise UsageError(f"There is no bot {bot!r}; there are {', '.join(BOTS)}.")
    agreed(rules)
    with _table_of(bot, rules) as line:
        return join(JoinOptions(line), me, sitter, output)


@contextmanager
def _table_of(bot: str, rules: RulesOptions) -> Iterator[str]:
    """Let a program open a table; answer its join line, and see to its end."""
    words = ("host", "--port", "0", "--bind", "127.0.0.1", "--bot", bot, "--name", bot, "--yes", "--json")
    process = subprocess.Popen(  # noqa: S603 - this program, with words that were checked
        [sys.executable, "-m", "gin_p2p", *words, *as_words(rules)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"GIN_HOME": str(_home_of(bot))},
        start_new_session=True,  # Ctrl-C is for the person; the program hears of it over the line
    )
    with process:
        try:
            yield _join_line(process.stdout)
        finally:
            try:
                process.wait(_END_S)
            except subprocess.TimeoutExpired:
                process.terminate()


def _home_of(bot: str) -> Path:
    return Home.find().state / "practice" / bot


def _join_line(events: IO[bytes] | None) -> str:
    """Read the one event that matters, and close the pipe: a full one that nobody reads would hold the match up."""
    with events or nullcontext(()) as lines:
        for line in lines:
            event = json.loads(line)
            if event["event"] == "join_line":
                return str(event["line"])
    raise UsageError("The program could not open a table on this machine.")
