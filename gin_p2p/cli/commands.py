"""What did the player ask for?

The values that a typed line becomes. They say what was meant and not whether it is possible: that depends on the
hand, which whoever acts on them knows.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from gin_p2p.cards import Card


class Order(StrEnum):
    """How a hand may be laid out."""

    MELDS = "melds"
    SUIT = "suit"
    RANK = "rank"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class WhereAmI:
    """An empty line: repeat what is open."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the stock."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take from the discard pile.

    Attributes:
        count: how many cards from the top; 1 where a card is named.
        card: the deepest card wanted, where it was named and not counted.
        meld: the meld to show with it, in the order typed; empty to be asked or offered one.
    """

    count: int = 1
    card: Card | None = None
    meld: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline the card that is offered."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw one card and play on."""

    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """Knock. Without a card nothing happens yet: the player is asked what to throw."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Gin:
    """Go gin, throwing this card, or whichever card leaves gin."""

    card: Card | None = None


@dataclass(frozen=True, slots=True)
class BigGin:
    """Go out with every card in a meld and throw none."""


@dataclass(frozen=True, slots=True)
class LayOff:
    """Lay one card off on the meld with this number, or wherever it fits.

    Attributes:
        card: from the hand.
        onto: index into the knocker's melds, 0 for A; None where only one fits.
    """

    card: Card
    onto: int | None = None


@dataclass(frozen=True, slots=True)
class LayBest:
    """Lay off as the program proposes."""


@dataclass(frozen=True, slots=True)
class LayNone:
    """Take all layoffs back."""


@dataclass(frozen=True, slots=True)
class Unlay:
    """Take one laid-off card back."""

    card: Card


@dataclass(frozen=True, slots=True)
class Done:
    """Show the hand as it is laid out now."""


@dataclass(frozen=True, slots=True)
class ShowMelds:
    """List the ways to meld, or choose one of them, counted from 1."""

    choice: int | None = None


@dataclass(frozen=True, slots=True)
class ShowHand:
    """Say the hand, in another order from now on where one is named."""

    order: Order | None = None


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Put a card of the hand at a place, counted from 1."""

    card: Card
    place: int


@dataclass(frozen=True, slots=True)
class ShowScore:
    """Say the score with its arithmetic."""


@dataclass(frozen=True, slots=True)
class ShowHands:
    """List the hands played so far."""


@dataclass(frozen=True, slots=True)
class ShowLog:
    """Say the last turns of this hand."""

    n_turns: int | None = None


@dataclass(frozen=True, slots=True)
class ShowDeal:
    """Say in plain words why this deal is fair."""


@dataclass(frozen=True, slots=True)
class ShowRules:
    """Say the house rules."""


@dataclass(frozen=True, slots=True)
class ShowSeen:
    """Say which cards have been seen."""


@dataclass(frozen=True, slots=True)
class Note:
    """Mark this moment, privately."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """Say something to the other side."""

    text: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """Ring the other side's bell once."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Ask for a pause."""


@dataclass(frozen=True, slots=True)
class Resume:
    """End the pause."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the match."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Save and leave."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Keep waiting for the other side."""


@dataclass(frozen=True, slots=True)
class Save:
    """Stop waiting; the match is saved."""


@dataclass(frozen=True, slots=True)
class EndIt:
    """End the match because the other side has left."""


@dataclass(frozen=True, slots=True)
class Again:
    """Say whether another match is wanted."""

    wanted: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the open question."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Help:
    """Say what can be typed, or what one word does."""

    topic: str = ""


Command: TypeAlias = (
    WhereAmI
    | Draw
    | Take
    | Pass
    | Throw
    | Knock
    | Gin
    | BigGin
    | LayOff
    | LayBest
    | LayNone
    | Unlay
    | Done
    | ShowMelds
    | ShowHand
    | MoveCard
    | ShowScore
    | ShowHands
    | ShowLog
    | ShowDeal
    | ShowRules
    | ShowSeen
    | Note
    | Say
    | Nudge
    | Pause
    | Resume
    | Resign
    | Leave
    | Wait
    | Save
    | EndIt
    | Again
    | Answer
    | Help
)
