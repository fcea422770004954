"""Can every variant be played in lines, to the end of the match, by a person and by a program?"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import pytest

from gin_p2p.cards import parse_card
from gin_p2p.cli.herald import turn_of
from gin_p2p.cli.output import Json
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.melds import discards
from gin_p2p.rules.moves import Defend
from gin_p2p.rules.presets import PRESETS, preset
from gin_p2p.rules.settings import changed
from gin_p2p.rules.words import DiscardDraw, MatchFormat
from tests.helpers.beginner import answer, due_in
from tests.helpers.linematch import LineMatch

RARE: Final[dict[str, HouseRules]] = {
    "mahjong constant": changed(preset("mahjong"), {"multi_pickup_hand": "constant"}),
    "mahjong without big gin": changed(preset("mahjong"), {"big_gin_bonus": None}),
    "eleven": changed(preset("standard"), {"upcard_mode": "eleven"}),
    "discards only": changed(preset("openspiel"), {"wall_rule": "discards_only", "knock_limit": 0}),
    "last discard": changed(preset("straight"), {"wall_rule": "last_discard"}),
    "a few takes": changed(preset("standard"), {"max_discard_takes": 3}),
    "ace high or low": changed(preset("standard"), {"ace_mode": "high_low"}),
}
ALL_RULES: Final = {**PRESETS, **RARE}


def by_words(match: LineMatch) -> str:
    return answer(due_in(match.heard))


class Program:
    """Types one of the lines that its events name, and sees nothing else.

    Attributes:
        typed: how often each kind of line was typed.
    """

    def __init__(self, rules: HouseRules) -> None:
        self._rules = rules
        self.typed: Counter[str] = Counter()

    def __call__(self, match: LineMatch) -> str:
        turn = turn_of(match.view)
        assert turn is not None
        line = self._choice(turn[1])
        self.typed["take several" if "with" in line else line.split()[0]] += 1
        return line

    def _choice(self, turn: Mapping[str, Json]) -> str:
        lines = [str(line) for line in turn["legal"]]  # type: ignore[union-attr]  # a list, as documented
        for wanted in (r"big|done|gin|knock", r"take \d"):
            if found := [line for line in lines if re.match(wanted, line)]:
                return found[0]
        throws = [parse_card(line.split()[1]) for line in lines if line.startswith("throw")]
        if throws:
            hand = [parse_card(str(card)) for card in turn["hand"]]  # type: ignore[union-attr]  # a list
            left = discards(hand, self._rules)
            return f"throw {min(throws, key=lambda card: (left[card], -card))}"
        return lines[0]


def played(name: str, rules: HouseRules | None = None) -> tuple[LineMatch, Program]:
    """A match that a program has played in lines, as `--json` has it play: nothing is asked again."""
    rules = rules or ALL_RULES[name]
    program = Program(rules)
    return LineMatch(rules, f"lines {name}", confirms=False).play(program), program


SHEETS: Final = {
    MatchFormat.SINGLE: "The game is over, you ",
    MatchFormat.HOLLYWOOD: "All closed columns together: you ",
    MatchFormat.BEST_OF: "Games won, of 5: you ",
    MatchFormat.MULTI_MATCH: "Match score, to 500: you ",
}
FEW: Final = ("hollywood_knock_deck", "round_the_corner", "mahjong constant", "eleven", "last discard")


def check_told(match: LineMatch) -> None:
    """The sheet of the format is said at the end, and below it who has won."""
    sheet = [line for line in match.said if line.startswith(SHEETS[match.rules.format])]
    assert sheet
    assert match.said[-1].startswith(("You win the match", "bob wins the match"))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL_RULES)
def test_a_person_plays_a_whole_match_by_what_is_said(name: str) -> None:
    check_told(LineMatch(ALL_RULES[name], f"words {name}").play(by_words))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL_RULES)
def test_a_program_plays_a_whole_match_by_the_lines_that_are_named(name: str) -> None:
    check_lines(*played(name))


@pytest.mark.parametrize("name", FEW)
def test_a_person_and_a_program_play_a_match_of_few_hands(name: str) -> None:
    rules = replace(ALL_RULES[name], format=MatchFormat.HANDS, hands=2)
    match, program = played(name, rules)
    check_lines(match, program)
    assert LineMatch(rules, f"words {name}").play(by_words).match.finished


def check_lines(match: LineMatch, program: Program) -> None:
    """Every line that was named was a move when it was typed; only a hand against gin is shown untyped."""
    shown = sum(isinstance(move, Defend) for move in match.moves)
    assert sum(program.typed.values()) - program.typed["done"] == len(match.moves) - shown
    assert program.typed["done"] <= shown
    assert ("take several" in program.typed) == (match.rules.discard_draw is DiscardDraw.MULTI)
