"""The shortest real match: one hand, a few turns, then the guest or the host gives up."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from gin_p2p.cli.bot_seat import BotSeat
from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.session import Invitation, Session
from gin_p2p.protocol.view import View
from gin_p2p.rules.moves import Discard, DrawStock, Move, Pass, Resign
from gin_p2p.rules.presets import preset
from gin_p2p.rules.round import Phase
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat
from tests.helpers.arena import ticking_clock
from tests.helpers.duel import IDENTITIES

RULES: Final = replace(preset("standard"), format=MatchFormat.HANDS, hands=1)
MAX_TURNS: Final = 3


class QuitterBot:
    """Draws, throws the drawn card, and gives up after a few turns."""

    name = "quitter"

    def move(self, view: View) -> Move:
        """Answer the next move."""
        assert view.round is not None
        if sum(view.round.n_turns) >= MAX_TURNS:
            return Resign()
        match view.round.phase:
            case Phase.UPCARD:
                return Pass()
            case Phase.DRAW:
                return DrawStock()
            case _:
                assert view.drawn is not None
                return Discard(view.drawn)


def scripted() -> BotSeat:
    """Answer the player of either seat, who waits for ever."""
    return BotSeat(QuitterBot(), lambda _: None, lambda _: None, accepts=True, patience_s=1e9)


def real(seat: Seat, seed: MatchSeed, entropy: Entropy, keep: Callable[[bytes], None]) -> Session:
    """Answer a session with all its cryptography."""
    peer_key = IDENTITIES[seat.other].public
    return Session(seat, IDENTITIES[seat], peer_key, seed, entropy, ticking_clock(), keep)


def offered(session: Session) -> None:
    """Let a new host make the offer."""
    if session.seat is Seat.HOST:
        session.open(Invitation(RULES, name="Ada"))
