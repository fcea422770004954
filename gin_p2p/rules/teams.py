"""What do several tables, played at once by two teams, come to?

Teams are named HOST and GUEST like the seats; on which chair a member sits at its own table is for the caller.
Each table is a match of `format = hands`; only the team score is kept. What the tables sign says how it is kept: with
one column it is one game, with more it is Hollywood.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from gin_p2p.rules.columns import Column, entered, opened
from gin_p2p.rules.game import NONE_YET, plus
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.parameters import BadRules
from gin_p2p.rules.scoring import HandScore
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class TableScore:
    """What one table played in a round.

    Attributes:
        team: whose member won; None for a dead table, which is not replayed and is no win.
        points: for winning it.
    """

    team: Seat | None
    points: int


def team_round(tables: Sequence[TableScore], all_win_bonus: int) -> HandScore:
    """Answer what a round of all tables is worth: the larger team scores the difference, and one box.

    Args:
        tables: one for each pair of members.
        all_win_bonus: points for a team whose members all won, added before the difference is taken.
    """
    sums = [sum(table.points for table in tables if table.team is team) for team in Seat]
    bonus = [all_win_bonus if won_all(tables, team) else 0 for team in Seat]
    host, guest = (points + extra for points, extra in zip(sums, bonus, strict=True))
    if host == guest:
        return HandScore()
    team = Seat.HOST if host > guest else Seat.GUEST
    parts = (("won at the tables", sums[team]), ("all members won", bonus[team]), ("lost", -sums[team.other]))
    return HandScore(team, abs(host - guest), 1, tuple(part for part in parts if part[1]))


def won_all(tables: Sequence[TableScore], team: Seat) -> bool:
    """Whether every member of the team has won its table."""
    return bool(tables) and all(table.team is team for table in tables)


def team_columns(rounds: Iterable[Sequence[TableScore]], rules: HouseRules) -> tuple[Column, ...]:
    """Answer the score sheet of a team match after these rounds; those after its end enter nothing.

    Args:
        rounds: the tables of each round.
        rules: format, target and bonuses of the team match.
    """
    columns = opened(rules)
    for number, tables in enumerate(rounds, start=1):
        if any(column.is_open for column in columns):
            columns = entered(columns, number, team_round(tables, rules.team_all_win_bonus), rules)
    return columns


def team_totals(columns: Iterable[Column]) -> tuple[int, int]:
    """Answer what the closed columns come to for both teams."""
    totals = NONE_YET
    for column in columns:
        if column.settlement:
            totals = plus(totals, column.settlement.totals)
    return totals


def team_winner(columns: Sequence[Column], rules: HouseRules) -> Seat | None:
    """Answer who has won a team match; None while a column is open, and where it ends level.

    Args:
        columns: its score sheet.
        rules: of the team match.
    """
    if any(column.is_open for column in columns):
        return None
    settlement = columns[0].settlement
    if rules.format is MatchFormat.SINGLE and settlement:
        return settlement.winner  # even where bonuses favour the other team
    host, guest = team_totals(columns)
    return None if host == guest else Seat.HOST if host > guest else Seat.GUEST


def table_rules(rules: HouseRules) -> HouseRules:
    """Answer what each table of a team match signs: a number of hands, and the columns of the team's sheet.

    Raises:
        BadRules: teams do not play this format.
    """
    match rules.format:
        case MatchFormat.SINGLE:
            return replace(rules, format=MatchFormat.HANDS, columns=1)
        case MatchFormat.HOLLYWOOD:
            return replace(rules, format=MatchFormat.HANDS)
        case MatchFormat.HANDS:
            return rules
        case MatchFormat.BEST_OF | MatchFormat.MULTI_MATCH:
            raise BadRules(f"teams play format single or hollywood, not {rules.format}")


def team_rules(signed: HouseRules) -> HouseRules:
    """Answer the rules of the team match whose tables have signed these: Hollywood, or one game.

    Args:
        signed: of `format = hands`.
    """
    return replace(signed, format=MatchFormat.SINGLE if signed.columns == 1 else MatchFormat.HOLLYWOOD)
