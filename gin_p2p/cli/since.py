"""Since when?"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

from gin_p2p.cli.exits import UsageError
from gin_p2p.cli.text import inert

_DAYS: Final = {"d": 1, "w": 7}


def since_ms(text: str, now: datetime) -> int:
    """Read a moment: a date, `2026-11-29`, or so many days or weeks ago, `30d`, `2w`.

    Args:
        text: as typed.
        now: with its zone.

    Returns:
        Milliseconds since 1970 UTC.

    Raises:
        UsageError: it is neither.
    """
    ago = re.fullmatch(r"([0-9]{1,5})([dw])", text)
    try:
        days = timedelta(days=int(ago[1]) * _DAYS[ago[2]]) if ago else None
        moment = datetime.fromisoformat(text) if days is None else now - days
    except (ValueError, OverflowError):
        raise UsageError(
            f"--since {inert(text)}: give a date, as 2026-11-29, or days or weeks, as 30d or 2w."
        ) from None
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
