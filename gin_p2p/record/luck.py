"""Were these cards what honest shuffles give?

One seat's cards are looked at as they came:

* the start: least deadwood of the ten cards dealt. It owes nothing to anybody's play;
* useful draws: cards from the stock that let the turn end with less deadwood than it began. For each draw the cards
  are counted that could have come, and those among them that would have helped, so that good and bad players, short
  hands and long ones, quick and slow opponents are all measured against the chance they really had;
* gin chances: the same for cards that make gin possible at once.

Which cards could have come is asked when the hand is over. What the other seat turned out to hold was in its hand or
bound for it, not for this one. Without that, every draw would look unlucky: people keep low cards, so that those
unseen are not all as likely to lie on top of the stock. What is left of that effect, where a hand is never shown, is
measured in `luck_expectation.py`, and the tests of `luck_verdict.py` leave a margin for it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Self

from gin_p2p.cards import N_CARDS, Card
from gin_p2p.record.luck_expectation import START, Start
from gin_p2p.rules.fast import cards_of, evaluator, mask_of
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.position import HAND_CARDS
from gin_p2p.rules.round import Round
from gin_p2p.seat import Seat

BIN_POINTS: Final = 10
N_BINS: Final = 10
"""Starts of 0 to 9 points, 10 to 19, and so on; the last bin takes the rest."""
FULL: Final = (1 << N_CARDS) - 1
"""All cards, as a mask."""
_NO_STARTS: Final = (0,) * N_BINS
_NO_SHARES: Final = (0.0,) * N_BINS


@dataclass(frozen=True, slots=True)
class Tries:
    """Events that each had a known chance.

    Attributes:
        n: how many.
        n_hit: how many came about.
        expected: the sum of their chances.
        variance: of the number that come about.
    """

    n: int = 0
    n_hit: int = 0
    expected: float = 0.0
    variance: float = 0.0

    @classmethod
    def once(cls, n_good: int, n_all: int, *, hit: bool) -> Self:
        """Answer one event: `n_good` of `n_all` equally likely cards bring it about."""
        chance = n_good / n_all
        return cls(1, int(hit), chance, chance * (1 - chance))

    def __add__(self, other: "Tries") -> "Tries":
        return Tries(
            self.n + other.n,
            self.n_hit + other.n_hit,
            self.expected + other.expected,
            self.variance + other.variance,
        )


@dataclass(frozen=True, slots=True)
class Starts:
    """Hands as they were dealt.

    Attributes:
        n: how many.
        points: least deadwood of all together.
        expected: the same as chance gives it.
        variance: of that sum.
        bins: hands by least deadwood, in steps of ten points.
        expected_bins: the same as chance gives it.
    """

    n: int = 0
    points: int = 0
    expected: float = 0.0
    variance: float = 0.0
    bins: tuple[int, ...] = _NO_STARTS
    expected_bins: tuple[float, ...] = _NO_SHARES

    def __add__(self, other: "Starts") -> "Starts":
        return Starts(
            self.n + other.n,
            self.points + other.points,
            self.expected + other.expected,
            self.variance + other.variance,
            tuple(a + b for a, b in zip(self.bins, other.bins, strict=True)),
            tuple(a + b for a, b in zip(self.expected_bins, other.expected_bins, strict=True)),
        )


@dataclass(frozen=True, slots=True)
class Luck:
    """The cards of one seat in some hands, beside what chance gives."""

    starts: Starts = Starts()
    useful: Tries = Tries()
    gin: Tries = Tries()

    def __add__(self, other: "Luck") -> "Luck":
        return Luck(self.starts + other.starts, self.useful + other.useful, self.gin + other.gin)


class HandLuck:
    """Follows one hand, and answers the luck of one seat in it.

    Args:
        seat: whose.
        rules: for the aces.
    """

    def __init__(self, seat: Seat, rules: HouseRules) -> None:
        self._seat = seat
        self._rules = rules
        self._dealt: tuple[Card, ...] = ()
        self._draws: list[tuple[int, Card, int]] = []
        self._seen = 0
        self._others = 0
        """Cards that were first seen with the other seat; like all sets here a mask, bit n for card n."""

    def deal(self, hand: Collection[Card], round_: Round) -> None:
        """Look at the hand as it was dealt, when the upcard lies open."""
        self._dealt = tuple(hand)
        self._seen = mask_of(hand) | mask_of(round_.pile)

    def draw(self, before: Collection[Card], drawn: Card) -> None:
        """Look at a card that the seat has drawn from the stock.

        Args:
            before: its hand without the card.
            drawn: the card.
        """
        self._draws.append((mask_of(before), drawn, self._seen))
        self._seen |= 1 << drawn

    def look(self, mover: Seat, round_: Round) -> None:
        """Look at what is public after a move.

        Args:
            mover: whose move.
            round_: after it.
        """
        public = mask_of(round_.pile) | mask_of(round_.known[self._seat.other])
        if mover is not self._seat:
            self._others |= public & ~self._seen
        self._seen |= public

    def luck(self) -> Luck:
        """Answer the luck of the hand, when it is over."""
        total = start_luck(self._dealt, self._rules)
        for held, drawn, seen in self._draws:
            could_come = FULL & ~(seen | self._others)
            total += draw_luck(held, drawn, could_come, self._rules)
        return total


def start_luck(dealt: Collection[Card], rules: HouseRules) -> Luck:
    """Answer the luck of a start.

    Args:
        dealt: ten cards; of eleven nobody knows the last, so that they do not count.
        rules: for the aces.
    """
    if len(dealt) != HAND_CARDS:
        return Luck()
    points = evaluator(rules).least(mask_of(dealt))
    chance = expected_start(rules)
    bins = [0] * N_BINS
    bins[min(points // BIN_POINTS, N_BINS - 1)] = 1
    return Luck(Starts(1, points, chance.mean, chance.sd**2, tuple(bins), chance.shares))


def draw_luck(held: int, drawn: Card, could_come: int, rules: HouseRules) -> Luck:
    """Answer the luck of one draw from the stock.

    Args:
        held: the hand before it.
        drawn: what came.
        could_come: every card that could have come, as likely as any other; `drawn` is one of them.
        rules: for the aces.
    """
    judge, hand = evaluator(rules), cards_of(held)
    least = judge.least(held)
    useful = gins = 0
    for card in cards_of(could_come):
        left = min(judge.discards(held | 1 << card, hand).values())
        useful |= (left < least) << card
        gins |= (left == 0 < least) << card
    n_all = could_come.bit_count()
    return Luck(
        useful=Tries.once(useful.bit_count(), n_all, hit=useful >> drawn & 1 == 1),
        gin=Tries.once(gins.bit_count(), n_all, hit=gins >> drawn & 1 == 1) if gins else Tries(),
    )


def expected_start(rules: HouseRules) -> Start:
    """Answer what a dealt hand has under these rules, by chance alone."""
    return START[rules.ace_mode.value, rules.ace_deadwood]
