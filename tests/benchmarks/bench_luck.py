"""How often is an honest player told that the cards are odd, and a cheated one not? `python -m tests.benchmarks.bench_luck`

Sets of 100 hands between two programs. With a number, so many hundred sets: `... bench_luck 4` takes about ten minutes.
"""

import sys
from collections import Counter
from collections.abc import Iterator

from gin_p2p.record.luck import Luck
from gin_p2p.record.luck_verdict import figures, judged
from tests.helpers.luck_sets import VICTIM, Rigger, WorseDraws, WorseStarts, luck_of

N_HANDS = 100
PAIRS = (("simple", "simple"), ("simple", "gin-only"), ("gin-only", "gin-only"), ("simple", "random"))


def odd_in(luck: Luck) -> tuple[str, ...]:
    """Answer the names of the figures that are called out."""
    return tuple(figure.name for figure in judged(figures(luck, is_own=True)) if figure.is_odd)


def honest_sets(n_sets: int) -> Iterator[Luck]:
    """Sets of both seats, the pairs of programs in turn."""
    for number in range(n_sets // 2):
        yield from luck_of(PAIRS[number % len(PAIRS)], N_HANDS, 1000 + number)


def rigged_sets(rigger: Rigger, n_sets: int) -> Iterator[Luck]:
    """Sets of the seat that is cheated."""
    for number in range(n_sets):
        yield luck_of(PAIRS[number % 2], N_HANDS, 5000 + number, rigger)[VICTIM]


def report(name: str, sets: Iterator[Luck]) -> None:
    n_sets = n_odd = 0
    names: Counter[str] = Counter()
    for luck in sets:
        found = odd_in(luck)
        n_sets, n_odd = n_sets + 1, n_odd + bool(found)
        names.update(found)
    figures_found = ", ".join(f"{key} {number}" for key, number in sorted(names.items())) or "none"
    print(f"{name:<46} {n_odd:>4} of {n_sets:>4} sets called out = {n_odd / n_sets:6.1%}   ({figures_found})")


def main(n_hundreds: float = 0.2) -> None:
    n_honest, n_rigged = round(100 * n_hundreds), max(4, round(15 * n_hundreds))
    report("honest", honest_sets(n_honest))
    for share in (1.0, 0.5):
        report(
            f"the worse of two starts, {share:.0%} of the deals", rigged_sets(WorseStarts(share), n_rigged)
        )
    for share in (0.25, 0.1):
        report(f"a useless card on top, {share:.0%} of the draws", rigged_sets(WorseDraws(share), n_rigged))


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
