"""In which order does a player hold the hand?"""

from collections.abc import Sequence
from typing import TypeAlias

from gin_p2p.cards import Card, Suit
from gin_p2p.cli.commands import Order
from gin_p2p.rules.moves import Meld

Groups: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of a hand as they are shown, those that belong together in one group."""


class HandOrder:
    """The order one player has chosen, over all hands of a match.

    Attributes:
        order: the one in force.
    """

    def __init__(self, order: Order = Order.MELDS) -> None:
        self.order = order
        self._own: list[Card] = []

    def groups(self, hand: Sequence[Card], melds: Sequence[Meld]) -> Groups:
        """Answer the hand as it is shown.

        Args:
            hand: the cards held.
            melds: the way of melding the player goes by; empty where they are to be given no help.
        """
        match self.order:
            case Order.MELDS:
                melded = {card for meld in melds for card in meld}
                rest = tuple(card for card in sorted(hand) if card not in melded)
                return (*melds, *([rest] if rest else []))
            case Order.SUIT:
                suits = (tuple(card for card in sorted(hand) if card.suit is suit) for suit in Suit)
                return tuple(group for group in suits if group)
            case Order.RANK:
                return (tuple(sorted(hand, key=lambda card: (card.rank, card.suit))),)
            case Order.MINE:
                return (self._mine(hand),)

    def choose(self, order: Order, shown: Sequence[Card]) -> None:
        """Hold the hand in this order from now on; one's own begins with what is shown."""
        self.order = order
        if order is Order.MINE:
            self._own = list(shown)

    def move(self, card: Card, place: int, shown: Sequence[Card]) -> None:
        """Put a card of the hand at a place, counted from 1; places beyond the hand are its end."""
        own = [other for other in shown if other != card]
        own.insert(min(place, len(shown)) - 1, card)
        self.order, self._own = Order.MINE, own

    def _mine(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """Answer the hand in the player's own order, new cards behind it."""
        known = [card for card in self._own if card in hand]
        return (*known, *(card for card in sorted(hand) if card not in known))
