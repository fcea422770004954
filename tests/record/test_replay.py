"""Does a replay show every card that can be seen, and none that cannot?"""

import io
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from gin_p2p.cards import Card
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.disclosure import Disclosure
from gin_p2p.protocol.judgement import Broken, Rule
from gin_p2p.protocol.messages import Give, Knock, Serve, Throw
from gin_p2p.protocol.opening import Opened
from gin_p2p.record.container import HEADER, encode_disclosure, encode_frame
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.marks import MarkKind, marks_of
from gin_p2p.record.replay import BOTH, Replay, Step, replay
from gin_p2p.record.scan import scan
from gin_p2p.seat import Seat
from tests.helpers.arena import Story
from tests.helpers.hands import card, meld
from tests.helpers.make_replays import REPLAYS
from tests.helpers.records import MemoReferee
from tests.helpers.stories import SCENARIOS, story

NAMES = tuple(SCENARIOS)


@pytest.fixture(autouse=True)
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that held once are not checked again."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)


def file_of(told: Story) -> bytes:
    return HEADER + b"".join(map(encode_frame, told.frames))


def steps_of(
    told: Story, seat: Seat | None = None, eyes: frozenset[Seat] = BOTH, *, hindsight: bool = True
) -> list[Step]:
    """The steps as an onlooker sees them, or somebody who has the seed of a seat."""
    seed = None if seat is None else told.scenario.seed_of(seat)
    return list(Replay(scan(io.BytesIO(file_of(told)).read), seed, (), eyes, hindsight=hindsight))


def truth(told: Story) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """What both seats held after each frame."""
    host, guest = (steps_of(told, seat, hindsight=False) for seat in Seat)
    return [(a.hands[0], b.hands[1]) for a, b in zip(host, guest, strict=True)]


@pytest.mark.parametrize("name", NAMES)
def test_what_hindsight_shows_was_held_and_what_lay_open_is_in_it(name: str) -> None:
    told = story(name)
    seen, open_then = steps_of(told), steps_of(told, hindsight=False)
    for step, then, held in zip(seen, open_then, truth(told), strict=True):
        for seat in Seat:
            assert set(then.hands[seat]) <= set(step.hands[seat]) <= set(held[seat])


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_shows_the_own_hand_whole_at_every_turn(name: str) -> None:
    told = story(name)
    for seat in Seat:
        for step in steps_of(told, seat, hindsight=False):
            if isinstance(step.heard.message, Serve | Throw):
                assert step.is_whole(seat)
                assert step.deadwood(seat) is not None


def test_another_seats_seed_and_another_matchs_seed_open_nothing() -> None:
    told = story("knock")
    for seat in Seat:
        steps = steps_of(told, seat, frozenset({seat.other}), hindsight=False)
        assert [step.hands for step in steps] == [step.hands for step in steps_of(told, hindsight=False)]
    foreign = story("another").scenario.seed_of(Seat.HOST)
    strange = Replay(scan(io.BytesIO(file_of(told)).read), foreign, hindsight=False)
    assert all(not step.opened for step in strange)


def test_a_hand_that_is_shown_is_known_back_to_its_last_draw_from_the_stock() -> None:
    steps = steps_of(story("knock"))
    served = next(step for step in steps if isinstance(step.heard.message, Serve))
    assert served.hands[Seat.HOST] == tuple(sorted(meld("2s8s 4h5h6h 3s KhKs9h9d".replace(" ", ""))))
    assert served.hands[Seat.GUEST] == ()  # it draws once, and which card that was nobody knows
    assert not served.is_whole(Seat.GUEST)
    assert served.deadwood(Seat.GUEST) is None


def test_ten_dealt_cards_that_are_proven_are_known_from_the_beginning() -> None:
    told = story("undercut")  # misdeals are proven: the winner shows its deal too
    for step in steps_of(told):
        if isinstance(step.heard.message, Serve):
            assert len(step.hands[Seat.HOST]) == 10


def test_ten_dealt_cards_of_a_misdeal_are_known() -> None:
    for name in ("dealer's misdeal", "other's misdeal"):
        steps = [step for step in steps_of(story(name)) if step.hand == 1]
        assert max(len(step.hands[seat]) for step in steps for seat in Seat) == 10


def test_turns_and_hands_are_numbered() -> None:
    steps = steps_of(story("knock"))
    assert {step.hand for step in steps} == {0, 1}
    turns = [(step.turn, type(step.heard.message).__name__) for step in steps if step.turn]
    assert turns[:6] == [(1, "Pass"), (2, "Pass"), (3, "Draw"), (3, "Give"), (3, "Knock"), (4, "Defend")]


def test_a_drawn_card_is_seen_by_whom_it_was_given_to() -> None:
    told = story("knock")
    given = [step.drawn for step in steps_of(told, Seat.GUEST) if isinstance(step.heard.message, Give)]
    assert given == [card("Kc")]
    assert all(step.drawn is None for step in steps_of(told, Seat.HOST))
    (view,) = [s.view(Seat.GUEST) for s in steps_of(told, Seat.GUEST) if isinstance(s.heard.message, Give)]
    assert (view.drawn, view.is_my_move, len(view.hand)) == (card("Kc"), True, 11)
    (other,) = [s.view(Seat.HOST) for s in steps_of(told, Seat.GUEST) if isinstance(s.heard.message, Give)]
    assert other.drawn is None


def test_the_knockers_hand_is_ten_cards_with_and_without_its_seed() -> None:
    told = story("knock")
    for seat in (None, Seat.GUEST):
        (step,) = [s for s in steps_of(told, seat) if isinstance(s.heard.message, Knock)]
        assert (len(step.hands[Seat.GUEST]), step.deadwood(Seat.GUEST)) == (10, 1)


def disclosing(told: Story, seats: Sequence[Seat]) -> Replay:
    """A replay of a record in which these seats have disclosed all their keys."""
    head, deals = told.heads[-1], {h.after.deal.number for h in told.heard if h.after.deal}
    disclosures = tuple(
        Disclosure(
            told.heads[1][:16],
            head,
            seat,
            tuple((deal, told.scenario.seed_of(seat).deal_key(deal)) for deal in sorted(deals)),
        ).seal(told.scenario.identities[seat])
        for seat in seats
    )
    data = file_of(told) + b"".join(map(encode_disclosure, disclosures))
    return Replay(scan(io.BytesIO(data).read), None, disclosures)


def test_both_disclosed_keys_open_every_card_and_the_stock() -> None:
    told = story("knock")
    steps = list(disclosing(told, list(Seat)))
    assert [step.hands for step in steps] == [
        tuple(tuple(sorted(hand)) for hand in held) for held in truth(told)
    ]
    (given,) = [n for n, step in enumerate(steps) if isinstance(step.heard.message, Give)]
    assert steps[given - 1].stock[0] == steps[given].drawn == card("Kc")
    served = next(step for step in steps if isinstance(step.heard.message, Serve))
    everything = [*served.hands[0], *served.hands[1], *served.table.hand.pile, *served.stock]
    assert sorted(everything) == list(range(52))


def test_a_seat_that_disclosed_its_keys_opens_the_whole_deal_to_the_other_seat() -> None:
    told = story("knock")
    one = list(disclosing(told, [Seat.HOST]))
    assert all(step.stock == () for step in one)
    assert any(step.is_whole(Seat.HOST) for step in one)


def test_a_step_can_be_narrowed_to_what_a_seat_saw_then() -> None:
    told = story("turns")
    for step, mine in zip(
        disclosing(told, list(Seat)), steps_of(told, Seat.HOST, hindsight=False), strict=True
    ):
        narrow = step.seen_by(frozenset({Seat.HOST}))
        assert (narrow.hands, narrow.drawn, narrow.stock) == (mine.hands, mine.drawn, ())


def test_the_report_is_there_when_all_steps_are_taken() -> None:
    told = story("knock")
    film = Replay(scan(io.BytesIO(file_of(told)).read))
    with pytest.raises(ValueError, match="a scan ends"):
        _ = film.report
    assert list(film)
    assert film.report.verdict is Verdict.UNFINISHED


def test_a_damaged_record_is_shown_up_to_its_last_good_frame(tmp_path: Path) -> None:
    path = tmp_path / "cut.gin"
    path.write_bytes(file_of(story("knock"))[:-7])
    film = replay(path)
    assert len(list(film)) == len(story("knock").frames) - 1
    assert film.report.verdict is Verdict.CANNOT_JUDGE


def test_no_file_is_no_replay(tmp_path: Path) -> None:
    with pytest.raises(NoRecordError):
        replay(tmp_path / "none.gin")


def test_cards_that_are_none_are_not_shown_and_the_replay_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a broken argument could bring them about; the audit has the word on it."""
    told = story("knock")

    def none(*_: object) -> tuple[Card, ...]:
        raise Broken(Rule.FACE)

    monkeypatch.setattr("gin_p2p.record.replay.open_deck", none)
    monkeypatch.setattr(Opened, "faces", none)
    steps = list(disclosing(told, list(Seat)))
    assert len(steps) == len(told.frames)
    assert all((step.drawn, step.stock) == (None, ()) for step in steps)
    assert all(step.hands == ((), ()) for step in steps if isinstance(step.heard.message, Serve))


# Marks


def marks(name: str, seat: Seat | None) -> list[tuple[MarkKind, Seat, int, tuple[Card, ...]]]:
    steps = steps_of(story(name), seat, hindsight=False)
    return [
        (mark.kind, mark.seat, mark.points, mark.cards)
        for before, step in pairwise(steps)
        for mark in marks_of(before, step)
    ]


def test_a_knock_that_was_missed_is_marked_for_whoever_sees_the_hand() -> None:
    missed = (MarkKind.MISSED_KNOCK, Seat.GUEST)
    assert missed in [mark[:2] for mark in marks("concealed", Seat.GUEST)]
    assert missed not in [mark[:2] for mark in marks("concealed", None)]


def test_a_throw_that_fits_what_the_other_was_seen_to_take_is_marked_for_everybody() -> None:
    n_marks, steps = 0, list(replay(REPLAYS / "mahjong.gin", hindsight=False))
    for before, step in pairwise(steps):
        for mark in marks_of(before, step):
            (thrown,), theirs = step.table.hand.pile[-1:], before.table.hand.known[mark.seat.other]
            assert mark.kind is MarkKind.LIVE_CARD
            assert set(mark.cards) <= theirs
            assert all(other.rank == thrown.rank or other.suit == thrown.suit for other in mark.cards)
            n_marks += 1
    assert n_marks
