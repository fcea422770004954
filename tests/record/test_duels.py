"""Is anything lost, or said twice, when both seats of a match die again and again?

Whole matches over memory, each seat on a simulated disk; a seat dies in any call of its disk, by kill -9 or by a power
cut, and comes back. Then each rule of durability is broken, and the same matches must show it. The rates at which they
do are printed: `pytest -s tests/record/test_duels.py -k broken`.
"""

import pytest

from gin_p2p.protocol.audit import audit
from gin_p2p.protocol.table import Stage
from tests.helpers.breaches import BREACHES
from tests.helpers.duel import Rules, duel, is_caught
from tests.helpers.lightmatch import N_FRAMES
from tests.helpers.shortmatch import offered, real, scripted
from tests.helpers.threads import without_threads


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    without_threads(monkeypatch)


def matches(first: int, last: int) -> int:
    """Play the matches of these seeds; answer how often a seat has died in them."""
    results = [duel(seed) for seed in range(first, last)]
    assert {len(result.frames) for result in results} == {N_FRAMES}
    return sum(result.n_deaths for result in results)


@pytest.mark.parametrize("start", range(0, 500, 50))
def test_no_frame_is_lost_or_signed_twice_through_crashes_of_both_seats(start: int) -> None:
    assert matches(start, start + 50) > 100


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 5000, 200))
def test_no_frame_is_lost_or_signed_twice_in_thousands_of_matches(start: int) -> None:
    assert matches(start, start + 200) > 400


@pytest.mark.parametrize("at_call", range(80))
def test_a_crash_of_both_in_each_call_of_the_disk_is_survived(at_call: int) -> None:
    assert len(duel(at_call, Rules(at_call=at_call)).frames) == N_FRAMES


@pytest.mark.parametrize("seed", range(24))
def test_a_real_hand_is_finished_through_crashes_of_both_seats(seed: int) -> None:
    frames = duel(seed, Rules(seated=real, port=scripted, begin=offered)).frames
    assert audit(frames).table.stage is Stage.CLOSED


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_real_hands_are_finished_through_crashes_of_both_seats(seed: int) -> None:
    frames = duel(seed, Rules(seated=real, port=scripted, begin=offered)).frames
    assert audit(frames).table.stage is Stage.CLOSED


@pytest.mark.parametrize("breach", BREACHES)
def test_a_broken_rule_shows_in_some_match(breach: str) -> None:
    assert any(is_caught(seed, BREACHES[breach]) for seed in range(500))


@pytest.mark.slow
@pytest.mark.parametrize("breach", BREACHES)
def test_the_rate_at_which_a_broken_rule_shows(breach: str) -> None:
    n_matches = 300
    n_caught = sum(is_caught(seed, BREACHES[breach]) for seed in range(n_matches))
    print(f"\n{breach}: caught in {n_caught} of {n_matches} matches")
    assert n_caught
