"""What did a seat surely hold, now that the hand is over?

A hand that was shown at its end is known before it too, back to the last card drawn from the stock: which of the
eleven cards that one was, nobody knows. Forward from the ten dealt cards, where those were shown, all but the cards
drawn since is known.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gin_p2p.cards import Card
from gin_p2p.protocol.messages import Give, Knock, Take, TakeMany, Throw
from gin_p2p.protocol.opening import dealt_faces
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.rules.moves import Knock as KnockMove
from gin_p2p.seat import Seat

Cards = frozenset[Card]
_NOTHING: Cards = frozenset()
_DEALING: Final = frozenset({Stage.OTHER_KEY, Stage.SHUFFLE, Stage.CUT, Stage.SERVE})
"""Here the round on the table is still the one before."""


def certain(heards: Sequence[Heard], seat: Seat) -> tuple[Cards, ...]:
    """Answer for each frame of one hand the cards that a seat surely held after it.

    Args:
        heards: all frames of the hand.
        seat: whose cards.
    """
    backward, forward = _backward(heards, seat), _forward(heards, seat)
    return tuple(
        _public(heard, seat) | late | early
        for heard, late, early in zip(heards, backward, forward, strict=True)
    )


def _public(heard: Heard, seat: Seat) -> Cards:
    return heard.after.round.known[seat] if is_dealt(heard.after, seat) and heard.after.round else _NOTHING


def is_dealt(table: Table, seat: Seat) -> bool:
    """Whether the round on the table is that of the deal, and the seat has its cards."""
    return table.deal is not None and bool(table.deal.hands[seat]) and table.stage not in _DEALING


def _backward(heards: Sequence[Heard], seat: Seat) -> list[Cards]:
    """Undo the frames from the last: what is held before a throw holds the card thrown, and so on."""
    found: list[Cards] = []
    whole: Cards | None = None
    for heard in reversed(heards):
        round_ = heard.after.round
        if round_ and is_dealt(heard.after, seat) and len(round_.known[seat]) == round_.n_held[seat]:
            whole = round_.known[seat]
        found.append(whole if whole and is_dealt(heard.after, seat) else _NOTHING)
        whole = (
            None
            if whole is None or _draws(heard, seat)
            else (whole | _gone(heard, seat)) - _come(heard, seat)
        )
    return found[::-1]


def _forward(heards: Sequence[Heard], seat: Seat) -> list[Cards]:
    """Follow the ten dealt cards, where some frame shows them."""
    dealt = frozenset(_dealt(heards, seat))
    found: list[Cards] = []
    for heard in heards:
        if dealt:
            dealt = (dealt - _gone(heard, seat)) | _come(heard, seat)
        found.append(dealt if is_dealt(heard.after, seat) else _NOTHING)
    return found


def _dealt(heards: Sequence[Heard], seat: Seat) -> Iterable[Card]:
    return next((cards for heard in heards if heard.seat is seat and (cards := dealt_faces(heard))), ())


def _draws(heard: Heard, seat: Seat) -> bool:
    return isinstance(heard.message, Give) and heard.seat is seat.other


def _gone(heard: Heard, seat: Seat) -> Cards:
    """Answer what a frame takes out of a seat's hand."""
    round_ = heard.after.round
    if heard.seat is not seat or round_ is None or not isinstance(heard.message, Throw | Knock):
        return _NOTHING
    knock = round_.knock
    return frozenset({knock.discard}) if isinstance(knock, KnockMove) else frozenset(round_.pile[-1:])


def _come(heard: Heard, seat: Seat) -> Cards:
    """Answer what a frame brings from the pile into a seat's hand."""
    round_ = heard.after.round
    if heard.seat is seat and round_ is not None and isinstance(heard.message, Take | TakeMany):
        return frozenset(round_.taken)
    return _NOTHING
