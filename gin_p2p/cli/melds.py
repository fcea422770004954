"""What is in this hand?

For people one hand, in a few lines; for programs any number of hands, one a line in and one object a line out. A line
that is no hand is answered too, by its number, and the others go on.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import BinaryIO, Final

from gin_p2p.cards import N_CARDS, Card, format_cards, format_glyph, parse_cards
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.output import Json, Output
from gin_p2p.cli.rules_options import house_rules
from gin_p2p.cli.text import inert
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.layoffs import apply_layoffs, best_defence
from gin_p2p.rules.melds import best_spread, deadwood_points, discards, is_meld
from gin_p2p.rules.moves import Layoff, Meld

STDIN: Final = "-"
MAX_LINE_BYTES: Final = 1024
"""Of one hand. The whole pack, in the longest way to write a card, is shorter."""


class NoHandError(ValueError):
    """The text is no hand. It says so in one sentence, without a full stop."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand as it is best laid out.

    Attributes:
        cards: as given.
        melds: its own.
        layoffs: in playing order; None where no knocker's melds were given.
        left: the deadwood, in the order given.
        deadwood: its points.
        discards: what each card leaves when it is thrown; None unless one card more than a hand was given.
    """

    cards: tuple[Card, ...]
    melds: tuple[Meld, ...]
    layoffs: tuple[Layoff, ...] | None
    left: tuple[Card, ...]
    deadwood: int
    discards: dict[Card, int] | None


def melds_command(
    text: str, rules: str | None, settings: Sequence[str], knock: str | None, output: Output
) -> Exit:
    """Lay out a hand, or with `-` one for each line of the standard input.

    Args:
        text: the cards, or `-`.
        rules: a preset or a file; None for the standard rules.
        settings: each `name=value`.
        knock: the knocker's melds, `3c3d3h/7s8s9sTs`; None without a knock.
        output: where the answer goes.

    Raises:
        UsageError: rules, spread or cards are none.
    """
    agreed = house_rules(rules, settings)
    try:
        shown = None if knock is None else parse_spread(knock, agreed)
    except NoHandError as error:
        raise UsageError(f"--knock: {error}.") from None
    if text == STDIN:
        if sys.stdin is None:
            raise UsageError("There is no standard input to read hands from.")
        return _every_line(sys.stdin.buffer, agreed, shown, output)
    try:
        laid = lay_out(text, agreed, shown)
    except NoHandError as error:
        raise UsageError(f"{error}.") from None
    output.event("melds", **answer(laid))
    for line in _in_words(laid, shown or (), agreed):
        output.say(line)
    return Exit.DONE


def parse_spread(text: str, rules: HouseRules) -> tuple[Meld, ...]:
    """Read a knocker's melds, `3c3d3h/7s8s9sTs`.

    Raises:
        NoHandError: a part is no meld under these rules, or a card stands twice.
    """
    melds = []
    for part in text.split("/"):
        cards = _cards(part)
        if not is_meld(cards, rules.ace_mode):
            shown = format_cards(cards) or "an empty part"
            raise NoHandError(f"{shown} is neither a set nor a run")
        melds.append(tuple(sorted(cards)))
    _check_distinct([card for meld in melds for card in meld])
    return tuple(melds)


def lay_out(text: str, rules: HouseRules, knock: Sequence[Meld] | None = None) -> Laid:
    """Read a hand and lay it out in the best way.

    Args:
        text: its cards.
        rules: for the aces, the size of a hand, and layoffs on gin.
        knock: the melds of a knocker, against whom the hand is defended. Melds of a whole hand are gin.

    Raises:
        NoHandError: some part is no card, there is none, too many, or one stands twice.
    """
    cards = _cards(text)
    if not cards:
        raise NoHandError("there are no cards")
    # No hand is larger: the other one and the reserve of the stock are never in it, and the search would be long.
    most = N_CARDS - rules.hand_size - rules.stock_reserve
    if len(cards) > most:
        raise NoHandError(f"a hand has at most {most} cards, not {len(cards)}")
    _check_distinct(cards)
    if knock is not None:
        return _defended(cards, knock, rules)
    spread = best_spread(cards, rules)
    leaves = discards(cards, rules) if len(cards) == rules.hand_size + 1 else None
    return _laid(cards, spread.melds, None, rules, leaves)


def _defended(cards: tuple[Card, ...], knock: Sequence[Meld], rules: HouseRules) -> Laid:
    melded = {card for meld in knock for card in meld}
    for card in cards:
        if card in melded:
            raise NoHandError(f"{card} lies in the knocker's melds")
    may_lay_off = rules.layoff_on_gin or len(melded) < rules.hand_size
    spread, layoffs = best_defence(cards, knock, rules, may_lay_off)
    return _laid(cards, spread.melds, layoffs, rules, None)


def _laid(
    cards: tuple[Card, ...],
    melds: tuple[Meld, ...],
    layoffs: tuple[Layoff, ...] | None,
    rules: HouseRules,
    leaves: dict[Card, int] | None,
) -> Laid:
    gone = {card for meld in melds for card in meld} | {layoff.card for layoff in layoffs or ()}
    left = tuple(card for card in cards if card not in gone)
    return Laid(cards, melds, layoffs, left, deadwood_points(left, rules), leaves)


def answer(laid: Laid) -> dict[str, Json]:
    """Answer a hand as programs read it."""
    row: dict[str, Json] = {
        "cards": format_cards(laid.cards),
        "deadwood": laid.deadwood,
        "melds": [format_cards(meld) for meld in laid.melds],
        "left": format_cards(laid.left),
    }
    if laid.layoffs is not None:
        row["layoffs"] = [{"card": str(layoff.card), "on": layoff.onto} for layoff in laid.layoffs]
    if laid.discards is not None:
        row["discards"] = {str(card): leaves for card, leaves in laid.discards.items()}
    return row


def _every_line(file: BinaryIO, rules: HouseRules, knock: Sequence[Meld] | None, output: Output) -> Exit:
    n_lines = n_bad = 0
    for n_lines, line in enumerate(_lines(file), 1):
        try:
            row = answer(lay_out(line, rules, knock))
        except NoHandError as error:
            n_bad += 1
            row = {"line": n_lines, "error": str(error)}
        if output.is_json:
            output.event("melds", **row)
        else:
            output.say(json.dumps(row))
        if not output.is_read:
            break
    if n_bad:
        output.complain(f"{n_bad} of {n_lines} lines are no hands.")
    return Exit.USAGE if n_bad else Exit.DONE


def _lines(file: BinaryIO) -> Iterator[str]:
    """Yield the lines; of one that is too long only a beginning is kept, itself too long for a hand."""
    try:
        while line := file.readline(MAX_LINE_BYTES + 1):
            rest = line
            while len(rest) > MAX_LINE_BYTES and not rest.endswith(b"\n"):
                rest = file.readline(MAX_LINE_BYTES + 1)
            yield line.decode(errors="backslashreplace").rstrip("\r\n")
    except OSError as error:
        raise UsageError(f"The standard input cannot be read ({error.strerror}).") from None


def _cards(text: str) -> tuple[Card, ...]:
    if len(text) > MAX_LINE_BYTES:
        raise NoHandError(f"a hand is written in {MAX_LINE_BYTES} letters or less")
    try:
        return parse_cards(text)
    except ValueError as error:
        raise NoHandError(inert(str(error))) from None


def _check_distinct(cards: Sequence[Card]) -> None:
    if len(set(cards)) != len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise NoHandError(f"{twice} stands twice")


def _in_words(laid: Laid, knock: Sequence[Meld], rules: HouseRules) -> Iterator[str]:
    """Yield what a person reads of one hand."""
    melds = "   ".join(_glyphs(meld) for meld in laid.melds)
    yield f"Melds:     {melds or 'none'}"
    layoffs = laid.layoffs or ()
    for number, layoff in enumerate(layoffs):
        onto = apply_layoffs(knock, layoffs[:number], rules)[layoff.onto]
        yield f"Lay off:   {format_glyph(layoff.card)} on {_glyphs(onto)}"
    yield f"Left over: {_glyphs(laid.left) or 'nothing'}"
    yield f"Deadwood:  {laid.deadwood}"
    if laid.discards is None:
        return
    best_first = sorted(laid.discards.items(), key=lambda pair: pair[1])
    for leaves, pairs in groupby(best_first, key=lambda pair: pair[1]):
        yield f"Throw:     {_glyphs([card for card, _ in pairs])} leaves {leaves}"


def _glyphs(cards: Sequence[Card]) -> str:
    return " ".join(map(format_glyph, cards))
