"""Did we play this match, and what opens our cards in it?

Nobody needs an identity to watch a record. Whoever played it has the seed of the match beside the journal; the keys of
its deals tell which seat is meant.
"""

from dataclasses import dataclass
from pathlib import Path

from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.codec import Malformed
from gin_p2p.protocol.messages import Open
from gin_p2p.protocol.transcript import next_head, open_envelope
from gin_p2p.protocol.wire import decode_body
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import load_identity
from gin_p2p.record.library import scan_file
from gin_p2p.record.scan import StoredFrame
from gin_p2p.record.seed import load_seed
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class OwnSide:
    """What we know of a match beyond its record.

    Attributes:
        seat: ours; None where we did not play.
        seed: of our seat, where we have it.
        refused: why a private file is not used; None where all is well.
    """

    seat: Seat | None = None
    seed: MatchSeed | None = None
    refused: FileRefusedError | None = None


def own_side(home: Home, path: Path) -> OwnSide:
    """Answer what we know of the match in a file.

    Raises:
        NoRecordError: the file cannot be read.
    """
    first = next(iter(scan_file(path)), None)
    if not isinstance(first, StoredFrame):
        return OwnSide()
    try:
        _, message = decode_body(open_envelope(first.frame).body)
    except Malformed:
        return OwnSide()
    if not isinstance(message, Open):
        return OwnSide()
    try:
        own = load_identity(home.identity).public
    except FileNotFoundError:
        return OwnSide()
    except FileRefusedError as error:
        return OwnSide(refused=error)
    match_id = next_head(first.frame)[:16]
    for seat, key in zip(Seat, (message.host_key, message.guest_key), strict=True):
        if key == own:
            return _with_seed(home, match_id, seat)
    return OwnSide()


def _with_seed(home: Home, match_id: bytes, seat: Seat) -> OwnSide:
    try:
        return OwnSide(seat, load_seed(home.secret(match_id), match_id))
    except FileNotFoundError:
        return OwnSide(seat)
    except FileRefusedError as error:
        return OwnSide(seat, refused=error)
