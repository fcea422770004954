"""How did a match go? The command that shows it: in lines, as one moment, or in the viewer."""

import os
import sys
from pathlib import Path
from typing import Final

from gin_p2p.cli.audit import CODES, audit_fields
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.film import film_of
from gin_p2p.cli.known import Known
from gin_p2p.cli.output import Output
from gin_p2p.cli.render_replay import replay_lines
from gin_p2p.cli.replay_asked import Asked, Side, moment_of
from gin_p2p.cli.replay_keys import FASTEST, SLOWEST, Viewer, go_to
from gin_p2p.cli.replay_rows import rows_of
from gin_p2p.cli.replay_text import Story, closing_lines
from gin_p2p.cli.text import has_glyphs
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.home import Home
from gin_p2p.record.library import find_record
from gin_p2p.record.notes_file import load_notes, notes_path
from gin_p2p.record.own_side import OwnSide, own_side
from gin_p2p.record.replay import replay

WIDTH: Final = 80
HEIGHT: Final = 24


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
    """Show a match in the viewer; where there is no terminal, in lines, or the one moment that is asked for.

    Raises:
        UsageError: a value is impossible, or not there.
        NoRecordError: there is no such record.
    """
    if seat is not None and seat not in set(Side):
        raise UsageError(f"--seat {seat}: it is one of {', '.join(Side)}.")
    if play is not None and not SLOWEST <= play <= FASTEST:
        raise UsageError(f"--play takes {SLOWEST:g} to {FASTEST:g} turns a second.")
    moment = None if at is None else moment_of(at)
    asked = Asked(record, hand, moment, None if seat is None else Side(seat), play)
    path, own, side = _watched(asked, output)
    if not as_text and not output.is_json and sys.stdin.isatty() and sys.stdout.isatty():
        return _view(asked, path, own, side, output)
    if moment is not None and not output.is_json:
        return _show_moment(asked, path, own, side, output)
    return _tell(asked, path, own, side, output)


def _watched(asked: Asked, output: Output) -> tuple[Path, OwnSide, Side]:
    """Answer which file, what we know of it ourselves, and whose cards are watched."""
    home = Home.find()
    path = find_record(home, asked.record)
    own = own_side(home, path)
    if own.refused is not None:
        output.complain(str(own.refused))
    if own.seat is None and asked.side in {Side.ME, Side.THEM}:
        raise UsageError("You did not play this match: watch it with --seat both or --seat blind.")
    return path, own, asked.side or (Side.BOTH if own.seat is None else Side.ME)


def _tell(asked: Asked, path: Path, own: OwnSide, side: Side, output: Output) -> Exit:
    """Tell the match in lines, or in objects, hand by hand while it is audited."""
    story = Story(own.seat if side in {Side.ME, Side.THEM} else None, asked.hand)
    steps = replay(path, own.seed, side.eyes(own.seat), hindsight=side is Side.BOTH)
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


def _opened(asked: Asked, path: Path, own: OwnSide, side: Side, output: Output) -> tuple[Viewer | None, Exit]:
    """Answer the viewer at the moment asked for, None where nothing was dealt; and what the audit comes to."""
    film, report = film_of(path, own, Known.load(Home.find(), output).word_for, output.status)
    if not film.plies[side]:
        return None, CODES[report.verdict]
    viewer = Viewer(film, side, speed=asked.speed or 1.0, plays=asked.speed is not None)
    moment = asked.at or (None if asked.hand is None else (asked.hand, 0))
    if moment is not None:
        playing, viewer = viewer.plays, go_to(viewer, moment)
        if viewer.message:
            raise UsageError(viewer.message)
        viewer = Viewer(film, side, viewer.at, viewer.at, viewer.speed, playing)
    return viewer, CODES[report.verdict]


def _show_moment(asked: Asked, path: Path, own: OwnSide, side: Side, output: Output) -> Exit:
    """Print the screen of one moment."""
    viewer, code = _opened(asked, path, own, side, output)
    if viewer is None:
        return _tell(asked, path, own, side, output)
    for line in replay_lines(viewer.shown, WIDTH, HEIGHT, glyphs=True):
        output.say(line)
    return code


def _view(asked: Asked, path: Path, own: OwnSide, side: Side, output: Output) -> Exit:
    """Step through the match in the full screen."""
    from gin_p2p.cli.table.replay import ReplayApp

    viewer, code = _opened(asked, path, own, side, output)
    if viewer is None:
        return _tell(asked, path, own, side, output)
    notes = notes_path(path)
    try:
        known = load_notes(notes)
    except FileRefusedError as error:
        output.complain(str(error))
        return Exit.REFUSED
    glyphs = has_glyphs(sys.stdout.encoding, os.environ, is_windows=os.name == "nt")
    return ReplayApp(viewer, known, notes, glyphs=glyphs).run() or code
