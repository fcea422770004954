"""What may one seat see?

A whitelist: the public state, and the faces of one's own hand. What a person, a bot or a replay is shown comes from
here and from nowhere else.
"""

from collections.abc import Collection
from dataclasses import dataclass

from gin_p2p.cards import Card
from gin_p2p.protocol.table import Offer, Stage, Table
from gin_p2p.rules.match import Match
from gin_p2p.rules.round import Phase, Round
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class View:
    """What a seat sees.

    Attributes:
        seat: whose view.
        stage: which message is due.
        speaker: whose it is to say; None when the match is closed.
        offer: who plays what; None before it was made.
        match: hands, scores, next dealer; None before the first dealer is drawn.
        round: the newest hand, finished or not; None before the first upcard.
        hand: own cards, ascending; empty while they are being dealt.
        drawn: the card that came last, from the stock or the pile, until one is thrown.
    """

    seat: Seat
    stage: Stage
    speaker: Seat | None
    offer: Offer | None = None
    match: Match | None = None
    round: Round | None = None
    hand: tuple[Card, ...] = ()
    drawn: Card | None = None

    @property
    def is_my_move(self) -> bool:
        """Whether this seat has to make a move of the game."""
        return self.stage is Stage.MOVE and self.speaker is self.seat

    @property
    def is_my_offer(self) -> bool:
        """Whether this seat has to accept or decline a match."""
        return self.stage is Stage.ACCEPT and self.speaker is self.seat

    @property
    def plays(self) -> bool:
        """Whether a hand is being played, from the first move to the last."""
        return self.round is not None and self.round.phase is not Phase.FINISHED


def look(table: Table, seat: Seat, hand: Collection[Card], before: View) -> View:
    """Answer what a seat sees of a table.

    Args:
        table: the public state.
        seat: whose view.
        hand: the faces of that seat's cards.
        before: its view before the newest frame; it tells which card is new.
    """
    cards = tuple(sorted(hand))
    new = set(cards).difference(before.hand)
    if len(cards) < len(before.hand) or not before.hand:
        drawn = None
    else:
        drawn = _newest(new, table) if new else before.drawn
    return View(seat, table.stage, table.speaker, table.offer, table.match, table.round, cards, drawn)


def _newest(new: set[Card], table: Table) -> Card | None:
    """Answer the drawn card, or the deepest of several taken from the pile."""
    taken = table.round.taken if table.round else ()
    return taken[0] if taken else next(iter(new))
