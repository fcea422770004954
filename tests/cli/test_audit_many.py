"""Does an audit of many records, on all cores, say the same as of each by itself, and can it be stopped?"""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from gin_p2p.cli.audit import Asked, audit_command
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.many import MAX_JOBS, WORTH_BYTES, each, n_cores, n_jobs_for
from gin_p2p.cli.output import Output
from gin_p2p.crypto.identity import key_print
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import save_identity
from gin_p2p.seat import Seat
from tests.helpers.records import MemoReferee, closed_file, file_of, one_hand

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Each test has its own player, who has met nobody, and remembers proofs that held."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    monkeypatch.setenv("GIN_HOME", str(tmp_path_factory.mktemp("home")))
    return Home.find()


class Tty(io.StringIO):
    """A terminal that remembers what it was sent."""

    def isatty(self) -> bool:
        return True


def audited(asked: Asked, *, err: io.StringIO | None = None, is_json: bool = False) -> tuple[Exit, str, str]:
    out, err = io.StringIO(), err or io.StringIO()
    code = audit_command(asked, Output(is_json=is_json, out=out, err=err))
    return code, out.getvalue(), err.getvalue()


def library(folder: Path, n_files: int = 3) -> list[Path]:
    """Records, the last of them unfinished, in a folder and one below it."""
    below = folder / "below"
    below.mkdir()
    paths = [folder / "a.gin", *(below / f"{n}.gin" for n in range(1, n_files))]
    for path in paths[:-1]:
        path.write_bytes(closed_file())
    paths[-1].write_bytes(file_of(one_hand().frames[:9]))
    (folder / "notes.txt").write_text("no record")
    (below / ".half.gin").write_text("no record yet")
    return paths


def processes_of(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children")
    return [int(word) for word in children.read_text().split()]


# Folders


def test_a_folder_stands_for_every_record_in_it_and_below(tmp_path: Path) -> None:
    paths = library(tmp_path)
    (tmp_path / "round").symlink_to(tmp_path)
    code, out, _ = audited(Asked([str(tmp_path)]), is_json=True)
    rows = [json.loads(line) for line in out.splitlines()]
    assert code is Exit.UNFINISHED
    assert [row["file"] for row in rows] == [str(path) for path in paths]


def test_a_folder_without_records_cannot_be_judged(tmp_path: Path) -> None:
    code, out, _ = audited(Asked([str(tmp_path)]))
    assert code is Exit.CANNOT_JUDGE
    assert "no record lies in this folder" in " ".join(out.split())


# Who must have signed


def test_an_expected_key_that_signed_is_no_trouble(tmp_path: Path) -> None:
    paths = library(tmp_path)[:1]
    for seat in Seat:
        key = key_print(one_hand().identities[seat].public)
        code, out, _ = audited(Asked([str(paths[0])], expected=key.upper()))
        assert (code, "REFUSED" in out) == (Exit.DONE, False)


def test_an_expected_key_that_nobody_has_is_refused(tmp_path: Path) -> None:
    (path, *_) = library(tmp_path)
    stranger = key_print(bytes(31) + b"\1")
    code, out, _ = audited(Asked([str(path)], expected=stranger))
    assert code is Exit.REFUSED
    assert f"REFUSED: neither seat has the key {stranger}" in out.splitlines()
    code, out, _ = audited(Asked([str(path)], expected=stranger), is_json=True)
    assert json.loads(out)["expected"] is False


def test_a_key_that_the_host_only_names_has_signed_nothing(tmp_path: Path) -> None:
    path = tmp_path / "offer.gin"
    path.write_bytes(file_of(one_hand().frames[:1]))
    host, guest = (key_print(identity.public) for identity in one_hand().identities)
    assert audited(Asked([str(path)], expected=host))[0] is Exit.UNFINISHED
    assert audited(Asked([str(path)], expected=guest))[0] is Exit.REFUSED


def test_what_is_proven_wrong_is_worse_than_a_stranger(tmp_path: Path) -> None:
    bad = tmp_path / "bad.gin"
    bad.write_bytes(closed_file() + b"\0")
    none = tmp_path / "none.gin"
    stranger = key_print(bytes(31) + b"\1")
    assert audited(Asked([str(bad)], expected=stranger))[0] is Exit.PROVEN_WRONG
    assert audited(Asked([str(none)], expected=stranger))[0] is Exit.CANNOT_JUDGE


def test_an_expected_key_that_is_none_is_a_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--expect-key: a key print has 28 letters"):
        audited(Asked([str(tmp_path)], expected="abc"))


def test_programs_are_told_whom_we_know(home: Home, tmp_path: Path) -> None:
    home.prepare()
    save_identity(home.identity, one_hand().identities[Seat.HOST])
    (path, *_) = library(tmp_path)
    _, out, _ = audited(Asked([str(path)]), is_json=True)
    host, guest = json.loads(out)["players"]
    assert (host["is_me"], host["known_as"], guest["is_me"], guest["known_as"]) == (True, None, False, None)


# In plain words


def test_explaining_tells_what_is_proven_and_what_never_can_be(tmp_path: Path) -> None:
    (path, *_) = library(tmp_path)
    _, out, _ = audited(Asked([str(path)], explain=True))
    assert "What each check proves" in out
    assert "What no file can prove" in out
    assert max(map(len, out.splitlines())) <= 79


# How far it is


def test_a_terminal_shows_how_far_it_is_and_keeps_nothing_of_it(tmp_path: Path) -> None:
    library(tmp_path)
    _, out, err = audited(Asked([str(tmp_path)]), err=Tty())
    assert "[##########--------------------] 1 of 3 files" in err
    assert err.endswith("\r")
    assert "\r" not in out


def test_one_long_record_shows_how_much_of_it_is_read(tmp_path: Path) -> None:
    (path, *_) = library(tmp_path)
    code, _, err = audited(Asked([str(path)]), err=Tty())
    assert code is Exit.DONE
    assert " 50 %" in err


def test_one_record_that_is_not_there_is_told_on_a_terminal_too(tmp_path: Path) -> None:
    code, out, _ = audited(Asked([str(tmp_path / "none.gin")]), err=Tty())
    assert code is Exit.CANNOT_JUDGE
    assert "no such file" in out


@pytest.mark.parametrize(("name", "value"), [("TERM", "dumb"), ("GIN_PLAIN", "1")])
def test_no_line_moves_where_none_can_or_none_is_wanted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str
) -> None:
    library(tmp_path)
    assert audited(Asked([str(tmp_path)]))[2] == ""
    monkeypatch.setenv(name, value)
    assert audited(Asked([str(tmp_path)]), err=Tty())[2] == ""


# Processes


def test_few_small_records_are_not_worth_a_process(tmp_path: Path) -> None:
    small, large = tmp_path / "small.gin", tmp_path / "large.gin"
    small.write_bytes(b"x")
    with large.open("wb") as file:
        file.truncate(WORTH_BYTES)
    assert n_jobs_for([small, None, tmp_path], 4) == 1
    assert n_jobs_for([small, large, None], 2) == 2
    assert n_jobs_for([large], None) == 1
    assert n_jobs_for([large] * 1000, None) == n_cores()


@pytest.mark.parametrize("jobs", [0, -1, MAX_JOBS + 1])
def test_impossible_numbers_of_jobs_are_refused(jobs: int) -> None:
    with pytest.raises(UsageError, match="--jobs takes 1 to 256"):
        n_jobs_for([], jobs)


@pytest.mark.slow
def test_processes_answer_in_order_and_are_gone_afterwards() -> None:
    before = set(processes_of(os.getpid()))
    assert list(each(abs, range(-20, 0), 2)) == list(range(20, 0, -1))
    answers = each(abs, range(100), 2)
    assert next(answers) == 0
    answers.close()  # type: ignore[attr-defined]  # a generator, whose reader has had enough
    left = [pid for pid in processes_of(os.getpid()) if pid not in before]
    assert all("resource_tracker" in Path(f"/proc/{pid}/cmdline").read_text() for pid in left)


@pytest.mark.slow
def test_a_process_that_is_killed_is_told_and_not_waited_for() -> None:
    with pytest.raises(NoRecordError, match="was killed"):
        list(each(os._exit, [1, 1], 2))


def run(arguments: Sequence[str], home: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "gin_p2p", *arguments],
        cwd=ROOT,
        env=os.environ | {"GIN_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_audit_ends_all_its_processes(tmp_path: Path, number: int, code: int) -> None:
    big = closed_file()
    for name in range(200):
        (tmp_path / f"{name}.gin").write_bytes(big)
    process = run(["audit", "--jobs", "2", "--json", str(tmp_path)], tmp_path / "home")
    assert process.stdout is not None
    assert json.loads(process.stdout.readline())["event"] == "audit"
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does
    else:
        process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in err
    assert json.loads(out.splitlines()[-1])["exit"] == code
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
    else:
        raise AssertionError("a process was left behind")


@pytest.mark.slow
def test_processes_find_what_one_process_finds(tmp_path: Path) -> None:
    for name in range(WORTH_BYTES // len(closed_file()) + 1):
        (tmp_path / f"{name:03}.gin").write_bytes(closed_file())
    (tmp_path / "bad.gin").write_bytes(closed_file() + b"\0")
    outs = []
    for jobs in ("1", "2"):
        process = run(["audit", "--jobs", jobs, str(tmp_path)], tmp_path / "home")
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (6, "")
        outs.append(out)
    assert outs[0] == outs[1]
