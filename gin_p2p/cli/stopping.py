"""How does a match end when the system asks for it?

Ctrl-C, TERM and HUP end what the player does, not the links: the good-bye still has to be said. So the work runs in
one scope, the links live outside it, and only the exit code remembers the signal.
"""

import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import trio

from gin_p2p.cli.exits import Exit

_CODES: Final = {
    "SIGINT": Exit.INTERRUPTED,
    "SIGTERM": Exit.TERMINATED,
    "SIGHUP": Exit.HANGUP,
}


class Stop:
    """Whether the system has asked for the end.

    Attributes:
        scope: cancelled when it does.
        code: what the process then ends with; None until then.
    """

    def __init__(self) -> None:
        self.scope = trio.CancelScope()
        self.code: Exit | None = None

    async def watch(self, task_status: trio.TaskStatus[None]) -> None:
        """Wait for signals. A signal that was ignored when the program started stays ignored (nohup)."""
        names = [name for name in _CODES if hasattr(signal, name)]
        heeded = [n for n in names if signal.getsignal(getattr(signal, n)) is not signal.SIG_IGN]
        with trio.open_signal_receiver(*(getattr(signal, name) for name in heeded)) as arriving:
            task_status.started()
            async for number in arriving:
                self.code = self.code or _CODES[signal.Signals(number).name]
                self.scope.cancel()


@asynccontextmanager
async def stoppable() -> AsyncIterator[tuple[Stop, trio.Nursery]]:
    """Offer a stop and a nursery for what must outlive it, such as links; both end with the block."""
    stop = Stop()
    async with trio.open_nursery() as nursery:
        await nursery.start(stop.watch)
        yield stop, nursery
        nursery.cancel_scope.cancel()


def run_to_exit(work: Callable[[], Awaitable[Exit]]) -> Exit:
    """Run the one event loop of the process."""
    return trio.run(work)
