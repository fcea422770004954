"""What has been typed so far, and what does the screen show of it?

The smallest editor of one line: letters, backspace, kill, end of input. It answers what to echo and moves the cursor
by backspaces only, so that every terminal and every screen reader can follow.
"""

from dataclasses import dataclass
from typing import Final

from gin_p2p.cli.text import columns_of

MOST_TYPED: Final = 1000
"""Characters kept of one line; more than the longest line that is understood, so that a longer one is refused."""

_ENTER: Final = "\n\r"
_RUBOUT: Final = "\x08\x7f"
_END: Final = "\x04"
_KILL_LINE: Final = "\x15"
_KILL_WORD: Final = "\x17"
_ESCAPE: Final = "\x1b"


@dataclass(frozen=True, slots=True)
class Typed:
    """What came of some keys.

    Attributes:
        echo: for the screen.
        lines: that were finished.
        ended: the end of input was typed on an empty line; keys behind it are dropped.
    """

    echo: str = ""
    lines: tuple[str, ...] = ()
    ended: bool = False


class LineEditor:
    """One line under construction.

    Attributes:
        text: what has been typed and not yet finished.
    """

    def __init__(self) -> None:
        self.text = ""
        self._sequence = ""

    def feed(self, keys: str) -> Typed:
        """Take keys in, as the terminal sends them."""
        echo, lines = "", []
        for key in keys:
            if self._swallows(key):
                continue
            if key in _ENTER:
                lines.append(self.text)
                self.text = ""
                echo += "\n"
            elif key == _END:
                if not self.text:
                    return Typed(echo, tuple(lines), ended=True)
            else:
                echo += self._edit(key)
        return Typed(echo, tuple(lines))

    def _swallows(self, key: str) -> bool:
        """Whether a key is part of the sequence that an arrow or a function key sends."""
        if not self._sequence:
            self._sequence = _ESCAPE if key == _ESCAPE else ""
            return key == _ESCAPE
        if self._sequence == _ESCAPE:
            self._sequence = key if key in "[O" else ""
            return key in "[O"
        if "@" <= key <= "~":
            self._sequence = ""
        return True

    def _edit(self, key: str) -> str:
        if key in _RUBOUT:
            return self._rub_out(1)
        if key == _KILL_LINE:
            return self._rub_out(len(self.text))
        if key == _KILL_WORD:
            words = self.text.rstrip(" ")
            return self._rub_out(len(self.text) - (words.rfind(" ") + 1))
        key = " " if key == "\t" else key
        keeps = key.isprintable() or "\ud800" <= key <= "\udfff"
        if not keeps or len(self.text) >= MOST_TYPED:
            return ""
        self.text += key
        return key

    def _rub_out(self, count: int) -> str:
        if count == 0 or not self.text:
            return ""
        gone, self.text = self.text[-count:], self.text[:-count]
        width = columns_of(gone)
        return "\b" * width + " " * width + "\b" * width
