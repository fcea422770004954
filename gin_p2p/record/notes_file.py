"""What did the owner note about moments of a match?

In `<name>.notes.toml` beside the record: private, never sent, for people to read and to change.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from gin_p2p.record.disk import Disk, SystemDisk, write_over
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.home import read_toml

MAX_NOTES_BYTES: Final = 1024 * 1024
MAX_NOTE_LETTERS: Final = 400

Moment: TypeAlias = tuple[int, int]
"""Hand and turn."""
Notes: TypeAlias = Mapping[Moment, str]


def notes_path(record: Path) -> Path:
    """Answer where the notes of a record lie."""
    return record.with_name(f"{record.stem}.notes.toml")


def load_notes(path: Path) -> dict[Moment, str]:
    """Read notes. No file is none.

    Raises:
        FileRefusedError: it cannot be read, or is not a list of notes.
    """
    content = read_toml(path, MAX_NOTES_BYTES)
    found = content.get("note", [])
    if content.keys() - {"note"} or not isinstance(found, list):
        raise FileRefusedError(path, "holds something else than notes")
    return dict(_note(path, item) for item in found)


def save_notes(path: Path, notes: Notes, disk: Disk | None = None) -> None:
    """Write all notes, in place of older ones.

    Raises:
        FileRefusedError: they cannot be written.
    """
    lines = [
        f'[[note]]\nat = "{hand}.{turn}"\ntext = {_quoted(text)}\n'
        for (hand, turn), text in sorted(notes.items())
    ]
    try:
        write_over(disk or SystemDisk(), path, "\n".join(lines).encode())
    except OSError as error:
        raise FileRefusedError(path, f"cannot be written ({error.strerror})") from None


def _quoted(text: str) -> str:
    """Write a basic string of TOML; its escapes are those of JSON, but for characters beyond 16 bits and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _note(path: Path, item: object) -> tuple[Moment, str]:
    match item:
        case {"at": str(at), "text": str(text), **rest} if not rest:
            hand, dot, turn = at.partition(".")
            if dot and hand.isdecimal() and turn.isdecimal() and len(at) < 20:
                return (int(hand), int(turn)), text[:MAX_NOTE_LETTERS]
    raise FileRefusedError(path, "holds a note that is none")
