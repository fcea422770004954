"""How do simple players choose, the same way in every run?"""

from random import Random

from gin_p2p.protocol.view import View
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.melds import discards
from gin_p2p.rules.moves import BigGin, Defend, Discard, Knock, Move, TakePile
from tests.helpers.arena import Chooser


def listed(view: View) -> list[Move]:
    """Answer the legal moves of a view, resigning left out."""
    assert view.round is not None
    return list(legal_moves(view.round, view.hand))


def thrifty(seed: int) -> Chooser:
    """A player who goes out as soon as may be, throws what leaves least, and draws as chance has it."""
    chance = Random(seed)

    def choose(view: View) -> Move:
        moves = listed(view)
        for kind in (BigGin, Knock, Defend):
            if going_out := [move for move in moves if isinstance(move, kind)]:
                return going_out[0]
        if throws := [move for move in moves if isinstance(move, Discard)]:
            assert view.round is not None
            left = discards(view.hand, view.round.rules)
            return min(throws, key=lambda move: (left[move.card], move.card))
        several = [move for move in moves if isinstance(move, TakePile) and move.count > 1]
        return chance.choice(several or [*moves[:1] * 3, *moves])  # mostly from the stock: it helps more

    return choose


def aimless(seed: int) -> Chooser:
    """A player who does anything legal."""
    chance = Random(seed)
    return lambda view: chance.choice(listed(view))
