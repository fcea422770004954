"""Who am I, from one start to the next?

The file `identity` holds `["gin-identity", 1, private half, public half]`. Only the private half is used; the public
one is there to be compared. A file in which somebody put another public half is refused: signing with a key pair that
does not belong together gives the private half away.
"""

from contextlib import suppress
from pathlib import Path
from typing import Final

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.identity import KEY_BYTES, Identity
from gin_p2p.protocol.codec import pack
from gin_p2p.record.disk import Disk, SystemDisk, write_new
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.private_file import read_private

_NAME: Final = "gin-identity"
_VERSION: Final = 1


def load_identity(path: Path, disk: Disk | None = None) -> Identity:
    """Read the identity.

    Raises:
        FileNotFoundError: there is none.
        FileRefusedError: others may read it, it is damaged, or its halves do not belong together.
    """
    match read_private(disk or SystemDisk(), path):
        case (str(name), int(version), bytes(private_bytes), bytes(public)) if (name, version) == (
            _NAME,
            _VERSION,
        ):
            return _checked(path, private_bytes, public)
    raise FileRefusedError(path, "is not an identity")


def save_identity(path: Path, identity: Identity, disk: Disk | None = None) -> None:
    """Write an identity where there is none.

    Raises:
        FileExistsError: there is one; it is never overwritten.
        FileRefusedError: it cannot be made durable.
    """
    data = pack((_NAME, _VERSION, identity.private_bytes(), identity.public))
    try:
        write_new(disk or SystemDisk(), path, data)
    except FileExistsError:
        raise
    except OSError as error:
        raise FileRefusedError(path, f"cannot be written ({error.strerror})") from None


def load_or_create_identity(path: Path, entropy: Entropy, disk: Disk | None = None) -> Identity:
    """Read the identity; at the very first start, make one.

    Args:
        path: of the file, in a folder that exists.
        entropy: draws a new one.
        disk: the system's own unless a test says otherwise.

    Raises:
        FileRefusedError: as in `load_identity` and `save_identity`.
    """
    try:
        return load_identity(path, disk)
    except FileNotFoundError:
        with suppress(FileExistsError):  # another gin started at the same moment: its identity is ours
            save_identity(path, Identity.generate(entropy), disk)
        return load_identity(path, disk)


def _checked(path: Path, private_bytes: bytes, public: bytes) -> Identity:
    """Answer the identity if its halves belong together."""
    if len(private_bytes) != KEY_BYTES:
        raise FileRefusedError(path, "is damaged")
    identity = Identity.from_private_bytes(private_bytes)
    if identity.public != public:
        raise FileRefusedError(path, "is damaged: its two halves do not belong together")
    return identity
