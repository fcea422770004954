"""Do the tests notice when the program is wrong? `python -m tests.mutants [WORD ...]`

Small faults are put one at a time into a copy of the checkout, and the tests that have to notice are run there. A
WORD picks the mutants with it in their name or file. The exit code is 1 when one survives that is not known as harmless.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Final

from tests.mutants.every import ALL
from tests.mutants.mutant import Mutant

ROOT: Final = Path(__file__).parents[2]
LIMIT_S: Final = 600.0


def copy_checkout(folder: Path) -> Path:
    """Copy what the tests need."""
    skipped = shutil.ignore_patterns(".*", "__pycache__", "dist", "build")
    shutil.copytree(ROOT, folder, ignore=skipped)
    return folder


def is_noticed(mutant: Mutant, checkout: Path) -> bool:
    """Run the tests with the fault in place.

    Raises:
        TimeoutExpired: they take too long to say anything.
    """
    path = checkout / "gin_p2p" / mutant.file
    text = path.read_text("utf-8")
    path.write_text(mutant.applied(text), "utf-8")
    tests = [f"tests/{name}" for name in mutant.tests if (checkout / "tests" / name).exists()]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", *tests]
    try:
        done = subprocess.run(
            command, cwd=checkout, capture_output=True, text=True, check=False, timeout=LIMIT_S
        )
    finally:
        path.write_text(text, "utf-8")
    if done.returncode not in {0, 1}:
        raise RuntimeError(f"{mutant.name}: pytest cannot run\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1


def run(mutants: Sequence[Mutant], n_jobs: int) -> int:
    """Put each fault in, say what came of it, and answer the exit code."""
    checkouts: Queue[Path] = Queue()
    survivors: list[Mutant] = []

    def judge(mutant: Mutant) -> None:
        checkout, started = checkouts.get(), time.monotonic()
        try:
            word = "killed" if is_noticed(mutant, checkout) else "harmless" if mutant.harmless else "SURVIVED"
        except subprocess.TimeoutExpired:
            word = "TIMEOUT"
        finally:
            checkouts.put(checkout)
        if word.isupper():
            survivors.append(mutant)
        seconds = time.monotonic() - started
        print(f"{word:<9} {seconds:5.0f} s  {mutant.file}: {mutant.name}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        for number in range(n_jobs):
            checkouts.put(copy_checkout(Path(folder) / str(number)))
        with ThreadPoolExecutor(n_jobs) as pool:
            list(pool.map(judge, mutants))
    print(f"\n{len(mutants)} mutants, {len(survivors)} survived")
    return 1 if survivors else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only mutants with this in name or file")
    parser.add_argument("--jobs", type=int, default=2, help="how many at one time")
    flags = parser.parse_args()
    picked = [m for m in ALL if not flags.words or any(w in m.name or w in m.file for w in flags.words)]
    return run(picked, flags.jobs)


if __name__ == "__main__":
    sys.exit(main())
