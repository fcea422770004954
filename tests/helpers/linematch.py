"""Whole matches in front of a line player: shuffled hands against a bot, no network, no cryptography."""

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from gin_p2p.bots.interface import bot_named
from gin_p2p.cards import DECK
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.protocol.view import View, look
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.match import Match
from gin_p2p.rules.openplay import OpenHand
from gin_p2p.seat import Seat
from tests.helpers.linegame import OTHER, LineGame

MOST_LINES: Final = 20_000

Typist: TypeAlias = Callable[["LineMatch"], str]
"""What a player types next, from what was said since the last line, or from the view."""


class LineMatch(LineGame):
    """A match that goes on by itself as long as lines are typed."""

    def __init__(self, rules: HouseRules, seed: str, *, confirms: bool = True) -> None:
        super().__init__(rules=rules, confirms=confirms)
        self._typed_at = 0
        self._rng = Random(seed)
        self._bot = bot_named("simple", self._rng)
        self._their_view = View(OTHER, Stage.OPEN, None)
        self._shuffle(Match.start(rules, self._first))
        self.begin()

    @property
    def match(self) -> Match:
        return self.table.playing

    @property
    def heard(self) -> str:
        """What was said since the last line was typed."""
        return "\n".join(self.said[self._typed_at :])

    def play(self, typist: Typist) -> "LineMatch":
        """Play until the match is over."""
        for _ in range(MOST_LINES):
            if self.match.finished:
                return self
            if self.hand.finished:
                self._shuffle(self.match)
                self.serve()
            elif self.hand.turn is OTHER:
                self.make(self._bot.move(self._their_view))
            else:
                line, self._typed_at = typist(self), len(self.said)
                self.type(line)
        raise AssertionError(f"the match does not end: {self.said[-20:]}")

    def hear(self, message: say.Message, seat: Seat, after: Table) -> None:
        held = self.hand.hands[OTHER] if after.round is not None else ()
        self._their_view = look(after, OTHER, held, self._their_view)
        super().hear(message, seat, after)

    def _shuffle(self, match: Match) -> None:
        """Deal until there is something to play; a misdeal is no line of anybody."""
        card = self._rng.choice(match.knock_pack) if match.knock_pack else None
        self.open_hand = OpenHand.deal(self.rules, match.dealer, self._rng.sample(DECK, 52), card)
        if self.open_hand.finished:
            self._shuffle(match)
