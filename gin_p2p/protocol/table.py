"""What is public, and who speaks next?

The table is frozen: a judged frame answers the next table, a refused one has changed nothing. The speaker is derived
from it, never announced.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from gin_p2p.protocol.deal import Deal
from gin_p2p.protocol.messages import TeamTag
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.match import Match
from gin_p2p.rules.round import Round
from gin_p2p.seat import Seat

_T = TypeVar("_T")


class Stage(StrEnum):
    """Which message is due."""

    OPEN = "open"
    ACCEPT = "accept"
    REVEAL = "reveal"
    DEALER_KEY = "dealer-key"
    OTHER_KEY = "other-key"
    SHUFFLE = "shuffle"
    CUT = "cut"
    SERVE = "serve"
    MOVE = "move"
    GIVE = "give"
    HOST_CLOSE = "host-close"
    GUEST_CLOSE = "guest-close"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Offer:
    """What the two seats agreed to play, and who they are.

    Attributes:
        keys: identity keys by seat, 32 bytes each.
        names: as claimed, by seat; the guest's is empty before Accept. Foreign text: never print it raw.
        rules: the house rules.
        terms: the table terms.
        team: which table of a team match, if any.
        started_ms: milliseconds since 1970 UTC, as the host claims.
        commitment: to the host's nonce.
    """

    keys: tuple[bytes, bytes]
    names: tuple[str, str]
    rules: HouseRules
    terms: TableTerms
    team: TeamTag
    started_ms: int
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Table:
    """All that is public in a match.

    Attributes:
        stage: which message is due.
        offer: who plays what; None before Open.
        guest_nonce: for the draw of the first dealer; empty before Accept.
        match: the games; None before Reveal.
        deal: the masked cards of the newest deal; None before the first.
        round: the newest hand, finished or not; None before the first upcard.
        used_keys: every deal key said so far.
    """

    stage: Stage = Stage.OPEN
    offer: Offer | None = None
    guest_nonce: bytes = b""
    match: Match | None = None
    deal: Deal | None = None
    round: Round | None = None
    used_keys: frozenset[bytes] = frozenset()

    @property
    def speaker(self) -> Seat | None:
        """Who speaks next; None when the match is closed."""
        match self.stage:
            case Stage.OPEN | Stage.REVEAL | Stage.HOST_CLOSE:
                return Seat.HOST
            case Stage.ACCEPT | Stage.GUEST_CLOSE:
                return Seat.GUEST
            case Stage.DEALER_KEY | Stage.SHUFFLE | Stage.SERVE:
                return self.playing.dealer
            case Stage.OTHER_KEY | Stage.CUT:
                return self.playing.dealer.other
            case Stage.MOVE:
                return self.hand.turn
            case Stage.GIVE:
                return self.hand.turn.other
            case Stage.CLOSED:
                return None

    @property
    def agreed(self) -> Offer:
        """The offer, where the stage says that there is one."""
        return _present(self.offer)

    @property
    def playing(self) -> Match:
        """The match, where the stage says that there is one."""
        return _present(self.match)

    @property
    def dealing(self) -> Deal:
        """The deal, where the stage says that there is one."""
        return _present(self.deal)

    @property
    def hand(self) -> Round:
        """The round, where the stage says that there is one."""
        return _present(self.round)


def _present(value: _T | None) -> _T:
    if value is None:
        raise LookupError("the stage of the table promises more than the table holds")
    return value
