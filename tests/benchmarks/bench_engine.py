"""How fast is the rules engine? `python -m tests.benchmarks.bench_engine`.

Prints CPU time per question, the best of a few rounds, over the same hands for every engine. The last columns are
how many times longer the neighbours take (OpenSpiel, RLCard), where they are installed: ratios of one run, since
times alone say more about the machine.
"""

import importlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from gin_p2p.cards import DECK, Card, parse_cards
from gin_p2p.rules.fast import evaluator, mask_of
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.layoffs import best_defence
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.melds import best_spread, discards, least_deadwood
from gin_p2p.rules.moves import Discard, DrawStock, TakePile
from gin_p2p.rules.openplay import OpenHand
from gin_p2p.rules.phases import Phase
from gin_p2p.seat import Seat
from tests.helpers.vectors import json_lines

N_HANDS: Final = 2_000
N_NEIGHBOUR_HANDS: Final = 300
N_RANDOM_HANDS: Final = 150
ROUNDS: Final = 3
RULES: Final = HouseRules()

T = TypeVar("T")
Hand: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another engine.

    Attributes:
        prepare: makes a hand in its own form, which is not timed.
        least_deadwood: its answer for such a hand.
    """

    prepare: Callable[[Hand], Any]
    least_deadwood: Callable[[Any], int]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table.

    Attributes:
        question: what is asked.
        cost_s: CPU seconds per question, or per hand played.
        ratios: how many times longer each neighbour takes, by its name.
    """

    question: str
    cost_s: float
    ratios: dict[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        others = "  ".join(f"{name} {ratio:.1f} x" for name, ratio in self.ratios.items())
        return f"{self.question:<48}{self.cost_s * 1e6:>10.2f} µs   {others}".rstrip()


def cost_s(ask: Callable[[T], object], questions: Sequence[T], rounds: int = ROUNDS) -> float:
    """Answer the CPU seconds of one question, in the best of a few rounds over all of them."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for question in questions:
            ask(question)
        best = min(best, time.process_time() - start)
    return best / len(questions)


def open_spiel() -> Neighbour:
    """Answer OpenSpiel's least deadwood; it numbers the suits in another order, which changes no count."""
    judge: Any = importlib.import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
    return Neighbour(lambda hand: [int(card) for card in hand], judge.min_deadwood)


def rl_card() -> Neighbour:
    """Answer RLCard's least deadwood."""
    package = "rlcard.games.gin_rummy.utils"
    melding: Any = importlib.import_module(f"{package}.melding")
    utils: Any = importlib.import_module(f"{package}.utils")

    def least(cards: list[Any]) -> int:
        clusters = melding.get_best_meld_clusters(cards) or [[]]
        return int(utils.get_deadwood_count(cards, clusters[0]))

    return Neighbour(lambda hand: [utils.card_from_card_id(int(card)) for card in hand], least)


def neighbours() -> dict[str, Neighbour]:
    """Answer the other engines that can be imported here."""
    found = {}
    for name, make in (("OpenSpiel", open_spiel), ("RLCard", rl_card)):
        try:
            found[name] = make()
        except ImportError:
            continue
    return found


def least_deadwood_rows() -> Iterator[Row]:
    """Yield the least deadwood of ten cards, for hands at random and for hands whose melds cross."""
    others = neighbours()
    for kind, sort in (("random hands", "r"), ("crossing melds", "o")):
        hands = [parse_cards(line["h"]) for line in json_lines("deadwood10.jsonl.gz") if line["c"] == sort][
            :N_HANDS
        ]
        masks = [mask_of(hand) for hand in hands]
        ours = cost_s(lambda hand: least_deadwood(hand, RULES), hands)
        ratios = {}
        for name, other in others.items():
            some = hands[:N_NEIGHBOUR_HANDS]
            theirs = [other.prepare(hand) for hand in some]
            assert [*map(other.least_deadwood, theirs)] == [least_deadwood(hand, RULES) for hand in some], (
                name
            )
            ratios[name] = cost_s(other.least_deadwood, theirs) / ours
        yield Row(f"least deadwood, {kind}", ours, ratios)
        yield Row(f"  the same from a bit mask, {kind}", cost_s(evaluator(RULES).least, masks))
        yield Row(f"  best spread, {kind}", cost_s(lambda hand: best_spread(hand, RULES), hands))


def discard_rows() -> Iterator[Row]:
    """Yield what all eleven throws leave, for hands at random and for hands whose melds cross."""
    for kind, sort in (("random hands", "r"), ("crossing melds", "o")):
        hands = [parse_cards(line["h"]) for line in json_lines("deadwood11.jsonl.gz") if line["c"] == sort][
            :N_HANDS
        ]
        yield Row(f"all eleven discards, {kind}", cost_s(lambda hand: discards(hand, RULES), hands))


def defence_rows() -> Iterator[Row]:
    """Yield the best defence against a knock."""
    endings = [
        (parse_cards(line["d"]), tuple(tuple(sorted(parse_cards(meld))) for meld in line["melds"]))
        for line in json_lines("settle.jsonl.gz")
        if line["kdw"] > 0
    ][:N_HANDS]
    yield Row(
        "best defence against a knock",
        cost_s(lambda ending: best_defence(ending[0], ending[1], RULES, may_lay_off=True), endings),
    )


def play_random_hand(rng: Random) -> None:
    """Play one hand here, each move drawn from the legal ones."""
    deck = list(DECK)
    rng.shuffle(deck)
    hand = OpenHand.deal(RULES, Seat.HOST, deck)
    while not hand.finished:
        hand.play(rng.choice(legal_moves(hand.round, hand.hand(hand.turn)).listed))


def play_quick_hand(rng: Random) -> None:
    """Play one hand here that only draws and throws at random, without asking what is legal: the bare engine."""
    deck = list(DECK)
    rng.shuffle(deck)
    hand = OpenHand.deal(RULES, Seat.HOST, deck)
    hand.play(TakePile())
    while not hand.finished:
        if hand.round.phase is Phase.DISCARD:
            held = list(hand.hand(hand.turn).difference(hand.round.taken))
            hand.play(Discard(held[int(rng.random() * len(held))]))
        else:
            hand.play(DrawStock() if rng.random() < 0.5 else TakePile())


def open_spiel_hand() -> Callable[[Random], None]:
    """Answer how to play one hand in OpenSpiel, each action drawn from the legal ones."""
    game: Any = importlib.import_module("pyspiel").load_game("gin_rummy")

    def play(rng: Random) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))

    return play


def rl_card_hand() -> Callable[[Random], None]:
    """Answer how to play one hand in RLCard, each action drawn from the legal ones."""
    package: Any = importlib.import_module("rlcard.games.gin_rummy.game")
    numpy: Any = importlib.import_module("numpy")

    def play(rng: Random) -> None:
        game = package.GinRummyGame()
        game.np_random = numpy.random.RandomState(rng.randrange(2**31))
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(game.judge.get_legal_actions()))

    return play


def random_hand_rows() -> Iterator[Row]:
    """Yield whole hands played at random."""
    seeds = [Random(seed) for seed in range(N_RANDOM_HANDS)]
    ours = cost_s(play_random_hand, seeds)
    ratios = {}
    for name, make in (("OpenSpiel", open_spiel_hand), ("RLCard", rl_card_hand)):
        try:
            ratios[name] = cost_s(make(), seeds) / ours
        except ImportError:
            continue
    yield Row("a hand at random, from the list of legal moves", ours, ratios)
    yield Row("  the same, drawing and throwing only", cost_s(play_quick_hand, seeds))


SECTIONS: Final[tuple[Callable[[], Iterable[Row]], ...]] = (
    least_deadwood_rows,
    discard_rows,
    defence_rows,
    random_hand_rows,
)
"""What is measured, in the order of the table. A new measurement is one more function here."""


def main() -> None:
    for section in SECTIONS:
        for row in section():
            print(row)


if __name__ == "__main__":
    main()
