"""Is a fault refused by the peer and by an audit, for the right rule, with the right blame and without effect?"""

from dataclasses import dataclass

import pytest

from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.judgement import Refused, Rule, Violation
from gin_p2p.protocol.session import Session
from gin_p2p.seat import Seat
from tests.helpers.faults import FAULTS
from tests.helpers.hostile import Doctor, Fault, HostileSession, hostile
from tests.helpers.stories import story


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


def check_refusal(refused: Refused | None, fault: Fault, seq: int) -> None:
    assert refused is not None
    assert refused.code == fault.anchor
    assert refused.seq == seq
    assert refused.sentence
    assert isinstance(refused, Violation) is fault.accuses
    if isinstance(refused, Violation):
        assert refused.seat is fault.seat


def convict(fault: Fault) -> None:
    """Say a fault in its story; the peer and an auditor refuse it alike, and nothing has changed."""
    struck, told = strike(fault), story(fault.story)
    seq = struck.n + len(struck.frames) - 1
    peer = told.session_at(struck.n, fault.seat.other)
    check_refusal(refusal_by(peer, struck.frames), fault, seq)

    auditor = told.auditor_at(struck.n)
    for frame in (*struck.frames, b"whatever follows"):
        auditor.hear(frame)
    found = auditor.findings()
    check_refusal(found.refused, fault, seq)
    assert found.verdict is Verdict.NOT_VERIFIED
    assert found.accused is (fault.seat if fault.accuses else None)
    assert (found.n_frames, found.head) == (seq, peer.head)


def refused(rule: Rule | str, where: str, seat: Seat, at: type, doctor: Doctor, number: int = 0) -> None:
    """Say a fault that is in no list; peer and audit refuse it for this rule and blame the seat."""
    convict(Fault(str(rule), where, seat, at, doctor, number))


def named(name: str) -> Fault:
    """Answer the fault of this name."""
    return next(fault for fault in FAULTS if fault.name == name)
