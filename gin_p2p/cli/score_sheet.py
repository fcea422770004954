"""What is a hand worth, and how does the match stand?

In lines, with the arithmetic: each bonus stands by itself, so that nobody has to take a sum on trust.
"""

from collections.abc import Iterator
from typing import Final

from gin_p2p.cli.teller import Teller
from gin_p2p.cli.words import counted, points
from gin_p2p.rules.columns import Column
from gin_p2p.rules.game import Settlement
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.match import HandRecord, Match
from gin_p2p.rules.results import Cause, Ending, Result
from gin_p2p.rules.words import BoxTiming, MatchFormat

_DEAD: Final = {
    Cause.STOCK: "the stock is used up",
    Cause.TAKE_LIMIT: "too many cards were taken from the pile",
    Cause.MUTUAL_RETURN: "both threw back what they had taken",
}
_WON: Final = {
    Ending.KNOCK: "by a knock",
    Ending.GIN: "with gin",
    Ending.BIG_GIN: "with big gin",
    Ending.UNDERCUT: "by an undercut",
}


def hand_result(match: Match, teller: Teller) -> tuple[str, ...]:
    """Answer how the newest hand of a match ended, and its arithmetic.

    Args:
        match: with at least one hand over.
        teller: to whom it is told.
    """
    hand = match.hands[-1]
    ending = f"Hand {match.n_deals}: {_ending(hand, teller)}."
    sums = _arithmetic(hand, teller)
    return (ending, sums) if sums else (ending,)


def standings(match: Match, teller: Teller) -> tuple[str, ...]:
    """Answer how a match stands, or what it came to, in every format."""
    return (*_columns(match, teller), *_end(match, teller))


def history(match: Match, teller: Teller) -> tuple[str, ...]:
    """Answer the hands that are over, one line each."""
    return tuple(
        f"Hand {number}, {teller.name(hand.dealer)} dealt: {_ending(hand, teller)}{_worth(hand)}."
        for number, hand in enumerate(match.hands, 1)
    )


def _ending(hand: HandRecord, teller: Teller) -> str:
    result = hand.result
    match result.ending:
        case Ending.DEAD_HAND:
            why = _DEAD[result.cause] if result.cause else "nobody went out"
            return f"dead, nobody scores: {why}"
        case Ending.WASHED_GIN:
            return "washed out, nobody scores: gin, but every card of the other hand was laid off"
        case Ending.MISDEAL:
            return "a misdeal, nobody scores"
        case Ending.RESIGNED:
            return (
                "ended by resigning" if result.speaker is None else f"{teller.name(result.speaker)} resigned"
            )
        case _:
            return _won(result, teller)


def _won(result: Result, teller: Teller) -> str:
    how = _WON[result.ending]
    return f"{teller.name(result.winner)} won {how}" if result.winner is not None else how


def _worth(hand: HandRecord) -> str:
    return f", {points(hand.score.points)}" if hand.score.winner is not None else ""


def _arithmetic(hand: HandRecord, teller: Teller) -> str:
    """Answer the award of a hand as a sum; empty where nobody won."""
    if hand.score.winner is None:
        return ""
    owner = teller.name(hand.score.winner)
    if not hand.score.parts:
        return f"The hands are level: 0 points for {owner}."
    shown = " ".join(
        f"{'-' if worth < 0 else '+'} {_label(label, hand.result, teller)} {abs(worth)}"
        for label, worth in hand.score.parts
    ).removeprefix("+ ")
    boxes = f", {counted(hand.score.boxes, 'box')}" if hand.score.boxes > 1 else ""
    return f"Points: {shown} = {hand.score.points} for {owner}{boxes}."


def _label(label: str, result: Result, teller: Teller) -> str:
    """Name the owner of a deadwood that the engine calls the knocker's, the defender's or the loser's."""
    if result.knocker is None or not label.endswith("deadwood"):
        return label
    seat = result.knocker if label.startswith("knocker") else result.knocker.other
    return f"{teller.whose(seat)} deadwood"


def _columns(match: Match, teller: Teller) -> Iterator[str]:
    rules = match.rules
    match rules.format:
        case MatchFormat.SINGLE:
            yield from _single(match, teller)
        case MatchFormat.HANDS:
            played = f"after {counted(match.n_hands_played, 'hand')} of {rules.hands}"
            yield f"Score {played}: {teller.pair(match.columns[0].game.points)}."
        case MatchFormat.HOLLYWOOD:
            for number, column in enumerate(match.columns, 1):
                yield from column_lines(f"Column {number}", column, rules, teller)
            yield f"All closed columns together: {teller.pair(match.totals)}."
        case MatchFormat.MULTI_MATCH:
            for number, column in enumerate(match.columns, 1):
                yield from column_lines(f"Game {number}", column, rules, teller)
            yield f"Match score, to {rules.multi_target}: {teller.pair(match.totals)}."
        case MatchFormat.BEST_OF:
            for number, column in enumerate(match.columns, 1):
                yield from column_lines(f"Game {number}", column, rules, teller)
            yield f"Games won, of {rules.best_of}: {teller.pair(match.games_won)}."


def _single(match: Match, teller: Teller) -> Iterator[str]:
    column = match.columns[0]
    if column.settlement:
        yield f"The game is over, {teller.pair(column.game.points)}."
        yield from _settlement(column.settlement, teller)
        return
    running = column.game.running(match.rules)
    boxes = ", boxes included" if match.rules.box_timing is BoxTiming.IMMEDIATE else ""
    yield f"Score: {teller.pair(running)}{boxes}. {_needs(running, match, teller)}"
    yield f"Hands won: {teller.pair(column.game.won)}."


def _needs(running: tuple[int, int], match: Match, teller: Teller) -> str:
    first, second = teller.order
    target = match.rules.target
    missing = [max(0, target - running[seat]) for seat in teller.order]
    return f"Missing to {target}: {teller.name(first)} {missing[0]}, {teller.name(second)} {missing[1]}."


def column_lines(title: str, column: Column, rules: HouseRules, teller: Teller) -> Iterator[str]:
    """Yield how one column stands, or what it came to.

    Args:
        title: what it is called.
        column: of a score sheet.
        rules: by which it is kept.
        teller: to whom it is told.
    """
    score = teller.pair(column.game.running(rules))
    if column.settlement is None:
        yield f"{title}: {score}, to {rules.target}."
    else:
        yield f"{title}: {score}, closed, {teller.name(column.settlement.winner)} won it."
        yield from _settlement(column.settlement, teller)


def _settlement(settlement: Settlement, teller: Teller) -> Iterator[str]:
    if settlement.forfeited:
        yield f"The margin is the one that forfeits: the game is {teller.whose(settlement.winner)}."
    for line in settlement.lines:
        yield f"  {line.label}: {teller.pair(line.points)}."
    yield f"  together: {teller.pair(settlement.totals)}."


def _end(match: Match, teller: Teller) -> Iterator[str]:
    if not match.finished:
        return
    if match.resigned is not None:
        yield f"{teller.subject(match.resigned)} resigned."
    if match.winner is None:
        yield f"The match ends level: {teller.pair(match.totals)}."
    else:
        yield f"{teller.does(match.winner, 'wins')} the match: {teller.pair(match.totals)}."
