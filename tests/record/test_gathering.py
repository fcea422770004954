"""Is what happened in a match counted once, and counted right?"""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.referee import Referee
from gin_p2p.record.gathering import Gathered, gathered
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import save_identity
from gin_p2p.record.luck import Luck
from gin_p2p.record.replay import replay
from gin_p2p.record.seed import create_seed
from gin_p2p.record.stats import distinct, scores
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat
from tests.helpers.records import MemoReferee, Pair, closed_file, file_of, one_hand, resigned, resigned_file

TWO_HANDS = HouseRules(format=MatchFormat.HANDS, hands=2)


@pytest.fixture(autouse=True)
def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that held once are not checked again."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)


@pytest.fixture(scope="module")
def two_hands() -> Pair:
    pair = Pair("two hands", rules=TWO_HANDS)
    pair.play()
    return pair


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def player(folder: Path, pair: Pair, seat: Seat) -> Home:
    """The home of somebody who played in this seat and kept the secret."""
    home = Home(folder, folder, folder)
    home.prepare()
    save_identity(home.identity, pair.identities[seat])
    session = pair.sessions[seat]
    create_seed(home.secret(session.match_id), session.match_id, session._player._seed)
    return home


def drawn_in(pair: Pair, seat: Seat) -> int:
    """How often a seat drew from the stock."""
    referee, n = Referee(), 0
    for frame in pair.frames:
        heard = referee.hear(frame)
        n += isinstance(heard.message, say.Give) and heard.seat is seat.other
    return n


@pytest.mark.parametrize("seat", Seat)
def test_the_own_cards_are_counted_by_the_own_secret(tmp_path: Path, two_hands: Pair, seat: Seat) -> None:
    path = written(tmp_path, "a.gin", file_of(two_hands.frames, two_hands.summary()))
    found = gathered(player(tmp_path / "home", two_hands, seat), path)
    assert found.seat is seat
    assert found.report.verdict is Verdict.VERIFIED
    assert found.luck[seat].starts.n == 2
    assert found.luck[seat].useful.n == drawn_in(two_hands, seat)
    assert found.luck[seat.other] == Luck()
    match = found.report.match
    assert match is not None
    assert len(found.turns) == match.n_deals == 2


def test_what_is_counted_of_a_start_is_what_was_dealt(tmp_path: Path, two_hands: Pair) -> None:
    path = written(tmp_path, "a.gin", file_of(two_hands.frames, two_hands.summary()))
    home = player(tmp_path / "home", two_hands, Seat.HOST)
    steps = list(replay(path, two_hands.sessions[0]._player._seed, hindsight=False))
    dealt = [step.deadwood(Seat.HOST) for step in steps if isinstance(step.heard.message, say.Serve)]
    assert gathered(home, path).luck[Seat.HOST].starts.points == sum(points or 0 for points in dealt)


def test_an_onlooker_counts_no_cards(tmp_path: Path) -> None:
    path = written(tmp_path, "a.gin", closed_file())
    found = gathered(Home(tmp_path, tmp_path, tmp_path), path)
    assert (found.seat, found.luck) == (None, (Luck(), Luck()))
    assert len(found.turns) == 1


def test_a_hand_that_goes_on_is_not_counted_yet(tmp_path: Path, two_hands: Pair) -> None:
    home = player(tmp_path / "home", two_hands, Seat.HOST)
    path = written(tmp_path, "a.gin", file_of(two_hands.frames[:-8]))
    found = gathered(home, path)
    assert len(found.turns) == 1
    assert found.luck[Seat.HOST].starts.n == 1


def test_what_cannot_be_read_is_an_answer_too(tmp_path: Path) -> None:
    found = gathered(Home(tmp_path, tmp_path, tmp_path), tmp_path / "none.gin")
    assert found.report.verdict is Verdict.CANNOT_JUDGE


# Scores


def seen(tmp_path: Path, data: bytes) -> Gathered:
    return gathered(Home(tmp_path, tmp_path, tmp_path), written(tmp_path, "seen.gin", data))


def test_of_copies_the_one_that_goes_furthest_is_counted(tmp_path: Path) -> None:
    whole, part = seen(tmp_path, closed_file()), seen(tmp_path, file_of(one_hand().frames[:40]))
    other = seen(tmp_path, resigned_file())
    assert distinct([part, whole, other, whole]) == (whole, other)
    assert distinct([whole, part]) == (whole,)


def test_a_score_is_seen_from_our_side(tmp_path: Path) -> None:
    pair = one_hand()
    match = seen(tmp_path, closed_file())
    assert match.report.match is not None
    (hand,) = match.report.match.hands
    for seat in Seat:
        (score,) = scores([replace(match, seat=seat)])
        assert score.is_own
        assert [side.key for side in score.sides] == [
            pair.identities[seat].public,
            pair.identities[seat.other].public,
        ]
        assert [side.points for side in score.sides] == [
            hand.score.points if seat is hand.score.winner else 0,
            hand.score.points if seat.other is hand.score.winner else 0,
        ]
        assert (score.n_matches, score.n_ended, score.n_hands) == (1, 1, 1)
        assert score.n_turns == sum(match.turns[0])


def test_matches_of_the_same_two_are_one_score_whoever_hosts(tmp_path: Path) -> None:
    match = seen(tmp_path, closed_file())
    offer = match.report.offer
    assert offer is not None
    turned = replace(
        match, report=replace(match.report, offer=replace(offer, keys=offer.keys[::-1], started_ms=0))
    )
    (score,) = scores([match, turned])
    assert score.n_matches == 2
    assert [side.won for side in score.sides] == [1, 1]
    assert [side.name for side in score.sides] == ["alice", "bob"]
    assert score.last_ms == offer.started_ms


def test_going_out_is_counted_for_whoever_did(tmp_path: Path) -> None:
    match = seen(tmp_path, closed_file())
    assert match.report.match is not None
    (hand,) = match.report.match.hands
    (score,) = scores([match])
    knocker = hand.result.knocker
    assert knocker is not None
    side, other = score.sides[knocker], score.sides[knocker.other]
    assert (side.n_out, side.out_turns, other.n_out) == (1, match.turns[0][knocker], 0)
    assert side.n_won + other.n_won == 1


def test_a_hand_that_was_given_up_is_nobodys(tmp_path: Path) -> None:
    (score,) = scores([seen(tmp_path, resigned_file())])
    assert Counter(ending.value for ending in score.nobody) == {"resigned": 1}
    assert sum(side.resigned for side in score.sides) == 1
    assert sum(side.won for side in score.sides) == 1
    assert resigned().frames


def test_an_offer_that_nobody_took_is_no_match(tmp_path: Path) -> None:
    assert scores([seen(tmp_path, file_of(one_hand().frames[:1]))]) == ()
    (score,) = scores([seen(tmp_path, file_of(one_hand().frames[:2]))])
    assert (score.n_matches, score.n_ended, score.n_hands) == (1, 0, 0)
