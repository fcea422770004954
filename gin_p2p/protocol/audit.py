"""Was the match fair, as far as its frames can show?

An audit is a judge without a player: the same referee hears every frame. It needs no keys and no network, trusts no
stored score, and says of the first frame that it refuses which rule it breaks and whether anybody can be blamed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from gin_p2p.protocol import messages as say
from gin_p2p.protocol.judgement import Refused, Violation
from gin_p2p.protocol.referee import Heard, Referee
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.seat import Seat


class Verdict(StrEnum):
    """What an audit concludes. The frames alone give the first three; a file may also be CANNOT JUDGE."""

    VERIFIED = "VERIFIED"
    UNFINISHED = "UNFINISHED"
    NOT_VERIFIED = "NOT VERIFIED"
    CANNOT_JUDGE = "CANNOT JUDGE"


@dataclass(frozen=True, slots=True)
class Findings:
    """What an audit has found.

    Attributes:
        verdict: VERIFIED, UNFINISHED or NOT_VERIFIED.
        table: after the last good frame.
        match_id: 16 bytes; zero before the first good frame.
        n_frames: good frames.
        head: after them, 32 bytes.
        n_deals: deals whose two shuffles and all openings held.
        n_turns: moves of the game that were legal.
        refused: why the next frame was refused; None when all were good.
    """

    verdict: Verdict
    table: Table
    match_id: bytes
    n_frames: int
    head: bytes
    n_deals: int
    n_turns: int
    refused: Refused | None

    @property
    def accused(self) -> Seat | None:
        """The seat that the record proves guilty, if any."""
        return self.refused.seat if isinstance(self.refused, Violation) else None


class Auditor:
    """Hears the frames of one match one after another, and sums up."""

    def __init__(self) -> None:
        self._referee = Referee()
        self._n_deals = 0
        self._n_turns = 0
        self._refused: Refused | None = None

    @property
    def table(self) -> Table:
        """After the last good frame."""
        return self._referee.table

    def hear(self, frame: bytes) -> Heard | None:
        """Hear the next frame; answer None once a frame was refused, and for every frame after it."""
        if self._refused is not None:
            return None
        try:
            heard = self._referee.hear(frame)
        except Refused as refused:
            self._refused = refused
            return None
        if isinstance(heard.message, say.MoveMessage):
            self._n_turns += 1
        if heard.before.stage is Stage.SERVE:
            self._n_deals += 1
        return heard

    def findings(self) -> Findings:
        """Answer what has been found so far."""
        table, transcript = self._referee.table, self._referee.transcript
        if self._refused is not None:
            verdict = Verdict.NOT_VERIFIED
        else:
            verdict = Verdict.VERIFIED if table.stage is Stage.CLOSED else Verdict.UNFINISHED
        return Findings(
            verdict,
            table,
            transcript.match_id,
            transcript.n_frames,
            transcript.head,
            self._n_deals,
            self._n_turns,
            self._refused,
        )


def audit(frames: Iterable[bytes]) -> Findings:
    """Audit a whole match."""
    auditor = Auditor()
    for frame in frames:
        auditor.hear(frame)
    return auditor.findings()
