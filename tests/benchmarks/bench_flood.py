"""What does a flood of strangers cost a host? `python -m tests.benchmarks.bench_flood`

A real host process on loopback. Each kind of caller comes from an address of its own, as the limit of calls counts by
address; figures of the process are read from /proc, so Linux only.
"""

import os
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

from gin_p2p.net.channel import ALPN
from gin_p2p.net.limits import CALLS
from gin_p2p.protocol.codec import pack
from tests.helpers.processes import Player, playing, run_gin

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


def call(port: int, source: str) -> socket.socket:
    raw = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(source, 0))
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else the caller waits, not the host
    return raw


def secured(raw: socket.socket, alpn: str | None = ALPN) -> ssl.SSLSocket:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if alpn is not None:
        context.set_alpn_protocols([alpn])
    return context.wrap_socket(raw)


def sending(data: bytes) -> Callable[[socket.socket], socket.socket]:
    """A caller who speaks no TLS."""

    def talk(raw: socket.socket) -> socket.socket:
        raw.sendall(data)
        return raw

    return talk


def framed(data: bytes) -> Callable[[socket.socket], socket.socket]:
    """A caller who speaks TLS for gin, and then sends this."""

    def talk(raw: socket.socket) -> socket.socket:
        stream = secured(raw)
        stream.sendall(data)
        return stream

    return talk


def prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(4) + data


KINDS: Final[dict[str, Callable[[socket.socket], socket.socket]]] = {
    "GET / HTTP/1.1": sending(b"GET / HTTP/1.1\r\nHost: gin\r\n\r\n"),
    "200 zero bytes": sending(bytes(200)),
    "an ssh client": sending(b"SSH-2.0-OpenSSH_9.6\r\n"),
    "TLS for another purpose": lambda raw: secured(raw, None),
    "TLS, 2 GiB announced": framed((2**31).to_bytes(4)),
    "TLS, 2 KiB of nonsense": framed(prefixed(bytes(2048))),
    "TLS, nested arrays": framed(prefixed(b"\x91" * 2000)),
    "TLS, no common version": framed(prefixed(pack(("gin-p2p", (999,), bytes(32))))),
}


def refusal_ms(port: int, source: str, talk: Callable[[socket.socket], socket.socket]) -> float:
    """Answer how long the host takes until it has closed the connection of such a caller."""
    start = time.perf_counter()
    with call(port, source) as raw:
        try:
            stream = talk(raw)
            while stream.recv(4096):
                pass
        except OSError:
            pass  # a reset is a refusal too
    return 1000 * (time.perf_counter() - start)


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
