"""What can go wrong on the way, and what is a person told?

Nothing in this room accuses a seat: a line that drops, a stranger and a broken router look alike. Each error has a
stable code, a sentence for a person, and says whether dialling again could help.
"""

from collections.abc import Sequence
from typing import ClassVar


class LinkError(Exception):
    """The link cannot be made or is no more.

    Attributes:
        code: the stable name of what happened, for programs and documents.
        terminal: dialling again would end the same way, or must not be done without a person.
    """

    code: ClassVar[str] = "E-LOST"
    terminal: bool = False


class PeerLost(LinkError):
    """The other side is gone: closed, reset, or left with a good-bye."""


class Timeout(LinkError):
    """The other side was silent, or took bytes too slowly, for longer than its deadline."""


class FrameTooLong(LinkError):
    """A frame is announced that is longer than the limit. It was not read."""


class BadFrame(LinkError):
    """A frame's bytes are neither a signed frame nor a link note, or stand where they may not."""


class Declined(LinkError):
    """The other side does not want to play.

    Attributes:
        text: their own words; from outside, to be shown as inert text.
    """

    code = "E-DECLINED"

    def __init__(self, text: str) -> None:
        super().__init__("The other side does not want to play.")
        self.text = text


class TakenOver(LinkError):
    """A newer connection of the same player has taken the seat; this one is closed."""


class SyncError(LinkError):
    """The other side claims a history that cannot be fetched."""


class Fork(LinkError):
    """Both sides hold signed histories of one match that differ. Nobody may sign on.

    Attributes:
        seq: number of the first frame that differs.
        frame: the other side's, signed by one of the two seats.
    """

    code = "E-RESUME-FORK"
    terminal = True

    def __init__(self, seq: int, frame: bytes) -> None:
        super().__init__(f"The two records differ from frame {seq} on, and both are signed.")
        self.seq = seq
        self.frame = frame


class NotGin(LinkError):
    """The other side does not speak this protocol."""

    code = "E-NOTGIN"


class WrongKey(LinkError):
    """The host is not the one who was called, or cannot prove it on this very connection."""

    code = "E-KEY-LINE"
    terminal = True


class OwnKey(LinkError):
    """Both ends hold the same identity: a player called their own table."""

    code = "E-OWN-TABLE"
    terminal = True


class Refused(LinkError):
    """The host answers the guest with a no.

    Attributes:
        reason: one of the codes of the protocol: busy, blocked, stale, bad.
        text: the host's own words; from outside, to be shown as inert text.
    """

    code = "E-DECLINED"

    def __init__(self, reason: str, text: str = "", *, terminal: bool = True) -> None:
        super().__init__(_REFUSALS.get(reason, "The host says no."))
        self.reason = reason
        self.text = text
        self.terminal = terminal and reason != "stale"


_REFUSALS = {
    "busy": "The table is taken.",
    "blocked": "The host does not play with this key.",
    "stale": "A newer connection is already at the table.",
    "bad": "The host found a fault in what we said.",
}


class VersionMismatch(LinkError):
    """The two programs have no protocol version in common.

    Attributes:
        mine: what this program speaks.
        theirs: what the other side says it speaks; from outside, to be shown as inert text.
    """

    code = "E-VERSION"
    terminal = True

    def __init__(self, mine: Sequence[int], theirs: str) -> None:
        self.mine = ", ".join(str(version) for version in mine)
        self.theirs = theirs
        super().__init__(f"The other side speaks protocol {theirs}, this program speaks {self.mine}.")


class DialError(LinkError):
    """No connection to an address."""


class NobodyListens(DialError):
    """The machine answers; no program listens there."""

    code = "E-REFUSED"


class NoAnswer(DialError):
    """Nothing came back, or no way leads there."""

    code = "E-TIMEOUT"


class UnknownName(DialError):
    """The name has no address."""

    code = "E-NAME"


class OtherNetwork(DialError):
    """A private address that this machine's network does not contain."""

    code = "E-PRIVATE"


class ListenError(LinkError):
    """This machine cannot listen there."""

    terminal = True


class PortTaken(ListenError):
    """Another program has the port, or the system keeps it for itself."""

    code = "E-PORT"


class NotOurAddress(ListenError):
    """The address belongs to another machine."""

    code = "E-BIND"


class TooManyCalls(LinkError):
    """A stranger's connection was closed unanswered, to keep the table reachable."""


class JoinLineError(ValueError):
    """The text is not a join line or an address; the message says where."""

    code: ClassVar[str] = "E-LINE"
