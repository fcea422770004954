"""Which records are meant?

A folder stands for every record in it and below it. What cannot be found is not left out: it is one of the answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.home import Home
from gin_p2p.record.library import find_record, records_below


@dataclass(frozen=True, slots=True)
class Wanted:
    """A record that somebody asked for.

    Attributes:
        name: as it was typed; for a record in a folder, its path.
        path: where it lies; None where there is none.
        trouble: why there is none, else empty.
    """

    name: str
    path: Path | None
    trouble: str = ""


def wanted_records(home: Home, words: Sequence[str]) -> tuple[Wanted, ...]:
    """Answer the records that are meant, in the order asked for.

    Args:
        home: whose records `last` and match ids mean.
        words: paths of files and folders, `last`, or first digits of match ids.
    """
    return tuple(record for word in words for record in _meant(home, word))


def _meant(home: Home, word: str) -> tuple[Wanted, ...]:
    try:
        path = find_record(home, word)
    except NoRecordError as error:
        return (Wanted(word, None, str(error)),)
    found = records_below(path)
    if found is None:
        return (Wanted(word, path),)
    return tuple(Wanted(str(file), file) for file in found) or (
        Wanted(word, None, f"{word}: no record lies in this folder"),
    )
