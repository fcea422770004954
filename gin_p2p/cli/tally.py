"""What has each team scored? The command that audits the tables of a team match and adds them up."""

from collections.abc import Iterator, Sequence
from typing import Final

from gin_p2p.cli.audit import audit_fields, examined, worst
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.output import Json, Output
from gin_p2p.cli.tally_lines import table_lines, tally_lines
from gin_p2p.cli.text import inert
from gin_p2p.crypto.identity import key_print
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.team import NotTogether, TeamMatch, TeamTable, gathered
from gin_p2p.record.examine import Report
from gin_p2p.record.home import Home
from gin_p2p.rules.columns import Column
from gin_p2p.seat import Seat

_GOOD: Final = frozenset({Verdict.VERIFIED, Verdict.UNFINISHED})


def tally_files(wanted: Sequence[str], output: Output) -> Exit:
    """Audit the records of all tables, then add up the rounds that all have played.

    Args:
        wanted: paths or first digits of match ids, one for each table.
        output: for the verdicts and the tally.

    Returns:
        The worst code of the audits: 6, then 7, then 5, then 0. What is not verified is not added up.

    Raises:
        UsageError: the records are good, but do not belong together.
    """
    home = Home.find()
    reports = []
    for name in wanted:
        report = examined(home, name)
        reports.append(report)
        output.event("audit", file=name, **audit_fields(report))
        for line in table_lines(name, report):
            output.say(line)
    code = worst([report.verdict for report in reports])
    if not all(report.verdict in _GOOD for report in reports):
        output.say("Nothing is added up: every record has to hold first.")
        return code
    match = _gathered(wanted, reports)
    for number in range(len(match.rounds)):
        output.event("round", **_round_fields(match, number))
    output.event("tally", **_fields(match))
    for line in tally_lines(match):
        output.say(line)
    return code


def _gathered(wanted: Sequence[str], reports: Sequence[Report]) -> TeamMatch:
    tables = []
    for name, report in zip(wanted, reports, strict=True):
        if report.offer is None:
            raise UsageError(f"{inert(name)}: nothing was agreed in it, so it is no table of a team match.")
        tables.append(TeamTable(report.offer, report.match))
    try:
        return gathered(tables)
    except NotTogether as error:
        where = "" if error.place is None else f"{inert(wanted[error.place])}: "
        raise UsageError(f"These records are not one team match. {where}{inert(error.sentence)}.") from None


def _round_fields(match: TeamMatch, number: int) -> dict[str, Json]:
    score = match.scores[number]
    tables: list[Json] = [
        {"table": table.number, "team": _team(played.team), "points": played.points}
        for table, played in zip(match.tables, match.rounds[number], strict=True)
    ]
    return {
        "round": number + 1,
        "tables": tables,
        "team": _team(score.winner),
        "points": score.points,
        "boxes": score.boxes,
    }


def _fields(match: TeamMatch) -> dict[str, Json]:
    """Answer the tally for programs. Names in it are as claimed, and raw; of two numbers the first is team 1's."""
    return {
        "name": match.tables[0].offer.team.name,
        "teams": [list(_members(match, team)) for team in Seat],
        "rounds": len(match.rounds),
        "columns": [_column_fields(column) for column in match.columns],
        "totals": match.totals,
        "finished": match.finished,
        "winner": _team(match.winner),
    }


def _members(match: TeamMatch, team: Seat) -> Iterator[Json]:
    for table in match.tables:
        seat = table.team_of(team)  # the same exchange leads back
        offer = table.offer
        yield {"table": table.number, "name": offer.names[seat], "key": key_print(offer.keys[seat])}


def _column_fields(column: Column) -> dict[str, Json]:
    closed = column.settlement
    return {
        "points": column.game.points,
        "won": column.game.won,
        "boxes": column.game.boxes,
        "rounds": [entry.hand for entry in column.entries],
        "lines": [{"label": line.label, "points": line.points} for line in closed.lines] if closed else [],
        "totals": closed.totals if closed else None,
        "winner": _team(closed.winner) if closed else None,
    }


def _team(team: Seat | None) -> int | None:
    return None if team is None else team + 1
