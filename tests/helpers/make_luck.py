"""What do honest shuffles give? `python -m tests.helpers.make_luck` writes record/luck_expectation.py anew.

Ten minutes on one core; chance is seeded, so the file is the same every time.
"""

from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Final

import gin_p2p
from gin_p2p.cards import DECK
from gin_p2p.record.luck import BIN_POINTS, N_BINS, Tries
from gin_p2p.rules.fast import evaluator, mask_of
from gin_p2p.rules.settings import changed
from gin_p2p.rules.words import AceMode
from tests.helpers.luck_sets import RULES, luck_of

TARGET: Final = Path(gin_p2p.__file__).parent / "record" / "luck_expectation.py"
N_DEALS: Final = 1_000_000
N_HANDS: Final = 5_000
PAIRS: Final = (
    ("simple", "simple"),
    ("simple", "random"),
    ("simple", "gin-only"),
    ("gin-only", "gin-only"),
)
PREFACE: Final = '''"""What do honest shuffles give?

Written by `python -m tests.helpers.make_luck`, computed by our own engine; not to be changed by hand.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Start:
    """Least deadwood points of ten cards dealt.

    Attributes:
        mean: of all deals.
        sd: standard deviation of one deal.
        shares: of the deals with 0 to 9 points, 10 to 19 and so on; the last share takes the rest.
    """

    mean: float
    sd: float
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Habit:
    """How draws came to a program in honest play, as shares of what was expected, with the standard error.

    Attributes:
        useful: useful draws.
        useful_error: its standard error.
        gin: draws that made gin possible.
        gin_error: its standard error.
    """

    useful: float
    useful_error: float
    gin: float
    gin_error: float


'''


def start_line(ace_mode: AceMode, ace_points: int) -> str:
    """Deal many hands under one way of treating aces, and write what they have."""
    rng = Random(f"{ace_mode} {ace_points}")
    judge = evaluator(changed(RULES, {"ace_mode": ace_mode.value, "ace_deadwood": ace_points}))
    points = [judge.least(mask_of(rng.sample(DECK, 10))) for _ in range(N_DEALS)]
    shares = [0] * N_BINS
    for number in points:
        shares[min(number // BIN_POINTS, N_BINS - 1)] += 1
    written = ", ".join(f"{share / N_DEALS:.6f}" for share in shares)
    return f'    ("{ace_mode.value}", {ace_points}): Start({fmean(points):.3f}, {pstdev(points):.3f}, ({written})),\n'


def habit_lines(names: tuple[str, str]) -> str:
    """Let two programs play, and write how far habits move the draws of each."""
    lines = ""
    for place, luck in enumerate(luck_of(names, N_HANDS, 1)):
        numbers = ", ".join((*ratio(luck.useful), *ratio(luck.gin)))
        lines += f'    ("{names[place]}", "{names[1 - place]}", {place}): Habit({numbers}),\n'
    return lines


def ratio(tries: Tries) -> tuple[str, str]:
    """Write hits as a share of the expectation, with its standard error."""
    if not tries.expected:
        return "1.0", "1.0"
    return f"{tries.n_hit / tries.expected:.4f}", f"{sqrt(tries.variance) / tries.expected:.4f}"


def main() -> None:
    starts = "".join(start_line(mode, ace_points) for mode in AceMode for ace_points in (1, 15))
    habits = "".join(map(habit_lines, PAIRS))
    text = PREFACE
    text += f"START: Final = {{\n{starts}}}\n"
    text += f'"""By `ace_mode` and `ace_deadwood`; {N_DEALS:,} deals each."""\n\n'
    text += f"HABITS: Final = {{\n{habits}}}\n"
    text += f'"""By whose draws, against whom, and seat; {N_HANDS:,} hands each, standard rules."""\n'
    TARGET.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
