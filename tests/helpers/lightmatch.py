"""A match without cards, for tests that need many matches and no cryptography but signatures.

Frames, chain, signatures and the whole of `Session` are the program's own; only the judge and the player are small.
Seats speak in an order that the number of a frame decides, and say a word of the seed with fresh chance beside it, so
that a frame signed again after a loss differs, and one signed under another seed is seen.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.evidence import Moment
from gin_p2p.protocol.judgement import Rule, Violation
from gin_p2p.protocol.referee import Heard, Referee
from gin_p2p.protocol.session import Session
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.protocol.view import View
from gin_p2p.protocol.wire import decode_body
from gin_p2p.seat import Seat
from tests.helpers.arena import ticking_clock

N_FRAMES: Final = 16
SPEAKERS: Final = tuple(Seat(int(bit)) for bit in "0100110101100101")
"""Runs of one to two frames, as in a match; the guest speaks second and last."""
CLOSING: Final = 2
"""The last frames, which are signed under the label of a Close."""


@dataclass(frozen=True)
class LightTable(Table):
    """Nothing but how many frames there are."""

    n: int = 0

    @property
    def speaker(self) -> Seat | None:
        return SPEAKERS[self.n] if self.n < N_FRAMES else None


def table_after(n: int) -> LightTable:
    stage = Stage.MOVE
    if n >= N_FRAMES - CLOSING:
        stage = (Stage.HOST_CLOSE, Stage.GUEST_CLOSE, Stage.CLOSED)[n - N_FRAMES + CLOSING]
    return LightTable(stage=stage if n else Stage.OPEN, n=n)


class LightReferee(Referee):
    """Takes any frame that the right seat has signed."""

    def __init__(self, keys: tuple[bytes, bytes]) -> None:
        super().__init__(keys)
        self.table = table_after(0)

    def hear(self, frame: bytes) -> Heard:
        seat, envelope = self.authenticate(frame)
        if seat is not self.table.speaker:
            raise Violation(seat, envelope.seq, Rule.TURN)
        ms, message = decode_body(envelope.body)
        before, after = self.table, table_after(envelope.seq + 1)
        self.transcript.append(frame)
        self.table = after
        return Heard(envelope.seq, seat, ms, message, before, after)


class LightPlayer:
    """Says what is due at once."""

    def __init__(self, seat: Seat, seed: MatchSeed, entropy: Entropy) -> None:
        self.seat, self._seed, self._entropy = seat, seed, entropy

    def owed(self, table: Table, _: Moment) -> say.Message | None:
        if table.speaker is not self.seat:
            return None
        return say.Pass(word_of(self._seed) + self._entropy(4))

    def faces(self, _: Table) -> tuple[()]:
        return ()


def word_of(seed: MatchSeed) -> bytes:
    return hashlib.sha256(seed.secret_bytes).digest()[:4]


class LightSession(Session):
    """The program's session with the small judge and the small player."""

    def __init__(
        self,
        seat: Seat,
        identity: Identity,
        peer_key: bytes,
        seed: MatchSeed,
        entropy: Entropy,
        keep: Callable[[bytes], None],
    ) -> None:
        super().__init__(seat, identity, peer_key, seed, entropy, ticking_clock(), keep)
        self._referee = LightReferee(self.keys)
        self._player = LightPlayer(seat, seed, entropy)  # type: ignore[assignment]

    def _look(self) -> View:
        return View(self.seat, self.table.stage, self.table.speaker)
