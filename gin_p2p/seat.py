"""Which of the two places at the table?"""

from enum import IntEnum


class Seat(IntEnum):
    """A place at the table. The host listens, the guest joins; neither has any advantage from it."""

    HOST = 0
    GUEST = 1

    @property
    def other(self) -> "Seat":
        """The seat across the table."""
        return _OTHER[self]


_OTHER = (Seat.GUEST, Seat.HOST)
