"""What is a bot, and which are there?"""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

from gin_p2p.bots.patient import Patient, WaitsFor
from gin_p2p.bots.random_bot import RandomBot
from gin_p2p.bots.simple import Simple
from gin_p2p.bots.strong import Strong
from gin_p2p.protocol.view import View
from gin_p2p.rules.moves import Move


class Bot(Protocol):
    """A player that is a program. It sees what a person in its seat would see, and nothing else."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""

    def move(self, view: View) -> Move:
        """Answer a legal move. It is asked once for each, only when the view says that it is this seat's.

        Raises:
            ValueError: this seat has no move to make.
        """


class NoSuchBot(ValueError):
    """No bot has this name. The text names those there are."""


MakeBot: TypeAlias = Callable[[Random], Bot]
"""Makes a bot for one match; all its chance comes from the generator handed in."""

BOTS: Final[Mapping[str, MakeBot]] = MappingProxyType(
    {
        Simple.name: Simple,
        Strong.name: Strong,
        RandomBot.name: RandomBot,
        **{str(what): partial(Patient, waits_for=what) for what in WaitsFor},
    }
)
"""How to make each bot, by name."""


def bot_named(name: str, rng: Random) -> Bot:
    """Answer a new bot.

    Args:
        name: one of those in `BOTS`.
        rng: all chance it uses; a seeded one makes it play the same way again.

    Raises:
        NoSuchBot: there is none of this name.
    """
    make = BOTS.get(name)
    if make is None:
        raise NoSuchBot(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return make(rng)


def seeded_bot(name: str, seed: bytes) -> Bot:
    """Answer a new bot whose chance follows from a seed.

    Args:
        name: one of those in `BOTS`.
        seed: fresh bytes for a match, fixed ones to play the same way again.

    Raises:
        NoSuchBot: there is none of this name.
    """
    return bot_named(name, Random(seed))  # noqa: S311 - a bot's whims are no secret
