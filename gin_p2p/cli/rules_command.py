"""Which house rules are there, and what do they say?"""

from typing import Final

from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Output
from gin_p2p.cli.rules_line import unusual_parts
from gin_p2p.cli.rules_options import named_rules
from gin_p2p.cli.rules_words import in_full
from gin_p2p.cli.text import inert, wrap
from gin_p2p.cli.words import counted
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.presets import PRESETS
from gin_p2p.rules.settings import to_toml
from gin_p2p.rules.words import KnockLimitSource, MatchFormat

_HEAD: Final = ("RULES", "PLAYED", "KNOCK", "GIN", "UNDER", "BIG", "GAME", "BOX")
_N_WORDS: Final = 3
"""Columns of words; the others are numbers."""

_IN_TABLE: Final = frozenset(
    {"format", "target", "best_of", "multi_target", "columns", "knock_limit", "knock_limit_source"}
    | {"gin_bonus", "undercut_bonus", "big_gin_bonus", "game_bonus", "box_bonus"}
)
_INDENT: Final = "    "


def rules_command(name: str | None, output: Output, *, as_toml: bool) -> Exit:
    """Show all presets in a table, or the rules of one name or file.

    Args:
        name: a preset or a file; None for the table, or for the standard rules as a file.
        output: where they go.
        as_toml: a file to start from in place of words.

    Raises:
        UsageError: there are no such rules.
    """
    if name is None and not as_toml:
        return _list(output)
    name = name or "standard"
    rules = named_rules(name)
    if as_toml:
        text = to_toml(rules)
        output.event("rules", name=name, rules=rules.to_mapping(), toml=text)
        output.say(text.rstrip("\n"))
        return Exit.DONE
    chapters = in_full(rules)
    told = [{"title": chapter.title, "sentences": chapter.sentences} for chapter in chapters]
    output.event("rules", name=name, rules=rules.to_mapping(), chapters=told)
    output.say(f"Rules: {inert(name)}")
    for chapter in chapters:
        output.say()
        output.say(chapter.title)
        for sentence in chapter.sentences:
            output.say(wrap(f"{_INDENT}{sentence}", indent=_INDENT))
    return Exit.DONE


def _list(output: Output) -> Exit:
    rows = [_HEAD, *(_row(name, rules) for name, rules in PRESETS.items())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    output.say(_line(_HEAD, widths))
    for row, (name, rules) in zip(rows[1:], PRESETS.items(), strict=True):
        output.event("rules", name=name, rules=rules.to_mapping())
        output.say(_line(row, widths))
        if extra := ", ".join(unusual_parts(rules, _IN_TABLE)):
            output.say(wrap(f"{_INDENT}{extra}", indent=_INDENT))
    output.say()
    output.say("gin rules NAME says them in words; gin rules --toml NAME writes a file to start from.")
    return Exit.DONE


def _row(name: str, rules: HouseRules) -> tuple[str, ...]:
    numbers = (rules.gin_bonus, rules.undercut_bonus, rules.big_gin_bonus, rules.game_bonus, rules.box_bonus)
    written = ("none" if number is None else str(number) for number in numbers)
    return (name, _played(rules), _knock(rules), *written)


def _played(rules: HouseRules) -> str:
    match rules.format:
        case MatchFormat.SINGLE:
            return f"to {rules.target}"
        case MatchFormat.MULTI_MATCH:
            return f"to {rules.target}, {rules.multi_target}"
        case MatchFormat.BEST_OF:
            return f"best of {rules.best_of} to {rules.target}"
        case MatchFormat.HOLLYWOOD:
            return f"{counted(rules.columns, 'column')} to {rules.target}"
        case MatchFormat.HANDS:
            return counted(rules.hands, "hand")


def _knock(rules: HouseRules) -> str:
    if rules.knock_limit == 0:
        return "gin"
    return {
        KnockLimitSource.FIXED: str(rules.knock_limit),
        KnockLimitSource.UPCARD: "upcard",
        KnockLimitSource.KNOCK_DECK: "2nd pack",
    }[rules.knock_limit_source]


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    """Write a row: words to the left, numbers to the right."""
    words = [cell.ljust(width) for cell, width in zip(row[:_N_WORDS], widths, strict=False)]
    numbers = [cell.rjust(width) for cell, width in zip(row[_N_WORDS:], widths[_N_WORDS:], strict=True)]
    return "  ".join([*words, *numbers]).rstrip()
