"""Two seats in one process: how does a match go, frame by frame?

Chance is seeded and the clock is a counter, so a match is the same bytes in every run. A scenario may fix the decks:
both seats then shuffle into an agreed order, with valid proofs, because the argument hides the order from everybody.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final, TypeAlias

from gin_p2p.cards import Card
from gin_p2p.crypto.context import Purpose
from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.masking import MaskedCard, opening_deck, remask
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.crypto.shuffle import prove_shuffle
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import Auditor
from gin_p2p.protocol.deal import Deal
from gin_p2p.protocol.dealing import KNOCK_PURPOSE
from gin_p2p.protocol.evidence import Moment
from gin_p2p.protocol.player import Player
from gin_p2p.protocol.referee import Heard, Referee
from gin_p2p.protocol.session import Clock, Invitation, Session, Step
from gin_p2p.protocol.table import Table
from gin_p2p.protocol.transcript import Transcript
from gin_p2p.protocol.view import View
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import ClaimMisdeal, Move
from gin_p2p.seat import Seat
from tests.helpers.provers import seeded_entropy

Deck: TypeAlias = Sequence[Card]
Chooser: TypeAlias = Callable[[View], Move]
START_MS: Final = 1_700_000_000_000
_IDENTITIES: Final = (Identity.generate(seeded_entropy("Ada")), Identity.generate(seeded_entropy("Bo")))


def ticking_clock() -> Clock:
    """A clock that goes on by 40 ms each time it is read."""
    return count(START_MS, 40).__next__


class Stacked(Player):
    """A player who shuffles into the order of a scenario's decks, and honestly once they are used up.

    Args:
        seat: whose.
        seed: of the match.
        entropy: fresh bytes.
        decks: the first is for deal 1.
        conceals: say nothing of a misdeal.
    """

    def __init__(
        self,
        seat: Seat,
        seed: MatchSeed,
        entropy: Entropy,
        decks: Sequence[Deck] = (),
        *,
        conceals: bool = False,
    ) -> None:
        super().__init__(seat, seed, entropy)
        self._decks = decks
        self._conceals = conceals

    def _say_shuffle(self, table: Table, moment: Moment) -> say.Shuffle:
        deal = table.dealing
        if deal.number > len(self._decks):
            return super()._say_shuffle(table, moment)
        order = self._decks[deal.number - 1]
        deck, proof = self._arrange(deal, opening_deck(deal.joint), order, moment)
        return say.Shuffle(deck, proof, self._seed.nonce(KNOCK_PURPOSE, deal.number) if deal.chance else b"")

    def _say_cut(self, table: Table, moment: Moment) -> say.Cut:
        deal = table.dealing
        if deal.number > len(self._decks):
            return super()._say_cut(table, moment)
        deck, proof = self._arrange(deal, deal.deck, range(52), moment)
        cut = replace(deal, deck=deck)
        return say.Cut(deck, proof, *self._open(cut, cut.given_to(deal.dealer), moment))

    def _arrange(
        self, deal: Deal, inputs: Sequence[MaskedCard], order: Sequence[int], moment: Moment
    ) -> tuple[tuple[MaskedCard, ...], bytes]:
        stream = self._prover.stream("arranged", moment.head, b"")
        rhos = [stream.scalar() for _ in order]
        outputs = tuple(
            remask(inputs[place], deal.joint, rho) for place, rho in zip(order, rhos, strict=True)
        )
        context = moment.context(deal.number, Purpose.DECK, self.seat)
        return outputs, prove_shuffle(deal.joint, inputs, outputs, order, rhos, context, self._prover)

    def _misdeal(self, table: Table) -> ClaimMisdeal | None:
        return None if self._conceals else super()._misdeal(table)


@dataclass(frozen=True)
class Scenario:
    """A match that goes one way.

    Attributes:
        rules: the house rules.
        decks: of the first deals; later ones are shuffled honestly.
        moves: in the order in which they are made, by whoever is to move.
        conceals: the seat that does not claim its misdeals.
        chooses: makes the moves where they are not fixed.
        team: which table of a team match.
        label: tells matches of the two players apart; seeds and chance hang on it.
    """

    rules: HouseRules
    decks: tuple[Deck, ...] = ()
    moves: tuple[Move, ...] = ()
    conceals: Seat | None = None
    chooses: Chooser | None = None
    team: say.TeamTag = field(default_factory=say.TeamTag)
    label: str = "arena"

    def chooser(self) -> Chooser:
        """Answer the players of this scenario."""
        if self.chooses is not None:
            return self.chooses
        moves = iter(self.moves)
        return lambda view: next(moves)

    @property
    def identities(self) -> tuple[Identity, Identity]:
        """Answer the keys of the two players, the same in all scenarios."""
        return _IDENTITIES

    def seed_of(self, seat: Seat) -> MatchSeed:
        """Answer the match seed of a seat."""
        return MatchSeed.generate(seeded_entropy(f"{self.label}/seed/{seat}"))

    def seated(self, seat: Seat, session: Callable[..., Session] = Session) -> Session:
        """Answer a seat's session before the first frame."""
        own, peer = self.identities[seat], self.identities[seat.other]
        entropy = seeded_entropy(f"{self.label}/entropy/{seat}")
        sitting = session(
            seat, own, peer.public, self.seed_of(seat), entropy, ticking_clock(), keep=kept_nowhere
        )
        if type(sitting._player) is Player:
            conceals = self.conceals is seat
            sitting._player = Stacked(seat, self.seed_of(seat), entropy, self.decks, conceals=conceals)
        return sitting


def kept_nowhere(frame: bytes) -> None:
    """What a test without a disk keeps."""


@dataclass
class Arena:
    """Two sessions that hear each other at once.

    Attributes:
        scenario: what is played.
        sessions: by seat.
        frames: all that was sent, in order.
        heard: the same as the host's referee heard it.
        after_frame: called whenever a frame has been heard.
    """

    scenario: Scenario
    sessions: tuple[Session, Session]
    frames: list[bytes] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    after_frame: Callable[["Arena"], None] = lambda arena: None

    @classmethod
    def of(cls, scenario: Scenario) -> "Arena":
        return cls(scenario, (scenario.seated(Seat.HOST), scenario.seated(Seat.GUEST)))

    def sit(self) -> "Arena":
        """Let the host offer and the guest accept; the first deal follows."""
        host, guest = self.sessions
        scenario = self.scenario
        self.deliver(Seat.HOST, host.open(Invitation(scenario.rules, team=scenario.team, name="Ada")))
        self.deliver(Seat.GUEST, guest.accept("Bo"))
        return self

    def deliver(self, seat: Seat, step: Step) -> None:
        """Let the other seat hear what this one has said, and so on until nobody owes anything."""
        if seat is Seat.HOST:
            self.heard += step.events
        for frame in step.frames:
            self.frames.append(frame)
            answer = self.sessions[seat.other].receive(frame)
            self.after_frame(self)
            self.deliver(seat.other, answer)

    def submit(self, move: Move) -> None:
        """Make a move for the seat whose turn it is."""
        seat = self.sessions[0].table.speaker
        assert seat is not None
        self.deliver(seat, self.sessions[seat].submit(move))

    def play(self, choose: Chooser) -> "Arena":
        """Play until the match is closed or the players have no move left."""
        host = self.sessions[0]
        while not host.finished:
            seat = host.table.speaker
            assert seat is not None
            try:
                move = choose(self.sessions[seat].view)
            except StopIteration:
                break
            self.submit(move)
        return self


@dataclass(frozen=True)
class Story:
    """A match that was played, to be taken up again at any frame.

    Attributes:
        scenario: what was played.
        frames: in order.
        heard: the same, judged.
        heads: before the first frame and after each.
    """

    scenario: Scenario
    frames: tuple[bytes, ...]
    heard: tuple[Heard, ...]
    heads: tuple[bytes, ...]

    @classmethod
    def of(cls, scenario: Scenario) -> "Story":
        """Play a scenario; both seats end on one head."""
        arena = Arena.of(scenario).sit().play(scenario.chooser())
        host, guest = arena.sessions
        assert host.head == guest.head
        assert len(arena.frames) == host.n_frames == len(arena.heard)
        heads = tuple(host.head_at(n) for n in range(host.n_frames + 1))
        return cls(scenario, tuple(arena.frames), tuple(arena.heard), heads)

    @property
    def messages(self) -> tuple[say.Message, ...]:
        return tuple(heard.message for heard in self.heard)

    def table_at(self, n: int) -> Table:
        """Answer the table after n frames."""
        return self.heard[n - 1].after if n else Table()

    def moment_at(self, n: int) -> Moment:
        """Answer where frame n stands."""
        return Moment(self.heads[n], self.heads[1][:16] if n else bytes(16))

    def referee_at(self, n: int, *, met: bool = True) -> Referee:
        """Answer a referee who has heard n frames; `met`: who knows the keys from a handshake."""
        host, guest = self.scenario.identities
        referee = Referee((host.public, guest.public) if met else None)
        transcript = Transcript()
        transcript._heads = list(self.heads[: n + 1])
        referee.transcript, referee.table = transcript, self.table_at(n)
        return referee

    def auditor_at(self, n: int) -> Auditor:
        """Answer an auditor who has heard n frames."""
        auditor = Auditor()
        auditor._referee = self.referee_at(n, met=False)
        return auditor

    def session_at(self, n: int, seat: Seat, session: Callable[..., Session] = Session) -> Session:
        """Answer a seat's session after n frames."""
        taken_up = self.scenario.seated(seat, session)
        taken_up._referee = self.referee_at(n)
        taken_up._view = taken_up._look()
        return taken_up

    def find(self, kind: type[say.Message], number: int = 0) -> int:
        """Answer where the message of this kind stands, the first, the second and so on."""
        return [n for n, message in enumerate(self.messages) if isinstance(message, kind)][number]
