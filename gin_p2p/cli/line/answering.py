"""What becomes of a line that only asks, or speaks beside the game?"""

from collections.abc import Iterator
from typing import Final

from gin_p2p.cards import Card
from gin_p2p.cli import commands as c
from gin_p2p.cli.grammar import NotUnderstood, explain
from gin_p2p.cli.line.advice import by_deadwood, throws, ways_to_meld
from gin_p2p.cli.line.laying import NO_HELP, choose_way, no_such_way
from gin_p2p.cli.line.state import Question, Reply, State, told
from gin_p2p.cli.line.status import hand_line, throw_words, where
from gin_p2p.cli.narrate import deadwood_words, laid_out
from gin_p2p.cli.rules_words import in_full
from gin_p2p.cli.score_sheet import history, standings
from gin_p2p.cli.words import RANK_NAMES, SUIT_NAMES, the_card
from gin_p2p.net.notes import Note
from gin_p2p.net.port import Leave, Make, Send
from gin_p2p.rules.melds import deadwood_points
from gin_p2p.rules.moves import Resign
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.words import Assist

NUDGE_S: Final = 60.0
"""At most one bell in this many seconds."""

TURNS_TOLD: Final = 6
"""How many turns `log` tells when no number is given."""

TURNS_SEEN: Final = 2
"""How many it tells where no help is agreed: what a real table would still show."""


def show_melds(state: State, choice: int | None) -> Reply:
    """List the ways to meld, or go by one of them."""
    if state.draft is not None and state.must_defend:
        return choose_way(state, state.draft, choice)
    if not state.hand:
        return told("You hold no cards now.")
    if not state.helps:
        return told(NO_HELP)
    ways = ways_to_meld(state.hand, state.rules)
    if choice is None:
        return told(*_ways(state))
    if choice > len(ways):
        return told(no_such_way(len(ways)))
    state.chosen = ways[choice - 1].melds
    return told(hand_line(state))


def _ways(state: State) -> Iterator[str]:
    for number, way in enumerate(ways_to_meld(state.hand, state.rules), 1):
        here = " (chosen)" if set(way.melds) == set(state.melds) else ""
        left = deadwood_words(way.deadwood, deadwood_points(way.deadwood, state.rules))
        yield f"{number}: {laid_out(way.melds) or 'no melds'}; {left}{here}."
    round_ = state.round
    if round_ and round_.phase is Phase.DISCARD and state.view and state.view.is_my_move:
        groups = by_deadwood(throws(state.hand, round_))
        yield f"Throwing {throw_words(groups, len(groups))}."


def show_hand(state: State, order: c.Order | None) -> Reply:
    """Say the hand, in another order from now on where one is named."""
    if not state.hand:
        return told("You hold no cards now.")
    if order is c.Order.MELDS and not state.may_sort_by_melds:
        return told(NO_HELP)
    if order is not None:
        state.order.choose(order, state.shown)
    return told(hand_line(state))


def move_card(state: State, card: Card, place: int) -> Reply:
    """Put a card of the hand at a place."""
    if card not in state.hand:
        return told(f"You don't hold {the_card(card)}.")
    state.order.move(card, place, state.shown)
    return told(hand_line(state))


def show_score(state: State) -> Reply:
    """Say how the match stands."""
    match = state.view.match if state.view else None
    return told(*standings(match, state.teller)) if match else told("There is no score yet.")


def show_hands(state: State) -> Reply:
    """List the hands that are over."""
    match = state.view.match if state.view else None
    return told(*history(match, state.teller)) if match and match.hands else told("No hand is over yet.")


def show_log(state: State, n_turns: int | None) -> Reply:
    """Say the last turns of this hand."""
    most = n_turns or TURNS_TOLD
    if not state.helps:
        most = min(most, TURNS_SEEN)
    return told(*state.log[-most:]) if state.log else told("Nothing has been played in this hand.")


def show_seen(state: State) -> Reply:
    """Say where cards were seen: in one's hand, in the pile, taken by the other."""
    round_ = state.round
    if state.terms.assist is not Assist.FULL:
        return told(
            "These table terms do not list the cards seen (assist full does). log tells the last turns."
        )
    if round_ is None:
        return told("No hand is being played.")
    return told(*_seen(state, round_))


def _seen(state: State, round_: Round) -> Iterator[str]:
    gone, taken = set(round_.pile), round_.known[state.seat.other]
    for suit, name in enumerate(SUIT_NAMES):
        places: dict[str, list[str]] = {
            "yours": [],
            "thrown": [],
            f"held by {state.other}": [],
            "unknown": [],
        }
        for rank, rank_name in enumerate(RANK_NAMES):
            card = Card(suit * 13 + rank)
            place = (
                "yours"
                if card in state.hand
                else "thrown"
                if card in gone
                else f"held by {state.other}"
                if card in taken
                else "unknown"
            )
            places[place].append(rank_name)
        yield f"{name.capitalize()}: " + "; ".join(f"{p} {' '.join(r)}" for p, r in places.items() if r) + "."


def show_deal(state: State) -> Reply:
    """Say in plain words why this deal is fair."""
    round_ = state.view.round if state.view else None
    if round_ is None:
        return told("No cards have been dealt yet.")
    teller, dealer = state.teller, round_.dealer
    return told(
        f"{teller.subject(dealer)} shuffled the deck, then {teller.name(dealer.other)} shuffled it again. Each proved that "
        "all 52 cards were still in it, once each, and showed none; your program checked the other's proof.",
        f"A card opens only with both keys: {state.other} gives one half for the cards you draw, and never sees yours.",
        "So nobody could choose, see or move a card, as long as one of the two shuffles was honest: yours was.",
        "Both sides sign every move into one record; gin audit checks all of it again, by anybody, at any time.",
        "What no record can show is whether somebody plays with help from outside.",
    )


def show_rules(state: State) -> Reply:
    """Say the house rules in words."""
    if state.view is None or state.view.offer is None:
        return told("No rules have been offered yet.")
    chapters = in_full(state.rules, state.terms)
    return told(*(f"{chapter.title}: {' '.join(chapter.sentences)}" for chapter in chapters))


def note(state: State, text: str) -> Reply:
    """Mark this moment."""
    remark = state.remark(text)
    return told(f"Noted at {remark.hand}.{remark.turn}, for you alone.")


def chat(state: State, text: str) -> Reply:
    """Say something to the other side."""
    if state.down_since is not None or state.view is None:
        return told(f"Not sent: there is no line to {state.other} now.")
    return Reply(("Sent.",), Send(Note("chat", (text,))))


def nudge(state: State) -> Reply:
    """Ring the other side's bell."""
    if state.down_since is not None or state.view is None:
        return told(f"There is no line to {state.other} now.")
    wait = NUDGE_S - (state.now() - state.nudged_at)
    if wait > 0:
        return told(f"One nudge a minute: again in {int(wait) + 1} s.")
    state.nudged_at = state.now()
    return Reply((f"Nudged {state.other}.",), Send(Note("nudge")))


def pause(state: State) -> Reply:
    """Ask for a pause."""
    if state.down_since is not None or state.view is None:
        return told("Nothing is running that could be paused.")
    clock = "" if state.terms.clock_bank_s else " There is no clock: nothing runs out."
    return Reply(
        (f"You asked {state.other} for a pause.{clock} Play on whenever you like.",), Send(Note("pause"))
    )


def resign(state: State) -> Reply:
    """Give the match up, after a word."""
    if state.view is None or not state.view.is_my_move or state.down_since is not None:
        return told("You can resign when it is your turn. leave saves the match and stops, at any time.")

    def answered(yes: bool) -> Reply:
        return Reply(command=Make(Resign())) if yes else told("You play on.", *where(state)[-1:])

    text = f"Give up the match? {state.other} wins it."
    return Reply(question=Question(text, default=False, answered=answered))


def leave() -> Reply:
    """Save and stop."""
    return Reply(("Leaving; the match is saved and can go on later.",), Leave())


def again(state: State, *, wanted: bool) -> Reply:
    """Say whether another match is wanted."""
    if not state.is_over:
        return told("This match is not over yet.")
    return Reply(("Told.",), Send(Note("again", (wanted,))))


def help_on(state: State, topic: str) -> Reply:
    """Say what can be typed."""
    try:
        lines = explain(topic)
    except NotUnderstood as error:
        return told(str(error))
    return told(*lines) if topic else told(*lines, "", *where(state)[-1:])
