"""Do two programs see the same game?

Every move carries eight bytes over the public state after it, so that programs which disagree about a rule stop at
the move where they part. No hidden card is in it: eight bytes over one would be guessed in 52 tries.
"""

import hashlib
from typing import Final

from gin_p2p.protocol.codec import Packable, pack
from gin_p2p.rules.match import Match
from gin_p2p.rules.round import Round

DIGEST_BYTES: Final = 8
_NOBODY: Final = 2


def digest_of(match: Match, round_: Round) -> bytes:
    """Answer the digest of the public state: 8 bytes."""
    return hashlib.sha256(b"gin-p2p digest\0" + pack(_state(match, round_))).digest()[:DIGEST_BYTES]


def _state(match: Match, round_: Round) -> tuple[Packable, ...]:
    result = round_.result
    winner = _NOBODY if result is None or result.winner is None else int(result.winner)
    ending = "" if result is None else result.ending.value
    deadwood = (0, 0) if result is None else result.deadwood
    return (
        match.n_deals,
        round_.dealer,
        round_.knock_limit,
        round_.phase.value,
        round_.turn,
        round_.n_stock,
        round_.pile,
        round_.n_held,
        ending,
        winner,
        deadwood,
        match.dealer,
        match.totals,
        match.finished,
    )
