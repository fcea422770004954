"""Whom have we met, and how sure were we that it was them?

`peers.toml` is written by us and edited by people, so it is text, checked in full when read: an unknown key or a
wrong kind is refused with its place rather than dropped at the next rewrite. The name a peer sends is kept as
`claimed`; `name` is ours and wins. Every rewrite happens under a lock and leaves the old file or the new one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

from gin_p2p.crypto.identity import parse_key_print
from gin_p2p.record.disk import PRIVATE, Disk, SystemDisk, write_over
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.home import read_toml
from gin_p2p.record.toml_text import quoted

MAX_PEERS_BYTES: Final = 4 * 1024 * 1024
_PREFACE: Final = "# Whom you met. `name` is yours to choose; comments are lost when gin writes this file.\n"


_Kind = TypeVar("_Kind")


class Checked(StrEnum):
    """How the peer's key was made sure of at the first meeting."""

    LINE = "line"
    """It stood in the join line."""
    COMPARED = "compared"
    """The key prints were compared by the players."""
    NO = "no"


@dataclass(frozen=True, slots=True)
class Peer:
    """Somebody we met.

    Args:
        key: key print, 28 letters in groups of four.
        name: ours for them.
        claimed: the one they sent last.
        checked: how the key was made sure of.
        first: first meeting.
        last: latest meeting.
        seen_at: addresses we reached them at, newest first.
        blocked: whether we refuse to play them.

    Raises:
        ValueError: the key print is none, the name is empty, or a time has no zone.
    """

    key: str
    name: str
    claimed: str
    checked: Checked
    first: datetime
    last: datetime
    seen_at: tuple[str, ...] = ()
    blocked: bool = False

    def __post_init__(self) -> None:
        if parse_key_print(self.key) != self.key:
            raise ValueError(f"key print {self.key!r} is not written as usual")
        if not self.name.strip():
            raise ValueError("a peer has a name")
        if self.first.tzinfo is None or self.last.tzinfo is None:
            raise ValueError("a time needs a zone")


Peers = tuple[Peer, ...]


def by_key(peers: Peers, key: str) -> Peer | None:
    """Answer the peer with this key print, if we met."""
    return next((peer for peer in peers if peer.key == key), None)


def by_name(peers: Peers, name: str) -> Peer | None:
    """Answer the peer we call so, whatever the case of the letters."""
    return next((peer for peer in peers if peer.name.casefold() == name.casefold()), None)


def free_name(peers: Peers, wanted: str) -> str:
    """Answer the name itself, or with the lowest number that makes it ours alone."""
    name, number = wanted, 2
    while by_name(peers, name) is not None:
        name, number = f"{wanted}-{number}", number + 1
    return name


def with_peer(peers: Peers, peer: Peer) -> Peers:
    """Answer the list with this peer in the place of the one with the same key, or at the end."""
    if by_key(peers, peer.key) is None:
        return (*peers, peer)
    return tuple(peer if other.key == peer.key else other for other in peers)


def without_peer(peers: Peers, key: str) -> Peers:
    """Answer the list without the peer of this key print."""
    return tuple(peer for peer in peers if peer.key != key)


def load_peers(path: Path) -> Peers:
    """Read whom we met. No file means nobody.

    Raises:
        FileRefusedError: it cannot be read, or something in it is not as we write it.
    """
    content = read_toml(path, MAX_PEERS_BYTES)
    entries = content.get("peer", [])
    if content.keys() - {"peer"} or not isinstance(entries, list):
        raise FileRefusedError(path, "holds something that is not a [[peer]]")
    try:
        return _distinct([_parse_peer(entry) for entry in entries])
    except (ValueError, TypeError) as error:
        raise FileRefusedError(path, f"has a wrong entry: {error}") from None


def update_peers(path: Path, change: Callable[[Peers], Peers], disk: Disk | None = None) -> Peers:
    """Read, change and write the list; no other process comes between.

    Args:
        path: in a folder that exists.
        change: answers the new list.
        disk: the system's own unless a test says otherwise.

    Raises:
        FileRefusedError: as in `load_peers`, or it cannot be written.
        ValueError: two peers of the new list share a key print or a name.
    """
    disk = disk or SystemDisk()
    try:
        with _locked(disk, path.with_name(path.name + ".lock")):
            peers = _distinct(change(load_peers(path)))
            write_over(disk, path, format_peers(peers).encode())
    except OSError as error:
        raise FileRefusedError(path, f"cannot be written ({error.strerror})") from None
    return peers


def format_peers(peers: Peers) -> str:
    """Write the list as TOML."""
    return _PREFACE + "".join(_format_peer(peer) for peer in peers)


@contextmanager
def _locked(disk: Disk, path: Path) -> Iterator[None]:
    """Hold the lock that stands for the list. The list itself is replaced at every write, so it cannot be the lock."""
    try:
        handle = disk.create(path, PRIVATE)
    except FileExistsError:
        handle = disk.open(path, writable=True)
    try:
        disk.lock(handle, wait=True)
        yield
    finally:
        disk.close(handle)


def _distinct(peers: Sequence[Peer]) -> Peers:
    """Refuse a list in which a key print or a name would not say who is meant."""
    for what, values in (
        ("key prints", [peer.key for peer in peers]),
        ("names", [peer.name.casefold() for peer in peers]),
    ):
        if len(set(values)) != len(values):
            raise ValueError(f"two peers have equal {what}")
    return tuple(peers)


def _parse_peer(entry: Mapping[str, object]) -> Peer:
    """Read one table; TypeError or ValueError name what is wrong with it."""
    if not isinstance(entry, dict):
        raise TypeError("a peer is a table")
    known = {field.name for field in fields(Peer)}
    if unknown := sorted(entry.keys() - known):
        raise ValueError(f"unknown key {unknown[0]!r}")
    seen_at = entry.get("seen_at", [])
    if not isinstance(seen_at, list):
        raise TypeError("'seen_at' is a list of texts")
    return Peer(
        key=_of_kind(entry, "key", str),
        name=_of_kind(entry, "name", str),
        claimed=_of_kind(entry, "claimed", str),
        checked=Checked(_of_kind(entry, "checked", str)),
        first=_of_kind(entry, "first", datetime),
        last=_of_kind(entry, "last", datetime),
        seen_at=tuple(_of_kind({"seen_at": item}, "seen_at", str) for item in seen_at),
        blocked=_of_kind({"blocked": False} | entry, "blocked", bool),
    )


def _of_kind(entry: Mapping[str, object], key: str, kind: type[_Kind]) -> _Kind:
    """Answer the value of a key if it has exactly this kind."""
    value = entry.get(key)
    if type(value) is not kind:
        raise TypeError(f"{key!r} is missing or of the wrong kind")
    return value


def _format_peer(peer: Peer) -> str:
    seen_at = ", ".join(quoted(address) for address in peer.seen_at)
    lines = (
        "",
        "[[peer]]",
        f"key = {quoted(peer.key)}",
        f"name = {quoted(peer.name)}",
        f"claimed = {quoted(peer.claimed)}",
        f"checked = {quoted(peer.checked)}",
        f"first = {_format_time(peer.first)}",
        f"last = {_format_time(peer.last)}",
        f"seen_at = [{seen_at}]",
        f"blocked = {str(peer.blocked).lower()}",
        "",
    )
    return "\n".join(lines)


def _format_time(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
