"""What do records say about themselves, at a glance?

A listing reads the two ends of a file and judges nothing: what it answers are claims, and only an audit tells whether
they are true.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from gin_p2p.protocol.codec import Malformed
from gin_p2p.protocol.messages import Accept, Message, Open
from gin_p2p.protocol.transcript import next_head, open_envelope
from gin_p2p.protocol.wire import decode_body
from gin_p2p.record.ending import EndKind
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.home import Home
from gin_p2p.record.library import Entry, list_records, scan_file
from gin_p2p.record.scan import StoredFrame
from gin_p2p.record.summary import Summary
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class Glance:
    """What a record claims.

    Attributes:
        path: the file.
        match_id: 16 bytes.
        keys: identity keys by seat, 32 bytes each.
        names: by seat, the guest's empty before it has accepted. Foreign text: never print it raw.
        started_ms: milliseconds since 1970 UTC.
        n_deals: hands over; None while the match can go on.
        totals: the score by seat; None while the match can go on.
        winner: None while the match can go on, and where it ended level.
    """

    path: Path
    match_id: bytes
    keys: tuple[bytes, bytes]
    names: tuple[str, str]
    started_ms: int
    n_deals: int | None = None
    totals: tuple[int, int] | None = None
    winner: Seat | None = None


def glances(home: Home) -> Iterator[Glance]:
    """Yield what our records claim, the last changed first; a file that claims nothing is left out."""
    for entry in list_records(home):
        seen = glance(entry)
        if seen is not None:
            yield seen


def glance(entry: Entry) -> Glance | None:
    """Answer what a record claims; None where it cannot be read."""
    if entry.kind is EndKind.OPEN:
        return glance_at_beginning(entry.path)
    summary = None if entry.summary is None else Summary.parse(entry.summary)
    if summary is None:
        return None
    return Glance(
        entry.path,
        summary.match_id,
        summary.keys,
        summary.names,
        summary.started_ms,
        summary.n_deals,
        summary.totals,
        summary.winner,
    )


def glance_at_beginning(path: Path) -> Glance | None:
    """Answer what the first frames of a record claim; None where it does not begin like a match."""
    try:
        frames = [item.frame for item in islice(scan_file(path), 2) if isinstance(item, StoredFrame)]
        messages: list[Message] = [decode_body(open_envelope(frame).body)[1] for frame in frames]
    except (NoRecordError, Malformed):
        return None
    match messages:
        case [Open() as offer, *others]:
            guest = next((message.name for message in others if isinstance(message, Accept)), "")
            keys, names = (offer.host_key, offer.guest_key), (offer.name, guest)
            return Glance(path, next_head(frames[0])[:16], keys, names, offer.started_ms)
        case _:
            return None
