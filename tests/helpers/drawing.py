"""How does text of a terminal become a picture that shows the same everywhere?

Each run of words is placed at its own column and drawn exactly as wide as a terminal would, whatever font the reader
has; nothing is fetched from anywhere. The same text always gives the same bytes.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from xml.sax.saxutils import escape

from gin_p2p.cli.text import columns_of

COLUMN: Final = 8.4
ROW: Final = 18
MARGIN: Final = 14
BAR: Final = 30
"""Height of the bar with the title."""
RUN: Final = re.compile(r"\S+(?: \S+)*")
FONTS: Final = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

_HEAD: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">
<title>{title}</title>
<style>
  text {{ font: 14px {fonts}; fill: #d6d3cb }}
  .typed {{ fill: #f3c969; font-weight: bold }}
  .bar {{ fill: #8f8b82 }}
</style>
<rect width="{width}" height="{height}" rx="8" fill="#1f2421"/>
<rect y="{bar}" width="{width}" height="1" fill="#3a403c"/>
<text class="bar" x="{margin}" y="20">{title}</text>
"""


def picture_of(title: str, lines: Sequence[str]) -> str:
    """Draw lines of text in a window; those that begin with `> ` were typed by the player."""
    width = round(2 * MARGIN + COLUMN * max(map(columns_of, lines)))
    height = BAR + 2 * MARGIN + ROW * len(lines)
    head = _HEAD.format(width=width, height=height, title=escape(title), fonts=FONTS, bar=BAR, margin=MARGIN)
    rows = (run for number, line in enumerate(lines) for run in _runs(number, line))
    return head + "".join(rows) + "</svg>\n"


def _runs(number: int, line: str) -> Iterator[str]:
    kind = ' class="typed"' if line.startswith("> ") else ""
    y = BAR + MARGIN + ROW * number + 13
    for run in RUN.finditer(line):
        x = MARGIN + COLUMN * columns_of(line[: run.start()])
        width = COLUMN * columns_of(run[0])
        size = f'textLength="{width:.1f}" lengthAdjust="spacingAndGlyphs"'
        yield f'<text{kind} x="{x:.1f}" y="{y}" {size}>{escape(run[0])}</text>\n'
