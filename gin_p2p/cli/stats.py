"""How have I fared, and were the cards fair? The command that counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from gin_p2p.cli.audit import files_bar, worst
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.known import Known
from gin_p2p.cli.luck_lines import luck_fields, luck_lines
from gin_p2p.cli.many import each, n_jobs_for
from gin_p2p.cli.output import Output
from gin_p2p.cli.since import since_ms
from gin_p2p.cli.stats_lines import score_fields, score_lines
from gin_p2p.cli.text import inert
from gin_p2p.cli.wanted import Wanted, wanted_records
from gin_p2p.crypto.identity import key_print
from gin_p2p.record.gathering import Gathered, gathered
from gin_p2p.record.home import Home
from gin_p2p.record.library import list_records
from gin_p2p.record.listing import glance_at_beginning
from gin_p2p.record.stats import GOOD, distinct, scores


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be counted.

    Attributes:
        records: paths of files and folders, `last`, or first digits of match ids; none for all of our own.
        peer: only matches with this player, a name of ours or a key print; None for all.
        since: only matches that began since then; None for all.
        luck: compare the cards with chance.
        jobs: the most processes; None for as many as there are cores.
    """

    records: Sequence[str] = ()
    peer: str | None = None
    since: str | None = None
    luck: bool = False
    jobs: int | None = None


def stats_command(asked: Asked, output: Output) -> Exit:
    """Audit records, and count what is proven.

    Returns:
        0; where records were named and none of them holds, what an audit of them answers.

    Raises:
        UsageError: a value is impossible.
    """
    home = Home.find()
    known = Known.load(home, output)
    records = _chosen(asked, home, known)
    found = _gathered(home, records, asked.jobs, output)
    matches = distinct(match for match in found if match.report.verdict in GOOD)
    _complain(records, found, output)
    all_scores = scores(matches)
    for score in all_scores:
        output.event("score", **score_fields(score, known))
        for line in score_lines(score, known):
            output.say(line)
    if not all_scores:
        output.say("There is no match to count.")
    if asked.luck:
        output.event("luck", **luck_fields(all_scores))
        for line in luck_lines(all_scores):
            output.say(line)
    return Exit.DONE if matches or not found else worst([match.report.verdict for match in found])


def _chosen(asked: Asked, home: Home, known: Known) -> list[Wanted]:
    """Answer the records that are to be counted. What cannot even be looked at stays in, to be complained about."""
    key = None if asked.peer is None else known.key_print_of(asked.peer)
    since = None if asked.since is None else since_ms(asked.since, datetime.now(UTC))
    if asked.records:
        records = wanted_records(home, asked.records)
    else:
        records = tuple(Wanted(str(entry.path), entry.path) for entry in list_records(home))
    if key is None and since is None:
        return list(records)
    return [record for record in records if _fits(record.path, key, since)]


def _fits(path: Path | None, key: str | None, since: int | None) -> bool:
    seen = None if path is None else glance_at_beginning(path)
    if seen is None:
        return True
    return (key is None or key in map(key_print, seen.keys)) and (since is None or seen.started_ms >= since)


def _gathered(home: Home, records: Sequence[Wanted], jobs: int | None, output: Output) -> list[Gathered]:
    paths = [record.path for record in records]
    found: list[Gathered] = []
    try:
        output.status(files_bar(0, len(records)))
        for match in each(partial(_gather, home), paths, n_jobs_for(paths, jobs)):
            found.append(match)
            output.status(files_bar(len(found), len(records)))
    finally:
        output.status()
    return found


def _gather(home: Home, path: Path | None) -> Gathered:
    return gathered(home, Path() if path is None else path)


def _complain(records: Sequence[Wanted], found: Sequence[Gathered], output: Output) -> None:
    for record, match in zip(records, found, strict=True):
        if match.report.verdict not in GOOD:
            why = record.trouble or (match.report.fault.sentence if match.report.fault else "")
            output.complain(f"Not counted: {inert(record.name)}, {match.report.verdict}: {inert(why)}.")
