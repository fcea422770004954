"""Is it rigged? How is the answer told?

Pure: what was counted goes in, lines come out. The words are as plain as the question, and claim no more than the
numbers do.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from gin_p2p.cli.output import Json
from gin_p2p.cli.text import wrap
from gin_p2p.cli.words import counted, listed
from gin_p2p.record.luck import BIN_POINTS, N_BINS, Luck, Starts
from gin_p2p.record.luck_verdict import LEVEL, MIN_HANDS, Figure, figures, judged
from gin_p2p.record.stats import Score

_NAMES: Final = {
    "start": "starting deadwood",
    "useful": "useful draws",
    "gin": "draws that made gin",
}
_LONGEST_BAR: Final = 40
_WIDE: Final = 2.6
"""Standard deviations within which 99 of 100 honest figures lie."""
_WORSE: Final = {"start": 1, "useful": -1, "gin": -1}
"""Which way is bad luck: more deadwood, fewer good draws."""


def luck_of(all_scores: Sequence[Score]) -> tuple[Luck, Luck]:
    """Add up the luck of both sides: ours where we played, and everybody else's."""
    own, others = Luck(), Luck()
    for score in all_scores:
        first, second = (side.luck for side in score.sides)
        own, others = (own + first, others + second) if score.is_own else (own, others + first + second)
    return own, others


def luck_figures(all_scores: Sequence[Score]) -> tuple[Figure, ...]:
    """Answer all figures, judged together; those of the others only where their cards are known."""
    own, others = luck_of(all_scores)
    wanted = [*figures(own, is_own=True)]
    if others.starts.n:
        wanted += figures(others, is_own=False)
    return judged(wanted)


def luck_lines(all_scores: Sequence[Score]) -> Iterator[str]:
    """Yield the figures, a chart of the starts, and the verdict."""
    own, others = luck_of(all_scores)
    found = luck_figures(all_scores)
    for is_own, luck in ((True, own), (False, others)):
        if not luck.starts.n:
            continue
        whose = "your cards" if is_own else "the others' cards, as far as they have disclosed them"
        yield f"Luck of {whose}: {counted(luck.starts.n, 'hand')}"
        yield ""
        yield f"  {'':<20}{'came':>10}{'chance gives':>15}   99 of 100 lie in"
        yield from (_row(figure) for figure in found if figure.is_own is is_own)
        yield ""
        yield from _chart(luck.starts)
        yield ""
    yield from map(wrap, verdict_lines(found))


def verdict_lines(found: Sequence[Figure]) -> Iterator[str]:
    """Yield the verdict in plain words, and what it does not say."""
    n_hands = max(figure.n for figure in found if figure.name == "start")
    odd = [figure for figure in found if figure.is_odd]
    if odd:
        yield f"NOT what honest shuffles give: {listed([_oddity(figure) for figure in odd])}."
        yield (
            f"Chance alone does this to fewer than 1 in {round(1 / LEVEL)} players. The records are proven, so look for "
            "what they cannot show: hands that are missing here, or a program that is not this one."
        )
    elif n_hands < MIN_HANDS:
        yield (
            f"Too few hands to say: {n_hands} of the {MIN_HANDS} it takes. Only hands whose cards can be opened here "
            "count: your own, with their secrets beside the records, and what others have disclosed."
        )
    else:
        yield (
            f"Nothing here is stranger than honest shuffles are: all figures together at a level of {LEVEL:.0%}."
        )
        start = next(figure for figure in found if figure.name == "start" and figure.n == n_hands)
        yield (
            f"So many hands would hardly have hidden a start that is worse or better by {start.visible:.1f} points on "
            "average; smaller differences they could."
        )
    silent = [figure for figure in found if figure.p_value is None and figure.n and n_hands >= MIN_HANDS]
    if silent:
        yield f"Too little to say of: {listed([_whose(figure) for figure in silent])}."


def luck_fields(all_scores: Sequence[Score]) -> dict[str, Json]:
    """Answer the figures for programs."""
    own, others = luck_of(all_scores)
    found = luck_figures(all_scores)
    n_hands = max(own.starts.n, others.starts.n)
    is_odd = any(figure.is_odd for figure in found)
    return {
        "verdict": "odd" if is_odd else "too few hands" if n_hands < MIN_HANDS else "nothing odd",
        "level": LEVEL,
        "hands": {"own": own.starts.n, "others": others.starts.n},
        "figures": [
            {
                "name": figure.name,
                "whose": "own" if figure.is_own else "others",
                "n": figure.n,
                "observed": figure.observed,
                "expected": figure.expected,
                "sd": figure.sd,
                "margin": figure.margin,
                "p": figure.p_value,
                "odd": figure.is_odd,
            }
            for figure in found
        ],
        "starts": {"own": own.starts.bins, "expected": own.starts.expected_bins},
    }


def _row(figure: Figure) -> str:
    far = _WIDE * figure.sd + figure.margin
    low, high = max(0.0, figure.expected - far), figure.expected + far
    came = f"{figure.observed:.1f}" if figure.name == "start" else f"{figure.observed:.0f} of {figure.n}"
    note = "  !" if figure.is_odd else ""
    return f"  {_NAMES[figure.name]:<20}{came:>10}{figure.expected:>15.1f}   {low:.1f} to {high:.1f}{note}"


def _chart(starts: Starts) -> Iterator[str]:
    """Draw how many hands began with how much deadwood, and with a bar where chance would have it."""
    most = max(*starts.bins, *starts.expected_bins)
    yield "  starting deadwood    █ came    | chance gives"
    for number in range(N_BINS):
        came, chance = starts.bins[number], starts.expected_bins[number]
        if not came and chance < 0.05:
            continue
        bar = ["█"] * round(_LONGEST_BAR * came / most)
        place = round(_LONGEST_BAR * chance / most)
        bar += [" "] * (place + 1 - len(bar))
        bar[place] = "|"
        low = BIN_POINTS * number
        label = f"{low}-{low + BIN_POINTS - 1}" if number < N_BINS - 1 else f"{low} or more"
        yield f"  {label:>10}  {''.join(bar):<{_LONGEST_BAR + 2}} {came:>4}  ({chance:.1f})"


def _oddity(figure: Figure) -> str:
    better = (figure.observed > figure.expected) != (_WORSE[figure.name] > 0)
    return f"{_whose(figure)} ({'better' if better else 'worse'} than chance)"


def _whose(figure: Figure) -> str:
    whose = "your" if figure.is_own else "the others'"
    return f"{whose} {_NAMES[figure.name]}"
