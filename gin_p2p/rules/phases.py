"""Which kind of move belongs to which phase of a hand?"""

from enum import StrEnum
from typing import Final

from gin_p2p.rules.moves import (
    BigGin,
    Defend,
    Discard,
    DrawStock,
    Illegal,
    Knock,
    Move,
    Pass,
    TakePile,
)


class Phase(StrEnum):
    """What the hand is waiting for."""

    UPCARD = "upcard"  # the offered upcard: take or pass
    DRAW = "draw"
    DISCARD = "discard"  # a throw, or going out
    LAYOFF = "layoff"  # somebody went out; the other seat shows its hand
    WALL = "wall"  # the stock is down to its reserve: the last discard, or the end
    FINISHED = "finished"


UPCARD, DRAW, DISCARD, LAYOFF, WALL, FINISHED = Phase
# A member of an enum is looked up by a Python call, ten times as slow as a name of the module, and the engine asks
# for phases in every move.

_PHASES: Final[dict[type[Move], tuple[Phase, ...]]] = {
    Pass: (UPCARD, WALL),
    DrawStock: (DRAW,),
    TakePile: (DRAW, UPCARD, WALL),
    Discard: (DISCARD,),
    Knock: (DISCARD,),
    BigGin: (DISCARD,),
    Defend: (LAYOFF,),
}
_OF_PHASE: Final[dict[Phase, Illegal]] = {
    FINISHED: Illegal.HAND_OVER,
    LAYOFF: Illegal.SHOW_HAND,
}
_OF_KIND: Final[dict[type[Move], Illegal]] = {Defend: Illegal.NO_KNOCK, Pass: Illegal.NO_OFFER}


def belongs(phase: Phase, kind: type[Move]) -> bool:
    """Whether the turn's owner may make a move of this kind now; misdeals and resigning are judged apart."""
    return phase in _PHASES[kind]


def refusal(phase: Phase, kind: type[Move]) -> Illegal:
    """Answer why a move of this kind does not belong to the phase."""
    plain = _OF_PHASE.get(phase) or _OF_KIND.get(kind)
    if plain:
        return plain
    if phase is DISCARD:
        return Illegal.ALREADY_DRAWN
    if kind is DrawStock:
        return Illegal.UPCARD_FIRST if phase is UPCARD else Illegal.STOCK_RESERVE
    return Illegal.DRAW_FIRST
