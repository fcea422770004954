"""A program for the tests of the terminal: says what is typed, and news whenever a byte comes in on a descriptor."""

import os
import sys

import trio

from gin_p2p.cli.output import Output
from gin_p2p.cli.terminal import Terminal


async def main(news: int) -> None:
    terminal = Terminal.standard(Output(is_json=False, out=sys.stdout, err=sys.stderr))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tell, terminal, news)
        with terminal.reading():
            terminal.say("ready")
            while (line := await terminal.read_line()) is not None:
                if line == "crash":
                    raise SystemExit(9)
                terminal.say(f"got <{line}>")
        nursery.cancel_scope.cancel()
    terminal.say("bye")


async def tell(terminal: Terminal, news: int) -> None:
    while True:
        await trio.lowlevel.wait_readable(news)
        os.read(news, 1)
        terminal.say("bob threw the queen of diamonds.")


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]))
