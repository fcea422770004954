"""Are notes kept beside the record, and read as they were written?"""

from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.notes_file import MAX_NOTE_LETTERS, MAX_NOTES_BYTES, load_notes, notes_path, save_notes

LETTERS: Final = st.characters(codec="utf-8")


def test_notes_lie_beside_the_record() -> None:
    assert notes_path(Path("a/b.c.gin")) == Path("a/b.c.notes.toml")


@given(
    notes=st.dictionaries(
        st.tuples(st.integers(1, 9), st.integers(0, 99)),
        st.text(LETTERS, max_size=MAX_NOTE_LETTERS),
        max_size=4,
    )
)
def test_any_notes_come_back(
    notes: dict[tuple[int, int], str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("notes") / "x.notes.toml"
    save_notes(path, notes)
    assert load_notes(path) == notes


def test_no_file_is_no_notes(tmp_path: Path) -> None:
    assert load_notes(tmp_path / "none.toml") == {}


@pytest.mark.parametrize(
    "text",
    [
        "title = 1",
        "note = 7",
        "note = [7]",
        '[[note]]\nat = "1.2"',
        '[[note]]\nat = "1.2"\ntext = 3',
        '[[note]]\nat = "12"\ntext = "x"',
        '[[note]]\nat = "1.x"\ntext = "x"',
        '[[note]]\nat = "1.2"\ntext = "x"\nmore = 1',
        "[[note",
        "#" * (MAX_NOTES_BYTES + 1),
    ],
)
def test_what_is_no_list_of_notes_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.notes.toml"
    path.write_text(text)
    with pytest.raises(FileRefusedError):
        load_notes(path)


def test_notes_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileRefusedError, match="cannot be written"):
        save_notes(tmp_path / "no" / "x.notes.toml", {(1, 1): "x"})
