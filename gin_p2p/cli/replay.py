"""How did a match go? The command that shows it."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from gin_p2p.cli.audit import CODES, audit_fields
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.output import Output
from gin_p2p.cli.replay_rows import rows_of
from gin_p2p.cli.replay_text import Story, closing_lines
from gin_p2p.record.home import Home
from gin_p2p.record.library import find_record
from gin_p2p.record.own_side import OwnSide, own_side
from gin_p2p.record.replay import BOTH, Replay, replay
from gin_p2p.seat import Seat


class Side(StrEnum):
    """Whose cards are watched; the value is the word of `--seat`."""

    ME = "me"
    THEM = "them"
    BOTH = "both"
    BLIND = "blind"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a replay was asked for.

    Attributes:
        record: a path, `last`, or the first digits of a match id.
        hand: the only hand to tell; None for all.
        at: hand and turn to begin at; None for the beginning.
        side: whose cards are watched; None for the own, and for both where the match is not an own one.
    """

    record: str
    hand: int | None = None
    at: tuple[int, int] | None = None
    side: Side | None = None


def moment_of(text: str) -> tuple[int, int]:
    """Read a moment: hand and turn, `3.22`, or a hand alone.

    Raises:
        UsageError: it is none.
    """
    hand, dot, turn = text.partition(".")
    if not hand.isdecimal() or (dot and not turn.isdecimal()) or len(text) > 12:
        raise UsageError(f"{text!r} is no moment: say hand.turn, as in 3.22")
    return int(hand), int(turn or 0)


def replay_command(
    record: str,
    hand: int | None,
    at: str | None,
    seat: str | None,
    play: float | None,
    output: Output,
    *,
    as_text: bool,
) -> Exit:
    """Show a match in the viewer, or where there is no terminal, in lines.

    Raises:
        UsageError: a value is impossible.
        NoRecordError: there is no such record.
    """
    if seat is not None and seat not in set(Side):
        raise UsageError(f"--seat {seat!r}: it is one of {', '.join(Side)}.")
    if play is not None and not 0.1 <= play <= 20:
        raise UsageError("--play takes 0.1 to 20 turns a second.")
    asked = Asked(record, hand, None if at is None else moment_of(at), None if seat is None else Side(seat))
    return tell_replay(asked, output)


def tell_replay(asked: Asked, output: Output) -> Exit:
    """Tell a match in lines, or in objects."""
    path, own, side = watched(asked)
    steps = opened(path, own, side)
    me = own.seat if side in {Side.ME, Side.THEM} else None
    story = Story(me, asked.hand)
    n_hands = 0
    for step in steps:
        n_hands = step.hand
        for line in story.tell(step):
            output.say(line)
        for name, fields in rows_of(step, asked.hand):
            output.event(name, **fields)
    report = steps.report
    output.event("audit", **audit_fields(report))
    for line in closing_lines(report):
        output.say(line)
    if asked.hand is not None and not 1 <= asked.hand <= n_hands:
        raise UsageError(f"There is no hand {asked.hand}: the record holds {n_hands}.")
    return CODES[report.verdict]


def watched(asked: Asked) -> tuple[Path, OwnSide, Side]:
    """Answer which file, what we know of it ourselves, and whose cards are watched.

    Raises:
        NoRecordError: there is no such record.
        UsageError: the own side of a foreign match was asked for.
    """
    home = Home.find()
    path = find_record(home, asked.record)
    own = own_side(home, path)
    if own.seat is None and asked.side in {Side.ME, Side.THEM}:
        raise UsageError("You did not play this match: watch it with --seat both or --seat blind.")
    return path, own, asked.side or (Side.BOTH if own.seat is None else Side.ME)


def opened(path: Path, own: OwnSide, side: Side) -> Replay:
    """Answer the steps as a side sees them."""
    match side, own.seat:
        case Side.BOTH, _:
            return replay(path, own.seed, BOTH)
        case (Side.ME, Seat() as seat):
            return replay(path, own.seed, frozenset({seat}), hindsight=False)
        case (Side.THEM, Seat() as seat):
            return replay(path, own.seed, frozenset({seat.other}), hindsight=False)
        case _:
            return replay(path, own.seed, frozenset(), hindsight=False)
