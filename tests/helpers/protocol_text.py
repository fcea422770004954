"""What does protocol.md say, read as a program reads it?

Tables stand under a mark `<!-- table: name -->` or `<!-- message: kind -->`, examples under `<!-- example: name -->`.
Cells are answered without backquotes and links.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from tests.helpers.make_protocol_examples import BLOCK, read_block

TEXT: Final = (Path(__file__).parents[2] / "protocol.md").read_text("utf-8")
_MARK: Final = re.compile(r"<!-- (table|message): ([a-z -]+) -->\n((?:\|.*\n)+)")
_DRESSING: Final = re.compile(r'`|<a id="[^"]*"></a>|\[([a-z-]+)\]\(#[a-z-]+\)')

Row = tuple[str, ...]


def _cells(line: str) -> Row:
    return tuple(_DRESSING.sub(r"\1", cell).strip() for cell in line.strip().strip("|").split("|"))


def _marked(sort: str) -> Mapping[str, tuple[Row, ...]]:
    found = {}
    for mark, name, lines in _MARK.findall(TEXT):
        if mark == sort:
            if name in found:
                raise ValueError(f"two tables of the name {name}")
            found[name] = tuple(_cells(line) for line in lines.splitlines()[2:])
    return MappingProxyType(found)


TABLES: Final = _marked("table")
MESSAGES: Final = _marked("message")
EXAMPLES: Final = MappingProxyType({match[2]: read_block(match[3]) for match in BLOCK.finditer(TEXT)})
ANCHORS: Final[tuple[str, ...]] = tuple(re.findall(r'<a id="([^"]*)"></a>', TEXT))
LINKS: Final[tuple[str, ...]] = tuple(re.findall(r"\]\(#([^)]*)\)", TEXT))


def example(name: str, value: str) -> bytes:
    """Answer a value of an example as bytes."""
    return bytes.fromhex(EXAMPLES[name][value])


def parts(joined: bytes, n_bytes: int) -> list[bytes]:
    """Cut a byte string into parts of one length."""
    return [joined[start : start + n_bytes] for start in range(0, len(joined), n_bytes)]
