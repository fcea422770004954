"""Does a seat that breaks one rule over a real connection lose the match to the proof of it?"""

import stat
from pathlib import Path

import pytest

from gin_p2p.cli.exits import Exit
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import Verdict, audit
from gin_p2p.protocol.codec import pack
from gin_p2p.record.examine import Report, examine
from gin_p2p.record.library import scan_file
from gin_p2p.record.scan import StoredFrame
from gin_p2p.seat import Seat
from tests.helpers.cheating import Honest, Outcome, play_against
from tests.helpers.faults import FAULTS
from tests.helpers.hostile import Fault, HostileSession, hostile
from tests.helpers.records import MemoReferee
from tests.helpers.stories import story
from tests.helpers.trials import strike

AFTER_THE_END = "after-close"
NEWER_PROGRAM = "version"
NO_FRAME = Fault(
    "frame",
    "knock",
    Seat.GUEST,
    say.Pass,
    lambda *_: (pack((b"no payload", bytes(64))),),
    accuses=False,
    note="within the envelope",
)
IN_THE_MATCH = (NO_FRAME, *(fault for fault in FAULTS if fault.anchor not in {"frame", AFTER_THE_END}))
FIRST_OF_EACH = {fault.anchor: fault for fault in reversed(IN_THE_MATCH)}


@pytest.fixture(autouse=True)
def _proofs_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records share their first frames, so what an auditor has accepted once it need not prove again."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)


def of_anchor(anchor: str) -> list[Fault]:
    return [fault for fault in FAULTS if fault.anchor == anchor]


def marked(fault: Fault) -> object:
    is_quick = FIRST_OF_EACH[fault.anchor] is fault and fault.story != "wall"
    return pytest.param(fault, id=fault.name, marks=() if is_quick else pytest.mark.slow)


async def outcome_of(fault: Fault, folder: Path) -> Outcome:
    told, struck = story(fault.story), strike(fault)
    cheater = told.session_at(struck.n, fault.seat, hostile(told.scenario, fault))
    assert isinstance(cheater, HostileSession)
    return await play_against(Honest(told, struck.n, fault.seat.other, folder), cheater, struck.frames)


@pytest.mark.parametrize("fault", [marked(fault) for fault in IN_THE_MATCH])
async def test_a_broken_rule_over_tls_ends_with_exit_6_and_a_record_that_blames_its_speaker(
    fault: Fault, tmp_path: Path
) -> None:
    outcome = await outcome_of(fault, tmp_path)
    assert outcome.code is Exit.PROVEN_WRONG
    assert f"rule {fault.anchor}: " in outcome.said
    assert outcome.rows[-1] == outcome.rows[-1] | {"event": "breach", "code": fault.anchor}
    if fault.accuses:
        check_proof(outcome, fault)
    else:
        check_no_proof(outcome)


def check_proof(outcome: Outcome, fault: Fault) -> None:
    """The accusing frame is the last of the record, which tells every auditor who it was, and how to pass it on."""
    path = outcome.journal
    assert path is not None
    assert f"The proof is in {path}\n" in outcome.said
    assert "gin audit" in outcome.said
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    report = examine(path)
    assert report.fault is not None
    assert (report.fault.code, report.n_stored - report.n_frames) == (fault.anchor, 1)
    if fault.anchor == NEWER_PROGRAM:
        assert (report.verdict, report.fault.accused) == (Verdict.CANNOT_JUDGE, None)
    else:
        assert (report.verdict, report.fault.accused) == (Verdict.NOT_VERIFIED, fault.seat)
    second = audit(item.frame for item in scan_file(path) if isinstance(item, StoredFrame))
    assert (second.accused, second.n_frames) == (fault.seat, report.n_frames)


def check_no_proof(outcome: Outcome) -> None:
    """What anybody could have made is not in the record, and nobody is blamed."""
    assert "nobody's guilt can be shown" in outcome.said
    assert "The proof is in" not in outcome.said
    path = outcome.journal
    assert path is not None
    report: Report = examine(path)
    assert (report.verdict, report.fault) == (Verdict.UNFINISHED, None)


@pytest.mark.parametrize("fault", of_anchor("frame"), ids=lambda f: f.name)
async def test_bytes_that_are_no_frame_end_the_line_and_not_the_match(fault: Fault, tmp_path: Path) -> None:
    outcome = await outcome_of(fault, tmp_path)
    assert outcome.code is Exit.UNFINISHED
    assert "The match is saved, unfinished." in outcome.said
    assert outcome.journal is not None
    assert examine(outcome.journal).verdict is Verdict.UNFINISHED


@pytest.mark.parametrize("fault", of_anchor(AFTER_THE_END), ids=lambda f: f.name)
async def test_what_comes_after_the_signed_end_changes_nothing(fault: Fault, tmp_path: Path) -> None:
    outcome = await outcome_of(fault, tmp_path)
    assert outcome.code is Exit.DONE
    assert outcome.journal is not None
    assert examine(outcome.journal).verdict is Verdict.VERIFIED
