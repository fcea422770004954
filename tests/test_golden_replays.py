"""Do the real matches in `replays/` still prove what they proved, and is each still told in the same words?"""

from pathlib import Path

import pytest

from gin_p2p.protocol.messages import TakeMany
from gin_p2p.record.examine import examine
from gin_p2p.record.replay import replay
from gin_p2p.rules.results import Ending
from gin_p2p.rules.words import KnockLimitSource
from tests.helpers.commands import Gin
from tests.helpers.make_replays import REPLAYS, WANTED

MAX_BYTES = 256 * 1024


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gin:
    """The program of somebody who played none of these matches."""
    monkeypatch.setenv("GIN_HOME", str(tmp_path))
    return Gin(capsys, monkeypatch)


def test_there_is_one_record_and_one_text_for_each_match_and_nothing_else() -> None:
    assert {path.name for path in REPLAYS.iterdir()} == {
        f"{name}.{end}" for name in WANTED for end in ("gin", "txt")
    }


@pytest.mark.parametrize("name", WANTED)
def test_the_record_proves_what_it_is_here_for(name: str) -> None:
    path, wanted = REPLAYS / f"{name}.gin", WANTED[name]
    assert path.stat().st_size < MAX_BYTES
    report = examine(path)
    assert (report.verdict, report.fault) == (wanted.verdict, None)
    assert report.match is not None
    if wanted.endings:
        assert tuple(hand.result.ending for hand in report.match.hands) == wanted.endings


@pytest.mark.parametrize("name", WANTED)
def test_the_record_is_told_as_it_was(name: str, gin: Gin) -> None:
    ran = gin("replay", str(REPLAYS / f"{name}.gin"), "--text")
    assert ran.err == ""
    assert ran.out == (REPLAYS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_common_ending_is_there() -> None:
    ends = {ending for wanted in WANTED.values() for ending in wanted.endings}
    common = {Ending.KNOCK, Ending.GIN, Ending.BIG_GIN, Ending.UNDERCUT, Ending.DEAD_HAND, Ending.MISDEAL}
    assert common <= ends


def test_the_mahjong_record_has_a_take_of_several_cards_and_the_knock_deck_record_a_limit_card() -> None:
    assert any(isinstance(step.heard.message, TakeMany) for step in replay(REPLAYS / "mahjong.gin"))
    match = examine(REPLAYS / "knock-deck.gin").match
    assert match is not None
    assert match.rules.knock_limit_source is KnockLimitSource.KNOCK_DECK
    assert all(hand.limit_card is not None for hand in match.hands)
