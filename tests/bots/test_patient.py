"""Does a seat that waits go out with what it waits for, and with nothing else?"""

from random import Random

import pytest

from gin_p2p.bots.patient import Patient, WaitsFor
from gin_p2p.cards import parse_cards
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.view import View
from gin_p2p.rules.moves import BigGin, Discard, Knock, Move, Pass, TakePile
from gin_p2p.rules.presets import preset
from gin_p2p.rules.round import Round
from gin_p2p.seat import Seat
from tests.helpers.hands import at_wall, card, drawn, later

KNOCK, GIN, BIG_GIN = "2c2d2h5c6c7c9s9h9dAs8d", "2c2d2h5c6c7c9s9h9d9c8d", "2c2d2h5c6c7c9s9h9d9c8c"


def answer(waits_for: WaitsFor, hand: str, round_: Round | None = None) -> Move:
    round_ = round_ or later(drawn())
    cards = tuple(sorted(parse_cards(hand)))
    view = View(round_.turn, Stage.MOVE, round_.turn, round=round_, hand=cards)
    return Patient(Random(1), waits_for).move(view)


@pytest.mark.parametrize(
    ("waits_for", "kinds"),
    [
        (WaitsFor.GIN, (Discard, Knock, Knock)),
        (WaitsFor.BIG_GIN, (Discard, Discard, BigGin)),
        (WaitsFor.NOTHING, (Discard, Discard, Discard)),
    ],
)
def test_it_goes_out_with_what_it_waits_for_only(waits_for: WaitsFor, kinds: tuple[type[Move], ...]) -> None:
    assert tuple(type(answer(waits_for, hand)) for hand in (KNOCK, GIN, BIG_GIN)) == kinds


def test_a_gin_is_shown_without_deadwood() -> None:
    out = answer(WaitsFor.GIN, GIN)
    assert isinstance(out, Knock)
    assert out.spread.deadwood == ()


@pytest.mark.parametrize(
    ("waits_for", "move"),
    [(WaitsFor.GIN, TakePile()), (WaitsFor.BIG_GIN, Pass()), (WaitsFor.NOTHING, Pass())],
)
def test_the_last_discard_is_taken_for_that_only(waits_for: WaitsFor, move: Move) -> None:
    wall = at_wall(preset("openspiel"), card("9d"))
    assert wall.turn is Seat.GUEST
    assert answer(waits_for, "2c2d2h5c6c7c9s9h9cKc", wall) == move
    assert answer(waits_for, "2c2d2h5c6c7c9s9hAsKc", wall) == Pass()
