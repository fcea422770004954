"""How long has each player thought?

A clock of bank and increment, where the terms have one. Each side keeps it for itself, by what it saw: nobody can prove
how long the other thought, so no move and no result hangs on it. It stands while the line is down, and while the
programs deal.
"""

from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.view import View
from gin_p2p.rules.house import TableTerms
from gin_p2p.seat import Seat


class Clock:
    """The thinking time of both seats.

    Args:
        used_s: what was used of each bank before, less what turns have added, by seat, in seconds.
    """

    def __init__(self, used_s: tuple[float, float] = (0.0, 0.0)) -> None:
        self._used_s = list(used_s)
        self._runs_for: Seat | None = None
        self._since = 0.0
        self._last: Seat | None = None

    @property
    def used_s(self) -> tuple[float, float]:
        """What was used of each bank so far, less what turns have added, by seat, in seconds."""
        host_s, guest_s = self._used_s
        return host_s, guest_s

    def hear(self, view: View, now: float) -> bool:
        """Take the position in; answer whether a turn has passed from one seat to the other by it.

        Args:
            view: the newest.
            now: in seconds, of any clock that only goes forward.
        """
        self.stop(now)
        if view.stage is not Stage.MOVE or view.speaker is None:
            return False
        self._runs_for, self._since = view.speaker, now
        before, self._last = self._last, view.speaker
        if before in {None, view.speaker}:
            return False
        if view.offer is not None:
            self._used_s[view.speaker.other] -= view.offer.terms.clock_increment_s
        return True

    def stop(self, now: float) -> None:
        """Let nobody's time run."""
        if self._runs_for is not None:
            self._used_s[self._runs_for] += now - self._since
            self._runs_for = None

    def left_s(self, terms: TableTerms, seat: Seat) -> float:
        """Answer what is left of a seat's bank, in seconds; below zero when it thought longer than it had."""
        return terms.clock_bank_s - self._used_s[seat]


def clock_words(left_s: float) -> str:
    """Write a time left: `4:05`, `-0:12`."""
    seconds = round(left_s)
    return f"{'-' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02}"
