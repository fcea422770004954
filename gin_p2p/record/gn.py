"""How is a match written down for people?

In `gn`, a notation that any reader of TOML opens. Players are p1, who hosts, and p2. A line of `actions` is a turn:

    p2 pass                         declines the upcard
    p1 s 7d x Qd                    draws 7d from the stock, throws Qd; s ?? where the card is not known
    p1 t 7d x Qd                    takes 7d from the pile; t 7d8d 6d7d8d takes two and shows a meld
    p2 s ?? k Qc 5c5d5h,7c8c9c/Ad2h goes out throwing Qc; melds, then what is left, - for nothing
    p2 s ?? big 5c5d5h,7c8c9c       goes out with every card
    p1 d KhKdKs/3s8s lay 9d B       shows its hand, and lays 9d off on the second meld
    p1 misdeal AcAdAh...            shows that the deal is void
    p1 resign                       gives up the match

`deal` has the cards dealt, as far as they are known, and the upcard. The text proves nothing: `source` is the hash of
the record that does.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import Final

from gin_p2p.cards import Card, format_cards
from gin_p2p.crypto.identity import key_print
from gin_p2p.record.export import VERSION, names_in, score_of
from gin_p2p.record.toml_text import quoted
from gin_p2p.record.unfolded import Done, Hand, Unfolded
from gin_p2p.rules.moves import Meld
from gin_p2p.rules.parameters import Plain
from gin_p2p.seat import Seat

_PLAYERS: Final = ("p1", "p2")


def to_gn(match: Unfolded, source: str, *, anon: bool) -> str:
    """Write a match down, in ASCII.

    Args:
        match: with at least an offer.
        source: the SHA-256 of the record's file, 64 hexadecimal digits; left out when it is made anonymous.
        anon: leave out names, keys and times.
    """
    return "\n".join(
        [*_head(match, source, anon=anon), *(line for hand in match.hands for line in _hand(hand))]
    )


def _head(match: Unfolded, source: str, *, anon: bool) -> Iterator[str]:
    offer, state = match.offer, match.report.match
    yield f"gin = {VERSION}"
    yield f"players = {_texts(names_in(offer, anon=anon))}"
    if offer is not None and not anon:
        yield f"keys = {_texts(map(key_print, offer.keys))}"
        yield f"date = {datetime.fromtimestamp(offer.started_ms / 1000, UTC).strftime('%Y-%m-%dT%H:%M:%SZ')}"
    if offer is not None:
        rules = ", ".join(f"{name} = {_value(value)}" for name, value in offer.rules.to_mapping().items())
        yield f"rules = {{ {rules} }}"
    if state is not None:
        yield f"result = {_text(score_of(state))}"
        if state.winner is not None:
            yield f"winner = {_text(_PLAYERS[state.winner])}"
        if state.resigned is not None:
            yield f"resigned = {_text(_PLAYERS[state.resigned])}"
    yield f"verdict = {_text(match.report.verdict.value)}"
    if not anon:
        yield f"source = {_text('sha256:' + source)}"


def _hand(hand: Hand) -> Iterator[str]:
    begun = hand.begun
    yield ""
    yield "[[hand]]"
    yield f"dealer = {_text(_PLAYERS[begun.dealer])}"
    deal = [f"{_PLAYERS[seat]} {format_cards(hand.dealt[seat]) or '??'}" for seat in Seat]
    yield f"deal = {_texts([*deal, *(f'up {card}' for card in begun.pile)])}"
    yield f"knock_limit = {begun.knock_limit}"
    if begun.limit_card is not None:
        yield f"limit_card = {_text(str(begun.limit_card))}"
    turns = [list(moves) for _, moves in groupby(hand.moves, key=lambda move: (move.turn, move.seat))]
    yield "actions = ["
    for moves in turns:
        words = " ".join(_words(move) for move in moves)
        yield f"  {_text(f'{_PLAYERS[moves[0].seat]} {words}')},"
    yield "]"
    if hand.over is not None:
        winner = hand.over.score.winner
        score = "nobody" if winner is None else f"{_PLAYERS[winner]} {hand.over.score.points}"
        yield f"ending = {_text(hand.over.result.ending.value)}"
        yield f"score = {_text(score)}"


def _words(move: Done) -> str:
    cards = format_cards(move.cards)
    match move.kind:
        case "draw":
            return f"s {cards or '??'}"
        case "take":
            return f"t {cards}" + "".join(f" {format_cards(meld)}" for meld in move.melds)
        case "throw":
            return f"x {cards}"
        case "knock":
            return f"k {cards} {_spread(move.melds, move.deadwood)}"
        case "big-gin":
            return f"big {_melds(move.melds)}"
        case "defend":
            laid = ", ".join(f"{layoff.card} {chr(ord('A') + layoff.onto)}" for layoff in move.layoffs)
            return f"d {_spread(move.melds, move.deadwood)}" + (f" lay {laid}" if laid else "")
        case _:
            return f"{move.kind} {cards}".rstrip()


def _spread(melds: tuple[Meld, ...], deadwood: tuple[Card, ...]) -> str:
    return f"{_melds(melds)}/{format_cards(deadwood) or '-'}"


def _melds(melds: tuple[Meld, ...]) -> str:
    return ",".join(map(format_cards, melds)) or "-"


def _texts(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"


def _value(value: Plain) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return _text(value) if isinstance(value, str) else str(value)


def _text(text: str) -> str:
    return quoted(text, in_ascii=True)
