"""Who sits at a match?

A sitter is a port that also speaks before and beside the game: a person at a terminal, or a program in their place.
"""

from collections.abc import Mapping
from typing import Protocol

from gin_p2p.net.port import Port


class Sitter(Port, Protocol):
    """A bot or a person."""

    @property
    def notes(self) -> Mapping[tuple[int, int], str]:
        """Moments that the player has marked, by hand and turn: for themselves, never sent."""

    async def run(self) -> None:
        """Do what goes on in the background, such as reading the terminal; cancelled at the end, and never raises."""

    async def leaves(self) -> None:
        """Wait until there is nobody any more who could answer: the input has ended."""

    async def ask(self, question: str, *, default: bool) -> bool:
        """Answer one yes-or-no question before or beside the game.

        Args:
            question: without its answers; foreign text in it is already inert.
            default: what an empty answer means.
        """

    def say(self, text: str) -> None:
        """Tell what goes on around the game: waiting, connected, saved. Foreign text in it is already inert."""
