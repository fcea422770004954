"""What does a closed record say about itself at its end?

The summary is there for listings: it is found from the end of a file, without reading the frames. It is not signed and
nothing depends on it; all of it follows from the frames, so that both seats write the same bytes and an audit can
hold it against them.
"""

from dataclasses import dataclass
from typing import Final, Self

from gin_p2p.protocol.codec import Malformed, Packable, Value
from gin_p2p.protocol.fields import Fields
from gin_p2p.protocol.judge import NOBODY
from gin_p2p.protocol.table import Table
from gin_p2p.protocol.wire import MAX_MS, MAX_NAME_BYTES
from gin_p2p.seat import Seat

_MAX_WORD_BYTES: Final = 64
_MAX_NUMBER: Final = 2**64


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in a few values. Read from a file they are claims; only an audit tells whether they are true.

    Attributes:
        match_id: 16 bytes.
        n_frames: of the whole match.
        head: after the last frame, 32 bytes.
        keys: identity keys by seat, 32 bytes each.
        names: as claimed, by seat. Foreign text: never print it raw.
        started_ms: milliseconds since 1970 UTC, as the host claims.
        format: the format of the match, a word of the house rules.
        n_deals: hands dealt and over.
        totals: the score by seat.
        winner: of the match; None where it ended level.
    """

    match_id: bytes
    n_frames: int
    head: bytes
    keys: tuple[bytes, bytes]
    names: tuple[str, str]
    started_ms: int
    format: str
    n_deals: int
    totals: tuple[int, int]
    winner: Seat | None

    @classmethod
    def of(cls, table: Table, match_id: bytes, n_frames: int, head: bytes) -> Self:
        """Answer the summary of a match.

        Args:
            table: after the last frame, with a match on it.
            match_id: 16 bytes.
            n_frames: of the whole match.
            head: after the last frame, 32 bytes.
        """
        offer, match = table.agreed, table.playing
        return cls(
            match_id,
            n_frames,
            head,
            offer.keys,
            offer.names,
            offer.started_ms,
            offer.rules.format.value,
            match.n_deals,
            match.totals,
            match.winner,
        )

    def to_value(self) -> Packable:
        """Answer what is written into the file."""
        winner = NOBODY if self.winner is None else int(self.winner)
        return (
            self.match_id,
            self.n_frames,
            self.head,
            self.keys,
            self.names,
            self.started_ms,
            self.format,
            self.n_deals,
            self.totals,
            winner,
        )

    @classmethod
    def parse(cls, value: Value) -> Self | None:
        """Read a summary as it stands in a file; None when it is none of ours."""
        try:
            fields = Fields(value)
            summary = cls._read(fields)
            fields.end()
        except Malformed:
            return None
        return summary

    @classmethod
    def _read(cls, fields: Fields) -> Self:
        match_id, n_frames, head = fields.exactly(16), fields.uint(_MAX_NUMBER), fields.exactly(32)
        keys, names = fields.array(2), fields.array(2)
        started_ms, word = fields.uint(MAX_MS), fields.text(_MAX_WORD_BYTES)
        n_deals, totals, winner = fields.uint(_MAX_NUMBER), fields.array(2), fields.uint(NOBODY + 1)
        summary = cls(
            match_id,
            n_frames,
            head,
            (keys.exactly(32), keys.exactly(32)),
            (names.text(MAX_NAME_BYTES), names.text(MAX_NAME_BYTES)),
            started_ms,
            word,
            n_deals,
            (totals.uint(_MAX_NUMBER), totals.uint(_MAX_NUMBER)),
            None if winner == NOBODY else Seat(winner),
        )
        for inner in (keys, names, totals):
            inner.end()
        return summary
