"""Does any legal match, under any rules, end with equal heads and a verified record?"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import Verdict, audit
from gin_p2p.protocol.table import Stage
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.presets import PRESETS
from gin_p2p.rules.words import FirstDealer, UpcardMode, WallRule
from tests.helpers.arena import Scenario, Story
from tests.helpers.choosers import aimless, thrifty
from tests.helpers.stories import one_hand


def play(scenario: Scenario) -> Story:
    """Play a match to its end; both seats and an auditor agree."""
    told = Story.of(scenario)
    found = audit(told.frames)
    assert found.verdict is Verdict.VERIFIED
    assert (found.head, found.table) == (told.heads[-1], told.heard[-1].after)
    assert found.table.stage is Stage.CLOSED
    closing = told.messages[-1]
    assert isinstance(closing, say.Close)
    assert closing.totals == found.table.playing.totals
    return told


@pytest.mark.parametrize("preset", ["standard", "oklahoma_knock_deck"])
def test_a_thrifty_hand_ends_verified(preset: str) -> None:
    told = play(Scenario(one_hand(preset), chooses=thrifty(1), label=preset))
    assert told.heard[-1].after.playing.n_hands_played == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        one_hand(upcard_mode=UpcardMode.ELEVEN, hands=2),
        one_hand(misdeal_proof=True, hands=3, first_dealer=FirstDealer.RANDOM),
        one_hand(wall_rule=WallRule.DISCARDS_ONLY, max_discard_takes=5),
    ],
    ids=["eleven", "misdeal proof", "discards only"],
)
def test_a_match_of_rare_rules_ends_verified(rules: HouseRules) -> None:
    play(Scenario(rules, chooses=thrifty(4), label="rare"))


@pytest.mark.slow
def test_a_match_to_a_hundred_ends_verified() -> None:
    told = play(Scenario(PRESETS["standard"], chooses=thrifty(5), label="hundred"))
    assert max(told.heard[-1].after.playing.columns[0].game.points) >= 100


@pytest.mark.slow
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    seed=st.integers(0, 2**32),
    label=st.text("abcdefgh", min_size=1, max_size=8),
)
def test_any_legal_play_ends_verified(preset: str, seed: int, label: str) -> None:
    play(Scenario(one_hand(preset), chooses=aimless(seed), label=label))
