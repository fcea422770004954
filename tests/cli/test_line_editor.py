"""Does the half-typed line hold what was typed, whatever keys are pressed?"""

import pytest

from gin_p2p.cli.editor import MOST_TYPED, LineEditor


@pytest.mark.parametrize(
    ("keys", "lines", "left"),
    [
        ("x 8s\n", ("x 8s",), ""),
        ("x 8s\rd\n", ("x 8s", "d"), ""),
        ("x 9\x7f8s", (), "x 8s"),
        ("x 9\x088s", (), "x 8s"),
        ("\x7f\x7fd", (), "d"),
        ("say hello you\x17all", (), "say hello all"),
        ("say hello  \x17", (), "say "),
        ("throw it\x15d\n", ("d",), ""),
        ("x\x1b[A\x1b[1;5D\x1bOP8s", (), "x8s"),
        ("x\x1b8s", (), "x8s"),
        ("x\t8s", (), "x 8s"),
        ("a\x00\x01\x0b\x9b\u202e\u200bb", (), "ab"),
        ("x 8\u2660", (), "x 8\u2660"),
        ("\udcff", (), "\udcff"),
        ("say bye\x04", (), "say bye"),
    ],
)
def test_keys_become_a_line(keys: str, lines: tuple[str, ...], left: str) -> None:
    editor = LineEditor()
    assert editor.feed(keys).lines == lines
    assert editor.text == left


def test_an_arrow_key_that_arrives_in_pieces_is_swallowed_whole() -> None:
    editor = LineEditor()
    for key in "d\x1b[1;5C":
        editor.feed(key)
    assert editor.text == "d"


def test_the_end_of_input_counts_on_an_empty_line_only() -> None:
    assert LineEditor().feed("\x04x").ended
    assert not LineEditor().feed("x\x04").ended
    typed = LineEditor().feed("d\n\x04\nx\n")
    assert typed.ended
    assert typed.lines == ("d",)


def test_the_echo_shows_what_was_typed_and_rubs_out_what_was_not_meant() -> None:
    assert LineEditor().feed("ab\x7fc\n").echo == "ab\b \bc\n"
    assert LineEditor().feed("\u6f22\x7f").echo == "\u6f22\b\b  \b\b"
    assert LineEditor().feed("\x7f\x15\x17").echo == ""


def test_a_paste_without_end_is_cut_and_not_kept() -> None:
    editor = LineEditor()
    editor.feed("x" * 100_000)
    assert len(editor.text) == MOST_TYPED
