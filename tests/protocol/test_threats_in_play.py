"""Does what broke other card protocols break here, while a hand is played and after it?

The numbers go on from the threats against keys and shuffles; 31 also has a file of its own for changed records.
"""

import ast
import time
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest

from gin_p2p import protocol
from gin_p2p.crypto.context import Purpose
from gin_p2p.crypto.group import encode, lift
from gin_p2p.crypto.masking import MaskedCard, face_card, remask
from gin_p2p.crypto.proofs import prove_shares
from gin_p2p.crypto.secrets import MatchSeed, Prover
from gin_p2p.crypto.shuffle import shuffle
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import Verdict, audit
from gin_p2p.protocol.codec import pack
from gin_p2p.protocol.judgement import BadFrame, Rule, Violation
from gin_p2p.protocol.session import Equivocation, Invitation
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.transcript import MAX_FRAME_BYTES
from gin_p2p.rules.moves import DrawStock, Resign
from gin_p2p.seat import Seat
from tests.helpers.doctors import after_it, bent, changed
from tests.helpers.hostile import Doctor, Fault, HostileSession, hostile, moving, saying
from tests.helpers.provers import seeded_entropy
from tests.helpers.stories import SCENARIOS, story
from tests.helpers.trials import convict, named, refusal_by, refused, strike

HOST, GUEST = Seat.HOST, Seat.GUEST
ROOM = Path(next(iter(protocol.__path__)))


def rethrown(change: Callable[[HostileSession, say.Throw], say.Throw]) -> Doctor:
    """Answer a doctor of a throw."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        assert isinstance(honest, say.Throw)
        return change(session, honest)

    return saying(make)


def test_threat_22_a_share_of_another_card_or_by_another_key_is_refused() -> None:
    for name in (
        "share-proof, of the stock",
        "share-proof, order",
        "share-proof, the next card",
        "share-proof, another place",
    ):
        convict(named(name))

    def stranger(session: HostileSession, honest: say.Message) -> say.Message:
        entropy = seeded_entropy("other key")
        seed = MatchSeed.generate(entropy)
        card = session.table.dealing.deck[session.table.dealing.next_place]
        secret = seed.deal_key(1)
        share = encode(lift(card.hint))
        context = session.moment.context(1, Purpose.OPEN, session.seat)
        proof = prove_shares(secret, secret.public, [card.hint], [share], context, Prover(seed, entropy))
        return say.Give(share, proof)

    refused(Rule.SHARE_PROOF, "knock", HOST, say.Give, saying(stranger))


def test_threat_23_nobody_can_ask_for_a_share_but_by_drawing_in_turn_and_once() -> None:
    refused("move-already-drawn", "turns", GUEST, say.Throw, moving(DrawStock()), 1)
    refused(Rule.TURN, "turns", GUEST, say.Throw, after_it(saying(lambda *_: say.Draw(bytes(8)))))
    again = after_it(saying(lambda _, honest: honest))
    struck, told = strike(Fault("", "knock", HOST, say.Give, again)), story("knock")
    refusal = refusal_by(told.session_at(struck.n, GUEST), struck.frames)
    assert (refusal.code, getattr(refusal, "seat", None)) == (Rule.TURN, HOST)
    convict(named("share-count, defence, one too many"))


def test_threat_24_a_card_other_than_the_one_opened_cannot_be_named() -> None:
    assert "card" not in {field.name for field in fields(say.Throw)}
    convict(named("share-proof, another place"))
    convict(named("not-held"))
    convict(named("not-held, in a meld"))


def test_threat_24_a_place_thrown_before_and_a_card_of_the_pile_are_refused() -> None:
    refused(Rule.PLACE, "turns", GUEST, say.Throw, changed(place=11), 1)

    def buried(session: HostileSession, honest: say.Throw) -> say.Throw:
        key = session.table.dealing.keys[session.seat]
        back = remask(face_card(session.table.hand.pile[0], key), key, 5)
        (share,), proof = session.opens((back,))
        return replace(honest, hand=(back, *honest.hand[1:]), place=0, share=share, share_proof=proof)

    refused(Rule.SHUFFLE_PROOF, "turns", GUEST, say.Throw, rethrown(buried), 1)


def hands_of(session: HostileSession) -> tuple[tuple[MaskedCard, ...], tuple[MaskedCard, ...]]:
    hands = session.table.dealing.hands
    return hands[session.seat], hands[session.seat.other]


def stock_card(session: HostileSession) -> MaskedCard:
    deal = session.table.dealing
    return deal.deck[deal.next_place]


@pytest.mark.parametrize(
    "fraud",
    [
        lambda s, m: replace(m, hand=m.hand[:-1], place=0),
        lambda s, m: replace(m, hand=(*m.hand, m.hand[0])),
        lambda s, m: replace(m, hand=(*m.hand[:-1], stock_card(s))),
        lambda s, m: replace(m, hand=(*hands_of(s)[1], m.hand[0])),
        lambda s, m: replace(m, hand=hands_of(s)[0]),
        lambda s, m: replace(m, hand=(), proof=b""),
    ],
    ids=["ten", "twelve", "a stock card", "the other's hand", "not shuffled", "no hand"],
)
def test_threat_25_a_hand_reshuffled_by_fraud_is_refused(fraud: Callable[..., say.Throw]) -> None:
    refused(Rule.SHUFFLE_PROOF, "turns", GUEST, say.Throw, rethrown(fraud))


def test_threat_25_a_card_opened_from_the_unshuffled_hand_is_refused() -> None:
    def old_slot(session: HostileSession, honest: say.Throw) -> say.Throw:
        (share,), proof = session.opens((hands_of(session)[0][honest.place],))
        return replace(honest, share=share, share_proof=proof)

    refused(Rule.SHARE_PROOF, "turns", GUEST, say.Throw, rethrown(old_slot))


def test_threat_25_a_reshuffle_under_the_joint_key_or_for_a_deck_is_refused() -> None:
    def for_a_deck(session: HostileSession, honest: say.Throw) -> say.Throw:
        deal = session.table.dealing
        context = session.moment.context(1, Purpose.DECK, session.seat)
        hand, proof = shuffle(deal.keys[session.seat], hands_of(session)[0], context, session.lawless._prover)
        return replace(honest, hand=hand, proof=proof)

    refused(Rule.SHUFFLE_PROOF, "turns", GUEST, say.Throw, rethrown(for_a_deck))


def test_threat_26_nothing_in_the_room_draws_chance_or_reads_a_clock() -> None:
    banned = {"random", "secrets", "os", "time", "uuid", "datetime"}
    modules = sorted(ROOM.glob("*.py"))
    assert len(modules) > 15
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not banned & {name.split(".")[0] for name in names}, path.name


def test_threat_27_a_commitment_opens_to_its_own_number_only() -> None:
    convict(named("commitment"))
    convict(named("commitment, knock deck"))
    guests = next(m.nonce for m in story("knock").messages if isinstance(m, say.Accept))
    refused(Rule.COMMITMENT, "knock", HOST, say.Reveal, changed(nonce=guests))
    others = next(m.nonce for m in story("another").messages if isinstance(m, say.Reveal))
    refused(Rule.COMMITMENT, "knock", HOST, say.Reveal, changed(nonce=others))
    refused(
        Rule.BODY, "knock", HOST, say.Reveal, bent(say.Reveal, lambda m: replace(m, nonce=m.nonce + b"\0"))
    )
    keyed = next(m.nonce for m in story("knock deck").messages if isinstance(m, say.Shuffle))
    refused(Rule.COMMITMENT, "knock deck", HOST, say.Reveal, changed(nonce=keyed))


def test_threat_27_a_number_revealed_before_the_commitment_or_the_others_number_is_refused() -> None:
    early = saying(lambda *_: say.Reveal(bytes(32)))
    refused(Rule.TURN, "knock", HOST, say.Open, after_it(early))
    told = story("knock")
    host = told.session_at(0, HOST, hostile(SCENARIOS["knock"], Fault("", "knock", HOST, say.Open, early)))
    assert isinstance(host, HostileSession)
    with pytest.raises(BadFrame):  # without an Open nobody's key is known, so nobody is accused
        told.auditor_at(0)._referee.hear(host.strike(told.messages[0]).frames[0])


def test_threat_28_a_seat_that_left_after_seeing_its_hand_finds_the_same_hand() -> None:
    told = story("knock")
    n = told.find(say.Serve) + 1
    again = SCENARIOS["knock"].seated(GUEST)
    for frame in told.frames[:n]:
        again.restore(frame)
    assert again.view.hand == told.session_at(n, GUEST).view.hand
    assert len(again.view.hand) == 10
    refused(Rule.KIND, "knock", GUEST, say.Pass, saying(lambda *_: say.Key(bytes(33), bytes(48))))


def test_threat_28_giving_up_is_signed_and_loses() -> None:
    told = story("turns")
    n = told.find(say.Resign)
    found = audit(told.frames)
    assert found.verdict is Verdict.VERIFIED
    assert found.table.playing.resigned is told.heard[n].seat
    assert found.table.playing.winner is told.heard[n].seat.other
    assert Resign() == Resign()


def test_threat_29_nine_shares_of_ten_are_refused_and_silence_leaves_a_record_that_names_the_debtor() -> None:
    convict(named("share-count, one too few"))
    told = story("knock")
    for n, heard in enumerate(told.heard):
        found = audit(told.frames[:n])
        assert found.verdict is Verdict.UNFINISHED
        assert found.table.speaker is heard.seat
        assert (found.table.stage is Stage.GIVE) is isinstance(heard.message, say.Give)


def test_threat_30_two_frames_with_one_number_are_proof() -> None:
    told = story("knock")
    resigning = moving(Resign())
    for n in range(3, len(told.frames)):
        heard = told.heard[n]
        fault = Fault("", "knock", heard.seat, type(heard.message), resigning)
        cheat = told.session_at(n, heard.seat, hostile(SCENARIOS["knock"], fault))
        assert isinstance(cheat, HostileSession)
        second = cheat.strike(told.messages[n]).frames[0]
        with pytest.raises(Equivocation) as caught:
            told.session_at(n + 1, heard.seat.other).receive(second)
        assert (caught.value.seat, caught.value.seq) == (heard.seat, n)


def test_threat_30_another_offer_is_another_match_and_cannot_take_the_place_of_the_first() -> None:
    told = story("knock")
    second = SCENARIOS["another"].seated(HOST).open(Invitation(SCENARIOS["gin"].rules)).frames[0]
    guest = told.session_at(2, GUEST)
    with pytest.raises(BadFrame) as caught:
        guest.receive(second)
    assert (caught.value.code, guest.head) == (Rule.CHAIN, told.heads[2])


@pytest.mark.parametrize("n", range(16))
def test_threat_31_each_field_of_each_message_changed_by_its_own_speaker_is_refused_or_is_another_history(
    n: int,
) -> None:
    told, heard = story("knock"), story("knock").heard[n]
    for field in fields(heard.message):
        old = getattr(heard.message, field.name)
        if not isinstance(old, bytes) or not old:
            continue
        new = bytes([old[0] ^ 1]) + old[1:]
        doctor = changed(**{field.name: new})
        fault = Fault("", "knock", heard.seat, type(heard.message), doctor)
        number = [type(one.message) for one in told.heard[:n] if one.seat is heard.seat].count(
            type(heard.message)
        )
        struck = strike(replace(fault, number=number))
        assert struck.n == n
        found = audit((*told.frames[:n], *struck.frames, *told.frames[n + 1 :]))
        assert found.verdict is Verdict.NOT_VERIFIED
        assert found.refused is not None
        # a nonce or commitment is free to choose, but then no later frame follows
        free = field.name in {"nonce", "commitment", "guest_key", "host_key"}
        assert found.accused is heard.seat or free
        assert found.n_frames in {n, n + 1} if free else found.n_frames == n


def oversized() -> list[tuple[str, Rule, Callable[[HostileSession, say.Message], bytes]]]:
    deck = bytes(66)
    return [
        ("nested", Rule.BODY, lambda *_: b"\x91" * 20_000),
        ("wide and nested", Rule.BODY, lambda *_: b"\xdc\x0f\xff" * 8_000),
        ("a great promise", Rule.BODY, lambda *_: b"\xdd\xff\xff\xff\xff"),
        ("many cards", Rule.BODY, lambda *_: pack(("shuffle", 0, deck * 360, b"", b""))),
        ("a long body", Rule.BODY, lambda *_: bytes(25_000)),
        ("a long proof", Rule.SHUFFLE_PROOF, lambda *_: pack(("shuffle", 0, deck * 52, bytes(20_000), b""))),
    ]


@pytest.mark.parametrize(
    ("what", "rule", "body"), oversized(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_threat_32_a_great_or_deep_message_is_refused_at_once(
    what: str, rule: Rule, body: Callable[[HostileSession, say.Message], bytes]
) -> None:
    story("knock")
    started = time.process_time()
    refused(rule, "knock", HOST, say.Shuffle, saying(body))
    assert time.process_time() - started < 2, what


def test_threat_32_a_hundred_thousand_cards_are_no_frame() -> None:
    body = pack(("shuffle", 0, bytes(66) * 100_000, b"", b""))
    fault = Fault("frame", "knock", HOST, say.Shuffle, saying(lambda *_: body), accuses=False)
    assert len(strike(fault).frames[0]) > MAX_FRAME_BYTES
    convict(fault)


def test_threat_32_a_first_frame_from_a_stranger_is_refused_unread() -> None:
    with pytest.raises(BadFrame) as caught:
        SCENARIOS["knock"].seated(GUEST).receive(bytes(2**22))
    assert caught.value.code == Rule.FRAME
    with pytest.raises(Violation):
        convict_unwell_formed_offer()


def convict_unwell_formed_offer() -> None:
    """Let the guest hear an offer that is signed by the host and is no message."""
    host = story("knock").session_at(0, HOST, hostile(SCENARIOS["knock"], named("version")))
    assert isinstance(host, HostileSession)
    SCENARIOS["knock"].seated(GUEST).receive(host.sealed(b"\xc0"))
