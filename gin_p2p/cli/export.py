"""How does a match get out of its record? The command that writes it down for people and programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from gin_p2p.cli.audit import CODES
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.export_text import to_text
from gin_p2p.cli.output import Output
from gin_p2p.cli.text import CHAT_COLUMNS, inert
from gin_p2p.cli.wanted import Wanted, wanted_records
from gin_p2p.record.errors import NoRecordError
from gin_p2p.record.export import to_csv, to_json
from gin_p2p.record.gn import to_gn
from gin_p2p.record.home import Home
from gin_p2p.record.new_file import digest_of_file, write_public
from gin_p2p.record.own_side import own_side
from gin_p2p.record.replay import replay
from gin_p2p.record.stats import GOOD
from gin_p2p.record.unfolded import Unfolded, unfold


class Form(StrEnum):
    """What an export looks like; the value is the word of `--to`."""

    TXT = "txt"
    JSON = "json"
    GN = "gn"
    CSV = "csv"


_ALONE: Final = frozenset({Form.GN})
"""Forms that hold one match."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be exported.

    Attributes:
        records: paths of files and folders, `last`, or first digits of match ids.
        to: the form.
        hand: the only hand; None for all.
        anon: leave out names, keys, times, and whatever says which record it was.
        own: show our own cards too, also those that were never shown; only of a match that is over.
        out: the file to write; None to print.
    """

    records: Sequence[str]
    to: str
    hand: int | None = None
    anon: bool = False
    own: bool = False
    out: str | None = None


def export_command(asked: Asked, output: Output) -> Exit:
    """Write matches down. Only what an audit finds right is exported.

    Returns:
        0, or what an audit answers for the first record that does not hold.

    Raises:
        UsageError: a value is impossible, or the file exists.
        NoRecordError: there is no such record.
        FileRefusedError: the file cannot be written.
    """
    if asked.to not in set(Form):
        raise UsageError(f"--to takes {', '.join(Form)}.")
    form = Form(asked.to)
    home = Home.find()
    records = wanted_records(home, asked.records)
    if form in _ALONE and len(records) > 1:
        raise UsageError(f"--to {form} holds one match, and these are {len(records)}.")
    matches = []
    for record in records:
        match = _unfolded(home, record, asked)
        if match.report.verdict not in GOOD or match.offer is None:
            output.complain(f"{inert(record.name)}: {match.report.verdict}; `gin audit` tells the rest.")
            return CODES[match.report.verdict]
        if asked.own and not match.report.is_signed_off:
            output.complain("Your own cards stay secret until both have signed the end: the match can go on.")
            return Exit.REFUSED
        matches.append(match)
    return _deliver(_text(form, home, records, matches, asked), asked, output)


def _unfolded(home: Home, record: Wanted, asked: Asked) -> Unfolded:
    if record.path is None:
        raise NoRecordError(record.trouble)
    seed = own_side(home, record.path).seed if asked.own else None
    match = unfold(replay(record.path, seed, hindsight=False))
    if asked.hand is None:
        return match
    hands = tuple(hand for hand in match.hands if hand.number == asked.hand)
    if not hands:
        raise UsageError(
            f"There is no hand {asked.hand} in {inert(record.name)}: it holds {len(match.hands)}."
        )
    return replace(match, hands=hands)


def _text(
    form: Form, home: Home, records: Sequence[Wanted], matches: Sequence[Unfolded], asked: Asked
) -> str:
    match form:
        case Form.JSON:
            return to_json(matches, anon=asked.anon)
        case Form.CSV:
            return to_csv(matches, anon=asked.anon)
        case Form.GN:
            (path,) = (record.path for record in records if record.path is not None)
            return to_gn(matches[0], digest_of_file(path), anon=asked.anon)
        case Form.TXT:
            return "\n\n".join(_stories(home, records, asked))


def _stories(home: Home, records: Sequence[Wanted], asked: Asked) -> Iterator[str]:
    for record in records:
        if record.path is not None:
            seed = own_side(home, record.path).seed if asked.own else None
            steps = replay(record.path, seed, hindsight=False)
            yield to_text(steps, asked.hand, anon=asked.anon)


def _deliver(text: str, asked: Asked, output: Output) -> Exit:
    if asked.out is None:
        output.event("export", to=asked.to, text=text)
        output.say(text)
        return Exit.DONE
    path = Path(asked.out)
    try:
        write_public(path, text + "\n")
    except FileExistsError:
        raise UsageError(f"{inert(str(path), CHAT_COLUMNS)} exists already; name another with -o.") from None
    output.event("export", to=asked.to, path=str(path))
    output.say(f"Wrote {inert(str(path), CHAT_COLUMNS)}.")
    return Exit.DONE
