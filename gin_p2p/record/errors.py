"""What can go wrong with a file of ours?

Three answers, by what follows from them: a journal that can no longer be trusted ends the program before another
byte is sent; a private file that is not as we left it is refused until its owner has looked; a record that cannot be
opened is one line of a listing. No message quotes what a private file holds.
"""

from pathlib import Path


class JournalError(Exception):
    """The journal cannot be relied on: nothing is sent after it."""


class JournalLockedError(JournalError):
    """Another process plays this match."""


class FileRefusedError(Exception):
    """A file of ours is unsafe or not as we wrote it, and is not used.

    Args:
        path: the file.
        reason: what is wrong with it.
        remedy: what its owner can do, a sentence or empty.
    """

    def __init__(self, path: Path, reason: str, remedy: str = "") -> None:
        super().__init__(f"{path} {reason}." + (f" {remedy}" if remedy else ""))
        self.path = path
        self.reason = reason
        self.remedy = remedy


class NoRecordError(Exception):
    """There is no record to read where one was asked for."""
