"""Which matches can go on, and who plays them?

A journal is named by its match, and its first two frames say who plays what by which rules: that is all a listing
needs, so the others are not read here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from gin_p2p.protocol.judgement import Refused
from gin_p2p.protocol.referee import Referee
from gin_p2p.protocol.table import Offer
from gin_p2p.record.ending import EndKind
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.home import Home
from gin_p2p.record.library import list_matches, scan_file
from gin_p2p.record.scan import StoredFrame

_N_SAYING_WHO: Final = 2
"""Open and Accept."""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match that lies on disk.

    Args:
        match_id: 16 bytes.
        path: of its journal.
        offer: who plays what; the guest's name is empty before it has accepted.
        is_closed: it has its end.
        modified: last change, in seconds since 1970.
    """

    match_id: bytes
    path: Path
    offer: Offer
    is_closed: bool
    modified: float


def saved_matches(home: Home) -> tuple[SavedMatch, ...]:
    """Answer every match that has begun, newest first; a file that is none is left out."""
    return tuple(_saved(home))


def evidence_of(home: Home, match_id: bytes) -> tuple[Path, ...]:
    """Answer the second histories that are kept of a match. Whoever holds one signs no more."""
    return tuple(sorted(home.evidence.glob(f"{match_id.hex()}-*.gin")))


def _saved(home: Home) -> Iterator[SavedMatch]:
    for entry in list_matches(home):
        begun = _begun(entry.path)
        if begun is not None and entry.path == home.journal(begun[0]):
            match_id, offer = begun
            yield SavedMatch(match_id, entry.path, offer, entry.kind is EndKind.CLOSED, entry.modified)


def _begun(path: Path) -> tuple[bytes, Offer] | None:
    """Answer the match that the first frames of a file open, or None."""
    referee = Referee()
    try:
        for item in islice(scan_file(path), _N_SAYING_WHO):
            if isinstance(item, StoredFrame):
                referee.hear(item.frame)
    except (NoRecordError, Refused):
        return None
    offer = referee.table.offer
    return None if offer is None else (referee.transcript.match_id, offer)
