"""Does the place at which a thrown card is opened tell when the card was drawn?

A hand is eleven places in order of age before the shuffle. The players below throw by age as people do, often the
card just drawn; whoever watches sees only the place of the shuffled hand that is opened.
"""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Final

from gin_p2p.crypto.secrets import MatchSeed, Prover
from gin_p2p.crypto.shuffle import _draw_permutation
from gin_p2p.protocol import messages as say
from gin_p2p.seat import Seat
from tests.helpers.provers import seeded_entropy
from tests.helpers.stories import story

N_TURNS: Final = 10_000
N_CARDS: Final = 11
LIMIT: Final = 149.4
"""A chi-square with (11 - 1)·(11 - 1) = 100 degrees of freedom is above it once in a thousand times."""

Order = Callable[[int], list[int]]


def thrown(order: Order, rng: Random) -> list[tuple[int, int]]:
    """Answer age and place of each throw: age 0 is the card held longest, 10 the one just drawn."""
    hand = list(range(N_CARDS - 1))  # the turn in which each card came
    seen = []
    for turn in range(N_TURNS):
        before = [*hand, 100 + turn]
        shuffled = [before[place] for place in order(N_CARDS)]
        by_age = sorted(shuffled)
        age = 10 if rng.random() < 0.4 else rng.randrange(10)
        place = shuffled.index(by_age[age])
        seen.append((age, place))
        hand = shuffled[:place] + shuffled[place + 1 :]
    return seen


def chi_square(seen: list[tuple[int, int]]) -> float:
    """Answer how far ages and places are from being independent (K. Pearson)."""
    ages, places = ([pair[side] for pair in seen] for side in (0, 1))
    total = 0.0
    for age, place in product(range(N_CARDS), repeat=2):
        expected = ages.count(age) * places.count(place) / len(seen)
        assert expected > 5
        total += (seen.count((age, place)) - expected) ** 2 / expected
    return total


def honest_order(label: str) -> Order:
    """The permutations of a seat that shuffles as the package does, a new one for each throw."""
    entropy = seeded_entropy(label)
    prover = Prover(MatchSeed.generate(entropy), entropy)
    return lambda n: _draw_permutation(prover.stream("shuffle/mask", b"the same statement", b""), n)


def test_the_place_of_a_throw_is_independent_of_when_the_card_was_drawn() -> None:
    assert chi_square(thrown(honest_order("places"), Random(1))) < LIMIT


def test_the_same_test_rejects_a_seat_that_skips_the_shuffle() -> None:
    assert chi_square(thrown(lambda n: list(range(n)), Random(1))) > 10 * LIMIT


def test_the_same_test_rejects_a_seat_that_shuffles_the_cards_held_and_not_the_card_drawn() -> None:
    numbers = Random(3)

    def most(n: int) -> list[int]:
        held = list(range(n - 1))
        numbers.shuffle(held)
        return [*held, n - 1] if numbers.random() < 0.5 else [n - 1, *held]

    assert chi_square(thrown(most, Random(1))) > 10 * LIMIT


def test_a_throw_opens_a_place_of_the_shuffled_hand() -> None:
    told = story("turns")
    for heard in told.heard:
        if isinstance(heard.message, say.Throw):
            before, after = heard.before.dealing.hands[heard.seat], heard.after.dealing.hands[heard.seat]
            assert not set(before) & set(heard.message.hand)
            assert not {card.hint for card in before} & {card.hint for card in heard.message.hand}
            place = heard.message.place
            assert after == heard.message.hand[:place] + heard.message.hand[place + 1 :]
            assert (
                heard.after.dealing.hands[Seat(1 - heard.seat)] == heard.before.dealing.hands[1 - heard.seat]
            )
