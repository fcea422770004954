"""Who deals next, what is the score, and who has won?"""

from dataclasses import dataclass, replace

from gin_p2p.cards import DECK, Card
from gin_p2p.rules.columns import Column, entered, opened
from gin_p2p.rules.game import NONE_YET, paid_to, plus
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.results import Ending, Result
from gin_p2p.rules.round import Round
from gin_p2p.rules.scoring import HandScore, price
from gin_p2p.rules.words import DeadHandDealer, KnockLimitSource, MatchFormat, NextDealer
from gin_p2p.seat import Seat


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand that is over.

    Attributes:
        dealer: who dealt it.
        result: how it ended.
        score: what it was worth.
        limit_card: the card that set its knock limit, if one did.
    """

    dealer: Seat
    result: Result
    score: HandScore
    limit_card: Card | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that a score sheet shows.

    Attributes:
        columns: the games with their entries and, once closed, their bonuses line by line.
        games_won: games won by HOST and by GUEST.
        totals: the score of the match as it stands.
        finished: whether the match is over.
        winner: of the match; None while it goes on, and where it ends level.
        resigned: who gave up.
    """

    columns: tuple[Column, ...]
    games_won: tuple[int, int]
    totals: tuple[int, int]
    finished: bool
    winner: Seat | None
    resigned: Seat | None


@dataclass(frozen=True, slots=True)
class Match:
    """All that one record holds: the games two seats play under one format.

    Attributes:
        rules: the house rules.
        dealer: of the hand that is played now, or comes next.
        columns: the score sheet.
        knock_pack: cards still in the knock pack, ascending; empty without one.
        hands: those that are over, void ones too.
        resigned: who gave up.
    """

    rules: HouseRules
    dealer: Seat
    columns: tuple[Column, ...]
    knock_pack: tuple[Card, ...] = ()
    hands: tuple[HandRecord, ...] = ()
    resigned: Seat | None = None

    @classmethod
    def start(cls, rules: HouseRules, first_dealer: Seat) -> "Match":
        """Answer a match before its first deal."""
        return cls(rules, first_dealer, opened(rules), _full_pack(rules))

    @property
    def n_deals(self) -> int:
        """Hands dealt and over, void ones too."""
        return len(self.hands)

    def scored(self, round: Round) -> "Match":  # noqa: A002 - the word of the house
        """Answer the match after this hand.

        Args:
            round: the hand, over in whatever way.

        Raises:
            ValueError: the match is over, the hand is not, or it was not dealt for this match.
        """
        if self.finished:
            raise ValueError("the match is over")
        if round.result is None:
            raise ValueError("the hand is not over")
        if round.dealer != self.dealer or round.rules != self.rules:
            raise ValueError("the hand was dealt by another seat or under other rules")
        result = round.result
        score = price(result, self.rules, doubled=round.doubled)
        hands = (*self.hands, HandRecord(self.dealer, result, score, round.limit_card))
        columns = entered(self.columns, len(hands), score, self.rules)
        after = replace(
            self,
            dealer=next_dealer(self.rules, self.dealer, result.winner),
            columns=columns,
            knock_pack=self._pack_after(round.limit_card, columns),
            hands=hands,
            resigned=result.speaker if result.ending is Ending.RESIGNED else None,
        )
        if not after.finished and not any(column.is_open for column in columns):
            return replace(after, columns=(*columns, Column()))
        return after

    @property
    def finished(self) -> bool:
        """Whether no hand is left to play."""
        if self.resigned is not None:
            return True
        match self.rules.format:
            case MatchFormat.SINGLE | MatchFormat.HOLLYWOOD:
                return not any(column.is_open for column in self.columns)
            case MatchFormat.BEST_OF:
                return max(self.games_won) > self.rules.best_of // 2
            case MatchFormat.MULTI_MATCH:
                host, guest = self._closed_totals()
                return host != guest and max(host, guest) >= self.rules.multi_target
            case MatchFormat.HANDS:
                return self.n_hands_played >= self.rules.hands

    @property
    def n_hands_played(self) -> int:
        """Hands that count under `format = hands`: all but misdeals, which are dealt again."""
        return sum(hand.result.ending is not Ending.MISDEAL for hand in self.hands)

    @property
    def winner(self) -> Seat | None:
        """Who has won the match; None while it goes on, and where it ends level."""
        if not self.finished:
            return None
        if self.resigned is not None:
            return self.resigned.other
        settlement = self.columns[0].settlement
        if self.rules.format is MatchFormat.SINGLE and settlement:
            return settlement.winner  # even where bonuses favour the other seat
        host, guest = self.totals
        return None if host == guest else Seat.HOST if host > guest else Seat.GUEST

    @property
    def games_won(self) -> tuple[int, int]:
        """Games won by HOST and by GUEST."""
        won = NONE_YET
        for column in self.columns:
            if column.settlement:
                won = plus(won, paid_to(column.settlement.winner, 1))
        return won

    @property
    def totals(self) -> tuple[int, int]:
        """The score of HOST and GUEST, final or as it stands.

        Best-of counts games. Where a score is added up from several games, an open one counts only when somebody
        has resigned: its hand points and boxes stand as they are, and no bonus is invented.
        """
        if self.rules.format is MatchFormat.BEST_OF:
            return self.games_won
        totals = self._closed_totals()
        for column in self.columns:
            if column.is_open:
                totals = plus(totals, self._open_score(column))
        return totals

    @property
    def sheet(self) -> Sheet:
        """The score sheet as it stands."""
        return Sheet(self.columns, self.games_won, self.totals, self.finished, self.winner, self.resigned)

    def _open_score(self, column: Column) -> tuple[int, int]:
        """Answer what an open column counts."""
        if self.rules.format is MatchFormat.HANDS:
            return column.game.points
        if self.resigned is not None:
            return column.game.standing(self.rules, self.resigned.other)
        return column.game.running(self.rules) if self.rules.format is MatchFormat.SINGLE else NONE_YET

    def _closed_totals(self) -> tuple[int, int]:
        totals = NONE_YET
        for column in self.columns:
            if column.settlement:
                totals = plus(totals, column.settlement.totals)
        return totals

    def _pack_after(self, limit_card: Card | None, columns: tuple[Column, ...]) -> tuple[Card, ...]:
        """Answer the knock pack: less the card used; whole again when empty, and for each game played singly."""
        left = tuple(card for card in self.knock_pack if card != limit_card)
        new_game = self.rules.format is not MatchFormat.HOLLYWOOD and not columns[-1].is_open
        return left if left and not new_game else _full_pack(self.rules)


def next_dealer(rules: HouseRules, dealer: Seat, winner: Seat | None) -> Seat:
    """Answer who deals the next hand.

    Args:
        rules: who deals when.
        dealer: of the hand that is over.
        winner: of that hand; None for a dead one, a misdeal, a gin washed out.
    """
    if winner is None:
        return dealer if rules.dead_hand_dealer is DeadHandDealer.SAME else dealer.other
    match rules.next_dealer:
        case NextDealer.ALTERNATE:
            return dealer.other
        case NextDealer.LOSER:
            return winner.other
        case NextDealer.WINNER:
            return winner


def _full_pack(rules: HouseRules) -> tuple[Card, ...]:
    return DECK if rules.knock_limit_source is KnockLimitSource.KNOCK_DECK else ()
