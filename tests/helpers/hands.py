"""Short ways to write hands, spreads and rounds in tests."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gin_p2p.cards import DECK, Card, parse_cards
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import Discard, DrawStock, Meld, Move, Pass, Spread
from gin_p2p.rules.results import Ending, Result
from gin_p2p.rules.round import Phase, Round
from gin_p2p.seat import Seat

UPCARD: Final = parse_cards("Kd")[0]


def card(text: str) -> Card:
    return parse_cards(text)[0]


def meld(text: str) -> Meld:
    return tuple(sorted(parse_cards(text)))


def spread(text: str) -> Spread:
    """Read `"2c2d2h 5s6s7s / 9cTd"`: melds, a slash, the deadwood."""
    melds, _, deadwood = text.partition("/")
    return Spread(tuple(meld(word) for word in melds.split()), meld(deadwood.strip()))


def dealt(rules: HouseRules | None = None, upcard: Card | None = UPCARD, dealer: Seat = Seat.GUEST) -> Round:
    """A hand in which HOST acts first."""
    return Round.deal(rules or HouseRules(), dealer, upcard)


def played(round_: Round, *moves: Move) -> Round:
    for move in moves:
        round_ = round_.apply(round_.turn, move)
    return round_


def drawn(rules: HouseRules | None = None, upcard: Card | None = UPCARD) -> Round:
    """HOST has drawn from the stock, in the first turn, and may throw or go out."""
    return played(dealt(rules, upcard), Pass(), Pass(), DrawStock())


def later(round_: Round) -> Round:
    """The same, as if both had had turns before: what was dealt cannot be told any more."""
    return replace(round_, n_turns=(5, 5), n_moves=20)


def at_wall(rules: HouseRules, last: Card) -> Round:
    """HOST has thrown `last` with only the reserve left in the stock."""
    return played(replace(drawn(rules), n_stock=2), Discard(last))


def over(rules: HouseRules, dealer: Seat, winner: Seat | None, points: int = 0) -> Round:
    """A hand that `winner` won by a knock worth `points`, or that is dead."""
    result = Result(Ending.DEAD_HAND)
    if winner is not None:
        left = (0, points) if winner is Seat.HOST else (points, 0)
        result = Result(Ending.KNOCK, winner=winner, knocker=winner, deadwood=left)
    return Round(
        rules=rules,
        dealer=dealer,
        limit_card=None,
        knock_limit=rules.knock_limit,
        doubled=False,
        phase=Phase.FINISHED,
        turn=dealer,
        n_stock=10,
        pile=(),
        n_held=(10, 10),
        result=result,
    )


def deck_for(first: Sequence[Card], second: Sequence[Card], then: Sequence[Card] = ()) -> list[Card]:
    """A deck that deals these hands, the first to the non-dealer, and then these cards; the rest ascending."""
    deck = [card for pair in zip(first, second, strict=True) for card in pair] + list(then)
    return deck + [card for card in DECK if card not in deck]
