"""Is each rule, when a well-signed frame breaks it, refused by name, blamed on the right seat, and without effect?"""

from dataclasses import dataclass

import pytest

from gin_p2p.protocol.audit import Verdict, audit
from gin_p2p.protocol.judgement import SENTENCES, Refused, Rule, Violation
from gin_p2p.protocol.session import Session
from gin_p2p.rules.moves import Illegal
from gin_p2p.seat import Seat
from tests.helpers.arena import Arena
from tests.helpers.faults import FAULTS, NEEDS_A_BROKEN_ARGUMENT, UNREACHABLE
from tests.helpers.hostile import Fault, HostileSession, hostile
from tests.helpers.stories import SCENARIOS, story

ANCHORS = frozenset({*map(str, Rule), *(f"move-{reason}" for reason in Illegal)})


@dataclass(frozen=True)
class Struck:
    """A fault that was said: n good frames of a story, then the hostile seat's."""

    n: int
    frames: tuple[bytes, ...]


def strike(fault: Fault) -> Struck:
    """Take the story up at the frame in whose place the fault is said."""
    told = story(fault.story)
    own = [
        n
        for n, heard in enumerate(told.heard)
        if heard.seat is fault.seat and type(heard.message) is fault.at
    ]
    n = own[fault.number]
    seat = told.session_at(n, fault.seat, hostile(told.scenario, fault))
    assert isinstance(seat, HostileSession)
    return Struck(n, seat.strike(told.messages[n]).frames)


def refusal_by(peer: Session, frames: tuple[bytes, ...]) -> Refused:
    """Let a session hear frames, the last of which it must refuse, and be as it was."""
    for frame in frames[:-1]:
        peer.receive(frame)
    table, head, n_frames, view = peer.table, peer.head, peer.n_frames, peer.view
    with pytest.raises(Refused) as caught:
        peer.receive(frames[-1])
    assert peer.table is table
    assert (peer.head, peer.n_frames, peer.view) == (head, n_frames, view)
    return caught.value


def check(refused: Refused | None, fault: Fault, seq: int) -> None:
    assert refused is not None
    assert refused.code == fault.anchor
    assert refused.seq == seq
    assert refused.sentence
    assert isinstance(refused, Violation) is fault.accuses
    if isinstance(refused, Violation):
        assert refused.seat is fault.seat


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_broken_rule_is_refused_by_peer_and_audit_and_blamed_on_its_speaker(fault: Fault) -> None:
    struck, told = strike(fault), story(fault.story)
    seq = struck.n + len(struck.frames) - 1

    peer = told.session_at(struck.n, fault.seat.other)
    check(refusal_by(peer, struck.frames), fault, seq)

    auditor = told.auditor_at(struck.n)
    for frame in (*struck.frames, b"whatever follows"):
        auditor.hear(frame)
    found = auditor.findings()
    check(found.refused, fault, seq)
    assert found.verdict is Verdict.NOT_VERIFIED
    assert found.accused is (fault.seat if fault.accuses else None)
    assert found.n_frames == seq
    assert found.head == (told.heads[struck.n] if len(struck.frames) == 1 else peer.head)


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
    check(caught.value, fault, len(arena.frames) - 1)
    found = audit(arena.frames)
    check(found.refused, fault, len(arena.frames) - 1)
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
