"""How quickly does the program answer, prove hands, and list records? `python -m tests.benchmarks.bench_audit`

CPU time of whole processes, the best of several runs; where cores work side by side, time on the wall.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from gin_p2p.bots.interface import bot_named
from gin_p2p.record.examine import examine
from gin_p2p.record.home import Home
from gin_p2p.record.listing import glances
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.words import MatchFormat
from tests.helpers.records import Pair, closed_file, file_of

ROOT = Path(__file__).parents[2]
N_HANDS = 1000
HANDS_EACH = 10


def cpu_ms(*arguments: str) -> float:
    """Answer the CPU time of one run of the program, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "gin_p2p", *arguments], cwd=ROOT, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def audit_s(path: Path) -> float:
    """Answer the CPU time of one audit, in seconds."""
    start = time.process_time()
    examine(path)
    return time.process_time() - start


def bots_match(number: int) -> Pair:
    """Play ten hands between two baselines."""
    pair = Pair(f"bench {number}", rules=HouseRules(format=MatchFormat.HANDS, hands=HANDS_EACH))
    bots = bot_named("simple", Random(number)), bot_named("simple", Random(number + 1))
    pair.sit_down()
    while not pair.sessions[0].finished:
        seat = pair.table.speaker
        assert seat is not None
        pair._deliver(seat, pair.sessions[seat].submit(bots[seat].move(pair.sessions[seat].view)))
    return pair


def write_library(folder: Path, n_records: int, n_matches: int) -> None:
    """Write records of a few matches over and over: longer than what a process remembers of points."""
    pairs = [bots_match(number) for number in range(n_matches)]
    for number in range(n_records):
        pair = pairs[number % n_matches]
        (folder / f"{number:04}.gin").write_bytes(file_of(pair.frames, pair.summary()))


def bench_thousand_hands() -> None:
    """Audit a thousand hands on two cores."""
    with tempfile.TemporaryDirectory() as folder:
        write_library(Path(folder), N_HANDS // HANDS_EACH, 3)
        arguments = ["audit", "--jobs", "2", folder]
        start = time.perf_counter()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-m", "gin_p2p", *arguments], cwd=ROOT, capture_output=True, check=False
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall_s = time.perf_counter() - start
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        f"audit --jobs 2 of {N_HANDS} hands in {N_HANDS // HANDS_EACH} records: {wall_s:.1f} s on the wall",
        end="",
    )
    print(
        f" = {N_HANDS / wall_s:.1f} hands a second; {cpu_s:.1f} s of CPU = {N_HANDS / cpu_s:.1f} a second of it"
    )


def bench_listing() -> None:
    """List a thousand records by their ends."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder), Path(folder), Path(folder))
        home.prepare()
        for number in range(1000):
            (home.records / f"{number:04}.gin").write_bytes(closed_file())
        start = time.process_time()
        n_records = sum(1 for _ in glances(home))
        took_s = time.process_time() - start
    print(f"listing of {n_records} records: {1000 * took_s:.0f} ms of CPU")


def main() -> None:
    for arguments in (("--help",), ("audit", "--help"), ("audit", "none.gin")):
        best = min(cpu_ms(*arguments) for _ in range(10))
        print(f"gin {' '.join(arguments):<20} {best:7.0f} ms of CPU")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hand.gin"
        path.write_bytes(closed_file())
        size = path.stat().st_size
        n_moves = examine(path).n_turns
        best = min(audit_s(path) for _ in range(5))
    print(
        f"audit of a hand of {n_moves} moves, {size / 1000:.0f} kB: {1000 * best:.0f} ms of CPU",
        end="",
    )
    print(f", {best / n_moves * 1000:.2f} ms a move, {1 / best:.1f} such hands a second")
    bench_listing()
    bench_thousand_hands()


if __name__ == "__main__":
    main()
