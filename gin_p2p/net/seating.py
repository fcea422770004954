"""Whose turn is it to sit in the guest's seat?

Decided by an epoch, never by a clock: `born` is the epoch when a connection arrived. A seat taken meanwhile makes it
stale, so a delayed old dial can never push out a newer link. `decide` has no `await`, hence of two connections one is
first.
"""

from collections.abc import Callable
from typing import Protocol

import trio

from gin_p2p.net import limits
from gin_p2p.net.errors import Refused, TakenOver
from gin_p2p.net.handshake import NEW, Intent, Place
from gin_p2p.net.link import Link

_SET_UP_FRAMES = 2
"""Open and Accept. Before Accept is there the guest may have nothing on disk, and may say `new` again."""


class Match(Protocol):
    """What the seat needs to know of a match."""

    @property
    def match_id(self) -> bytes:
        """16 bytes; zero before Open."""

    @property
    def n_frames(self) -> int:
        """Frames held."""

    @property
    def head(self) -> bytes:
        """The head after them, 32 bytes."""


class GuestSeat:
    """The one seat of a host. Empty, then reserved for a key, then held by it as long as the match lasts.

    Args:
        may_play: tells whether the host plays with this key at all.

    Attributes:
        epoch: how often the seat has been taken.
    """

    def __init__(self, may_play: Callable[[bytes], bool] = lambda _key: True) -> None:
        self.epoch = 0
        self._may_play = may_play
        self._guest_key: bytes | None = None
        self._match: Match | None = None
        self._link: Link | None = None
        self._held_since = 0.0

    def hold(self, guest_key: bytes, match: Match) -> None:
        """Bind the seat to a match: when Open is durable, or when an unfinished match waits for its guest."""
        self._guest_key = guest_key
        self._match = match
        self._held_since = trio.current_time()

    def clear(self) -> None:
        """Empty the seat: the guest was not let in, or the match is over."""
        self._guest_key = self._match = self._link = None

    def decide(self, guest_key: bytes, intent: Intent, born: int) -> Place | Refused:
        """Give the seat to a guest who has proved this key, or say why not. A refusal changes nothing.

        Args:
            guest_key: 32 bytes.
            intent: what the guest comes for.
            born: the epoch when its connection arrived.
        """
        refusal = self._refusal(guest_key, intent)
        if refusal is None and born != self.epoch:
            refusal = Refused("stale")
        if refusal is not None:
            return refusal
        self.epoch += 1
        if self._link is not None:
            self._link.abort(TakenOver("The same player has called again."))
            self._link = None
        self._held_since = trio.current_time()
        if guest_key != self._guest_key:
            self._guest_key, self._match = guest_key, None
        if self._match is None or self._match.n_frames == 0:
            return Place()
        return Place(self._match.match_id, self._match.n_frames, self._match.head)

    def seat(self, link: Link) -> None:
        """Note the link of the guest that was let in last."""
        self._link = link

    def _refusal(self, guest_key: bytes, intent: Intent) -> Refused | None:
        if not self._may_play(guest_key):
            return Refused("blocked")
        set_up = self._match is None or self._match.n_frames < _SET_UP_FRAMES
        if intent.kind == NEW:
            if not set_up or (guest_key != self._guest_key and self._is_reserved()):
                return Refused("busy")
            return None
        if self._match is None or guest_key != self._guest_key:
            return Refused("busy", "this match is not yours")
        if intent.place.match_id != self._match.match_id:
            return Refused("bad", "another match is on the table")
        return None

    def _is_reserved(self) -> bool:
        """Tell whether a guest who has not begun a match is still here, or gone only for a moment."""
        if self._guest_key is None:
            return False
        gone_since = self._held_since if self._link is None else self._link.lost_at
        return gone_since is None or trio.current_time() - gone_since < limits.RESERVED_S
