"""How are many records worked through quickly?

By processes, one record each, all cores at once; answers come in the order of the records and only a few wait at a
time, so that memory does not grow with their number. Few small records are faster done here: a process has to start
first. Whoever stops listening, or is interrupted, leaves no process behind.
"""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from gin_p2p.cli.exits import UsageError
from gin_p2p.record.errors import NoRecordError

WORTH_BYTES: Final = 2_000_000
"""About a second of auditing. Below that, starting processes costs more than it saves."""
MAX_JOBS: Final = 256
_AHEAD: Final = 4
"""Records handed out for each process, so that none is idle while the slowest is waited for."""

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


def n_jobs_for(paths: Sequence[Path | None], asked: int | None) -> int:
    """Answer how many processes are worth starting; 1 is none beside this one.

    Args:
        paths: of the records, as far as they are known.
        asked: the most the user wants; None for as many as there are cores.

    Raises:
        UsageError: so many cannot be.
    """
    if asked is not None and not 1 <= asked <= MAX_JOBS:
        raise UsageError(f"--jobs takes 1 to {MAX_JOBS}.")
    n_jobs = min(n_cores() if asked is None else asked, len(paths))
    return n_jobs if sum(map(_size, paths)) >= WORTH_BYTES else 1


def n_cores() -> int:
    """Answer how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def each(work: Callable[[_Item], _Answer], items: Sequence[_Item], n_jobs: int) -> Iterator[_Answer]:
    """Yield the answer for each item, in their order.

    Args:
        work: a function of a module, since another process has to find it.
        items: plain data.
        n_jobs: processes; 1 works here.

    Raises:
        NoRecordError: a process was killed from outside.
    """
    yield from map(work, items) if n_jobs == 1 else _side_by_side(work, items, n_jobs)


def _side_by_side(work: Callable[[_Item], _Answer], items: Sequence[_Item], n_jobs: int) -> Iterator[_Answer]:
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    # Not forked: what a copy of this process would inherit (threads, signal handlers) is not ours to know.
    pool = ProcessPoolExecutor(n_jobs, get_context("spawn"), _leave_signals_to_the_parent)
    waiting: deque[Future[_Answer]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) >= _AHEAD * n_jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise NoRecordError(
            "a process that was reading records was killed; with --jobs 1 there is none"
        ) from None
    finally:
        for child in active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)


def _leave_signals_to_the_parent() -> None:
    """Ctrl-C reaches every process of the terminal; only the first of them says good-bye, and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _size(path: Path | None) -> int:
    with suppress(OSError, ValueError):
        return path.stat().st_size if path is not None and path.is_file() else 0
    return 0
