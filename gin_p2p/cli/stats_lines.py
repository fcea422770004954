"""How is a score told?

Pure: what was counted goes in, lines come out.
"""

from collections.abc import Iterator
from typing import Final

from gin_p2p.cli.known import Known
from gin_p2p.cli.output import Json
from gin_p2p.cli.text import columns_of, inert_name, wrap
from gin_p2p.cli.words import counted, listed
from gin_p2p.crypto.identity import key_print
from gin_p2p.record.stats import Score, Side
from gin_p2p.rules.results import Ending

_WON: Final = (Ending.KNOCK, Ending.GIN, Ending.BIG_GIN, Ending.UNDERCUT)
_NOBODY: Final = {
    Ending.DEAD_HAND: "dead",
    Ending.MISDEAL: "misdealt",
    Ending.WASHED_GIN: "washed out",
    Ending.RESIGNED: "resigned",
}
_INDENT: Final = " " * 10


def score_lines(score: Score, known: Known) -> Iterator[str]:
    """Yield one score: matches, hands, a table of endings, and how each went out."""
    names = names_in(score, known)
    yield f"{names[0]} v {names[1]}" + (f" ({known.word_for(score.sides[1].key)})" if score.is_own else "")
    yield _line("matches", _matches(score, names))
    if score.n_hands:
        yield _line("hands", _hands(score, names))
        width = max(6, *map(columns_of, names)) + 2
        yield f"  {'won by':<{width}}" + "".join(f"{ending.value:>10}" for ending in _WON) + f"{'points':>10}"
        for name, side in zip(names, score.sides, strict=True):
            counts = "".join(f"{side.endings.get(ending, 0):>10}" for ending in _WON)
            yield f"    {name}{' ' * (width - 2 - columns_of(name))}{counts}{side.points:>10}"
        for name, side in zip(names, score.sides, strict=True):
            if side.n_out:
                yield _line("", _going_out(name, side))
    yield ""


def names_in(score: Score, known: Known) -> tuple[str, str]:
    """Answer how both are called: a name of ours, else the one they claim; inert, and never the same."""
    first, second = (inert_name(known.name_of(side.key) or side.name) for side in score.sides)
    if score.is_own:
        return "you", second
    return (f"{first} (1)", f"{second} (2)") if first.casefold() == second.casefold() else (first, second)


def score_fields(score: Score, known: Known) -> dict[str, Json]:
    """Answer a score for programs. Names in it are as claimed, and raw."""
    return {
        "is_own": score.is_own,
        "sides": [_side_fields(side, known) for side in score.sides],
        "matches": score.n_matches,
        "ended": score.n_ended,
        "level": score.n_level,
        "hands": score.n_hands,
        "turns": score.n_turns,
        "nobody": {ending.value: number for ending, number in score.nobody.items()},
        "last_ms": score.last_ms,
    }


def _side_fields(side: Side, known: Known) -> dict[str, Json]:
    return {
        "key": key_print(side.key),
        "name": side.name,
        "is_me": side.key == known.own,
        "known_as": known.name_of(side.key),
        "won": side.won,
        "resigned": side.resigned,
        "hands_won": side.n_won,
        "endings": {ending.value: number for ending, number in side.endings.items()},
        "points": side.points,
        "out": side.n_out,
        "out_turns": side.out_turns,
        "knocks": side.n_knocks,
        "knock_points": side.knock_points,
        "undercut": side.n_undercut,
    }


def _matches(score: Score, names: tuple[str, str]) -> str:
    share = round(100 * score.n_ended / score.n_matches)
    parts = [f"{name} won {side.won}" for name, side in zip(names, score.sides, strict=True)]
    parts += [f"{score.n_level} level"] if score.n_level else []
    resigned = [
        f"{name} resigned {side.resigned}"
        for name, side in zip(names, score.sides, strict=True)
        if side.resigned
    ]
    left = score.n_matches - score.n_ended
    parts += [*resigned, *([f"{left} without an end"] if left else [])]
    return f"{score.n_matches} begun, {score.n_ended} ended ({share} %): {', '.join(parts)}"


def _hands(score: Score, names: tuple[str, str]) -> str:
    parts = [f"{name} won {side.n_won}" for name, side in zip(names, score.sides, strict=True)]
    nobody = [f"{number} {_NOBODY[ending]}" for ending, number in score.nobody.items()]
    parts += [f"nobody {sum(score.nobody.values())} ({listed(nobody)})"] if nobody else []
    return f"{score.n_hands}, {score.n_turns / score.n_hands:.1f} draws each: {', '.join(parts)}"


def _going_out(name: str, side: Side) -> str:
    words = f"{name} went out {counted(side.n_out, 'time')}, on draw {side.out_turns / side.n_out:.1f}"
    if side.n_knocks:
        words += f"; knocked with {side.knock_points / side.n_knocks:.1f}, undercut {side.n_undercut} of {side.n_knocks}"
    return words


def _line(tag: str, text: str) -> str:
    return wrap(f"  {tag:<8}{text}", indent=_INDENT)
