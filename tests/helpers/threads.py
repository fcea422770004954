"""Worker threads without threads: a virtual clock does not wait for a real one."""

from collections.abc import Callable
from typing import TypeVar

import pytest
import trio

_Answer = TypeVar("_Answer")


async def run_here(sync_fn: Callable[..., _Answer], *args: object) -> _Answer:
    """Do the work at once, in this task."""
    await trio.lowlevel.checkpoint()
    return sync_fn(*args)


def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything that would run in a worker thread run at once."""
    monkeypatch.setattr("trio.to_thread.run_sync", run_here)
