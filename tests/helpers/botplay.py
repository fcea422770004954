"""Bots against bots with open cards: the engine alone, no cryptography."""

from random import Random

from gin_p2p.bots.interface import Bot
from gin_p2p.cards import DECK, Card
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.view import View
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.match import Match
from gin_p2p.rules.moves import Discard, DrawStock, Move, TakePile
from gin_p2p.rules.openplay import OpenHand
from gin_p2p.seat import Seat

MOST_MOVES = 5_000  # in one hand; far more than any that ends


class OpenTable:
    """One hand between two bots, each shown its own view.

    Attributes:
        hand: all cards.
        drawn: what the seat in turn drew last, as a view shows it.
    """

    def __init__(self, hand: OpenHand, match: Match | None = None) -> None:
        self.hand = hand
        self.match = match
        self.drawn: Card | None = None

    def view(self, seat: Seat) -> View:
        """What this seat sees."""
        return View(
            seat=seat,
            stage=Stage.MOVE,
            speaker=self.hand.turn,
            match=self.match,
            round=self.hand.round,
            hand=tuple(sorted(self.hand.hand(seat))),
            drawn=self.drawn if seat is self.hand.turn else None,
        )

    def play(self, move: Move) -> None:
        card = self.hand.play(move)
        if isinstance(move, DrawStock):
            self.drawn = card
        elif isinstance(move, TakePile):
            self.drawn = (*self.hand.round.taken, None)[0]
        elif isinstance(move, Discard):
            self.drawn = None


def deal(match: Match, rng: Random) -> OpenTable:
    """Deal the next hand of a match."""
    knock_card = rng.choice(match.knock_pack) if match.knock_pack else None
    deck = rng.sample(DECK, 52)
    return OpenTable(OpenHand.deal(match.rules, match.dealer, deck, knock_card), match)


def play_hand(table: OpenTable, bots: tuple[Bot, Bot], *, strictly: bool = False) -> None:
    """Play a hand to its end.

    Args:
        table: the hand.
        bots: of HOST and of GUEST.
        strictly: look up every answer in the legal moves too.
    """
    for _ in range(MOST_MOVES):
        if table.hand.finished:
            return
        seat = table.hand.turn
        move = bots[seat].move(table.view(seat))
        if strictly:
            assert move in legal_moves(table.hand.round, table.hand.hand(seat)), move
        table.play(move)
    raise AssertionError("the hand does not end")


def play_match(
    rules: HouseRules,
    bots: tuple[Bot, Bot],
    rng: Random,
    *,
    strictly: bool = False,
    first_dealer: Seat = Seat.HOST,
) -> Match:
    """Play a whole match."""
    match = Match.start(rules, first_dealer)
    while not match.finished:
        table = deal(match, rng)
        play_hand(table, bots, strictly=strictly)
        match = match.scored(table.hand.round)
    return match
