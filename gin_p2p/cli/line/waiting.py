"""What is a player told, and what can they do, while the other side is away?

One line for each change and never a silent wait; the choice is always theirs.
"""

from typing import Final

from gin_p2p.cli.line.state import Reply, State, told
from gin_p2p.cli.line.status import paused
from gin_p2p.net.port import End, Leave, Waiting

TOLD_CALLS: Final = frozenset({1, 3, 10, 30, 100, 300, 1000})
"""The calls that are told of: one line each would bury the rest."""


def hear_waiting(state: State, news: Waiting) -> Reply:
    """Take in how the waiting goes."""
    before, state.waiting = state.waiting, news
    if state.down_since is None:
        state.down_since = state.now()
    if state.view is None:
        state.view = news.view
        return told(paused(state), *choice(state))
    if news.budget_s == 0 and (before is None or before.budget_s > 0):
        return told(f"{state.other} has been away longer than the line budget.", *choice(state))
    if before is None:
        return told(f"{state.other}'s line budget for this match: {_minutes(news.budget_s)}.")
    if news.n_calls > before.n_calls and news.n_calls in TOLD_CALLS:
        left = f"{state.other}'s line budget {_minutes(news.budget_s)}."
        return told(f"Calling {state.other} again, attempt {news.n_calls}; {left}")
    return told()


def choice(state: State) -> tuple[str, ...]:
    """Answer what the player can do about it."""
    news = state.waiting
    if news is None:
        return ()
    if news.may_end:
        gone = f"{state.other} has left"
        return (f"Type wait to keep waiting, save to save and stop, end to end it as unfinished: {gone}.",)
    words = "Type wait to keep waiting, or save to save and stop; the same match goes on with gin resume."
    if news.budget_s == 0:
        return (f"{words} It is your move, so the match cannot be ended over their absence.",)
    return (words,)


def wait(state: State) -> Reply:
    """Keep waiting."""
    news = state.waiting
    if news is None:
        return told("The line stands: there is nothing to wait for.")
    calls = f", {news.n_calls} calls so far" if news.n_calls else ""
    budget = f"{state.other}'s line budget {_minutes(news.budget_s)}"
    return told(f"Waiting for {state.other}{calls}; {budget}. {state.other} comes back with gin resume.")


def save() -> Reply:
    """Save and stop."""
    return Reply(("Saved; the match goes on with gin resume.",), Leave())


def end(state: State) -> Reply:
    """End the match over the other's absence, where that is open."""
    news = state.waiting
    if news is None:
        return told("The line stands: the match ends by playing it, or with resign.")
    if not news.may_end:
        return told(
            "That is open once their line budget is used up and it is theirs to move.", *choice(state)
        )
    return Reply((), End())


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
