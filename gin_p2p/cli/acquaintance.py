"""Who is at the other end, and have we met?

Keys are the identity, names are decoration. A key from the join line was compared by whoever sent the line; one met at
a bare address is shown and asked about; one that differs from an earlier meeting at that address ends the call.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from gin_p2p.cli.exits import UsageError
from gin_p2p.cli.text import inert_name
from gin_p2p.crypto.identity import key_print
from gin_p2p.net.errors import WrongKey
from gin_p2p.net.joinline import Address, JoinLine, parse_join_line
from gin_p2p.record.home import Home
from gin_p2p.record.peers import (
    Checked,
    Peer,
    Peers,
    by_key,
    by_name,
    free_name,
    load_peers,
    update_peers,
    with_peer,
)


class KeyChanged(WrongKey):
    """Somebody answers where a known player was met before, with another key."""

    code = "E-KEY-CHANGED"


@dataclass(frozen=True, slots=True)
class Stranger:
    """A key at the other end of a link.

    Attributes:
        print: its key print.
        peer: who it is, if we met.
    """

    print: str
    peer: Peer | None

    @property
    def title(self) -> str:
        """The name we know it by and the key print, for people."""
        return f"{inert_name(self.peer.name)}, {self.print}" if self.peer else f"{self.print}, new"


class Acquaintances:
    """Whom this player has met.

    Args:
        home: whose peers file.
    """

    def __init__(self, home: Home) -> None:
        self._home = home

    def stranger(self, key: bytes) -> Stranger:
        """Answer what we know of a key."""
        shown = key_print(key)
        return Stranger(shown, by_key(load_peers(self._home.peers), shown))

    def may_play(self, key: bytes) -> bool:
        """Tell whether this key is not blocked."""
        peer = self.stranger(key).peer
        return peer is None or not peer.blocked

    def line_for(self, words: str) -> JoinLine:
        """Read what stands behind `gin join`: a join line, an address, or the name of somebody we met.

        Raises:
            UsageError: the peer has no address yet.
            JoinLineError: it is none of these.
        """
        peer = by_name(load_peers(self._home.peers), words)
        if peer is None or any(mark in words for mark in ".:@"):
            return parse_join_line(words)
        if not peer.seen_at:
            raise UsageError(
                f"I never reached {inert_name(peer.name)} at an address; ask for the whole join line."
            )
        return parse_join_line(f"{peer.key}@{','.join(peer.seen_at)}")

    def check_unchanged(self, line: JoinLine, key: bytes) -> None:
        """Refuse a host whose key differs from the one met at the same bare address.

        Raises:
            KeyChanged: there is no "continue anyway".
        """
        if line.key_print is not None:
            return
        met = _met_at(load_peers(self._home.peers), line.addresses)
        if met is not None and met.key != key_print(key):
            name = inert_name(met.name)
            raise KeyChanged(
                f'"{name}" was met at this address with the key {met.key}; now {key_print(key)} answers. If '
                f"{name} has told you of a new key: gin peers forget {name}, then join again."
            )

    def remember(self, key: bytes, claimed: str, checked: Checked, seen_at: Sequence[Address] = ()) -> None:
        """Note a meeting."""
        now = datetime.now(UTC).replace(microsecond=0)
        shown = key_print(key)
        addresses = tuple(str(address) for address in seen_at)

        def met(peers: Peers) -> Peers:
            before = by_key(peers, shown)
            if before is None:
                name = free_name(peers, inert_name(claimed))
                return with_peer(peers, Peer(shown, name, claimed, checked, now, now, addresses))
            seen = tuple(dict.fromkeys((*addresses, *before.seen_at)))[:8]
            return with_peer(peers, replace(before, claimed=claimed, last=now, seen_at=seen))

        update_peers(self._home.peers, met)


def _met_at(peers: Peers, addresses: Sequence[Address]) -> Peer | None:
    wanted = {str(address) for address in addresses}
    return next((peer for peer in peers if wanted.intersection(peer.seen_at)), None)
