"""How is a match told in a text that is given away?"""

from dataclasses import replace
from typing import Final

from gin_p2p.cli.replay_text import Story, closing_lines, headline
from gin_p2p.protocol.messages import Accept
from gin_p2p.protocol.table import Table
from gin_p2p.record.replay import Replay, Step

_NAMES: Final = ("player 1", "player 2")


def to_text(steps: Replay, hand: int | None, *, anon: bool) -> str:
    """Tell a match, or one hand of it, in lines.

    Args:
        steps: of a record that holds.
        hand: the only hand; None for all.
        anon: leave out names, keys and times.
    """
    story = Story(hand=hand)
    lines: list[str] = []
    for step in map(_nameless, steps) if anon else steps:
        told = story.tell(step)
        if anon and isinstance(step.heard.message, Accept):
            told = told[len(headline(step.table.agreed)) :]
        lines += told
    return "\n".join([*lines, *closing_lines(steps.report)])


def _nameless(step: Step) -> Step:
    heard = step.heard
    return replace(
        step, heard=replace(heard, before=_without_names(heard.before), after=_without_names(heard.after))
    )


def _without_names(table: Table) -> Table:
    return table if table.offer is None else replace(table, offer=replace(table.offer, names=_NAMES))
