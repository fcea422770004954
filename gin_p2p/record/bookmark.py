"""What does a match need to go on, beside its record and its seed?

Where it is played, and how long its lines were down. It lies in `<match id>.toml`, for its owner to read and to
change. Nothing is lost with it: without one the usual port and the addresses of `peers.toml` are tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final, TypeVar

from gin_p2p.record.disk import Disk, SystemDisk, write_over
from gin_p2p.record.errors import FileRefusedError, JournalError
from gin_p2p.record.home import read_toml

MAX_BOOKMARK_BYTES: Final = 64 * 1024
_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class Bookmark:
    """Where and how a match is played.

    Args:
        addresses: where the host is called, as in a join line.
        port: the host listens there; 0 on the guest's side.
        bind: the only address the host listens on; empty for all.
        down_s: how long the line was down in all, in seconds.
        thought_s: how long host and guest have thought, in seconds.
        is_left: the owner has ended the match, because the other side left it.
    """

    addresses: tuple[str, ...] = ()
    port: int = 0
    bind: str = ""
    down_s: float = 0.0
    thought_s: tuple[float, float] = (0.0, 0.0)
    is_left: bool = False


def save_bookmark(path: Path, bookmark: Bookmark, disk: Disk | None = None) -> None:
    """Write the bookmark, in place of an older one.

    Raises:
        JournalError: it is not durable.
    """
    try:
        write_over(disk or SystemDisk(), path, _format(bookmark).encode())
    except OSError as error:
        raise JournalError(f"{path} cannot be written ({error.strerror})") from None


def load_bookmark(path: Path) -> Bookmark:
    """Read a bookmark. No file is an empty one.

    Raises:
        FileRefusedError: it cannot be read, or a value is of the wrong kind.
    """
    content = read_toml(path, MAX_BOOKMARK_BYTES)
    if unknown := sorted(content.keys() - {field.name for field in fields(Bookmark)}):
        raise FileRefusedError(path, f"has an unknown key {unknown[0]!r}")
    try:
        host_s, guest_s = _list(content, "thought_s", float, (0.0, 0.0))
        return Bookmark(
            addresses=tuple(_list(content, "addresses", str, ())),
            port=_of_kind(content.get("port", 0), int),
            bind=_of_kind(content.get("bind", ""), str),
            down_s=_of_kind(content.get("down_s", 0.0), float),
            thought_s=(host_s, guest_s),
            is_left=_of_kind(content.get("is_left", False), bool),
        )
    except (TypeError, ValueError):
        raise FileRefusedError(path, "has a value of the wrong kind") from None


def _list(content: dict[str, object], key: str, kind: type[_Kind], default: Sequence[_Kind]) -> list[_Kind]:
    value = content.get(key, list(default))
    if not isinstance(value, list):
        raise TypeError(key)
    return [_of_kind(item, kind) for item in value]


def _of_kind(value: object, kind: type[_Kind]) -> _Kind:
    if type(value) is not kind:
        raise TypeError(kind.__name__)
    return value


def _format(bookmark: Bookmark) -> str:
    """Write TOML. The texts are addresses that were parsed before, so none needs an escape."""
    addresses = ", ".join(f'"{address}"' for address in bookmark.addresses)
    host_s, guest_s = bookmark.thought_s
    lines = (
        "# Where this match goes on; gin writes this file.",
        f"addresses = [{addresses}]",
        f"port = {bookmark.port}",
        f'bind = "{bookmark.bind}"',
        f"down_s = {bookmark.down_s:.3f}",
        f"thought_s = [{host_s:.3f}, {guest_s:.3f}]",
        f"is_left = {str(bookmark.is_left).lower()}",
        "",
    )
    return "\n".join(lines)
