"""How does a whole match become a film, to be watched from every side?"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from gin_p2p.cli.audit_lines import audit_lines
from gin_p2p.cli.replay_asked import Side
from gin_p2p.cli.replay_keys import Film
from gin_p2p.cli.replay_plies import plies_of
from gin_p2p.cli.teller import Teller
from gin_p2p.record.examine import Report
from gin_p2p.record.own_side import OwnSide
from gin_p2p.record.replay import Step, replay


def film_of(
    path: Path,
    own: OwnSide,
    acquaintance: Callable[[bytes], str],
    tell: Callable[[str], None] = lambda _: None,
) -> tuple[Film, Report]:
    """Audit a record once, and answer its moments from every side there is, and the report.

    Args:
        path: the record.
        own: what we know of it ourselves; who did not play it has no own side.
        acquaintance: says who holds a key.
        tell: takes a word on how far it is; empty at the end.

    Raises:
        NoRecordError: the file cannot be read.
    """
    steps = replay(path, own.seed)
    seen = tuple(_watched(steps, tell))
    report = steps.report
    sides = [side for side in Side if own.seat is not None or side in {Side.BOTH, Side.BLIND}]
    plies = {
        side: plies_of(
            seen if side is Side.BOTH else (step.seen_by(side.eyes(own.seat)) for step in seen), own.seat
        )
        for side in sides
    }
    names, date = ("", ""), ""
    if report.offer is not None:
        names = report.offer.names
        date = datetime.fromtimestamp(report.offer.started_ms / 1000, UTC).strftime("%Y-%m-%d")
    teller = Teller.of(names, own.seat)
    audit = audit_lines("", report, acquaintance)
    return Film(plies, teller, own.seat, date, report.verdict.value, audit), report


def _watched(steps: Iterable[Step], tell: Callable[[str], None]) -> Iterator[Step]:
    """Pass steps on, and say which hand is checked."""
    hand = 0
    for step in steps:
        if step.hand != hand:
            hand = step.hand
            tell(f"Checking hand {hand} ...")
        yield step
    tell("")
