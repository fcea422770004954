"""What does a flood of strangers cost a host? `python -m tests.benchmarks.bench_flood`

A real host process on loopback. Each kind of caller comes from an address of its own, as the limit of calls counts by
address; figures of the process are read from /proc, so Linux only.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from gin_p2p.net.limits import CALLS
from tests.helpers.processes import Player, playing, run_gin
from tests.helpers.strangers import KINDS, call, refusal_ms, sending

HOST: Final = ("host", "--port", "0", "--bind", "127.0.0.1", "--bot", "simple", "--yes", "--to", "1")
N_CALLS: Final = CALLS - 4
N_FLOOD: Final = 2000
TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
PAGE: Final = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def cpu_s(pid: int) -> float:
    """Answer the CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    """Answer the resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


def show_kinds(host: Player, port: int) -> None:
    for number, (name, talk) in enumerate(KINDS.items(), start=2):
        before = cpu_s(host.pid)
        times = [refusal_ms(port, f"127.0.0.{number}", talk) for _ in range(N_CALLS)]
        cost_ms = 1000 * (cpu_s(host.pid) - before) / N_CALLS
        print(f"{name:<26} refused after {statistics.median(times):6.1f} ms, {cost_ms:4.1f} ms of CPU")


def show_flood(host: Player, port: int, line: str, home: Path) -> None:
    """Hold silent connections and open thousands, and let an honest guest come in the middle of it."""
    memory, cpu, start = memory_mb(host.pid), cpu_s(host.pid), time.perf_counter()
    held = [call(port, f"127.0.1.{number}") for number in range(1, 6)]
    for number in range(N_FLOOD):
        refusal_ms(port, f"127.0.2.{number % 200 + 1}", sending(b"x" * 100))
    took, cost = time.perf_counter() - start, cpu_s(host.pid) - cpu
    grown = memory_mb(host.pid) - memory
    print(
        f"{N_FLOOD} calls in {took:.1f} s: {cost:.2f} s of CPU, {grown:+.1f} MB of memory (from {memory:.0f} MB)"
    )
    start = time.perf_counter()
    flood = subprocess.Popen([sys.executable, "-m", "tests.benchmarks.bench_flood", "--flood", str(port)])
    guest = run_gin(home, "join", line, "--bot", "simple", "--yes")
    flood.kill()
    flood.wait()
    print(f"a guest who comes during a flood plays to the end: exit {guest.returncode}, ", end="")
    print(f"{time.perf_counter() - start:.1f} s")
    for connection in held:
        connection.close()


def flood_to_the_end(port: int) -> None:
    """Call until nobody listens any more."""
    with suppress(ConnectionRefusedError):
        for number in count():
            refusal_ms(port, f"127.0.3.{number % 200 + 1}", sending(b"x" * 100))


def main() -> None:
    if not Path("/proc/self/statm").exists():
        print("no /proc on this system")
        return
    with tempfile.TemporaryDirectory() as folder, playing(Path(folder) / "host", *HOST) as host:
        line = str(host.wait_for("join_line")["line"])
        port = int(line.rpartition(":")[2])
        show_kinds(host, port)
        show_flood(host, port, line, Path(folder) / "guest")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--flood"]:
        flood_to_the_end(int(sys.argv[2]))
    else:
        main()
