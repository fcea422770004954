"""Do bots play whole matches of every kind, keep to the rules, and play as well as they should?"""

from collections import Counter
from random import Random
from statistics import mean
from typing import Final

import pytest

from gin_p2p.bots.interface import BOTS, bot_named
from gin_p2p.protocol.view import View
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.match import Match
from gin_p2p.rules.moves import Discard, Move, TakePile
from gin_p2p.rules.presets import PRESETS, preset
from gin_p2p.rules.results import Ending
from gin_p2p.rules.settings import changed
from gin_p2p.seat import Seat
from tests.helpers.botplay import deal, play_hand, play_match

OWN: Final[dict[str, HouseRules]] = {
    "mahjong constant": changed(preset("mahjong"), {"multi_pickup_hand": "constant"}),
    "mahjong without big gin": changed(preset("mahjong"), {"big_gin_bonus": None}),
    "eleven": changed(preset("standard"), {"upcard_mode": "eleven"}),
    "play on at the wall": changed(preset("openspiel"), {"wall_rule": "discards_only"}),
    "a few takes": changed(preset("standard"), {"max_discard_takes": 3}),
}
ALL_RULES: Final = {**PRESETS, **OWN}
FAMILIES: Final = ("standard", "straight", "oklahoma", "tedesco", "mahjong", "eleven", "openspiel")


def matches(name: str, first: str, second: str, n_matches: int, *, strictly: bool = False) -> list[Match]:
    """Matches with fixed seeds, each seat dealing first in every other one."""
    played = []
    for number in range(n_matches):
        bots = (bot_named(first, Random(2 * number)), bot_named(second, Random(2 * number + 1)))
        dealer = Seat(number % 2)
        played.append(
            play_match(ALL_RULES[name], bots, Random(number), strictly=strictly, first_dealer=dealer)
        )
    return played


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", ALL_RULES)
def test_a_whole_match_of_legal_moves_ends(name: str, bot: str) -> None:
    (match,) = matches(name, bot, "simple", 1, strictly=True)
    assert match.finished


@pytest.mark.parametrize("bot", BOTS)
def test_a_seed_makes_a_bot_play_the_same_way_again(bot: str) -> None:
    assert matches("standard", bot, "simple", 1) == matches("standard", bot, "simple", 1)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_baseline_beats_chance(name: str) -> None:
    won = Counter(match.winner for match in matches(name, "simple", "random", 10))
    assert won[Seat.HOST] >= 9


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL_RULES)
def test_the_baseline_beats_chance_under_all_rules(name: str) -> None:
    won = Counter(match.winner for match in matches(name, "simple", "random", 30))
    assert won[Seat.HOST] >= 27


def self_play(n_hands: int) -> tuple[Counter[Ending], list[int], list[int]]:
    """The endings of hands between two baselines; turn and deadwood of those who went out."""
    rng, bots = Random(1), (bot_named("simple", Random(2)), bot_named("simple", Random(3)))
    endings: Counter[Ending] = Counter()
    turns, left = [], []
    for number in range(n_hands):
        table = deal(Match.start(preset("eaai"), Seat(number % 2)), rng)
        play_hand(table, bots)
        over = table.hand.round
        assert over.result is not None
        endings[over.result.ending] += 1
        if over.knocker is not None:
            turns.append(over.n_turns[over.knocker])
            left.append(over.result.knocker_points)
    return endings, turns, left


def test_the_baseline_plays_like_the_field_s_own() -> None:
    # The field's own player, 2,060 hands: turn 6.5 (sd 2.9), deadwood 7.1 (sd 2.9), undercut 3.9 %, gin 1.7 %.
    # Four standard errors of 800 hands are 0.4 for turn and deadwood, 3 % for undercuts, 2 % for gin.
    endings, turns, left = self_play(800)
    assert mean(turns) == pytest.approx(6.5, abs=0.4)
    assert mean(left) == pytest.approx(7.0, abs=0.4)
    assert endings[Ending.UNDERCUT] / 800 == pytest.approx(0.039, abs=0.03)
    assert endings[Ending.GIN] / 800 == pytest.approx(0.017, abs=0.02)


class Echo:
    """Takes every discard and throws it straight back, for ever where the rules let it."""

    name = "echo"

    def __init__(self) -> None:
        self.n_takes = 0

    def move(self, view: View) -> Move:
        assert view.round is not None
        legal = legal_moves(view.round, view.hand)
        wishes: list[Move] = [TakePile(), *(Discard(card) for card in view.round.taken)]
        for move in wishes:
            if move in legal:
                self.n_takes += isinstance(move, TakePile)
                return move
        return next(iter(legal))


ENDLESS: Final = changed(
    preset("standard"),
    {
        "max_discard_takes": None,
        "mutual_return_void": False,
        "may_discard_taken_card": True,
        "wall_rule": "discards_only",
        "knock_limit": 0,
    },
)


@pytest.mark.parametrize("bot", ["simple", "gin-only", "big-gin-only", "never-out"])
def test_no_opponent_can_keep_a_bot_in_a_hand_for_ever(bot: str) -> None:
    rng, echo = Random(4), Echo()
    for number in range(30):
        table = deal(Match.start(ENDLESS, Seat(number % 2)), rng)
        play_hand(table, (bot_named(bot, Random(number)), echo), strictly=True)
        assert table.hand.finished
    assert echo.n_takes > 300


@pytest.mark.parametrize("bot", ["simple", "never-out"])
def test_two_bots_of_a_kind_end_every_hand_without_a_limit_on_takes(bot: str) -> None:
    rng, bots = Random(5), (bot_named(bot, Random(6)), bot_named(bot, Random(7)))
    for number in range(300):
        table = deal(Match.start(ENDLESS, Seat(number % 2)), rng)
        play_hand(table, bots)
        assert table.hand.finished
