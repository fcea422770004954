"""What if a seat breaks no rule in a frame, but says two things at once, the same again, or nothing?"""

import shutil
from pathlib import Path

import pytest

from gin_p2p.cli.exits import Exit
from gin_p2p.net import limits
from gin_p2p.net.notes import Note
from gin_p2p.net.port import Noted, Progress
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import Verdict
from gin_p2p.record.examine import examine
from gin_p2p.seat import Seat
from tests.helpers.cheating import Honest, play_against
from tests.helpers.commands import Gin
from tests.helpers.hostile import Fault, HostileSession, hostile, saying
from tests.helpers.stories import story
from tests.helpers.trials import named, strike

TOLD = story("turns")
N_THROW = TOLD.find(say.Throw)
N_TAKE = TOLD.find(say.Take)


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gin:
    monkeypatch.setenv("GIN_HOME", str(tmp_path / "onlooker"))
    return Gin(capsys, monkeypatch)


def honest_at(n: int, folder: Path) -> Honest:
    return Honest(TOLD, n, Seat.HOST, folder)


def another(kind: type[say.Message], message: say.Message) -> bytes:
    """Answer another signed frame in the place of the guest's message of this kind."""
    fault = Fault("any", "turns", Seat.GUEST, kind, saying(lambda *_: message))
    return strike(fault).frames[0]


async def test_two_signed_frames_with_one_number_are_both_kept_and_shown(tmp_path: Path) -> None:
    frames = (TOLD.frames[N_TAKE], another(say.Take, say.Pass(bytes(8))))
    outcome = await play_against(honest_at(N_TAKE, tmp_path), TOLD.session_at(N_TAKE, Seat.GUEST), frames)
    assert outcome.code is Exit.PROVEN_WRONG
    assert f"The other side has signed another frame {N_TAKE} than the one in the record." in outcome.said
    (rival,) = outcome.home.evidence.iterdir()
    assert f"and in {rival}: only both together show it." in outcome.said
    assert outcome.journal is not None
    assert examine(outcome.journal).n_frames == N_TAKE + 1
    assert examine(rival).n_stored == N_TAKE + 1
    assert [row["event"] for row in outcome.rows][-2:] == ["fork", "breach"]


async def test_a_frame_in_the_place_of_one_of_ours_is_proof_by_itself(tmp_path: Path) -> None:
    n_ours = next(n for n, heard in enumerate(TOLD.heard) if heard.seat is Seat.HOST and n > N_THROW)
    cheater = TOLD.session_at(n_ours, Seat.GUEST, hostile(TOLD.scenario, named("digest")))
    assert isinstance(cheater, HostileSession)
    out_of_turn = cheater.sealed(say.Draw(bytes(8)))
    after_ours = TOLD.session_at(n_ours + 1, Seat.GUEST)
    outcome = await play_against(honest_at(n_ours + 1, tmp_path), after_ours, (out_of_turn,))
    assert outcome.code is Exit.PROVEN_WRONG
    (rival,) = outcome.home.evidence.iterdir()
    report = examine(rival)
    assert report.fault is not None
    assert (report.fault.code, report.fault.accused) == ("turn", Seat.GUEST)


async def test_a_frame_said_again_and_again_is_ignored(tmp_path: Path) -> None:
    frames = (TOLD.frames[N_TAKE],) * 50
    honest = honest_at(N_TAKE, tmp_path)
    outcome = await play_against(honest, TOLD.session_at(N_TAKE, Seat.GUEST), frames, leaves=True)
    assert outcome.code is Exit.UNFINISHED
    heard = [event for news in honest.witness.news if isinstance(news, Progress) for event in news.events]
    assert [event.seq for event in heard] == [N_TAKE]
    assert outcome.journal is not None
    assert examine(outcome.journal).n_frames == N_TAKE + 1


async def test_our_own_frames_sent_back_to_us_change_nothing(tmp_path: Path) -> None:
    own = [frame for frame, heard in zip(TOLD.frames, TOLD.heard, strict=True) if heard.seat is Seat.HOST]
    honest = honest_at(N_THROW, tmp_path)
    frames = own[: N_THROW // 3]
    outcome = await play_against(honest, TOLD.session_at(N_THROW, Seat.GUEST), frames, leaves=True)
    assert outcome.code is Exit.UNFINISHED
    assert outcome.journal is not None
    assert examine(outcome.journal).n_frames == N_THROW


async def test_silence_leaves_a_record_in_which_the_debtor_is_due(tmp_path: Path) -> None:
    outcome = await play_against(
        honest_at(N_TAKE, tmp_path), TOLD.session_at(N_TAKE, Seat.GUEST), (), leaves=True
    )
    assert outcome.code is Exit.UNFINISHED
    assert "The match is saved, unfinished." in outcome.said
    assert outcome.journal is not None
    report = examine(outcome.journal)
    assert (report.verdict, report.n_frames) == (Verdict.UNFINISHED, N_TAKE)
    assert TOLD.table_at(N_TAKE).speaker is Seat.GUEST


async def test_a_flood_of_words_is_shown_in_part_and_stops_no_frame(tmp_path: Path) -> None:
    honest, chat = honest_at(N_TAKE, tmp_path), Note("chat", ("x" * 1000,))
    guest, frames = TOLD.session_at(N_TAKE, Seat.GUEST), TOLD.frames[N_TAKE : N_TAKE + 1]
    outcome = await play_against(honest, guest, frames, leaves=True, notes=[chat] * 2000)
    shown = [news for news in honest.witness.news if isinstance(news, Noted) and news.note == chat]
    assert limits.WORDS <= len(shown) <= 10 * limits.WORDS  # so many again every ten seconds
    assert outcome.journal is not None
    assert examine(outcome.journal).n_frames == N_TAKE + 1


async def test_declining_a_match_that_has_begun_is_no_way_out_of_it(tmp_path: Path) -> None:
    honest, guest = honest_at(N_TAKE, tmp_path), TOLD.session_at(N_TAKE, Seat.GUEST)
    frames, notes = TOLD.frames[N_TAKE : N_TAKE + 1], [Note("declined", ("changed my mind",))]
    outcome = await play_against(honest, guest, frames, leaves=True, notes=notes)
    assert outcome.code is Exit.UNFINISHED
    assert "does not want to play" not in outcome.said
    assert outcome.journal is not None
    assert examine(outcome.journal).n_frames == N_TAKE + 1


async def test_declining_an_offer_ends_it_and_leaves_no_file(tmp_path: Path) -> None:
    notes = [Note("declined", ("no time\x1b",))]
    outcome = await play_against(honest_at(1, tmp_path), TOLD.session_at(1, Seat.GUEST), (), notes=notes)
    assert outcome.code is Exit.REFUSED
    assert outcome.said == "The other side does not want to play: no time\\x1b"
    assert not list(outcome.home.matches.iterdir())


async def test_a_rule_broken_in_a_frame_fetched_by_the_sync_is_proven_all_the_same(tmp_path: Path) -> None:
    fault = named("share-proof, another place")
    struck = strike(fault)
    cheater = TOLD.session_at(struck.n, Seat.GUEST, hostile(TOLD.scenario, fault))
    assert isinstance(cheater, HostileSession)
    outcome = await play_against(honest_at(struck.n, tmp_path), cheater, struck.frames, in_sync=True)
    assert outcome.code is Exit.PROVEN_WRONG
    assert outcome.journal is not None
    report = examine(outcome.journal)
    assert report.fault is not None
    assert (report.fault.code, report.fault.accused) == ("share-proof", Seat.GUEST)


async def test_a_third_person_sees_in_a_copy_who_cheated(gin: Gin, tmp_path: Path) -> None:
    fault = named("digest, knock")
    struck, told = strike(fault), story(fault.story)
    cheater = told.session_at(struck.n, fault.seat, hostile(told.scenario, fault))
    honest = Honest(told, struck.n, fault.seat.other, tmp_path / "honest")
    outcome = await play_against(honest, cheater, struck.frames)
    assert outcome.journal is not None
    copy = tmp_path / "sent by mail.gin"
    shutil.copy(outcome.journal, copy)
    ran = gin("audit", str(copy))
    assert ran.code is Exit.PROVEN_WRONG
    assert f"frame {struck.n} carries Bo's signature, so anyone can check this" in ran.out
    assert ran.out.splitlines()[-1] == "NOT VERIFIED - keep this file as it is; it is the evidence"
    (row, _) = gin("audit", str(copy), "--json").rows
    assert (row["fault"]["code"], row["fault"]["accused"]) == ("digest", "guest")
    assert not (tmp_path / "onlooker" / "identity").exists()
