"""Do two records show that somebody has signed twice?

Inside one record nobody can contradict themselves, for a record has one chain. Two records of one match that differ can
show it: up to some frame they are the same, and then one seat has signed two different frames with one number.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from gin_p2p.protocol.codec import Malformed
from gin_p2p.protocol.judgement import Refused
from gin_p2p.protocol.referee import Referee
from gin_p2p.protocol.transcript import CLOSE_LABEL, FRAME_LABEL, open_envelope
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.library import scan_file
from gin_p2p.record.scan import StoredFrame
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class SignedTwice:
    """The proof that a seat has two tongues.

    Attributes:
        seat: whose.
        seq: the number that both frames have.
        match_id: 16 bytes.
    """

    seat: Seat
    seq: int
    match_id: bytes


def rivals_among(paths: Sequence[Path]) -> Iterator[tuple[Path, Path, SignedTwice]]:
    """Yield each two of these files that show that a seat has signed twice. A file that cannot be read shows nothing.

    Only files that begin with the same frame are of one match and are compared.
    """
    matches: defaultdict[bytes, list[Path]] = defaultdict(list)
    for path in paths:
        if first := next(_frames(path), b""):
            matches[first].append(path)
    for same in matches.values():
        for ours, theirs in combinations(same, 2):
            if (proof := signed_twice(_frames(ours), _frames(theirs))) is not None:
                yield ours, theirs, proof


def signed_twice(ours: Iterable[bytes], theirs: Iterable[bytes]) -> SignedTwice | None:
    """Answer what two histories of one match prove; None when one continues the other, or nobody is to blame.

    Args:
        ours: the frames of one record, beginning with Open.
        theirs: those of another, beginning with the same frame.
    """
    keys: tuple[bytes, bytes] | None = None
    for seq, (one, other) in enumerate(zip(ours, theirs, strict=False)):
        if keys is None:
            keys = _keys_in(one)
            if keys is None:
                return None
        if one != other:
            return _signer_of_both(seq, one, other, keys)
    return None


def _frames(path: Path) -> Iterator[bytes]:
    try:
        for item in scan_file(path):
            if isinstance(item, StoredFrame):
                yield item.frame
    except NoRecordError:
        return


def _keys_in(opening: bytes) -> tuple[bytes, bytes] | None:
    """Answer whose match this is; Open is signed by the host, so its keys are not anybody's invention."""
    referee = Referee()
    try:
        referee.hear(opening)
    except Refused:
        return None
    return referee.table.agreed.keys


def _signer_of_both(seq: int, one: bytes, other: bytes, keys: tuple[bytes, bytes]) -> SignedTwice | None:
    try:
        envelopes = (open_envelope(one), open_envelope(other))
    except Malformed:
        return None
    match_ids = {envelope.match_id for envelope in envelopes}
    if seq == 0 or len(match_ids) > 1 or any(envelope.seq != seq for envelope in envelopes):
        return None
    for seat, key in zip(Seat, keys, strict=True):
        if all(
            any(envelope.is_signed_by(key, label) for label in (FRAME_LABEL, CLOSE_LABEL))
            for envelope in envelopes
        ):
            return SignedTwice(seat, seq, match_ids.pop())
    return None
