"""How do a match and whoever sits at it talk to each other?

A port is the one boundary between a match and its player, be it a person's screen or a program. News come in the
order in which things happened; commands are taken one after another. Nothing a port does can break the match.
"""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from gin_p2p.net.errors import LinkError
from gin_p2p.net.notes import Note
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.view import View
from gin_p2p.rules.moves import IllegalMove, Move


@dataclass(frozen=True, slots=True)
class Progress:
    """Frames were judged.

    Attributes:
        events: in order, the peer's and our own.
        view: what the seat sees after the last of them.
    """

    events: tuple[Heard, ...]
    view: View


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Our own move was refused by our own engine; nothing was said."""

    error: IllegalMove


@dataclass(frozen=True, slots=True)
class Paused:
    """A command came while the line was down; nothing was said. It may be given again once the line is back."""


@dataclass(frozen=True, slots=True)
class Noted:
    """The peer sent a note: chat, nudge, pause, again."""

    note: Note


@dataclass(frozen=True, slots=True)
class LineLost:
    """The line is gone and the match is paused; both sides hold the same record."""

    error: LinkError


@dataclass(frozen=True, slots=True)
class LineBack:
    """The line stands and both records agree; also at the start of a match.

    Attributes:
        events: frames that were fetched from the other side, in order.
        view: what the seat sees after them.
    """

    events: tuple[Heard, ...]
    view: View


@dataclass(frozen=True, slots=True)
class Waiting:
    """There is no line, and this is how the waiting goes. It comes when something about it has changed.

    The line budget is what the other side may be away in one match, all losses together; this side keeps it for itself.
    When it is used up nothing happens by itself: the player may then choose.

    Attributes:
        n_calls: how often the other side was called since the line was lost; 0 where it has to call us.
        budget_s: what is left of the other side's line budget, in seconds.
        may_end: `End` is open to this player: the budget is used up, and it is the absent side's to speak.
        view: what the seat sees.
    """

    n_calls: int
    budget_s: float
    may_end: bool
    view: View


News: TypeAlias = Progress | Forbidden | Paused | Noted | LineLost | Waiting | LineBack


@dataclass(frozen=True, slots=True)
class Make:
    """Make a move."""

    move: Move


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Accept the rules that the host offers."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Do not play under these rules."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Send:
    """Send a note to the other player."""

    note: Note


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop here; the match is saved and can be resumed."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """Wait no more: the other side has left. Open once `Waiting` says so; the record stays as it is."""


Command: TypeAlias = Make | TakeSeat | Decline | Send | Leave | End


class Port(Protocol):
    """Whoever sits at a match."""

    async def tell(self, news: News) -> None:
        """Take news in. Called in order, one at a time; the match waits until it returns."""

    async def command(self) -> Command:
        """Wait for the next command. Called again and again, one at a time."""
