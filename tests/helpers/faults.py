"""Which rules can a well-signed frame break, and how?

One entry for each rule of the protocol and each illegal move that a frame can reach, some in several ways. The tests
of the protocol room play them in memory; they can be played over a line just as well.
"""

from dataclasses import replace
from typing import Final

from gin_p2p.crypto.identity import Identity
from gin_p2p.protocol import messages as say
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Pass,
    Spread,
    TakePile,
)
from gin_p2p.seat import Seat
from tests.helpers.doctors import (
    after_it,
    bent,
    changed,
    defending,
    first_swapped,
    giving,
    keyed,
    knocking,
    negated,
    opening_other,
    serving,
    with_layoffs,
    with_melds,
    with_parts,
)
from tests.helpers.hands import card, meld, spread
from tests.helpers.hostile import Fault, moving, saying
from tests.helpers.provers import flipped, seeded_entropy
from tests.helpers.stories import SCENARIOS

HOST, GUEST = Seat.HOST, Seat.GUEST
NO_POINT: Final = b"\x02" + bytes(31)
STRANGER: Final = Identity.generate(seeded_entropy("stranger"))
SMALL_ORDER: Final = bytes(31) + b"\x80"  # y = 0, the sign bit set: signs everything


FRAMES: Final = (
    Fault("frame", "knock", GUEST, say.Pass, lambda s, _: (b"no frame",), accuses=False),
    Fault(
        "frame",
        "knock",
        GUEST,
        say.Pass,
        lambda s, m: (s.sealed(m)[:-1],),
        accuses=False,
        note="cut short",
    ),
    Fault("match", "knock", GUEST, say.Pass, saying(lambda _, m: m, match_id=bytes(16)), accuses=False),
    Fault("chain", "knock", GUEST, say.Pass, saying(lambda _, m: m, prev_head=bytes(32)), accuses=False),
    Fault("chain", "knock", GUEST, say.Pass, saying(lambda _, m: m, seq=99), accuses=False, note="number"),
    Fault("signature", "knock", GUEST, say.Pass, saying(lambda _, m: m, identity=STRANGER), accuses=False),
    Fault(
        "signature",
        "knock",
        GUEST,
        say.Pass,
        saying(lambda _, m: m, label="gin-p2p/1/close"),
        accuses=False,
        note="label of a Close",
    ),
    Fault(
        "after-close",
        "knock",
        GUEST,
        say.Close,
        after_it(lambda s, m: (s.sealed(m, label="gin-p2p/1/close"),)),
        accuses=False,
    ),
    Fault("body", "knock", GUEST, say.Pass, saying(lambda *_: b"\xc0")),
    Fault("body", "knock", GUEST, say.Cut, saying(lambda *_: bytes(100)), note="in the deal"),
    Fault("turn", "turns", GUEST, say.Throw, after_it(saying(lambda *_: say.Draw(bytes(8))))),
    Fault("kind", "knock", HOST, say.Shuffle, saying(lambda *_: say.Resign(bytes(8)))),
    Fault(
        "kind",
        "knock",
        HOST,
        say.Give,
        saying(lambda *_: say.Pass(bytes(8))),
        note="a move where a share is due",
    ),
    Fault("kind", "knock", GUEST, say.Pass, saying(lambda *_: say.Close(2, (0, 0))), note="an early end"),
)

SETTING_UP: Final = (
    Fault("version", "knock", HOST, say.Open, changed(version=2)),
    Fault("identity", "knock", HOST, say.Open, changed(guest_key=SMALL_ORDER)),
    Fault(
        "identity",
        "knock",
        HOST,
        say.Open,
        saying(lambda s, m: with_parts(m, guest_key=s.own_identity.public)),
        note="both the same",
    ),
    Fault("identity", "knock", HOST, say.Open, changed(guest_key=NO_POINT), note="no point"),
    Fault("house-rules", "knock", HOST, say.Open, bent(say.Open, lambda m: replace(m, rules=m.rules[:-1]))),
    Fault(
        "house-rules",
        "knock",
        HOST,
        say.Open,
        bent(say.Open, lambda m: replace(m, rules=("up", *m.rules[1:]))),
        note="word",
    ),
    Fault("terms", "knock", HOST, say.Open, bent(say.Open, lambda m: replace(m, terms=(*m.terms, 1)))),
    Fault("team", "knock", HOST, say.Open, changed(team=say.TeamTag("club", 2, 0))),
    Fault("team", "knock", HOST, say.Open, changed(team=say.TeamTag("", 1, 0)), note="no name"),
    Fault("commitment", "knock", HOST, say.Reveal, changed(nonce=bytes(32))),
    Fault("commitment", "knock deck", HOST, say.Shuffle, changed(nonce=bytes(32)), note="knock deck"),
)

DEALING: Final = (
    Fault("chance", "knock", HOST, say.Key, changed(chance=bytes(32)), note="no knock deck"),
    Fault("chance", "knock", GUEST, say.Key, changed(chance=bytes(32)), note="no knock deck, non-dealer"),
    Fault("chance", "knock deck", GUEST, say.Key, changed(chance=b"")),
    Fault("chance", "knock deck", HOST, say.Shuffle, changed(nonce=b""), note="nonce missing"),
    Fault("chance", "knock", HOST, say.Shuffle, changed(nonce=bytes(32)), note="nonce not due"),
    Fault("key-proof", "knock", HOST, say.Key, changed(proof=bytes(48))),
    Fault("key-proof", "knock", GUEST, say.Key, changed(key=bytes(33)), note="no element"),
    Fault(
        "key-reused",
        "dealer's misdeal",
        HOST,
        say.Key,
        keyed(SCENARIOS["knock"].seed_of(HOST).deal_key(1)),
        1,
    ),
    Fault(
        "joint-key",
        "knock",
        GUEST,
        say.Key,
        keyed(SCENARIOS["knock"].seed_of(HOST).deal_key(1)),
        note="equal",
    ),
    Fault("joint-key", "knock", GUEST, say.Key, keyed(negated()), note="cancelling"),
    Fault(
        "shuffle-proof",
        "knock",
        HOST,
        say.Shuffle,
        bent(say.Shuffle, lambda m: replace(m, deck=first_swapped(m.deck))),
        note="dealer",
    ),
    Fault(
        "shuffle-proof",
        "knock",
        GUEST,
        say.Cut,
        bent(say.Cut, lambda m: replace(m, deck=first_swapped(m.deck))),
        note="non-dealer",
    ),
    Fault(
        "shuffle-proof",
        "knock",
        GUEST,
        say.Cut,
        bent(say.Cut, lambda m: replace(m, deck=(m.deck[1], *m.deck[1:]))),
        note="a card twice",
    ),
    Fault(
        "shuffle-proof",
        "knock",
        HOST,
        say.Shuffle,
        bent(say.Shuffle, lambda m: replace(m, deck=m.deck[1:])),
        note="51 cards",
    ),
    Fault(
        "shuffle-proof",
        "knock",
        HOST,
        say.Shuffle,
        bent(say.Shuffle, lambda m: replace(m, proof=m.proof[:-1])),
        note="cut short",
    ),
    Fault(
        "shuffle-proof",
        "turns",
        HOST,
        say.Throw,
        bent(say.Throw, lambda m: replace(m, hand=first_swapped(m.hand))),
        note="of the hand",
    ),
    Fault("share-count", "knock", HOST, say.Serve, serving(more=1), note="one too many"),
    Fault("share-count", "knock", HOST, say.Serve, serving(fewer=1), note="one too few"),
    Fault("share-count", "knock", HOST, say.Serve, changed(shares=()), note="none"),
    Fault("share-proof", "knock", HOST, say.Serve, serving(shift=22), note="of the stock"),
    Fault(
        "share-proof",
        "knock",
        HOST,
        say.Serve,
        bent(say.Serve, lambda m: replace(m, shares=m.shares[::-1])),
        note="order",
    ),
    Fault("share-proof", "knock", GUEST, say.Cut, changed(share_proof=bytes(48)), note="non-dealer"),
    Fault("share-proof", "knock", HOST, say.Give, giving(1), note="the next card"),
    Fault("share-proof", "knock", HOST, say.Give, changed(share=bytes(33)), note="no element"),
    Fault("move-not-a-misdeal", "knock", HOST, say.Serve, moving(ClaimMisdeal(())), note="dealer"),
    Fault("move-no-misdeal-rule", "gin", HOST, say.Serve, moving(ClaimMisdeal(())), note="dealer"),
)

PLAYING: Final = (
    Fault("digest", "knock", GUEST, say.Pass, changed(digest=bytes(8))),
    Fault(
        "digest",
        "knock",
        GUEST,
        say.Knock,
        bent(say.Knock, lambda m: replace(m, digest=flipped(m.digest, 0))),
        note="knock",
    ),
    Fault("place", "turns", GUEST, say.Throw, changed(place=11)),
    Fault("place", "mahjong", GUEST, say.TakeMany, changed(count=1), note="one card"),
    Fault("place", "mahjong", GUEST, say.TakeMany, changed(count=4), note="more than the pile"),
    Fault("place", "mahjong", GUEST, say.TakeMany, changed(places=(2, 1, 0)), note="not ascending"),
    Fault("place", "mahjong", GUEST, say.TakeMany, changed(places=(1, 1, 2)), note="twice"),
    Fault("place", "mahjong", GUEST, say.TakeMany, changed(places=(1, 2, 12)), note="beyond the hand"),
    Fault("share-proof", "turns", GUEST, say.Throw, opening_other(1), note="another place"),
    Fault("share-count", "knock", HOST, say.Defend, defending(extra=1), note="defence, one too many"),
    Fault("share-count", "knock", HOST, say.Defend, defending(fewer=1), note="defence, one too few"),
    Fault("share-count", "undercut", HOST, say.Defend, defending(), note="dealt cards of an undercutter"),
    Fault("share-count", "proven", HOST, say.Defend, defending(extra=10), note="dealt cards of a loser"),
    Fault("not-held", "knock", GUEST, say.Knock, changed(discard=card("Ks"))),
    Fault("not-held", "knock", GUEST, say.Knock, with_melds("2c2d2h", "5s6s7s8s"), note="in a meld"),
    Fault(
        "not-held", "knock", GUEST, say.Knock, with_melds("2c2d2h", "3d4d5d"), note="the discard in a meld"
    ),
    Fault(
        "not-held",
        "big gin",
        GUEST,
        say.BigGin,
        with_melds("2c2d2h2s", "5s6s7s8s"),
        note="big gin with deadwood",
    ),
    Fault(
        "misdeal-hidden",
        "concealed by the dealer",
        HOST,
        say.Throw,
        knocking("3d", "2c2d2h 5s6s7s JcQcKc / Ad"),
    ),
    Fault("close", "knock", HOST, say.Close, changed(totals=(0, 0)), note="totals"),
    Fault(
        "close",
        "knock",
        GUEST,
        say.Close,
        bent(say.Close, lambda m: replace(m, winner=1 - m.winner)),
        note="winner",
    ),
    Fault("close", "knock", GUEST, say.Close, changed(winner=2), note="nobody won"),
)

DRAWS: Final = (
    Fault("move-upcard-first", "knock", GUEST, say.Pass, moving(DrawStock())),
    Fault("move-draw-first", "knock", GUEST, say.Pass, moving(Discard(card("3d")))),
    Fault(
        "move-draw-first",
        "turns",
        GUEST,
        say.Draw,
        moving(BigGin((meld("3s8h4d5d9h7cKs9sTd7d"),))),
        note="big gin",
    ),
    Fault("move-already-drawn", "knock", GUEST, say.Knock, moving(DrawStock())),
    Fault("move-already-drawn", "knock", GUEST, say.Knock, moving(TakePile()), note="pile"),
    Fault("move-no-offer", "knock", GUEST, say.Draw, moving(Pass())),
    Fault("move-must-draw-stock", "knock", GUEST, say.Draw, moving(TakePile())),
    Fault("move-stock-reserve", "wall", HOST, say.Take, moving(DrawStock())),
    Fault("move-pile-count", "knock deck", GUEST, say.Draw, moving(TakePile())),
    Fault("move-top-card-only", "turns", GUEST, say.Draw, moving(TakePile(2, (card("Kh"),)))),
    Fault("move-meld-without-deepest", "mahjong", GUEST, say.TakeMany, moving(TakePile(2, meld("2c2d2h")))),
    Fault(
        "move-not-a-meld", "mahjong", GUEST, say.TakeMany, moving(TakePile(2, meld("7c8cTh"))), note="pickup"
    ),
    Fault("move-show-hand", "knock", HOST, say.Defend, moving(DrawStock())),
    Fault("move-show-hand", "knock", HOST, say.Defend, moving(Pass()), note="pass"),
)

THROWS: Final = (
    Fault("move-thrown-back", "turns", GUEST, say.Throw, moving(Discard(card("7d")))),
    Fault(
        "move-thrown-back", "mahjong", GUEST, say.Throw, moving(Discard(card("9c"))), 1, note="the deepest"
    ),
    Fault("move-shown-meld-broken", "mahjong", GUEST, say.Throw, moving(Discard(card("7c"))), 1),
    Fault(
        "move-discards-owed",
        "constant",
        GUEST,
        say.Throw,
        knocking("Th", "2c2d2h 5s6s7s 7c8c9c / JdAh"),
        1,
    ),
    Fault(
        "move-discards-owed",
        "constant",
        GUEST,
        say.Throw,
        moving(BigGin((meld("2c2d2h"), meld("5s6s7s"), meld("7c8c9c"), meld("ThAh")))),
        2,
        note="big gin",
    ),
    Fault("move-must-go-out", "wall", HOST, say.Knock, moving(Discard(card("3d")))),
)

GOING_OUT: Final = (
    Fault("move-over-limit", "knock", GUEST, say.Knock, knocking("Jc", "2c2d2h 5s6s7s / Ah3dQcKc")),
    Fault("move-not-a-meld", "knock", GUEST, say.Knock, with_melds("2c2d2h", "5s6s7s", "JcQcKc", "Ah")),
    Fault("move-meld-order", "knock", GUEST, say.Knock, with_melds("2h2d2c", "5s6s7s", "JcQcKc")),
    Fault("move-card-twice", "knock", GUEST, say.Knock, with_melds("2c2d2h", "5s6s7s", "5s6s7s", "JcQcKc")),
    Fault(
        "move-big-gin-off",
        "gin",
        GUEST,
        say.Knock,
        moving(BigGin((meld("2c2d2h2s"), meld("5s6s7s"), meld("JcQcKc"), meld("3d")))),
    ),
    Fault(
        "move-not-a-meld",
        "big gin",
        GUEST,
        say.BigGin,
        with_melds("2c2d2h2s5s6s7s8s", "JcQcKc"),
        note="big gin",
    ),
    Fault("move-no-knock", "knock", GUEST, say.Pass, moving(Defend(Spread((), ())))),
    Fault("move-no-such-meld", "knock", HOST, say.Defend, with_layoffs(("2s", 3))),
    Fault("move-layoff-misfit", "knock", HOST, say.Defend, with_layoffs(("9h", 0))),
    Fault("move-layoff-not-free", "knock", HOST, say.Defend, with_layoffs(("4h", 0)), note="in an own meld"),
    Fault("move-layoff-not-free", "knock", HOST, say.Defend, with_layoffs(("Ac", 0)), note="not held"),
    Fault(
        "move-card-twice",
        "knock",
        HOST,
        say.Defend,
        with_layoffs(("2s", 0), ("2s", 0)),
        note="laid off twice",
    ),
    Fault("move-layoff-on-gin", "gin", HOST, say.Defend, with_layoffs(("8s", 1))),
    Fault("move-no-misdeal-rule", "gin", GUEST, say.Pass, moving(ClaimMisdeal(()))),
    Fault("move-misdeal-too-late", "knock", HOST, say.Pass, moving(ClaimMisdeal(()))),
    Fault("move-not-a-misdeal", "knock", GUEST, say.Pass, moving(ClaimMisdeal(()))),
    Fault(
        "move-concealed-misdeal", "concealed", GUEST, say.Throw, knocking("3d", "2c2d2h 5s6s7s JcQcKc / 7d")
    ),
    Fault(
        "move-concealed-misdeal",
        "concealed by a defender",
        HOST,
        say.Resign,
        moving(Defend(spread("3c3h3s 7c8c9c JcQcKc / Ac"))),
        note="defender",
    ),
)

FAULTS: Final = (*FRAMES, *SETTING_UP, *DEALING, *PLAYING, *DRAWS, *THROWS, *GOING_OUT)

NEEDS_A_BROKEN_ARGUMENT: Final = {
    "card-twice": "two openings of one card cannot both be proven",
    "face": "a proven shuffle holds cards only, and a proven share opens one",
}
"""No frame reaches these while the proofs hold; they are entered with the verifier of shuffles switched off."""

UNREACHABLE: Final = {
    "move-card-elsewhere": "cards are opened, never claimed; what the engine refuses so is `card-twice`",
    "move-not-held": "the same: a hand whose cards are all known cannot open another one",
    "move-not-the-hand": "the number of openings is checked first, and their faces are the hand",
    "move-hand-over": "after a hand the next message due is a Key or a Close, so a move is `kind`",
    "move-not-your-turn": "the speaker is derived, so a move of the other seat is `turn`",
    "move-meld-not-asked": "Take has no field for a meld, and TakeMany of one card is `place`",
}
"""Anchors that no frame can have, each with the reason."""
