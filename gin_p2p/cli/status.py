"""Which matches are being played or paused, and what does each wait for?

What is said here is what this copy of a record shows: whose frame comes next and what it owes. That it has not come,
and since when, nobody else has signed.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Output
from gin_p2p.cli.text import inert_name
from gin_p2p.crypto.identity import key_print
from gin_p2p.net.joinline import JoinLine, parse_join_line
from gin_p2p.protocol.audit import Auditor, Findings
from gin_p2p.protocol.table import Stage
from gin_p2p.record.bookmark import Bookmark, load_bookmark
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import load_identity
from gin_p2p.record.journal import is_in_use
from gin_p2p.record.library import scan_file
from gin_p2p.record.peers import Peers, by_key, load_peers
from gin_p2p.record.saved import SavedMatch, evidence_of, saved_matches
from gin_p2p.record.scan import StoredFrame
from gin_p2p.seat import Seat

OWES: Final = {
    Stage.OPEN: "an offer",
    Stage.ACCEPT: "a word on the offered rules",
    Stage.REVEAL: "its number for the draw of the dealer",
    Stage.DEALER_KEY: "its key for the next deal",
    Stage.OTHER_KEY: "its key for the next deal",
    Stage.SHUFFLE: "its shuffle",
    Stage.CUT: "its shuffle",
    Stage.SERVE: "its shares of the dealt cards",
    Stage.MOVE: "a move",
    Stage.GIVE: "its share of the card that was drawn",
    Stage.HOST_CLOSE: "its signature under the result",
    Stage.GUEST_CLOSE: "its signature under the result",
    Stage.CLOSED: "nothing",
}
"""What the seat owes that speaks next."""


class State(StrEnum):
    """How a match stands here."""

    RUNNING = "running"
    PAUSED = "paused"
    LEFT = "left"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Row:
    """One match of the list.

    Attributes:
        saved: what lies on disk.
        seat: ours; None in a match of another identity.
        peer: how the other side is called, inert.
        state: how the match stands here.
        findings: what its frames show.
        line: where the host is called; None where that is not known.
    """

    saved: SavedMatch
    seat: Seat | None
    peer: str
    state: State
    findings: Findings
    line: JoinLine | None

    @property
    def short(self) -> str:
        """The first digits of the match id."""
        return self.saved.match_id.hex()[:8]


def show_status(output: Output) -> Exit:
    """List the matches that are not over, newest first.

    Raises:
        FileRefusedError: a file of ours is unsafe or not as we wrote it.
    """
    home = Home.find()
    peers, own = load_peers(home.peers), _own_key(home)
    rows = [_row(home, saved, peers, own) for saved in saved_matches(home) if not saved.is_closed]
    for number, row in enumerate(rows):
        if number:
            output.say()
        for line in _lines(row):
            output.say(line)
        _announce(row, output)
    if not rows:
        output.say("No match is running or paused.")
    return Exit.DONE


def _own_key(home: Home) -> bytes:
    try:
        return load_identity(home.identity).public
    except FileNotFoundError:
        return b""


def _row(home: Home, saved: SavedMatch, peers: Peers, own: bytes) -> Row:
    keys = saved.offer.keys
    seat = Seat(keys.index(own)) if own in keys else None
    findings, bookmark = _findings(saved), load_bookmark(home.bookmark(saved.match_id))
    peer = "" if seat is None else _name(seat.other, findings, peers, keys)
    state = _state(home, saved, bookmark)
    return Row(saved, seat, peer, state, findings, _line(bookmark, keys[Seat.HOST]))


def _findings(saved: SavedMatch) -> Findings:
    auditor = Auditor()
    for item in scan_file(saved.path):
        if isinstance(item, StoredFrame):
            auditor.hear(item.frame)
    return auditor.findings()


def _name(seat: Seat, findings: Findings, peers: Peers, keys: Sequence[bytes]) -> str:
    peer = by_key(peers, key_print(keys[seat]))
    if peer is not None:
        return inert_name(peer.name)
    offer = findings.table.offer
    return inert_name(offer.names[seat] if offer else "")


def _state(home: Home, saved: SavedMatch, bookmark: Bookmark) -> State:
    if evidence_of(home, saved.match_id):
        return State.DISPUTED
    if is_in_use(saved.path):
        return State.RUNNING
    return State.LEFT if bookmark.is_left else State.PAUSED


def _line(bookmark: Bookmark, host_key: bytes) -> JoinLine | None:
    if not bookmark.addresses:
        return None
    return JoinLine(key_print(host_key), parse_join_line(",".join(bookmark.addresses)).addresses)


def _lines(row: Row) -> Sequence[str]:
    table = row.findings.table
    score = f"hand {table.match.n_deals + 1}, " if table.match else ""
    mine, theirs = _totals(row)
    score += f"score {mine} to {theirs}" if table.match else "not begun"
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(row.saved.modified))
    lines = [f"{row.short}  {row.state}  with {row.peer or 'somebody else'}  {score}  last frame {when}"]
    lines.append(f"  {_due(row)}")
    if row.state in (State.PAUSED, State.LEFT):
        lines.append(f"  gin resume {row.short}")
    if row.line is not None and row.seat is Seat.HOST:
        words = f"gin resume {row.short}" if row.findings.n_frames > 1 else "gin join"
        lines.append(f"  the other side: {words} {row.line.quoted()}")
    return lines


def _totals(row: Row) -> tuple[int, int]:
    match, seat = row.findings.table.match, row.seat or Seat.HOST
    return (match.totals[seat], match.totals[seat.other]) if match else (0, 0)


def _due(row: Row) -> str:
    """Say whose frame comes next; by this copy."""
    refused, table = row.findings.refused, row.findings.table
    if refused is not None:
        return f"its last frame breaks a rule ({refused.sentence}): gin audit {row.short}"
    if table.speaker is None:
        return "both have signed the end; the record is closed when the match is taken up"
    who = "you owe" if table.speaker is row.seat else f"{row.peer or table.speaker.name.lower()} owes"
    return f"by this copy {who} {OWES[table.stage]}"


def _announce(row: Row, output: Output) -> None:
    table = row.findings.table
    output.event(
        "match",
        match=row.saved.match_id.hex(),
        state=row.state.value,
        seat=None if row.seat is None else row.seat.name.lower(),
        peer=row.peer,
        frames=row.findings.n_frames,
        hands=table.match.n_deals if table.match else 0,
        totals=table.match.totals if table.match else None,
        next=None if table.speaker is None else table.speaker.name.lower(),
        owes=table.stage.value,
        line=None if row.line is None else str(row.line),
        modified=round(row.saved.modified, 3),
        record=str(row.saved.path),
    )
