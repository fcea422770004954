"""In which bytes is a message said?

A body is one packed array: the message's kind, the speaker's milliseconds since the start of the match, then the
fields of the kind in the order of its class. Only shape, type and bound are judged here; whether a message may be
said now, and whether it is true, is `table`'s question.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gin_p2p.cards import N_CARDS
from gin_p2p.crypto.masking import MaskedCard
from gin_p2p.protocol.codec import Malformed, Packable, pack, unpack
from gin_p2p.protocol.fields import ELEMENT_BYTES, Fields
from gin_p2p.protocol.messages import (
    Accept,
    BigGin,
    Close,
    Cut,
    Defend,
    Draw,
    Give,
    Key,
    Knock,
    Message,
    Misdeal,
    Open,
    Pass,
    Resign,
    Reveal,
    Serve,
    Shuffle,
    Take,
    TakeMany,
    TeamTag,
    Throw,
)

MAX_BODY_BYTES: Final = 24 * 1024
"""A deck (3,432), its proof (5,287) and eleven shares fit in 10 KiB; a Mahjong hand grown to 41 cards, re-shuffled
and shown, in 11 KiB. Twice that is room for names and no room for floods."""
MAX_NAME_BYTES: Final = 64
MAX_MS: Final = 253_402_300_800_000
"""Milliseconds from 1970 to the end of the year 9999, the last that calendars of most languages know."""
MAX_POINTS: Final = 2**32
SIGMA_BYTES: Final = 48
NONCE_BYTES: Final = 32
KEY_BYTES: Final = 32
DIGEST_BYTES: Final = 8


def encode_body(ms: int, message: Message) -> bytes:
    """Encode a message said `ms` milliseconds after the start of the match."""
    kind, *fields = _fields_of(message)
    return pack((kind, ms, *fields))


def decode_body(body: bytes) -> tuple[int, Message]:
    """Decode a body from a stranger: the speaker's milliseconds, and the message.

    Raises:
        Malformed: these are not the bytes of any message.
    """
    value = unpack(body, max_bytes=MAX_BODY_BYTES)
    fields = Fields(value)
    kind = fields.text(16)
    ms = fields.uint(MAX_MS)
    decode = _DECODERS.get(kind)
    if decode is None:
        raise Malformed("no message is of this kind")
    message = decode(fields)
    fields.end()
    return ms, message


def version_of(body: bytes) -> int | None:
    """Answer the protocol version of an offer, whatever else stands in it; None where the bytes are no offer.

    A later version may give `open` other fields. It must not look like a fault of whoever signed it.
    """
    try:
        fields = Fields(unpack(body, max_bytes=MAX_BODY_BYTES))
        kind, _ = fields.text(16), fields.uint(MAX_MS)
        return fields.uint(2**64) if kind == "open" else None
    except Malformed:
        return None


def _fields_of(message: Message) -> tuple[Packable, ...]:
    match message:
        case Open(version, host, guest, rules, terms, team, name, started, commitment):
            tag = (team.name, team.table, team.host_team)
            return ("open", version, host, guest, rules, terms, tag, name, started, commitment)
        case Accept(name, nonce):
            return ("accept", name, nonce)
        case Reveal(nonce):
            return ("reveal", nonce)
        case Key(key, proof, chance):
            return ("key", key, proof, chance)
        case Shuffle(deck, proof, nonce):
            return ("shuffle", _joined(deck), proof, nonce)
        case Cut(deck, proof, shares, share_proof):
            return ("cut", _joined(deck), proof, b"".join(shares), share_proof)
        case Serve(shares, share_proof):
            return ("serve", b"".join(shares), share_proof)
        case Give(share, share_proof):
            return ("give", share, share_proof)
        case Pass(digest):
            return ("pass", digest)
        case Draw(digest):
            return ("draw", digest)
        case Take(digest):
            return ("take", digest)
        case TakeMany(count, hand, proof, places, shares, share_proof, digest):
            return ("take-many", count, _joined(hand), proof, places, b"".join(shares), share_proof, digest)
        case Throw(hand, proof, place, share, share_proof, digest):
            return ("throw", _joined(hand), proof, place, share, share_proof, digest)
        case Knock(hand, proof, shares, share_proof, discard, melds, digest):
            return ("knock", _joined(hand), proof, b"".join(shares), share_proof, discard, melds, digest)
        case BigGin(hand, proof, shares, share_proof, melds, digest):
            return ("big-gin", _joined(hand), proof, b"".join(shares), share_proof, melds, digest)
        case Defend(shares, share_proof, melds, layoffs, digest):
            laid = tuple((layoff.card, layoff.onto) for layoff in layoffs)
            return ("defend", b"".join(shares), share_proof, melds, laid, digest)
        case Misdeal(shares, share_proof, digest):
            return ("misdeal", b"".join(shares), share_proof, digest)
        case Resign(digest):
            return ("resign", digest)
        case Close(winner, totals):
            return ("close", winner, totals)


def _joined(cards: Sequence[MaskedCard]) -> bytes:
    return b"".join(card.hint + card.body for card in cards)


def _open(fields: Fields) -> Open:
    version = fields.uint(2**16)
    host_key, guest_key = fields.exactly(KEY_BYTES), fields.exactly(KEY_BYTES)
    rules, terms = fields.settings(), fields.settings()
    tag = fields.array(3)
    team = TeamTag(tag.text(MAX_NAME_BYTES), tag.uint(100), tag.uint(2))
    tag.end()
    name, started_ms = fields.text(MAX_NAME_BYTES), fields.uint(MAX_MS)
    return Open(
        version, host_key, guest_key, rules, terms, team, name, started_ms, fields.exactly(NONCE_BYTES)
    )


def _take_many(fields: Fields) -> TakeMany:
    count, hand, proof = fields.uint(N_CARDS), fields.masked(), fields.blob()
    places = fields.array(N_CARDS).each(lambda rest: rest.uint(N_CARDS))
    shares, share_proof = fields.parts(ELEMENT_BYTES), fields.exactly(SIGMA_BYTES)
    return TakeMany(count, hand, proof, places, shares, share_proof, fields.exactly(DIGEST_BYTES))


def _throw(fields: Fields) -> Throw:
    hand, proof, place = fields.masked(), fields.blob(), fields.uint(N_CARDS)
    share, share_proof = fields.exactly(ELEMENT_BYTES), fields.exactly(SIGMA_BYTES)
    return Throw(hand, proof, place, share, share_proof, fields.exactly(DIGEST_BYTES))


def _knock(fields: Fields) -> Knock:
    hand, proof = fields.masked(), fields.blob()
    shares, share_proof = fields.parts(ELEMENT_BYTES), fields.exactly(SIGMA_BYTES)
    discard, melds = fields.card(), fields.melds()
    return Knock(hand, proof, shares, share_proof, discard, melds, fields.exactly(DIGEST_BYTES))


def _big_gin(fields: Fields) -> BigGin:
    hand, proof = fields.masked(), fields.blob()
    shares, share_proof = fields.parts(ELEMENT_BYTES), fields.exactly(SIGMA_BYTES)
    return BigGin(hand, proof, shares, share_proof, fields.melds(), fields.exactly(DIGEST_BYTES))


def _defend(fields: Fields) -> Defend:
    shares, share_proof = fields.parts(ELEMENT_BYTES), fields.exactly(SIGMA_BYTES)
    melds, layoffs = fields.melds(), fields.array(N_CARDS).each(Fields.layoff)
    return Defend(shares, share_proof, melds, layoffs, fields.exactly(DIGEST_BYTES))


def _close(fields: Fields) -> Close:
    winner, totals = fields.uint(3), fields.array(2)
    close = Close(winner, (totals.uint(MAX_POINTS), totals.uint(MAX_POINTS)))
    totals.end()
    return close


_DECODERS: Final[Mapping[str, Callable[[Fields], Message]]] = {
    "open": _open,
    "accept": lambda f: Accept(f.text(MAX_NAME_BYTES), f.exactly(NONCE_BYTES)),
    "reveal": lambda f: Reveal(f.exactly(NONCE_BYTES)),
    "key": lambda f: Key(f.exactly(ELEMENT_BYTES), f.exactly(SIGMA_BYTES), f.empty_or(NONCE_BYTES)),
    "shuffle": lambda f: Shuffle(f.masked(), f.blob(), f.empty_or(NONCE_BYTES)),
    "cut": lambda f: Cut(f.masked(), f.blob(), f.parts(ELEMENT_BYTES), f.exactly(SIGMA_BYTES)),
    "serve": lambda f: Serve(f.parts(ELEMENT_BYTES), f.exactly(SIGMA_BYTES)),
    "give": lambda f: Give(f.exactly(ELEMENT_BYTES), f.exactly(SIGMA_BYTES)),
    "pass": lambda f: Pass(f.exactly(DIGEST_BYTES)),
    "draw": lambda f: Draw(f.exactly(DIGEST_BYTES)),
    "take": lambda f: Take(f.exactly(DIGEST_BYTES)),
    "take-many": _take_many,
    "throw": _throw,
    "knock": _knock,
    "big-gin": _big_gin,
    "defend": _defend,
    "misdeal": lambda f: Misdeal(f.parts(ELEMENT_BYTES), f.exactly(SIGMA_BYTES), f.exactly(DIGEST_BYTES)),
    "resign": lambda f: Resign(f.exactly(DIGEST_BYTES)),
    "close": _close,
}
