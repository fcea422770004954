"""Which exchanges has this seat made in this hand already?

Two players who each want what the other throws could pass the same cards back and forth for ever. A seat that never
makes the same exchange twice cannot: there are 1,326 pairs of cards, every take uses up one of them, and when none is
left it draws from the stock, which runs out.
"""

from collections.abc import Collection

from gin_p2p.cards import Card
from gin_p2p.protocol.view import View
from gin_p2p.rules.moves import TakePile
from gin_p2p.rules.round import Round


class Memory:
    """The exchanges of one hand; another hand begins with none."""

    def __init__(self) -> None:
        self._hand = (0, 0)
        self._swaps: set[frozenset[Card]] = set()
        self._reached: set[Card] = set()

    def follow(self, view: View) -> None:
        """Forget everything when the view is of another hand than the last one."""
        n_deals = view.match.n_deals if view.match else 0
        n_moves = view.round.n_moves if view.round else 0
        if n_deals != self._hand[0] or n_moves < self._hand[1]:
            self._swaps.clear()
            self._reached.clear()
        self._hand = (n_deals, n_moves)

    def can_swap(self, card: Card, hand: Collection[Card]) -> bool:
        """Whether the card could be taken for some card of the hand without repeating an exchange."""
        return any(frozenset((card, held)) not in self._swaps for held in hand)

    def may_reach(self, round_: Round, take: TakePile) -> bool:
        """Whether the deepest card of taking several has not been reached for before."""
        return round_.pile[-take.count] not in self._reached

    def without_repeats(self, round_: Round, drawn: Card | None, left: dict[Card, int]) -> dict[Card, int]:
        """Answer the throws that repeat no exchange and do not give back what was taken; all, where none is such.

        Args:
            round_: after the draw.
            drawn: the card that came last.
            left: the throws that are legal, with what each leaves.
        """
        taken, came = round_.taken[:1], self._came(round_, drawn)
        new = {
            card: points
            for card, points in left.items()
            if card not in taken and frozenset((came, card)) not in self._swaps
        }
        return new or left

    def note(self, round_: Round, drawn: Card | None, thrown: Card) -> None:
        """Remember what came and went.

        Args:
            round_: before the throw.
            drawn: the card that came last.
            thrown: the card that goes.
        """
        came = self._came(round_, drawn)
        if came is not None:
            self._swaps.add(frozenset((came, thrown)))
        if len(round_.taken) > 1:
            self._reached.add(round_.taken[0])

    @staticmethod
    def _came(round_: Round, drawn: Card | None) -> Card | None:
        return round_.taken[0] if round_.taken else drawn
