"""What was wrong, and whose fault is it?

A frame is refused for one named rule. Each rule's value is an anchor in protocol.md; a move that the game forbids has
the anchor `move-` and the engine's own word for it. Only a Violation accuses: it needs a frame that its speaker has
signed and that anybody can judge again.
"""

from enum import StrEnum
from typing import Final

from gin_p2p.rules.moves import IllegalMove
from gin_p2p.seat import Seat


class Rule(StrEnum):
    """The rules of the protocol; the rules of the game are rules/moves.py's Illegal."""

    FRAME = "frame"
    MATCH = "match"
    CHAIN = "chain"
    SIGNATURE = "signature"
    AFTER_CLOSE = "after-close"
    CARD_TWICE = "card-twice"
    BODY = "body"
    TURN = "turn"
    KIND = "kind"
    VERSION = "version"
    IDENTITY = "identity"
    HOUSE_RULES = "house-rules"
    TERMS = "terms"
    TEAM = "team"
    COMMITMENT = "commitment"
    CHANCE = "chance"
    KEY_PROOF = "key-proof"
    KEY_REUSED = "key-reused"
    JOINT_KEY = "joint-key"
    SHUFFLE_PROOF = "shuffle-proof"
    SHARE_COUNT = "share-count"
    SHARE_PROOF = "share-proof"
    FACE = "face"
    PLACE = "place"
    NOT_HELD = "not-held"
    MISDEAL_HIDDEN = "misdeal-hidden"
    DIGEST = "digest"
    CLOSE = "close"


SENTENCES: Final[dict[Rule, str]] = {
    Rule.FRAME: "these bytes are not a frame",
    Rule.MATCH: "the frame belongs to another match",
    Rule.CHAIN: "the frame does not follow the one before it",
    Rule.SIGNATURE: "neither seat has signed the frame",
    Rule.AFTER_CLOSE: "the match is closed, nothing may follow",
    Rule.CARD_TWICE: "the same card is in two places: a fault of the program or of the proofs, and nobody's guilt is shown",
    Rule.BODY: "the frame is signed, but holds no message",
    Rule.TURN: "it was the other seat's turn to speak",
    Rule.KIND: "another message was due",
    Rule.VERSION: "the protocol version is not one we speak",
    Rule.IDENTITY: "an identity key is unsafe, or both are the same, or it is not the one that was met",
    Rule.HOUSE_RULES: "the house rules are not possible",
    Rule.TERMS: "the table terms are not possible",
    Rule.TEAM: "the team tag is not possible",
    Rule.COMMITMENT: "the number opened is not the one committed to",
    Rule.CHANCE: "a number for the knock deck is missing, or there is no knock deck",
    Rule.KEY_PROOF: "the seat does not prove that it knows its key",
    Rule.KEY_REUSED: "the key was used in this match before",
    Rule.JOINT_KEY: "the two keys are equal or cancel each other",
    Rule.SHUFFLE_PROOF: "the shuffle is not proven to keep all cards",
    Rule.SHARE_COUNT: "more or fewer cards were opened than the rules ask for",
    Rule.SHARE_PROOF: "a share does not open the card it is for",
    Rule.FACE: "what was opened is no card: a fault of the program or of the proofs, and nobody's guilt is shown",
    Rule.PLACE: "there is no such place in the hand or in the pile",
    Rule.NOT_HELD: "a card is named that the hand shown does not hold",
    Rule.MISDEAL_HIDDEN: "the dealt hand could already go out and was not claimed as a misdeal",
    Rule.DIGEST: "the two programs disagree about the game after this move",
    Rule.CLOSE: "the signed result is not the result of the match",
}


class Refused(Exception):
    """A frame is refused and has changed nothing.

    Attributes:
        seq: number of the frame in the match, from 0.
        code: the anchor in protocol.md of the rule it breaks.
        sentence: the same for people.
    """

    def __init__(self, seq: int, cause: "Rule | IllegalMove") -> None:
        self.seq = seq
        if isinstance(cause, IllegalMove):
            self.code, self.sentence = f"move-{cause.reason}", str(cause)
        else:
            self.code, self.sentence = str(cause), SENTENCES[cause]
        super().__init__(f"frame {seq}, rule {self.code}: {self.sentence}")


class BadFrame(Refused):
    """Nobody can be blamed: the bytes may have been changed by anyone, or the fault may be ours."""


class Violation(Refused):
    """A seat has signed a frame that breaks a rule. The match is over; there is no second try.

    Attributes:
        seat: who is accused.
    """

    def __init__(self, seat: Seat, seq: int, cause: "Rule | IllegalMove") -> None:
        super().__init__(seq, cause)
        self.seat = seat


class Broken(Exception):
    """A message breaks a rule. Raised by the judge, who knows neither frame number nor signature."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        super().__init__(SENTENCES[rule])
