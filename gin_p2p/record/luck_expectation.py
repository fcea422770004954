"""What do honest shuffles give?

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


START: Final = {
    ("low", 1): Start(
        56.594,
        13.789,
        (0.000388, 0.006087, 0.027051, 0.088022, 0.184292, 0.224916, 0.284487, 0.162132, 0.022278, 0.000347),
    ),
    ("low", 15): Start(
        66.230,
        15.864,
        (0.000201, 0.002506, 0.014528, 0.036184, 0.110712, 0.169612, 0.192280, 0.251789, 0.175847, 0.046341),
    ),
    ("high_low", 1): Start(
        56.191,
        13.931,
        (0.000478, 0.006775, 0.029114, 0.091728, 0.190172, 0.224565, 0.277186, 0.157553, 0.022080, 0.000349),
    ),
    ("high_low", 15): Start(
        65.602,
        15.988,
        (0.000211, 0.002857, 0.016330, 0.038393, 0.117468, 0.173985, 0.191667, 0.247502, 0.168748, 0.042839),
    ),
    ("wrap", 1): Start(
        56.000,
        14.028,
        (0.000493, 0.007191, 0.030313, 0.093762, 0.193650, 0.222820, 0.272661, 0.156829, 0.021927, 0.000354),
    ),
    ("wrap", 15): Start(
        65.195,
        16.118,
        (0.000254, 0.003202, 0.017587, 0.040627, 0.120889, 0.177537, 0.190338, 0.244041, 0.163824, 0.041701),
    ),
}
"""By `ace_mode` and `ace_deadwood`; 1,000,000 deals each."""

HABITS: Final = {
    ("simple", "simple", 0): Habit(1.0035, 0.0047, 1.1486, 0.1715),
    ("simple", "simple", 1): Habit(0.9956, 0.0047, 1.2836, 0.1749),
    ("simple", "random", 0): Habit(1.0004, 0.0043, 1.0183, 0.1106),
    ("random", "simple", 1): Habit(0.9971, 0.0040, 2.4618, 0.6594),
    ("simple", "gin-only", 0): Habit(1.0002, 0.0044, 1.0367, 0.1437),
    ("gin-only", "simple", 1): Habit(0.9967, 0.0046, 1.0266, 0.0648),
    ("gin-only", "gin-only", 0): Habit(0.9828, 0.0042, 0.9706, 0.0289),
    ("gin-only", "gin-only", 1): Habit(0.9817, 0.0042, 0.9399, 0.0290),
}
"""By whose draws, against whom, and seat; 5,000 hands each, standard rules."""
