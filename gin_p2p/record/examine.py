"""What does this file prove?

The frames are audited while the file is read, one after another, so memory stays small whatever the file. What they
show is then held against the way the file ends. Nothing that a file says of itself is believed: its summary is
computed anew and compared.

A frame that breaks a rule accuses whoever signed it. Whatever else is wrong with a file accuses nobody, since anybody
can damage a file; and what only a copy or a newer program has done to it is no fault at all and cannot be judged.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gin_p2p.protocol.audit import Auditor, Findings, Verdict
from gin_p2p.protocol.codec import Value, pack
from gin_p2p.protocol.judgement import Refused, Rule
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Offer, Stage
from gin_p2p.record.disclosed import CODE as DISCLOSURE
from gin_p2p.record.disclosed import Disclosed
from gin_p2p.record.ending import Ending, EndKind
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.fault import Fault
from gin_p2p.record.library import scan_file
from gin_p2p.record.scan import StoredFrame
from gin_p2p.record.summary import Summary
from gin_p2p.rules.match import Match
from gin_p2p.seat import Seat

_VERDICTS: Final = {
    EndKind.CLOSED: Verdict.VERIFIED,
    EndKind.OPEN: Verdict.UNFINISHED,
    EndKind.CUT: Verdict.CANNOT_JUDGE,
    EndKind.CHANGED: Verdict.CANNOT_JUDGE,
    EndKind.NEWER: Verdict.CANNOT_JUDGE,
    EndKind.NOT_A_RECORD: Verdict.CANNOT_JUDGE,
    EndKind.DAMAGED: Verdict.NOT_VERIFIED,
    EndKind.AFTER_END: Verdict.NOT_VERIFIED,
}
"""What a file comes to whose frames are all good, by how it ends."""

_WITHIN: Final = frozenset({"summary", DISCLOSURE, Rule.MISDEAL_HIDDEN, Rule.CARD_TWICE})
"""Faults that frames, disclosures and summary show together, however the file ends."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an examination has found. All of it is plain data, so that it can come from another process.

    Attributes:
        verdict: one of the four.
        fault: what is wrong; None when the verdict is VERIFIED, or UNFINISHED.
        n_frames: good frames from the beginning.
        n_stored: undamaged frames in the file, also those behind a bad one, which nobody has judged.
        head: after the good frames, 32 bytes.
        match_id: 16 bytes; zero before the first good frame.
        n_deals: deals whose two shuffles and all openings held.
        n_turns: moves of the game that were legal.
        offer: who plays what, as claimed; None before it was made.
        match: the hands and the score, computed; None before the first dealer was drawn.
        is_signed_off: whether both seats have signed the end.
        n_opened: hands that were opened anew by the disclosed keys of HOST and of GUEST.
        n_whole: hands of which every card is open, both seats having disclosed their keys.
    """

    verdict: Verdict
    fault: Fault | None = None
    n_frames: int = 0
    n_stored: int = 0
    head: bytes = bytes(32)
    match_id: bytes = bytes(16)
    n_deals: int = 0
    n_turns: int = 0
    offer: Offer | None = None
    match: Match | None = None
    is_signed_off: bool = False
    n_opened: tuple[int, int] = (0, 0)
    n_whole: int = 0


def examine(path: Path) -> Report:
    """Examine a file. A file that cannot be read is a report too."""
    try:
        return examine_items(scan_file(path), disclosures_in(path))
    except NoRecordError as error:
        return unreadable(str(error))


def unreadable(sentence: str) -> Report:
    """Answer the report of what could not even be opened."""
    return Report(Verdict.CANNOT_JUDGE, Fault("unreadable", sentence.rstrip(".")))


def disclosures_in(path: Path) -> tuple[bytes, ...]:
    """Answer what is disclosed in a file, unjudged. It stands at the end, and the hands want it from the beginning.

    Raises:
        NoRecordError: the file cannot be read.
    """
    return next(item.disclosures for item in scan_file(path) if isinstance(item, Ending))


def examine_items(items: Iterable[StoredFrame | Ending], disclosures: Sequence[bytes] = ()) -> Report:
    """Examine what a scan yields.

    Args:
        items: frames, then one Ending. Each frame is judged when it comes, so that whoever hands them in can show
            how far it is.
        disclosures: what the Ending will hold.

    Raises:
        NoRecordError: from the scan: the file can no longer be read.
        ValueError: there is no Ending, or it holds other disclosures.
    """
    examination = Examination(disclosures)
    for item in items:
        examination.hear(item)
    return examination.report()


class Examination:
    """Hears what a scan yields, one item after another, and sums up.

    Args:
        disclosures: what the Ending will hold.
    """

    def __init__(self, disclosures: Sequence[bytes] = ()) -> None:
        self._auditor = Auditor()
        self._disclosed = Disclosed(tuple(disclosures))
        self._n_stored = 0
        self._refused_at = 0
        self._ending: Ending | None = None

    def hear(self, item: StoredFrame | Ending) -> Heard | None:
        """Judge the next item; answer what was heard, None where that is nothing good."""
        if isinstance(item, Ending):
            self._ending = item
            return None
        self._n_stored += 1
        heard = self._auditor.hear(item.frame)
        if heard is None:
            self._refused_at = self._refused_at or item.offset
        else:
            self._disclosed.hear(heard)
        return heard

    def report(self) -> Report:
        """Answer what was found.

        Raises:
            ValueError: there was no Ending, or it holds other disclosures.
        """
        if self._ending is None:
            raise ValueError("a scan ends with an Ending")
        if self._ending.disclosures != self._disclosed.disclosures:
            raise ValueError("what is disclosed is to be handed in before the frames")
        findings, table = self._auditor.findings(), self._auditor.table
        fault = _fault(findings, self._refused_at, self._ending, self._disclosed)
        return Report(
            _verdict(findings, fault, self._ending),
            fault,
            findings.n_frames,
            self._n_stored,
            findings.head,
            findings.match_id,
            findings.n_deals,
            findings.n_turns,
            table.offer,
            table.match,
            table.stage is Stage.CLOSED,
            self._disclosed.n_opened,
            self._disclosed.n_whole,
        )


def _verdict(findings: Findings, fault: Fault | None, ending: Ending) -> Verdict:
    if fault is not None and fault.code == Rule.VERSION:
        return Verdict.CANNOT_JUDGE
    if findings.refused is not None or (fault is not None and fault.code in _WITHIN):
        return Verdict.NOT_VERIFIED
    return _VERDICTS[ending.kind]


def _fault(findings: Findings, refused_at: int, ending: Ending, disclosed: Disclosed) -> Fault | None:
    """Answer what is wrong; a bad frame comes before whatever the file does after it."""
    if findings.refused is not None:
        return _frame_fault(findings, findings.refused, refused_at)
    if (fault := disclosed.fault(findings, ending.offset)) is not None:
        return fault
    if ending.kind is EndKind.CLOSED:
        return _summary_fault(findings, ending)
    if ending.kind is EndKind.OPEN:
        return None
    return Fault(ending.kind.value.replace(" ", "-"), ending.reason, ending.offset)


def _frame_fault(findings: Findings, refused: Refused, offset: int) -> Fault:
    match = findings.table.match
    if refused.code == Rule.VERSION:
        # A newer program may have made it: no fault of whoever signed it.
        return Fault(refused.code, refused.sentence, offset, refused.seq)
    hand = None if match is None or match.finished else match.n_deals + 1
    return Fault(refused.code, refused.sentence, offset, refused.seq, hand, findings.accused)


def _summary_fault(findings: Findings, ending: Ending) -> Fault | None:
    """Compare the summary with what the frames say."""
    if findings.table.stage is not Stage.CLOSED:
        return Fault("summary", "it has a summary, but its frames do not end the match", ending.offset)
    true = Summary.of(findings.table, findings.match_id, findings.n_frames, findings.head)
    if ending.summary is not None and pack(ending.summary) == pack(true.to_value()):  # == takes True for 1
        return None
    return Fault("summary", _difference(ending.summary, true), ending.offset)


def _difference(value: Value | None, true: Summary) -> str:
    """Say what a wrong summary claims, with both values of what people look at first."""
    claimed = None if value is None else Summary.parse(value)
    if claimed is None:
        return "its summary is none that this program writes"
    for what in ("totals", "winner", "n_deals", "n_frames"):
        wrong, right = getattr(claimed, what), getattr(true, what)
        if wrong != right:
            return f"its summary says {_words(what, wrong)}, its frames say {_words(what, right)}"
    return "its summary is not what its frames say"


def _words(what: str, value: object) -> str:
    match value:
        case (host, guest):
            return f"{host} to {guest}"
        case Seat():
            return f"the {value.name.lower()} won"
        case None:
            return "nobody won"
        case _:
            return f"{value} {'hands' if what == 'n_deals' else 'frames'}"
