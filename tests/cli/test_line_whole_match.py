"""Does a person at a real terminal get through a whole match, by what is said and with every kind of wrong line?"""

from pathlib import Path

import pytest

from tests.helpers.beginner import answer, due_in
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
