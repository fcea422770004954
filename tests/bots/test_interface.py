"""Is every bot what its name says, and is a wrong name answered helpfully?"""

from random import Random

import pytest

from gin_p2p.bots.interface import BOTS, NoSuchBot, bot_named
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.view import View
from gin_p2p.seat import Seat
from tests.helpers.hands import dealt


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_carries_the_name_it_is_found_by(name: str) -> None:
    assert bot_named(name, Random(1)).name == name


def test_a_wrong_name_is_answered_with_all_that_there_are() -> None:
    with pytest.raises(NoSuchBot) as refused:
        bot_named("clever", Random(1))
    assert "'clever'" in str(refused.value)
    assert all(name in str(refused.value) for name in BOTS)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_that_has_no_move_to_make_says_so(name: str) -> None:
    bot = bot_named(name, Random(1))
    start = dealt()  # HOST acts first
    for view in (
        View(Seat.HOST, Stage.SHUFFLE, Seat.HOST),
        View(Seat.GUEST, Stage.MOVE, Seat.HOST, round=start),
        View(Seat.HOST, Stage.GIVE, Seat.HOST, round=start),
    ):
        with pytest.raises(ValueError, match="no move to make"):
            bot.move(view)
