"""Where am I, and what can I type?"""

import time
from collections.abc import Iterator, Sequence
from typing import Final

from gin_p2p.cards import Card
from gin_p2p.cli.line.advice import by_deadwood, throws
from gin_p2p.cli.line.laying import draft_lines
from gin_p2p.cli.line.state import State
from gin_p2p.cli.rules_line import one_line
from gin_p2p.cli.teller import as_it_lies, short_card, short_cards
from gin_p2p.cli.words import counted
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.view import View
from gin_p2p.rules.melds import discards, least_deadwood
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.words import Assist, DiscardDraw, WallRule

SHORT_LIST: Final = 3
"""How many different outcomes of throwing a card are named unasked."""


def where(state: State) -> tuple[str, ...]:
    """Answer what is going on, what is held and what can be done; the answer to an empty line."""
    if state.down_since is not None:
        return (paused(state),)
    view = state.view
    if view is None or view.stage is Stage.OPEN:
        return ("The match has not begun yet.",)
    if view.stage is Stage.ACCEPT:
        return (f"Waiting for {state.other} to accept the rules.",) if not view.is_my_offer else offer(state)
    if not view.plays:
        return ("The match is over.",) if state.is_over else ("The cards are being dealt.",)
    if view.is_my_move:
        return due(state)
    return tuple(_waiting(state, view))


def offer(state: State) -> tuple[str, ...]:
    """Answer what the host offers."""
    return (
        f"Rules: {one_line(state.rules, state.terms)}.",
        "Type rules to read them in full.",
    )


def paused(state: State) -> str:
    """Answer why nothing goes on."""
    since = time.strftime("%H:%M:%S", time.localtime(state.down_since))
    held = (
        f"{state.other} hold the same signed record up to turn {sum(view.round.n_turns)} of hand {state.n_hand}"
        if ((view := state.view) and view.round)
        else f"{state.other} hold the same signed record"
    )
    gone = f"{state.other} has left" if state.farewell is not None else f"the line to {state.other} is down"
    return (
        f"Paused since {since}: {gone}. The match is safe: you and {held}. "
        "A dropped line costs nobody anything."
    )


def due(state: State) -> tuple[str, ...]:
    """Answer what this player has to do now; the view says that it is their move."""
    view, round_ = state.view, state.round
    if view is None or round_ is None:
        return ()
    match round_.phase:
        case Phase.LAYOFF:
            return draft_lines(state)
        case Phase.DISCARD:
            return (hand_line(state), *_throwing(state, round_))
        case _:
            return (hand_line(state), *_drawing(state, round_))


def hand_line(state: State) -> str:
    """Answer the hand in the player's order, the new card marked, and its deadwood."""
    drawn = state.view.drawn if state.view else None
    melds = state.melds
    groups = state.order.groups(state.hand, melds)
    words = ", ".join(_marked(as_it_lies(group) if group in melds else group, drawn) for group in groups)
    return f"Your hand: {words}.{_deadwood(state)}"


def _marked(cards: Sequence[Card], drawn: Card | None) -> str:
    return " ".join(short_card(card) + ("*" if card == drawn else "") for card in cards)


def _deadwood(state: State) -> str:
    if not state.helps:
        return ""
    return f" Deadwood {least_deadwood(state.hand, state.rules)}."


def _drawing(state: State, round_: Round) -> Iterator[str]:
    top = short_card(round_.pile[-1]) if round_.pile else ""
    gain = _gain(state, round_)
    match round_.phase:
        case Phase.UPCARD:
            yield f"You: take {top} (t) or pass (p).{gain}"
        case Phase.WALL if round_.rules.wall_rule is WallRule.LAST_DISCARD:
            yield f"The stock is used up. You: take {top} (t), to go out with it, or pass (p), which ends the hand.{gain}"
        case Phase.WALL:
            yield f"The stock is used up. You: take {top} (t) and play on, or pass (p), which ends the hand.{gain}"
        case _ if not top:
            yield "You: draw (d)."
        case _ if round_.must_draw_stock:
            yield f"You: draw (d). {top} was passed by both and stays."
        case _:
            yield f"You: draw (d) or take {top} (t).{gain}"
            yield from _many(round_)


def _many(round_: Round) -> Iterator[str]:
    """Say what else may be taken under Mahjong rules."""
    if round_.rules.discard_draw is DiscardDraw.MULTI and len(round_.pile) > 1:
        pile = short_cards(reversed(round_.pile))
        yield f"Discards from the top: {pile}. Several may be taken by showing a meld: t 3 with 5c6c7c."


def _gain(state: State, round_: Round) -> str:
    """Say what taking the top card would come to."""
    if not state.helps or not round_.pile:
        return ""
    top = round_.pile[-1]
    left = discards([*state.hand, top], state.rules)
    left.pop(top)
    return f" With {short_card(top)} your best throw would leave {min(left.values())}."


def _throwing(state: State, round_: Round) -> Iterator[str]:
    if round_.n_owed > 1:
        yield f"You: throw {counted(round_.n_owed, 'card')}, one after another."
    elif round_.must_go_out:
        yield "You: you took the last discard, so go out: k CARD or g."
    else:
        yield "You: throw a card (x CARD, or just the card)."
    if not state.helps:
        return
    left = throws(state.hand, round_)
    yield f"Throwing {throw_words(by_deadwood(left), SHORT_LIST)}."
    yield from _ways_out(state, round_, left)
    if state.terms.assist is Assist.FULL and left and not round_.must_go_out:
        yield f"Best throw by the count: {short_card(next(iter(left)))}."


def throw_words(groups: dict[int, list[Card]], most: int) -> str:
    """Say what throws leave: `"8s or 9d leaves 10, 3s leaves 15"`."""
    words = [f"{' or '.join(map(short_card, cards))} leaves {deadwood}" for deadwood, cards in groups.items()]
    more = f"; {counted(len(words) - most, 'worse throw')}, m lists all" if len(words) > most else ""
    return ", ".join(words[:most]) + more


def _ways_out(state: State, round_: Round, left: dict[Card, int]) -> Iterator[str]:
    if round_.n_owed > 1:
        return
    if least_deadwood(state.hand, state.rules) == 0 and round_.big_gin_refusal() is None:
        yield "Every card is in a meld: you may go big gin (big)."
    gin = [card for card, deadwood in left.items() if deadwood == 0]
    out = [card for card, deadwood in left.items() if 0 < deadwood <= round_.knock_limit]
    if gin:
        yield f"You have gin: g goes gin, throwing {short_card(gin[0])}. You need not."
    elif out:
        yield f"You may knock: k {short_card(out[0])}, with {left[out[0]]}. You need not."


def _waiting(state: State, view: View) -> Iterator[str]:
    round_ = state.round
    if round_ is None:
        return
    yield hand_line(state)
    top = f" Top discard {short_card(round_.pile[-1])}." if round_.pile else ""
    yield f"{_doing(state, view, round_)} {counted(round_.n_stock, 'card')} in the stock.{top}"


def _doing(state: State, view: View, round_: Round) -> str:
    other = state.other
    if view.stage is Stage.GIVE and round_.turn is state.seat:
        return "Your card is on its way."
    match round_.phase:
        case Phase.LAYOFF:
            return f"{other} lays off and shows the hand."
        case Phase.DISCARD if round_.taken:
            return f"{other} has taken {short_cards(round_.taken)} and is to throw."
        case Phase.DISCARD:
            return f"{other} has drawn and is to throw."
        case _:
            return f"{other} is to draw."
