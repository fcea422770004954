"""What does a seat say, and which of its cards does it know?

A player is a judge with secrets: a match seed, of which everything follows that must survive a crash, and fresh
entropy for proofs. It keeps no state of its own; the table and the seed are enough.
"""

from collections.abc import Sequence
from dataclasses import replace

from gin_p2p.cards import Card
from gin_p2p.crypto import chance
from gin_p2p.crypto.context import Purpose
from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.masking import MaskedCard, face, opening_deck, share_of
from gin_p2p.crypto.proofs import prove_key, prove_shares
from gin_p2p.crypto.secrets import MatchSeed, Prover, SecretScalar
from gin_p2p.crypto.shuffle import shuffle
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.deal import Deal
from gin_p2p.protocol.dealing import KNOCK_PURPOSE, begin_hand, new_deal
from gin_p2p.protocol.digest import digest_of
from gin_p2p.protocol.evidence import Moment
from gin_p2p.protocol.judge import closing_of
from gin_p2p.protocol.playing import advance, is_won_by, shown_cards, taken_cards
from gin_p2p.protocol.setting_up import DEALER_PURPOSE, NO_DEAL
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.rules.legal import claimed_misdeal, holds
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Illegal,
    IllegalMove,
    Knock,
    Move,
    Pass,
    Resign,
    TakePile,
)
from gin_p2p.rules.words import KnockLimitSource
from gin_p2p.seat import Seat


class BrokenDeal(Exception):
    """A card of one's own hand has no face, though every proof held: our fault or a broken argument."""


class Player:
    """The secrets of one seat in one match.

    Args:
        seat: whose.
        seed: of the match.
        entropy: fresh bytes.
    """

    def __init__(self, seat: Seat, seed: MatchSeed, entropy: Entropy) -> None:
        self.seat = seat
        self._seed = seed
        self._prover = Prover(seed, entropy)
        self._faces: dict[MaskedCard, Card] = {}
        self._faces_of_deal = 0

    def __repr__(self) -> str:
        return f"Player({self.seat!r}, hidden)"

    def dealer_nonce(self) -> bytes:
        """Answer the nonce of this seat for the draw of the first dealer."""
        return self._seed.nonce(DEALER_PURPOSE, NO_DEAL)

    def commitment(self, host_key: bytes, guest_key: bytes) -> bytes:
        """Answer the commitment to that nonce, for Open."""
        return chance.commit(DEALER_PURPOSE, host_key, guest_key, NO_DEAL, self.seat, self.dealer_nonce())

    def fits(self, table: Table) -> bool:
        """Tell whether what this seat has promised on the table comes from this seed."""
        offer, deal = table.offer, table.deal
        if offer is not None and self.seat is Seat.HOST and offer.commitment != self.commitment(*offer.keys):
            return False
        if table.guest_nonce and self.seat is Seat.GUEST and table.guest_nonce != self.dealer_nonce():
            return False
        return deal is None or deal.keys[self.seat] in {b"", self._secret(deal).public}

    def faces(self, table: Table) -> tuple[Card, ...]:
        """Answer the faces of one's own hand, in the order of its masked cards; empty while it is being dealt.

        Raises:
            BrokenDeal: a card has no face.
        """
        deal = table.deal
        if deal is None or not deal.hands[self.seat]:
            return ()
        if deal.number != self._faces_of_deal:
            self._faces.clear()
            self._faces_of_deal = deal.number
        hand = deal.hands[self.seat]
        secret = None
        for card in hand:
            if card not in self._faces:
                secret = secret or self._secret(deal)
                number = face(card, share_of(secret, card))
                if number is None:
                    raise BrokenDeal("a card of the own hand has no face")
                self._faces[card] = Card(number)
        return tuple(self._faces[card] for card in hand)

    def owed(self, table: Table, moment: Moment) -> say.Message | None:
        """Answer what this seat must say without being asked; None when a choice is due, or the other speaks."""
        if table.speaker is not self.seat:
            return None
        match table.stage:
            case Stage.REVEAL:
                return say.Reveal(self.dealer_nonce())
            case Stage.DEALER_KEY | Stage.OTHER_KEY:
                return self._say_key(table, moment)
            case Stage.SHUFFLE:
                return self._say_shuffle(table, moment)
            case Stage.CUT:
                return self._say_cut(table, moment)
            case Stage.SERVE:
                return self._say_serve(table, moment)
            case Stage.GIVE:
                return self._say_give(table, moment)
            case Stage.MOVE:
                return self._claim_misdeal(table, moment)
            case Stage.HOST_CLOSE | Stage.GUEST_CLOSE:
                return closing_of(table)
            case Stage.OPEN | Stage.ACCEPT | Stage.CLOSED:
                return None

    def say_move(self, table: Table, move: Move, moment: Moment) -> say.Message:
        """Answer the message of a move.

        Raises:
            IllegalMove: the game forbids it, or it names cards that this seat does not hold.
        """
        self._check_held(table, move)
        after = advance(table, self.seat, move)
        digest = digest_of(after.playing, after.hand)
        match move:
            case Pass():
                return say.Pass(digest)
            case DrawStock():
                return say.Draw(digest)
            case TakePile(count=1):
                return say.Take(digest)
            case TakePile():
                return self._say_take_many(table, move, moment, digest)
            case Discard():
                return self._say_throw(table, move, moment, digest)
            case Knock():
                hand, proof, shares, share_proof = self._show_shuffled(table, moment)
                return say.Knock(hand, proof, shares, share_proof, move.discard, move.spread.melds, digest)
            case BigGin():
                hand, proof, shares, share_proof = self._show_shuffled(table, moment)
                return say.BigGin(hand, proof, shares, share_proof, move.melds, digest)
            case Defend():
                cards = shown_cards(table, self.seat, wins=is_won_by(after, self.seat))
                shares, share_proof = self._open(table.dealing, cards, moment)
                return say.Defend(shares, share_proof, move.spread.melds, move.layoffs, digest)
            case ClaimMisdeal():
                shares, share_proof = self._open(table.dealing, table.dealing.dealt[self.seat], moment)
                return say.Misdeal(shares, share_proof, digest)
            case Resign():
                return say.Resign(digest)

    def _check_held(self, table: Table, move: Move) -> None:
        """The engine knows no hidden card, so what a move throws or shows is held against the own hand here."""
        hand = frozenset(self.faces(table))
        if not holds(table.hand, hand, move):
            raise IllegalMove(Illegal.NOT_HELD)

    def _secret(self, deal: Deal) -> SecretScalar:
        return self._seed.deal_key(deal.number)

    def _open(
        self, deal: Deal, cards: Sequence[MaskedCard], moment: Moment
    ) -> tuple[tuple[bytes, ...], bytes]:
        """Answer this seat's shares of some cards, and the one proof for all of them."""
        secret = self._secret(deal)
        shares = tuple(share_of(secret, card) for card in cards)
        context = moment.context(deal.number, Purpose.OPEN, self.seat)
        hints = [card.hint for card in cards]
        return shares, prove_shares(secret, secret.public, hints, shares, context, self._prover)

    def _shuffle_hand(self, deal: Deal, moment: Moment) -> tuple[tuple[MaskedCard, ...], bytes]:
        context = moment.context(deal.number, Purpose.HAND, self.seat)
        return shuffle(deal.keys[self.seat], deal.hands[self.seat], context, self._prover)

    def _show_shuffled(
        self, table: Table, moment: Moment
    ) -> tuple[tuple[MaskedCard, ...], bytes, tuple[bytes, ...], bytes]:
        hand, proof = self._shuffle_hand(table.dealing, moment)
        shuffled = replace(table, deal=table.dealing.with_hand(self.seat, hand))
        cards = shown_cards(shuffled, self.seat, wins=True)
        shares, share_proof = self._open(table.dealing, cards, moment)
        return hand, proof, shares, share_proof

    def _say_key(self, table: Table, moment: Moment) -> say.Key:
        first = table.stage is Stage.DEALER_KEY
        deal = new_deal(table) if first else table.dealing
        secret = self._secret(deal)
        context = moment.context(deal.number, Purpose.KEY, self.seat)
        proof = prove_key(secret, secret.public, context, self._prover)
        luck = b""
        if table.playing.rules.knock_limit_source is KnockLimitSource.KNOCK_DECK:
            luck = self._seed.nonce(KNOCK_PURPOSE, deal.number)
            if first:
                keys = table.agreed.keys
                luck = chance.commit(KNOCK_PURPOSE, *keys, deal.number, self.seat, luck)
        return say.Key(secret.public, proof, luck)

    def _say_shuffle(self, table: Table, moment: Moment) -> say.Shuffle:
        deal = table.dealing
        context = moment.context(deal.number, Purpose.DECK, self.seat)
        deck, proof = shuffle(deal.joint, opening_deck(deal.joint), context, self._prover)
        nonce = self._seed.nonce(KNOCK_PURPOSE, deal.number) if deal.chance else b""
        return say.Shuffle(deck, proof, nonce)

    def _say_cut(self, table: Table, moment: Moment) -> say.Cut:
        deal = table.dealing
        context = moment.context(deal.number, Purpose.DECK, self.seat)
        deck, proof = shuffle(deal.joint, deal.deck, context, self._prover)
        cut = replace(deal, deck=deck)
        shares, share_proof = self._open(cut, cut.given_to(deal.dealer), moment)
        return say.Cut(deck, proof, shares, share_proof)

    def _say_serve(self, table: Table, moment: Moment) -> say.Serve | say.Misdeal:
        deal = table.dealing
        upcard = () if deal.upcard is None else (deal.upcard,)
        upcard_shares = tuple(share_of(self._secret(deal), card) for card in upcard)
        begun = begin_hand(table, upcard_shares)
        if claim := self._misdeal(begun):
            after = advance(begun, self.seat, claim)
            digest = digest_of(after.playing, after.hand)
            shares, share_proof = self._open(deal, (*upcard, *deal.dealt[self.seat]), moment)
            return say.Misdeal(shares, share_proof, digest)
        shares, share_proof = self._open(deal, deal.given_to(self.seat.other), moment)
        return say.Serve(shares, share_proof)

    def _say_give(self, table: Table, moment: Moment) -> say.Give:
        deal = table.dealing
        shares, share_proof = self._open(deal, (deal.deck[deal.next_place],), moment)
        return say.Give(shares[0], share_proof)

    def _claim_misdeal(self, table: Table, moment: Moment) -> say.Message | None:
        claim = self._misdeal(table)
        return None if claim is None else self.say_move(table, claim, moment)

    def _misdeal(self, table: Table) -> ClaimMisdeal | None:
        """Answer the claim that this seat's dealt cards call for, before the first move of a hand."""
        return claimed_misdeal(table.hand, self.faces(table)[: len(table.dealing.dealt[self.seat])])

    def _say_throw(self, table: Table, move: Discard, moment: Moment, digest: bytes) -> say.Throw:
        hand, proof = self._shuffle_hand(table.dealing, moment)
        shuffled = replace(table, deal=table.dealing.with_hand(self.seat, hand))
        place = self.faces(shuffled).index(move.card)
        (share,), share_proof = self._open(table.dealing, (hand[place],), moment)
        return say.Throw(hand, proof, place, share, share_proof, digest)

    def _say_take_many(self, table: Table, move: TakePile, moment: Moment, digest: bytes) -> say.TakeMany:
        deal = table.dealing.taken(self.seat, taken_cards(table, move.count))
        hand, proof = self._shuffle_hand(deal, moment)
        faces = self.faces(replace(table, deal=deal.with_hand(self.seat, hand)))
        places = tuple(sorted(faces.index(card) for card in move.meld))
        shares, share_proof = self._open(deal, [hand[place] for place in places], moment)
        return say.TakeMany(move.count, hand, proof, places, shares, share_proof, digest)
