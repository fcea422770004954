"""Where does a line go: to a person, or to a program?

Text is for people. With `--json` the standard output carries one object a line for programs, and the text moves to
the standard error. The last object is always one `done`. A reader that closes the pipe has seen enough: what it does
not want is dropped, and the program ends as it would have.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TextIO, TypeAlias, Union

from gin_p2p.cli.exits import Exit
from gin_p2p.cli.text import has_glyphs, shown

Json: TypeAlias = Union[bool, int, float, str, Sequence["Json"], Mapping[str, "Json"], None]  # noqa: UP007

VERSION: Final = 1
"""Of the objects, in their field `v`. It rises when a field changes its meaning or goes."""


class Output:
    """The two streams of one command.

    Args:
        is_json: whether a program reads the standard output.
        out: the standard output; None where there is none.
        err: the standard error; None where there is none.
        now: seconds since 1970 UTC.
    """

    def __init__(
        self, *, is_json: bool, out: TextIO | None, err: TextIO | None, now: Callable[[], float] = time.time
    ) -> None:
        self.is_json: Final = is_json
        self._out = out
        self._err = err
        self._now = now
        self._status = ""
        self.trouble = ""
        """Why something could not be written; a pipe that was closed is no trouble."""

    @property
    def is_read(self) -> bool:
        """Whether anybody may still read the standard output; who answers an endless input stops when nobody does."""
        return self._out is not None

    def say(self, text: str = "") -> None:
        """Print a line for people."""
        if self.is_json:
            self.complain(text)
        else:
            self._out = self._write(self._out, text)

    def complain(self, text: str) -> None:
        """Print a line for people where errors go."""
        self._err = self._write(self._err, text)

    @property
    def shows_status(self) -> bool:
        """Whether a line that moves can be shown: on a terminal whose reader has not asked for plain lines."""
        is_plain = os.environ.get("TERM") == "dumb" or bool(os.environ.get("GIN_PLAIN"))
        return self._err is not None and self._err.isatty() and not is_plain

    def status(self, text: str = "") -> None:
        """Show a line on the standard error until anything else is printed; nothing where no line can move."""
        if not self.shows_status or text == self._status:
            return
        before, self._status = self._status, ""
        self._err = self._write(self._err, f"\r{text.ljust(len(before))}" + ("" if text else "\r"), end="")
        self._status = text

    def event(self, name: str, /, **fields: Json) -> None:
        """Print an object for programs; nothing without `--json`. Foreign text in it is whole, and harmless as escapes."""
        if self.is_json:
            import json

            row = {"v": VERSION, "event": name, "t": round(self._now(), 3)} | fields
            self._out = self._write(self._out, json.dumps(row).replace("\x7f", "\\u007f"))

    def done(self, code: Exit, error: str = "") -> None:
        """Print the last object. Called once, by whoever ends the process."""
        self.event("done", ok=code is Exit.DONE, exit=int(code), **({"error": error} if error else {}))

    def _write(self, stream: TextIO | None, text: str, end: str = "\n") -> TextIO | None:
        """Print a line at once. Answer the stream, or None when it takes no more."""
        if self._status:
            self.status()
        if stream is None:
            return None
        glyphs = has_glyphs(stream.encoding, os.environ, is_windows=os.name == "nt")
        try:
            stream.write(shown(text, stream.encoding, glyphs=glyphs) + end)
            stream.flush()
        except OSError as error:
            if not isinstance(error, BrokenPipeError):
                self.trouble = error.strerror or type(error).__name__
            _drain(stream)
            return None
        return stream


Job: TypeAlias = Callable[[Output], Exit]
"""What a command line asks for. It answers the exit code; `running.py` knows what its errors mean."""


def _drain(stream: TextIO) -> None:
    """Let the bytes that could not be written go nowhere, so that the end of the process does not trip over them."""
    _, sink = os.pipe()  # its other end stays open: a buffer fits into a pipe
    os.dup2(sink, stream.fileno())
