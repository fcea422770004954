"""How does a seat cheat that speaks the real protocol?

It plays honestly, with valid proofs and signatures, until the one frame in which it breaks one rule; then it falls
silent. It is a `Session`, so it can sit wherever an honest one can: in memory or at the end of a line.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.masking import MaskedCard
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.evidence import Moment
from gin_p2p.protocol.playing import shown_cards
from gin_p2p.protocol.session import Session, Step
from gin_p2p.protocol.table import Table
from gin_p2p.protocol.transcript import seal
from gin_p2p.protocol.wire import encode_body
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Knock,
    Move,
    Pass,
    Resign,
    TakePile,
)
from gin_p2p.seat import Seat
from tests.helpers.arena import START_MS, Scenario, Stacked
from tests.helpers.provers import seeded_entropy

NO_DIGEST: Final = bytes(8)


class Lawless(Stacked):
    """A player who can say a move that the game forbids, truly proven; and who can fall silent."""

    silent = False

    def owed(self, table: Table, moment: Moment) -> say.Message | None:
        return None if self.silent else super().owed(table, moment)

    def say_unlawfully(self, table: Table, move: Move, moment: Moment) -> say.Message:
        """Answer the message of a move, whatever the game says to it."""
        match move:
            case Pass():
                return say.Pass(NO_DIGEST)
            case DrawStock():
                return say.Draw(NO_DIGEST)
            case TakePile(count=1):
                return say.Take(NO_DIGEST)
            case TakePile():
                return self._say_take_many(table, move, moment, NO_DIGEST)
            case Discard():
                return self._say_throw(table, move, moment, NO_DIGEST)
            case Knock():
                shown = self._show_shuffled(table, moment)
                return say.Knock(*shown, move.discard, move.spread.melds, NO_DIGEST)
            case BigGin():
                return say.BigGin(*self._show_shuffled(table, moment), move.melds, NO_DIGEST)
            case Defend():
                cards = shown_cards(table, self.seat, wins=False)
                opened = self._open(table.dealing, cards, moment)
                return say.Defend(*opened, move.spread.melds, move.layoffs, NO_DIGEST)
            case ClaimMisdeal():
                upcard = table.dealing.upcard
                turned = (upcard,) if table.round is None and upcard else ()
                cards = (*turned, *table.dealing.dealt[self.seat])
                return say.Misdeal(*self._open(table.dealing, cards, moment), NO_DIGEST)
            case Resign():
                return say.Resign(NO_DIGEST)


class HostileSession(Session):
    """A seat that breaks one rule, once."""

    fault: "Fault"
    n_before = 0
    struck = False

    @property
    def lawless(self) -> Lawless:
        player = self._player
        assert isinstance(player, Lawless)
        return player

    @property
    def moment(self) -> Moment:
        return self._referee.moment

    @property
    def label(self) -> str:
        return self._referee.label

    @property
    def own_identity(self) -> Identity:
        return self._identity

    def key_of(self, deal: int) -> SecretScalar:
        """Answer this seat's secret key of a deal."""
        return self.lawless._seed.deal_key(deal)

    def opens(self, cards: Sequence[MaskedCard]) -> tuple[tuple[bytes, ...], bytes]:
        """Answer true shares of any cards, truly proven."""
        return self.lawless._open(self.table.dealing, cards, self.moment)

    def sealed(self, message: say.Message | bytes, **forged: object) -> bytes:
        """Answer a frame of this seat, its own parts as they should be or as `forged` says."""
        body = message if isinstance(message, bytes) else encode_body(self._clock() - START_MS, message)
        parts: dict[str, object] = {
            "match_id": self.match_id,
            "seq": self.n_frames,
            "prev_head": self.head,
            "identity": self._identity,
            "label": self.label,
        }
        return seal(body=body, **(parts | forged))  # type: ignore[arg-type]  # each fault names its own parts

    def _spoken(self, message: say.Message) -> Step:
        if self.struck or type(message) is not self.fault.at:
            return super()._spoken(message)
        if self.n_before:
            self.n_before -= 1
            return super()._spoken(message)
        return self.strike(message)

    def strike(self, message: say.Message) -> Step:
        """Break the rule in place of an honest message."""
        self.struck = self.lawless.silent = True
        return Step(self.fault.doctor(self, message))

    def honestly(self, message: say.Message) -> tuple[bytes, ...]:
        """Say a message as an honest seat would; for faults that add a frame to it."""
        return super()._spoken(message).frames


Doctor: TypeAlias = Callable[[HostileSession, say.Message], tuple[bytes, ...]]


@dataclass(frozen=True)
class Fault:
    """One rule broken in one way.

    Attributes:
        anchor: of the rule.
        story: the scenario in which it happens.
        seat: who breaks it.
        at: the kind of honest message in whose place the fault is said.
        doctor: answers the frames sent; all but the last are honest.
        number: how many messages of that kind this seat says honestly before.
        accuses: whether the frame proves this seat guilty.
        note: tells faults with one anchor apart.
    """

    anchor: str
    story: str
    seat: Seat
    at: type[say.Message]
    doctor: Doctor
    number: int = 0
    accuses: bool = True
    note: str = ""

    @property
    def name(self) -> str:
        return f"{self.anchor}, {self.note}" if self.note else self.anchor


def hostile(scenario: Scenario, fault: Fault) -> Callable[..., HostileSession]:
    """Answer what makes the session of the seat that will cheat."""

    def sit(seat: Seat, *args: object, **kwargs: object) -> HostileSession:
        session = HostileSession(seat, *args, **kwargs)  # type: ignore[arg-type]  # passed through
        entropy = seeded_entropy(f"hostile/{fault.name}")
        conceals = scenario.conceals is seat
        session._player = Lawless(seat, scenario.seed_of(seat), entropy, scenario.decks, conceals=conceals)
        session.fault, session.n_before = fault, fault.number
        return session

    return sit


def saying(make: Callable[[HostileSession, say.Message], say.Message | bytes], **forged: object) -> Doctor:
    """Answer a doctor who says another message."""
    return lambda session, honest: (session.sealed(make(session, honest), **forged),)


def moving(move: Move) -> Doctor:
    """Answer a doctor who makes another move, truly proven."""
    return saying(lambda s, _: s.lawless.say_unlawfully(s.table, move, s.moment))
