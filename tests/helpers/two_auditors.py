"""What do two auditors, ours and the one written from protocol.md alone, say of the bytes of a file?"""

import io
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final

import pytest

from gin_p2p.cli.audit import CODES
from gin_p2p.record.container import encode_closing
from gin_p2p.record.ending import Ending
from gin_p2p.record.examine import examine_items
from gin_p2p.record.scan import scan
from gin_p2p.record.summary import Summary
from gin_p2p.seat import Seat
from tests import second_auditor
from tests.helpers.arena import Story
from tests.helpers.records import MemoReferee, file_of


@dataclass(frozen=True)
class Opinion:
    """What an auditor says of a file, as far as protocol.md fixes it."""

    verdict: str
    exit_code: int
    n_frames: int
    head: str
    deals: int
    turns: int
    totals: tuple[int, int]
    winner: str | None
    hands: tuple[tuple[str, str | None, int], ...]
    code: str | None
    frame: int | None
    accused: str | None


def name_of(seat: Seat | None) -> str | None:
    return None if seat is None else seat.name.lower()


def ours(data: bytes) -> Opinion:
    """Answer what our auditor says."""
    items = list(scan(io.BytesIO(data).read))
    ending = items[-1]
    assert isinstance(ending, Ending)
    report = examine_items(items, ending.disclosures)
    match, fault = report.match, report.fault
    hands = () if match is None else match.hands
    named = fault is not None and (fault.frame is not None or fault.code in second_auditor.IN_DISCLOSURES)
    return Opinion(
        report.verdict.value,
        int(CODES[report.verdict]),
        report.n_frames,
        report.head.hex(),
        report.n_deals,
        report.n_turns,
        (0, 0) if match is None else match.totals,
        None if match is None else name_of(match.winner),
        tuple(
            (hand.result.ending.value, name_of(hand.result.winner), hand.score.points) for hand in hands
        ),
        str(fault.code) if fault is not None and named else None,
        None if fault is None else fault.frame,
        None if fault is None else name_of(fault.accused),
    )  # fmt: skip


def theirs(data: bytes) -> Opinion:
    """Answer what the second auditor says."""
    said = second_auditor.audit(data)
    return Opinion(
        said.verdict,
        said.exit_code,
        said.n_frames,
        said.head,
        said.deals,
        said.turns,
        said.totals,
        said.winner,
        tuple(said.hands),
        said.code,
        said.frame,
        said.accused,
    )


def agreed(data: bytes) -> Opinion:
    """Answer what both say of a file."""
    mine = ours(data)
    assert theirs(data) == mine
    return mine


def frozen(value: object) -> Hashable:
    return tuple(value) if isinstance(value, list) else value


def remembering(verify: Callable[..., Any]) -> Callable[..., Any]:
    """Answer a verifier that does not check twice what it has checked once: a proof counts in one place only."""
    held: dict[tuple[Hashable, ...], Any] = {}

    def checked(*statement: object) -> Any:  # noqa: ANN401 - whatever the verifier answers
        key = tuple(map(frozen, statement))
        if key not in held:
            held[key] = verify(*statement)
        return held[key].copy() if isinstance(held[key], list) else held[key]

    return checked


VERIFIERS: Final = {
    name: remembering(getattr(second_auditor, name))
    for name in ("verify_key", "verify_shares", "verify_shuffle")
}


def check_proofs_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let neither auditor check a proof again that it has checked in this process."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    for name, verify in VERIFIERS.items():
        monkeypatch.setattr(second_auditor, name, verify)


def record_of(told: Story, *more: bytes) -> bytes:
    """Answer the record of a story: closed if its last frame is, with these bytes before the summary."""
    table = told.heard[-1].after
    summary = Summary.of(table, told.heads[1][:16], len(told.frames), told.heads[-1])
    closing = encode_closing(summary.to_value()) if table.speaker is None else b""
    return file_of(told.frames) + b"".join(more) + closing
