"""Two seats who prove things, with chance that repeats: what every test of the crypto room starts from."""

from dataclasses import dataclass, replace
from typing import Final

from gin_p2p.crypto.context import Context, Purpose
from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.group import Element
from gin_p2p.crypto.masking import MaskedCard, face_card, joint_key, remask
from gin_p2p.crypto.secrets import MatchSeed, Prover, SecretScalar
from gin_p2p.crypto.stream import Stream
from gin_p2p.seat import Seat


def seeded_entropy(label: str) -> Entropy:
    """Answer a source that gives the same bytes in every run."""
    return Stream("tests", label.encode()).read


@dataclass(frozen=True, slots=True)
class Player:
    """A seat with its secrets."""

    seed: MatchSeed
    prover: Prover

    @property
    def secret(self) -> SecretScalar:
        return self.seed.deal_key(1)

    @property
    def key(self) -> Element:
        return self.secret.public


def player(name: str) -> Player:
    entropy = seeded_entropy(name)
    seed = MatchSeed.generate(entropy)
    return Player(seed, Prover(seed, entropy))


HOST: Final = player("host")
GUEST: Final = player("guest")
JOINT: Final = joint_key(HOST.key, GUEST.key)
CONTEXT: Final = Context(bytes(range(32)), bytes(range(100, 116)), 1, Purpose.DECK, Seat.HOST)

OTHER_CONTEXTS: Final = {
    "head": replace(CONTEXT, head=bytes(32)),
    "match id": replace(CONTEXT, match_id=bytes(16)),
    "deal": replace(CONTEXT, deal=2),
    "purpose": replace(CONTEXT, purpose=Purpose.HAND),
    "seat": replace(CONTEXT, seat=Seat.GUEST),
}


def masked_hand(cards: list[int], key: bytes = JOINT, label: str = "hand") -> tuple[MaskedCard, ...]:
    """Answer these cards masked under a key, with randomness that hangs on the label."""
    stream = Stream("tests/mask", label.encode())
    return tuple(remask(face_card(card, key), key, stream.scalar()) for card in cards)


def flipped(data: bytes, bit: int) -> bytes:
    """Answer the bytes with one bit changed."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)
