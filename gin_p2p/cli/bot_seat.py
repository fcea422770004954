"""How does a program sit at a match?"""

from collections.abc import Callable, Mapping

import trio

from gin_p2p.bots.interface import Bot
from gin_p2p.net.port import Command, Leave, LineBack, LineLost, Make, News, Progress, TakeSeat, Waiting
from gin_p2p.protocol.view import View

PATIENCE_S = 90.0
"""How long a program waits for a lost line before it saves the match and leaves."""


class BotSeat:
    """A program's seat.

    Args:
        bot: who thinks.
        say: takes a line for people.
        hear: told of all news, for a commentary.
        accepts: what it answers when it is asked whether to play.
        patience_s: how long it waits for a lost line.
    """

    def __init__(
        self,
        bot: Bot,
        say: Callable[[str], None],
        hear: Callable[[News], None],
        *,
        accepts: bool,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._bot = bot
        self._say = say
        self._hear = hear
        self._accepts = accepts
        self._patience_s = patience_s
        self._deadline = float("inf")
        self._view: View | None = None
        self._changed = trio.Event()

    @property
    def notes(self) -> Mapping[tuple[int, int], str]:
        """A program marks nothing."""
        return {}

    async def run(self) -> None:
        """Nothing goes on in the background of a program."""

    async def leaves(self) -> None:
        """A program stays."""
        await trio.sleep_forever()

    async def ask(self, question: str, *, default: bool) -> bool:  # noqa: ARG002 - nobody is there to read it
        """Answer what was said on the command line."""
        self._say(f"{question} {'yes' if self._accepts else 'no'} (a program sits here)")
        return self._accepts

    def say(self, text: str) -> None:
        """Tell what goes on around the game."""
        self._say(text)

    async def tell(self, news: News) -> None:
        """Take news in."""
        self._hear(news)
        match news:
            case LineLost() | Waiting():
                self._deadline = min(self._deadline, trio.current_time() + self._patience_s)
                self._view = None
            case LineBack(_, view) | Progress(_, view):
                self._deadline = float("inf")
                self._view = view
            case _:
                return
        self._changed.set()

    async def command(self) -> Command:
        """Answer the move that the newest view asks for, once."""
        while True:
            view, self._view, self._changed = self._view, None, trio.Event()
            if view is not None and view.is_my_offer:
                return TakeSeat()
            if view is not None and view.is_my_move:
                return Make(await trio.to_thread.run_sync(self._bot.move, view))
            with trio.move_on_at(self._deadline) as patience:
                await self._changed.wait()
            if patience.cancelled_caught:
                return Leave("The line did not come back in time.")
