"""Can every hand-made fault still be put in? (Whether the tests notice it: `python -m tests.mutants`.)"""

import ast
from pathlib import Path

import pytest

from tests.mutants.every import ALL
from tests.mutants.mutant import Mutant

PACKAGE = Path(__file__).parents[1] / "gin_p2p"
TESTS = Path(__file__).parent


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.name)
def test_a_mutant_still_fits_and_is_a_program(mutant: Mutant) -> None:
    text = (PACKAGE / mutant.file).read_text("utf-8")
    ast.parse(mutant.applied(text))
    assert mutant.after != mutant.before
    assert [name for name in mutant.tests if not (TESTS / name).exists()] == []


def test_a_mutant_that_no_longer_fits_is_noticed() -> None:
    mutant = Mutant("gone", "seat.py", "no such line", "", ())
    with pytest.raises(LookupError):
        mutant.applied("some text")


def test_there_are_at_least_sixty_and_each_has_a_name_of_its_own() -> None:
    assert len(ALL) >= 60
    assert len({mutant.name for mutant in ALL}) == len(ALL)
