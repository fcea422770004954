"""Does the README tell the truth: do its Python blocks run, print what it says, and do its commands exist?"""

import contextlib
import io
import re
from pathlib import Path

import pytest

from gin_p2p.cli.app import parse

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [text for word, text in BLOCK.findall(README) if word == language]


def test_the_python_blocks_print_what_the_readme_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for block in blocks("python"):
            exec(compile(block, "README.md", "exec"), {"__name__": "readme"})
    assert [printed.getvalue()] == blocks("text")


def test_every_command_line_of_the_readme_is_understood() -> None:
    lines = [line.partition("#")[0].split() for block in blocks("sh") for line in block.splitlines()]
    commands = [words[1:] for words in lines if words[:1] == ["gin"]]
    assert len(commands) >= 8
    for words in commands:
        assert callable(parse(words))
