"""If a proof could be forged, would the programs stop with an alarm and accuse nobody?

The verifiers are switched off here, as if the argument were broken. What then comes to light is a card in two places,
or none at all.
"""

from dataclasses import replace

import pytest

from gin_p2p.crypto.group import G, encode, lift, negate, secret_multiple
from gin_p2p.crypto.masking import CARD_POINTS, MaskedCard, face_card, remask
from gin_p2p.protocol import dealing, evidence
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.judgement import BadFrame, Refused, Rule
from gin_p2p.protocol.player import BrokenDeal
from gin_p2p.rules.moves import Knock
from gin_p2p.seat import Seat
from tests.helpers.hands import card, spread
from tests.helpers.hostile import Fault, HostileSession, saying
from tests.helpers.stories import story
from tests.helpers.trials import refusal_by, strike


@pytest.fixture(autouse=True)
def _no_shuffle_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (evidence, dealing):
        monkeypatch.setattr(module, "verify_shuffle", lambda *_: None)


def foreign(key: bytes, *names: str) -> list[MaskedCard]:
    """Answer cards that are not there, masked under a key."""
    return [remask(face_card(card(name), key), key, 5 + n) for n, name in enumerate(names)]


def throwing(name: str) -> Fault:
    """Smuggle a card into the hand and throw it."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        deal = session.table.dealing
        (smuggled,) = foreign(deal.keys[session.seat], name)
        hand = (smuggled, *deal.hands[session.seat][1:])
        (share,), proof = session.opens((smuggled,))
        return say.Throw(hand, b"", 0, share, proof, bytes(8))

    return Fault("card-twice", "turns", Seat.GUEST, say.Throw, saying(make), number=1)


def showing(*names: str, discard: str = "3d", shown: str = "2c2d2h 5s6s7s JcQcKc / Ah") -> Fault:
    """Knock with a hand in which cards stand that are not there."""
    knock = Knock(card(discard), spread(shown))

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        deal = session.table.dealing
        hand = tuple(foreign(deal.keys[session.seat], *names))
        shares, proof = session.opens(hand)
        return say.Knock(hand, b"", shares, proof, knock.discard, knock.spread.melds, bytes(8))

    return Fault("card-twice", "knock", Seat.GUEST, say.Knock, saying(make))


def refused(fault: Fault) -> Refused:
    struck, told = strike(fault), story(fault.story)
    refusal = refusal_by(told.session_at(struck.n, fault.seat.other), struck.frames)
    with pytest.raises(type(refusal), match=refusal.code):
        told.referee_at(struck.n, met=False).hear(struck.frames[-1])
    return refusal


@pytest.mark.parametrize("fault", [throwing("Kh"), throwing("Jh")], ids=["own discard", "the other's"])
def test_a_card_of_the_pile_thrown_again_accuses_nobody(fault: Fault) -> None:
    refusal = refused(fault)
    assert isinstance(refusal, BadFrame)
    assert refusal.code == Rule.CARD_TWICE


WHOLE = ("2c", "2d", "2h", "5s", "6s", "7s", "Jc", "Qc", "Kc", "Ah", "3d")


def test_the_same_smuggling_of_the_true_hand_is_heard() -> None:
    fault = showing(*WHOLE)
    told, struck = story("knock"), strike(fault)
    refusal = refusal_by(told.session_at(struck.n, Seat.HOST), struck.frames)
    assert refusal.code == Rule.DIGEST


@pytest.mark.parametrize(
    ("names", "what"),
    [
        ((*WHOLE[:9], "7d", "3d"), "a card of the pile"),
        ((*WHOLE[:9], "3d", "3d"), "one card twice"),
        ((*WHOLE[:8], "Qc", "Ah", "3d"), "a melded card twice"),
    ],
)
def test_a_shown_hand_with_a_card_that_is_elsewhere_accuses_nobody(names: tuple[str, ...], what: str) -> None:
    shown = "2c2d2h 5s6s7s / Ah"
    refusal = refused(showing(*names, shown=shown))
    assert isinstance(refusal, BadFrame), what
    assert refusal.code == Rule.CARD_TWICE


def test_a_shown_hand_without_a_card_taken_openly_accuses_nobody() -> None:
    hand = ("3s", "8h", "4d", "5d", "9h", "7c", "Kh", "Ks", "9s", "Td", "6c")  # 7d was taken

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        cards = tuple(foreign(session.table.dealing.keys[session.seat], *hand))
        return say.Knock(cards, b"", *session.opens(cards), card("Kh"), (), bytes(8))

    refusal = refused(Fault("card-twice", "turns", Seat.GUEST, say.Throw, saying(make)))
    assert isinstance(refusal, BadFrame)


def test_an_opening_that_is_no_card_accuses_nobody() -> None:
    def make(session: HostileSession, honest: say.Message) -> say.Message:
        deal = session.table.dealing
        key = deal.keys[session.seat]
        nothing = MaskedCard(G, key)  # the body is the mask alone, plus no card
        shifted = MaskedCard(G, remask(nothing, key, 3).body)
        (share,), proof = session.opens((shifted,))
        return say.Throw((shifted, *deal.hands[session.seat][1:]), b"", 0, share, proof, bytes(8))

    refusal = refused(Fault("face", "turns", Seat.GUEST, say.Throw, saying(make)))
    assert isinstance(refusal, BadFrame)
    assert refusal.code == Rule.FACE


def test_an_opening_of_which_nothing_is_left_accuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "verify_shares", lambda *_: None)

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        assert isinstance(honest, say.Give)
        deal = session.table.dealing
        return replace(honest, share=deal.deck[deal.next_place].body)

    refusal = refused(Fault("face", "turns", Seat.HOST, say.Give, saying(make)))
    assert isinstance(refusal, BadFrame)
    assert refusal.code == Rule.FACE


@pytest.mark.parametrize("kind", [say.Cut, say.Serve])
def test_a_dealt_card_of_which_nothing_is_left_accuses_nobody(
    kind: type[say.Cut | say.Serve], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "verify_shares", lambda *_: None)
    seat = Seat.GUEST if kind is say.Cut else Seat.HOST

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        assert isinstance(honest, say.Cut | say.Serve)
        deal = session.table.dealing
        deck = honest.deck if isinstance(honest, say.Cut) else deal.deck
        place = deal.places_of(seat.other)[0]
        return replace(honest, shares=(deck[place].body, *honest.shares[1:]))

    refusal = refused(Fault("face", "turns", seat, kind, saying(make)))
    assert isinstance(refusal, BadFrame)
    assert refusal.code == Rule.FACE


def test_a_turned_card_that_is_no_card_accuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "verify_shares", lambda *_: None)
    fault = Fault("face", "turns", Seat.HOST, say.Serve, saying(_other_upcard))
    refusal = refused(fault)
    assert isinstance(refusal, BadFrame)
    assert refusal.code == Rule.FACE


def _other_upcard(session: HostileSession, honest: say.Message) -> say.Message:
    assert isinstance(honest, say.Serve)
    return replace(honest, shares=(*honest.shares[:-1], honest.shares[0]))


def test_a_card_of_the_own_hand_without_a_face_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "verify_shares", lambda *_: None)

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        assert isinstance(honest, say.Give)
        deal = session.table.dealing
        return replace(honest, share=encode(secret_multiple(77, lift(deal.deck[deal.next_place].hint))))

    struck = strike(Fault("face", "turns", Seat.GUEST, say.Give, saying(make)))
    drawer = story("turns").session_at(struck.n, Seat.HOST)
    with pytest.raises(BrokenDeal):
        drawer.receive(struck.frames[0])


@pytest.mark.parametrize(("name", "kind"), [("turns", say.Take), ("mahjong", say.TakeMany)])
def test_a_card_of_the_pile_that_cancels_its_takers_key_accuses_nobody(
    name: str, kind: type[say.Message]
) -> None:
    told = story(name)
    n = told.find(kind)
    table, seat = told.table_at(n), told.heard[n].seat
    cancelling = encode(negate(CARD_POINTS[table.hand.pile[-1]]))
    referee = told.referee_at(n)
    referee.table = replace(table, deal=table.dealing.with_key(seat, cancelling))
    with pytest.raises(BadFrame) as refused:
        referee.hear(told.frames[n])
    assert refused.value.code == Rule.FACE
