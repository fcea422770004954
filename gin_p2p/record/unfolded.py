"""What happened in a match, hand by hand and move by move?

A replay goes frame by frame; here its steps are put together to what people speak of. All of it is plain data:

    for hand in unfold(replay(Path("match.gin"))).hands:
        for move in hand.moves:
            print(move.seat, move.kind, move.cards)
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from gin_p2p.cards import Card
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.opening import dealt_faces
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Offer
from gin_p2p.record.examine import Report
from gin_p2p.record.replay import Replay, Step
from gin_p2p.rules.match import HandRecord
from gin_p2p.rules.moves import Layoff, Meld
from gin_p2p.rules.round import Round
from gin_p2p.seat import Seat

_NOBODY_DEALT: Final = ((), ())


@dataclass(frozen=True, slots=True)
class Done:
    """A move that was made.

    Attributes:
        turn: number of the turn within the hand, from 1; a draw and the throw after it are one turn.
        seat: who made it.
        ms: milliseconds since the start of the match, as that seat claims.
        kind: `pass`, `draw`, `take`, `throw`, `knock`, `big-gin`, `defend`, `misdeal` or `resign`.
        cards: the card drawn, where it is seen; those taken; the one thrown, plainly or in going out; those of a misdeal.
        melds: laid out in going out or defending, or shown in taking several cards.
        deadwood: what is left beside them and, in defending, beside the layoffs.
        layoffs: in playing order.
    """

    turn: int
    seat: Seat
    ms: int
    kind: str
    cards: tuple[Card, ...] = ()
    melds: tuple[Meld, ...] = ()
    deadwood: tuple[Card, ...] = ()
    layoffs: tuple[Layoff, ...] = ()


@dataclass(slots=True)
class Hand:
    """A hand that was dealt.

    Attributes:
        number: from 1, as it was dealt.
        begun: as it stood before the first move.
        dealt: the ten or eleven cards of HOST and of GUEST, ascending; empty where they are not seen.
        moves: in order.
        over: how it ended and what it was worth; None while it goes on.
    """

    number: int
    begun: Round
    dealt: tuple[tuple[Card, ...], tuple[Card, ...]] = _NOBODY_DEALT
    moves: list[Done] = field(default_factory=list)
    over: HandRecord | None = None


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A match.

    Attributes:
        report: what the audit found.
        offer: who plays what.
        hands: all that were dealt.
    """

    report: Report
    offer: Offer | None
    hands: tuple[Hand, ...]


def unfold(steps: Replay) -> Unfolded:
    """Put a replay together.

    Raises:
        NoRecordError: the file cannot be read any more.
    """
    hands = hands_of(steps)
    return Unfolded(steps.report, steps.report.offer, hands)


def hands_of(steps: Iterable[Step]) -> tuple[Hand, ...]:
    """Put the steps of a match together, hand by hand."""
    hands: list[Hand] = []
    for step in steps:
        heard, round_ = step.heard, step.table.round
        if round_ is None or not isinstance(heard.message, say.Serve | say.Give | say.MoveMessage):
            continue
        if not hands or hands[-1].number != step.hand:
            seen = (
                (step.hands[0] if step.is_whole(Seat.HOST) else ()),
                (step.hands[1] if step.is_whole(Seat.GUEST) else ()),
            )
            hands.append(Hand(step.hand, round_, seen))
        _add(hands[-1], step, round_)
    return tuple(hands)


def _add(hand: Hand, step: Step, round_: Round) -> None:
    heard = step.heard
    if isinstance(heard.message, say.Give):
        drawn = () if step.drawn is None else (step.drawn,)
        hand.moves[-1] = replace(hand.moves[-1], cards=drawn)
    elif isinstance(heard.message, say.MoveMessage):
        hand.moves.append(_done(step, round_))
        if shown := dealt_faces(heard):
            shown = tuple(sorted(shown))
            hand.dealt = (shown, hand.dealt[1]) if heard.seat is Seat.HOST else (hand.dealt[0], shown)
        if heard.after.playing.n_deals > heard.before.playing.n_deals:
            hand.over = heard.after.playing.hands[-1]


def _done(step: Step, round_: Round) -> Done:
    heard, seat = step.heard, step.heard.seat
    move = Done(step.turn, seat, heard.ms, say.MOVE_WORDS[type(heard.message)])
    match heard.message:
        case say.Take():
            return replace(move, cards=round_.taken)
        case say.TakeMany():
            return replace(move, cards=round_.taken, melds=(round_.shown,))
        case say.Throw():
            return replace(move, cards=round_.pile[-1:])
        case say.Knock() as knock:
            left = _left(round_, seat, knock.melds)
            return replace(move, cards=(knock.discard,), melds=knock.melds, deadwood=left)
        case say.BigGin() as gin:
            return replace(move, melds=gin.melds)
        case say.Defend() as defence:
            laid = [layoff.card for layoff in defence.layoffs]
            left = _left(round_, seat, (*defence.melds, tuple(laid)))
            return replace(move, melds=defence.melds, deadwood=left, layoffs=defence.layoffs)
        case say.Misdeal():
            return replace(move, cards=_misdealt(heard))
        case _:
            return move


def _misdealt(heard: Heard) -> tuple[Card, ...]:
    return tuple(sorted(dealt_faces(heard)))


def _left(round_: Round, seat: Seat, groups: tuple[Meld, ...]) -> tuple[Card, ...]:
    """Answer the cards of a hand that lies open which are in none of these groups."""
    used = {card for group in groups for card in group}
    return tuple(sorted(round_.known[seat] - used))
