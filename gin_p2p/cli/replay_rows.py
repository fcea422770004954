"""What does a replay tell a program?

One object for the match, one for each hand dealt, one for each move, one for each result. Names in them are raw.
"""

from collections.abc import Iterator

from gin_p2p.cards import Card
from gin_p2p.cli.output import Json
from gin_p2p.crypto.identity import key_print
from gin_p2p.protocol import messages as say
from gin_p2p.record.replay import Step
from gin_p2p.rules.moves import Meld
from gin_p2p.seat import Seat

Row = tuple[str, dict[str, Json]]


def rows_of(step: Step, hand: int | None = None) -> Iterator[Row]:
    """Yield the objects of a step.

    Args:
        step: of the replay.
        hand: the only hand to tell; None for all.
    """
    if step.hand and hand not in {None, step.hand}:
        return
    message = step.heard.message
    match message:
        case say.Accept():
            yield "match", _match(step)
        case say.Serve():
            yield "deal", _deal(step)
        case _ if isinstance(message, say.MoveMessage | say.Give):
            yield "move", _move(step)
        case _:
            return
    before, after = step.heard.before.match, step.table.match
    if after is not None and before is not None and after.n_deals != before.n_deals:
        yield "hand_result", _result(step)


def _match(step: Step) -> dict[str, Json]:
    offer = step.table.agreed
    players: list[Json] = [
        {"seat": seat.name.lower(), "name": offer.names[seat], "key": key_print(offer.keys[seat])}
        for seat in Seat
    ]
    return {"players": players, "started_ms": offer.started_ms, "rules": offer.rules.to_mapping()}


def _deal(step: Step) -> dict[str, Json]:
    round_ = step.table.hand
    return {
        "hand": step.hand,
        "dealer": round_.dealer.name.lower(),
        "upcard": _texts(round_.pile),
        "knock_limit": round_.knock_limit,
        **_seen(step),
    }


def _move(step: Step) -> dict[str, Json]:
    seat, message, round_ = step.heard.seat, step.heard.message, step.table.hand
    gives = isinstance(message, say.Give)
    row: dict[str, Json] = {
        "hand": step.hand,
        "turn": step.turn,
        "ms": step.heard.ms,
        "seat": (seat.other if gives else seat).name.lower(),
        "kind": "drew" if gives else type(message).__name__.lower(),
    }
    match message:
        case say.Give():
            row["cards"] = _texts(() if step.drawn is None else (step.drawn,))
        case say.Throw():
            row["cards"] = _texts(round_.pile[-1:])
        case say.Take() | say.TakeMany():
            row["cards"] = _texts(round_.taken)
        case say.Knock():
            row |= {"cards": _texts((message.discard,)), "melds": _melds(message.melds)}
        case say.BigGin():
            row["melds"] = _melds(message.melds)
        case say.Defend():
            row["melds"] = _melds(message.melds)
            row["layoffs"] = [{"card": str(laid.card), "onto": laid.onto} for laid in message.layoffs]
        case _:
            pass
    return row | _seen(step)


def _result(step: Step) -> dict[str, Json]:
    match = step.table.playing
    hand = match.hands[-1]
    winner = hand.score.winner
    return {
        "hand": step.hand,
        "ending": hand.result.ending.value,
        "winner": None if winner is None else winner.name.lower(),
        "points": hand.score.points,
        "deadwood": hand.result.deadwood,
        "totals": match.totals,
        "finished": match.finished,
    }


def _seen(step: Step) -> dict[str, Json]:
    """Answer the cards that are seen, and deadwood where all are."""
    return {
        "hands": [_texts(step.hands[seat]) for seat in Seat],
        "left": [step.deadwood(seat) for seat in Seat],
    }


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _melds(melds: tuple[Meld, ...]) -> list[Json]:
    return [_texts(meld) for meld in melds]
