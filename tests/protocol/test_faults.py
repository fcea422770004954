"""Is each rule, when a well-signed frame breaks it, refused by name, blamed on the right seat, and without effect?"""

import pytest

from gin_p2p.protocol.audit import Verdict, audit
from gin_p2p.protocol.judgement import SENTENCES, Refused, Rule
from gin_p2p.protocol.session import Session
from gin_p2p.rules.moves import Illegal
from gin_p2p.seat import Seat
from tests.helpers.arena import Arena
from tests.helpers.faults import FAULTS, NEEDS_A_BROKEN_ARGUMENT, UNREACHABLE
from tests.helpers.hostile import Fault, HostileSession, hostile
from tests.helpers.stories import SCENARIOS
from tests.helpers.trials import check_refusal, convict

ANCHORS = frozenset({*map(str, Rule), *(f"move-{reason}" for reason in Illegal)})


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_broken_rule_is_refused_by_peer_and_audit_and_blamed_on_its_speaker(fault: Fault) -> None:
    convict(fault)


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_hostile_seat_is_caught_in_a_match_played_from_its_first_frame(fault: Fault) -> None:
    scenario = SCENARIOS[fault.story]
    seats = {fault.seat: hostile(scenario, fault)}
    arena = Arena(
        scenario,
        (
            scenario.seated(Seat.HOST, seats.get(Seat.HOST, Session)),
            scenario.seated(Seat.GUEST, seats.get(Seat.GUEST, Session)),
        ),
    )
    with pytest.raises(Refused) as caught:
        arena.sit().play(scenario.chooser())
    check_refusal(caught.value, fault, len(arena.frames) - 1)
    found = audit(arena.frames)
    check_refusal(found.refused, fault, len(arena.frames) - 1)
    assert found.verdict is Verdict.NOT_VERIFIED
    cheat = arena.sessions[fault.seat]
    assert isinstance(cheat, HostileSession)
    assert cheat.struck


def test_every_rule_and_every_illegal_move_has_a_fault_or_a_reason_for_having_none() -> None:
    broken = {fault.anchor for fault in FAULTS}
    elsewhere = NEEDS_A_BROKEN_ARGUMENT.keys() | UNREACHABLE.keys()
    assert broken | elsewhere == ANCHORS
    assert not broken & elsewhere
    assert all(NEEDS_A_BROKEN_ARGUMENT.values())
    assert all(UNREACHABLE.values())


def test_every_rule_has_a_sentence() -> None:
    assert set(SENTENCES) == set(Rule)
    assert len(set(SENTENCES.values())) == len(Rule)


def test_faults_have_names_of_their_own() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
