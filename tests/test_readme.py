"""Does the README tell the truth: do its programs run, and do its commands, files, codes and pictures exist?"""

import contextlib
import importlib.util
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from gin_p2p.cli.app import app, parse
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.grammar import parse as parse_line

ROOT: Final = Path(__file__).parents[1]
README: Final = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAM: Final = re.compile(
    r"^```python\n(.*?)^```$(?:\n\nIt prints:\n\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL
)
PLACES: Final = ("gin_p2p/", "tests/", "replays/", "pictures/", ".ci/")
MAX_LINES: Final = 400


def shell_lines() -> list[str]:
    blocks = [text for word, text in BLOCK.findall(README) if word == "sh"]
    return [line.partition(" #")[0].strip() for block in blocks for line in block.splitlines()]


def commands() -> Iterator[list[str]]:
    for line in shell_lines():
        for part in line.split(" && "):
            words = part.split()
            if words[0].rpartition("/")[2] == "gin":
                yield words[1:]


def programs() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = PROGRAM.findall(README)
    return found


def run(program: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(program, "README.md", "exec"), {"__name__": "readme"})
    return printed.getvalue()


def test_a_record_is_read_as_the_readme_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    told = [(program, said) for program, said in programs() if said]
    assert [run(program) for program, _ in told] == [said for _, said in told]
    assert len(told) == 1


@pytest.mark.slow
def test_the_player_in_the_readme_plays_a_hand_to_its_end(tmp_path: Path) -> None:
    (player,) = [program for program, said in programs() if not said]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [sys.executable, "-c", player],
        cwd=tmp_path,
        env=os.environ | {"GIN_HOME": str(tmp_path / "home"), "PATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )
    assert re.fullmatch(r"winner: (me|them|None) points: \{'me': \d+, 'them': \d+\}\n", done.stdout), (
        done.stderr
    )
    assert len(list((tmp_path / "home" / "records").glob("*.gin"))) == 1


def test_every_command_line_is_understood() -> None:
    for words in commands():
        assert callable(parse(words)), words


def test_every_command_is_shown() -> None:
    there = {
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    }
    assert {words[0] for words in commands()} == there


def test_every_line_for_the_table_is_understood() -> None:
    table = README.partition("| type | and you |")[2].partition("\n\n")[0]
    lines = [line for row in table.splitlines()[2:] for line in re.findall("`([^`]+)`", row.split("|")[1])]
    assert len(lines) > 15
    for line in lines:
        parse_line(line)


def test_every_module_that_is_run_exists() -> None:
    modules = {
        word for line in [*shell_lines(), README] for word in re.findall(r"python -m (tests[\w.]*\w)", line)
    }
    assert len(modules) > 5
    for module in modules:
        assert importlib.util.find_spec(module), module


def test_every_file_that_is_named_exists() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    paths = [text for text in re.findall("`([^`\n]+)`", README) if text.startswith(PLACES)]
    assert len(paths) > 15
    for path in [*links, *paths]:
        assert (ROOT / path).exists(), path


def test_every_picture_is_shown() -> None:
    assert set(re.findall(r"\]\((pictures/[^)]+)\)", README)) == {
        f"pictures/{path.name}" for path in (ROOT / "pictures").iterdir()
    }


def test_every_exit_code_is_explained_and_no_other() -> None:
    table = README.partition("| exit code | means |")[2].partition("\n\n")[0]
    codes = [int(code) for row in table.splitlines()[2:] for code in row.split("|")[1].split(",")]
    assert codes == sorted(Exit)


def test_the_first_two_commands_play_and_check() -> None:
    play, check, *_ = shell_lines()
    assert play == "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/gin demo"
    assert check.endswith("&& .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m tests")


def test_it_is_short_enough_to_be_read() -> None:
    assert len(README.splitlines()) < MAX_LINES
