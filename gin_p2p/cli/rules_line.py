"""What have we agreed, in one line?

The line names the values everybody asks about, and whatever differs from the standard rules, so that no unusual
value can hide behind a familiar name.
"""

from collections.abc import Collection, Iterator
from typing import Final

from gin_p2p.cli.words import counted
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.parameters import Plain
from gin_p2p.rules.presets import PRESETS
from gin_p2p.rules.teams import team_rules
from gin_p2p.rules.words import Abandon, Assist, KnockLimitSource, MatchFormat

BASE: Final = PRESETS["standard"]
"""What the line takes for granted."""

_SAID_ALWAYS: Final = frozenset(
    {"format", "target", "hands", "best_of", "multi_target", "columns", "knock_limit", "knock_limit_source"}
    | {"gin_bonus", "big_gin_bonus", "undercut_bonus"}
)


_PHRASES: Final[dict[tuple[str, Plain], str]] = {
    ("ace_mode", "high_low"): "ace high or low",
    ("ace_mode", "wrap"): "runs round the corner",
    ("ace_upcard", "gin"): "ace means gin only",
    ("box_bonus", 0): "no boxes",
    ("box_timing", "immediate"): "boxes count at once",
    ("box_to", "winner"): "boxes to the winner",
    ("discard_draw", "multi"): "several discards may be taken",
    ("discards_visible", "all"): "open discards",
    ("first_dealer", "guest"): "guest deals first",
    ("first_dealer", "host"): "host deals first",
    ("game_bonus", 0): "no game bonus",
    ("max_discard_takes", "none"): "no limit on takes",
    ("may_discard_taken_card", True): "taken card may be thrown back",
    ("misdeal_rule", False): "no misdeal",
    ("next_dealer", "loser"): "loser deals",
    ("next_dealer", "winner"): "winner deals",
    ("shutout", "none"): "no shutout",
    ("spade_double", True): "spades double",
    ("undercut_tie", "knocker"): "ties to the knocker",
    ("undercut_tie", "no_bonus"): "ties for no points",
    ("upcard_mode", "eleven"): "non-dealer starts with 11",
    ("upcard_mode", "none"): "no upcard",
}
"""Unusual values that have a better name than their parameter; the others are said as they stand in a file."""


def short_parts(rules: HouseRules, terms: TableTerms) -> tuple[str, ...]:
    """Answer the rules in a few phrases: `"to 100"`, `"knock 10 or less"`, `"gin +25"`, what is unusual, the clock."""
    big = "no big gin" if rules.big_gin_bonus is None else f"big gin +{rules.big_gin_bonus}"
    undercut = () if rules.knock_limit == 0 else (f"undercut +{rules.undercut_bonus}",)
    return (
        short_format(rules),
        _short_knock(rules),
        f"gin +{rules.gin_bonus}",
        *undercut,
        big,
        *unusual_parts(rules, _SAID_ALWAYS),
        *_short_terms(terms),
    )


def unusual_parts(rules: HouseRules, said: Collection[str]) -> Iterator[str]:
    """Yield a phrase for each value that differs from the standard rules.

    Args:
        rules: the house rules.
        said: the names of the parameters that are told elsewhere.
    """
    base = BASE.to_mapping()
    for name, value in rules.to_mapping().items():
        if name not in said and value != base[name]:
            yield _phrase(name, value)


def one_line(rules: HouseRules, terms: TableTerms, separator: str = ", ") -> str:
    """Answer the short form as one line."""
    return separator.join(short_parts(rules, terms))


def clock_words(terms: TableTerms) -> str:
    """Say bank and increment: `"5 min + 10 s"`."""
    minutes, seconds = divmod(terms.clock_bank_s, 60)
    bank = f"{minutes} min" if not seconds else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    return f"{bank} + {terms.clock_increment_s} s"


def short_format(rules: HouseRules) -> str:
    """Say what is played: `"to 100"`, `"best of 5 games to 250"`."""
    match rules.format:
        case MatchFormat.SINGLE:
            return f"to {rules.target}"
        case MatchFormat.MULTI_MATCH:
            return f"games to {rules.target}, match to {rules.multi_target}"
        case MatchFormat.BEST_OF:
            return f"best of {rules.best_of} games to {rules.target}"
        case MatchFormat.HOLLYWOOD:
            return f"Hollywood, {counted(rules.columns, 'column')} to {rules.target}"
        case MatchFormat.HANDS if rules.team_size > 1:
            return f"{counted(rules.hands, 'hand')}; the teams' score: {short_format(team_rules(rules))}"
        case MatchFormat.HANDS:
            return counted(rules.hands, "hand")


def _short_knock(rules: HouseRules) -> str:
    if rules.knock_limit == 0:
        return "gin only"
    match rules.knock_limit_source:
        case KnockLimitSource.FIXED:
            return f"knock {rules.knock_limit} or less"
        case KnockLimitSource.UPCARD:
            return f"knock by the upcard, {rules.knock_limit} or less"
        case KnockLimitSource.KNOCK_DECK:
            return f"knock by a card from a second pack, {rules.knock_limit} or less"


def _phrase(name: str, value: Plain) -> str:
    if (name, value) in _PHRASES:
        return _PHRASES[name, value]
    words = name.replace("_", " ")
    if value is True:
        return words
    return f"no {words}" if value is False else f"{words} {str(value).replace('_', ' ')}"


def _short_terms(terms: TableTerms) -> Iterator[str]:
    if terms.assist is not Assist.COUNT:
        yield f"assist {terms.assist}"
    if terms.abandon is not Abandon.UNFINISHED:
        yield "leaving loses"
    yield f"clock {clock_words(terms)}" if terms.clock_bank_s else "no clock"
