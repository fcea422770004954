"""How quickly does the program answer, and prove a hand? `python -m tests.benchmarks.bench_audit`

CPU time of whole processes, the best of several runs.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gin_p2p.record.examine import examine
from tests.helpers.records import closed_file

ROOT = Path(__file__).parents[2]


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


if __name__ == "__main__":
    main()
