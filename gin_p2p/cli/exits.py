"""With which number does the program end?

A script reads the number, a person the sentence before it. Each command answers one of these; nothing else ends the
process.
"""

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes, for every command alike."""

    DONE = 0
    """Also a match that was lost."""
    BUG = 1
    """Ours; a crash log says where."""
    USAGE = 2
    NO_CONNECTION = 3
    REFUSED = 4
    """Identity or rules refused, declined, busy; an identity file is unsafe."""
    UNFINISHED = 5
    """Stopped and saved; an audited record has no end."""
    PROVEN_WRONG = 6
    """The audit failed, or the peer cheated."""
    CANNOT_JUDGE = 7
    HANGUP = 129
    INTERRUPTED = 130
    TERMINATED = 143


class UsageError(Exception):
    """The human asked for something impossible. The text says what, and what would be possible."""


class Stopped(BaseException):
    """The system asked the program to end.

    Attributes:
        code: what the program ends with.
    """

    def __init__(self, code: Exit) -> None:
        self.code = code
        super().__init__(code.name.lower())
