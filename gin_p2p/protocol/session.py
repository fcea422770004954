"""How does one seat play a whole match?

All that net and cli see. `submit` makes a message and lets the own referee hear it first; `receive` hears the peer's
frame and answers at once whatever is owed. A frame is durable before it is handed out: `keep` is called with it. One
task touches a session, so there is no lock.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.codec import Malformed
from gin_p2p.protocol.judgement import BadFrame, Rule
from gin_p2p.protocol.player import Player
from gin_p2p.protocol.referee import Heard, Keys, Referee
from gin_p2p.protocol.setting_up import VERSION
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.protocol.transcript import (
    CLOSE_LABEL,
    FRAME_LABEL,
    Envelope,
    next_head,
    open_envelope,
    seal,
)
from gin_p2p.protocol.view import View, look
from gin_p2p.protocol.wire import encode_body
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.moves import Illegal, IllegalMove, Move
from gin_p2p.seat import Seat

Clock: TypeAlias = Callable[[], int]
"""Milliseconds since 1970 UTC. Put into frames for replays; no rule trusts it."""
Keep: TypeAlias = Callable[[bytes], None]
"""Makes a frame durable."""


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one call.

    Attributes:
        frames: own frames, already durable, to be sent in this order.
        events: every frame judged in this call, the peer's and our own, in order.
    """

    frames: tuple[bytes, ...] = ()
    events: tuple[Heard, ...] = ()


@dataclass(frozen=True, slots=True)
class Invitation:
    """What the host offers."""

    rules: HouseRules
    terms: TableTerms = field(default_factory=TableTerms)
    team: say.TeamTag = field(default_factory=say.TeamTag)
    name: str = ""


class Equivocation(Exception):
    """A seat has signed another frame with the number of one that is held.

    Attributes:
        seat: who signed the second one. If it signed the first too, both are the proof; if it was not its turn, the second is.
        seq: the number.
        frame: the second one; the first is in the record.
    """

    def __init__(self, seat: Seat, seq: int, frame: bytes) -> None:
        self.seat = seat
        self.seq = seq
        self.frame = frame
        super().__init__(f"there are two different signed frames with the number {seq}")


class Session:
    """One seat's match.

    Args:
        seat: ours.
        identity: our signing key.
        peer_key: the other's, as met in the handshake.
        seed: ours, of this match.
        entropy: fresh bytes for proofs.
        clock: for the times in our frames.
        keep: called with every new frame, ours before it is handed out and the peer's before it is judged; returns
            when the frame is durable. What it raises ends the match.
    """

    def __init__(
        self,
        seat: Seat,
        identity: Identity,
        peer_key: bytes,
        seed: MatchSeed,
        entropy: Entropy,
        clock: Clock,
        keep: Keep,
    ) -> None:
        self.seat = seat
        self._identity = identity
        self.keys: Keys = (identity.public, peer_key) if seat is Seat.HOST else (peer_key, identity.public)
        self._referee = Referee(self.keys)
        self._player = Player(seat, seed, entropy)
        self._clock = clock
        self._keep = keep
        self._view = View(seat, Stage.OPEN, Seat.HOST)

    @property
    def table(self) -> Table:
        """All that is public."""
        return self._referee.table

    @property
    def view(self) -> View:
        """What this seat sees now."""
        return self._view

    @property
    def match_id(self) -> bytes:
        """16 bytes; zero before Open."""
        return self._referee.transcript.match_id

    @property
    def n_frames(self) -> int:
        """How many frames have been judged."""
        return self._referee.transcript.n_frames

    @property
    def head(self) -> bytes:
        """The head after the newest frame."""
        return self._referee.transcript.head

    def head_at(self, n_frames: int) -> bytes:
        """Answer the head after the first `n_frames` frames."""
        return self._referee.transcript.head_at(n_frames)

    @property
    def finished(self) -> bool:
        """Whether both seats have signed the end."""
        return self.table.stage is Stage.CLOSED

    def open(self, invitation: Invitation) -> Step:
        """Offer a match (the host's first frame)."""
        rules, terms = invitation.rules.to_values(), invitation.terms.to_values()
        commitment = self._player.commitment(*self.keys)
        message = say.Open(
            VERSION, *self.keys, rules, terms, invitation.team, invitation.name, self._clock(), commitment
        )
        return self._say(message)

    def accept(self, name: str) -> Step:
        """Take the seat under the offered rules (the guest's first frame).

        Raises:
            IllegalMove: nothing is offered; nothing was said.
        """
        if not self.view.is_my_offer:
            raise IllegalMove(Illegal.NOT_YOUR_TURN)
        return self._say(say.Accept(name, self._player.dealer_nonce()))

    def submit(self, move: Move) -> Step:
        """Make a move.

        Raises:
            IllegalMove: the game forbids it, or it is not this seat's move; nothing was said.
        """
        if not self.view.is_my_move:
            raise IllegalMove(Illegal.NOT_YOUR_TURN)
        return self._say(self._player.say_move(self.table, move, self._referee.moment))

    @property
    def fits_seed(self) -> bool:
        """Whether the frames restored so far were made with this seed; if not, nothing may be said on top of them."""
        return self._player.fits(self.table)

    def resume(self) -> Step:
        """Say what this seat owes after frames were restored; nothing may be owed."""
        return self._answer(Step())

    def restore(self, frame: bytes) -> Heard:
        """Hear a frame of our own record; answer nothing to it.

        Raises:
            BadFrame: nobody can be blamed. Nothing has changed.
            Violation: its speaker broke a rule. Nothing has changed.
        """
        heard = self._referee.hear(frame)
        self._view = self._look()
        return heard

    def adopt(self, frame: bytes) -> Heard:
        """Hear a frame that the record lacks, the peer's or one of ours that was lost; answer nothing to it.

        A frame that some seat has signed is kept before it is judged: if it breaks a rule, it is the evidence.

        Raises:
            BadFrame: nobody can be blamed. Nothing has changed.
            Violation: its speaker broke a rule. Nothing has changed but the record.
        """
        self._referee.authenticate(frame)
        self._keep(frame)
        return self.restore(frame)

    def receive(self, frame: bytes) -> Step:
        """Hear the peer's frame and answer what is owed. A frame heard before is ignored.

        Raises:
            BadFrame: nobody can be blamed. Nothing has changed.
            Violation: the peer broke a rule. Nothing has changed; the match is over.
            Equivocation: a seat has signed another frame with this number before.
        """
        if self._was_heard(frame):
            return Step()
        return self._answer(Step(events=(self.adopt(frame),)))

    def rival_signer(self, frame: bytes) -> Seat | None:
        """Answer who has signed this frame after the same head as another one that is held; None: nobody.

        Every match begins with some Open, so two of them are two matches and no rivals.
        """
        try:
            envelope = open_envelope(frame)
        except Malformed:
            return None
        if not self._stands_for_another(envelope) or next_head(frame) == self.head_at(envelope.seq + 1):
            return None
        for seat, key in zip(Seat, self.keys, strict=True):
            if any(envelope.is_signed_by(key, label) for label in (FRAME_LABEL, CLOSE_LABEL)):
                return seat
        return None

    def _stands_for_another(self, envelope: Envelope) -> bool:
        """Tell whether a frame claims a place of this chain that is taken."""
        seq = envelope.seq
        if not 0 < seq < self.n_frames or envelope.match_id != self.match_id:
            return False
        return envelope.prev_head == self.head_at(seq)

    def _was_heard(self, frame: bytes) -> bool:
        try:
            envelope = open_envelope(frame)
        except Malformed:
            raise BadFrame(self.n_frames, Rule.FRAME) from None
        seq = envelope.seq
        if seq >= self.n_frames:
            return False
        if next_head(frame) == self.head_at(seq + 1):
            return True
        if not self._stands_for_another(envelope):
            raise BadFrame(seq, Rule.CHAIN)
        signer = self.rival_signer(frame)
        if signer is None:
            raise BadFrame(seq, Rule.SIGNATURE)
        raise Equivocation(signer, seq, frame)

    def _say(self, message: say.Message) -> Step:
        return self._answer(self._spoken(message))

    def _spoken(self, message: say.Message) -> Step:
        started_ms = self.table.offer.started_ms if self.table.offer else self._clock()
        body = encode_body(max(0, self._clock() - started_ms), message)
        label = self._referee.label
        frame = seal(self.match_id, self.n_frames, self.head, body, self._identity, label)
        heard = self.restore(frame)
        self._keep(frame)
        return Step((frame,), (heard,))

    def _answer(self, step: Step) -> Step:
        """Add to a step whatever this seat owes after it."""
        while (message := self._player.owed(self.table, self._referee.moment)) is not None:
            spoken = self._spoken(message)
            step = Step(step.frames + spoken.frames, step.events + spoken.events)
        return step

    def _look(self) -> View:
        return look(self.table, self.seat, self._player.faces(self.table), self._view)
