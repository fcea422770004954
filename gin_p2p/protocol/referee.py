"""Is this frame the next one, and who must answer for it?

`hear` takes the frame apart, derives the speaker, checks the signature, judges the message and appends the frame to
the chain. Peers and auditors run it alike.
"""

from dataclasses import dataclass
from typing import Final

from gin_p2p.protocol.codec import Malformed
from gin_p2p.protocol.evidence import Moment
from gin_p2p.protocol.judge import judge
from gin_p2p.protocol.judgement import BadFrame, Broken, Rule, Violation
from gin_p2p.protocol.messages import Message, Open
from gin_p2p.protocol.setting_up import VERSION
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.protocol.transcript import (
    CLOSE_LABEL,
    FRAME_LABEL,
    Envelope,
    Transcript,
    open_envelope,
)
from gin_p2p.protocol.wire import decode_body, version_of
from gin_p2p.rules.moves import Illegal, IllegalMove
from gin_p2p.seat import Seat

Keys = tuple[bytes, bytes]

_PROOFS_PREVENT: Final = frozenset({Illegal.CARD_ELSEWHERE, Illegal.NOT_HELD, Illegal.NOT_THE_HAND})
"""Acts that the engine knows and no frame can do while the proofs hold: its cards are opened, never claimed."""
_NOBODYS: Final = frozenset({Rule.CARD_TWICE, Rule.FACE})
"""Rules that no frame can break while the proofs hold. Both seats' shuffles and shares are in the card: no guilt is shown."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A frame that was judged.

    Attributes:
        seq: its number.
        seat: who said it.
        ms: the speaker's milliseconds since the start; a claim.
        message: what was said.
        before: the table it was said to.
        after: the table that follows.
    """

    seq: int
    seat: Seat
    ms: int
    message: Message
    before: Table
    after: Table


class Referee:
    """The judge of one match, with its transcript.

    Args:
        keys: the identity keys that were met, by seat; None when only the record tells them (an audit).
    """

    def __init__(self, keys: Keys | None = None) -> None:
        self._keys = keys
        self.transcript = Transcript()
        self.table = Table()

    @property
    def moment(self) -> Moment:
        """Where the next message stands."""
        return Moment(self.transcript.head, self.transcript.match_id)

    @property
    def label(self) -> str:
        """The label under which the next frame is signed."""
        return CLOSE_LABEL if self.table.stage in {Stage.HOST_CLOSE, Stage.GUEST_CLOSE} else FRAME_LABEL

    def authenticate(self, frame: bytes) -> tuple[Seat, Envelope]:
        """Answer who has signed the next frame. Nothing is judged and nothing changes.

        Raises:
            BadFrame: not a frame, not the next one, or signed by neither seat.
        """
        seq = self.transcript.n_frames
        try:
            envelope = open_envelope(frame)
        except Malformed:
            raise BadFrame(seq, Rule.FRAME) from None
        speaker = self.table.speaker
        if speaker is None:
            raise BadFrame(seq, Rule.AFTER_CLOSE)
        if envelope.match_id != self.transcript.match_id:
            raise BadFrame(seq, Rule.MATCH)
        if envelope.seq != seq or envelope.prev_head != self.transcript.head:
            raise BadFrame(seq, Rule.CHAIN)
        return self._signer(envelope, speaker), envelope

    def hear(self, frame: bytes) -> Heard:
        """Judge the next frame and append it.

        Raises:
            BadFrame: nobody can be blamed for it.
            Violation: its speaker broke a rule. Nothing has changed.
        """
        seat, envelope = self.authenticate(frame)
        before, seq = self.table, envelope.seq
        if seat is not before.speaker:
            raise Violation(seat, seq, Rule.TURN)
        try:
            ms, message = decode_body(envelope.body)
            self._check_met(message)
            after = judge(before, seat, message, self.moment)
        except Malformed:
            raise Violation(seat, seq, self._unreadable(envelope.body, Rule.BODY)) from None
        except Broken as broken:
            if broken.rule in _NOBODYS:
                raise BadFrame(seq, broken.rule) from None
            raise Violation(seat, seq, broken.rule) from None
        except IllegalMove as illegal:
            if illegal.reason in _PROOFS_PREVENT:
                raise BadFrame(seq, Rule.CARD_TWICE) from None
            raise Violation(seat, seq, illegal) from None
        self.transcript.append(frame)
        self.table = after
        return Heard(seq, seat, ms, message, before, after)

    def _check_met(self, message: Message) -> None:
        if isinstance(message, Open) and self._keys not in {None, (message.host_key, message.guest_key)}:
            raise Broken(Rule.IDENTITY)

    def _unreadable(self, body: bytes, rule: Rule) -> Rule:
        """Answer the rule that a body breaks which is no message: `rule`, unless it is an offer of another version."""
        is_later = self.table.stage is Stage.OPEN and version_of(body) not in {None, VERSION}
        return Rule.VERSION if is_later else rule

    def _signer(self, envelope: Envelope, speaker: Seat) -> Seat:
        keys = self._keys or self._claimed_keys(envelope)
        for seat in (speaker, speaker.other):
            if envelope.is_signed_by(keys[seat], self.label):
                return seat
        raise BadFrame(envelope.seq, Rule.SIGNATURE)

    def _claimed_keys(self, envelope: Envelope) -> Keys:
        """Answer the keys that the record itself names; in its first frame they are claims like all else."""
        if self.table.offer is not None:
            return self.table.offer.keys
        try:
            _, message = decode_body(envelope.body)
        except Malformed:
            raise BadFrame(envelope.seq, self._unreadable(envelope.body, Rule.SIGNATURE)) from None
        if not isinstance(message, Open):
            raise BadFrame(envelope.seq, Rule.SIGNATURE)
        return message.host_key, message.guest_key
