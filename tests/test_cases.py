"""Is every fault that public reports describe held by a test of ours?"""

import ast
import json
import tomllib
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CASES = tuple(json.loads(line) for line in (TESTS / "vectors" / "cases.jsonl").read_text().splitlines())
HELD = tomllib.loads((TESTS / "cases.toml").read_text())


@cache
def names_in(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text())
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(function.name for function in functions if function.name.startswith("test_"))


def test_every_case_is_listed_once_and_nothing_else() -> None:
    assert len(CASES) == 94
    assert list(HELD) == [case["id"] for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_is_held_by_tests_that_exist(case: dict[str, str]) -> None:
    places = HELD[case["id"]]
    assert places, case["right"]
    for place in places:
        file, name = place.split("::")
        assert name in names_in(file), f"{case['id']} waits for {place}"
