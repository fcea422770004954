"""How does a seat disclose the keys of its deals, and where do they go?

Into a copy of the record, between the last frame and the summary. The record itself stays as it is, and only one whose
end both seats have signed can be copied so: as long as a match can go on, its keys are its cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed, SecretScalar
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.codec import Packable
from gin_p2p.protocol.disclosure import Disclosure, keys_in, split
from gin_p2p.protocol.messages import Key
from gin_p2p.record.container import MAX_DISCLOSURES, encode_closing, encode_disclosure
from gin_p2p.record.disk import Disk, SystemDisk, write_new
from gin_p2p.record.ending import Ending
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.examine import Examination, Report, disclosures_in
from gin_p2p.record.library import scan_file
from gin_p2p.seat import Seat

_PUBLIC = 0o644


@dataclass(frozen=True, slots=True)
class Revealable:
    """What a seat can disclose of a record.

    Attributes:
        report: what the audit says; nothing may be disclosed unless it is VERIFIED.
        keys: the seat's secret keys by number of the deal.
        disclosed: the deals whose keys the seat has disclosed in the record already.
    """

    report: Report
    keys: Mapping[int, SecretScalar]
    disclosed: frozenset[int]


def revealable(source: Path, seed: MatchSeed, seat: Seat) -> Revealable:
    """Audit a record, and answer which of its deal keys follow from the seed.

    Raises:
        NoRecordError: the file cannot be read.
    """
    disclosures = disclosures_in(source)
    examination = Examination(disclosures)
    keys: dict[int, SecretScalar] = {}
    for item in scan_file(source):
        heard = examination.hear(item)
        if heard is not None and heard.seat is seat and isinstance(heard.message, Key):
            number = heard.after.dealing.number
            secret = seed.deal_key(number)
            if secret.public == heard.message.key:
                keys[number] = secret
    already = frozenset(number for who, number in keys_in(disclosures) if who is seat)
    return Revealable(examination.report(), keys, already)


def write_revealed(
    source: Path,
    target: Path,
    report: Report,
    keys: Mapping[int, SecretScalar],
    identity: Identity,
    disk: Disk | None = None,
) -> None:
    """Write a copy of a record that discloses these keys too. It is wholly there or not at all.

    Args:
        source: the record.
        target: a name that must not exist.
        report: what `revealable` said of the source.
        keys: at least one, by number of the deal.
        identity: of the seat that discloses.
        disk: the system's own unless a test says otherwise.

    Raises:
        ValueError: the record is not VERIFIED: its match may go on.
        FileExistsError: the target exists.
        FileRefusedError: the record has no room for more disclosures, or the copy cannot be written.
        NoRecordError: the record cannot be read any more.
    """
    if report.verdict is not Verdict.VERIFIED or report.offer is None:
        raise ValueError("keys are disclosed only of a match whose end is signed")
    seat = Seat(report.offer.keys.index(identity.public))
    sealed = [Disclosure(report.match_id, report.head, seat, part).seal(identity) for part in split(keys)]
    ending = next(item for item in scan_file(source) if isinstance(item, Ending))
    if len(ending.disclosures) + len(sealed) > MAX_DISCLOSURES:
        raise FileRefusedError(source, "has no room for more disclosures")
    data = source.read_bytes()[: ending.offset] + b"".join(map(encode_disclosure, sealed))
    _write(disk or SystemDisk(), target, data + encode_closing(_summary(ending)))


def _summary(ending: Ending) -> Packable:
    """Answer the summary as it stands; the audit has compared it with the frames."""
    if ending.summary is None:
        raise ValueError("keys are disclosed only of a match whose end is signed")
    return ending.summary


def _write(disk: Disk, target: Path, data: bytes) -> None:
    try:
        write_new(disk, target, data)
        target.chmod(_PUBLIC)  # it is made to be given away
    except FileExistsError:
        raise
    except OSError as error:
        raise FileRefusedError(target, f"cannot be written ({error.strerror})") from None
