"""Many hands with open cards, honest or rigged: what would `gin stats --luck` count in them?

The engine alone, no cryptography. A rigger may choose between decks before a deal, and between the cards of the stock
before a draw: more than any player of the real game can, since both shuffle there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from gin_p2p.bots.interface import Bot, bot_named
from gin_p2p.cards import DECK, Card
from gin_p2p.record.luck import HandLuck, Luck
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.match import Match
from gin_p2p.rules.melds import discards, least_deadwood
from gin_p2p.rules.moves import DrawStock
from gin_p2p.rules.openplay import OpenHand
from gin_p2p.seat import Seat
from tests.helpers.botplay import OpenTable

RULES = HouseRules()
VICTIM = Seat.HOST
"""Against whom a rigged set is rigged; the honest sets count this seat too."""


class Rigger(Protocol):
    """What a cheat would do."""

    def deck(self, dealer: Seat, rng: Random) -> Sequence[Card]: ...

    def draw(self, table: OpenTable, rng: Random) -> None: ...


class Honest:
    """Nothing."""

    def deck(self, dealer: Seat, rng: Random) -> Sequence[Card]:
        return rng.sample(DECK, 52)

    def draw(self, table: OpenTable, rng: Random) -> None:
        pass


@dataclass
class WorseStarts(Honest):
    """Deals the victim the worse of two hands, in this share of the deals."""

    share: float

    def deck(self, dealer: Seat, rng: Random) -> Sequence[Card]:
        decks = [rng.sample(DECK, 52) for _ in range(2 if rng.random() < self.share else 1)]
        first = 1 if dealer is VICTIM else 0
        return max(decks, key=lambda deck: least_deadwood(deck[first:20:2], RULES))


@dataclass
class WorseDraws(Honest):
    """Puts a useless card on top of the stock, in this share of the victim's draws."""

    share: float

    def draw(self, table: OpenTable, rng: Random) -> None:
        hand = table.hand
        if hand.turn is not VICTIM or rng.random() >= self.share:
            return
        held = hand.hand(VICTIM)
        least = least_deadwood(held, RULES)
        useless = [
            place
            for place, card in enumerate(hand.stock)
            if min(discards((*held, card), RULES).values()) >= least
        ]
        if useless:
            place = rng.choice(useless)
            hand.stock[place], hand.stock[-1] = hand.stock[-1], hand.stock[place]


HONEST = Honest()


def luck_of(
    names: tuple[str, str], n_hands: int, seed: int, rigger: Rigger = HONEST, rules: HouseRules = RULES
) -> tuple[Luck, Luck]:
    """Play hands between two bots, and count the luck of both seats."""
    rng = Random(seed)
    bots = bot_named(names[0], Random(seed + 1)), bot_named(names[1], Random(seed + 2))
    host, guest = Luck(), Luck()
    for number in range(n_hands):
        dealt = hand_luck(Seat(number % 2), bots, rng, rigger, rules)
        host, guest = host + dealt[0], guest + dealt[1]
    return host, guest


def hand_luck(
    dealer: Seat, bots: tuple[Bot, Bot], rng: Random, rigger: Rigger, rules: HouseRules
) -> tuple[Luck, Luck]:
    """Play one hand, and count the luck of both seats."""
    table = OpenTable(OpenHand.deal(rules, dealer, rigger.deck(dealer, rng)), Match.start(rules, dealer))
    hand = table.hand
    watched = tuple(HandLuck(seat, rules) for seat in Seat)
    for seat in Seat:
        watched[seat].deal(hand.hand(seat), hand.round)
    while not hand.finished:
        seat = hand.turn
        move = bots[seat].move(table.view(seat))
        if isinstance(move, DrawStock):
            rigger.draw(table, rng)
            watched[seat].draw(hand.hand(seat), hand.stock[-1])
        table.play(move)
        for luck in watched:
            luck.look(seat, hand.round)
    return watched[0].luck(), watched[1].luck()
