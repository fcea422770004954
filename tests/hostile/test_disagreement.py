"""Do two programs that disagree about the game stop at once, name the move, and keep both signed frames?"""

from pathlib import Path

import pytest

from gin_p2p.cli.exits import Exit
from gin_p2p.record.library import scan_file
from gin_p2p.record.scan import StoredFrame
from tests.helpers.cheating import Honest, play_against
from tests.helpers.faults import FAULTS
from tests.helpers.hostile import Fault, HostileSession, hostile
from tests.helpers.stories import story
from tests.helpers.trials import strike


@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS if fault.anchor == "digest"], ids=lambda f: f.name
)
async def test_the_move_is_named_and_both_frames_are_kept(fault: Fault, tmp_path: Path) -> None:
    told, struck = story(fault.story), strike(fault)
    cheater = told.session_at(struck.n, fault.seat, hostile(told.scenario, fault))
    assert isinstance(cheater, HostileSession)
    honest = Honest(told, struck.n, fault.seat.other, tmp_path)
    outcome = await play_against(honest, cheater, struck.frames)
    assert outcome.code is Exit.PROVEN_WRONG
    kind = fault.at.__name__.lower()
    assert f"It is about the other side's {kind}" in outcome.said
    assert "one of the two programs plays wrongly there." in outcome.said
    assert outcome.journal is not None
    frames = [item.frame for item in scan_file(outcome.journal) if isinstance(item, StoredFrame)]
    assert frames == [*told.frames[: struck.n], *struck.frames[:1]]
