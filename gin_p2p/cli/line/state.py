"""What does the line client know, beside the table?"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from gin_p2p.cards import Card
from gin_p2p.cli.line.advice import ways_to_meld
from gin_p2p.cli.line.draft import Draft
from gin_p2p.cli.line.hand_order import HandOrder
from gin_p2p.cli.teller import Teller
from gin_p2p.net import port
from gin_p2p.protocol.view import View
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.moves import Meld
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.words import Assist
from gin_p2p.seat import Seat

UNKNOWN: Final = "the other side"


@dataclass(frozen=True, slots=True)
class Question:
    """The one open question.

    Attributes:
        text: without the answers that are possible.
        default: what an empty line means.
        answered: what follows from the answer.
        must: nothing else can be done before it is answered.
    """

    text: str
    default: bool
    answered: "Callable[[bool], Reply]"
    must: bool = False

    @property
    def line(self) -> str:
        """The question with its answers, the default in capitals."""
        return f"{self.text} [{'Y/n' if self.default else 'y/N'}]"


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes of a line.

    Attributes:
        lines: for the player.
        command: for the match.
        question: that is open from now on.
    """

    lines: tuple[str, ...] = ()
    command: port.Command | None = None
    question: Question | None = None


def told(*lines: str) -> Reply:
    """Answer a reply of words only."""
    return Reply(lines)


@dataclass(frozen=True, slots=True)
class Remark:
    """A moment that the player has marked, for themselves.

    Attributes:
        seq: number of the newest frame then.
        hand: number of the hand, from 1; 0 before the first.
        turn: draws made in it by then.
        at: seconds since 1970 UTC.
        text: as typed; may be empty.
    """

    seq: int
    hand: int
    turn: int
    at: float
    text: str


@dataclass(slots=True)
class State:
    """All that a line is understood against.

    Attributes:
        known_as: the player's own name for the other side; empty to use the name that side claims.
        accepts: the offered rules are accepted unasked.
        now: seconds since 1970 UTC.
        view: the newest; None before the first news.
        seq: number of the newest frame.
        order: of the hand.
        chosen: the melds the player goes by; empty for the best.
        draft: of the defence, while one is due.
        log: what was said of the turns of this hand.
        remarks: moments marked.
        question: the one open question.
        down_since: since when the line is down; None while it stands.
        waiting: how the waiting for it goes; None while it stands.
        farewell: what the other side said when it left; None while it has not.
        hushed: warnings that need not be repeated in this hand.
        waiting_since: since when the other side has been to move.
        nudged_at: when the bell of the other side was last rung.
    """

    known_as: str = ""
    accepts: bool = False
    now: Callable[[], float] = time.time
    view: View | None = None
    seq: int = 0
    order: HandOrder = field(default_factory=HandOrder)
    chosen: tuple[Meld, ...] = ()
    draft: Draft | None = None
    log: list[str] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    question: Question | None = None
    down_since: float | None = None
    waiting: port.Waiting | None = None
    farewell: str | None = None
    hushed: set[str] = field(default_factory=set)
    waiting_since: float | None = None
    nudged_at: float = float("-inf")

    @property
    def seat(self) -> Seat:
        """Our own."""
        return self.view.seat if self.view else Seat.HOST

    @property
    def teller(self) -> Teller:
        """How the two sides are called."""
        names = list(self.view.offer.names if self.view and self.view.offer else ("", ""))
        other = self.seat.other
        names[other] = self.known_as or names[other] or UNKNOWN
        return Teller.of((names[0], names[1]), self.seat)

    @property
    def other(self) -> str:
        """How the other side is called."""
        return self.teller.name(self.seat.other)

    @property
    def rules(self) -> HouseRules:
        """The house rules; the usual ones before any are offered."""
        return self.view.offer.rules if self.view and self.view.offer else HouseRules()

    @property
    def terms(self) -> TableTerms:
        """The table terms; the usual ones before any are offered."""
        return self.view.offer.terms if self.view and self.view.offer else TableTerms()

    @property
    def helps(self) -> bool:
        """Whether the player may be told counts and ways."""
        return self.terms.assist is not Assist.NONE

    @property
    def hand(self) -> tuple[Card, ...]:
        """Our cards, while a hand is played."""
        return self.view.hand if self.view and self.view.plays else ()

    @property
    def round(self) -> Round | None:
        """The hand that is played; None between hands."""
        return self.view.round if self.view and self.view.plays else None

    @property
    def is_due(self) -> bool:
        """Whether a line of this player is waited for."""
        view = self.view
        mine = view is not None and (view.is_my_move or view.is_my_offer)
        return self.question is not None or self.down_since is not None or mine or self.is_over

    @property
    def is_over(self) -> bool:
        """Whether no hand is left to play."""
        return bool(self.view and self.view.match and self.view.match.finished)

    @property
    def n_hand(self) -> int:
        """The number of the hand that is played, or that was played last; 0 before the first."""
        if self.view is None or self.view.match is None:
            return 0
        return self.view.match.n_deals + (1 if self.view.plays else 0)

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The way of melding the player goes by; none where no help is agreed and no choice was made."""
        if not self.hand:
            return ()
        held = set(self.hand)
        kept = tuple(meld for meld in self.chosen if set(meld) <= held)
        if kept or not self.helps:
            return kept
        return ways_to_meld(self.hand, self.rules)[0].melds

    @property
    def shown(self) -> tuple[Card, ...]:
        """The hand in the order in which it is shown, for `#7`."""
        return tuple(card for group in self.order.groups(self.hand, self.melds) for card in group)

    @property
    def may_sort_by_melds(self) -> bool:
        """Whether the hand may be laid out by its melds without the player having chosen them."""
        return self.helps or bool(self.chosen)

    @property
    def must_defend(self) -> bool:
        """Whether the other side went out, and our hand is due."""
        round_ = self.round
        return bool(self.view and self.view.is_my_move and round_ and round_.phase is Phase.LAYOFF)

    def remark(self, text: str) -> Remark:
        """Mark this moment."""
        turn = sum(self.view.round.n_turns) if self.view and self.view.round else 0
        remark = Remark(self.seq, self.n_hand, turn, self.now(), text)
        self.remarks.append(remark)
        return remark

    def begin_hand(self) -> None:
        """Forget what belonged to the hand before."""
        self.log.clear()
        self.hushed.clear()
        self.chosen = ()
        self.draft = None
