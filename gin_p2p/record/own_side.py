"""Did we play this match, and what opens our cards in it?

Nobody needs an identity to watch a record. Whoever played it has the seed of the match beside the journal; the keys of
its deals tell which seat is meant.
"""

from dataclasses import dataclass, field
from pathlib import Path

from gin_p2p.protocol.codec import Malformed
from gin_p2p.protocol.messages import Open
from gin_p2p.protocol.opening import Keyring
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
        keyring: with the seed, where we have it.
        refused: why a private file is not used; None where all is well.
    """

    seat: Seat | None = None
    keyring: Keyring = field(default_factory=Keyring)
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
    match_id = next_head(first.frame)[:16]
    refused = None
    seat = None
    keyring = Keyring()
    try:
        own = load_identity(home.identity).public
        seat = next((seat for seat in Seat if (message.host_key, message.guest_key)[seat] == own), None)
        keyring = Keyring(load_seed(home.secret(match_id), match_id)) if seat is not None else keyring
    except FileNotFoundError:
        pass
    except FileRefusedError as error:
        refused = error
    return OwnSide(seat, keyring, refused)
