"""What is said while a player lays out the hand against a knock?"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gin_p2p.cards import Card
from gin_p2p.cli import commands as c
from gin_p2p.cli.line.draft import Draft
from gin_p2p.cli.line.state import Question, Reply, State, told
from gin_p2p.cli.narrate import deadwood_words, laid_out, meld_letter
from gin_p2p.cli.teller import short_card, short_cards, short_meld
from gin_p2p.cli.words import listed, points, the_card
from gin_p2p.net.port import Make
from gin_p2p.rules.moves import IllegalMove

_OTHERS_TOLD: Final = 2
"""Other ways to meld that are priced unasked; m lists all."""

NO_HELP: Final = "The table terms say that the programs give no help: choose yourself."


def draft_lines(state: State) -> tuple[str, ...]:
    """Answer how the defence lies, what else it could be, and what can be typed."""
    draft = state.draft
    return () if draft is None else tuple(_lines(state, draft))


def lay(state: State, draft: Draft, command: c.LayOff | c.LayBest | c.LayNone | c.Unlay) -> Reply:
    """Change the draft."""
    match command:
        case c.LayOff(card, onto):
            return _lay_off(state, draft, card, onto)
        case c.LayBest() if not state.helps:
            return told(NO_HELP)
        case c.LayBest():
            return _changed(state, draft.best())
        case c.LayNone():
            return _changed(state, replace(draft, layoffs=()))
        case c.Unlay(card):
            if card not in {layoff.card for layoff in draft.layoffs}:
                return told(f"You have not laid off {the_card(card)}. {_laid_words(draft)}")
            return _changed(state, draft.without(card))


def choose_way(state: State, draft: Draft, choice: int | None) -> Reply:
    """List the ways to meld against a knock, or take one."""
    if choice is None:
        return told(*_ways(state, draft))
    if choice > len(draft.ways):
        return told(no_such_way(len(draft.ways)))
    return _changed(state, draft.with_way(choice - 1))


def show(state: State, draft: Draft) -> Reply:
    """Show the hand as it lies; where it could lie better, a word first."""
    best = draft.best()
    if not state.helps or best.deadwood >= draft.deadwood:
        return Reply(command=Make(draft.move))
    text = f"This leaves {draft.deadwood}; the best leaves {best.deadwood} (lay best). Show it as it is?"

    def answered(yes: bool) -> Reply:
        return Reply(command=Make(draft.move)) if yes else told("Nothing is shown yet.")

    return Reply(question=Question(text, default=False, answered=answered))


def _lay_off(state: State, draft: Draft, card: Card, onto: int | None) -> Reply:
    problem = _refusal(state, draft, card)
    if problem:
        return told(problem)
    fits = draft.places_for(card)
    if onto is None and len(fits) > 1:
        on = listed([f"on {meld_letter(n)} ({short_meld(draft.targets[n])})" for n in fits], "or")
        return told(
            f"{the_card(card).capitalize()} fits {on}. Type lay {short_card(card)} on {meld_letter(fits[0])}."
        )
    if onto is None and not fits:
        return told(
            f"{the_card(card).capitalize()} fits on no meld: {laid_out(draft.targets, letters=True)}."
        )
    try:
        return _changed(state, draft.with_layoff(card, fits[0] if onto is None else onto))
    except IllegalMove:
        return told(_misfit(draft, card, onto or 0, fits))


def _misfit(draft: Draft, card: Card, onto: int, fits: tuple[int, ...]) -> str:
    if onto >= len(draft.targets):
        return f"There is no meld {meld_letter(onto)}: {laid_out(draft.targets, letters=True)}."
    instead = f" It fits on {listed([meld_letter(n) for n in fits], 'or')}." if fits else " It fits on none."
    target = f"{meld_letter(onto)} ({short_meld(draft.targets[onto])})"
    return f"{the_card(card).capitalize()} does not fit on {target}.{instead}"


def _refusal(state: State, draft: Draft, card: Card) -> str:
    if not draft.may_lay_off:
        return f"{state.other} went gin: nothing can be laid off. done shows your hand."
    if card not in draft.hand:
        return f"You don't hold {the_card(card)}."
    if card in {layoff.card for layoff in draft.layoffs}:
        return f"{the_card(card).capitalize()} is laid off already; unlay {short_card(card)} takes it back."
    for meld in draft.ways[draft.way].melds:
        if card in meld:
            return f"{the_card(card).capitalize()} is in your own meld {short_meld(meld)}.{_freed_by(draft, card)}"
    return ""


def _freed_by(draft: Draft, card: Card) -> str:
    ways = [f"m {number}" for number, way in enumerate(draft.ways, 1) if card in way.deadwood]
    return f" {listed(ways, 'or')} melds without it." if ways else ""


def _changed(state: State, draft: Draft) -> Reply:
    state.draft = draft
    return told(*_lines(state, draft))


def _laid_words(draft: Draft) -> str:
    return f"Laid off: {_laid(draft)}."


def _laid(draft: Draft) -> str:
    by_meld = sorted(draft.layoffs, key=lambda layoff: layoff.onto)
    return listed([f"{short_card(layoff.card)} on {meld_letter(layoff.onto)}" for layoff in by_meld])


def _lines(state: State, draft: Draft) -> Iterator[str]:
    way = draft.ways[draft.way]
    number = f" (way {draft.way + 1} of {len(draft.ways)}, m lists them)" if len(draft.ways) > 1 else ""
    yield f"Your melds{number}: {laid_out(way.melds) or 'none'}."
    if draft.layoffs:
        yield _laid_words(draft)
    yield _left_words(state, draft)
    if not draft.may_lay_off:
        yield f"{state.other} went gin, so nothing can be laid off. You: done shows your hand."
        return
    if state.helps:
        yield from _proposals(state, draft)
    else:
        yield f"The melds of {state.other}: {laid_out(draft.targets, letters=True)}."
    yield "You: lay CARD on A, unlay CARD, lay none; done shows your hand."


def _left_words(state: State, draft: Draft) -> str:
    if not state.helps:
        return f"You are left with {short_cards(draft.left) or 'nothing'}."
    left = deadwood_words(draft.left, draft.deadwood)
    return f"You are left with {left}: {outcome_words(state, draft)}."


def _proposals(state: State, draft: Draft) -> Iterator[str]:
    best = draft.best()
    if best.deadwood < draft.deadwood:
        yield f"Best (lay best): {_proposal(state, best)}."
    elif draft.layoffs:
        yield "Nothing better can be laid off."
    else:
        yield "Nothing can be laid off that helps."
    others = [n for n, _ in enumerate(draft.ways) if n not in (best.way, draft.way)]
    for number in others[:_OTHERS_TOLD]:
        other = draft.with_way(number).best_of_way()
        yield f"Way {number + 1} (m {number + 1}): {_proposal(state, other)}."


def _proposal(state: State, draft: Draft) -> str:
    melds = laid_out(draft.ways[draft.way].melds)
    way = (f"melds {melds}; " if melds else "no melds; ") if draft.way else ""
    off = _laid(draft) if draft.layoffs else "nothing laid off"
    return f"{way}{off}, leaves {draft.deadwood}, {outcome_words(state, draft)}"


def outcome_words(state: State, draft: Draft) -> str:
    """Say what the hand would come to: `"bob wins 5 points"`."""
    result, score = draft.outcome
    if result.winner is None:
        return "nobody scores"
    return f"{state.teller.does(result.winner, 'wins').replace('You', 'you')} {points(score.points)}"


def _ways(state: State, draft: Draft) -> Iterator[str]:
    for number, _ in enumerate(draft.ways):
        other = draft.with_way(number)
        melds = laid_out(other.ways[number].melds) or "no melds"
        here = " (chosen)" if number == draft.way else ""
        left = deadwood_words(other.ways[number].deadwood, draft.with_way(number).deadwood)
        yield f"{number + 1}: {melds}; {left}{here}." if state.helps else f"{number + 1}: {melds}{here}."


def no_such_way(n_ways: int) -> str:
    """Refuse to take a way to meld that is not among them."""
    if n_ways == 1:
        return "There is only one way to meld that hand."
    return f"There are {n_ways} ways to meld that hand: m 1 to m {n_ways}."
