"""Was this match fair? The command that answers, and the exit code it answers with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from gin_p2p.cli.audit_lines import audit_lines, count_line, title
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.explain import EXPLANATION
from gin_p2p.cli.known import Known
from gin_p2p.cli.many import each, n_jobs_for
from gin_p2p.cli.output import Json, Output
from gin_p2p.cli.text import inert
from gin_p2p.cli.wanted import Wanted, wanted_records
from gin_p2p.crypto.identity import key_print, parse_key_print
from gin_p2p.protocol.audit import Verdict
from gin_p2p.record.ending import Ending
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.examine import Report, disclosures_in, examine, examine_items, unreadable
from gin_p2p.record.fault import Fault
from gin_p2p.record.home import Home
from gin_p2p.record.library import find_record, scan_file
from gin_p2p.record.rivals import rivals_among
from gin_p2p.record.scan import StoredFrame
from gin_p2p.seat import Seat

CODES: Final = {
    Verdict.VERIFIED: Exit.DONE,
    Verdict.UNFINISHED: Exit.UNFINISHED,
    Verdict.NOT_VERIFIED: Exit.PROVEN_WRONG,
    Verdict.CANNOT_JUDGE: Exit.CANNOT_JUDGE,
}
_WORST_FIRST: Final = (
    Exit.PROVEN_WRONG,
    Exit.CANNOT_JUDGE,
    Exit.REFUSED,
    Exit.UNFINISHED,
    Exit.DONE,
)
_BAR_COLUMNS: Final = 30


@dataclass(frozen=True, slots=True)
class Asked:
    """What an audit was asked for.

    Attributes:
        records: paths of files and folders, `last`, or first digits of match ids.
        jobs: the most processes; None for as many as there are cores.
        expected: the key print that one seat must have; None for any.
        explain: tell what each check proves.
    """

    records: Sequence[str]
    jobs: int | None = None
    expected: str | None = None
    explain: bool = False


def audit_files(wanted: Sequence[str], output: Output) -> Exit:
    """Audit records, each shown as soon as it and those before it are known."""
    return audit_command(Asked(wanted), output)


def audit_command(asked: Asked, output: Output) -> Exit:
    """Audit records.

    Args:
        asked: which, and what else is wanted.
        output: for the findings, each file's as soon as it and those before it are known.

    Returns:
        The worst code: 6, then 7, then 4 (nobody has the expected key), then 5, then 0.

    Raises:
        UsageError: a value is impossible.
    """
    expected = None if asked.expected is None else _parsed(asked.expected)
    home = Home.find()
    records = wanted_records(home, asked.records)
    known = Known.load(home, output)
    verdicts: list[Verdict] = []
    n_strange = 0
    for record, report in zip(records, reports(records, asked.jobs, output), strict=True):
        is_strange = expected is not None and not _has_key(report, expected)
        n_strange += is_strange
        fields = audit_fields(report, known)
        output.event(
            "audit", file=record.name, **fields, **({} if expected is None else {"expected": not is_strange})
        )
        if verdicts:
            output.say()
        for line in audit_lines(title(record.name, len(verdicts), len(records)), report, known.word_for):
            output.say(line)
        if is_strange:
            output.say(f"REFUSED: neither seat has the key {expected}")
        verdicts.append(report.verdict)
    if len(records) > 1:
        output.say("\n" + count_line(verdicts))
    n_rivals = _tell_of_rivals(records, output) if len(records) > 1 else 0
    if asked.explain:
        output.say("\n" + EXPLANATION)
    others = [Exit.REFUSED] * n_strange + [Exit.PROVEN_WRONG] * n_rivals
    return worst(verdicts, *others)


def _tell_of_rivals(records: Sequence[Wanted], output: Output) -> int:
    """Say which two records show together that somebody has signed twice; answer how many pairs do."""
    names = {record.path: record.name for record in records if record.path is not None}
    n_rivals = 0
    for ours, theirs, proof in rivals_among(tuple(names)):
        n_rivals += 1
        seat = proof.seat.name.lower()
        output.event(
            "signed_twice",
            match=proof.match_id.hex(),
            frame=proof.seq,
            seat=seat,
            files=[names[ours], names[theirs]],
        )
        output.say(
            f"SIGNED TWICE: the {seat} has signed two different frames {proof.seq} of one match; "
            f"they are in {inert(names[ours])} and {inert(names[theirs])}"
        )
    return n_rivals


def reports(records: Sequence[Wanted], jobs: int | None, output: Output) -> Iterator[Report]:
    """Yield what was found in each record, in their order, and show meanwhile how far it is.

    Raises:
        UsageError: so many jobs cannot be.
    """
    n_jobs = n_jobs_for([record.path for record in records], jobs)
    work = partial(_watched, output=output) if len(records) == 1 else _report
    try:
        output.status(files_bar(0, len(records)))
        for number, report in enumerate(each(work, records, n_jobs), 1):
            yield report
            output.status(files_bar(number, len(records)))
    finally:
        output.status()


def bar(n_done: int, n_all: int, words: str) -> str:
    """Draw how far it is: `"[##########--------------------] 1 of 3 files"`."""
    filled = _BAR_COLUMNS * n_done // n_all
    return f"[{'#' * filled}{'-' * (_BAR_COLUMNS - filled)}] {words}"


def files_bar(n_done: int, n_all: int) -> str:
    """Draw how many files are done; empty where there is only one, or none is left."""
    return bar(n_done, n_all, f"{n_done} of {n_all} files") if n_done < n_all > 1 else ""


def worst(verdicts: Sequence[Verdict], *others: Exit) -> Exit:
    """Answer the exit code of several verdicts, at least one: 6, then 7, then 4, then 5, then 0.

    Args:
        verdicts: of the records.
        others: codes that come from elsewhere.
    """
    codes = {CODES[verdict] for verdict in verdicts}.union(others)
    return next(code for code in _WORST_FIRST if code in codes)


def audit_fields(report: Report, known: Known | None = None) -> dict[str, Json]:
    """Answer a report as the fields of an object for programs. Names and words in it are as claimed, and raw."""
    match = report.match
    return {
        "verdict": report.verdict.value,
        "exit": int(CODES[report.verdict]),
        "match": report.match_id.hex() if report.n_frames else None,
        "head": report.head.hex(),
        "frames": report.n_frames,
        "stored": report.n_stored,
        "players": _players(report, known),
        "started_ms": report.offer.started_ms if report.offer else None,
        "deals": report.n_deals,
        "turns": report.n_turns,
        "hands": match.n_deals if match else 0,
        "totals": match.totals if match else None,
        "finished": bool(match and match.finished),
        "winner": match.winner.name.lower() if match and match.winner is not None else None,
        "opened": report.n_opened,
        "whole": report.n_whole,
        "fault": _fault_fields(report.fault),
    }


def _players(report: Report, known: Known | None) -> list[Json]:
    """Answer both seats: names as claimed, and who we know the keys to be."""
    offer = report.offer
    if offer is None:
        return []
    return [
        {"seat": seat.name.lower(), "name": offer.names[seat], "key": key_print(offer.keys[seat])}
        | (
            {}
            if known is None
            else {"is_me": offer.keys[seat] == known.own, "known_as": known.name_of(offer.keys[seat])}
        )
        for seat in Seat
    ]


def _fault_fields(fault: Fault | None) -> Json:
    if fault is None:
        return None
    return {
        "code": fault.code,
        "sentence": fault.sentence,
        "byte": fault.offset,
        "frame": fault.frame,
        "hand": fault.hand,
        "accused": None if fault.accused is None else fault.accused.name.lower(),
    }


def examined(home: Home, wanted: str) -> Report:
    """Answer what was found in the record that is meant; that there is none is a finding too."""
    try:
        path = find_record(home, wanted)
    except NoRecordError as error:
        return unreadable(str(error))
    return examine(path)


def _report(record: Wanted) -> Report:
    return unreadable(record.trouble) if record.path is None else examine(record.path)


def _watched(record: Wanted, output: Output) -> Report:
    """Examine a record by itself, and show how much of it is read."""
    if record.path is None or not output.shows_status:
        return _report(record)
    try:
        n_bytes = max(1, record.path.stat().st_size)
        return examine_items(_noticed(record.path, n_bytes, output), disclosures_in(record.path))
    except (OSError, NoRecordError):
        return _report(record)  # it says itself what is wrong


def _noticed(path: Path, n_bytes: int, output: Output) -> Iterator[StoredFrame | Ending]:
    for item in scan_file(path):
        percent = min(100, 100 * item.offset // n_bytes)
        output.status(bar(percent, 100, f"{percent} %"))
        yield item


def _parsed(text: str) -> str:
    try:
        return parse_key_print(text)
    except ValueError as error:
        raise UsageError(f"--expect-key: {error}.") from None


def _has_key(report: Report, expected: str) -> bool:
    """Tell whether a seat that has signed something has this key; the guest's is a claim of the host before."""
    if report.offer is None:
        return False
    signed = report.offer.keys[: min(report.n_frames, 2)]
    return expected in map(key_print, signed)
