"""May anybody see my cards of a match that is over? The command that lets them."""

from collections.abc import Mapping
from pathlib import Path

from gin_p2p.cli.audit import CODES
from gin_p2p.cli.audit_lines import verdict_lines
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.output import Output
from gin_p2p.cli.text import CHAT_COLUMNS, inert
from gin_p2p.cli.words import counted
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.protocol.audit import Verdict
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import load_identity
from gin_p2p.record.library import find_record
from gin_p2p.record.own_side import own_side
from gin_p2p.record.reveal import Revealable, revealable, write_revealed


def reveal_command(record: str, hand: int | None, out: str | None, output: Output) -> Exit:
    """Write a copy of a record with my keys of one deal, or of all, for everybody to open my cards with.

    Args:
        record: a path, `last`, or the first digits of a match id.
        hand: the deal; None for all of them.
        out: the name of the copy; None for one in the current folder.
        output: says what was written, or why nothing was.

    Raises:
        UsageError: there is no such hand, its key is disclosed already, or the copy exists.
        NoRecordError: there is no such record.
        FileRefusedError: a private file is unsafe, or the copy cannot be written.
    """
    home = Home.find()
    source = find_record(home, record)
    own = own_side(home, source)
    if own.refused is not None:
        raise own.refused
    if own.seat is None:
        output.complain("Only who played a match can disclose keys of it, and this match was not yours.")
        return Exit.REFUSED
    if own.seed is None:
        output.complain("The secret of this match is not here; without it there is nothing to disclose.")
        return Exit.CANNOT_JUDGE
    found = revealable(source, own.seed, own.seat)
    if found.report.verdict is not Verdict.VERIFIED:
        return _refused(found, output)
    keys = _chosen(found, hand)
    target = Path(out) if out else Path(f"{source.stem}_revealed.gin")
    try:
        write_revealed(source, target, found.report, keys, load_identity(home.identity))
    except FileExistsError:
        raise UsageError(
            f"{inert(str(target), CHAT_COLUMNS)} exists already; name another with -o."
        ) from None
    output.event(
        "reveal",
        path=str(target),
        match=found.report.match_id.hex(),
        seat=own.seat.name.lower(),
        deals=[*keys],
    )
    output.say(
        f"Wrote {inert(str(target), CHAT_COLUMNS)}: the record and your keys of {counted(len(keys), 'deal')}."
    )
    output.say("Whoever has this file sees your cards of it. With the other's keys too, every card is open.")
    return Exit.DONE


def _refused(found: Revealable, output: Output) -> Exit:
    for line in verdict_lines(found.report):
        output.say(line)
    if found.report.verdict is Verdict.UNFINISHED:
        output.complain("Your keys stay secret until both have signed the end: the match can go on.")
    else:
        output.complain("Keys are disclosed only of a record that an audit finds right.")
    return CODES[found.report.verdict]


def _chosen(found: Revealable, hand: int | None) -> Mapping[int, SecretScalar]:
    """Answer the keys to disclose.

    Raises:
        UsageError: there are none.
    """
    if hand is not None and hand not in found.keys:
        raise UsageError(f"There is no hand {hand}: the record holds {len(found.keys)}.")
    wanted = found.keys if hand is None else {hand: found.keys[hand]}
    keys = {number: secret for number, secret in wanted.items() if number not in found.disclosed}
    if not keys:
        raise UsageError("These keys are disclosed in the record already.")
    return keys
