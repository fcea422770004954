"""Which words may stand as a value of the house rules?"""

from enum import StrEnum


class AceMode(StrEnum):
    """Where an ace may sit in a run."""

    LOW = "low"
    HIGH_LOW = "high_low"
    WRAP = "wrap"


class FirstDealer(StrEnum):
    """Who deals the first hand of a match."""

    RANDOM = "random"
    HOST = "host"
    GUEST = "guest"


class NextDealer(StrEnum):
    """Who deals after a scored hand."""

    ALTERNATE = "alternate"
    LOSER = "loser"
    WINNER = "winner"


class DeadHandDealer(StrEnum):
    """Who deals after a dead hand or a misdeal."""

    SAME = "same"
    ALTERNATE = "alternate"


class UpcardMode(StrEnum):
    """How a hand opens."""

    OFFER = "offer"
    NONE = "none"
    ELEVEN = "eleven"


class DiscardDraw(StrEnum):
    """How much of the discard pile may be taken."""

    TOP = "top"
    MULTI = "multi"


class MultiPickupHand(StrEnum):
    """What taking several cards does to the hand."""

    GROW = "grow"
    CONSTANT = "constant"


class DiscardsVisible(StrEnum):
    """Which discards a player may look at."""

    TOP = "top"
    ALL = "all"


class WallRule(StrEnum):
    """What happens after a plain discard with the stock down to its reserve."""

    VOID = "void"
    LAST_DISCARD = "last_discard"
    DISCARDS_ONLY = "discards_only"


class KnockLimitSource(StrEnum):
    """Where the knock limit of a hand comes from."""

    FIXED = "fixed"
    UPCARD = "upcard"
    KNOCK_DECK = "knock_deck"


class AceUpcard(StrEnum):
    """What an ace means as the limit card."""

    ONE = "one"
    GIN = "gin"


class UndercutTie(StrEnum):
    """What equal deadwood is worth."""

    BONUS = "bonus"
    NO_BONUS = "no_bonus"
    KNOCKER = "knocker"


class BoxTo(StrEnum):
    """Who collects boxes."""

    BOTH = "both"
    WINNER = "winner"


class BoxTiming(StrEnum):
    """When boxes count."""

    END = "end"
    IMMEDIATE = "immediate"


class Shutout(StrEnum):
    """What a game is worth whose loser won no hand."""

    NONE = "none"
    FLAT = "flat"
    DOUBLE_HAND_POINTS = "double_hand_points"
    DOUBLE_HAND_AND_GAME = "double_hand_and_game"
    DOUBLE_TOTAL = "double_total"


class MatchFormat(StrEnum):
    """What one match consists of."""

    SINGLE = "single"
    MULTI_MATCH = "multi_match"
    BEST_OF = "best_of"
    HOLLYWOOD = "hollywood"
    HANDS = "hands"


class Assist(StrEnum):
    """How much a player's own program may help."""

    NONE = "none"
    COUNT = "count"
    FULL = "full"


class Abandon(StrEnum):
    """What a match is worth that one side leaves."""

    UNFINISHED = "unfinished"
    FORFEIT = "forfeit"
