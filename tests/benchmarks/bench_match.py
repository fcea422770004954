"""What does a match cost? `python -m tests.benchmarks.bench_match`

CPU time of this process, both seats together where it says so; the figures of whole processes are of fresh ones.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from gin_p2p.bots.interface import seeded_bot
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import audit
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.session import Session
from gin_p2p.rules.moves import Discard
from gin_p2p.rules.presets import preset
from gin_p2p.seat import Seat
from tests.helpers.arena import Arena, Scenario
from tests.helpers.processes import playing


def play() -> tuple[Arena, float]:
    """Play a match of the standard game between two simple players; answer it and its CPU seconds."""
    scenario = Scenario(replace(preset("standard"), target=100), label="benchmark")
    arena = Arena.of(scenario)
    bots = [seeded_bot("simple", bytes([seat])) for seat in Seat]
    start = time.process_time()
    arena.sit().play(lambda view: bots[view.seat].move(view))
    return arena, time.process_time() - start


def deal_cost_ms(n_deals: int) -> float:
    """Answer the CPU milliseconds of one whole deal, both seats: from the first key to the first move."""
    costs: list[float] = []
    for number in range(n_deals):
        scenario = Scenario(preset("standard"), label=f"deal {number}")
        arena = Arena.of(scenario)
        start = time.process_time()
        arena.sit()
        costs.append(time.process_time() - start)
    return 1000 * min(costs)


def discard_cost_ms(arena: Arena) -> float:
    """Answer the CPU milliseconds of a discard, made, heard by its own seat and judged by the other."""
    sessions = replay_sessions(arena)
    costs: list[float] = []
    for heard, frame in zip(arena.heard, arena.frames, strict=True):
        if isinstance(heard.message, say.Throw) and len(costs) < 30:
            speaker, listener = sessions[heard.seat], sessions[heard.seat.other]
            start = time.process_time()
            speaker._player.say_move(speaker.table, discard_of(heard), speaker._referee.moment)
            speaker.restore(frame)
            listener.restore(frame)
            costs.append(time.process_time() - start)
        else:
            for session in sessions:
                session.restore(frame)
    return 1000 * min(costs)


def discard_of(heard: Heard) -> Discard:
    return Discard(heard.after.hand.pile[len(heard.before.hand.pile)])


def replay_sessions(arena: Arena) -> list[Session]:
    return [arena.scenario.seated(seat) for seat in Seat]


def process_cpu_ms(run: Callable[[], object]) -> float:
    """Answer the CPU milliseconds of the children that a call starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def gin(*words: str) -> None:
    with tempfile.TemporaryDirectory() as home:
        subprocess.run(
            [sys.executable, "-m", "gin_p2p", *words],
            env=os.environ | {"GIN_HOME": home},
            capture_output=True,
            check=False,
        )


def host_until_its_line() -> None:
    words = ("host", "--port", "0", "--bind", "127.0.0.1", "--bot", "simple")
    with tempfile.TemporaryDirectory() as home, playing(Path(home), *words) as host:
        host.wait_for("join_line")


def seat_memory_mb() -> float:
    """Answer the resident megabytes of a seat in the middle of a match."""
    words = ("host", "--port", "0", "--bind", "127.0.0.1", "--bot", "simple", "--yes")
    with tempfile.TemporaryDirectory() as home, playing(Path(home) / "a", *words) as host:
        line = str(host.wait_for("join_line")["line"])
        with playing(Path(home) / "b", "join", line, "--bot", "simple", "--yes") as guest:
            guest.wait_for("host")
            time.sleep(5)
            status = Path(f"/proc/{guest.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def row(name: str, value: float, unit: str, aim: str) -> None:
    print(f"{name:<52} {value:9.1f} {unit:<4} aim {aim}")


def main() -> None:
    arena, _ = play()
    n_hands = arena.heard[-1].after.playing.n_deals
    row("a whole deal, both seats", deal_cost_ms(8), "ms", "100")
    row("a discard, made and judged, both seats", discard_cost_ms(arena), "ms", "")
    start = time.process_time()
    audit(arena.frames)
    cost_s = time.process_time() - start
    row("audit, hands a second", n_hands / cost_s, "/s", "10")
    row("audit, frames a second", len(arena.frames) / cost_s, "/s", "")
    row("bytes a hand", sum(map(len, arena.frames)) / n_hands / 1000, "kB", "65")
    row("frames a hand", len(arena.frames) / n_hands, "", "")
    row("resident memory of a seat", seat_memory_mb(), "MB", "60")
    row("gin --help, CPU", min(process_cpu_ms(lambda: gin("--help")) for _ in range(5)), "ms", "150")
    row(
        "gin host up to its join line, CPU",
        min(process_cpu_ms(host_until_its_line) for _ in range(5)),
        "ms",
        "500",
    )
    start = time.perf_counter()
    gin("demo")
    row("gin demo to 100, wall", time.perf_counter() - start, "s", "20")


if __name__ == "__main__":
    main()
