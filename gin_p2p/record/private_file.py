"""Is this private file still what we wrote, and only ours?

Identity and match seeds lie in files of a few bytes that nobody else may read. They are opened without following a
link, judged on the open file (not on its name, which may change in between), and read with a bound. A file that fails
is refused, not repaired: whoever could read it may have the key, whoever could write it may have chosen it.
"""

import errno
from pathlib import Path
from typing import Final

from gin_p2p.protocol.codec import Malformed, Value, unpack
from gin_p2p.record.disk import Disk
from gin_p2p.record.errors import FileRefusedError

MAX_BYTES: Final = 4096


def read_private(disk: Disk, path: Path) -> Value:
    """Read a private file and decode its one value.

    Raises:
        FileNotFoundError: there is none.
        FileRefusedError: it is a link, not a file, others may read it, it cannot be read, or it is not one value.
    """
    try:
        handle = disk.open(path, writable=False)
    except FileNotFoundError:
        raise
    except OSError as error:
        reason = (
            "is a symbolic link" if error.errno == errno.ELOOP else f"cannot be opened ({error.strerror})"
        )
        raise FileRefusedError(path, reason) from None
    try:
        return _read_checked(disk, handle, path)
    except OSError as error:
        raise FileRefusedError(path, f"cannot be read ({error.strerror})") from None
    finally:
        disk.close(handle)


def _read_checked(disk: Disk, handle: int, path: Path) -> Value:
    """Judge the open file and decode it. The codec's own message is dropped: it must not quote a secret."""
    state = disk.state(handle)
    if not state.is_regular:
        raise FileRefusedError(path, "is not a file")
    if state.others_may_read:
        raise FileRefusedError(path, "can be read by others", f"Fix: chmod 600 '{path}'")
    try:
        return unpack(disk.read(handle, 0, MAX_BYTES + 1), max_bytes=MAX_BYTES)
    except Malformed:
        raise FileRefusedError(path, "is damaged") from None
