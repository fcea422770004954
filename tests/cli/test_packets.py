"""Does a match come through what a network does to packets?

Two programs in two network namespaces, joined by a cable that is cut, blocked one way, made slow or lossy, or moved to
another address. Skipped, with the reason, where the machine does not allow that.
"""

import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.paused import BOT, wait_for_bytes
from tests.helpers.processes import WAIT_S, Player, playing, run_gin

HOST = "10.78.0.1"
GUEST = "10.78.0.2"
MOVED = "10.78.0.3"
A, B = "gin-pa", "gin-pb"
VA, VB = "gin-pva", "gin-pvb"

pytestmark = pytest.mark.slow


def sh(command: str, *, needed: bool = True) -> bool:
    """Run one command of the machine; skip the test where a needed one is not allowed."""
    done = subprocess.run(command.split(), capture_output=True, text=True, check=False)
    if done.returncode and needed:
        pytest.skip(f"`{command}` is not possible here: {done.stderr.strip()}")
    return not done.returncode


@contextmanager
def cable() -> Iterator[None]:
    """Two hosts joined by a cable."""
    if shutil.which("ip") is None:
        pytest.skip("no `ip` on this machine")
    try:
        sh(f"ip netns add {A}")
        sh(f"ip netns add {B}")
        sh(f"ip link add {VA} netns {A} type veth peer name {VB} netns {B}")
        sh(f"ip -n {A} addr add {HOST}/24 dev {VA}")
        sh(f"ip -n {B} addr add {GUEST}/24 dev {VB}")
        for name, device in ((A, VA), (B, VB), (A, "lo"), (B, "lo")):
            sh(f"ip -n {name} link set {device} up")
        yield
    finally:
        for name in (A, B):
            sh(f"ip netns del {name}", needed=False)


@dataclass(frozen=True)
class Weather:
    """What happens to the cable.

    Attributes:
        begin: makes it bad.
        end: makes it good again.
        lasts_s: for so long.
        breaks: whether the line has to be lost by it, and come back.
    """

    begin: Callable[[], object]
    end: Callable[[], object]
    lasts_s: float
    breaks: bool


def routes(*pairs: tuple[str, str]) -> tuple[Callable[[], object], Callable[[], object]]:
    """Let packets to an address vanish in a namespace."""

    def begin() -> None:
        for name, address in pairs:
            sh(f"ip -n {name} route add blackhole {address}/32")

    def end() -> None:
        for name, address in pairs:
            sh(f"ip -n {name} route del blackhole {address}/32")

    return begin, end


def queue(words: str) -> tuple[Callable[[], object], Callable[[], object]]:
    """Put a queueing discipline on both ends."""
    ends = ((A, VA), (B, VB))

    def begin() -> None:
        if shutil.which("tc") is None:
            pytest.skip("no `tc` on this machine")
        for name, device in ends:
            sh(f"tc -n {name} qdisc add dev {device} root {words}")

    def end() -> None:
        for name, device in ends:
            sh(f"tc -n {name} qdisc del dev {device} root")

    return begin, end


def move() -> None:
    sh(f"ip -n {B} addr add {MOVED}/24 dev {VB}")
    sh(f"ip -n {B} addr del {GUEST}/24 dev {VB}")
    sh(f"ip -n {B} addr add {MOVED}/24 dev {VB}", needed=False)  # it goes with the first one


WEATHER = {
    "a blackhole of 20 s": Weather(*routes((A, GUEST), (B, HOST)), 20, breaks=True),
    "a blackhole of 6 s": Weather(*routes((A, GUEST), (B, HOST)), 6, breaks=False),
    "nothing from the guest for 20 s": Weather(*routes((B, HOST)), 20, breaks=True),
    "nothing from the host for 20 s": Weather(*routes((A, GUEST)), 20, breaks=True),
    "every fifth packet lost": Weather(*queue("netem loss 20%"), 15, breaks=False),
    "a slow link": Weather(*queue("tbf rate 16kbit burst 4kb latency 4s"), 15, breaks=False),
    "another address of the guest": Weather(move, lambda: None, 20, breaks=True),
}


def n_back(player: Player) -> int:
    """Read what has come, and count how often the line stood again."""
    player.drain()
    return sum(1 for row in player.events if row["event"] == "line" and row.get("state") == "back")


@pytest.mark.parametrize("name", WEATHER)
def test_a_match_comes_through(name: str, tmp_path: Path) -> None:
    weather = WEATHER[name]
    with cable():
        left, right = (("ip", "netns", "exec", which) for which in (A, B))
        words = ("host", "--bind", HOST, "--name", "alice", "--set", "format=hands", "--set", "hands=500")
        with playing(tmp_path / "alice", *words, *BOT, prefix=left) as alice:
            line = str(alice.wait_for("join_line")["line"])
            with playing(tmp_path / "bob", "join", line, "--name", "bob", *BOT, prefix=right) as bob:
                bob.wait_for("line")
                (journal,) = wait_for_journal(bob)
                wait_for_bytes(journal, 20_000, bob)
                weather.begin()
                time.sleep(weather.lasts_s)
                before = n_back(bob)
                weather.end()
                wait_for_bytes(journal, 20_000, bob)
                assert (n_back(bob) > before or n_back(bob) > 1) == weather.breaks
                for player in (alice, bob):
                    player.signal(signal.SIGTERM)
                assert (alice.finish(), bob.finish()) == (143, 143)
    for home in (tmp_path / "alice", tmp_path / "bob"):
        (path,) = (home / "matches").glob("*.gin")
        assert run_gin(home, "audit", str(path)).returncode == 5


def wait_for_journal(player: Player) -> list[Path]:
    deadline = time.monotonic() + WAIT_S
    while not player.journals():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return player.journals()
