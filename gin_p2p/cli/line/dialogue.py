"""What does a line do, and what is said to it?

Lines and news come in, words and commands go out; nothing here waits, reads or prints. One question at most is open.
"""

from collections.abc import Callable
from typing import Final

from gin_p2p.cli import commands as c
from gin_p2p.cli.grammar import NotUnderstood, parse
from gin_p2p.cli.line import answering as on
from gin_p2p.cli.line import waiting
from gin_p2p.cli.line.hearing import hear
from gin_p2p.cli.line.playing import Played, play
from gin_p2p.cli.line.state import Question, Remark, Reply, State, told
from gin_p2p.cli.line.status import where
from gin_p2p.net.port import Command, News, Noted

BELL_AFTER_S: Final = 10.0
"""The bell rings for a turn that was waited for at least so long."""


class Dialogue:
    """One player's conversation with the program.

    Args:
        now: seconds since 1970 UTC.
        known_as: the player's own name for the other side; empty to use the name that side claims.
        accepts: the offered rules are accepted unasked.
        confirms: ask again before what could be a slip; a program that types makes none.
    """

    def __init__(
        self, now: Callable[[], float], known_as: str = "", *, accepts: bool = False, confirms: bool = True
    ) -> None:
        self._state = State(now=now, known_as=known_as, accepts=accepts)
        self._confirms = confirms

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The moments marked so far."""
        return tuple(self._state.remarks)

    @property
    def is_due(self) -> bool:
        """Whether a line of this player is waited for."""
        return self._state.is_due

    @property
    def has_begun(self) -> bool:
        """Whether anything has been heard of a match."""
        return self._state.view is not None

    def hear(self, news: News) -> tuple[tuple[str, ...], Command | None]:
        """Take news in. Answer what to say, and what to tell the match without asking."""
        before = self._state.question
        lines, command = self._opened(hear(self._state, news))
        if lines and before is not None and before is self._state.question:
            lines = (*lines, before.line)
        return lines, command

    def rings(self, news: News) -> bool:
        """Whether the bell rings for news: a turn after a long wait, or a nudge. Asked once, before `hear`."""
        state = self._state
        if isinstance(news, Noted):
            return news.note.kind == "nudge"
        view = getattr(news, "view", None)
        if view is None:
            return False
        if not (view.is_my_move or view.is_my_offer):
            state.waiting_since = state.now() if state.waiting_since is None else state.waiting_since
            return False
        since, state.waiting_since = state.waiting_since, None
        return since is not None and state.now() - since >= BELL_AFTER_S

    def ask(self, question: Question) -> tuple[str, ...]:
        """Put a question from outside the game; it takes the place of one that is open. Answer what to say."""
        self._state.question = question
        return (question.line,)

    def reply(self, line: str) -> tuple[tuple[str, ...], Command | None]:
        """Take a line of the player in. Answer what to say, and what to tell the match."""
        try:
            command = parse(line, self._state.shown)
        except NotUnderstood as error:
            return self._opened(self._with_question(told(str(error))))
        return self._opened(self._answer(command))

    def _answer(self, command: c.Command) -> Reply:
        question = self._state.question
        if question is None:
            return self._act(command)
        if isinstance(command, c.Answer | c.WhereAmI):
            self._state.question = None
            return question.answered(command.yes if isinstance(command, c.Answer) else question.default)
        if not isinstance(command, Played | c.Resign):
            return self._with_question(self._act(command))
        if question.must:
            return self._with_question(told("Answer this first, y or n."))
        self._state.question = None
        return self._act(command)

    def _with_question(self, reply: Reply) -> Reply:
        """Say the open question again below an answer to something else."""
        question = self._state.question
        if question is None or reply.command is not None:
            return reply
        return Reply((*reply.lines, question.line))

    def _opened(self, reply: Reply) -> tuple[tuple[str, ...], Command | None]:
        if reply.question is None:
            return reply.lines, reply.command
        if not (self._confirms or reply.question.must):
            meant = reply.question.answered(True)
            return self._opened(Reply((*reply.lines, *meant.lines), meant.command, meant.question))
        self._state.question = reply.question
        return (*reply.lines, reply.question.line), reply.command

    def _act(self, command: c.Command) -> Reply:
        state = self._state
        if isinstance(command, Played):
            return play(state, command)
        match command:
            case c.WhereAmI():
                return told(*where(state))
            case c.ShowMelds(choice):
                return on.show_melds(state, choice)
            case c.ShowHand(order):
                return on.show_hand(state, order)
            case c.MoveCard(card, place):
                return on.move_card(state, card, place)
            case c.ShowLog(n_turns):
                return on.show_log(state, n_turns)
            case c.Note(text):
                return on.note(state, text)
            case c.Say(text):
                return on.chat(state, text)
            case c.Again(wanted):
                return on.again(state, wanted=wanted)
            case c.Help(topic):
                return on.help_on(state, topic)
            case c.Wait():
                return waiting.wait(state)
            case c.Save():
                return waiting.save()
            case c.EndIt():
                return waiting.end(state)
            case c.Leave():
                return on.leave()
            case c.Answer():
                return told("No question is open.", *where(state)[-1:])
            case c.Resume():
                return told("Just play on: nothing is stopped.")
            case _:
                return _ASKED[type(command)](state)


_ASKED: Final[dict[type[c.Command], Callable[[State], Reply]]] = {
    c.ShowScore: on.show_score,
    c.ShowHands: on.show_hands,
    c.ShowDeal: on.show_deal,
    c.ShowRules: on.show_rules,
    c.ShowSeen: on.show_seen,
    c.Nudge: on.nudge,
    c.Pause: on.pause,
    c.Resign: on.resign,
}
