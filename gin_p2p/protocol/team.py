"""Do these tables make up one team match, and what does it come to?

Each table is proven by a record of its own; here they are held against each other. What makes them one match is
signed at every table: the same rules, the same name, its own number, and the side of its host.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gin_p2p.protocol.messages import TeamTag
from gin_p2p.protocol.table import Offer
from gin_p2p.rules.columns import Column
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.match import HandRecord, Match
from gin_p2p.rules.results import Ending
from gin_p2p.rules.scoring import HandScore
from gin_p2p.rules.teams import TableScore, team_columns, team_round, team_rules, team_totals, team_winner
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat


class NotTogether(ValueError):
    """Some tables do not belong to one team match.

    Attributes:
        place: which of the tables handed in is to blame, from 0; None where one is missing.
        sentence: why, for people, without a full stop. It quotes names of strangers.
    """

    def __init__(self, place: int | None, sentence: str) -> None:
        self.place = place
        self.sentence = sentence
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class TeamTable:
    """One table of a team match.

    Attributes:
        offer: who plays what there.
        match: what was played; None before the first dealer was drawn.
    """

    offer: Offer
    match: Match | None

    @property
    def number(self) -> int:
        """Which table, from 1."""
        return self.offer.team.table

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The hands that count, one for each round; a misdeal was dealt again."""
        hands = self.match.hands if self.match else ()
        return tuple(hand for hand in hands if hand.result.ending is not Ending.MISDEAL)

    @property
    def n_rounds(self) -> int:
        """Rounds that are over here. Who resigns has nothing more to play: the rounds left are dead at this table."""
        return self.offer.rules.hands if self.match and self.match.finished else len(self.hands)

    def team_of(self, seat: Seat) -> Seat:
        """Answer the team of the player in this seat; the teams are named HOST and GUEST too."""
        return Seat(seat ^ self.offer.team.host_team)

    @property
    def scores(self) -> tuple[TableScore, ...]:
        """What was played here in each round that is over."""
        played = [hand.score for hand in self.hands]
        played += [HandScore()] * (self.n_rounds - len(played))
        return tuple(
            TableScore(None if score.winner is None else self.team_of(score.winner), score.points)
            for score in played
        )


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A team match, as far as all of its tables have played.

    Attributes:
        tables: by number.
        rules: of the team match; `format` is that of its score sheet.
        rounds: those that are over at every table: what each table played.
        scores: what each of these rounds is worth; the teams are named HOST and GUEST.
        columns: the score sheet.
    """

    tables: tuple[TeamTable, ...]
    rules: HouseRules
    rounds: tuple[tuple[TableScore, ...], ...]
    scores: tuple[HandScore, ...]
    columns: tuple[Column, ...]

    @property
    def totals(self) -> tuple[int, int]:
        """What the closed columns come to."""
        return team_totals(self.columns)

    @property
    def finished(self) -> bool:
        """Whether every column is closed; rounds after that do not count."""
        return not any(column.is_open for column in self.columns)

    @property
    def winner(self) -> Seat | None:
        """The team that has won; None while a column is open, and where it ends level."""
        return team_winner(self.columns, self.rules)


def gathered(tables: Sequence[TeamTable]) -> TeamMatch:
    """Answer the team match that these tables make up.

    Args:
        tables: at least one, in any order, each proven by its own record.

    Raises:
        NotTogether: a table is of no team match or of another one, has a number or a player of another table, is
            played by other rules; or one is missing.
    """
    for place, table in enumerate(tables):
        _check_alone(place, table)
        for earlier in tables[:place]:
            _check_pair(place, table, earlier)
    rules = tables[0].offer.rules
    missing = set(range(1, rules.team_size + 1)) - {table.number for table in tables}
    if missing:
        raise NotTogether(None, f"table {min(missing)} of {rules.team_size} is missing")
    return _added_up(tuple(sorted(tables, key=lambda table: table.number)), team_rules(rules))


def _added_up(tables: tuple[TeamTable, ...], rules: HouseRules) -> TeamMatch:
    # as many rounds as the slowest table has played
    rounds = tuple(zip(*(table.scores for table in tables), strict=False))
    scores = tuple(team_round(played, rules.team_all_win_bonus) for played in rounds)
    return TeamMatch(tables, rules, rounds, scores, team_columns(rounds, rules))


def _check_alone(place: int, table: TeamTable) -> None:
    offer = table.offer
    if offer.team == TeamTag():
        raise NotTogether(place, "it is no table of a team match")
    if offer.rules.format is not MatchFormat.HANDS:
        raise NotTogether(place, f"a table of a team match has format hands, not {offer.rules.format}")


def _check_pair(place: int, table: TeamTable, earlier: TeamTable) -> None:
    ours, theirs = table.offer, earlier.offer
    if ours.team.name != theirs.team.name:
        raise NotTogether(place, f"it belongs to {ours.team.name!r}, another table to {theirs.team.name!r}")
    if ours.rules != theirs.rules:
        raise NotTogether(
            place, f"its rules are not those of table {earlier.number}: {_difference(ours, theirs)}"
        )
    if table.number == earlier.number:
        raise NotTogether(place, f"there are two records of table {table.number}")
    for seat in Seat:
        if ours.keys[seat] in theirs.keys:
            raise NotTogether(place, f"{ours.names[seat]!r} sits at table {earlier.number} too")


def _difference(ours: Offer, theirs: Offer) -> str:
    """Name the first value that differs: `"target 150, not 125"`."""
    values, others = ours.rules.to_mapping(), theirs.rules.to_mapping()
    name = next(name for name, value in values.items() if value != others[name])
    return f"{name} {values[name]}, not {others[name]}"
