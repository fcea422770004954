"""What happened in a match, for those who count?

Nothing is counted that is not proven: a match is gathered by auditing it. The answer is plain data, so that it can
come from another process.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gin_p2p.protocol.messages import Give
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.examine import Report, unreadable
from gin_p2p.record.home import Home
from gin_p2p.record.luck import HandLuck, Luck
from gin_p2p.record.own_side import own_side
from gin_p2p.record.replay import Step, replay
from gin_p2p.rules.round import Phase
from gin_p2p.seat import Seat

_NO_LUCK: Final = (Luck(), Luck())


@dataclass(frozen=True, slots=True)
class Gathered:
    """One match.

    Attributes:
        report: what the audit found.
        seat: ours; None where we did not play.
        turns: draws by HOST and by GUEST in each hand that is over.
        luck: of HOST and of GUEST; empty for a seat of which not every hand is open to us. A seat that could choose
            which hands to disclose could choose how lucky to look.
    """

    report: Report
    seat: Seat | None = None
    turns: tuple[tuple[int, int], ...] = ()
    luck: tuple[Luck, Luck] = _NO_LUCK


def gathered(home: Home, path: Path) -> Gathered:
    """Gather a match. A file that cannot be read is an answer too.

    Args:
        home: whose seeds open whose cards.
        path: of the record.
    """
    try:
        own = own_side(home, path)
        steps = replay(path, own.seed, hindsight=False)
        counter = _Counter()
        for step in steps:
            counter.count(step)
    except NoRecordError as error:
        return Gathered(unreadable(str(error)))
    return Gathered(steps.report, own.seat, tuple(counter.turns), counter.luck)


class _Counter:
    """Counts while a match goes by."""

    def __init__(self) -> None:
        self.turns: list[tuple[int, int]] = []
        self._watched: dict[Seat, HandLuck] = {}
        self._luck = [Luck(), Luck()]
        self._n_dealt = 0
        self._n_watched = [0, 0]

    @property
    def luck(self) -> tuple[Luck, Luck]:
        """Of both seats, the hand that goes on left out."""
        host, guest = (
            self._luck[seat] if self._n_watched[seat] == self._n_dealt else Luck() for seat in Seat
        )
        return host, guest

    def count(self, step: Step) -> None:
        """Count what a frame adds."""
        before, after = step.heard.before, step.heard.after
        if after.round is None:
            return
        if before.round is None or (after.round is not before.round and not after.round.n_moves):
            self._begin(step)
        if isinstance(step.heard.message, Give):
            self._draw(step)
        elif after.round is not before.round:
            for watched in self._watched.values():
                watched.look(step.heard.seat, after.round)
        if after.round.phase is Phase.FINISHED and after.match is not before.match:
            self._end(step)

    def _begin(self, step: Step) -> None:
        round_ = step.table.hand
        self._n_dealt += 1
        for seat in step.opened:
            self._watched[seat] = HandLuck(seat, round_.rules)
            self._watched[seat].deal(step.hands[seat], round_)
            self._n_watched[seat] += 1

    def _draw(self, step: Step) -> None:
        drawer = step.heard.seat.other
        if drawer in self._watched and step.drawn is not None:
            before = [card for card in step.hands[drawer] if card is not step.drawn]
            self._watched[drawer].draw(before, step.drawn)

    def _end(self, step: Step) -> None:
        self.turns.append(step.table.hand.n_turns)
        for seat, watched in self._watched.items():
            self._luck[seat] += watched.luck()
        self._watched.clear()
