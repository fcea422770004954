"""How does a card travel without showing its face?

A masked card is (hint, body) = (r·G, M + r·P): the card's element M under a key P, with a randomness r. Whoever
has a part x of the key can take its mask off by the share x·hint; body minus all shares is M again.
"""

from dataclasses import dataclass
from typing import Final

from gin_p2p.cards import N_CARDS
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import (
    ELEMENT_BYTES,
    Element,
    G,
    Point,
    add,
    encode,
    finite,
    hash_to_point,
    lift,
    negate,
    secret_base,
    secret_multiple,
)
from gin_p2p.crypto.secrets import SecretScalar

MASKED_BYTES: Final = 2 * ELEMENT_BYTES

CARD_POINTS: Final[tuple[Point, ...]] = tuple(hash_to_point("card", card) for card in range(N_CARDS))
_FACES: Final[dict[Element, int]] = {encode(point): card for card, point in enumerate(CARD_POINTS)}


@dataclass(frozen=True, slots=True)
class MaskedCard:
    """A card's encryption, as it travels. That both halves are elements is checked where they are used.

    Attributes:
        hint: r·G, 33 bytes; a share is made from it.
        body: M + r·P, 33 bytes.
    """

    hint: bytes
    body: bytes

    def encode(self) -> bytes:
        """Write hint and body, 66 bytes."""
        return self.hint + self.body


def decode_masked(encoded: bytes) -> MaskedCard:
    """Read a masked card.

    Raises:
        InvalidProof: not 66 bytes, or a half is no element.
    """
    if len(encoded) != MASKED_BYTES:
        raise InvalidProof("a masked card has 66 bytes")
    masked = MaskedCard(encoded[:ELEMENT_BYTES], encoded[ELEMENT_BYTES:])
    lift(masked.hint)
    lift(masked.body)
    return masked


def card_element(card: int) -> Element:
    """Answer the element that stands for a card 0..51."""
    return encode(CARD_POINTS[card])


def joint_key(key_a: bytes, key_b: bytes) -> Element:
    """Answer the key that only both seats together can unmask under.

    Raises:
        InvalidProof: a key is no element, the keys are equal (an echo of the peer's), or they cancel.
    """
    if key_a == key_b:
        raise InvalidProof("the two keys are equal")
    return encode(finite(add(lift(key_a), lift(key_b)), "the joint key"))


def opening_deck(joint: bytes) -> tuple[MaskedCard, ...]:
    """Answer the deck that the first shuffle starts from: all cards in order, with randomness 1.

    It follows from the key, so nobody sends it and nobody can slip a card into it.

    Raises:
        InvalidProof: the key is no element, or cancels a card (nobody can find such a key).
    """
    return tuple(face_card(card, joint) for card in range(N_CARDS))


def face_card(card: int, key: bytes) -> MaskedCard:
    """Answer a card everybody knows, masked with randomness 1: how a card taken from the pile enters a hand.

    Args:
        card: 0..51.
        key: the holder's public key, or the joint key.

    Raises:
        InvalidProof: the key is no element, or cancels the card.
    """
    body = finite(add(CARD_POINTS[card], lift(key)), "the body of a card")
    return MaskedCard(G, encode(body))


def remask(masked: MaskedCard, key: bytes, secret_rho: int) -> MaskedCard:
    """Answer the same card under the same key with other randomness.

    Args:
        masked: the card.
        key: the public key it is masked under.
        secret_rho: what is added to the randomness, 1..q-1.

    Raises:
        InvalidProof: something is no element, or the result is infinity (once in 2^256 times).
    """
    hint = add(lift(masked.hint), secret_base(secret_rho))
    body = add(lift(masked.body), secret_multiple(secret_rho, lift(key)))
    return MaskedCard(encode(finite(hint, "a hint")), encode(finite(body, "a body")))


def share_of(secret: SecretScalar, masked: MaskedCard) -> Element:
    """Answer this seat's share of a card, which takes this seat's mask off it.

    Raises:
        InvalidProof: the hint is no element.
    """
    return encode(secret_multiple(secret.secret_int, lift(masked.hint)))


def strip(masked: MaskedCard, share: bytes) -> MaskedCard:
    """Answer the card without the mask that a share takes off; it stands under the other seat's key alone.

    Raises:
        InvalidProof: something is no element, or nothing is left of the body.
    """
    body = add(lift(masked.body), negate(lift(share)))
    return MaskedCard(masked.hint, encode(finite(body, "a card without its mask")))


def face(masked: MaskedCard, share: bytes) -> int | None:
    """Answer the card whose last mask a share takes off, 0..51, or None when what is left is no card.

    Raises:
        InvalidProof: something is no element.
    """
    left = add(lift(masked.body), negate(lift(share)))
    return None if left is None else _FACES.get(encode(left))
