"""A match with known cards in front of a line player: no network, no cryptography, the real engine.

HOST is the player whose lines are typed; GUEST does what the test says. Frames carry no proofs here, for nobody checks
them: what is told to the player is what a match would tell.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gin_p2p.cards import DECK, Card, parse_cards
from gin_p2p.cli.line.dialogue import Dialogue
from gin_p2p.net.port import Command, Forbidden, LineBack, Make, News, Progress
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Offer, Stage, Table
from gin_p2p.protocol.view import View, look
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.match import Match
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    IllegalMove,
    Knock,
    Move,
    Pass,
    Resign,
    TakePile,
)
from gin_p2p.rules.openplay import OpenHand
from gin_p2p.rules.round import Phase
from gin_p2p.seat import Seat

ME: Final = Seat.HOST
OTHER: Final = Seat.GUEST


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


class LineGame:
    """One player's lines against a scripted other side.

    Attributes:
        said: everything said so far, line by line.
        commands: everything told to the match that is no move.
    """

    def __init__(
        self,
        mine: str = "",
        theirs: str = "",
        upcard: str = "Kd",
        stock: str = "",
        rules: HouseRules | None = None,
        terms: TableTerms | None = None,
        dealer: Seat = OTHER,
        *,
        known_as: str = "",
        confirms: bool = True,
    ) -> None:
        self.rules = rules or HouseRules()
        self.clock = Clock()
        self.dialogue = Dialogue(self.clock, known_as, confirms=confirms)
        self.said: list[str] = []
        self.commands: list[Command] = []
        self.moves: list[Move] = []
        self.seq = 0
        offer = Offer((b"", b""), ("alice", ""), self.rules, terms or TableTerms(), say.TeamTag(), 0, b"")
        self.table = Table(offer=None)
        self.view = View(ME, Stage.OPEN, ME)
        self.open_hand: OpenHand | None = None
        self._offer = offer
        self._first = dealer
        if mine:
            self.deal_next(mine, theirs, upcard, stock)

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    @property
    def hand(self) -> OpenHand:
        assert self.open_hand is not None
        return self.open_hand

    def begin(self) -> "LineGame":
        """Tell the opening frames and the deal."""
        opened = replace(self.table, stage=Stage.ACCEPT, offer=self._offer)
        self.hear(say.Open(1, b"", b"", (), (), say.TeamTag(), "alice", 0, b""), ME, opened)
        offer = replace(self._offer, names=("alice", "bob"))
        self.hear(say.Accept("bob", b""), OTHER, replace(self.table, stage=Stage.REVEAL, offer=offer))
        match = Match.start(self.rules, self._first)
        self.hear(say.Reveal(b""), ME, replace(self.table, stage=Stage.DEALER_KEY, match=match))
        return self.serve()

    def serve(self) -> "LineGame":
        """Tell the deal."""
        after = replace(self.table, stage=Stage.MOVE, round=self.hand.round)
        self.hear(say.Serve((), b""), self.hand.round.dealer, after)
        return self

    def deal_next(self, mine: str, theirs: str = "", upcard: str = "Kd", stock: str = "") -> None:
        """Stack the deck of the next deal: both hands, the upcard, the first cards of the stock."""
        host, up, top = parse_cards(mine), parse_cards(upcard), parse_cards(stock)
        guest = parse_cards(theirs)
        rest = [card for card in DECK if card not in {*host, *guest, *up, *top}]
        while len(guest) < 10:
            guest = (*guest, rest.pop())
        dealer = self.table.match.dealer if self.table.match else self._first
        first, second = (guest, host) if dealer is ME else (host, guest)
        deck = [card for pair in zip(first, second, strict=True) for card in pair]
        if self.rules.upcard_mode == "offer":
            deck += up
        else:
            rest = [*rest, *up]
        self.open_hand = OpenHand.deal(self.rules, dealer, [*deck, *top, *rest])

    def type(self, line: str) -> str:
        """Type a line; a move that comes of it is made. Answer what was said."""
        lines, command = self.dialogue.reply(line)
        return self._took(lines, command)

    def types(self, *lines: str) -> str:
        """Type several lines. Answer what was said to the last."""
        return [self.type(line) for line in lines][-1]

    def other(self, *moves: Move) -> str:
        """Let the other side move. Answer what was said."""
        before = len(self.said)
        for move in moves:
            assert self.hand.turn is OTHER
            self.make(move)
        return "\n".join(self.said[before:])

    def make(self, move: Move) -> None:
        seat = self.hand.turn
        try:
            self.hand.play(move)
        except IllegalMove as error:
            self.tell(Forbidden(error))
            return
        if seat is ME:
            self.moves.append(move)
        stage = Stage.GIVE if isinstance(move, DrawStock) else Stage.MOVE
        after = replace(self.table, stage=stage, round=self.hand.round)
        if self.hand.round.phase is Phase.FINISHED:
            match = self.table.playing.scored(self.hand.round)
            stage = Stage.HOST_CLOSE if match.finished else Stage.DEALER_KEY
            after = replace(after, stage=stage, match=match)
        self.hear(message_of(move), seat, after)
        if stage is Stage.GIVE:
            self.hear(say.Give(b"", b""), seat.other, replace(self.table, stage=Stage.MOVE))

    def hear(self, message: say.Message, seat: Seat, after: Table) -> None:
        """Tell the player about one frame."""
        event = Heard(self.seq, seat, 0, message, self.table, after)
        self.seq, self.table = self.seq + 1, after
        held = self.hand.hands[ME] if after.round is not None else ()
        self.view = look(after, ME, held, self.view)
        self.tell(Progress((event,), self.view))

    def tell(self, news: News) -> str:
        """Tell the player anything. Answer what was said."""
        lines, command = self.dialogue.hear(news)
        return self._took(lines, command)

    def back(self) -> str:
        """Let the line stand again."""
        return self.tell(LineBack((), self.view))

    def _took(self, lines: Sequence[str], command: Command | None) -> str:
        before = len(self.said)
        self.said += lines
        if isinstance(command, Make):
            self.make(command.move)
        elif command is not None:
            self.commands.append(command)
        return "\n".join(self.said[before:])


def message_of(move: Move) -> say.MoveMessage:
    """Answer the message of a move, without proofs."""
    match move:
        case Pass():
            return say.Pass(b"")
        case DrawStock():
            return say.Draw(b"")
        case TakePile(count=1):
            return say.Take(b"")
        case TakePile(count):
            return say.TakeMany(count, (), b"", (), (), b"", b"")
        case Discard():
            return say.Throw((), b"", 0, b"", b"", b"")
        case Knock(discard, spread):
            return say.Knock((), b"", (), b"", discard, spread.melds, b"")
        case BigGin(melds):
            return say.BigGin((), b"", (), b"", melds, b"")
        case Defend(spread, layoffs):
            return say.Defend((), b"", spread.melds, layoffs, b"")
        case ClaimMisdeal():
            return say.Misdeal((), b"", b"")
        case Resign():
            return say.Resign(b"")


def card(text: str) -> Card:
    return parse_cards(text)[0]
