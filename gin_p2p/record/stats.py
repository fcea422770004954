"""How have we fared against whom?

Matches are put together by the two keys that played them, seen from our side where we were one of them and from the
host's where we were not.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from gin_p2p.protocol.audit import Verdict
from gin_p2p.record.gathering import Gathered
from gin_p2p.record.luck import Luck
from gin_p2p.rules.match import HandRecord
from gin_p2p.rules.results import Ending
from gin_p2p.seat import Seat

GOOD: Final = frozenset({Verdict.VERIFIED, Verdict.UNFINISHED})
"""What is counted: all of it is proven, as far as it goes."""
OUT: Final = frozenset({Ending.KNOCK, Ending.GIN, Ending.BIG_GIN, Ending.UNDERCUT, Ending.WASHED_GIN})
"""Endings in which somebody has gone out."""
_KNOCKED: Final = frozenset({Ending.KNOCK, Ending.UNDERCUT})


@dataclass(slots=True)
class Side:
    """What one of two players has done.

    Attributes:
        key: 32 bytes.
        name: as claimed in the newest match. Foreign text: never print it raw.
        won: matches.
        resigned: matches given up.
        endings: hands won, by how.
        points: of all hands.
        n_out: how often this player went out, whether or not it paid.
        out_turns: draws of its own before that, all together.
        n_knocks: how often with deadwood left, or none by a plain knock.
        knock_points: what was left, all together.
        n_undercut: how often the other one had no more.
        luck: of its cards, as far as all of them are known.
    """

    key: bytes
    name: str = ""
    won: int = 0
    resigned: int = 0
    endings: dict[Ending, int] = field(default_factory=dict)
    points: int = 0
    n_out: int = 0
    out_turns: int = 0
    n_knocks: int = 0
    knock_points: int = 0
    n_undercut: int = 0
    luck: Luck = field(default_factory=Luck)

    @property
    def n_won(self) -> int:
        """Hands won."""
        return sum(self.endings.values())


@dataclass(slots=True)
class Score:
    """What two players have done against each other.

    Attributes:
        sides: the first is ours, where we played.
        is_own: whether we did.
        n_matches: begun.
        n_ended: with an end that both have signed.
        n_level: of these, without a winner.
        n_hands: dealt and over.
        n_turns: draws in all of them, by both.
        nobody: hands without a winner, by how they ended.
        last_ms: start of the newest match, in milliseconds since 1970 UTC, as its host claims.
    """

    sides: tuple[Side, Side]
    is_own: bool
    n_matches: int = 0
    n_ended: int = 0
    n_level: int = 0
    n_hands: int = 0
    n_turns: int = 0
    nobody: dict[Ending, int] = field(default_factory=dict)
    last_ms: int = 0


def distinct(matches: Iterable[Gathered]) -> tuple[Gathered, ...]:
    """Answer each match once, however many copies there are: the one that goes furthest."""
    best: dict[bytes, Gathered] = {}
    for match in matches:
        known = best.get(match.report.match_id)
        if known is None or match.report.n_frames > known.report.n_frames:
            best[match.report.match_id] = match
    return tuple(best.values())


def scores(matches: Iterable[Gathered]) -> tuple[Score, ...]:
    """Answer the scores, those of the newest matches first.

    Args:
        matches: each once, all of them good.
    """
    found: dict[tuple[bytes, bytes], Score] = {}
    for match in matches:
        offer = match.report.offer
        if offer is None or match.report.n_frames < 2:
            continue  # an offer that nobody took is no match
        first = Seat.HOST if match.seat is None else match.seat
        keys = offer.keys[first], offer.keys[first.other]
        if match.seat is None and keys[::-1] in found:
            first, keys = first.other, keys[::-1]
        score = found.setdefault(keys, Score((Side(keys[0]), Side(keys[1])), match.seat is not None))
        _count(score, match, first)
    return tuple(sorted(found.values(), key=lambda score: score.last_ms, reverse=True))


def _count(score: Score, gathered: Gathered, first: Seat) -> None:
    offer, match = gathered.report.offer, gathered.report.match
    sides = {first: score.sides[0], first.other: score.sides[1]}
    score.n_matches += 1
    for seat, side in sides.items():
        side.luck += gathered.luck[seat]
        if offer is not None and (offer.started_ms >= score.last_ms or not side.name):
            side.name = offer.names[seat]
    score.last_ms = max(score.last_ms, offer.started_ms if offer else 0)
    if match is None:
        return
    if gathered.report.is_signed_off:
        score.n_ended += 1
        if match.winner is None:
            score.n_level += 1
        else:
            sides[match.winner].won += 1
    if match.resigned is not None:
        sides[match.resigned].resigned += 1
    for hand, turns in zip(match.hands, gathered.turns, strict=True):
        _count_hand(score, sides, hand, turns)


def _count_hand(score: Score, sides: dict[Seat, Side], hand: HandRecord, turns: tuple[int, int]) -> None:
    result = hand.result
    score.n_hands += 1
    score.n_turns += sum(turns)
    if result.winner is None:
        score.nobody[result.ending] = score.nobody.get(result.ending, 0) + 1
    else:
        side = sides[result.winner]
        side.endings[result.ending] = side.endings.get(result.ending, 0) + 1
        side.points += hand.score.points
    if result.knocker is None or result.ending not in OUT:
        return
    side = sides[result.knocker]
    side.n_out += 1
    side.out_turns += turns[result.knocker]
    if result.ending in _KNOCKED:
        side.n_knocks += 1
        side.knock_points += result.knocker_points
        side.n_undercut += result.ending is Ending.UNDERCUT
