"""Which faces does a deal key open?

One seat's key opens that seat's own hands to whoever has it, both keys open every card of the deal. Keys come from a
match seed, for the own cards, and from what seats have disclosed. None is believed: a key counts where x·G is the key
that the seat has said in the deal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from gin_p2p.cards import Card
from gin_p2p.crypto.masking import MaskedCard, face, share_of, strip
from gin_p2p.crypto.secrets import MatchSeed, SecretScalar
from gin_p2p.protocol.deal import Deal
from gin_p2p.protocol.evidence import faces_of
from gin_p2p.protocol.judgement import Broken, Rule
from gin_p2p.protocol.messages import BigGin, Defend, Knock, Misdeal
from gin_p2p.protocol.referee import Heard
from gin_p2p.seat import Seat

DealKeys: TypeAlias = Mapping[tuple[Seat, int], SecretScalar]
"""Secret keys by seat and number of the deal."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """The deal keys at hand, all of them claims until a deal confirms them.

    Attributes:
        seed: of a seat that played the match; None for an onlooker.
        disclosed: what seats have disclosed.
    """

    seed: MatchSeed | None = None
    disclosed: DealKeys = field(default_factory=dict)

    def secret_of(self, deal: Deal, seat: Seat) -> SecretScalar | None:
        """Answer the secret of the key that a seat has said in a deal; None where it is not at hand."""
        secret = self.disclosed.get((seat, deal.number))
        if secret is not None and secret.public == deal.keys[seat]:
            return secret
        if self.seed is not None:
            secret = self.seed.deal_key(deal.number)
            if secret.public == deal.keys[seat]:
                return secret
        return None


class Opened:
    """The faces that one seat's key opens in one deal; each card is opened once.

    Args:
        secret: of the seat's key of the deal.
    """

    def __init__(self, secret: SecretScalar) -> None:
        self._secret = secret
        self._faces: dict[MaskedCard, Card] = {}

    def __repr__(self) -> str:
        return "Opened(hidden)"

    def faces(self, cards: Sequence[MaskedCard]) -> tuple[Card, ...]:
        """Answer the faces of cards that are masked under this key alone.

        Raises:
            Broken: one of them is no card.
        """
        for card in cards:
            if card not in self._faces:
                number = face(card, share_of(self._secret, card))
                if number is None:
                    raise Broken(Rule.FACE)
                self._faces[card] = Card(number)
        return tuple(self._faces[card] for card in cards)


def open_deck(deal: Deal, host: SecretScalar, guest: SecretScalar) -> tuple[Card, ...]:
    """Answer the faces of all 52 places of a shuffled deck, which both keys open together.

    Raises:
        Broken: a place holds no card, or two hold the same one.
        InvalidProof: nothing is left of a body (no shuffle makes such a card).
    """
    half_open = [strip(card, share_of(host, card)) for card in deal.deck]
    return faces_of(half_open, [share_of(guest, card) for card in half_open])


def dealt_faces(heard: Heard) -> tuple[Card, ...]:
    """Answer the ten dealt cards that a good frame shows to everybody; empty where it shows none.

    A misdeal claim shows them, and under `misdeal_proof` a frame that shows a whole hand does too.
    """
    message, seat = heard.message, heard.seat
    dealt = heard.after.dealing.dealt[seat] if heard.after.deal else ()
    match message:
        case Misdeal():
            return faces_of(dealt, message.shares[-len(dealt) :])
        case Knock() | BigGin():
            extra = message.shares[len(message.hand) :]
        case Defend():
            extra = message.shares[len(heard.after.dealing.hands[seat]) :]
        case _:
            return ()
    return faces_of(dealt, extra) if extra else ()
