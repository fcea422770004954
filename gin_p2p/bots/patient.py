"""What does a seat do that waits for something rare?

It plays like the baseline and goes out only with what it waits for. Such seats make the endings that ordinary play
seldom shows: gin upon gin, big gin, hands that die at the wall.
"""

from enum import StrEnum
from random import Random

from gin_p2p.bots.habits import big_gin
from gin_p2p.bots.simple import Simple
from gin_p2p.cards import Card
from gin_p2p.rules.moves import BigGin, Knock
from gin_p2p.rules.round import Round


class WaitsFor(StrEnum):
    """With what a patient seat goes out; the value is the name of the bot."""

    GIN = "gin-only"
    BIG_GIN = "big-gin-only"
    NOTHING = "never-out"


class Patient(Simple):
    """The baseline, going out with one thing only.

    Args:
        rng: for the choice among equal throws.
        waits_for: gin by a throw; big gin, which some rules do not have; or nothing at all.
    """

    def __init__(self, rng: Random, waits_for: WaitsFor) -> None:
        super().__init__(rng)
        self.name = str(waits_for)
        self._waits_for = waits_for

    def way_out(self, round_: Round, hand: tuple[Card, ...]) -> Knock | BigGin | None:
        """Answer going out with what is waited for; None as long as it is not there."""
        match self._waits_for:
            case WaitsFor.GIN:
                return self.knock(round_, hand, 0)
            case WaitsFor.BIG_GIN:
                return big_gin(round_, hand)
            case WaitsFor.NOTHING:
                return None
