"""How long may the other side be away?

Each player has one line budget for the whole match: coming back does not fill it again, so nobody gains time by pulling
the plug in small portions. Each side keeps the other's for itself, by its own clock. An empty budget ends nothing.
"""

from typing import Final

LINE_BUDGET_S: Final = 90.0
"""Away in all, for one match, before the other side is offered to end it."""


class LineBudget:
    """The time without a line, added up.

    Args:
        down_s: what was used before, in seconds.
    """

    def __init__(self, down_s: float = 0.0) -> None:
        self._spent_s = down_s
        self._since: float | None = None

    def start(self, now: float) -> None:
        """The line is down since now, unless it was down before."""
        if self._since is None:
            self._since = now

    def stop(self, now: float) -> None:
        """The line stands again."""
        self._spent_s, self._since = self.down_s(now), None

    def down_s(self, now: float) -> float:
        """Answer how long the line was down in all, in seconds."""
        return self._spent_s + (0.0 if self._since is None else now - self._since)

    def left_s(self, now: float) -> float:
        """Answer what is left, in seconds, 0 at the least. Less than a millisecond is nothing: sums are not exact."""
        left_s = LINE_BUDGET_S - self.down_s(now)
        return left_s if left_s >= 0.001 else 0.0
