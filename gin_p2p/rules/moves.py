"""What may a player do?

A move holds only what becomes public with it: a card drawn from the stock has no face here, a card thrown has
one. So the same engine serves both peers, an auditor, and programs that see every card.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from gin_p2p.cards import Card

Meld: TypeAlias = tuple[Card, ...]
"""A set or a run: cards in strictly ascending number, wherever a run starts."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Disjoint melds laid out, with the deadwood left over.

    Attributes:
        melds: in the order their owner names them; each is ascending.
        deadwood: the cards in no meld, ascending.
    """

    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]

    @property
    def cards(self) -> frozenset[Card]:
        """All cards of the spread."""
        return frozenset(card for meld in self.melds for card in meld) | frozenset(self.deadwood)


@dataclass(frozen=True, slots=True)
class Layoff:
    """One card laid off.

    Attributes:
        card: from the defender's hand.
        onto: index into the knocker's melds.
    """

    card: Card
    onto: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline the offered upcard; at the wall, decline the last discard, which ends the hand."""


@dataclass(frozen=True, slots=True)
class DrawStock:
    """Draw the top card of the stock. Its face is not part of the move: only the drawer learns it."""


@dataclass(frozen=True, slots=True)
class TakePile:
    """Take the top `count` cards of the discard pile.

    Attributes:
        count: 1, or more under `discard_draw = multi`.
        meld: with two cards or more, the meld shown that contains the deepest card taken; else empty.
    """

    count: int = 1
    meld: Meld = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw one card and play on."""

    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """Go out, throwing one card: a knock, or gin when the spread has no deadwood."""

    discard: Card
    spread: Spread


@dataclass(frozen=True, slots=True)
class BigGin:
    """Go out with every card held in a meld, throwing none."""

    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Defend:
    """Show the defender's hand: own melds, layoffs in playing order, and what is left.

    Attributes:
        spread: own melds, and every other card of the hand: those laid off are among its `deadwood`.
        layoffs: cards of `spread.deadwood`, each with its target.
    """

    spread: Spread
    layoffs: tuple[Layoff, ...] = ()


@dataclass(frozen=True, slots=True)
class ClaimMisdeal:
    """Show ten dealt cards that could already go out: the hand is void. The program does it, not the player."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the match."""


Move: TypeAlias = Pass | DrawStock | TakePile | Discard | Knock | BigGin | Defend | ClaimMisdeal | Resign


class Illegal(StrEnum):
    """Why a move breaks the game: one member for each illegal act."""

    NOT_A_MELD = "not-a-meld"
    MELD_ORDER = "meld-order"
    CARD_TWICE = "card-twice"
    NOT_THE_HAND = "not-the-hand"
    NO_SUCH_MELD = "no-such-meld"
    LAYOFF_MISFIT = "layoff-misfit"
    HAND_OVER = "hand-over"
    NOT_YOUR_TURN = "not-your-turn"
    UPCARD_FIRST = "upcard-first"
    DRAW_FIRST = "draw-first"
    ALREADY_DRAWN = "already-drawn"
    NO_OFFER = "no-offer"
    NO_KNOCK = "no-knock"
    SHOW_HAND = "show-hand"
    STOCK_RESERVE = "stock-reserve"
    MUST_DRAW_STOCK = "must-draw-stock"
    PILE_COUNT = "pile-count"
    TOP_CARD_ONLY = "top-card-only"
    MELD_NOT_ASKED = "meld-not-asked"
    MELD_WITHOUT_DEEPEST = "meld-without-deepest"
    THROWN_BACK = "thrown-back"
    SHOWN_MELD_BROKEN = "shown-meld-broken"
    CARD_ELSEWHERE = "card-elsewhere"
    NOT_HELD = "not-held"
    DISCARDS_OWED = "discards-owed"
    MUST_GO_OUT = "must-go-out"
    OVER_LIMIT = "over-limit"
    BIG_GIN_OFF = "big-gin-off"
    LAYOFF_ON_GIN = "layoff-on-gin"
    LAYOFF_NOT_FREE = "layoff-not-free"
    NO_MISDEAL_RULE = "no-misdeal-rule"
    MISDEAL_TOO_LATE = "misdeal-too-late"
    NOT_A_MISDEAL = "not-a-misdeal"
    CONCEALED_MISDEAL = "concealed-misdeal"

    @property
    def sentence(self) -> str:
        """What the rules say about it, in one sentence."""
        return _SENTENCES[self]


_SENTENCES: Final[dict[Illegal, str]] = {
    Illegal.NOT_A_MELD: "A meld is three or four cards of one rank, or three or more of one suit in a row.",
    Illegal.MELD_ORDER: "The cards of a meld and the deadwood are named in ascending order.",
    Illegal.CARD_TWICE: "A card can serve in one place only.",
    Illegal.NOT_THE_HAND: "A spread shows every card of the hand, and no other.",
    Illegal.NO_SUCH_MELD: "A card is laid off on one of the melds the knocker has shown.",
    Illegal.LAYOFF_MISFIT: "A laid-off card is the fourth of a set, or continues a run at either end.",
    Illegal.HAND_OVER: "The hand is over.",
    Illegal.NOT_YOUR_TURN: "It is the other seat's turn.",
    Illegal.UPCARD_FIRST: "The upcard is offered first: take it or pass.",
    Illegal.DRAW_FIRST: "A turn begins with a draw: from the stock or from the pile.",
    Illegal.ALREADY_DRAWN: "One draw a turn, and it cannot be taken back: throw a card or go out.",
    Illegal.NO_OFFER: "There is nothing to pass on.",
    Illegal.NO_KNOCK: "Nobody has gone out yet.",
    Illegal.SHOW_HAND: "The other seat has gone out: show your hand.",
    Illegal.STOCK_RESERVE: "The last cards of the stock are never drawn.",
    Illegal.MUST_DRAW_STOCK: "After two passes the first draw is from the stock.",
    Illegal.PILE_COUNT: "As many cards can be taken as the pile holds, and at least one.",
    Illegal.TOP_CARD_ONLY: "Only the top card of the pile can be taken.",
    Illegal.MELD_NOT_ASKED: "No meld is shown for a single card.",
    Illegal.MELD_WITHOUT_DEEPEST: "The meld that is shown contains the deepest card taken.",
    Illegal.THROWN_BACK: "The card just taken from the pile may not be thrown in the same turn.",
    Illegal.SHOWN_MELD_BROKEN: "The meld shown this turn must still be a meld after the throw.",
    Illegal.CARD_ELSEWHERE: "That card is known to be somewhere else.",
    Illegal.NOT_HELD: "Every card of that hand is known, and this is none of them.",
    Illegal.DISCARDS_OWED: "As many cards are thrown as were taken before anything else.",
    Illegal.MUST_GO_OUT: "The last discard may be taken only to go out with it.",
    Illegal.OVER_LIMIT: "The deadwood is more than the knock limit.",
    Illegal.BIG_GIN_OFF: "These house rules have no big gin: throw a card and go gin.",
    Illegal.LAYOFF_ON_GIN: "Nothing is laid off on gin.",
    Illegal.LAYOFF_NOT_FREE: "Only a card in none of your own melds can be laid off.",
    Illegal.NO_MISDEAL_RULE: "These house rules know no misdeal.",
    Illegal.MISDEAL_TOO_LATE: "A misdeal is claimed before the first move of the hand.",
    Illegal.NOT_A_MISDEAL: "A misdeal is a dealt hand that could already go out.",
    Illegal.CONCEALED_MISDEAL: "The hand as dealt was a misdeal, which had to be claimed.",
}


class IllegalMove(Exception):
    """The move breaks the game. Nothing has happened.

    Args:
        reason: which rule it breaks.
        message: one sentence for the player that says what is possible; the rule's own where none is given.
    """

    def __init__(self, reason: Illegal, message: str = "") -> None:
        super().__init__(message or reason.sentence)
        self.reason = reason
