"""Can another person's text drive this terminal, and can any line fail to print?"""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gin_p2p.cli.text import (
    CHAT_COLUMNS,
    NAME_COLUMNS,
    columns_of,
    has_glyphs,
    inert,
    inert_name,
    own_name,
    shown,
    wrap,
)

UNSAFE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
nasty = st.text(
    st.characters() | st.sampled_from("\x1b\x9b\r\n\b\x07\u202e\u2066\u200b\u0301\ufe0f\ud800 ♥[/]")
)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\x1b[2J", "\\x1b[2J"),
        ("\x1b]52;c;aGk=\x07", "\\x1b]52;c;aGk=\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("bob\rhost", "bob host"),
        ("one\ntwo\t three", "one two three"),
        ("back\b\bspace", "back\\x08\\x08space"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("ali\u200bce", "ali\\u200bce"),
        ("\ud800", "\\ud800"),
        ("line\u2028end", "line end"),
        ("7\u2665\ufe0f", "7♥\\ufe0f"),
        ("\U000e0041", "\\U000e0041"),
        ("\u3164", "\\u3164"),
        ("\u0301a", "\\u0301a"),
        ("\x7f", "\\x7f"),
    ],
)
def test_what_could_drive_a_terminal_is_shown_as_an_escape(text: str, seen: str) -> None:
    assert inert(text) == seen


@pytest.mark.parametrize(
    "text", ["[/]", "[/red]", "[bold]Ann", "[link=http://x]Ann", "Ann [2]", "Zoë", "李雷", "A & B <b>"]
)
def test_markup_and_letters_of_any_script_stand_as_written(text: str) -> None:
    assert inert(text) == text


def test_five_hundred_marks_climb_over_no_line() -> None:
    assert (
        unicodedata.normalize("NFD", inert("a" + "\u0301" * 500)) == "a" + "\u0301" * 3
    )  # one composed, two on it


def test_composed_and_decomposed_letters_are_one() -> None:
    assert inert("Zoe\u0308") == inert("Zo\u00eb") == "Zo\u00eb"


@pytest.mark.parametrize("text", ["", "   ", "\n\r\t", "\u00a0\u3000"])
def test_nothing_is_shown_as_a_word(text: str) -> None:
    assert inert(text) == "(nothing)"
    assert inert_name(text) == "nameless"


def test_long_text_ends_in_dots() -> None:
    assert inert("x" * 100_000) == "x" * (CHAT_COLUMNS - 3) + "..."
    assert columns_of(inert("李" * 100, columns=10)) <= 10


def test_an_escape_is_not_cut_in_half() -> None:
    assert inert("abcd\x1b\x1b", columns=10) == "abcd..."


@given(nasty, st.integers(8, 40))
@example("\u200b\u0301", 8)
@example("\x1b\u0327", 8)
def test_any_text_becomes_one_short_safe_line_and_stays_it(text: str, columns: int) -> None:
    safe = inert(text, columns)
    assert safe
    assert columns_of(safe) <= max(columns, len("(nothing)"))
    assert not [char for char in safe if unicodedata.category(char) in UNSAFE]
    assert safe == unicodedata.normalize("NFC", safe) == inert(safe, max(columns, len("(nothing)")))


@given(nasty)
def test_any_name_fits_its_column(text: str) -> None:
    assert 1 <= columns_of(inert_name(text)) <= NAME_COLUMNS


@pytest.mark.parametrize("text", ["you", "YOU", " You "])
def test_a_name_that_would_read_as_oneself_is_quoted(text: str) -> None:
    assert inert_name(text) == f'"{text.strip()}"'


@pytest.mark.parametrize("text", ["alice", "Zoe\u0308", "李雷", "Ann [2]"])
def test_a_plain_name_is_kept(text: str) -> None:
    assert own_name(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "at least one letter"),
        ("  ", "at least one letter"),
        ("\udcff", "udcff"),
        ("a\x1b[2J", "x1b"),
        ("you", "choose plain letters"),
        (" ann", "choose plain letters"),
        ("x" * 23, "too long"),
    ],
)
def test_a_name_the_other_side_would_see_differently_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        own_name(text)


@pytest.mark.parametrize(
    ("encoding", "line"),
    [
        ("utf-8", "5♣ ─│ … Zoë 李"),
        ("latin-1", "5c -| ... Zoë \\u674e"),
        ("cp1252", "5c -| ... Zoë \\u674e"),
        ("cp437", "5c -| ... Zoë \\u674e"),
        ("ascii", "5c -| ... Zo\\xeb \\u674e"),
        ("no-such-codec", "5c -| ... Zo\\xeb \\u674e"),
        (None, "5c -| ... Zo\\xeb \\u674e"),
    ],
)
def test_a_line_is_fitted_to_what_the_stream_can_encode(encoding: str | None, line: str) -> None:
    assert shown("5♣ ─│ … Zoë 李", encoding) == line


def test_letters_stand_for_glyphs_where_they_are_not_wanted() -> None:
    assert shown("A♣ K♦ Q♥ J♠", "utf-8", glyphs=False) == "Ac Kd Qh Js"


@given(
    st.text(st.characters(), max_size=30), st.sampled_from(["utf-8", "ascii", "latin-1", "cp437", "koi8-r"])
)
def test_no_line_can_fail_to_print(text: str, encoding: str) -> None:
    shown(text, encoding).encode(encoding)


@pytest.mark.parametrize(
    ("encoding", "environ", "wanted"),
    [
        ("utf-8", {"LANG": "en_GB.UTF-8"}, True),
        ("utf-8", {"LANG": "de_DE.utf8@euro"}, True),
        ("utf-8", {"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, False),
        ("utf-8", {"LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"}, True),
        ("utf-8", {}, False),
        ("ascii", {"LANG": "en_GB.UTF-8"}, False),
        ("latin-1", {"LANG": "en_GB.UTF-8"}, False),
        (None, {"LANG": "en_GB.UTF-8"}, False),
    ],
)
def test_glyphs_need_an_encoding_and_a_locale(
    encoding: str | None, environ: dict[str, str], *, wanted: bool
) -> None:
    assert has_glyphs(encoding, environ) is wanted


def test_windows_consoles_are_judged_by_their_encoding() -> None:
    assert has_glyphs("utf-8", {}, is_windows=True)
    assert not has_glyphs("cp1252", {}, is_windows=True)


def test_lines_break_between_words_and_join_lines_stay_whole() -> None:
    join = "4nov-ezbq-ovmw-fxxl-ee6s-petg-mi4s@203.0.113.7"
    assert wrap(f"Send your friend this: {join} soon", 50) == f"Send your friend this:\n{join}\nsoon"


def test_an_indent_stands_before_every_line_but_the_first() -> None:
    assert wrap("aa bb cc dd ee ff", 10, indent="  ") == "aa bb cc\n  dd ee ff"


def test_a_paragraph_keeps_its_own_indent() -> None:
    assert wrap("  aa bb cc dd", 10, indent="    ") == "  aa bb cc\n    dd"


def test_paragraphs_are_wrapped_one_by_one() -> None:
    assert wrap("one\n\ntwo", 20) == "one\n\ntwo"


def test_a_word_wider_than_the_window_is_broken() -> None:
    assert wrap("x" * 25, 10) == "x" * 10 + "\n" + "x" * 10 + "\n" + "x" * 5


@given(st.text(st.sampled_from("ab 李 "), max_size=60), st.integers(-1, 30))
@example(" aaaa李李李", 0)
def test_no_line_is_wider_than_the_window_and_no_letter_is_lost(text: str, width: int) -> None:
    wrapped = wrap(text, width)
    assert all(columns_of(line) <= max(width, 10) for line in wrapped.split("\n"))
    assert wrapped.replace("\n", "").replace(" ", "") == text.replace(" ", "")
