"""Where is the one secret of a seat in a match?

In `<match id>.secret`, beside the journal and never in it. It is durable before the seat's first frame is: a seed
drawn again after a crash would give other deal keys than the ones already promised. It is kept after the match, for
the owner's replay and for `gin reveal`.

The file holds `["gin-secret", 1, match id, seed, check]`; the check is a hash over both, so that a file which was
renamed, or damaged in one bit, is refused rather than played with.
"""

import hashlib
from pathlib import Path
from typing import Final

from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.codec import pack
from gin_p2p.record.disk import Disk, SystemDisk, write_new
from gin_p2p.record.errors import FileRefusedError, JournalError
from gin_p2p.record.private_file import read_private

_NAME: Final = "gin-secret"
_VERSION: Final = 1


def create_seed(path: Path, match_id: bytes, seed: MatchSeed, disk: Disk | None = None) -> None:
    """Make the seed durable. Call it before the journal of the match is created.

    Args:
        path: a name that must not exist.
        match_id: 16 bytes.
        seed: known to this seat.
        disk: the system's own unless a test says otherwise.

    Raises:
        JournalError: it is not durable, or there is one already; nothing may be signed then.
    """
    try:
        write_new(disk or SystemDisk(), path, _encode(match_id, seed.secret_bytes))
    except OSError as error:
        raise JournalError(f"{path} cannot be created ({error.strerror})") from None


def load_seed(path: Path, match_id: bytes, disk: Disk | None = None) -> MatchSeed:
    """Read the seed of a match.

    Args:
        path: of the file.
        match_id: 16 bytes; the file must be of this match.
        disk: the system's own unless a test says otherwise.

    Raises:
        FileNotFoundError: there is none.
        FileRefusedError: others may read it, it is damaged, or it is another match's.
    """
    value = read_private(disk or SystemDisk(), path)
    match value:
        case (str(), int(), bytes(), bytes(secret_bytes), bytes()) if len(secret_bytes) == 32:
            if pack(value) == _encode(match_id, secret_bytes):
                return MatchSeed(secret_bytes)
    raise FileRefusedError(path, "is damaged, or of another match")


def _encode(match_id: bytes, secret_bytes: bytes) -> bytes:
    """Write the whole file; reading compares with it."""
    check = hashlib.sha256(b"gin-p2p secret file v1\0" + match_id + secret_bytes).digest()
    return pack((_NAME, _VERSION, match_id, secret_bytes, check))
