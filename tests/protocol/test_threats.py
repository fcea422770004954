"""Does what broke other card protocols break here, at the table?

Each test carries the number of its threat in the project's list of attacks. Threats against the mathematics alone
are tested in the crypto room (1, 2, 10, 13, 14, 15, 17); those from 22 on stand in the next file.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import get_args

import pytest

from gin_p2p.crypto.context import Purpose
from gin_p2p.crypto.group import Q, encode, lift, negate
from gin_p2p.crypto.masking import MaskedCard, face_card, opening_deck, remask
from gin_p2p.crypto.proofs import prove_shares
from gin_p2p.crypto.shuffle import prove_shuffle, shuffle
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import audit
from gin_p2p.protocol.codec import pack
from gin_p2p.protocol.judgement import Rule
from gin_p2p.protocol.session import Equivocation
from gin_p2p.seat import Seat
from tests.helpers.doctors import after_it, bent, changed
from tests.helpers.hostile import Doctor, Fault, HostileSession, saying
from tests.helpers.stories import story
from tests.helpers.trials import convict, named, refused, strike

HOST, GUEST = Seat.HOST, Seat.GUEST
PRIME = 2**256 - 2**32 - 977

NO_ELEMENTS = {
    "zeros": bytes(33),
    "prefix 00": b"\0" + bytes(31) + b"\1",
    "prefix 01": b"\1" + bytes(31) + b"\1",
    "prefix 04": b"\4" + bytes(31) + b"\1",
    "prefix 06": b"\6" + bytes(31) + b"\1",
    "prefix 07": b"\7" + bytes(31) + b"\1",
    "x = 0": b"\2" + bytes(32),
    "x not on the curve": b"\2" + bytes(31) + b"\5",
    "x = p": b"\2" + PRIME.to_bytes(32),
    "x > p": b"\3" + (PRIME + 1).to_bytes(32),
    "ones": b"\xff" * 33,
}


def redealt(change: Callable[[HostileSession, say.Cut], say.Cut]) -> Doctor:
    """Answer a doctor of the non-dealer's shuffle."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        assert isinstance(honest, say.Cut)
        return change(session, honest)

    return saying(make)


@pytest.mark.parametrize("element", NO_ELEMENTS.values(), ids=NO_ELEMENTS)
def test_threat_03_an_element_out_of_the_group_is_refused_wherever_it_stands(element: bytes) -> None:
    refused(Rule.KEY_PROOF, "knock", HOST, say.Key, changed(key=element))
    refused(Rule.SHARE_PROOF, "knock", HOST, say.Give, changed(share=element))
    put = bent(say.Shuffle, lambda m: replace(m, deck=(MaskedCard(element, m.deck[0].body), *m.deck[1:])))
    refused(Rule.SHUFFLE_PROOF, "knock", HOST, say.Shuffle, put)
    put = bent(say.Shuffle, lambda m: replace(m, deck=(*m.deck[1:], MaskedCard(m.deck[0].hint, element))))
    refused(Rule.SHUFFLE_PROOF, "knock", HOST, say.Shuffle, put)


@pytest.mark.parametrize("n_bytes", [0, 32, 34, 65])
def test_threat_03_an_element_of_another_length_is_no_message(n_bytes: int) -> None:
    refused(Rule.BODY, "knock", HOST, say.Give, changed(share=b"\2" * n_bytes))


@pytest.mark.parametrize(
    "body",
    [
        "93a470617373cc28c4080000000000000000",
        "93a47061737328c408000000000000000000",
        "93d9047061737328c4080000000000000000",
    ],
)
def test_threat_04_a_well_signed_body_in_a_second_form_is_refused(body: str) -> None:
    refused(Rule.BODY, "knock", GUEST, say.Pass, saying(lambda *_: bytes.fromhex(body)))


@pytest.mark.parametrize("response", [Q, Q + 1, 2**256 - 1, 0])
def test_threat_04_a_response_that_is_no_scalar_is_refused(response: int) -> None:
    proof = bytes(16) + response.to_bytes(32)
    refused(Rule.KEY_PROOF, "knock", HOST, say.Key, changed(proof=proof))
    refused(Rule.SHARE_PROOF, "knock", HOST, say.Give, changed(share_proof=proof))


def test_threat_05_keys_that_cancel_or_have_no_bytes_are_refused() -> None:
    convict(named("joint-key, cancelling"))
    convict(named("joint-key, equal"))
    refused(Rule.KEY_PROOF, "knock", GUEST, say.Key, changed(key=bytes(33), proof=bytes(48)))


def test_threat_06_a_shuffle_that_changes_nothing_is_heard_and_weakens_only_its_maker() -> None:
    def unchanged(session: HostileSession, honest: say.Cut) -> say.Cut:
        deal = session.table.dealing
        context = session.moment.context(1, Purpose.DECK, session.seat)
        proof = prove_shuffle(
            deal.joint, deal.deck, deal.deck, range(52), [0] * 52, context, session.lawless._prover
        )
        cut = replace(deal, deck=deal.deck)
        return say.Cut(deal.deck, proof, *session.opens(cut.given_to(deal.dealer)))

    struck, told = strike(Fault("", "knock", GUEST, say.Cut, redealt(unchanged))), story("knock")
    host = told.session_at(struck.n, HOST)
    step = host.receive(struck.frames[0])
    assert isinstance(step.events[1].message, say.Serve)
    assert len(host.view.hand) == 10


def test_threat_07_a_key_made_from_the_peers_has_no_proof() -> None:
    told = story("knock")
    peer = next(m.key for m in told.messages if isinstance(m, say.Key))
    refused(Rule.KEY_PROOF, "knock", GUEST, say.Key, changed(key=encode(negate(lift(peer)))))


def test_threat_08_the_peers_key_and_proof_echoed_are_refused() -> None:
    said = next(m for m in story("knock").messages if isinstance(m, say.Key))
    refused(Rule.KEY_PROOF, "knock", GUEST, say.Key, changed(key=said.key, proof=said.proof))


def test_threat_08_and_11_a_proof_of_another_deal_or_match_is_refused() -> None:
    old = next(m for m in story("dealer's misdeal").messages if isinstance(m, say.Key))
    refused(Rule.KEY_PROOF, "dealer's misdeal", HOST, say.Key, changed(key=old.key, proof=old.proof), 1)
    other = next(m for m in story("another").messages if isinstance(m, say.Key))
    refused(Rule.KEY_PROOF, "knock", HOST, say.Key, changed(key=other.key, proof=other.proof))


def test_threat_09_a_key_used_before_is_refused_though_it_is_proven() -> None:
    convict(named("key-reused"))


def test_threat_09_shares_of_an_earlier_deal_open_nothing_of_a_later_one() -> None:
    old = next(m for m in story("dealer's misdeal").messages if isinstance(m, say.Cut))
    again = changed(shares=old.shares, share_proof=old.share_proof)
    refused(Rule.SHARE_PROOF, "dealer's misdeal", GUEST, say.Cut, again, 1)


def test_threat_11_a_true_proof_is_worthless_in_another_frame_of_the_same_hand() -> None:
    first, second = [m for m in story("turns").messages if isinstance(m, say.Throw)][:3:2]
    moved = changed(hand=first.hand, proof=first.proof)
    refused(Rule.SHUFFLE_PROOF, "turns", GUEST, say.Throw, moved, 1)
    moved = changed(share=first.share, share_proof=first.share_proof)
    refused(Rule.SHARE_PROOF, "turns", GUEST, say.Throw, moved, 1)
    assert first != second


@pytest.mark.parametrize("field", ["head", "match_id", "seat", "deal", "purpose"])
def test_threat_11_every_part_of_a_context_binds_the_proof_of_a_share(field: str) -> None:
    def make(session: HostileSession, honest: say.Message) -> say.Message:
        deal = session.table.dealing
        context = session.moment.context(1, Purpose.OPEN, session.seat)
        wrong = {"head": bytes(32), "match_id": bytes(16), "seat": GUEST, "deal": 2, "purpose": Purpose.HAND}
        context = replace(context, **{field: wrong[field]})  # type: ignore[arg-type]  # one of the five
        secret, card = session.key_of(1), deal.deck[deal.next_place]
        assert isinstance(honest, say.Give)
        proof = prove_shares(
            secret, secret.public, [card.hint], [honest.share], context, session.lawless._prover
        )
        return replace(honest, share_proof=proof)

    refused(Rule.SHARE_PROOF, "knock", HOST, say.Give, saying(make))


def test_threat_12_a_byte_moved_over_a_boundary_is_refused() -> None:
    def joined(message: say.Message) -> list[object]:
        assert isinstance(message, say.Shuffle)
        return [b"".join(card.encode() for card in message.deck), message.proof]

    def moved(session: HostileSession, honest: say.Message) -> bytes:
        deck, proof = joined(honest)
        assert isinstance(deck, bytes)
        assert isinstance(proof, bytes)
        return pack(("shuffle", 0, deck[:-1], deck[-1:] + proof, b""))

    refused(Rule.BODY, "knock", HOST, say.Shuffle, saying(moved))
    split = bent(say.Shuffle, lambda m: replace(m, deck=m.deck[:-1], proof=m.deck[-1].encode() + m.proof))
    refused(Rule.SHUFFLE_PROOF, "knock", HOST, say.Shuffle, split)


def deck_with(change: Callable[[tuple[MaskedCard, ...], bytes], Sequence[MaskedCard]]) -> Doctor:
    """Shuffle honestly, then say another deck with that proof."""
    return redealt(lambda s, m: replace(m, deck=tuple(change(m.deck, s.table.dealing.joint))))


@pytest.mark.parametrize(
    "change",
    [
        lambda deck, key: (deck[1], *deck[1:]),
        lambda deck, key: (remask(deck[1], key, 5), *deck[1:]),
        lambda deck, key: (face_card(0, key), *deck[1:]),
        lambda deck, key: deck[1:],
        lambda deck, key: (*deck, deck[0]),
        lambda deck, key: (),
        lambda deck, key: deck[:1],
    ],
    ids=["twice", "twice, remasked", "foreign", "51", "53", "none", "one"],
)
def test_threat_16_a_deck_that_is_not_the_52_cards_is_refused(
    change: Callable[..., Sequence[MaskedCard]],
) -> None:
    refused(Rule.SHUFFLE_PROOF, "knock", GUEST, say.Cut, deck_with(change))


def test_threat_16_a_deck_of_53_with_a_proof_of_53_is_refused_before_anything_is_computed() -> None:
    refused(
        Rule.SHUFFLE_PROOF,
        "knock",
        HOST,
        say.Shuffle,
        bent(say.Shuffle, lambda m: replace(m, deck=m.deck * 2)),
    )


def test_threat_18_no_message_has_a_field_for_generators_or_other_statements() -> None:
    statements = {
        "generators",
        "generator",
        "base",
        "joint",
        "inputs",
        "hints",
        "hint",
        "context",
        "seat",
        "head",
    }
    for kind in get_args(say.Message):
        assert not statements & {field.name for field in fields(kind)}


def test_threat_19_a_deck_or_proof_changed_after_the_proof_is_refused() -> None:
    swapped = deck_with(lambda deck, key: (deck[1], deck[0], *deck[2:]))
    remasked = deck_with(lambda deck, key: (remask(deck[0], key, 7), *deck[1:]))
    negated = deck_with(lambda deck, key: [MaskedCard(encode(negate(lift(c.hint))), c.body) for c in deck])
    for doctor in (swapped, remasked, negated):
        refused(Rule.SHUFFLE_PROOF, "knock", GUEST, say.Cut, doctor)
    for place in (0, 33, 231, 5286):
        flipped = redealt(
            lambda s, m, at=place: replace(
                m, proof=m.proof[:at] + bytes([m.proof[at] ^ 1]) + m.proof[at + 1 :]
            )  # type: ignore[misc]  # a default binds the place
        )
        refused(Rule.SHUFFLE_PROOF, "knock", GUEST, say.Cut, flipped)


def test_threat_20_the_dealer_cannot_cut_in_the_other_seats_place() -> None:
    cut = next(m for m in story("knock").messages if isinstance(m, say.Cut))
    struck = strike(Fault("", "knock", HOST, say.Shuffle, after_it(saying(lambda *_: cut))))
    told = story("knock")
    found = audit((*told.frames[: struck.n], *struck.frames))
    assert found.refused is not None
    assert (found.refused.code, found.accused) == (Rule.TURN, HOST)
    guest = told.session_at(struck.n, GUEST)
    guest.receive(struck.frames[0])
    with pytest.raises(Equivocation) as caught:  # the guest has cut by then: two frames with one number
        guest.receive(struck.frames[1])
    assert caught.value.seat is HOST


def test_threat_20_a_cut_of_another_deck_than_the_dealers_is_refused() -> None:
    def anew(session: HostileSession, honest: say.Cut) -> say.Cut:
        deal = session.table.dealing
        context = session.moment.context(1, Purpose.DECK, session.seat)
        deck, proof = shuffle(deal.joint, opening_deck(deal.joint), context, session.lawless._prover)
        return replace(honest, deck=deck, proof=proof)

    refused(Rule.SHUFFLE_PROOF, "knock", GUEST, say.Cut, redealt(anew))


def test_threat_20_a_shuffle_of_a_private_opening_deck_is_refused() -> None:
    def private(session: HostileSession, honest: say.Message) -> say.Message:
        deal = session.table.dealing
        stacked = [remask(card, deal.joint, 9) for card in opening_deck(deal.joint)]
        context = session.moment.context(1, Purpose.DECK, session.seat)
        deck, proof = shuffle(deal.joint, stacked, context, session.lawless._prover)
        return say.Shuffle(deck, proof)

    refused(Rule.SHUFFLE_PROOF, "knock", HOST, say.Shuffle, saying(private))


def test_threat_20_a_shuffle_skipped_is_refused() -> None:
    refused(Rule.KIND, "knock", HOST, say.Shuffle, saying(lambda s, _: say.Serve((), bytes(48))))


def test_threat_21_a_card_at_infinity_is_refused_at_receipt() -> None:
    nothing = MaskedCard(bytes(33), bytes(33))
    refused(Rule.SHUFFLE_PROOF, "knock", GUEST, say.Cut, deck_with(lambda deck, key: (nothing, *deck[1:])))
