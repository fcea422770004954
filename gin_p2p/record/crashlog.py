"""Where is it written down that the program broke?

The log holds the versions and the traceback as text: lines of our own code, and never the values of variables, among
which would be secrets.
"""

import traceback
from datetime import UTC, datetime
from pathlib import Path
from platform import platform, python_version

from gin_p2p.record.disk import SystemDisk, write_new
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.home import Home


def write_crash_log(home: Home, error: BaseException, version: str, now: datetime) -> Path:
    """Write what broke into the folder of logs, and answer where.

    Args:
        home: whose folder.
        error: what was raised.
        version: of this program.
        now: with a zone; names the file.

    Raises:
        FileRefusedError: it cannot be written.
    """
    home.prepare()
    path = home.log / f"crash-{now.astimezone(UTC).strftime('%Y%m%dT%H%M%S.%f')}.txt"
    head = f"gin {version}, Python {python_version()}, {platform()}\n\n"
    try:
        write_new(
            SystemDisk(), path, (head + "".join(traceback.format_exception(error))).encode(errors="replace")
        )
    except OSError as failed:
        raise FileRefusedError(path, f"cannot be written ({failed.strerror})") from None
    return path
