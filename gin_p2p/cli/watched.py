"""What is seen of a match between the table and its player?

Everything passes through as it is. On the way the thinking time is kept and shown, where there is a clock, and
programs are told what happens.
"""

from collections.abc import Callable, Sequence

import trio

from gin_p2p.cli.clock import Clock, clock_words
from gin_p2p.cli.herald import events_of, turn_of
from gin_p2p.cli.output import Output
from gin_p2p.cli.sitter import Sitter
from gin_p2p.cli.text import inert_name
from gin_p2p.net.port import Command, LineBack, LineLost, News, Progress, Waiting
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.view import View


class Watched:
    """A port before another one.

    Args:
        sitter: who plays.
        output: for programs.
        thought_s: thinking time used before, by seat, in seconds.
        now: a clock that only goes forward, in seconds.
    """

    def __init__(
        self,
        sitter: Sitter,
        output: Output,
        thought_s: tuple[float, float] = (0.0, 0.0),
        now: Callable[[], float] = trio.current_time,
    ) -> None:
        self._sitter = sitter
        self._output = output
        self._now = now
        self._clock = Clock(thought_s)

    @property
    def thought_s(self) -> tuple[float, float]:
        """Thinking time used so far, by seat, in seconds."""
        return self._clock.used_s

    async def tell(self, news: News) -> None:
        """Take news in, and pass them on."""
        await self._sitter.tell(news)
        match news:
            case Progress(events, view):
                self._report(events, view)
                self._hear(view)
            case LineBack(events, view):
                self._output.event("line", state="back")
                self._report(events, view)
                self._hear(view)
            case LineLost(error):
                self._clock.stop(self._now())
                self._output.event("line", state="lost", error=error.code)
            case Waiting(n_calls, budget_s, may_end):
                self._output.event(
                    "line", state="waiting", calls=n_calls, budget_s=round(budget_s, 1), may_end=may_end
                )
            case _:
                pass

    async def command(self) -> Command:
        """Wait for the next command."""
        return await self._sitter.command()

    def _report(self, events: Sequence[Heard], view: View) -> None:
        """Tell a program what happened, and what it could do. Nothing is worked out where none listens."""
        if not self._output.is_json:
            return
        for heard in events:
            for name, fields in events_of(heard, view.seat):
                self._output.event(name, **fields)
        if turn := turn_of(view):
            self._output.event(turn[0], **turn[1])

    def _hear(self, view: View) -> None:
        has_turned = self._clock.hear(view, self._now())
        if has_turned and view.is_my_move and view.offer is not None and view.offer.terms.clock_bank_s:
            terms = view.offer.terms
            mine, theirs = (self._clock.left_s(terms, seat) for seat in (view.seat, view.seat.other))
            other = inert_name(view.offer.names[view.seat.other])
            self._sitter.say(f"Clock: you {clock_words(mine)}, {other} {clock_words(theirs)}.")
