"""Does a proof in a message hold for what the table says?

The judge and the player build every statement here, from the table and the moment alone, so that both speak of the
same keys, cards and places.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from gin_p2p.cards import Card
from gin_p2p.crypto.context import Context, Purpose
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.masking import MaskedCard, face
from gin_p2p.crypto.proofs import verify_shares
from gin_p2p.crypto.shuffle import verify_shuffle
from gin_p2p.protocol.deal import Deal
from gin_p2p.protocol.judgement import Broken, Rule
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class Moment:
    """Where in the transcript a message stands.

    Attributes:
        head: the head before its frame, 32 bytes.
        match_id: 16 bytes; zero in Open.
    """

    head: bytes
    match_id: bytes

    def context(self, deal: int, purpose: Purpose, seat: Seat) -> Context:
        """The context of a proof said at this moment."""
        return Context(self.head, self.match_id, deal, purpose, seat)


@contextmanager
def holding(rule: Rule) -> Iterator[None]:
    """Name the rule that an invalid proof breaks."""
    try:
        yield
    except InvalidProof:
        raise Broken(rule) from None


def check_openings(
    deal: Deal,
    seat: Seat,
    cards: Sequence[MaskedCard],
    shares: tuple[bytes, ...],
    proof: bytes,
    moment: Moment,
) -> None:
    """Check that a seat's shares open these cards, one proof for all of them.

    Raises:
        Broken: another number of shares, or the proof does not hold.
    """
    if len(shares) != len(cards):
        raise Broken(Rule.SHARE_COUNT)
    context = moment.context(deal.number, Purpose.OPEN, seat)
    with holding(Rule.SHARE_PROOF):
        verify_shares(deal.keys[seat], [card.hint for card in cards], shares, proof, context)


def faces_of(cards: Sequence[MaskedCard], shares: Sequence[bytes]) -> tuple[Card, ...]:
    """Answer the faces that checked shares open.

    Args:
        cards: of one deal, none of them twice.
        shares: as many.

    Raises:
        Broken: one of them is no card, or two are the same.
    """
    with holding(Rule.FACE):
        faces = [face(card, share) for card, share in zip(cards, shares, strict=True)]
    known = tuple(Card(number) for number in faces if number is not None)
    if len(known) != len(faces):
        raise Broken(Rule.FACE)
    if len(set(known)) != len(known):
        raise Broken(Rule.CARD_TWICE)
    return known


def check_hand_shuffle(
    deal: Deal, seat: Seat, hand: tuple[MaskedCard, ...], proof: bytes, moment: Moment
) -> Deal:
    """Answer the deal with a seat's hand re-shuffled.

    Raises:
        Broken: the new list is not proven to hold the same cards.
    """
    context = moment.context(deal.number, Purpose.HAND, seat)
    with holding(Rule.SHUFFLE_PROOF):
        verify_shuffle(deal.keys[seat], deal.hands[seat], hand, proof, context)
    return deal.with_hand(seat, hand)
