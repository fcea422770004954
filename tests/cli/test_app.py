"""Does every command line end in one exit code, one line and, for programs, one `done`?"""

import errno
import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from gin_p2p.cli.app import parse
from gin_p2p.cli.exits import Exit, Stopped, UsageError
from gin_p2p.cli.failures import Failure, failure_of
from gin_p2p.cli.output import Job, Output
from gin_p2p.cli.running import run, version, wants_json
from gin_p2p.net import errors as net
from gin_p2p.protocol.judgement import BadFrame, Rule, Violation
from gin_p2p.protocol.session import Equivocation
from gin_p2p.record.crashlog import write_crash_log
from gin_p2p.record.errors import FileRefusedError, JournalError, NoRecordError
from gin_p2p.record.home import Home
from gin_p2p.seat import Seat

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Home:
    monkeypatch.setenv("GIN_HOME", str(tmp_path))
    return Home.find()


def job_of(error: BaseException | None) -> Job:
    def job(output: Output) -> Exit:
        output.say("begun")
        if error is not None:
            raise error
        return Exit.DONE

    return job


def ran(arguments: Sequence[str], error: BaseException | None = None) -> Exit:
    """Run a job that fails so."""
    return run(lambda words: job_of(error), arguments)


def gin(*arguments: str, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    command = [sys.executable, "-m", "gin_p2p", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, env=env)


def done_of(text: str) -> dict[str, Any]:
    """The last object; there is one `done` only."""
    rows = [json.loads(line) for line in text.splitlines()]
    assert [row["event"] for row in rows].count("done") == 1
    last: dict[str, Any] = rows[-1]
    assert last["event"] == "done"
    return last


# The command line


def test_bare_gin_prints_three_lines() -> None:
    done = gin()
    assert (done.returncode, len(done.stdout.splitlines()), done.stderr) == (0, 3, "")


def test_help_names_every_command() -> None:
    done = gin("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for command in ("audit", "host", "join", "demo"):
        assert f"\n  {command} " in done.stdout
    assert gin("audit", "-h").stdout.startswith("Usage: gin audit ")


def test_the_version_is_printed() -> None:
    done = gin("--version", "--json")
    assert json.loads(done.stdout.splitlines()[0])["version"] == version()
    assert done.stderr == f"gin {version()}\n"
    assert gin("--version").stdout == f"gin {version()}\n"


@pytest.mark.parametrize("arguments", [("audit",), ("frob",), ("--nope",), ("audit", "--nope", "x")])
def test_a_line_that_is_not_understood_is_usage(arguments: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="--help"):
        parse(arguments)


def test_usage_says_one_line_and_ends_in_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(parse, ["frob", "--json"]) is Exit.USAGE
    out, err = capsys.readouterr()
    assert done_of(out) | {"t": 0} == {
        "v": 1,
        "event": "done",
        "t": 0,
        "ok": False,
        "exit": 2,
        "error": "E-USAGE",
    }
    assert err == "No such command 'frob'. Try `gin --help`.\n"


def test_help_is_for_people_even_where_a_program_reads(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(parse, ["audit", "--help", "--json"]) is Exit.DONE
    out, err = capsys.readouterr()
    assert done_of(out)["exit"] == 0
    assert "Usage: gin audit" in err


def test_a_file_may_be_called_like_the_flag() -> None:
    assert wants_json(["audit", "--json", "x"])
    assert not wants_json(["audit", "--", "--json"])
    assert not wants_json(["audit", "x"])


def test_a_parser_that_was_interrupted_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gin_p2p.cli.app.app", lambda *_, **__: 130)
    with pytest.raises(Stopped) as stopped:
        parse([])
    assert stopped.value.code is Exit.INTERRUPTED


def test_the_completion_of_a_shell_is_answered() -> None:
    done = gin(env=os.environ | {"_GIN_COMPLETE": "complete_bash", "COMP_WORDS": "gin au", "COMP_CWORD": "1"})
    assert (done.returncode, done.stdout.split()) == (0, ["audit"])


@pytest.mark.parametrize("arguments", ["--help", "audit --help", "--version", "", "frob"])
def test_help_and_its_like_load_nothing_heavy(arguments: str) -> None:
    code = (
        "import sys\nfrom gin_p2p.cli.app import parse, run\n"
        f"code = run(parse, {arguments.split()!r})\n"
        "heavy = {'trio', 'textual', 'rich', 'cryptography', 'msgpack', 'btclib_secp256k1', 'ssl'}\n"
        "sys.exit(str(heavy & sys.modules.keys()) if heavy & sys.modules.keys() else int(code))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == (2 if arguments == "frob" else 0), done.stderr


# Errors and their codes


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (None, Exit.DONE),
        (UsageError("no"), Exit.USAGE),
        (net.JoinLineError("no"), Exit.USAGE),
        (net.NoAnswer("no"), Exit.NO_CONNECTION),
        (net.PortTaken("no"), Exit.NO_CONNECTION),
        (net.WrongKey("no"), Exit.REFUSED),
        (net.Refused("busy"), Exit.REFUSED),
        (net.VersionMismatch((1,), "2"), Exit.REFUSED),
        (FileRefusedError(Path("identity"), "can be read by others"), Exit.REFUSED),
        (JournalError("disk full"), Exit.UNFINISHED),
        (BadFrame(3, Rule.FRAME), Exit.UNFINISHED),
        (Violation(Seat.HOST, 3, Rule.DIGEST), Exit.PROVEN_WRONG),
        (Equivocation(Seat.HOST, 3, b""), Exit.PROVEN_WRONG),
        (net.Fork(3, b""), Exit.PROVEN_WRONG),
        (NoRecordError("no such file"), Exit.CANNOT_JUDGE),
        (KeyboardInterrupt(), Exit.INTERRUPTED),
        (Stopped(Exit.TERMINATED), Exit.TERMINATED),
        (Stopped(Exit.HANGUP), Exit.HANGUP),
        (
            ExceptionGroup("tasks", [net.PeerLost("a"), ExceptionGroup("b", [JournalError("c")])]),
            Exit.NO_CONNECTION,
        ),
        (BaseExceptionGroup("tasks", [net.PeerLost("a"), KeyboardInterrupt()]), Exit.INTERRUPTED),
        (ZeroDivisionError(), Exit.BUG),
        (ExceptionGroup("tasks", [net.PeerLost("a"), ZeroDivisionError()]), Exit.BUG),
    ],
    ids=repr,
)
def test_every_error_ends_in_its_code_one_line_at_most_and_one_done(
    error: BaseException | None, code: Exit, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ran(["--json"], error) is code
    out, err = capsys.readouterr()
    done = done_of(out)
    assert (done["exit"], done["ok"]) == (code, code is Exit.DONE)
    assert len(err.removeprefix("begun\n").splitlines()) <= 1
    assert ran([], error) is code
    assert capsys.readouterr().out == "begun\n"


def test_an_error_has_its_stable_name() -> None:
    assert failure_of(net.PortTaken("Port 4477 is taken.")) == Failure(
        Exit.NO_CONNECTION, "Port 4477 is taken.", "E-PORT"
    )


def test_what_an_error_quotes_is_shown_inert() -> None:
    failure = failure_of(net.Refused("bad\x1b[2J"))
    assert failure is not None
    failure = failure_of(NoRecordError("\x1b[2J.gin: no such file"))
    assert failure is not None
    assert failure.text == r"\x1b[2J.gin: no such file"


# A bug


def test_a_bug_is_admitted_in_one_line_and_its_log_shows_no_values(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(output: Output) -> Exit:
        secret_key = "x" + "yz" * 3
        return Exit(len(secret_key) // 0)

    assert run(lambda words: broken, []) is Exit.BUG
    out, err = capsys.readouterr()
    (log,) = home.log.iterdir()
    assert (out, err) == ("", f"This is a bug in gin (ZeroDivisionError). Please report it with {log}\n")
    text = log.read_text()
    assert "ZeroDivisionError" in text
    assert "xyzyzyz" not in text
    assert log.stat().st_mode & 0o77 == 0


def test_a_bug_whose_log_cannot_be_kept_is_still_one_line(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("GIN_HOME", str(blocked / "home"))
    assert ran([], ZeroDivisionError()) is Exit.BUG
    err = capsys.readouterr().err
    assert err.startswith("This is a bug in gin (ZeroDivisionError). Its log cannot be kept: ")
    assert len(err.splitlines()) == 1


def test_a_crash_log_that_exists_is_not_overwritten(home: Home) -> None:
    now = datetime(2026, 1, 2, tzinfo=UTC)
    write_crash_log(home, ValueError("a"), "1", now)
    with pytest.raises(FileRefusedError, match="cannot be written"):
        write_crash_log(home, ValueError("b"), "1", now)


# Streams


class Closed(io.StringIO):
    """A stream that cannot be written any more, over a real file descriptor."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number
        self.descriptor = os.dup(1)

    def fileno(self) -> int:
        return self.descriptor

    def flush(self) -> None:
        raise OSError(self._number, os.strerror(self._number))


def test_a_closed_pipe_is_quiet() -> None:
    out, err = Closed(errno.EPIPE), io.StringIO()
    output = Output(is_json=False, out=out, err=err)
    output.say("one")
    output.say("two")
    assert (out.getvalue(), err.getvalue(), output.trouble) == ("one\n", "", "")
    os.close(out.descriptor)


def test_a_full_disk_is_named() -> None:
    out, err = Closed(errno.ENOSPC), io.StringIO()
    output = Output(is_json=True, out=out, err=err, now=lambda: 1.0)
    output.event("x")
    assert output.trouble == os.strerror(errno.ENOSPC)
    os.close(out.descriptor)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_not_success() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "gin_p2p", "--version"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert done.returncode == Exit.UNFINISHED
    assert done.stderr == f"The output cannot be written ({os.strerror(errno.ENOSPC)}).\n"


def test_a_reader_that_leaves_keeps_the_exit_code_and_hears_nothing_more() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-X", "dev", "-m", "gin_p2p", "audit", "nowhere.gin"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (Exit.CANNOT_JUDGE, "")


def test_no_stream_at_all_is_no_trouble() -> None:
    output = Output(is_json=False, out=None, err=None)
    output.say("nobody reads this")
    output.complain("nor this")
    assert output.trouble == ""


def test_objects_are_one_line_of_harmless_ascii() -> None:
    out = io.StringIO()
    output = Output(is_json=True, out=out, err=None, now=lambda: 1.2345)
    output.event("act", card="♥\x7f\x1b\n\udc80")
    assert out.getvalue() == (
        '{"v": 1, "event": "act", "t": 1.234, "card": "\\u2665\\u007f\\u001b\\n\\udc80"}\n'
    )


# Signals


@pytest.mark.parametrize(
    ("name", "code"), [("SIGTERM", Exit.TERMINATED), ("SIGHUP", Exit.HANGUP), ("SIGINT", Exit.INTERRUPTED)]
)
def test_a_signal_ends_the_job_in_its_code(name: str, code: Exit, capsys: pytest.CaptureFixture[str]) -> None:
    def job(output: Output) -> Exit:
        signal.raise_signal(getattr(signal, name))
        raise AssertionError

    before = signal.getsignal(signal.SIGTERM)
    assert run(lambda words: job, ["--json"]) is code
    assert done_of(capsys.readouterr().out)["exit"] == code
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_hangup_that_is_ignored_stays_ignored() -> None:
    def job(output: Output) -> Exit:
        signal.raise_signal(signal.SIGHUP)
        return Exit.DONE

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert run(lambda words: job, []) is Exit.DONE
    finally:
        signal.signal(signal.SIGHUP, before)
