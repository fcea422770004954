"""Was this match fair? The command that answers, and the exit code it answers with."""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from gin_p2p.cli.audit_lines import audit_lines, count_line, title
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Json, Output
from gin_p2p.crypto.identity import key_print
from gin_p2p.protocol.audit import Verdict
from gin_p2p.record.errors import FileRefusedError, NoRecordError
from gin_p2p.record.examine import Report, examine, unreadable
from gin_p2p.record.fault import Fault
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import load_identity
from gin_p2p.record.library import find_record
from gin_p2p.record.peers import Peers, by_key, load_peers
from gin_p2p.seat import Seat

CODES: Final = {
    Verdict.VERIFIED: Exit.DONE,
    Verdict.UNFINISHED: Exit.UNFINISHED,
    Verdict.NOT_VERIFIED: Exit.PROVEN_WRONG,
    Verdict.CANNOT_JUDGE: Exit.CANNOT_JUDGE,
}
_WORST_FIRST: Final = (Exit.PROVEN_WRONG, Exit.CANNOT_JUDGE, Exit.UNFINISHED, Exit.DONE)

Acquaintance: TypeAlias = Callable[[bytes], str]
"""Says in a word or two who holds a key."""


def audit_files(wanted: Sequence[str], output: Output) -> Exit:
    """Audit records one after another.

    Args:
        wanted: paths, `last`, or first digits of match ids.
        output: for the findings, each file's as soon as it is known.

    Returns:
        The worst code: 6, then 7, then 5, then 0.
    """
    home = Home.find()
    acquaintance = _acquaintance(home, output)
    verdicts = []
    for number, name in enumerate(wanted):
        report = examined(home, name)
        verdicts.append(report.verdict)
        output.event("audit", file=name, **audit_fields(report))
        if number:
            output.say()
        for line in audit_lines(title(name, number, len(wanted)), report, acquaintance):
            output.say(line)
    if len(wanted) > 1:
        output.say("\n" + count_line(verdicts))
    return worst(verdicts)


def worst(verdicts: Sequence[Verdict]) -> Exit:
    """Answer the exit code of several verdicts, at least one: 6, then 7, then 5, then 0."""
    codes = {CODES[verdict] for verdict in verdicts}
    return next(code for code in _WORST_FIRST if code in codes)


def audit_fields(report: Report) -> dict[str, Json]:
    """Answer a report as the fields of an object for programs. Names and words in it are as claimed, and raw."""
    match = report.match
    return {
        "verdict": report.verdict.value,
        "exit": int(CODES[report.verdict]),
        "match": report.match_id.hex() if report.n_frames else None,
        "head": report.head.hex(),
        "frames": report.n_frames,
        "stored": report.n_stored,
        "players": _players(report),
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


def _players(report: Report) -> list[Json]:
    offer = report.offer
    if offer is None:
        return []
    return [
        {"seat": seat.name.lower(), "name": offer.names[seat], "key": key_print(offer.keys[seat])}
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


def _acquaintance(home: Home, output: Output) -> Acquaintance:
    """Answer who is known here. An audit needs neither an identity nor peers: what cannot be read is unknown."""
    own = b""
    peers: Peers = ()
    try:
        own = load_identity(home.identity).public
    except FileNotFoundError:
        pass
    except FileRefusedError as error:
        output.complain(str(error))
    try:
        peers = load_peers(home.peers)
    except FileRefusedError as error:
        output.complain(str(error))

    def who(key: bytes) -> str:
        if key == own:
            return "you"
        return "known" if by_key(peers, key_print(key)) else "unknown"

    return who
