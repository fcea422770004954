"""Does `python -m tests` count right, stop at the first failing step, and say which it was?"""

from collections import Counter

import pytest

from tests.__main__ import counts_of, main, run, summary_line


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("46 passed in 0.18s", {"passed": 46}),
        (
            "===== 1 failed, 2 passed, 3 deselected in 61.02s (0:01:01) =====",
            {"failed": 1, "passed": 2, "deselected": 3},
        ),
        ("\x1b[32m\x1b[1m7 passed\x1b[0m\x1b[32m in 0.10s\x1b[0m", {"passed": 7}),
        ("no tests ran in 0.01s", {}),
    ],
)
def test_a_summary_line_of_pytest_is_counted(line: str, counts: dict[str, int]) -> None:
    assert counts_of(line) == Counter(counts)


@pytest.mark.parametrize("line", ["", "....  [100%]", "test passed in vain", "3 hands in 4s"])
def test_another_line_is_not_counted(line: str) -> None:
    assert counts_of(line) is None


def test_the_sum_reads_like_pytest() -> None:
    total = summary_line(Counter(passed=3, skipped=1, deselected=9), 1.5)
    assert total.strip("= ") == "3 passed, 1 skipped in 1.50s"
    assert summary_line(Counter(), 0).strip("= ") == "no tests ran in 0.00s"


def test_the_first_failing_step_ends_the_run_and_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    steps = {"first": ("platform",), "second": ("json.tool", "no-such-file"), "third": ("platform",)}
    assert run(steps) != 0
    said = capsys.readouterr().out
    assert "ok    first" in said
    assert "FAIL  second" in said
    assert "third: not run" in said


def test_no_fast_tests_is_a_failure_and_no_slow_tests_is_not() -> None:
    nothing = (
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "there_is_no_such_test",
        "tests/test_checks.py",
    )
    assert run({"fast tests": nothing}) == 5
    assert run({"slow tests": nothing}) == 0


def test_flags_that_contradict_are_refused() -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--fast", "--lint"])
    assert stopped.value.code == 2
