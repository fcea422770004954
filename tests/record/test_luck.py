"""Is luck counted as chance would have it, and is a verdict passed on nobody by mistake?"""

from collections.abc import Sequence
from math import erfc, sqrt
from random import Random
from statistics import fmean, pstdev

import pytest

from gin_p2p.cards import DECK, Card, parse_cards
from gin_p2p.record.luck import (
    FULL,
    N_BINS,
    HandLuck,
    Luck,
    Starts,
    Tries,
    draw_luck,
    expected_start,
    start_luck,
)
from gin_p2p.record.luck_expectation import HABITS, START
from gin_p2p.record.luck_verdict import (
    GIN_MARGIN,
    LEVEL,
    MIN_EXPECTED,
    MIN_HANDS,
    USEFUL_MARGIN,
    Figure,
    figures,
    judged,
)
from gin_p2p.rules.fast import mask_of
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import Discard, DrawStock, Move, Pass, TakePile
from gin_p2p.rules.round import Round
from gin_p2p.rules.settings import changed
from gin_p2p.seat import Seat
from tests.helpers import naive
from tests.helpers.luck_sets import VICTIM, WorseDraws, WorseStarts, luck_of

RULES = HouseRules()


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def naive_least(held: Sequence[Card], ace_mode: str = "low", ace_points: int = 1) -> int:
    return naive.least_deadwood(frozenset(map(str, held)), ace_mode, ace_points)


# Starts


def test_a_start_is_its_least_deadwood_beside_what_chance_gives() -> None:
    luck = start_luck(cards("5c5d5h 2s3s4s KdQd8c6h"), RULES)
    assert (luck.starts.n, luck.starts.points) == (1, 34)
    assert luck.starts.bins == (0, 0, 0, 1, *[0] * 6)
    assert luck.starts.expected == START["low", 1].mean
    assert luck.useful == Tries()


def test_eleven_cards_are_no_start() -> None:
    assert start_luck(DECK[:11], RULES) == Luck()


def test_the_best_and_the_worst_start_have_their_bins() -> None:
    assert start_luck(cards("AcAdAhAs 2c3c4c 9h9d9s"), RULES).starts.bins[0] == 1
    assert start_luck(cards("KcQdJhTs KdQhJsTc 9c9d"), RULES).starts.bins[N_BINS - 1] == 1


def test_every_way_of_counting_aces_has_its_expectation() -> None:
    for ace_mode in ("low", "high_low", "wrap"):
        for ace_points in (1, 15):
            rules = changed(RULES, {"ace_mode": ace_mode, "ace_deadwood": ace_points})
            start = expected_start(rules)
            assert start == START[ace_mode, ace_points]
            assert sum(start.shares) == pytest.approx(1, abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("aces", START)
def test_an_independent_simulation_finds_the_same_starts(aces: tuple[str, int]) -> None:
    # A solver written apart from the engine; four standard errors of 3,000 deals.
    rng = Random(str(aces))
    points = [naive_least(rng.sample(DECK, 10), *aces) for _ in range(3000)]
    start = START[aces]
    assert fmean(points) == pytest.approx(start.mean, abs=4 * start.sd / sqrt(3000))
    assert pstdev(points) == pytest.approx(start.sd, rel=0.06)
    for number, share in enumerate(start.shares):
        came = sum(min(count // 10, N_BINS - 1) == number for count in points)
        assert came == pytest.approx(3000 * share, abs=4 * sqrt(3000 * share) + 1)


# Draws


def test_a_draw_is_held_against_every_card_that_could_have_come() -> None:
    rng = Random(3)
    for _ in range(15):
        deck = rng.sample(DECK, 40)
        held, could_come = deck[:10], deck[10:]
        before = naive_least(held)
        left = {
            card: min(naive_least([kept for kept in (*held, card) if kept != thrown]) for thrown in held)
            for card in could_come
        }
        useful = [card for card, points in left.items() if points < before]
        luck = draw_luck(mask_of(held), could_come[0], mask_of(could_come), RULES)
        assert luck.useful.n_hit == (could_come[0] in useful)
        assert luck.useful.expected == pytest.approx(len(useful) / 30)
        assert luck.useful.variance == pytest.approx(len(useful) / 30 * (1 - len(useful) / 30))


def test_a_draw_for_gin_counts_only_where_gin_could_come() -> None:
    held = mask_of(cards("5c5d5h 2s3s4s 9c9d9h Kd"))
    could_come = mask_of(cards("9s5s Ks Qh"))
    luck = draw_luck(held, cards("9s")[0], could_come, RULES)
    assert luck.gin == Tries(1, 1, 0.5, 0.25)
    assert (
        draw_luck(mask_of(cards("5c5dAh 2s3c4s 9c9d8h Kd")), cards("9s")[0], could_come, RULES).gin == Tries()
    )


def test_a_hand_that_is_gin_already_hopes_for_nothing() -> None:
    held = mask_of(cards("5c5d5h 2s3s4s 9c9d9h9s"))
    luck = draw_luck(held, cards("Ks")[0], mask_of(cards("5sKs")), RULES)
    assert (luck.useful.expected, luck.gin) == (0.0, Tries())


def test_what_the_other_turns_out_to_hold_could_not_have_come() -> None:
    # The host draws the king of spades; the guest, who deals, throws the king of hearts it was dealt.
    hand, rest = cards("2c4c6c8cTc 2d4d6d8dTd"), cards("Ks")
    round_ = Round.deal(RULES, Seat.GUEST, cards("3h")[0])
    watched = HandLuck(Seat.HOST, RULES)
    watched.deal(hand, round_)
    opening: list[tuple[Seat, Move]] = [
        (Seat.HOST, Pass()),
        (Seat.GUEST, Pass()),
        (Seat.HOST, DrawStock()),
    ]
    for seat, move in opening:
        if isinstance(move, DrawStock):
            watched.draw(hand, rest[0])
        round_ = round_.apply(seat, move)
        watched.look(seat, round_)
    unseen = FULL & ~mask_of((*hand, *cards("3h")))
    fair = draw_luck(mask_of(hand), rest[0], unseen, RULES)
    assert watched.luck().useful == fair.useful
    throws: list[tuple[Seat, Move]] = [
        (Seat.HOST, Discard(rest[0])),
        (Seat.GUEST, DrawStock()),
        (Seat.GUEST, Discard(cards("Kh")[0])),
    ]
    for seat, move in throws:
        round_ = round_.apply(seat, move)
        watched.look(seat, round_)
    fewer = draw_luck(mask_of(hand), rest[0], unseen & ~mask_of(cards("Kh")), RULES)
    assert watched.luck().useful == fewer.useful
    # What the other has only taken from the pile was never bound for anybody else.
    round_ = round_.apply(Seat.HOST, TakePile())
    watched.look(Seat.HOST, round_)
    assert watched.luck().useful == fewer.useful


def test_habits_move_the_draws_no_further_than_the_margins() -> None:
    for habit in HABITS.values():
        assert abs(habit.useful - 1) - 2 * habit.useful_error <= USEFUL_MARGIN
        assert abs(habit.gin - 1) - 2.5 * habit.gin_error <= GIN_MARGIN


# The verdict


def fair(n: int, points: float | None = None, useful: int | None = None, gin: int = 15) -> Luck:
    """So many hands exactly as chance has it, but for what is given."""
    start = START["low", 1]
    mean = start.mean if points is None else points
    return Luck(
        Starts(n, round(n * mean), n * start.mean, n * start.sd**2),
        Tries(6 * n, 3 * n if useful is None else useful, 3.0 * n, 1.5 * n),
        Tries(n, gin, 15.0, 12.0),
    )


def odd(*all_figures: Figure) -> list[str]:
    return [figure.name for figure in judged(all_figures) if figure.is_odd]


def test_what_chance_gives_is_not_odd() -> None:
    assert odd(*figures(fair(100), is_own=True)) == []


@pytest.mark.parametrize(
    ("luck", "names"),
    [
        (fair(100, points=51.0), ["start"]),
        (fair(100, points=62.0), ["start"]),
        (fair(100, useful=230), ["useful"]),
        (fair(100, useful=370), ["useful"]),
        (fair(100, gin=33), ["gin"]),
        (fair(100, points=63.0, useful=230), ["start", "useful"]),
        (fair(100, useful=291), []),
    ],
)
def test_what_chance_hardly_gives_is_called_out_in_both_directions(luck: Luck, names: list[str]) -> None:
    assert odd(*figures(luck, is_own=True)) == names


def test_too_few_hands_say_nothing_however_bad() -> None:
    few = figures(fair(MIN_HANDS - 1, points=95.0, useful=0, gin=0), is_own=True)
    assert [figure.p_value for figure in few] == [None, None, None]
    assert odd(*few) == []
    assert odd(*figures(fair(MIN_HANDS, points=95.0), is_own=True)) == ["start"]


def test_too_few_chances_for_gin_say_nothing() -> None:
    luck = Luck(fair(100).starts, fair(100).useful, Tries(50, 12, MIN_EXPECTED - 0.1, 5.0))
    assert figures(luck, is_own=True)[2].p_value is None


def test_nothing_counted_is_nothing_said() -> None:
    assert odd(*figures(Luck(), is_own=True)) == []


def test_six_figures_share_one_level() -> None:
    def with_p(*values: float | None) -> list[bool]:
        made = [Figure("start", True, 99, 0, 0, 1, 0, value) for value in values]
        return [figure.is_odd for figure in judged(made)]

    assert with_p(LEVEL / 2) == [True]
    assert with_p(LEVEL / 2, None, None) == [False, False, False]
    assert with_p(LEVEL / 4, 1.0, 1.0) == [True, False, False]
    assert with_p(LEVEL / 4, LEVEL / 2.1, LEVEL / 1.1) == [True, True, True]
    assert with_p(0.9, LEVEL / 2.5, LEVEL / 2.5) == [False, False, False]


def test_what_is_visible_is_called_out_19_times_of_20_even_among_six() -> None:
    figure = figures(fair(100), is_own=True)[0]
    far = figure.visible / figure.sd
    needed = 3.15
    assert erfc(needed / sqrt(2)) < LEVEL / 6
    assert erfc((far - needed) / sqrt(2)) / 2 <= 0.05


def test_an_honest_set_is_left_alone_and_rigged_ones_are_not() -> None:
    honest = luck_of(("simple", "simple"), 100, 1)
    assert [odd(*figures(luck, is_own=True)) for luck in honest] == [[], []]
    starts = luck_of(("simple", "simple"), 100, 2, WorseStarts(1.0))[VICTIM]
    assert odd(*figures(starts, is_own=True)) == ["start"]
    draws = luck_of(("simple", "simple"), 100, 3, WorseDraws(0.4))[VICTIM]
    assert odd(*figures(draws, is_own=True)) == ["useful"]


@pytest.mark.slow
def test_of_many_honest_sets_hardly_one_is_called_rigged() -> None:
    # At a level of 1 % at most, 3 of 40 have a chance of 1 in 125; the benchmark states the rate of hundreds.
    n_odd = 0
    for seed in range(20):
        both = luck_of(("simple", "gin-only"), 50, 700 + seed)
        n_odd += sum(bool(odd(*figures(luck, is_own=True))) for luck in both)
    assert n_odd < 3
