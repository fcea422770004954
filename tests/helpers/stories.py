"""Which short matches reach every kind of frame and every ending?

The host deals first, so the guest has the first hand of each deck and moves first. Every hand goes to a seat in a
named way; the cards stand beside it.
"""

from dataclasses import replace
from functools import cache
from typing import Any, Final

from gin_p2p.protocol import messages as say
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import (
    BigGin,
    Defend,
    Discard,
    DrawStock,
    Knock,
    Layoff,
    Move,
    Pass,
    Resign,
    TakePile,
)
from gin_p2p.rules.presets import PRESETS
from gin_p2p.rules.words import (
    FirstDealer,
    MatchFormat,
    MultiPickupHand,
    UpcardMode,
)
from gin_p2p.seat import Seat
from tests.helpers.arena import Deck, Scenario, Story
from tests.helpers.hands import card, deck_for, meld, spread

LOW: Final[dict[MatchFormat, dict[str, int]]] = {
    MatchFormat.SINGLE: {"target": 20},
    MatchFormat.HOLLYWOOD: {"target": 20, "columns": 2},
    MatchFormat.MULTI_MATCH: {"target": 20, "multi_target": 120},
    MatchFormat.BEST_OF: {"target": 20, "best_of": 1},
    MatchFormat.HANDS: {"hands": 2},
}
"""Targets that a few hands reach."""


def one_hand(preset: str = "standard", **changes: object) -> HouseRules:
    """A preset, cut to one hand that the host deals."""
    short: dict[str, Any] = {"first_dealer": FirstDealer.HOST, "format": MatchFormat.HANDS, "hands": 1}
    return replace(PRESETS[preset], **(short | changes))


def few_hands(preset: str) -> HouseRules:
    """A preset with a target that a few hands reach."""
    rules = PRESETS[preset]
    return replace(rules, **LOW[rules.format])  # type: ignore[arg-type]  # numbers, all of them


def deck(guest: str, host: str, then: str) -> Deck:
    """The guest's ten cards, the host's, then the upcard and the stock."""
    return deck_for(meld(guest), meld(host), [card(then[i : i + 2]) for i in range(0, len(then), 2)])


ONE_SHORT: Final = "2c2d2h 5s6s7s JcQc Ah3d"  # 24 deadwood; Kc leaves 4, or 1 without 3d
LAYS_OFF: Final = "2s8s 4h5h6h 3s KhKs9h9d"  # 2s and 8s fit ONE_SHORT's melds
UNDERCUTS: Final = "2s8s9s 4h5h6h ThJhQh Ac"  # 1 deadwood once three are laid off
MISDEALT: Final = "2c2d2h 5s6s7s JcQcKc 3d"  # 3 deadwood as dealt
POOR: Final = "3s8h 4d5d9h 7c KhKs9sTd"

KNOCK_DECK: Final = deck(ONE_SHORT, LAYS_OFF, "7dKc")
TO_KNOCK: Final[tuple[Move, ...]] = (Pass(), Pass(), DrawStock())
A_KNOCK: Final = Knock(card("3d"), spread("2c2d2h 5s6s7s JcQcKc / Ah"))
A_DEFENCE: Final = Defend(spread("4h5h6h / 3s2s8sKhKs9h9d"), (Layoff(card("2s"), 0), Layoff(card("8s"), 1)))


def _to_the_wall() -> tuple[Move, ...]:
    """Both throw what they draw until only the reserve is left; the guest throws Kc last."""
    moves: list[Move] = [Pass(), Pass()]
    for place in range(21, 50):
        moves += [DrawStock(), Discard(WALL_DECK[place])]
    return tuple(moves)


def _wall_deck() -> Deck:
    stacked = list(deck(POOR, ONE_SHORT, "7d"))
    kc, last = stacked.index(card("Kc")), 49
    stacked[kc], stacked[last] = stacked[last], stacked[kc]
    return stacked


WALL_DECK: Final = _wall_deck()
MAHJONG_DECK: Final = deck("2c2d2h 5s6s7s 7c8c 9cTh", "3s8h 4d5d9h Qc KhKs9sTd", "7dAhJd")
TO_PICKUP: Final[tuple[Move, ...]] = (
    *TO_KNOCK,
    Discard(card("9c")),
    DrawStock(),
    Discard(card("Jd")),
    TakePile(2, meld("7c8c9c")),
)

SCENARIOS: Final[dict[str, Scenario]] = {
    "knock": Scenario(one_hand(), (KNOCK_DECK,), (*TO_KNOCK, A_KNOCK, A_DEFENCE)),
    "undercut": Scenario(
        one_hand(misdeal_proof=True),
        (deck(ONE_SHORT, UNDERCUTS, "7dKc"),),
        (
            *TO_KNOCK,
            Knock(card("Ah"), spread("2c2d2h 5s6s7s JcQcKc / 3d")),
            Defend(
                spread("4h5h6h ThJhQh / Ac2s8s9s"),
                (Layoff(card("2s"), 0), Layoff(card("8s"), 1), Layoff(card("9s"), 1)),
            ),
        ),
    ),
    "gin": Scenario(
        one_hand("solitaired"),
        (deck("2c2d2h2s 5s6s7s JcQc 3d", "8s 4h5h6h 3s9c KhKs9h9d", "7dKc"),),
        (
            *TO_KNOCK,
            Knock(card("3d"), spread("2c2d2h2s 5s6s7s JcQcKc /")),
            Defend(spread("4h5h6h 9c9d9h / 3s8sKhKs")),
        ),
    ),
    "big gin": Scenario(
        one_hand(),
        (deck("2c2d2h2s 5s6s7s8s JcQc", POOR.replace("3s", "3h"), "7dKc"),),
        (
            *TO_KNOCK,
            BigGin((meld("2c2d2h2s"), meld("5s6s7s8s"), meld("JcQcKc"))),
            Defend(spread(" / " + POOR.replace("3s", "3h").replace(" ", ""))),
        ),
    ),
    "turns": Scenario(
        one_hand(),
        (deck(POOR, LAYS_OFF.replace("3s", "3h").replace("KhKs9h", "KcQs9c"), "7dJhTc"),),
        (
            TakePile(),
            Discard(card("Kh")),
            DrawStock(),
            Discard(card("Jh")),
            DrawStock(),
            Discard(card("Tc")),
            TakePile(),
            Discard(card("Qs")),
            Resign(),
        ),
    ),
    "take limit": Scenario(one_hand(max_discard_takes=1), (KNOCK_DECK,), (TakePile(),)),
    "eleven": Scenario(
        one_hand(upcard_mode=UpcardMode.ELEVEN), (KNOCK_DECK,), (Discard(card("7d")), Resign())
    ),
    "knock deck": Scenario(
        one_hand("oklahoma_knock_deck"),
        (KNOCK_DECK,),
        (DrawStock(), Discard(card("7d")), Resign()),
    ),
    "mahjong": Scenario(one_hand("mahjong"), (MAHJONG_DECK,), (*TO_PICKUP, Discard(card("Jd")), Resign())),
    "constant": Scenario(
        one_hand("mahjong", multi_pickup_hand=MultiPickupHand.CONSTANT),
        (MAHJONG_DECK,),
        (*TO_PICKUP, Discard(card("Jd")), Discard(card("Th")), Resign()),
    ),
    "dealer's misdeal": Scenario(
        one_hand(), (deck(POOR.replace("7c", "7h"), MISDEALT, "7d"), KNOCK_DECK), (Resign(),)
    ),
    "other's misdeal": Scenario(one_hand(), (deck(MISDEALT, POOR, "7d"), KNOCK_DECK), (Resign(),)),
    "eleven's misdeal": Scenario(
        one_hand(upcard_mode=UpcardMode.ELEVEN),
        (deck(POOR.replace("7c", "7h"), MISDEALT, "7d"), KNOCK_DECK),
        (Resign(),),
    ),
    "concealed": Scenario(
        one_hand(),
        (deck(MISDEALT, POOR, "7d"),),
        (TakePile(), Discard(card("3d")), Resign()),
        conceals=Seat.GUEST,
    ),
    "concealed by the dealer": Scenario(
        one_hand(misdeal_proof=True),
        (deck(POOR.replace("7c", "7h"), MISDEALT, "7dAd"),),
        (Pass(), Pass(), DrawStock(), Discard(card("Ad")), TakePile(), Discard(card("3d")), Resign()),
        conceals=Seat.HOST,
    ),
    "concealed by a defender": Scenario(
        one_hand(),
        (deck("2s2d2h 4s5s6s TdJd Ah3d", "3c3h3s 7c8c9c JcQcKc Ac", "7dQd"),),
        (
            *TO_KNOCK,
            Knock(card("3d"), spread("2d2h2s 4s5s6s TdJdQd / Ah")),
            Resign(),
        ),
        conceals=Seat.HOST,
    ),
    "proven": Scenario(one_hand(misdeal_proof=True), (KNOCK_DECK,), (*TO_KNOCK, A_KNOCK, A_DEFENCE)),
    "another": Scenario(one_hand(), (KNOCK_DECK,), (*TO_KNOCK, A_KNOCK, A_DEFENCE), label="another"),
    "wall": Scenario(
        one_hand("openspiel", may_discard_taken_card=False),
        (WALL_DECK,),
        (
            *_to_the_wall(),
            TakePile(),
            A_KNOCK,
            Defend(spread(" / " + POOR.replace(" ", ""))),
        ),
    ),
    "washed out": Scenario(one_hand(), (WALL_DECK,), _to_the_wall()),
}


@cache
def story(name: str) -> Story:
    """Answer the match of a scenario; it is played once in a test run."""
    return Story.of(SCENARIOS[name])


def sample(kind: type) -> say.Message:
    """Answer an honest message of this kind, the first in the stories."""
    return next(m for name in SCENARIOS for m in story(name).messages if isinstance(m, kind))
