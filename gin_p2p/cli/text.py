"""May this text reach the terminal, and will it fit?

Names and chat come from another person, and a terminal obeys what it is sent. `inert` makes foreign text harmless:
what is unsafe is shown as an escape and not dropped, so that two names that differ still look different. Our own
text is fitted to what the stream can encode by `shown`.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from gin_p2p.cards import GLYPHS, SUITS

NAME_COLUMNS: Final = 24
CHAT_COLUMNS: Final = 400
MAX_RAW: Final = 4096
"""Characters of foreign text looked at; what comes after is cut off before any work is done on it."""

MAX_MARKS: Final = 2
"""Combining marks allowed on one character: enough for every living script in NFC, too few to climb over a line."""

ELLIPSIS: Final = "..."

_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_INVISIBLE: Final = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | set(range(0x180B, 0x1810))
    | set(range(0xFE00, 0xFE10))
    | set(range(0xE0100, 0xE01F0))
)
"""Fillers, joiners and variation selectors whose category says letter or mark but which show nothing."""

_PLAIN: Final = str.maketrans(
    dict(zip(GLYPHS, SUITS, strict=True))
    | dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼", "+")
    | dict.fromkeys("▁▂▃▄▅▆▇█░▒▓", "#")
    | {"─": "-", "│": "|", "…": ELLIPSIS, "≤": "<=", "≥": ">=", "·": ".", "→": "->"}
)


def inert(text: str, columns: int = CHAT_COLUMNS, empty: str = "(nothing)") -> str:
    r"""Make foreign text harmless: one line, NFC, visible characters only, never empty, never long.

    White space becomes single spaces. Control and format characters, bidirectional and zero-width ones, lone
    surrogates and characters that show nothing become `\x1b` or `\u202e`. Markup is left as it is written.

    Args:
        text: from another person, a file or a command line.
        columns: most columns of the answer, at least 8.
        empty: the answer where nothing is left.
    """
    pieces: list[str] = []
    width = 0
    for piece in _pieces(unicodedata.normalize("NFC", text[:MAX_RAW])):
        if not piece or (piece == " " and (not pieces or pieces[-1] == " ")):
            continue
        pieces.append(piece)
        width += columns_of(piece)
        if width > columns:
            return _cut(pieces, columns)
    return "".join(pieces).strip(" ") or empty


def inert_name(text: str) -> str:
    """Make another person's name harmless; a name that reads like the program's word for oneself is quoted."""
    name = inert(text, NAME_COLUMNS - 2, empty="nameless")
    return f'"{name}"' if name.casefold() == "you" else name


def own_name(text: str) -> str:
    """Answer the name a player asks for, in NFC.

    Raises:
        ValueError: the other side would see another name than this one.
    """
    name = unicodedata.normalize("NFC", text)
    if not name.strip():
        raise ValueError("A name needs at least one letter.")
    if columns_of(name) > NAME_COLUMNS - 2:
        raise ValueError(f"That name is too long: {NAME_COLUMNS - 2} columns are the most.")
    if name != inert_name(name):
        raise ValueError(f"That name would reach the other side as {inert_name(name)}: choose plain letters.")
    return name


def columns_of(text: str) -> int:
    """Answer how many terminal columns the text takes: two for a wide character, none for a combining mark."""
    return sum(
        0 if _is_mark(char) else 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1 for char in text
    )


def shown(text: str, encoding: str | None, *, glyphs: bool = True) -> str:
    """Answer the text as a stream of this encoding can show it; nothing that is printed may raise.

    Args:
        text: a whole line or several, already inert.
        encoding: of the stream; None and unknown names count as ASCII.
        glyphs: suits and lines may stand as glyphs. Where they may not, or do not fit, letters stand for them.
    """
    codec = _known(encoding)
    if not glyphs or not _fits(text, codec):
        text = text.translate(_PLAIN)
    return text.encode(codec, "backslashreplace").decode(codec)


def has_glyphs(encoding: str | None, environ: Mapping[str, str], *, is_windows: bool = False) -> bool:
    """Answer whether suits may be drawn as glyphs.

    Python writes UTF-8 even where no locale is set, but the terminal there may not read it: the locale must say
    UTF-8 too. Windows has no such variables; its consoles are judged by the encoding.
    """
    if not _fits(GLYPHS, _known(encoding)):
        return False
    locale = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    return is_windows or locale.upper().replace("-", "").partition("@")[0].endswith("UTF8")


def wrap(text: str, width: int = 79, indent: str = "") -> str:
    """Break text into lines between words; a join line or key print is never broken unless it is wider than a line.

    Args:
        text: one paragraph, or several lines that are wrapped one by one.
        width: in columns; anything below 10 counts as 10, as tiny windows report 0.
        indent: stands before every line but the first of each paragraph, which keeps its own.
    """
    return "\n".join(line for part in text.split("\n") for line in _wrapped(part, max(width, 10), indent))


def _pieces(text: str) -> Iterator[str]:
    """Yield what stands for each character: itself with its marks, a space, or an escape."""
    base, n_marks = "", 0
    for char in text:
        number, category = ord(char), unicodedata.category(char)
        if char.isspace():
            yield from (base, " ")
            base = ""
        elif _is_mark(char) and base and number not in _INVISIBLE:
            n_marks += 1
            base += char if n_marks <= MAX_MARKS else ""
        elif category in _UNSAFE or number in _INVISIBLE or _is_mark(char):
            yield from (base, _escape(number))
            base = ""
        else:
            yield base
            base, n_marks = char, 0
    yield base


def _escape(number: int) -> str:
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me", "Mc")


def _cut(pieces: list[str], columns: int) -> str:
    while sum(map(columns_of, pieces)) > columns - len(ELLIPSIS):
        pieces.pop()
    return "".join(pieces) + ELLIPSIS


def _known(encoding: str | None) -> str:
    try:
        "".encode(encoding or "ascii")
    except LookupError:
        return "ascii"
    return encoding or "ascii"


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _wrapped(line: str, width: int, indent: str) -> Iterator[str]:
    words = line.lstrip(" ")
    start, current = line[: len(line) - len(words)][: width // 2], ""
    for word in words.split(" "):
        joined = f"{current} {word}" if current else word
        if columns_of(start + joined) <= width:
            current = joined
            continue
        if current:
            yield start + current
            start = indent
        *full, current = _broken(word, width - max(columns_of(start), columns_of(indent)))
        yield from (start + part for part in full)
    yield start + current


def _broken(word: str, width: int) -> Iterator[str]:
    part = ""
    for char in word:
        if columns_of(part + char) > width:
            yield part
            part = ""
        part += char
    yield part
