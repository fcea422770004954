"""How does chance play?

The floor: a bot that is not clearly better than this one has not understood the game.
"""

from random import Random

from gin_p2p.bots.habits import round_of
from gin_p2p.protocol.view import View
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.moves import Move


class RandomBot:
    """Any of the legal moves that `LegalMoves` lists, each as likely as another. It never resigns.

    Args:
        rng: for the choice.
    """

    name = "random"

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def move(self, view: View) -> Move:
        """Answer what this seat does.

        Raises:
            ValueError: this seat has no move to make.
        """
        return self._rng.choice(tuple(legal_moves(round_of(view), view.hand)))
