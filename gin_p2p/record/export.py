"""How does a match read for other programs: as JSON, as a table of hands?

Everything public is in it, in the words of the house rules; what it looks like is laid down in `export.schema.json`
beside this file. An export proves nothing: only the record does. Made anonymous, it has neither names nor keys nor
times, and nothing that says which record it came from.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, Union

from gin_p2p.cards import Card
from gin_p2p.crypto.identity import key_print
from gin_p2p.protocol.table import Offer
from gin_p2p.record.unfolded import Done, Hand, Unfolded
from gin_p2p.rules.columns import Column
from gin_p2p.rules.match import HandRecord, Match
from gin_p2p.seat import Seat

VERSION: Final = 1
"""Of the JSON and of the `gn` notation. It rises when a value changes its meaning or goes."""
Value: TypeAlias = Union[bool, int, str, Sequence["Value"], Mapping[str, "Value"], None]  # noqa: UP007
COLUMNS: Final = (
    *(
        "match",
        "hand",
        "host",
        "guest",
        "dealer",
        "upcard",
        "knock_limit",
        "moves",
        "ending",
        "winner",
        "knocker",
    ),
    *("host_deadwood", "guest_deadwood", "points", "boxes"),
)


def to_json(matches: Iterable[Unfolded], *, anon: bool) -> str:
    """Write matches as one JSON document, in ASCII."""
    document = {"gin_export": VERSION, "matches": [match_value(match, anon=anon) for match in matches]}
    return json.dumps(document, indent=1)


def to_csv(matches: Iterable[Unfolded], *, anon: bool) -> str:
    """Write the hands of matches as a table, one a line, with a head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, match in enumerate(matches, 1):
        names = names_in(match.offer, anon=anon)
        label = str(number) if anon else match.report.match_id.hex()
        for hand in match.hands:
            writer.writerow(_row(label, names, hand))
    return text.getvalue().rstrip("\n")


def names_in(offer: Offer | None, *, anon: bool) -> tuple[str, str]:
    """Answer the names by seat, as claimed and raw, or two that say nothing."""
    return ("player 1", "player 2") if anon or offer is None else offer.names


def match_value(match: Unfolded, *, anon: bool) -> Value:
    """Answer a match as JSON has it."""
    report, offer, state = match.report, match.offer, match.report.match
    return {
        "verdict": report.verdict.value,
        "match": None if anon else report.match_id.hex(),
        "head": None if anon else report.head.hex(),
        "frames": None if anon else report.n_frames,
        "started_ms": None if anon or offer is None else offer.started_ms,
        "players": list(_players(offer, anon=anon)),
        "team": None if anon or offer is None or not offer.team.table else _team(offer),
        "rules": None if offer is None else dict(offer.rules.to_mapping()),
        "terms": None if offer is None else dict(offer.terms.to_mapping()),
        "hands": [_hand(hand, anon=anon) for hand in match.hands],
        "columns": [_column(column) for column in state.columns] if state else [],
        "totals": state.totals if state else None,
        "finished": bool(state and state.finished),
        "winner": _seat(state.winner if state else None),
        "resigned": _seat(state.resigned if state else None),
    }


def _players(offer: Offer | None, *, anon: bool) -> Iterator[Value]:
    for seat, name in zip(Seat, names_in(offer, anon=anon), strict=True):
        key = None if anon or offer is None else key_print(offer.keys[seat])
        yield {"seat": _seat(seat), "name": name, "key": key}


def _team(offer: Offer) -> Value:
    return {"name": offer.team.name, "table": offer.team.table, "host_team": offer.team.host_team + 1}


def _hand(hand: Hand, *, anon: bool) -> Value:
    begun = hand.begun
    return {
        "number": hand.number,
        "dealer": _seat(begun.dealer),
        "upcard": str(begun.pile[0]) if begun.pile else None,
        "limit_card": None if begun.limit_card is None else str(begun.limit_card),
        "knock_limit": begun.knock_limit,
        "doubled": begun.doubled,
        "dealt": {"host": _cards(hand.dealt[0]) or None, "guest": _cards(hand.dealt[1]) or None},
        "moves": [_move(move, anon=anon) for move in hand.moves],
        "result": None if hand.over is None else _result(hand.over),
    }


def _move(move: Done, *, anon: bool) -> Value:
    value: dict[str, Value] = {
        "turn": move.turn,
        "seat": _seat(move.seat),
        "ms": None if anon else move.ms,
        "kind": move.kind,
    }
    if move.cards:
        value["cards"] = _cards(move.cards)
    if move.melds:
        value["melds"] = [_cards(meld) for meld in move.melds]
    if move.kind in {"knock", "defend"}:
        value["deadwood"] = _cards(move.deadwood)
    if move.layoffs:
        value["layoffs"] = [{"card": str(layoff.card), "onto": layoff.onto} for layoff in move.layoffs]
    return value


def _result(over: HandRecord) -> Value:
    result, score = over.result, over.score
    return {
        "ending": result.ending.value,
        "cause": None if result.cause is None else result.cause.value,
        "winner": _seat(result.winner),
        "knocker": _seat(result.knocker),
        "deadwood": None if result.knocker is None else result.deadwood,
        "points": score.points,
        "boxes": score.boxes,
        "parts": [{"label": label, "points": worth} for label, worth in score.parts],
    }


def _column(column: Column) -> Value:
    closed = column.settlement
    return {
        "points": column.game.points,
        "won": column.game.won,
        "boxes": column.game.boxes,
        "hands": [entry.hand for entry in column.entries],
        "lines": [{"label": line.label, "points": line.points} for line in closed.lines] if closed else [],
        "totals": closed.totals if closed else None,
        "winner": _seat(closed.winner if closed else None),
    }


def _row(label: str, names: tuple[str, str], hand: Hand) -> tuple[object, ...]:
    over = hand.over
    result = None if over is None else over.result
    deadwood = ("", "") if result is None or result.knocker is None else result.deadwood
    return (
        label,
        hand.number,
        *map(_harmless, names),
        _seat(hand.begun.dealer),
        hand.begun.pile[0] if hand.begun.pile else "",
        hand.begun.knock_limit,
        len(hand.moves),
        result.ending.value if result else "",
        _seat(result.winner if result else None) or "",
        _seat(result.knocker if result else None) or "",
        *deadwood,
        over.score.points if over else "",
        over.score.boxes if over else "",
    )


def _harmless(name: str) -> str:
    """Keep a stranger's name from being a formula of a spreadsheet, or moving a cursor."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@")) else shown


def _cards(cards: Iterable[Card]) -> list[Value]:
    return [str(card) for card in cards]


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else seat.name.lower()


def score_of(state: Match) -> str:
    """Write the totals, the host's first: `"112-74"`."""
    return f"{state.totals[0]}-{state.totals[1]}"
