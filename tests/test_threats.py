"""Is every attack of the project's list held by tests that are there?

`threats.toml` names them by number. A test that carries a threat's number in its name belongs to that threat's list.
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TABLE = tomllib.loads((TESTS / "threats.toml").read_text("utf-8"))
N_THREATS = 32


@cache
def names_in(path: Path) -> frozenset[str]:
    """The tests that stand in a file."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(
        node.name for node in nodes if isinstance(node, functions) and node.name.startswith("test_")
    )


def test_all_threats_are_in_the_table() -> None:
    assert list(TABLE) == [str(number) for number in range(1, N_THREATS + 1)]


@pytest.mark.parametrize("number", TABLE)
def test_a_threat_is_held_by_tests_that_exist(number: str) -> None:
    threat = TABLE[number]
    assert threat["attack"]
    assert threat["tests"]
    for name in threat["tests"]:
        file, _, test = name.partition("::")
        assert test in names_in(TESTS / file), name


def test_every_test_with_a_number_in_its_name_is_in_the_table() -> None:
    numbered = {
        (str(int(number)), f"{path.relative_to(TESTS).as_posix()}::{test}")
        for path in TESTS.rglob("test_*.py")
        for test in names_in(path)
        for numbers in re.findall(r"^test_threat_(\d\d(?:_and_\d\d)*)_", test)
        for number in numbers.split("_and_")
    }
    assert numbered
    assert {pair for pair in numbered if pair[1] not in TABLE[pair[0]]["tests"]} == set()
