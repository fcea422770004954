"""How is it told what a record proves?

Pure: a report goes in, lines come out. Each line says what was checked and how it came out; the last word is the
verdict. Names are claims of strangers and are shown inert.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

from gin_p2p.cli.text import CHAT_COLUMNS, inert, inert_name, wrap
from gin_p2p.cli.words import counted, listed
from gin_p2p.crypto.identity import key_print
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.table import Offer
from gin_p2p.record.examine import Report
from gin_p2p.record.fault import Fault
from gin_p2p.rules.match import Match
from gin_p2p.seat import Seat

_BESIDE: Final = " " * 8
_LIMIT: Final = "no file can show whether a player got help from a person or a program"
_LAST: Final = {
    Verdict.VERIFIED: "VERIFIED",
    Verdict.UNFINISHED: "UNFINISHED",
    Verdict.NOT_VERIFIED: "NOT VERIFIED - keep this file as it is",
    Verdict.CANNOT_JUDGE: "CANNOT JUDGE",
}
_ADVICE: Final = {
    "changed-in-transfer": "The file was changed in transfer. Let it be sent again, as an attachment or packed.",
    "cut": "The rest is missing: an interrupted copy, or power was lost. What is before it can still be watched.",
    "newer-format": "A newer gin wrote it. Upgrade to audit it.",
    "version": "A newer gin may have played it. Upgrade to audit it.",
}


def title(name: str, number: int, n_files: int) -> str:
    """Answer the line that stands before the findings of one of several files; empty for a single one."""
    return f"file {number + 1} of {n_files}: {inert(name)}" if n_files > 1 else ""


def count_line(verdicts: Sequence[Verdict]) -> str:
    """Answer the line that sums up several files: `"3 files: 2 VERIFIED and 1 UNFINISHED"`."""
    counts = Counter(verdicts)
    return f"{len(verdicts)} files: " + listed(
        [f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict]]
    )


def audit_lines(first: str, report: Report, acquaintance: Callable[[bytes], str]) -> tuple[str, ...]:
    """Answer all that is shown of one file.

    Args:
        first: a line that names the file, or empty.
        report: what was found.
        acquaintance: says who holds a key: `"you"`, `"known as ann"`, `"unknown"`.
    """
    lines = [first] if first else []
    if report.offer is not None and report.n_frames:
        lines += [_headline(report.offer, report.match), "", *_checks(report, report.offer, acquaintance)]
    if report.verdict in {Verdict.VERIFIED, Verdict.UNFINISHED}:
        return (*lines, *_trouble(report), _line("note", _LIMIT), "", _last(report))
    return (*lines, *_trouble(report), "", _last(report))


def verdict_lines(report: Report) -> tuple[str, ...]:
    """Answer what is wrong, or missing, and the verdict."""
    return (*_trouble(report), _last(report))


def names_of(offer: Offer) -> tuple[str, str]:
    """Answer the names by seat, inert; where they cannot be told apart the seat stands with them."""
    host, guest = (inert_name(name) for name in offer.names)
    return (f"{host} (host)", f"{guest} (guest)") if host.casefold() == guest.casefold() else (host, guest)


def _last(report: Report) -> str:
    is_evidence = report.fault is not None and report.fault.accused is not None
    return _LAST[report.verdict] + ("; it is the evidence" if is_evidence else "")


def _headline(offer: Offer, match: Match | None) -> str:
    names = names_of(offer)
    when = datetime.fromtimestamp(offer.started_ms / 1000, UTC).strftime("%Y-%m-%d %H:%MZ")
    return f"{names[0]} v {names[1]}, {when}, {_standing(names, match)}"


def _standing(names: tuple[str, str], match: Match | None) -> str:
    if match is None:
        return "nothing was dealt"
    hands, score = counted(match.n_deals, "hand"), _score(match)
    if match.finished:
        if match.resigned is not None:
            hands += f", {names[match.resigned]} resigned"
        end = "it ended level" if match.winner is None else f"{names[match.winner]} won"
        return f"{hands}, {end} {score}"
    host, guest = match.totals
    state = "level" if host == guest else f"{names[Seat.HOST if host > guest else Seat.GUEST]} leads"
    return f"stopped after {hands}, {state} {score}"


def _score(match: Match) -> str:
    """Answer the totals, those of the winner or leader first."""
    host, guest = match.totals
    guest_first = match.winner is Seat.GUEST or (match.winner is None and guest > host)
    return f"{guest} to {host}" if guest_first else f"{host} to {guest}"


def _checks(report: Report, offer: Offer, acquaintance: Callable[[bytes], str]) -> Iterator[str]:
    """Yield what was found in order."""
    names = names_of(offer)
    whole = report.verdict is Verdict.VERIFIED
    yield _line(
        "ok", f"{'file complete: ' if whole else ''}{counted(report.n_frames, 'frame')}, hash chain unbroken"
    )
    who = [
        f"{name} {_short_print(key)} ({acquaintance(key)})"
        for name, key in zip(names, offer.keys, strict=True)
    ]
    if report.n_frames > 1:
        yield _line("ok", f"signed by both: {', '.join(who)}")
    else:
        yield _line("ok", f"signed by the host: {who[0]}")
    if report.n_deals:
        shuffles = "each shuffled by both players and proven to keep all 52 cards"
        yield _line("ok", f"{counted(report.n_deals, 'deal')}, {shuffles}")
        yield _line(
            "ok", f"every draw, throw, knock and layoff was legal ({counted(report.n_turns, 'move')})"
        )
    if report.match is not None and report.match.n_deals:
        yield _line("ok", f"scores add up (computed anew: {_score(report.match)})")
    yield from _disclosed(report, names)


def _disclosed(report: Report, names: tuple[str, str]) -> Iterator[str]:
    """Yield what disclosed keys have shown; nothing where they show a fault."""
    if report.fault is not None:
        return
    by_rule = report.match is not None and report.match.rules.misdeal_rule
    for seat in Seat:
        if report.n_opened[seat]:
            deals = counted(report.n_opened[seat], "deal")
            quiet = ", and no misdeal kept quiet" if by_rule else ""
            yield _line("ok", f"{names[seat]} disclosed the true keys of {deals}{quiet}")
    if report.n_whole:
        deals = counted(report.n_whole, "deal")
        yield _line("ok", f"{deals} disclosed by both: every card is open, 52 different ones each")


def _trouble(report: Report) -> Iterator[str]:
    """Yield what is wrong, or missing."""
    if report.fault is not None:
        yield from _fault_lines(report, report.fault)
    elif report.verdict is Verdict.UNFINISHED and report.is_signed_off:
        yield _line("note", "both players signed the end, but the end of the file is missing")
    elif report.verdict is Verdict.UNFINISHED:
        yield _line("note", "the match has no end that both players signed")


def _fault_lines(report: Report, fault: Fault) -> Iterator[str]:
    tag = "FAIL" if report.verdict is Verdict.NOT_VERIFIED else "stop"
    sentence = inert(fault.sentence, CHAT_COLUMNS)
    if fault.frame is None:
        place = f"byte {fault.offset}: " if fault.offset else f"hand {fault.hand}: " if fault.hand else ""
        yield _line(tag, f"{place}{sentence}")
        if fault.accused is not None and report.offer is not None:
            name = names_of(report.offer)[fault.accused]
            yield _line("", f"the keys that {name} disclosed and signed show it, so anyone can check this")
    else:
        hand = f"hand {fault.hand}, " if fault.hand else ""
        yield _line(tag, f"{hand}frame {fault.frame}, byte {fault.offset}, rule {fault.code}: {sentence}")
        yield from _blame(report, fault)
        n_behind = report.n_stored - report.n_frames - 1
        if n_behind:
            yield _line("skip", f"{counted(n_behind, 'frame')} behind it")
    if fault.code in _ADVICE:
        yield _line("", _ADVICE[fault.code])


def _blame(report: Report, fault: Fault) -> Iterator[str]:
    if fault.accused is not None:
        # The first frame names its signer itself; before it is good there is no offer.
        name = names_of(report.offer)[fault.accused] if report.offer else f"the {fault.accused.name.lower()}"
        yield _line("", f"frame {fault.frame} carries {name}'s signature, so anyone can check this")
    elif report.verdict is Verdict.NOT_VERIFIED:
        yield _line("", "this shows nobody's guilt: anybody can change a file")


def _short_print(key: bytes) -> str:
    groups = key_print(key).split("-")
    return f"{groups[0]}-...-{groups[-1]}"


def _line(tag: str, text: str) -> str:
    return wrap(f"  {tag:<4}  {text}", indent=_BESIDE)
