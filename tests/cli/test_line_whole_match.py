"""Does a person at a real terminal get through a whole match, by what is said and with every kind of wrong line?"""

import re
from pathlib import Path

import pytest

from tests.helpers.ttyprocess import TtyProcess

ROOT = Path(__file__).parents[2]
WRONG = (
    "foo",
    "x",
    "x Zz",
    "#99",
    "7",
    "k",
    "g",
    "big",
    "lay 9d on Z",
    "unlay",
    "done",
    "mv",
    "h upside",
    "m 99",
    "t 99",
    "log many",
    "help foo",
    "say",
    "y",
    "again",
    "d d",
    "\x1b[A",
    "\u202e",
    "x" * 600,
)
ASKED = ("", "s", "hands", "log", "deal", "rules", "seen", "m", "h suit", "h melds", "note here", "?", "? x")


def answer(state: str) -> str:
    """Play as simply as can be, by the words alone."""
    if state.endswith(("[y/N]", "[Y/n]")):
        return "y"
    if "done shows your hand" in state:
        return "lay best" if "Best (lay best)" in state else "done"
    if "big gin (big)" in state:
        return "big"
    if "g goes gin" in state:
        return "g"
    if found := re.search(r"You may knock: (k [0-9AJQK]+[cdhs])", state):
        return found[1]
    if found := re.search(r"Throwing ([0-9AJQK]+[cdhs])", state):
        return f"x {found[1]}"
    return "d" if "draw (d)" in state else "p"


def due_in(said: str) -> str:
    """Answer the newest words that ask for something; empty where nothing does."""
    blocks = re.split(r"^(?=Your hand:|Your melds)", said, flags=re.MULTILINE)
    last = blocks[-1].removesuffix("\n> ").strip()
    line = last.rpartition("\n")[2]
    if line.endswith(("[y/N]", "[Y/n]")):
        return line
    return last if re.search(r"^You: ", last, re.MULTILINE) and len(blocks) > 1 else ""


class Player:
    """Types whatever `answer` says, and in between what it has been told to try."""

    def __init__(self, tty: TtyProcess, extra: list[str]) -> None:
        self.tty = tty
        self.extra = extra
        self.state = ""
        self._typed_at = 0

    def type(self, line: str) -> None:
        self._typed_at = len(self.tty.seen)
        self.tty.type(line + "\n")

    def play(self) -> None:
        place = 0
        while "Saved  " not in self.tty.seen:
            place = self.tty.wait_for(r"\n> $|Saved  ", after=place)
            self.state = due_in(self.tty.seen[self._typed_at :]) or self.state
            if not self.state:
                continue
            if self.extra and not self.state.endswith("]"):
                self.type(self.extra.pop(0))
            else:
                state, self.state = self.state, ""
                self.type(answer(state))


@pytest.mark.slow
def test_a_person_plays_a_whole_match_against_a_program(tmp_path: Path) -> None:
    environ = {"GIN_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "COLUMNS": "400"}
    tty = TtyProcess(["-m", "gin_p2p", "practice", "--to", "30"], environ)
    extra = [*WRONG, *ASKED]
    try:
        Player(tty, extra).play()
        assert tty.wait() == 0, tty.seen
        assert "Both seats have signed the end." in tty.seen
        assert extra == []
        assert "Traceback" not in tty.seen
        assert "\x1b" not in tty.seen
        assert tty.stty() == tty.settings
        records = [path for path in (tmp_path / "records").iterdir() if path.suffix == ".gin"]
        assert len(records) == 1
    finally:
        tty.close()
