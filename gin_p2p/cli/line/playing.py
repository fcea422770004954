"""What becomes of a line that plays?

The player decides; the program refuses what is impossible, in words that say what is possible, and asks again before
what could be a slip. Nothing is said to the other side before that.
"""

from gin_p2p.cards import Card
from gin_p2p.cli import commands as c
from gin_p2p.cli.line.advice import spread_for, throws
from gin_p2p.cli.line.laying import lay, show
from gin_p2p.cli.line.state import Question, Reply, State, told
from gin_p2p.cli.line.status import hand_line, where
from gin_p2p.cli.narrate import laid_out
from gin_p2p.cli.teller import short_card, short_cards, short_meld
from gin_p2p.cli.words import listed, points, the_card
from gin_p2p.net.port import Make
from gin_p2p.rules.melds import best_spread, deadwood_points, least_deadwood, melds_among
from gin_p2p.rules.moves import BigGin, Discard, DrawStock, IllegalMove, Knock, Move, Pass, TakePile
from gin_p2p.rules.position import HAND_CARDS
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.words import DiscardDraw, UndercutTie

Played = (
    c.Draw
    | c.Take
    | c.Pass
    | c.Throw
    | c.Knock
    | c.Gin
    | c.BigGin
    | c.LayOff
    | c.LayBest
    | c.LayNone
    | c.Unlay
    | c.Done
)


def play(state: State, command: Played) -> Reply:
    """Do what a command of the game asks for, or say why not."""
    round_ = state.round
    if round_ is None or state.view is None or not state.view.is_my_move or state.down_since is not None:
        return told(*_not_now(state))
    if round_.phase is Phase.LAYOFF:
        return _against_a_knock(state, command)
    match command:
        case c.Draw():
            return _checked(state, round_, DrawStock())
        case c.Pass():
            return _checked(state, round_, Pass())
        case c.Take():
            return _take(state, round_, command)
        case c.Throw(card):
            return _held(state, card) or _throw(state, round_, card)
        case c.Knock(card):
            return _early(state, round_) or _knock(state, round_, card)
        case c.Gin(card):
            return _early(state, round_) or _gin(state, round_, card)
        case c.BigGin():
            return _early(state, round_) or _big_gin(state, round_)
        case _:
            return told("Nobody has gone out: there is nothing to lay off.", *where(state)[-1:])


def _not_now(state: State) -> tuple[str, ...]:
    if state.round is None or state.down_since is not None:
        return where(state)
    return ("It is not your turn.", *where(state)[-1:])


def _against_a_knock(state: State, command: Played) -> Reply:
    draft = state.draft
    if draft is None:
        return told(*where(state))
    match command:
        case c.LayOff() | c.LayBest() | c.LayNone() | c.Unlay():
            return lay(state, draft, command)
        case c.Done():
            return show(state, draft)
        case _:
            return told(f"{state.other} has gone out: lay off what you like, then done shows your hand.")


def _checked(state: State, round_: Round, move: Move) -> Reply:
    """Make the move if the rules allow it; the refusal comes with what can be done."""
    try:
        round_.apply(round_.turn, move)
    except IllegalMove as error:
        return told(in_letters(str(error)), *where(state)[1:2])
    return Reply(command=Make(move))


def in_letters(text: str) -> str:
    """Write the suits of a refusal as they are typed."""
    return text.translate(str.maketrans("♣♦♥♠", "cdhs"))


def _held(state: State, card: Card) -> Reply | None:
    if card in state.hand:
        return None
    return told(f"You don't hold {the_card(card)}.", hand_line(state))


def _early(state: State, round_: Round) -> Reply | None:
    """Refuse to go out before a card is drawn."""
    if round_.phase is Phase.DISCARD:
        return None
    return told("Draw first.", *where(state)[1:2])


def _take(state: State, round_: Round, command: c.Take) -> Reply:
    count = command.count
    if command.card is not None:
        if command.card not in round_.pile:
            top = short_card(round_.pile[-1]) if round_.pile else "nothing"
            return told(f"{the_card(command.card).capitalize()} is not in the pile; its top is {top}.")
        count = len(round_.pile) - round_.pile.index(command.card)
    if 1 < count <= len(round_.pile) and not command.meld and round_.rules.discard_draw is DiscardDraw.MULTI:
        return _take_with_a_meld(state, round_, count)
    return _checked(state, round_, TakePile(count, tuple(sorted(command.meld))))


def _take_with_a_meld(state: State, round_: Round, count: int) -> Reply:
    """Take several cards with the one meld there is for them; ask which where there are more."""
    taken = round_.pile[-count:]
    melds = [m for m in melds_among([*state.hand, *taken], round_.rules) if taken[0] in m]
    if not melds:
        return told(f"You have no meld with {the_card(taken[0])}, the deepest of these.", *where(state)[1:2])
    if len(melds) == 1:
        return _checked(state, round_, TakePile(count, melds[0]))
    choices = listed([f"t {count} with {''.join(map(short_card, meld))}" for meld in melds], "or")
    return told(f"Showing which meld? {choices}.")


def _throw(state: State, round_: Round, card: Card) -> Reply:
    if round_.phase is Phase.DISCARD and (refused := round_.throw_refusal(card)):
        return told(
            f"{the_card(card).capitalize()} can't be thrown this turn. {refused.sentence}",
            "Throw another card.",
        )
    reply = _checked(state, round_, Discard(card))
    warning = _risk_of_throwing(state, round_, card) if reply.command else None
    if warning is None:
        return reply
    key, text = warning

    def answered(yes: bool) -> Reply:
        if not yes:
            return told("Not thrown.", *where(state)[-1:])
        state.hushed.add(key)
        return reply

    return Reply(
        question=Question(f"{text} Throw {short_card(card)} anyway?", default=False, answered=answered)
    )


def _risk_of_throwing(state: State, round_: Round, card: Card) -> tuple[str, str] | None:
    """Answer what may be a slip in throwing this card, and the name of that warning."""
    if not state.helps or round_.n_owed > 1:
        return None
    left = throws(state.hand, round_)
    best = min(left.values())
    gin = [other for other in left if left[other] == 0]
    if gin and "gin" not in state.hushed:
        return "gin", f"You have gin by throwing {short_card(gin[0])} (g)."
    meld = next((meld for meld in state.melds if card in meld), None)
    if meld is not None and left[card] > best:
        return (
            "meld",
            f"The {the_card(card)[4:]} is in your meld {short_meld(meld)}; without it you have {left[card]}.",
        )
    if not gin and left[card] <= round_.knock_limit and "knock" not in state.hushed:
        return (
            "knock",
            f"Throwing {short_card(card)} leaves {left[card]}: you could knock instead (k {short_card(card)}).",
        )
    if not gin and best <= round_.knock_limit and "knock" not in state.hushed:
        other = next(iter(left))
        return "knock", f"You could knock with {best} (k {short_card(other)})."
    return None


def _knock(state: State, round_: Round, card: Card | None) -> Reply:
    if card is None:
        return _which(state, round_)
    held = _held(state, card)
    if held is not None:
        return held
    kept = [other for other in state.hand if other != card]
    spread = spread_for(kept, state.chosen, round_.rules, round_.knock_limit)
    move = Knock(card, spread)
    reply = _checked(state, round_, move)
    if reply.command is None:
        return reply
    deadwood = deadwood_points(spread.deadwood, round_.rules)
    if deadwood == 0:
        text, default = f"Throwing {short_card(card)} leaves no deadwood: that is gin. Go gin?", True
    else:
        text, default = _knock_question(state, round_, move, deadwood), False
    return Reply(
        question=Question(text, default=default, answered=lambda yes: reply if yes else _kept(state))
    )


def _kept(state: State) -> Reply:
    return told("Nothing is done; you hold the same cards.", *where(state)[-1:])


def _which(state: State, round_: Round) -> Reply:
    """Answer a knock that names no card."""
    left = throws(state.hand, round_) if state.helps else {}
    out = [
        f"k {short_card(card)} (leaves {points})"
        for card, points in left.items()
        if points <= round_.knock_limit
    ]
    if out:
        return told(f"Knock by throwing which card? {', '.join(out)}.")
    if state.helps:
        best = min(left.values())
        return told(
            f"You can't knock yet: your best throw leaves {best}, and the limit is {round_.knock_limit}."
        )
    return told("Knock by throwing which card? Type k and the card.")


def _knock_question(state: State, round_: Round, move: Knock, deadwood: int) -> str:
    melds = laid_out(move.spread.melds) or "none"
    what = f"Knock with {deadwood}, throwing {short_card(move.discard)}, melds {melds}?"
    rules = round_.rules
    keeps_ties = rules.undercut_tie is UndercutTie.KNOCKER
    reach = f"less than {deadwood}" if keeps_ties else f"{deadwood} or less"
    bonus = f", and {points(rules.undercut_bonus)} extra" if rules.undercut_bonus else ""
    return f"{what} If {state.other} gets down to {reach}, that is an undercut: {state.other} wins the difference{bonus}."


def _gin(state: State, round_: Round, card: Card | None) -> Reply:
    held = _held(state, card) if card is not None else None
    if held is not None:
        return held
    left = throws(state.hand, round_)
    gin = [other for other in left if left[other] == 0]
    if card is None and not gin:
        return _no_gin(state, round_)
    chosen = card if card is not None else gin[0]
    if chosen not in left:
        return _throw(state, round_, chosen)
    if left[chosen]:
        return told(f"Throwing {short_card(chosen)} is not gin: it leaves {left[chosen]}.")
    kept = [other for other in state.hand if other != chosen]
    reply = _checked(state, round_, Knock(chosen, spread_for(kept, state.chosen, round_.rules, 0)))
    bonus = round_.rules.big_gin_bonus
    if (
        reply.command is None
        or not _has_big_gin(state, round_)
        or bonus is None
        or bonus <= round_.rules.gin_bonus
    ):
        return reply
    text = f"You have big gin too, for {bonus} and not {round_.rules.gin_bonus} (big). Go gin all the same?"
    return Reply(question=Question(text, default=False, answered=lambda yes: reply if yes else _kept(state)))


def _no_gin(state: State, round_: Round) -> Reply:
    if len(state.hand) > HAND_CARDS + 1 and _has_big_gin(state, round_):
        return _big_gin(state, round_)
    return told("You don't have gin: no throw leaves a hand without deadwood.")


def _has_big_gin(state: State, round_: Round) -> bool:
    return round_.big_gin_refusal() is None and least_deadwood(state.hand, round_.rules) == 0


def _big_gin(state: State, round_: Round) -> Reply:
    refused = round_.big_gin_refusal()
    if refused is not None:
        return told(refused.sentence)
    spread = best_spread(state.hand, round_.rules)
    if deadwood_points(spread.deadwood, round_.rules) or spread.deadwood:
        return told(f"You don't have big gin: {short_cards(spread.deadwood)} would be in no meld.")
    return _checked(state, round_, BigGin(spread.melds))
