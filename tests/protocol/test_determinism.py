"""Do the same secrets and moves give the same bytes anywhere, and do other secrets share nothing?"""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.session import Session
from gin_p2p.rules.legal import legal_moves
from gin_p2p.seat import Seat
from tests.helpers.arena import Arena, Scenario, kept_nowhere, ticking_clock
from tests.helpers.stories import SCENARIOS, story

ROOT = Path(__file__).parents[2]
PLACES = (8, 14, 16)
PROGRAM = """
from gin_p2p.rules.legal import legal_moves
from tests.helpers.stories import story
told = story("mahjong")
print(told.heads[-1].hex())
for n in {places}:
    view = told.session_at(n, told.heard[n].seat).view
    print(list(legal_moves(view.round, view.hand)))
"""


def run_elsewhere(**environment: str) -> str:
    """Play a match in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM.format(places=PLACES)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONHASHSEED": "0", "LANG": "C"}, {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8"}],
    ids=lambda environment: " ".join(environment.values()),
)
def test_n22_neither_hash_order_nor_locale_changes_a_byte(environment: dict[str, str]) -> None:
    head, *moves = run_elsewhere(**environment).splitlines()
    assert head == story("mahjong").heads[-1].hex()
    told = story("mahjong")
    views = [told.session_at(n, told.heard[n].seat).view for n in PLACES]
    assert moves == [str(list(legal_moves(view.round, view.hand))) for view in views if view.round]
    assert len(moves) == len(PLACES)


def fresh_match() -> Arena:
    """Deal a hand between two seats with the system's own chance."""
    keys = tuple(Identity.generate(system_entropy) for _ in Seat)
    host, guest = (
        Session(
            seat,
            keys[seat],
            keys[seat.other].public,
            MatchSeed.generate(system_entropy),
            system_entropy,
            ticking_clock(),
            keep=kept_nowhere,
        )
        for seat in Seat
    )
    return Arena(Scenario(SCENARIOS["knock"].rules), (host, guest)).sit()


def test_threat_26_a_constant_seed_of_the_random_module_repeats_no_secret() -> None:
    runs = []
    for _ in range(2):
        random.seed(0)
        runs.append(fresh_match())
    said: list[set[bytes]] = [set(), set()]
    for run, arena in enumerate(runs):
        for heard in arena.heard:
            match heard.message:
                case say.Open():
                    said[run] |= {heard.message.host_key, heard.message.guest_key, heard.message.commitment}
                case say.Accept() | say.Reveal():
                    said[run].add(heard.message.nonce)
                case say.Key():
                    said[run] |= {heard.message.key, heard.message.proof}
                case say.Shuffle() | say.Cut():
                    said[run] |= {card.hint for card in heard.message.deck} | {heard.message.proof[:33]}
                case _:
                    pass
    assert len(said[0]) == len(said[1]) == 3 + 2 + 4 + 106
    assert not said[0] & said[1]
    hands = [[arena.sessions[seat].view.hand for seat in Seat] for arena in runs]
    assert hands[0] != hands[1]
    state = random.getstate()
    fresh_match()
    assert random.getstate() == state


def test_threat_26_one_seed_and_other_entropy_keep_keys_and_change_shuffles() -> None:
    scenario = Scenario(SCENARIOS["knock"].rules, label="entropy")
    first, second = Arena.of(scenario), Arena.of(scenario)
    for session in second.sessions:
        session._player._prover._entropy = system_entropy
    decks, keys = [], []
    for arena in (first, second):
        arena.sit()
        decks.append([heard.message.deck for heard in arena.heard if isinstance(heard.message, say.Shuffle)])
        keys.append([heard.message.key for heard in arena.heard if isinstance(heard.message, say.Key)])
    assert keys[0] == keys[1]
    assert decks[0] != decks[1]
