"""What does this room say when something is not true?"""


class InvalidProof(Exception):
    """Bytes that came from outside do not prove what they should prove.

    It names no seat: the referee knows who spoke.

    Attributes:
        statement: what was to be proved, for a person to read.
    """

    def __init__(self, statement: str) -> None:
        super().__init__(statement)
        self.statement = statement
