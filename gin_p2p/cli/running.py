"""How does a command line become one job and one exit code, whatever happens?

The line is parsed first, and nothing is done yet; then the job runs. Every path ends here, in one code, and with
`--json` in one `done`.
"""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from types import FrameType
from typing import Final

from gin_p2p.cli.exits import Exit, Stopped, UsageError
from gin_p2p.cli.output import Job, Output

_STOPS: Final = {"SIGTERM": Exit.TERMINATED, "SIGHUP": Exit.HANGUP}


def version() -> str:
    """Answer the version of this program; a checkout that was never installed has none."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of("gin-p2p")
    except PackageNotFoundError:
        return "(not installed)"


def run(parse: Callable[[Sequence[str]], Job], arguments: Sequence[str]) -> Exit:
    """Run what a command line asks for, and answer how the process ends.

    Args:
        parse: answers the job, or raises UsageError.
        arguments: without the name of the program.
    """
    output = Output(is_json=wants_json(arguments), out=sys.stdout, err=sys.stderr)
    code, name = _outcome(parse, arguments, output)
    output.done(code, name)
    if output.trouble:
        output.complain(f"The output cannot be written ({output.trouble}).")
        return Exit.UNFINISHED if code is Exit.DONE else code
    return code


def wants_json(arguments: Sequence[str]) -> bool:
    """Answer whether a program reads the output, even of a line that is not understood."""
    words = list(arguments)
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def _outcome(
    parse: Callable[[Sequence[str]], Job], arguments: Sequence[str], output: Output
) -> tuple[Exit, str]:
    """Answer the exit code, and the stable name of the error if there was one."""
    try:
        with _stoppable():
            return parse(arguments)(output), ""
    except UsageError as error:
        output.complain(str(error))
        return Exit.USAGE, "E-USAGE"
    except (Exception, BaseExceptionGroup, KeyboardInterrupt, Stopped) as error:  # noqa: BLE001 - here every path ends
        return _explained(error, output)


def _explained(error: BaseException, output: Output) -> tuple[Exit, str]:
    from gin_p2p.cli.failures import failure_of

    failure = failure_of(error)
    if failure is None:
        output.complain(_own_fault(error))
        return Exit.BUG, "E-BUG"
    if failure.text:
        output.complain(failure.text)
    return failure.code, failure.name


def _own_fault(error: BaseException) -> str:
    """Write down a bug, and answer the line that admits it."""
    from gin_p2p.record.crashlog import write_crash_log
    from gin_p2p.record.home import Home

    what = f"This is a bug in gin ({type(error).__name__})."
    try:
        path = write_crash_log(Home.find(), error, version(), datetime.now(UTC))
    except Exception as failed:  # noqa: BLE001 - the last line of defence says what it can
        return f"{what} Its log cannot be kept: {failed}"
    return f"{what} Please report it with {path}"


@contextmanager
def _stoppable() -> Iterator[None]:
    """Turn the signals that end a process into `Stopped`, so that it can say good-bye. One that is ignored stays so."""

    def stop(number: int, _: FrameType | None) -> None:
        raise Stopped(_STOPS[signal.Signals(number).name])

    numbers = [getattr(signal, name) for name in _STOPS if hasattr(signal, name)]
    before = {n: signal.signal(n, stop) for n in numbers if signal.getsignal(n) is signal.SIG_DFL}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
