"""How does a file for others come to be?"""

import hashlib
from pathlib import Path
from typing import Final

from gin_p2p.record.disk import Disk, SystemDisk, write_new
from gin_p2p.record.errors import FileRefusedError, NoRecordError

_PUBLIC: Final = 0o644


def write_public(path: Path, text: str, disk: Disk | None = None) -> None:
    """Write a file that anybody may read. It is wholly there or not at all, and nothing is overwritten.

    Raises:
        FileExistsError: the name is taken.
        FileRefusedError: it cannot be written.
    """
    try:
        write_new(disk or SystemDisk(), path, text.encode())
        path.chmod(_PUBLIC)
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no file can have this name"
        raise FileRefusedError(path, f"cannot be written ({reason})") from None


def digest_of_file(path: Path) -> str:
    """Answer the SHA-256 of a file in hexadecimal.

    Raises:
        NoRecordError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise NoRecordError(f"{path}: cannot be read ({error.strerror})") from None
