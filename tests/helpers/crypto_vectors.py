"""Which bytes does the crypto room make, written down once and compared for ever?

`python -m tests.helpers.crypto_vectors` writes tests/vectors/crypto.json. Write it again only when the protocol
itself changes: a peer with the old program would refuse what the new one says.

Every value is text: bytes in hexadecimal, lists of elements or masked cards as one string. A refused proof is an
accepted one with one byte changed: field `field` of proof `of`, byte `at` exclusive-or `xor`.
"""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from gin_p2p.crypto.challenger import Challenger
from gin_p2p.crypto.chance import commit, draw
from gin_p2p.crypto.context import Context, Purpose
from gin_p2p.crypto.group import encode
from gin_p2p.crypto.identity import Identity, key_print
from gin_p2p.crypto.masking import (
    CARD_POINTS,
    MASKED_BYTES,
    MaskedCard,
    joint_key,
    opening_deck,
    share_of,
    strip,
)
from gin_p2p.crypto.pedersen import GENERATORS
from gin_p2p.crypto.proofs import prove_key, prove_shares, verify_key, verify_shares
from gin_p2p.crypto.shuffle import shuffle, verify_shuffle
from gin_p2p.seat import Seat
from tests.helpers.provers import player, seeded_entropy

PATH: Final = Path(__file__).parents[1] / "vectors" / "crypto.json"
Fields = dict[str, str]


def context(purpose: Purpose, seat: Seat) -> Context:
    return Context(bytes(range(32)), bytes(range(200, 216)), 7, purpose, seat)


def context_fields(ctx: Context) -> Fields:
    return {
        "head": ctx.head.hex(),
        "match_id": ctx.match_id.hex(),
        "deal": ctx.deal.to_bytes(4).hex(),
        "purpose": ctx.purpose.value,
        "seat": bytes((ctx.seat,)).hex(),
    }


def joined(cards: tuple[MaskedCard, ...]) -> str:
    return b"".join(card.encode() for card in cards).hex()


def build_proofs() -> dict[str, Fields]:
    host, guest = player("vectors: host"), player("vectors: guest")
    x, y = host.seed.deal_key(7), guest.seed.deal_key(7)
    joint = joint_key(x.public, y.public)
    by_host, by_guest = context(Purpose.DECK, Seat.HOST), context(Purpose.DECK, Seat.GUEST)
    keyed, opened = context(Purpose.KEY, Seat.HOST), context(Purpose.OPEN, Seat.GUEST)
    deck = opening_deck(joint)
    once, first = shuffle(joint, deck, by_host, host.prover)
    twice, second = shuffle(joint, once, by_guest, guest.prover)
    dealt = twice[1:20:2]
    shares = [share_of(y, card) for card in dealt]
    hand = (
        *(strip(card, share) for card, share in zip(dealt, shares, strict=True)),
        strip(twice[21], share_of(y, twice[21])),
    )
    handed = context(Purpose.HAND, Seat.HOST)
    thrown, thrown_proof = shuffle(x.public, hand, handed, host.prover)
    return {
        "key": {
            **context_fields(keyed),
            "key": x.public.hex(),
            "proof": prove_key(x, x.public, keyed, host.prover).hex(),
        },
        "shares": {
            **context_fields(opened),
            "key": y.public.hex(),
            "hints": b"".join(card.hint for card in dealt).hex(),
            "shares": b"".join(shares).hex(),
            "proof": prove_shares(
                y, y.public, [card.hint for card in dealt], shares, opened, guest.prover
            ).hex(),
        },
        "deck": shuffle_fields(by_host, joint, deck, once, first),
        "cut": shuffle_fields(by_guest, joint, once, twice, second),
        "hand": shuffle_fields(handed, x.public, hand, thrown, thrown_proof),
    }


def shuffle_fields(
    ctx: Context, key: bytes, inputs: tuple[MaskedCard, ...], outputs: tuple[MaskedCard, ...], proof: bytes
) -> Fields:
    said = {"key": key.hex(), "inputs": joined(inputs), "outputs": joined(outputs), "proof": proof.hex()}
    return {**context_fields(ctx), **said}


def build_refused(proofs: dict[str, Fields]) -> list[dict[str, Any]]:
    """Change the first, a middle and the last byte of every field of every proof."""
    return [
        {"of": name, "field": field, "at": at, "xor": 1}
        for name, fields in proofs.items()
        for field, value in fields.items()
        if field != "purpose"
        for at in sorted({0, len(value) // 4, len(value) // 2 - 1})
    ]


def build_small() -> dict[str, Any]:
    host, alice, bob = (
        player("vectors: host"),
        *(Identity.generate(seeded_entropy(name)) for name in ("alice", "bob")),
    )
    challenger = Challenger("test")
    challenger.absorb("a", b"xy", b"")
    commitments = [
        {
            "purpose": purpose,
            "host_key": alice.public.hex(),
            "guest_key": bob.public.hex(),
            "deal": deal,
            "seat": int(seat),
            "nonce": (nonce := host.seed.nonce(purpose, deal)).hex(),
            "commitment": commit(purpose, alice.public, bob.public, deal, seat, nonce).hex(),
        }
        for purpose, deal, seat in (("first dealer", 0, Seat.HOST), ("knock card", 3, Seat.GUEST))
    ]
    nonces = [host.seed.nonce("draw", i) for i in range(4)]
    draws = [
        {
            "deal": deal,
            "first": a.hex(),
            "second": b.hex(),
            "n": n,
            "drawn": draw("knock card", deal, a, b, n),
        }
        for deal, n in enumerate((2, 3, 51, 52, 200, 256))
        for a, b in pairwise(nonces)
    ]
    signatures = [
        {
            "private": who.private_bytes().hex(),
            "public": who.public.hex(),
            "print": key_print(who.public),
            "label": label,
            "message": message.hex(),
            "signature": who.sign(label, message).hex(),
        }
        for who, label, message in ((alice, "frame", b"message"), (bob, "close", b""))
    ]
    return {
        "cards": [encode(point).hex() for point in CARD_POINTS],
        "generators": [encode(point).hex() for point in GENERATORS],
        "challenger": {
            "squeeze": challenger.squeeze("c", 16).hex(),
            "scalar": challenger.scalar("s").to_bytes(32).hex(),
            "challenge": challenger.challenge("k").to_bytes(16).hex(),
        },
        "secrets": {
            "seed": host.seed.secret_bytes.hex(),
            "deal_7": host.seed.deal_key(7).private_bytes().hex(),
            "nonce_knock_7": host.seed.nonce("knock", 7).hex(),
        },
        "commitments": commitments,
        "draws": draws,
        "signatures": signatures,
    }


def build() -> dict[str, Any]:
    proofs = build_proofs()
    return {**build_small(), "proofs": proofs, "refused": build_refused(proofs)}


def cut(joined_hex: str, size: int) -> list[bytes]:
    data = bytes.fromhex(joined_hex)
    return [data[start : start + size] for start in range(0, len(data), size)]


def check(fields: Fields) -> None:
    """Verify one proof of the file; raises InvalidProof when it does not hold."""
    ctx = Context(
        bytes.fromhex(fields["head"]),
        bytes.fromhex(fields["match_id"]),
        int(fields["deal"], 16),
        Purpose(fields["purpose"]),
        Seat(int(fields["seat"], 16)),
    )
    key, proof = bytes.fromhex(fields["key"]), bytes.fromhex(fields["proof"])
    if "inputs" in fields:
        inputs, outputs = (
            [MaskedCard(card[:33], card[33:]) for card in cut(fields[side], MASKED_BYTES)]
            for side in ("inputs", "outputs")
        )
        verify_shuffle(key, inputs, outputs, proof, ctx)
    elif "shares" in fields:
        verify_shares(key, cut(fields["hints"], 33), cut(fields["shares"], 33), proof, ctx)
    else:
        verify_key(key, proof, ctx)


if __name__ == "__main__":
    PATH.write_text(json.dumps(build(), indent=1) + "\n", "utf-8")
