"""Is everything in order? `python -m tests` runs format, lint, types, fast tests and slow tests, and stops at the first that fails.

The last line is pytest's own summary line, with the fast and the slow tests added up.
"""

import argparse
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

LINT: Final[dict[str, tuple[str, ...]]] = {
    "format": ("ruff", "format", "--check", "."),
    "lint": ("ruff", "check", "."),
    "types": ("mypy",),
}
FAST: Final[dict[str, tuple[str, ...]]] = {"fast tests": ("pytest", "-q", "-n", "auto", "-m", "not slow")}
SLOW: Final[dict[str, tuple[str, ...]]] = {"slow tests": ("pytest", "-q", "-n", "auto", "-m", "slow")}

NOTHING_COLLECTED: Final = 5
"""What pytest answers when it found no test. That is fine for the slow ones only: there may be none."""

OUTCOMES: Final = "failed|passed|skipped|deselected|xfailed|xpassed|warning|warnings|error|errors"
SUMMARY: Final = re.compile(rf"=* ?(\d+ ({OUTCOMES})(, \d+ ({OUTCOMES}))*|no tests ran) in [\d.]+s\b.*")
COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")


def counts_of(line: str) -> Counter[str] | None:
    """Answer what a line of pytest's output counts, or None when it is not its summary line."""
    plain = COLOUR.sub("", line).strip()
    if SUMMARY.fullmatch(plain) is None:
        return None
    counted: list[tuple[str, str]] = re.findall(rf"(\d+) ({OUTCOMES})\b", plain)
    return Counter({outcome: int(number) for number, outcome in counted})


def summary_line(counts: Counter[str], duration_s: float) -> str:
    """Write a summary line as pytest does."""
    parts = [
        f"{counts[outcome]} {outcome}"
        for outcome in OUTCOMES.split("|")
        if counts[outcome] and outcome != "deselected"
    ]
    return f" {', '.join(parts) or 'no tests ran'} in {duration_s:.2f}s ".center(80, "=")


def run_step(command: Sequence[str], counts: Counter[str]) -> int:
    """Run one step with its output shown as it comes; add what pytest counts to `counts`."""
    colour = ("--color=yes",) if command[0] == "pytest" and sys.stdout.isatty() else ()
    with subprocess.Popen(
        [sys.executable, "-m", *command, *colour],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        for line in process.stdout or ():
            print(line, end="", flush=True)
            if command[0] == "pytest":
                counts.update(counts_of(line) or {})
    return process.returncode


def run(steps: dict[str, tuple[str, ...]]) -> int:
    """Run the steps in their order up to the first that fails, and say what came of each."""
    counts: Counter[str] = Counter()
    lines: list[str] = []
    started = time.monotonic()
    code = 0
    for name, command in steps.items():
        if code:
            lines.append(f"  -     {name}: not run")
            continue
        print(f"--- {name}: {' '.join(command)}", flush=True)
        step_started = time.monotonic()
        code = run_step(command, counts)
        if code == NOTHING_COLLECTED and name in SLOW:
            code = 0
        verdict = f"FAIL  {name} (exit {code})" if code else f"ok    {name}"
        lines.append(f"  {verdict}, {time.monotonic() - step_started:.1f} s")
    print("", *lines, sep="\n")
    if counts:
        print(summary_line(counts, time.monotonic() - started))
    return code


def main(arguments: Iterable[str]) -> int:
    """Read the flags and run what they ask for."""
    parser = argparse.ArgumentParser(prog="python -m tests", description="Run all checks of the project.")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--fast", action="store_true", help="leave out the slow tests")
    choice.add_argument("--lint", action="store_true", help="format, lint and types only")
    flags = parser.parse_args(list(arguments))
    return run(LINT if flags.lint else LINT | FAST if flags.fast else LINT | FAST | SLOW)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
