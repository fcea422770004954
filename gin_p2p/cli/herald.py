"""What does a program that sits in a person's place hear of a match?

The events of `--json`: what was done and by whom, how hands and the match ended, and, whenever a move is due, every
line that could be typed. Only what the seat's own view shows is in them.
"""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from gin_p2p.cards import format_cards
from gin_p2p.cli.output import Json
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.view import View
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.match import Match
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Knock,
    Meld,
    Pass,
    Resign,
    TakePile,
)
from gin_p2p.seat import Seat

Event: TypeAlias = tuple[str, Mapping[str, Json]]
PlayerMove: TypeAlias = Pass | DrawStock | TakePile | Discard | Knock | BigGin | Defend | Resign
"""Every move but the claim of a misdeal, which the program makes by itself."""

_STAGES = {Stage.SHUFFLE: "dealer-shuffled", Stage.CUT: "other-shuffled", Stage.SERVE: "served"}


def events_of(heard: Heard, seat: Seat) -> Iterator[Event]:
    """Yield what a frame tells the program in this seat."""
    before, after = heard.before, heard.after
    if isinstance(heard.message, say.Open) and after.offer is not None:
        yield "rules", {"rules": after.offer.rules.to_mapping(), "terms": after.offer.terms.to_mapping()}
    if before.stage in _STAGES:
        yield "deal", {"deal": before.dealing.number, "stage": _STAGES[before.stage]}
    if isinstance(heard.message, say.MoveMessage):
        yield (
            "act",
            {"who": _who(heard.seat, seat), "kind": say.MOVE_WORDS[type(heard.message)], **_details(heard)},
        )
    if after.match is not None and before.match is not None and after.match.n_deals > before.match.n_deals:
        yield "hand_result", _hand_result(after.match, seat)
        if after.match.finished:
            winner = after.match.winner
            yield "match_result", {"winner": _who_or_none(winner, seat), "totals": _pair(after.match, seat)}


def turn_of(view: View) -> Event | None:
    """Answer the event that asks for a move, with every line that could be typed; None when none is due."""
    if not view.is_my_move or view.round is None:
        return None
    moves = legal_moves(view.round, view.hand)
    lines = dict.fromkeys(typed(move) for move in moves if not isinstance(move, ClaimMisdeal))
    drawn = None if view.drawn is None else str(view.drawn)
    fields: Mapping[str, Json] = {
        "phase": view.round.phase.value,
        "hand": [str(card) for card in view.hand],
        "drawn": drawn,
        "pile": [str(card) for card in view.round.pile[-1:]],
        "stock": view.round.n_stock,
        "limit": view.round.knock_limit,
        "legal": [*lines],
    }
    return "turn", fields


def typed(move: PlayerMove) -> str:
    """Write a move as a player types it. How a hand is spread is chosen before, with `melds`, `lay` and `unlay`."""
    match move:
        case Pass():
            return "pass"
        case DrawStock():
            return "draw"
        case TakePile(count=1):
            return "take"
        case TakePile(count, meld):
            return f"take {count} with {format_cards(meld)}"
        case Discard(card):
            return f"throw {card}"
        case Knock(discard, spread):
            return f"gin {discard}" if not spread.deadwood else f"knock {discard}"
        case BigGin():
            return "big"
        case Defend():
            return "done"
        case Resign():
            return "resign"


def _details(heard: Heard) -> Mapping[str, Json]:
    before, after = heard.before, heard.after
    match heard.message:
        case say.Take():
            return {"cards": [str(before.hand.pile[-1])]}
        case say.TakeMany(count=count):
            return {"cards": [str(card) for card in before.hand.pile[-count:]]}
        case say.Throw():
            return {"cards": [str(after.hand.pile[len(before.hand.pile)])]}
        case say.Knock(discard=discard, melds=melds):
            return {"cards": [str(discard)], "melds": _melds(melds)}
        case say.BigGin(melds=melds):
            return {"melds": _melds(melds)}
        case say.Defend(melds=melds, layoffs=layoffs):
            laid: list[Json] = [{"card": str(layoff.card), "on": layoff.onto} for layoff in layoffs]
            return {"melds": _melds(melds), "layoffs": laid}
        case _:
            return {}


def _hand_result(match: Match, seat: Seat) -> Mapping[str, Json]:
    hand = match.hands[-1]
    return {
        "hand": len(match.hands),
        "ending": hand.result.ending.value,
        "winner": _who_or_none(hand.result.winner, seat),
        "points": hand.score.points,
        "deadwood": {"me": hand.result.deadwood[seat], "them": hand.result.deadwood[seat.other]},
        "totals": _pair(match, seat),
    }


def _pair(match: Match, seat: Seat) -> Mapping[str, Json]:
    return {"me": match.totals[seat], "them": match.totals[seat.other]}


def _melds(melds: tuple[Meld, ...]) -> list[str]:
    return [format_cards(meld) for meld in melds]


def _who(speaker: Seat, seat: Seat) -> str:
    return "me" if speaker is seat else "them"


def _who_or_none(winner: Seat | None, seat: Seat) -> str | None:
    return None if winner is None else _who(winner, seat)
