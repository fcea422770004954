"""What is a person told when a command fails, and with which number does it end?

Everything that a command can run into has a place in the table below. What has none is our bug.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gin_p2p.cli.exits import Exit, Stopped, UsageError
from gin_p2p.cli.text import CHAT_COLUMNS, inert
from gin_p2p.net import errors as net
from gin_p2p.protocol.judgement import BadFrame, Violation
from gin_p2p.protocol.session import Equivocation
from gin_p2p.record.errors import FileRefusedError, JournalError, NoRecordError

CODES: Final[tuple[tuple[type[BaseException], Exit], ...]] = (
    (KeyboardInterrupt, Exit.INTERRUPTED),
    (UsageError, Exit.USAGE),
    (net.JoinLineError, Exit.USAGE),
    (Violation, Exit.PROVEN_WRONG),
    (Equivocation, Exit.PROVEN_WRONG),
    (net.Fork, Exit.PROVEN_WRONG),
    (net.WrongKey, Exit.REFUSED),
    (net.OwnKey, Exit.REFUSED),
    (net.Refused, Exit.REFUSED),
    (net.VersionMismatch, Exit.REFUSED),
    (FileRefusedError, Exit.REFUSED),
    (net.LinkError, Exit.NO_CONNECTION),
    (BadFrame, Exit.UNFINISHED),
    (JournalError, Exit.UNFINISHED),
    (NoRecordError, Exit.CANNOT_JUDGE),
)
"""The first that fits counts. A command that knows more (a link lost within a match is 5, not 3) answers itself."""


@dataclass(frozen=True, slots=True)
class Failure:
    """How a command ends that did not answer.

    Attributes:
        code: the exit code.
        text: one line for people, inert; empty when the person knows why, as after Ctrl-C.
        name: the stable name for programs; empty where there is none.
    """

    code: Exit
    text: str = ""
    name: str = ""


def failure_of(error: BaseException) -> Failure | None:
    """Answer how the program ends after this error; None when it is a bug.

    Tasks that run together fail together: of several errors the one that stands first in the table counts, and one
    that stands nowhere makes it a bug.
    """
    failures = [_failure_of(leaf) for leaf in _leaves(error)]
    if None in failures:
        return None
    ranked = sorted((failure for failure in failures if failure), key=lambda pair: pair[0])
    return ranked[0][1]


def _failure_of(error: BaseException) -> tuple[int, Failure] | None:
    if isinstance(error, Stopped):
        return -1, Failure(error.code)
    for rank, (kind, code) in enumerate(CODES):
        if isinstance(error, kind):
            name = str(getattr(error, "code", ""))
            return rank, Failure(code, inert(str(error), CHAT_COLUMNS, empty=""), name)
    return None


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error
