"""Is the deal honest?

Five frames stand before the first move: two keys, two shuffles, and the shares of both hands.
The shuffles are judged before any share is given: a share on an unproven shuffle would be a decryption machine, with
which the last shuffler reads a card of the other's by copying it to a place of its own.
"""

from dataclasses import replace
from typing import Final

from gin_p2p.crypto import chance
from gin_p2p.crypto.context import Purpose
from gin_p2p.crypto.masking import MaskedCard, joint_key, opening_deck, strip
from gin_p2p.crypto.proofs import verify_key
from gin_p2p.crypto.shuffle import verify_shuffle
from gin_p2p.protocol.deal import Deal, layout_of
from gin_p2p.protocol.evidence import Moment, check_openings, faces_of, holding
from gin_p2p.protocol.judgement import Broken, Rule
from gin_p2p.protocol.messages import Cut, Key, Misdeal, Serve, Shuffle
from gin_p2p.protocol.playing import settle_move
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.rules.moves import ClaimMisdeal
from gin_p2p.rules.round import Round
from gin_p2p.rules.words import KnockLimitSource
from gin_p2p.seat import Seat

KNOCK_PURPOSE: Final = "knock"


def judge_key(table: Table, seat: Seat, message: Key, moment: Moment) -> Table:
    """Answer the table after a seat has said its key of the deal.

    Raises:
        Broken: no proof of knowledge, a key used before, keys that are equal or cancel each other, or a number for
            the knock deck where none is due.
    """
    first = table.stage is Stage.DEALER_KEY
    deal = new_deal(table) if first else table.dealing
    with holding(Rule.KEY_PROOF):
        verify_key(message.key, message.proof, moment.context(deal.number, Purpose.KEY, seat))
    if not first and message.key == deal.keys[seat.other]:
        raise Broken(Rule.JOINT_KEY)
    if message.key in table.used_keys:
        raise Broken(Rule.KEY_REUSED)
    if bool(message.chance) is not _has_knock_deck(table):
        raise Broken(Rule.CHANCE)
    deal = deal.with_key(seat, message.key)
    if message.chance:
        deal = replace(deal, chance=(*deal.chance, message.chance))
    if not first:
        with holding(Rule.JOINT_KEY):
            joint = joint_key(*deal.keys)
        deal = replace(deal, joint=joint, deck=opening_deck(joint))
    stage = Stage.OTHER_KEY if first else Stage.SHUFFLE
    return replace(table, stage=stage, deal=deal, used_keys=table.used_keys | {message.key})


def new_deal(table: Table) -> Deal:
    """Answer the deal that comes next."""
    match = table.playing
    return Deal(match.n_deals + 1, match.dealer, layout_of(match.rules))


def judge_shuffle(table: Table, seat: Seat, message: Shuffle, moment: Moment) -> Table:
    """Answer the table after the dealer's shuffle.

    Raises:
        Broken: the shuffle is not proven, or the number for the knock deck is not the one committed to.
    """
    deal = _shuffled(table.dealing, seat, message.deck, message.proof, moment)
    if bool(message.nonce) is not _has_knock_deck(table):
        raise Broken(Rule.CHANCE)
    if message.nonce:
        commitment, other_nonce = deal.chance
        with holding(Rule.COMMITMENT):
            chance.verify_opening(
                commitment, KNOCK_PURPOSE, *table.agreed.keys, deal.number, seat, message.nonce
            )
        pack = table.playing.knock_pack
        number = chance.draw(KNOCK_PURPOSE, deal.number, message.nonce, other_nonce, len(pack))
        deal = replace(deal, knock_card=pack[number])
    return replace(table, stage=Stage.CUT, deal=deal)


def judge_cut(table: Table, seat: Seat, message: Cut, moment: Moment) -> Table:
    """Answer the table after the non-dealer's shuffle and its shares of the dealer's cards and of the upcard.

    Raises:
        Broken: the shuffle or the shares are not proven.
    """
    deal = _shuffled(table.dealing, seat, message.deck, message.proof, moment)
    check_openings(deal, seat, deal.given_to(deal.dealer), message.shares, message.share_proof, moment)
    n_hand = len(deal.layout.dealer_places)
    with holding(Rule.FACE):
        if deal.layout.upcard_place is not None:
            deal = replace(deal, upcard=strip(deal.deck[deal.layout.upcard_place], message.shares[n_hand]))
        deal = deal.served(deal.dealer, message.shares[:n_hand])
    return replace(table, stage=Stage.SERVE, deal=deal)


def judge_serve(table: Table, seat: Seat, message: Serve, moment: Moment) -> Table:
    """Answer the table after the dealer's shares: the hand can begin.

    Raises:
        Broken: the shares are not proven, or the upcard is no card.
    """
    deal = table.dealing
    check_openings(deal, seat, deal.given_to(seat.other), message.shares, message.share_proof, moment)
    n_hand = len(deal.layout.other_places)
    with holding(Rule.FACE):
        deal = deal.served(seat.other, message.shares[:n_hand])
    return begin_hand(replace(table, deal=deal), message.shares[n_hand:])


def judge_dealers_misdeal(table: Table, seat: Seat, message: Misdeal, moment: Moment) -> Table:
    """Answer the table after the dealer has shown ten dealt cards in place of its shares.

    Raises:
        Broken: an opening is not proven, or is no card.
        IllegalMove: the ten cards could not go out, or the rule is not in force.
    """
    deal = table.dealing
    upcard = () if deal.upcard is None else (deal.upcard,)
    check_openings(deal, seat, (*upcard, *deal.dealt[seat]), message.shares, message.share_proof, moment)
    n_upcard = len(upcard)
    cards = faces_of(deal.dealt[seat], message.shares[n_upcard:])
    begun = begin_hand(table, message.shares[:n_upcard])
    return settle_move(begun, seat, ClaimMisdeal(tuple(sorted(cards))), message.digest)


def begin_hand(table: Table, upcard_shares: tuple[bytes, ...]) -> Table:
    """Answer the table with the round begun.

    Args:
        table: after the shares of the dealer's cards.
        upcard_shares: the dealer's share of the upcard; empty when none is turned.

    Raises:
        Broken: the upcard is no card.
    """
    deal = table.dealing
    upcards = faces_of(() if deal.upcard is None else (deal.upcard,), upcard_shares)
    upcard = upcards[0] if upcards else None
    begun = Round.deal(table.playing.rules, deal.dealer, upcard, deal.knock_card)
    deal = replace(deal, next_place=deal.layout.stock_place)
    return replace(table, stage=Stage.MOVE, deal=deal, round=begun)


def _shuffled(deal: Deal, seat: Seat, deck: tuple[MaskedCard, ...], proof: bytes, moment: Moment) -> Deal:
    with holding(Rule.SHUFFLE_PROOF):
        verify_shuffle(deal.joint, deal.deck, deck, proof, moment.context(deal.number, Purpose.DECK, seat))
    return replace(deal, deck=deck)


def _has_knock_deck(table: Table) -> bool:
    return table.playing.rules.knock_limit_source is KnockLimitSource.KNOCK_DECK
