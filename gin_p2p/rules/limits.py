"""Which knock limit does this hand have, and does a spade double it?"""

from gin_p2p.cards import Card, Rank, Suit, points
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.words import AceUpcard, KnockLimitSource


def limit_card_of(rules: HouseRules, upcard: Card | None, knock_card: Card | None) -> Card | None:
    """Answer the card that sets the limit: the upcard, the knock card, or none under a fixed limit."""
    match rules.knock_limit_source:
        case KnockLimitSource.FIXED:
            return None
        case KnockLimitSource.UPCARD:
            return upcard
        case KnockLimitSource.KNOCK_DECK:
            return knock_card


def limit_of(rules: HouseRules, limit_card: Card | None) -> int:
    """Answer the largest deadwood a knocker may show: the card's value, never above `knock_limit`."""
    if limit_card is None:
        return rules.knock_limit
    if limit_card.rank is Rank.ACE and rules.ace_upcard is AceUpcard.GIN:
        return 0
    return min(points(limit_card), rules.knock_limit)


def doubles(rules: HouseRules, limit_card: Card | None) -> bool:
    """Whether the whole award of the hand is doubled."""
    return rules.spade_double and limit_card is not None and limit_card.suit is Suit.SPADES
