"""Does a running match of two programs notice the strangers who call its host?"""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.helpers.processes import playing
from tests.helpers.strangers import KINDS, call, refusal_ms

HOST = ("host", "--port", "0", "--bind", "127.0.0.1", "--bot", "simple", "--yes", "--to", "30")
GUEST = ("--bot", "simple", "--yes")
LONGEST_MS = 5000.0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="callers need loopback addresses of their own")
def test_thirty_strangers_at_once_of_every_kind_touch_no_running_match(tmp_path: Path) -> None:
    with playing(tmp_path / "host", *HOST) as host:
        line = str(host.wait_for("join_line")["line"])
        port = int(line.rpartition(":")[2])
        with playing(tmp_path / "guest", "join", line, *GUEST) as guest:
            host.wait_for("guest")
            silent = [call(port, f"127.0.0.{number}") for number in (101, 102)]
            with ThreadPoolExecutor(30) as pool:
                calls = [
                    pool.submit(refusal_ms, port, f"127.0.0.{number + 2}", talk)
                    for number in range(30)
                    for talk in [list(KINDS.values())[number % len(KINDS)]]
                ]
                times = [one.result() for one in calls]
            assert host.is_running()
            assert (host.finish(), guest.finish()) == (0, 0)
            for connection in silent:
                connection.close()
        (ours,), (theirs,) = host.records(), guest.records()
    assert max(times) < LONGEST_MS
    assert ours.read_bytes() == theirs.read_bytes()
    assert not any("Traceback" in text for text in host.text)
