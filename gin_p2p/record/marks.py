"""Where could a seat have done otherwise?

A mark says only what the seat itself could know then: its own cards, where they are seen, and what lay open. A throw
that later proved bad is no mark when nobody could see it coming.
"""

from dataclasses import dataclass
from enum import StrEnum

from gin_p2p.cards import DECK, Card
from gin_p2p.protocol.messages import Throw
from gin_p2p.record.replay import Step
from gin_p2p.rules.melds import discards, melds_among
from gin_p2p.seat import Seat


class MarkKind(StrEnum):
    """What is marked."""

    MISSED_KNOCK = "missed knock"
    """From the seat's own cards: it could have gone out, and threw."""
    LIVE_CARD = "live card"
    """From what lay open: the card thrown fits a card that the other seat was seen to take."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A throw that is worth a look.

    Attributes:
        kind: why.
        seat: who threw.
        points: with a missed knock, the least deadwood it could have knocked with.
        cards: with a live card, the cards of the other seat that it fits.
    """

    kind: MarkKind
    seat: Seat
    points: int = 0
    cards: tuple[Card, ...] = ()


def marks_of(before: Step, step: Step) -> tuple[Mark, ...]:
    """Answer the marks of a step.

    Args:
        before: the step before it.
        step: any; only a plain throw has marks.
    """
    if not isinstance(step.heard.message, Throw) or not step.table.hand.pile:
        return ()
    found = (_missed_knock(before, step.heard.seat), _live_card(before, step))
    return tuple(mark for mark in found if mark is not None)


def _missed_knock(before: Step, seat: Seat) -> Mark | None:
    round_ = before.table.hand
    if not before.is_whole(seat) or round_.n_owed > 1:
        return None
    left = discards(before.hands[seat], round_.rules)
    least = min(points for card, points in left.items() if round_.throw_refusal(card) is None)
    return Mark(MarkKind.MISSED_KNOCK, seat, points=least) if least <= round_.knock_limit else None


def _live_card(before: Step, step: Step) -> Mark | None:
    """A card is live when it makes a meld with a card that the other seat took and others that may still be there."""
    round_, seat, card = before.table.hand, step.heard.seat, step.table.hand.pile[-1]
    theirs = round_.known[seat.other]
    gone = {*round_.pile, *before.hands[seat], *round_.known[seat]} - {card}
    possible = [other for other in DECK if other not in gone]
    fits = {
        other
        for meld in melds_among(possible, round_.rules)
        if len(meld) == 3 and card in meld
        for other in theirs.intersection(meld)
    }
    return Mark(MarkKind.LIVE_CARD, seat, cards=tuple(sorted(fits))) if fits else None
