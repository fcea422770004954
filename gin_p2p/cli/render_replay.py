"""What does a moment of a replay look like?

Pure: a state and a size go in, lines come out, as many as the window is high and none wider than it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from gin_p2p.cards import Card, format_glyph
from gin_p2p.cli.replay_plies import Ply, cards_in_glyphs, mark_text
from gin_p2p.cli.teller import Teller
from gin_p2p.cli.text import columns_of, inert, shown, wrap
from gin_p2p.record.replay import Step
from gin_p2p.rules.melds import best_spread
from gin_p2p.seat import Seat

MIN_WIDTH: Final = 60
MIN_HEIGHT: Final = 15
_BARS: Final = "▁▂▃▄▅▆▇█"
_FULL_DEADWOOD: Final = 80
"""A bar is full here; ten cards count 98 at the most, and hardly ever more than this."""
_KEYS: Final = (
    " left/right turn  up/dn hand  [ ] my turns  Home End  g go to  p play  s side",
    " / find  b B marks  Backspace back  n note  a audit  ? help  q quit",
)
HELP: Final = (
    "left right    a turn back, a turn on          up down    a hand back, a hand on",
    "[ ]           my last turn, my next one       Home End   the beginning, the end",
    "g 3.22        go to hand 3, turn 22           Backspace  back to where I was",
    "/ take 8c     find a turn by its words        b B        next mark, mark before",
    "p + -         play by itself, faster, slower  s          whose cards are seen",
    "n             note this moment, for myself    a          what the audit says",
    "",
    "Sides: me, what I could see then; them, the same for the other seat; both, all",
    "that is known now; blind, what everybody could see. Cards nobody has opened stay",
    "hidden on every side. Marks say from what they were computed: the own cards of",
    "whoever threw, or what all could see. They know nothing of what came later.",
)


class Panel(StrEnum):
    """What covers the turns, if anything does."""

    NONE = ""
    HELP = "help"
    AUDIT = "audit"


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a screen of the viewer shows.

    Attributes:
        plies: the moments, as they are seen from this side.
        at: which of them.
        teller: to whom it is shown.
        date: when the match began.
        verdict: what the audit says of the whole record, in a word.
        side: from which it is seen, in a word.
        future: later turns are listed too.
        notes: of the owner, by moment.
        message: one line that stands in place of the keys, such as a question.
        playing: turns a second, while it plays by itself.
        panel: what covers the turns.
        audit: the lines of the audit.
    """

    plies: tuple[Ply, ...]
    at: int
    teller: Teller
    date: str
    verdict: str
    side: str
    future: bool = False
    notes: Mapping[tuple[int, int], str] = field(default_factory=dict)
    message: str = ""
    playing: float = 0.0
    panel: Panel = Panel.NONE
    audit: tuple[str, ...] = ()

    @property
    def ply(self) -> Ply:
        """The moment that is shown."""
        return self.plies[self.at]


def replay_lines(state: Shown, width: int, height: int, *, glyphs: bool) -> tuple[str, ...]:
    """Answer the screen.

    Args:
        state: what is shown.
        width: in columns.
        height: in lines.
        glyphs: suits and bars may be drawn; else letters and digits stand for them.
    """
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        text = f"The window is {width}x{height}; the viewer needs {MIN_WIDTH}x{MIN_HEIGHT}."
        return _fitted([text], width, height, glyphs=glyphs)
    rule = "-" * width
    top, bottom = _seats(state)
    head = [_title(state), rule, _hand(state, top, width), rule, *_middle(state, width)]
    head += [rule, _hand(state, bottom, width), rule]
    foot = [rule, *_foot(state)]
    n_rows = height - len(head) - len(foot) - 1
    body = _body(state, width, n_rows)
    bars = _bars(state, width, glyphs=glyphs)
    return _fitted([*head, *body, bars, *foot], width, height, glyphs=glyphs)


def _title(state: Shown) -> str:
    ply = state.ply
    n_turns = max(other.step.turn for other in state.plies if other.step.hand == ply.step.hand)
    n_hands = state.plies[-1].step.hand
    names = " v ".join(state.teller.names)
    where = f"hand {ply.step.hand}/{n_hands}  turn {ply.step.turn}/{n_turns}"
    playing = f"  playing {state.playing:g}/s" if state.playing else ""
    return f" replay  {names}  {state.date}  {where}  {state.verdict.lower()}{playing}"


def _seats(state: Shown) -> tuple[Seat, Seat]:
    """Answer who is shown above and below; whoever watches sits below."""
    below, above = state.teller.order
    return above, below


def _hand(state: Shown, seat: Seat, width: int) -> str:
    step, name = state.ply.step, state.teller.name(seat)
    left = step.deadwood(seat)
    right = "" if left is None else f"deadwood {left}"
    if seat is _seats(state)[0]:
        right = f"{right}   view: {state.side}".strip()
    cards = _cards(step, seat)
    line = f" {_padded(name, 8)} {cards}"
    return line + " " * max(2, width - columns_of(line) - len(right) - 1) + right


def _cards(step: Step, seat: Seat) -> str:
    """Write what is seen of a hand: in melds where it is seen whole."""
    cards, round_ = step.hands[seat], step.table.hand
    hidden = round_.n_held[seat] - len(cards)
    if hidden:
        backs = "░░ " * hidden
        return f"{backs}{cards_in_glyphs(cards)}".rstrip()
    spread = best_spread(cards, round_.rules)
    return "   ".join(filter(None, (*map(cards_in_glyphs, spread.melds), cards_in_glyphs(spread.deadwood))))


def _middle(state: Shown, width: int) -> tuple[str, str]:
    step, round_ = state.ply.step, state.ply.step.table.hand
    stock = f"     STOCK {round_.n_stock}"
    if step.stock and round_.n_stock > round_.rules.stock_reserve:
        stock += f"   next: {format_glyph(step.stock[0])}  (keys disclosed)"
    limit = "gin only" if round_.knock_limit == 0 else f"knock with {round_.knock_limit} or less"
    stock += " " * max(2, width - columns_of(stock) - len(limit) - 1) + limit
    pile = _pile(round_.pile[::-1], width - 14)
    return stock, f"     DISCARDS {pile}"


def _pile(cards: tuple[Card, ...], width: int) -> str:
    n_shown = max(1, (width - 4) // 3)
    return cards_in_glyphs(cards[:n_shown]) + (" ..." if len(cards) > n_shown else "")


def _body(state: Shown, width: int, n_rows: int) -> list[str]:
    if state.panel is Panel.NONE:
        return _turns(state, width, n_rows)
    if state.panel is Panel.HELP:
        lines = [f" {line}" for line in HELP]
    else:
        lines = [part for line in state.audit for part in line.split("\n")]
    return [*lines[:n_rows], *[""] * max(0, n_rows - len(lines))]


def _turns(state: Shown, width: int, n_rows: int) -> list[str]:
    """Answer the turns around this one, as many as there is room for."""
    rows: list[str] = []
    current = 0
    last = len(state.plies) if state.future else state.at + 1
    for number in range(max(0, state.at - n_rows), min(last, state.at + n_rows)):
        current = len(rows) if number == state.at else current
        rows += _row(state, number, width)
    start = max(0, min(current - n_rows // 2, len(rows) - n_rows))
    chosen = rows[start : start + n_rows]
    return [*chosen, *[""] * (n_rows - len(chosen))]


def _row(state: Shown, number: int, width: int) -> Iterator[str]:
    """Yield the lines of one turn: what was done and left; beside it marks, the owner's note, the end of the hand."""
    ply = state.plies[number]
    here = ">" if number == state.at else " "
    left = ply.step.deadwood(ply.seat)
    turn = f"{ply.step.turn:>3}" if ply.step.turn else f" hand {ply.step.hand}:"
    text = f"{here}{turn}  {_padded(state.teller.name(ply.seat), 8)} {ply.words}"
    beside = "  ".join(map(mark_text, ply.marks))
    yield f"{_padded(text, 42)} {'' if left is None else left:>3}  {beside}".rstrip()
    if (note := state.notes.get(ply.moment)) is not None:
        yield f"      note: {inert(note)}"
    if number <= state.at:
        for line in ply.result:
            yield from wrap(f"      {line}", width - 1, "      ").split("\n")


def _bars(state: Shown, width: int, *, glyphs: bool) -> str:
    """Draw the deadwood of both through the hand, a bar a turn, where it is known."""
    hand = state.ply.step.hand
    last = len(state.plies) if state.future else state.at + 1
    plies = [ply for ply in state.plies[:last] if ply.step.hand == hand]
    room = max(4, (width - 14) // 2 - 12)
    parts = []
    for seat in state.teller.order:
        known = [ply.step.deadwood(seat) for ply in plies][-room:]
        bars = "".join(_bar(points, glyphs=glyphs) for points in known)
        if any(points is not None for points in known):
            parts.append(f"{state.teller.name(seat)} {bars}")
    return " deadwood   " + "    ".join(parts) if parts else ""


def _bar(points: int | None, *, glyphs: bool) -> str:
    if points is None:
        return "." if not glyphs else "·"
    level = min(points, _FULL_DEADWOOD - 1)
    return _BARS[level * len(_BARS) // _FULL_DEADWOOD] if glyphs else str(level * 10 // _FULL_DEADWOOD)


def _foot(state: Shown) -> tuple[str, str]:
    return (f" {state.message}", _KEYS[1]) if state.message else _KEYS


def _padded(text: str, width: int) -> str:
    return text + " " * max(0, width - columns_of(text))


def _fitted(lines: list[str], width: int, height: int, *, glyphs: bool) -> tuple[str, ...]:
    """Cut lines to the width, and make them as many as the window is high."""
    cut = [_cut(shown(line, "utf-8", glyphs=glyphs), width) for line in lines[:height]]
    return (*cut, *[""] * (height - len(cut)))


def _cut(line: str, width: int) -> str:
    while columns_of(line) > width:
        line = line[:-1]
    return line.rstrip()
