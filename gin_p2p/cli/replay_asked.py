"""What was a replay asked for?"""

from dataclasses import dataclass
from enum import StrEnum

from gin_p2p.cli.exits import UsageError
from gin_p2p.seat import Seat


class Side(StrEnum):
    """Whose cards are watched; the value is the word of `--seat`."""

    ME = "me"
    THEM = "them"
    BOTH = "both"
    BLIND = "blind"

    def eyes(self, me: Seat | None) -> frozenset[Seat]:
        """Answer whose cards keys may open.

        Args:
            me: who watches, where they played; without, the own side and the other see what everybody sees.
        """
        match self, me:
            case (Side.BOTH, _):
                return frozenset(Seat)
            case (Side.ME, Seat()):
                return frozenset({me})
            case (Side.THEM, Seat()):
                return frozenset({me.other})
            case _:
                return frozenset()


@dataclass(frozen=True, slots=True)
class Asked:
    """What a replay was asked for.

    Attributes:
        record: a path, `last`, or the first digits of a match id.
        hand: the only hand to tell; None for all.
        at: hand and turn to begin at; None for the beginning.
        side: whose cards are watched; None for the own, and for both where the match is not an own one.
        speed: turns a second to play by itself with; None to be stepped through.
    """

    record: str
    hand: int | None = None
    at: tuple[int, int] | None = None
    side: Side | None = None
    speed: float | None = None


def moment_of(text: str) -> tuple[int, int]:
    """Read a moment: hand and turn, `3.22`, or a hand alone.

    Raises:
        UsageError: it is none.
    """
    hand, dot, turn = text.partition(".")
    if not hand.isdecimal() or (dot and not turn.isdecimal()) or len(text) > 12:
        raise UsageError(f"{text!r} is no moment: say hand.turn, as in 3.22")
    return int(hand), int(turn or 0)
