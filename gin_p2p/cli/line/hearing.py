"""What is a player told when something happens?"""

from collections.abc import Iterator, Sequence
from typing import Final

from gin_p2p.cards import Card
from gin_p2p.cli.line.draft import Draft
from gin_p2p.cli.line.playing import in_letters
from gin_p2p.cli.line.state import Question, Reply, State, told
from gin_p2p.cli.line.status import due, hand_line, offer, paused, where
from gin_p2p.cli.line.waiting import hear_waiting
from gin_p2p.cli.narrate import narrate
from gin_p2p.cli.score_sheet import standings
from gin_p2p.cli.text import CHAT_COLUMNS, inert
from gin_p2p.net.notes import Note
from gin_p2p.net.port import (
    Decline,
    Forbidden,
    LineBack,
    LineLost,
    Make,
    News,
    Noted,
    Paused,
    Progress,
    TakeSeat,
    Waiting,
)
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.view import View
from gin_p2p.rules.melds import least_deadwood

FIRST_WORDS: Final = (
    "Cards are written A 2 to 10 J Q K with c d h s for clubs, diamonds, hearts, spades: 10h. "
    "Type ? for all you can type; an empty line says where you are."
)


def hear(state: State, news: News) -> Reply:
    """Take news in, and answer what to say about them and what follows without asking."""
    match news:
        case Progress(events, view):
            return _went_on(state, events, view)
        case LineBack(events, view):
            return _back(state, events, view)
        case Forbidden(error):
            return told(in_letters(str(error)), *where(state))
        case Paused():
            return told(
                f"Nothing was sent: the line to {state.other} is down. Type it again once it is back."
            )
        case Noted(note):
            return _noted(state, note)
        case LineLost(error):
            state.down_since = state.now()
            state.question = None
            state.waiting = None
            why = f"The line broke: {inert(str(error), CHAT_COLUMNS)}" if state.farewell is None else ""
            return told(*filter(None, (why, paused(state))))
        case Waiting():
            return hear_waiting(state, news)


def _went_on(state: State, events: Sequence[Heard], view: View) -> Reply:
    lines = tuple(_story(state, events, view))
    _forget_question(state, view)
    state.view = view
    if view.is_my_offer:
        return _offered(state, lines)
    if not view.is_my_move:
        begins = any(isinstance(event.message, say.Serve) for event in events)
        return told(*lines, *([hand_line(state)] if begins and view.plays else []))
    state.draft = state.draft or (
        Draft.of(state.round, state.hand) if state.must_defend and state.round else None
    )
    if state.must_defend and state.draft and not state.draft.may_lay_off:
        return Reply(lines, Make(state.draft.move))
    return told(*lines, *due(state))


def _offered(state: State, lines: tuple[str, ...]) -> Reply:
    def answered(yes: bool) -> Reply:
        return Reply((FIRST_WORDS,), TakeSeat()) if yes else Reply(command=Decline())

    text = f"Play with {state.other} under these rules?"
    if state.accepts:
        return Reply((*lines, f"{text} yes", FIRST_WORDS), TakeSeat())
    question = Question(text, default=True, answered=answered, must=True)
    return Reply((*lines, *offer(state)[1:]), question=question)


def _story(state: State, events: Sequence[Heard], view: View) -> Iterator[str]:
    """Yield what happened, and keep the log of the hand."""
    for event in events:
        state.seq = event.seq
        if (
            event.after.round is not event.before.round
            and event.after.round
            and event.after.round.n_moves == 0
        ):
            state.begin_hand()
        if event.after.offer is not event.before.offer:
            state.view = view  # it names the other side
        yield from _told_of(state, event, view)


def _told_of(state: State, event: Heard, view: View) -> Iterator[str]:
    if isinstance(event.message, say.Open) and event.seat is view.seat:
        return
    lines = narrate(event, state.teller, _drawn(event, view))
    if isinstance(event.message, say.MoveMessage | say.Give):
        state.log += lines
    if (
        isinstance(event.message, say.Throw)
        and event.seat is view.seat
        and lines
        and state.helps
        and view.plays
    ):
        lines = (f"{lines[0]} Deadwood {least_deadwood(view.hand, state.rules)}.", *lines[1:])
    yield from lines


def _drawn(event: Heard, view: View) -> Card | None:
    """Answer the card that a `Give` has shown us; of frames fetched later, only the newest view tells it."""
    return view.drawn if event.after.round is view.round and event.seat is view.seat.other else None


def _forget_question(state: State, view: View) -> None:
    """Drop a question about a position that is no more."""
    question = state.question
    if question and not question.must and state.view and state.view.round is not view.round:
        state.question = None


def _back(state: State, events: Sequence[Heard], view: View) -> Reply:
    was_down, is_first = state.down_since is not None, state.view is None
    state.down_since, state.waiting, state.farewell = None, None, None
    reply = _went_on(state, events, view) if events else _here(state, view)
    if is_first and view.match is None:
        return reply
    if is_first and view.match:
        return Reply(
            ("The match goes on.", *standings(view.match, state.teller), *reply.lines),
            reply.command,
            reply.question,
        )
    again = ("The line stands again, and both records agree.",) if was_down else ()
    return Reply((*again, *reply.lines), reply.command, reply.question)


def _here(state: State, view: View) -> Reply:
    reply = _went_on(state, (), view)
    if reply.lines or view.match is None:
        return reply
    return Reply(where(state), reply.command, reply.question)


def _noted(state: State, note: Note) -> Reply:
    other = state.other
    match note:
        case Note("chat", (str(text),)):
            return told(f"{other} says: {inert(text, CHAT_COLUMNS)}")
        case Note("nudge"):
            return told(f"{other} nudges you.")
        case Note("pause"):
            return told(f"{other} asks for a pause.")
        case Note("again", (bool(wanted),)):
            return told(f"{other} {'would like' if wanted else 'does not want'} another match.")
        case Note("bye", (str(text),)):
            state.farewell = text
            words = f": {inert(text, CHAT_COLUMNS)}" if text else ""
            return told(f"{other} has left the table{words}.")
        case _:
            return told()
