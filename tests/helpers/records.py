"""Real records of matches, played in memory by two sessions."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random
from typing import ClassVar

from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.messages import Message, TeamTag
from gin_p2p.protocol.referee import Heard, Referee
from gin_p2p.protocol.session import Invitation, Session, Step
from gin_p2p.protocol.table import Table
from gin_p2p.protocol.transcript import CLOSE_LABEL, FRAME_LABEL, open_envelope, seal
from gin_p2p.protocol.wire import decode_body, encode_body
from gin_p2p.record.container import HEADER, encode_closing, encode_frame
from gin_p2p.record.summary import Summary
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.moves import BigGin, Defend, Knock, Resign
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat

STARTED_MS = 1_796_000_000_000
NO_TEAM = TeamTag()
ONE_HAND = HouseRules(format=MatchFormat.HANDS, hands=1)


def bytes_of(seed: str) -> Callable[[int], bytes]:
    """Entropy that is the same in every run."""
    rng = Random(sha256(seed.encode()).digest())
    return rng.randbytes


class Pair:
    """Two sessions that hand each other every frame; `frames` is the transcript so far."""

    def __init__(
        self,
        seed: str,
        names: tuple[str, str] = ("alice", "bob"),
        rules: HouseRules = ONE_HAND,
        team: TeamTag = NO_TEAM,
    ) -> None:
        entropy = bytes_of(seed)
        self.identities = Identity.generate(entropy), Identity.generate(entropy)
        self.frames: list[bytes] = []
        self._rng = Random(sha256(seed.encode()).digest())
        self._names = names
        self._rules = rules
        self._team = team
        self.sessions = tuple(
            Session(
                seat,
                self.identities[seat],
                self.identities[1 - seat].public,
                MatchSeed.generate(entropy),
                entropy,
                lambda: STARTED_MS + 1000 * len(self.frames),
                keep=lambda frame: None,
            )
            for seat in Seat
        )

    @property
    def table(self) -> Table:
        return self.sessions[0].table

    def sit_down(self) -> None:
        invitation = Invitation(self._rules, team=self._team, name=self._names[0])
        self._deliver(Seat.HOST, self.sessions[Seat.HOST].open(invitation))
        self._deliver(Seat.GUEST, self.sessions[Seat.GUEST].accept(self._names[1]))

    def move(self) -> None:
        """Make one move: out as soon as the rules allow, else anything."""
        seat = self.table.speaker
        assert seat is not None
        view = self.sessions[seat].view
        assert view.round is not None
        moves = [move for move in legal_moves(view.round, view.hand) if not isinstance(move, Resign)]
        ends = [move for move in moves if isinstance(move, Knock | BigGin | Defend)]
        self._deliver(seat, self.sessions[seat].submit(self._rng.choice(ends or moves)))

    def resign(self) -> None:
        seat = self.table.speaker
        assert seat is not None
        self._deliver(seat, self.sessions[seat].submit(Resign()))

    def play(self) -> None:
        self.sit_down()
        while not self.sessions[0].finished:
            self.move()

    def summary(self) -> Summary:
        host = self.sessions[0]
        return Summary.of(host.table, host.match_id, host.n_frames, host.head)

    def _deliver(self, seat: Seat, step: Step) -> None:
        for frame in step.frames:
            self.frames.append(frame)
            self._deliver(seat.other, self.sessions[seat.other].receive(frame))


def file_of(frames: Iterable[bytes], summary: Summary | None = None) -> bytes:
    """The bytes of a record; without a summary it is a journal."""
    closing = b"" if summary is None else encode_closing(summary.to_value())
    return HEADER + b"".join(map(encode_frame, frames)) + closing


@cache
def one_hand(seed: str = "one hand") -> Pair:
    """A match of one hand, played to its end. Nobody may change it."""
    pair = Pair(seed)
    pair.play()
    return pair


@cache
def closed_file(seed: str = "one hand") -> bytes:
    """Its record."""
    pair = one_hand(seed)
    return file_of(pair.frames, pair.summary())


def offsets(frames: Iterable[bytes]) -> tuple[int, ...]:
    """Where each frame's object begins in the file, and where what follows the last one does."""
    places = [len(HEADER)]
    for frame in frames:
        places.append(places[-1] + len(encode_frame(frame)))
    return tuple(places)


@cache
def resigned() -> Pair:
    """The shortest match there is: dealt, and given up at once."""
    pair = Pair("resigned")
    pair.sit_down()
    pair.resign()
    return pair


def resigned_file() -> bytes:
    """Its record."""
    return file_of(resigned().frames, resigned().summary())


def forged(pair: Pair, number: int, **changes: object) -> bytes:
    """A frame in which its speaker has said something else, signed with the speaker's own key."""
    envelope = open_envelope(pair.frames[number])
    ms, message = decode_body(envelope.body)
    for label in (FRAME_LABEL, CLOSE_LABEL):
        for identity in pair.identities:
            if envelope.is_signed_by(identity.public, label):
                body = encode_body(ms, replace(message, **changes))  # type: ignore[arg-type]  # fields of any message
                return seal(envelope.match_id, envelope.seq, envelope.prev_head, body, identity, label)
    raise LookupError("neither seat has signed the frame")


def said(pair: Pair, number: int) -> Message:
    """What a frame says."""
    return decode_body(open_envelope(pair.frames[number]).body)[1]


def speaker_of(pair: Pair, number: int) -> Seat:
    """Who signed a frame."""
    envelope = open_envelope(pair.frames[number])
    return next(
        seat
        for seat in Seat
        if any(
            envelope.is_signed_by(pair.identities[seat].public, label) for label in (FRAME_LABEL, CLOSE_LABEL)
        )
    )


class MemoReferee(Referee):
    """Judges like its parent; what it accepted once after the same frames it accepts again without proofs."""

    _accepted: ClassVar[dict[tuple[bytes, bytes], Heard]] = {}

    def hear(self, frame: bytes) -> Heard:
        key = (self.transcript.head, frame)
        heard = self._accepted.get(key)
        if heard is None:
            heard = self._accepted[key] = super().hear(frame)
        else:
            self.transcript.append(frame)
            self.table = heard.after
        return heard
