"""Does any secret leave the two files that hold them, whatever happens?"""

import ast
import json
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gin_p2p.protocol import messages as say
from gin_p2p.seat import Seat
from tests.helpers.cheating import Honest
from tests.helpers.leaks import Secret, leaks_below, leaks_in, objects_from, secrets_of
from tests.helpers.processes import Player, playing
from tests.helpers.stories import story

HOST = ("host", "--port", "0", "--bind", "127.0.0.1", "--bot", "simple", "--yes", "--to", "1")
GUEST = ("--bot", "simple", "--yes")
FAULTY = "tests.helpers.faulty"
needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="no modes")


@contextmanager
def two(folder: Path, fault: str = "", prefix: tuple[str, ...] = ()) -> Iterator[tuple[Player, Player]]:
    """Two players; the host's program may have a fault."""
    words, module = ((fault, *HOST), FAULTY) if fault else (HOST, "gin_p2p")
    with playing(folder / "host", *words, prefix=prefix, module=module) as host:
        line = str(host.wait_for("join_line")["line"])
        with playing(folder / "guest", "join", line, *GUEST, prefix=prefix) as guest:
            yield host, guest


def all_secrets(folder: Path) -> list[Secret]:
    return [*secrets_of(folder / "host"), *secrets_of(folder / "guest")]


def started_with(player: Player) -> list[bytes]:
    """The arguments and the environment of a process, where the system shows them."""
    paths = [Path(f"/proc/{player.pid}/{name}") for name in ("cmdline", "environ")]
    return [path.read_bytes() for path in paths if path.exists()]


def check_nothing_leaked(folder: Path, *players: Player) -> None:
    secrets = all_secrets(folder)
    assert len(secrets) >= 12
    assert leaks_below(folder, secrets) == {}
    for player in players:
        said = json.dumps(player.events) + "\n".join(player.text)
        assert leaks_in(said.encode(), secrets) == []


def test_the_search_finds_a_secret_in_every_way_it_can_be_written() -> None:
    data = bytes(range(7, 39))
    secret = Secret("seed", data)
    hidden = [b"x" + way + b"y" for way in secret.ways()]
    assert all(leaks_in(text, [secret]) == ["seed"] for text in hidden)
    assert leaks_in(b"nothing of it", [secret]) == []


def test_a_played_match_leaves_secrets_in_the_identity_and_the_secret_file_only(tmp_path: Path) -> None:
    with two(tmp_path) as (host, guest):
        guest.wait_for("host")
        seen = [text for player in (host, guest) for text in started_with(player)]
        assert (host.finish(), guest.finish()) == (0, 0)
    check_nothing_leaked(tmp_path, host, guest)
    assert all(leaks_in(text, all_secrets(tmp_path)) == [] for text in seen)
    (kept,) = (tmp_path / "host" / "matches").glob("*.secret")
    assert "seed" in leaks_in(kept.read_bytes(), all_secrets(tmp_path))


def test_a_crash_within_the_deal_writes_no_secret_into_its_log(tmp_path: Path) -> None:
    with two(tmp_path, "crash") as (host, guest):
        assert host.finish() == 1
        guest.signal(15)
        guest.finish()
    (log,) = (tmp_path / "host").rglob("crash-*.txt")
    text = log.read_text()
    assert "RuntimeError: as if the program were wrong: SecretScalar(hidden)" in text
    assert str(log) in "\n".join(host.text)
    check_nothing_leaked(tmp_path, host, guest)


@pytest.mark.slow
def test_a_full_disk_within_the_deal_ends_with_5_and_tells_no_secret(tmp_path: Path) -> None:
    with two(tmp_path, "disk") as (host, guest):
        assert host.finish() == 5
        guest.signal(15)
        guest.finish()
    assert any("cannot be written" in line for line in host.text)
    check_nothing_leaked(tmp_path, host, guest)


def test_no_object_of_a_running_match_shows_a_secret(tmp_path: Path) -> None:
    told = story("turns")
    sitting = Honest(told, told.find(say.Throw), Seat.GUEST, tmp_path).sitting()
    seed = told.scenario.seed_of(Seat.GUEST)
    secrets = [
        Secret("identity", told.scenario.identities[Seat.GUEST].private_bytes()),
        Secret("seed", seed.secret_bytes),
        Secret("key", seed.deal_key(1).private_bytes()),
    ]
    reached = list(objects_from(sitting))
    assert {"MatchSeed", "Identity", "Stacked", "Prover", "Table"} <= {type(one).__name__ for one in reached}
    shown = "\n".join(f"{one!r} {one}" for one in reached)
    assert leaks_in(shown.encode(), secrets) == []


@needs_modes
@pytest.mark.slow
def test_no_umask_opens_a_file_to_others(tmp_path: Path) -> None:
    prefix = ("sh", "-c", 'umask 000; exec "$@"', "sh")
    for name in ("host", "guest"):
        (tmp_path / name).mkdir(mode=0o700)
    with two(tmp_path, prefix=prefix) as (host, guest):
        assert (host.finish(), guest.finish()) == (0, 0)
    paths = [path for name in ("host", "guest") for path in (tmp_path / name).rglob("*")]
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in paths}
    assert any(path.name.endswith(".secret") for path in paths)
    for path, mode in modes.items():
        if path.is_dir():
            assert mode == 0o700, path
        elif path.parent.name == "records" or (path.parent.name == "matches" and path.suffix == ".gin"):
            assert mode in {0o600, 0o644}, path  # a closed record is for everybody
        else:
            assert mode == 0o600, path


def test_a_child_of_the_program_is_told_nothing_by_its_arguments_or_environment() -> None:
    root = Path(__file__).parents[2] / "gin_p2p"
    passed = {
        (path.name, keyword.arg)
        for path in root.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("subprocess.")
        for keyword in node.keywords
    }
    assert {arg for _, arg in passed} <= {
        "stdin",
        "stdout",
        "stderr",
        "text",
        "env",
        "encoding",
        "start_new_session",
    }
