"""What does a sync see of a match?"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import trio

from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.session import Session

Stored: TypeAlias = Callable[[int], Iterable[bytes]]
"""Reads the kept frames after the first n, one after another."""


class History:
    """The match as a sync sees it.

    Args:
        session: ours.
        stored: reads frames back that a peer lacks.

    Attributes:
        adopted: frames that were fetched; they wait here until the player is told.
    """

    def __init__(self, session: Session, stored: Stored) -> None:
        self.adopted: list[Heard] = []
        self._session = session
        self._stored = stored

    @property
    def n_frames(self) -> int:
        """How many frames are held."""
        return self._session.n_frames

    def head_at(self, n_frames: int) -> bytes:
        """Answer the head after the first `n_frames` frames."""
        return self._session.head_at(n_frames)

    def frames_from(self, n_frames: int) -> Iterable[bytes]:
        """Answer the frames after the first `n_frames`."""
        return self._stored(n_frames)

    def is_rival(self, frame: bytes) -> bool:
        """Tell whether a seat has signed this frame in the place of one that is held."""
        return self._session.rival_signer(frame) is not None

    async def hear(self, frame: bytes) -> None:
        """Take up a frame that the record lacks.

        Raises:
            Refused: it breaks a rule; it was kept if a seat has signed it.
        """
        self.adopted.append(await trio.to_thread.run_sync(self._session.adopt, frame))
