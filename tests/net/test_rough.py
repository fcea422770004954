"""Does a match come through everything that a line can do to bytes, in every phase of a connection?

The table of faults and phases: whatever is hit, the two seats end with the same frames, nobody is accused, and the
waiting is bounded.
"""

from itertools import product
from random import Random

import pytest
import trio
from trio.testing import MockClock

from gin_p2p.seat import Seat
from tests.helpers.lightmatch import N_FRAMES
from tests.helpers.rough import Fault, Phase, Plan, RoughTable
from tests.helpers.threads import without_threads

HARMLESS = {Fault.SPLIT, Fault.DELAY}
"""A line that does these is slow, and stays."""

LONGEST_S = 150.0


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    without_threads(monkeypatch)


async def played(plan: Plan, nursery: trio.Nursery) -> RoughTable:
    table = RoughTable(plan, nursery)
    with trio.fail_after(LONGEST_S * 4):
        await table.play()
    host, guest = table.frames
    assert host == guest
    assert len(host) == N_FRAMES
    return table


@pytest.mark.parametrize(
    ("fault", "phase", "seat"), list(product(Fault, Phase, Seat)), ids=lambda value: str(value).lower()
)
async def test_one_fault_costs_time_and_nothing_else(
    autojump_clock: MockClock, nursery: trio.Nursery, fault: Fault, phase: Phase, seat: Seat
) -> None:
    plan = Plan([(fault, phase, seat)], Random(f"{fault}{phase}{seat}"))
    await played(plan, nursery)
    assert plan.n_done == 1
    assert trio.current_time() < LONGEST_S
    if fault in HARMLESS:
        assert plan.n_connections == 1


def random_plan(seed: int) -> Plan:
    chance = Random(seed)
    kinds = list(product(Fault, Phase, Seat))
    return Plan([chance.choice(kinds) for _ in range(chance.randint(2, 8))], chance)


@pytest.mark.parametrize("start", range(0, 100, 25))
def test_many_faults_in_one_match_cost_time_and_nothing_else(start: int) -> None:
    n_done = 0
    for seed in range(start, start + 25):
        plan = random_plan(seed)

        async def play(plan: Plan = plan) -> None:
            async with trio.open_nursery() as nursery:
                await played(plan, nursery)
                nursery.cancel_scope.cancel()

        trio.run(play, clock=MockClock(autojump_threshold=0))
        n_done += plan.n_done
    assert n_done > 50
