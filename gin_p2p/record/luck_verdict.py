"""Is it rigged?

The tests are fixed before anybody looks at a card: three figures for each seat whose cards are known, each compared
with chance in both directions, all of them together at a level of 1 % by Holm's method. So of a hundred honest
players who ask about all their cards, at most one is told that something is wrong. Where there are too few hands, the
answer is that nothing can be said.

What chance gives is known exactly for the start. For draws it is known up to what other people's habits do to it; that
much is taken off every difference before it is judged, and `luck_expectation.py` holds what was measured.

Sets of 100 hands, measured by `python -m tests.benchmarks.bench_luck 4`: of 400 honest sets none was called odd. Where
every start was the worse of two, 60 of 60 sets were called odd; every other start, 21 of 60. Where one draw in four
was spoilt, 60 of 60; one in ten, 13 of 60.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erfc, sqrt
from typing import Final

from gin_p2p.record.luck import Luck, Tries

LEVEL: Final = 0.01
MIN_HANDS: Final = 30
"""Fewer hands say nothing: a sum of so few is not yet nearly normal."""
MIN_EXPECTED: Final = 10.0
"""Fewer expected events say nothing, for the same reason."""
USEFUL_MARGIN: Final = 0.03
GIN_MARGIN: Final = 0.15
"""Shares of an expectation by which people's habits may move it."""
_CLEAR: Final = 4.8
"""Standard deviations: 3.14 are called out whichever of six figures strays so far, and 95 of 100 times a true difference
of 4.8 strays that far.
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One number, and what chance gives for it.

    Attributes:
        name: a stable word: `start`, `useful` or `gin`.
        is_own: of the reader's cards; else of the other seat's.
        n: hands or draws behind it.
        observed: what came: a mean for the start, counts for the draws.
        expected: what chance gives.
        sd: by how much chance alone makes it stray, one standard deviation.
        margin: by how much habits may move the expectation.
        p_value: how often chance alone strays so far; None where there is too little to say.
        is_odd: whether it is called out, together with all the others.
    """

    name: str
    is_own: bool
    n: int
    observed: float
    expected: float
    sd: float
    margin: float
    p_value: float | None
    is_odd: bool = False

    @property
    def visible(self) -> float:
        """A difference from the expectation that would hardly escape."""
        return _CLEAR * self.sd + self.margin


def figures(luck: Luck, *, is_own: bool) -> tuple[Figure, ...]:
    """Answer the three figures of one seat, none of them judged yet."""
    starts = luck.starts
    start = Figure("start", is_own, 0, 0.0, 0.0, 0.0, 0.0, None)
    if starts.n:
        observed, expected = starts.points / starts.n, starts.expected / starts.n
        sd = sqrt(starts.variance) / starts.n
        p_value = _p_value(observed - expected, sd) if starts.n >= MIN_HANDS else None
        start = Figure("start", is_own, starts.n, observed, expected, sd, 0.0, p_value)
    enough = starts.n >= MIN_HANDS
    return (
        start,
        _of_tries("useful", luck.useful, USEFUL_MARGIN, is_own=is_own, enough=enough),
        _of_tries("gin", luck.gin, GIN_MARGIN, is_own=is_own, enough=enough),
    )


def judged(all_figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Answer the figures with those called out that chance does not explain, in the same order.

    Source:
        S. Holm, "A simple sequentially rejective multiple test procedure" (1979). A figure of which nothing can be
        said counts among the tests all the same, so that nobody gains by asking early.
    """
    odd = set[int]()
    by_p = sorted(
        (figure.p_value, place) for place, figure in enumerate(all_figures) if figure.p_value is not None
    )
    for n_passed, (p_value, place) in enumerate(by_p):
        if p_value > LEVEL / (len(all_figures) - n_passed):
            break
        odd.add(place)
    return tuple(replace(figure, is_odd=place in odd) for place, figure in enumerate(all_figures))


def _of_tries(name: str, tries: Tries, share: float, *, is_own: bool, enough: bool) -> Figure:
    sd, margin = sqrt(tries.variance), share * tries.expected
    beyond = (
        abs(tries.n_hit - tries.expected) - margin - 0.5
    )  # counts are whole: half of one is no difference
    p_value = _p_value(max(0.0, beyond), sd) if enough and tries.expected >= MIN_EXPECTED else None
    return Figure(name, is_own, tries.n, tries.n_hit, tries.expected, sd, margin, p_value)


def _p_value(difference: float, sd: float) -> float:
    """Answer how often a normal number strays so far from its mean, in either direction."""
    return erfc(abs(difference) / sd / sqrt(2))
