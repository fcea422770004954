"""How does a whole match look, with nobody at hand to play it?

Two processes of this very program, each with an identity of its own, play over a real connection on this machine, and
the record they leave is audited like anybody else's.
"""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Final

import trio

from gin_p2p.cli.audit import audit_files
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Output
from gin_p2p.cli.rules_options import RulesOptions, agreed, as_words
from gin_p2p.cli.stopping import run_to_exit, stoppable
from gin_p2p.record.home import Home
from gin_p2p.record.library import list_records

HOST: Final = "alice"
GUEST: Final = "bob"


def run_demo(rules: RulesOptions, output: Output) -> Exit:
    """Play a match between two programs, then audit its record.

    Raises:
        UsageError: an option is not understood.
    """
    agreed(rules)
    folder = Home.find().state / "demo"
    output.say("Two programs play over a connection on this machine. Neither can see the other's cards.")
    code = run_to_exit(_Demo(folder, rules, output).run)
    if code is not Exit.DONE:
        return code
    record = list_records(Home.find({"GIN_HOME": str(folder / HOST)}))[0].path
    output.say()
    verdict = audit_files([str(record)], output)
    output.say()
    output.say(f"The record: {record}")
    output.say("Anybody can check it, with no keys and no network:  gin audit FILE")
    return verdict


class _Demo:
    def __init__(self, folder: Path, rules: RulesOptions, output: Output) -> None:
        self._folder = folder
        self._rules = rules
        self._output = output
        self._codes: list[int] = []

    async def run(self) -> Exit:
        async with stoppable() as (stop, _):
            with stop.scope:
                await self._play()
        if stop.code is not None:
            return stop.code
        return Exit(max(self._codes, default=Exit.BUG))

    async def _play(self) -> None:
        words = ("host", "--port", "0", "--bind", "127.0.0.1", "--brief", "--json", *as_words(self._rules))
        async with trio.open_nursery() as nursery:
            host = await self._start(nursery, HOST, words)
            nursery.start_soon(self._pass_on, host)
            async for line in _lines(host.stdout):
                event = json.loads(line)
                if event["event"] == "join_line":
                    guest = await self._start(nursery, GUEST, ("join", event["line"]))
                    nursery.start_soon(_read_out, guest)
            self._codes.append(await host.wait())

    async def _start(self, nursery: trio.Nursery, name: str, words: tuple[str, ...]) -> trio.Process:
        command = [sys.executable, "-m", "gin_p2p", *words, "--name", name, "--bot", "simple", "--yes"]
        run = partial(
            trio.run_process,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            check=False,
            env=os.environ | {"GIN_HOME": str(self._folder / name)},
        )
        process: trio.Process = await nursery.start(run, command)
        return process

    async def _pass_on(self, host: trio.Process) -> None:
        """Print what the host tells about the match, from the first deal on."""
        is_playing = False
        async for line in _lines(host.stderr):
            is_playing = is_playing or line.startswith("Dealing")
            if is_playing and not line.startswith("Saved"):
                self._output.say(line)


async def _read_out(process: trio.Process) -> None:
    """Read what nobody wants to see, so that its writer never waits."""
    async with trio.open_nursery() as nursery:
        for stream in (process.stdout, process.stderr):
            nursery.start_soon(_drain, stream)


async def _drain(stream: trio.abc.ReceiveStream | None) -> None:
    async for _ in _lines(stream):
        pass


async def _lines(stream: trio.abc.ReceiveStream | None) -> AsyncIterator[str]:
    if stream is None:
        return
    rest = b""
    async for chunk in stream:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
