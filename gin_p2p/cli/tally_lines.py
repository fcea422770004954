"""How is a team match told, round by round?

Pure: what was found goes in, lines come out. Names are claims of strangers and are shown inert.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from gin_p2p.cli.audit_lines import names_of
from gin_p2p.cli.rules_line import short_format
from gin_p2p.cli.score_sheet import column_lines
from gin_p2p.cli.teller import Teller
from gin_p2p.cli.text import inert, wrap
from gin_p2p.cli.words import counted, listed
from gin_p2p.protocol.team import TeamMatch, TeamTable
from gin_p2p.record.examine import Report
from gin_p2p.rules.scoring import HandScore
from gin_p2p.rules.teams import TableScore
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat

_TEAMS: Final = Teller(("team 1", "team 2"))
_INDENT: Final = "    "


def table_lines(name: str, report: Report) -> Iterator[str]:
    """Yield what the audit of one file found, in a line or two.

    Args:
        name: of the file, as it was typed.
        report: what was found.
    """
    yield f"{inert(name)}: {report.verdict}"
    if report.fault is not None:
        yield wrap(f"{_INDENT}{inert(report.fault.sentence)}; `gin audit` tells the rest", indent=_INDENT)


def tally_lines(match: TeamMatch) -> Iterator[str]:
    """Yield a whole team match: the teams, the rounds, the score sheet, who has won."""
    names = _names(match)
    title = inert(match.tables[0].offer.team.name)
    yield ""
    yield f"Team match {title}: {counted(len(match.tables), 'table')}, {short_format(match.rules)}."
    for team in Seat:
        members = listed([names[table.number, table.team_of(team)] for table in match.tables])
        yield wrap(f"Team {team + 1}: {members}.", indent=_INDENT)
    yield ""
    for number, (tables, score) in enumerate(zip(match.rounds, match.scores, strict=True), 1):
        played = [_at_table(*pair, names) for pair in zip(match.tables, tables, strict=True)]
        uncounted = "; the match was over" if match.finished and number > _last_round(match) else ""
        yield wrap(f"Round {number}: {', '.join(played)}; {_worth(score)}{uncounted}.", indent=_INDENT)
    yield from _stopped(match, names)
    yield ""
    yield from _sheet(match)


def _names(match: TeamMatch) -> dict[tuple[int, Seat], str]:
    """Answer a name for each player; where two have the same, the table stands with it."""
    names = {
        (table.number, seat): name
        for table in match.tables
        for seat, name in zip(Seat, names_of(table.offer), strict=True)
    }
    often = Counter(name.casefold() for name in names.values())
    return {
        (number, seat): f"{name} (table {number})" if often[name.casefold()] > 1 else name
        for (number, seat), name in names.items()
    }


def _at_table(table: TeamTable, played: TableScore, names: dict[tuple[int, Seat], str]) -> str:
    if played.team is None:
        return f"table {table.number} dead"
    return f"{names[table.number, table.team_of(played.team)]} {played.points}"


def _worth(score: HandScore) -> str:
    """Say what a round is worth: `"23 - 12 = 11 for team 1"`."""
    if score.winner is None:
        return "level, nobody scores"
    terms = [
        f"{'-' if worth < 0 else '+'} {abs(worth)}{' (all members won)' if label == 'all members won' else ''}"
        for label, worth in score.parts
    ]
    total = f"{score.points} for {_TEAMS.name(score.winner)}"
    return f"{' '.join(terms).removeprefix('+ ')} = {total}" if len(terms) > 1 else total


def _last_round(match: TeamMatch) -> int:
    """Answer the round that closed the last column."""
    return max(entry.hand for column in match.columns for entry in column.entries)


def _stopped(match: TeamMatch, names: dict[tuple[int, Seat], str]) -> Iterator[str]:
    """Yield why a table has played fewer rounds than were agreed."""
    agreed = match.rules.hands
    for table in match.tables:
        if table.match is not None and table.match.resigned is not None:
            who = names[table.number, table.match.resigned]
            yield f"Table {table.number}: {who} resigned in round {len(table.hands)}."
        elif table.n_rounds < agreed:
            yield f"Table {table.number} has played {table.n_rounds} of {counted(agreed, 'round')}."


def _sheet(match: TeamMatch) -> Iterator[str]:
    for number, column in enumerate(match.columns, 1):
        title = "The game" if match.rules.format is MatchFormat.SINGLE else f"Column {number}"
        yield from column_lines(title, column, match.rules, _TEAMS)
    if not match.finished:
        yield f"The match is not over: {'nobody' if len(match.columns) == 1 else 'not every column'} has reached {match.rules.target}."
        return
    totals = _TEAMS.pair(match.totals)
    if match.winner is None:
        yield f"The match ends level: {totals}."
    else:
        yield f"Team {match.winner + 1} wins the match: {totals}."
