"""What does a session say, refuse, ignore and keep?"""

from dataclasses import replace

import pytest

from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.judgement import BadFrame, Rule, Violation
from gin_p2p.protocol.player import Player
from gin_p2p.protocol.session import Equivocation, Invitation, Session, Step
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.transcript import NO_MATCH, open_envelope, seal
from gin_p2p.protocol.wire import encode_body
from gin_p2p.rules.moves import Discard, DrawStock, Illegal, IllegalMove, Knock, Pass, TakePile
from gin_p2p.seat import Seat
from tests.helpers.arena import START_MS, Story
from tests.helpers.faults import STRANGER
from tests.helpers.hands import card, spread
from tests.helpers.provers import seeded_entropy
from tests.helpers.stories import A_KNOCK, SCENARIOS, one_hand, story
from tests.helpers.trials import named, strike

KNOCK = SCENARIOS["knock"]
FIRST_CHOICE = 8


def with_record(told: Story, n: int, seat: Seat) -> tuple[Session, list[bytes]]:
    """Answer a session after n frames, and what it keeps from then on."""
    kept: list[bytes] = []
    session = told.session_at(n, seat)
    session._keep = kept.append
    return session, kept


def test_a_session_before_its_match_shows_nothing() -> None:
    host = KNOCK.seated(Seat.HOST)
    assert (host.n_frames, host.match_id, host.head, host.finished) == (0, NO_MATCH, bytes(32), False)
    assert (host.view.stage, host.view.hand, host.view.match, host.view.round) == (Stage.OPEN, (), None, None)
    assert not host.view.is_my_move
    assert not host.view.is_my_offer
    assert not host.view.plays


def test_an_offer_holds_what_was_invited() -> None:
    host, guest = KNOCK.seated(Seat.HOST), KNOCK.seated(Seat.GUEST)
    tag = say.TeamTag("club", 1, 1)
    step = host.open(Invitation(KNOCK.rules, team=tag, name="Ada"))
    assert guest.receive(step.frames[0]).frames == ()
    assert guest.view.is_my_offer
    offer = guest.table.agreed
    assert (offer.names, offer.team, offer.rules, offer.started_ms) == (
        ("Ada", ""),
        tag,
        KNOCK.rules,
        START_MS,
    )
    assert guest.match_id == host.match_id == host.head[:16]


def test_accepting_needs_an_offer() -> None:
    guest = KNOCK.seated(Seat.GUEST)
    with pytest.raises(IllegalMove):
        guest.accept("Bo")
    assert guest.n_frames == 0


def test_a_move_out_of_turn_says_nothing() -> None:
    host, kept = with_record(story("knock"), FIRST_CHOICE, Seat.HOST)
    head = host.head
    with pytest.raises(IllegalMove) as caught:
        host.submit(Pass())
    assert caught.value.reason is Illegal.NOT_YOUR_TURN
    assert (host.head, kept) == (head, [])


@pytest.mark.parametrize(
    ("n", "move", "reason"),
    [
        (8, DrawStock(), Illegal.UPCARD_FIRST),
        (10, TakePile(), Illegal.MUST_DRAW_STOCK),
        (12, Discard(card("Ks")), Illegal.NOT_HELD),
        (12, Knock(card("Jc"), spread("2c2d2h 5s6s7s / Ah3dQcKc")), Illegal.OVER_LIMIT),
        (12, replace(A_KNOCK, discard=card("Kd")), Illegal.NOT_HELD),
    ],
)
def test_a_move_that_the_game_or_the_hand_forbids_says_nothing(n: int, move: Pass, reason: Illegal) -> None:
    guest, kept = with_record(story("knock"), n, Seat.GUEST)
    table, view = guest.table, guest.view
    assert view.is_my_move
    with pytest.raises(IllegalMove) as caught:
        guest.submit(move)
    assert caught.value.reason is reason
    assert guest.table is table
    assert guest.view is view
    assert kept == []


def test_what_is_owed_follows_at_once_and_is_kept_before_it_is_handed_out() -> None:
    told = story("knock")
    n = told.find(say.Draw)
    host, kept = with_record(told, n, Seat.HOST)
    step = host.receive(told.frames[n])
    assert [type(heard.message) for heard in step.events] == [say.Draw, say.Give]
    assert len(step.frames) == 1
    assert kept == [told.frames[n], *step.frames]


def test_a_frame_that_breaks_a_rule_is_kept_as_evidence_and_one_that_nobody_signed_is_not() -> None:
    for name, n_kept in (("digest", 1), ("kind", 1), ("signature", 0), ("chain", 0)):
        struck = strike(named(name))
        fault = named(name)
        peer, kept = with_record(story(fault.story), struck.n, fault.seat.other)
        with pytest.raises((BadFrame, Violation)):
            peer.receive(struck.frames[0])
        assert kept == list(struck.frames) * n_kept


def test_a_frame_that_could_not_be_kept_is_not_handed_out() -> None:
    guest = story("knock").session_at(FIRST_CHOICE, Seat.GUEST)

    def full(frame: bytes) -> None:
        raise OSError("disk full")

    guest._keep = full
    with pytest.raises(OSError, match="disk full"):
        guest.submit(Pass())


@pytest.mark.parametrize("n", range(len(story("knock").frames)))
def test_a_frame_heard_before_is_ignored(n: int) -> None:
    told = story("knock")
    host, kept = with_record(told, len(told.frames), Seat.HOST)
    assert host.receive(told.frames[n]) == Step()
    assert kept == []


def equivocating(label_of: str = "gin-p2p/1/frame") -> tuple[Session, bytes]:
    """Answer the host after the guest's pass, and another frame that the guest has signed with the same number."""
    told = story("knock")
    body = encode_body(9, say.Resign(bytes(8)))
    match_id, head = told.heads[1][:16], told.heads[FIRST_CHOICE]
    second = seal(match_id, FIRST_CHOICE, head, body, KNOCK.identities[Seat.GUEST], label_of)
    return told.session_at(FIRST_CHOICE + 1, Seat.HOST), second


@pytest.mark.parametrize("label", ["gin-p2p/1/frame", "gin-p2p/1/close"])
def test_a_second_frame_with_one_number_is_equivocation(label: str) -> None:
    host, second = equivocating(label)
    head = host.head
    with pytest.raises(Equivocation) as caught:
        host.receive(second)
    assert (caught.value.seat, caught.value.seq, caught.value.frame) == (Seat.GUEST, FIRST_CHOICE, second)
    assert host.head == head


def test_a_frame_of_another_history_waits_for_the_first_that_differs() -> None:
    told = story("knock")
    envelope = open_envelope(told.frames[FIRST_CHOICE + 1])
    host = told.scenario.identities[Seat.HOST]
    later = seal(envelope.match_id, FIRST_CHOICE + 1, bytes(32), envelope.body, host, "gin-p2p/1/frame")
    with pytest.raises(BadFrame) as caught:
        told.session_at(FIRST_CHOICE + 3, Seat.GUEST).receive(later)
    assert (caught.value.code, caught.value.seq) == (Rule.CHAIN, FIRST_CHOICE + 1)


def test_a_rival_is_a_signed_frame_in_a_place_that_is_taken() -> None:
    host, second = equivocating()
    told = story("knock")
    assert host.rival_signer(second) is Seat.GUEST
    assert host.rival_signer(told.frames[FIRST_CHOICE]) is None
    assert host.rival_signer(second[:-1]) is None
    assert told.session_at(FIRST_CHOICE, Seat.HOST).rival_signer(second) is None


@pytest.mark.parametrize("seat", list(Seat))
@pytest.mark.parametrize("n", [1, 2, 4, 8])
def test_a_seed_of_another_match_is_noticed_from_the_first_promise_on(n: int, seat: Seat) -> None:
    told = story("knock")
    assert told.session_at(n, seat).fits_seed
    stranger = told.session_at(n, seat)
    stranger._player = Player(seat, MatchSeed(bytes(32)), seeded_entropy("other"))
    assert stranger.fits_seed is (n == 1 and seat is Seat.GUEST)


def test_an_unsigned_second_frame_accuses_nobody() -> None:
    told = story("knock")
    envelope = open_envelope(told.frames[FIRST_CHOICE])
    forged = seal(envelope.match_id, FIRST_CHOICE, envelope.prev_head, b"", STRANGER, "gin-p2p/1/frame")
    with pytest.raises(BadFrame) as caught:
        told.session_at(FIRST_CHOICE + 3, Seat.HOST).receive(forged)
    assert (caught.value.code, caught.value.seq) == (Rule.SIGNATURE, FIRST_CHOICE)


def test_a_second_offer_is_another_match_and_accuses_nobody() -> None:
    told = story("knock")
    other = KNOCK.seated(Seat.HOST)
    second = other.open(Invitation(one_hand(target=50), name="Ada")).frames[0]
    guest = told.session_at(3, Seat.GUEST)
    with pytest.raises(BadFrame) as caught:
        guest.receive(second)
    assert (caught.value.code, caught.value.seq) == (Rule.CHAIN, 0)
    assert guest.rival_signer(second) is None


def test_an_offer_that_names_other_keys_than_were_met_is_the_hosts_fault() -> None:
    host = KNOCK.seated(Seat.HOST)
    host.keys = (host.keys[0], STRANGER.public)
    host._referee._keys = host.keys
    frame = host.open(Invitation(KNOCK.rules)).frames[0]
    with pytest.raises(Violation) as caught:
        KNOCK.seated(Seat.GUEST).receive(frame)
    assert (caught.value.code, caught.value.seat) == (Rule.IDENTITY, Seat.HOST)


@pytest.mark.parametrize("name", ["knock", "turns", "mahjong", "knock deck", "other's misdeal"])
def test_a_session_restored_at_any_frame_goes_on_with_the_same_deal(name: str) -> None:
    told = story(name)
    for n in range(2, len(told.frames) - 2, 4):
        for seat in Seat:
            again = told.scenario.seated(seat)
            for frame in told.frames[:n]:
                again.restore(frame)
            assert again.table == told.table_at(n)
            assert again.view.hand == told.session_at(n, seat).view.hand
            said = [heard.message for heard in again.resume().events]
            if told.heard[n].seat is not seat:
                assert said == []
            elif not isinstance(told.messages[n], say.MoveMessage):
                assert without_proof(said[0]) == without_proof(told.messages[n])


def without_proof(message: say.Message) -> say.Message:
    """Answer what a message says that does not hang on fresh chance."""
    match message:
        case say.Key():
            return replace(message, proof=b"")
        case say.Serve() | say.Give():
            return replace(message, share_proof=b"")
        case say.Shuffle() | say.Cut():
            return type(message)((), b"") if isinstance(message, say.Shuffle) else say.Cut((), b"", (), b"")
        case _:
            return message


def test_a_restored_frame_is_answered_by_nothing() -> None:
    told = story("knock")
    host, kept = with_record(told, 1, Seat.HOST)
    assert host.restore(told.frames[1]).seat is Seat.GUEST
    assert host.n_frames == 2
    assert kept == []


def test_an_adopted_frame_is_kept_and_not_answered() -> None:
    told = story("knock")
    host, kept = with_record(told, 1, Seat.HOST)
    host.adopt(told.frames[1])
    assert (host.n_frames, kept) == (2, [told.frames[1]])


def test_the_times_in_frames_follow_the_clock_and_never_go_back_before_the_start() -> None:
    told = story("knock")
    assert all(heard.ms >= 0 for heard in told.heard)
    late = told.session_at(FIRST_CHOICE, Seat.GUEST)
    late._clock = lambda: START_MS - 10_000
    assert late.submit(Pass()).events[0].ms == 0


def test_the_view_names_the_drawn_card_until_one_is_thrown() -> None:
    told = story("turns")
    guest = told.session_at(0, Seat.GUEST)
    drawn = []
    for frame in told.frames:
        guest.restore(frame)
        drawn.append(guest.view.drawn)
    assert [one for n, one in enumerate(drawn) if not n or one != drawn[n - 1]] == [
        None,
        card("7d"),
        None,
        card("Tc"),
        None,
    ]


def test_the_view_after_several_cards_were_taken_names_the_deepest() -> None:
    told = story("mahjong")
    n = told.find(say.TakeMany)
    guest = told.session_at(n, Seat.GUEST)
    assert guest.restore(told.frames[n]).seat is Seat.GUEST
    assert guest.view.drawn == card("9c")


def test_secrets_hide_in_a_repr() -> None:
    entropy = seeded_entropy("repr")
    seed = MatchSeed.generate(entropy)
    player = Player(Seat.HOST, seed, entropy)
    assert repr(player) == "Player(<Seat.HOST: 0>, hidden)"
    assert seed.secret_bytes.hex() not in repr(player) + repr(seed)
    assert repr(Identity.generate(entropy)).startswith("Identity(")
    shown = repr(vars(story("knock").session_at(9, Seat.GUEST)))
    assert KNOCK.seed_of(Seat.GUEST).secret_bytes.hex() not in shown
    assert str(KNOCK.seed_of(Seat.GUEST).deal_key(1).secret_int) not in shown
