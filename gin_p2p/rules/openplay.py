"""How is a hand played when every card is known?

For statistics, benchmarks and cross-checks with other programs: the hands and the order of the stock are held
here, the engine judges what is public, and together they judge everything. Nothing is encrypted, nobody is
asked to prove anything.
"""

from collections.abc import Sequence
from typing import Self

from gin_p2p.cards import DECK, N_CARDS, Card
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.legal import claimed_misdeal, holds
from gin_p2p.rules.moves import Discard, DrawStock, Illegal, IllegalMove, Knock, Move, TakePile
from gin_p2p.rules.phases import FINISHED
from gin_p2p.rules.round import Round
from gin_p2p.rules.words import UpcardMode
from gin_p2p.seat import Seat


class OpenHand:
    """One hand with all faces known. Unlike `Round` it changes with each move.

    Attributes:
        round: what is public.
        hands: the cards of HOST and of GUEST.
        stock: the cards nobody has seen, the next one last.
    """

    __slots__ = ("hands", "round", "stock")

    def __init__(self, round_: Round, hands: tuple[set[Card], set[Card]], stock: list[Card]) -> None:
        self.round = round_
        self.hands = hands
        self.stock = stock

    @classmethod
    def deal(
        cls, rules: HouseRules, dealer: Seat, deck: Sequence[Card], knock_card: Card | None = None
    ) -> Self:
        """Deal a shuffled deck; a dealt misdeal is claimed at once, for it is no choice of a player.

        Args:
            rules: the house rules.
            dealer: who deals.
            deck: all cards in dealing order: one to the non-dealer, one to the dealer, and so on; then the
                upcard, or the eleventh card; then the stock.
            knock_card: the card of the second pack where the rules have one.

        Raises:
            ValueError: the deck is not 52 different cards.
        """
        if sorted(deck) != list(DECK):
            raise ValueError(f"a deck is {N_CARDS} different cards")
        first, second = set(deck[0:20:2]), set(deck[1:20:2])
        upcard, stock = None, 21
        match rules.upcard_mode:
            case UpcardMode.OFFER:
                upcard = deck[20]
            case UpcardMode.ELEVEN:
                first.add(deck[20])
            case UpcardMode.NONE:
                stock = 20
        hands = (second, first) if dealer is Seat.HOST else (first, second)
        hand = cls(Round.deal(rules, dealer, upcard, knock_card), hands, list(reversed(deck[stock:])))
        for seat, dealt in ((dealer, deck[1:20:2]), (dealer.other, deck[0:20:2])):
            claim = claimed_misdeal(hand.round, dealt)
            if claim is not None:
                hand.round = hand.round.apply(seat, claim)
                break
        return hand

    @property
    def turn(self) -> Seat:
        """Who acts."""
        return self.round.turn

    @property
    def finished(self) -> bool:
        """Whether the hand is over."""
        return self.round.phase is FINISHED

    def hand(self, seat: Seat) -> set[Card]:
        """Answer the cards of a seat; not to be changed."""
        return self.hands[seat]

    def play(self, move: Move) -> Card | None:
        """Make a move for the seat in turn.

        Args:
            move: what is done.

        Returns:
            The card drawn from the stock, else None.

        Raises:
            IllegalMove: the move breaks the game, or names cards that are not held. Nothing has changed.
        """
        seat, before = self.round.turn, self.round
        held = self.hands[seat]
        after = before.apply(seat, move)
        if not holds(before, held, move):
            raise IllegalMove(Illegal.NOT_HELD, "That card is not in the hand.")
        self.round = after
        match move:
            case DrawStock():
                drawn = self.stock.pop()
                held.add(drawn)
                return drawn
            case TakePile():
                held.update(before.pile[-move.count :])
            case Discard():
                held.remove(move.card)
            case Knock():
                held.remove(move.discard)
            case _:
                pass
        return None
