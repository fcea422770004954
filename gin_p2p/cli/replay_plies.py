"""At which moments does a viewer stop?

At each deal and after each turn. A stop holds what is seen then, the turn in a few words, its marks, and where a hand
ends, how. Pure.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gin_p2p.cards import Card, format_glyph
from gin_p2p.cli.narrate import hand_ends
from gin_p2p.cli.replay_text import teller_of
from gin_p2p.cli.teller import Teller
from gin_p2p.protocol import messages as say
from gin_p2p.record.marks import Mark, MarkKind, marks_of
from gin_p2p.record.replay import Step
from gin_p2p.rules.showdown import is_gin
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class Ply:
    """A moment at which a viewer stops.

    Attributes:
        step: the last frame of the turn.
        seat: whose turn it was; the dealer's at a deal.
        words: what was done, cards with glyphs.
        marks: of the turn.
        result: how the hand ended, in lines; empty where it goes on.
    """

    step: Step
    seat: Seat
    words: str = ""
    marks: tuple[Mark, ...] = ()
    result: tuple[str, ...] = ()

    @property
    def moment(self) -> tuple[int, int]:
        """Hand and turn."""
        return self.step.hand, self.step.turn


def plies_of(steps: Iterable[Step], me: Seat | None = None) -> tuple[Ply, ...]:
    """Answer where a viewer stops.

    Args:
        steps: of a whole match, as they are seen.
        me: who watches and is called `you`.
    """
    plies: list[Ply] = []
    before: Step | None = None
    for step in steps:
        message = step.heard.message
        if isinstance(message, say.Serve):
            plies.append(Ply(step, step.table.hand.dealer, _dealt(step)))
        elif isinstance(message, say.MoveMessage | say.Give):
            if not plies or plies[-1].moment != (step.hand, step.turn):
                plies.append(Ply(step, step.heard.seat))
            plies[-1] = _grown(plies[-1], before, step, teller_of(step, me))
        before = step
    return tuple(plies)


def _grown(ply: Ply, before: Step | None, step: Step, teller: Teller) -> Ply:
    """Answer the stop with one more frame of its turn."""
    words = " ".join(filter(None, (ply.words, _words(step))))
    marks = (*ply.marks, *(marks_of(before, step) if before else ()))
    return replace(ply, step=step, words=words, marks=marks, result=tuple(hand_ends(step.heard, teller)))


def _dealt(step: Step) -> str:
    round_ = step.table.hand
    upcard = f", upcard {format_glyph(round_.pile[0])}" if round_.pile else ""
    return f"deals{upcard}"


def _words(step: Step) -> str:
    """Say a move in a few words."""
    message, round_ = step.heard.message, step.table.hand
    match message:
        case say.Pass():
            return "passes"
        case say.Draw():
            return "stock"
        case say.Give():
            return "" if step.drawn is None else f"{format_glyph(step.drawn)} "
        case say.Take() | say.TakeMany():
            return f"takes {cards_in_glyphs(round_.taken)} "
        case say.Throw():
            return f"throws {format_glyph(round_.pile[-1])}"
        case say.Knock():
            out = "knocks" if round_.knock and not is_gin(round_.knock) else "gin"
            return f"{out}, throws {format_glyph(message.discard)}"
        case say.BigGin():
            return "big gin"
        case say.Defend():
            laid = cards_in_glyphs([layoff.card for layoff in message.layoffs])
            return f"shows the hand, lays off {laid}" if laid else "shows the hand"
        case say.Misdeal():
            return "was dealt a misdeal"
        case say.Resign():
            return "resigns"
        case _:
            return ""


def cards_in_glyphs(cards: Sequence[Card]) -> str:
    """Write cards as they lie on a table: `"9♥ 2♠"`."""
    return " ".join(map(format_glyph, cards))


def mark_text(mark: Mark) -> str:
    """Say a mark in a few words, and from what it was computed."""
    if mark.kind is MarkKind.MISSED_KNOCK:
        return f"?  could knock with {mark.points} (own cards)"
    return f"?! live: fits {cards_in_glyphs(mark.cards)} (seen by all)"
