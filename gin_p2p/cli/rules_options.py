"""By which rules does this command line ask to play?

The same options stand before every table that is opened. Whatever is wrong with one is said with the values that are
allowed, and with the nearest name where one is unknown.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gin_p2p.cli.exits import UsageError
from gin_p2p.cli.text import own_name
from gin_p2p.protocol.messages import TeamTag
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.home import load_text
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.parameters import BadRules
from gin_p2p.rules.presets import preset
from gin_p2p.rules.settings import changed, from_toml, parse_setting
from gin_p2p.rules.teams import table_rules
from gin_p2p.rules.words import MatchFormat

DEFAULT: Final = "standard"
MAX_RULES_BYTES: Final = 64 * 1024
_CLOCK: Final = re.compile(r"(?=\d)(?:(\d{1,5})m)?(?:(\d{1,5})s)?(?:\+(\d{1,5})s)?", re.ASCII)
_FILE_MARKS: Final = (".toml", "/", "\\")


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """What was typed; None and empty where nothing was.

    Attributes:
        rules: the name of a preset, or a file.
        settings: each `name=value`.
        to: points that end a game.
        assist: help from one's own program.
        clock: bank and increment, `5m+10s`.
        abandon: what a match is worth that one side leaves.
        team: the name of a team match.
        table: which of its tables this is, from 1.
        side: for which team the host plays, 1 or 2.
    """

    rules: str | None = None
    settings: Sequence[str] = ()
    to: int | None = None
    assist: str | None = None
    clock: str | None = None
    abandon: str | None = None
    team: str | None = None
    table: int | None = None
    side: int | None = None


def as_words(options: RulesOptions) -> tuple[str, ...]:
    """Write options as a command line has them, for another process of the program."""
    words = [word for setting in options.settings for word in ("--set", setting)]
    named = {
        "--rules": options.rules,
        "--to": options.to,
        "--assist": options.assist,
        "--clock": options.clock,
        "--abandon": options.abandon,
    }
    for name, value in named.items():
        words += [] if value is None else [name, str(value)]
    return tuple(words)


def agreed(options: RulesOptions) -> tuple[HouseRules, TableTerms, TeamTag]:
    """Answer what these options ask to play.

    A table of a team match is a match of `format = hands`, whatever the format of the team match.

    Raises:
        UsageError: an option is not understood, a value is not allowed, or two values contradict each other.
    """
    settings = list(options.settings)
    if options.to is not None:
        with _blaming("--to"):
            HouseRules.parameter("target").check(options.to)
        settings.append(f"target={options.to}")
    if options.team is None:
        if options.table is not None or options.side is not None:
            raise UsageError("--table and --side belong to a team match: name it with --team.")
        return house_rules(options.rules, settings), _terms(options), TeamTag()
    rules = _team_rules(options.rules, settings)
    return rules, _terms(options), _tag(options.team, options, rules)


def house_rules(name: str | None, settings: Sequence[str] = ()) -> HouseRules:
    """Answer the rules of this name or file with these settings in place of its own.

    Raises:
        UsageError: there are no such rules, a setting is not allowed, or two contradict each other.
    """
    changes = _changes(settings)
    rules = named_rules(name or DEFAULT)
    with _blaming("--set"):
        return changed(rules, changes)


def named_rules(name: str) -> HouseRules:
    """Answer the preset of this name, or the rules in the file of this name.

    Raises:
        UsageError: there is no such preset or file, or the file holds no rules.
    """
    if not any(mark in name for mark in _FILE_MARKS):
        try:
            return preset(name)
        except BadRules as error:
            raise UsageError(
                f"{_sentence(error)} `gin rules` lists them; a file of rules ends in .toml."
            ) from None
    try:
        text = load_text(Path(name), MAX_RULES_BYTES)
    except FileRefusedError as error:
        raise UsageError(str(error)) from None
    with _blaming(name):
        return from_toml(text)


def _changes(settings: Sequence[str]) -> dict[str, object]:
    """Read settings; of two for one rule the later counts."""
    changes = {}
    for setting in settings:
        name = setting.partition("=")[0].strip()
        if name in TableTerms.parameters() or name == "clock":
            option = f"--{name.partition('_')[0]}"
            raise UsageError(f"{name} is agreed beside the rules: it has an option of its own, {option}.")
        with _blaming("--set"):
            parameter, value = parse_setting(setting)
            changes[parameter] = value
    return changes


def _team_rules(name: str | None, settings: Sequence[str]) -> HouseRules:
    """Answer the rules that the table of a team match signs; `format=hands` goes without saying."""
    formats = [setting for setting in settings if _changes([setting]).get("format") is MatchFormat.HANDS]
    rules = house_rules(name, [setting for setting in settings if setting not in formats])
    if rules.team_size < 2:
        raise UsageError("--team needs rules for teams: --rules partnership, or --set team_size=2 and more.")
    with _blaming("--team"):
        return table_rules(rules)


def _tag(team: str, options: RulesOptions, rules: HouseRules) -> TeamTag:
    try:
        name = own_name(team)
    except ValueError as error:
        raise UsageError(f"--team: {error}") from None
    if options.table is None or not 1 <= options.table <= rules.team_size:
        raise UsageError(f"--team needs --table: which of the tables this is, 1 to {rules.team_size}.")
    if options.side not in (1, 2):
        raise UsageError("--team needs --side: for which of the two teams the host plays, 1 or 2.")
    return TeamTag(name, options.table, options.side - 1)


def _terms(options: RulesOptions) -> TableTerms:
    values: dict[str, object] = {}
    for name, text in (("assist", options.assist), ("abandon", options.abandon)):
        if text is not None:
            with _blaming(f"--{name}"):
                values[name] = TableTerms.parameter(name).parse(text)
    with _blaming("--clock"):
        return TableTerms.from_mapping(values | _clock(options.clock))


def _clock(text: str | None) -> dict[str, object]:
    """Read `5m+10s`, `5m`, `90s+5s` or `none`."""
    word = "none" if text is None else text.strip().lower()
    if word == "none":
        return {}
    fitting = _CLOCK.fullmatch(word)
    if fitting is None:
        raise BadRules(f"a clock is written 5m+10s, bank and what each turn adds, or none; not {text!r}")
    minutes, seconds, increment = (int(part or 0) for part in fitting.groups())
    return {"clock_bank_s": 60 * minutes + seconds, "clock_increment_s": increment}


@contextmanager
def _blaming(what: str) -> Iterator[None]:
    """Turn a complaint about rules into one about this option or file."""
    try:
        yield
    except BadRules as error:
        raise UsageError(f"{what}: {error}.") from None


def _sentence(error: BadRules) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('?') else '.'}"
