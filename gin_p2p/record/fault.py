"""What is wrong with a record, and where?"""

from dataclasses import dataclass

from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where.

    Attributes:
        code: a stable word: the rule of the protocol that a frame breaks, else how the file ends, `summary`,
            `disclosure`, or `unreadable`.
        sentence: the same for people, without a full stop. It may quote the name of the file.
        offset: where it begins in the file, in bytes; None when the file was not read.
        frame: number of the frame that was refused; None when the fault is the file's.
        hand: number of the hand that frame belongs to, or that was opened, from 1; else None.
        accused: the seat that the record proves guilty; mostly nobody.
    """

    code: str
    sentence: str
    offset: int | None = None
    frame: int | None = None
    hand: int | None = None
    accused: Seat | None = None
