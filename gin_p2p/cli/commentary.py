"""What does a program's seat report while it plays?"""

from gin_p2p.cli.narrate import narrate
from gin_p2p.cli.output import Output
from gin_p2p.cli.teller import Teller
from gin_p2p.cli.text import CHAT_COLUMNS, inert
from gin_p2p.net.port import LineBack, LineLost, News, Progress, Waiting
from gin_p2p.protocol.messages import BigGin, Give, Knock, MoveMessage
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.view import View


class Commentary:
    """Prints a match as an onlooker would tell it.

    Args:
        output: where to.
        brief: only how hands are dealt and how they end.
    """

    def __init__(self, output: Output, *, brief: bool = False) -> None:
        self._output = output
        self._brief = brief

    def hear(self, news: News) -> None:
        """Take news in."""
        match news:
            case Progress(events, view) | LineBack(events, view):
                for heard in events:
                    self._tell(heard, view)
            case LineLost(error):
                self._output.say(
                    f"The line is down: {inert(str(error), CHAT_COLUMNS)} The match is paused and safe."
                )
            case Waiting(budget_s=0.0):
                self._output.say("The other side has been away for longer than its line budget.")
            case _:
                pass

    def _tell(self, heard: Heard, view: View) -> None:
        is_turn = isinstance(heard.message, MoveMessage | Give) and not isinstance(
            heard.message, Knock | BigGin
        )
        is_turn = is_turn and heard.after.match is heard.before.match
        if view.offer is None or (self._brief and is_turn):
            return
        for line in narrate(heard, Teller.of(view.offer.names, None)):
            self._output.say(line)
