"""Who is meant?

The same sentence says `you` to the seat that reads it and a name to everybody else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gin_p2p.cards import RANKS, SUITS, Card
from gin_p2p.cli.text import inert_name
from gin_p2p.seat import Seat

_PLURALS: Final = {"is": "are", "has": "have", "goes": "go", "does": "do"}


def short_card(card: Card) -> str:
    """Write a card as it is typed: `"8c"`, `"10h"`."""
    rank = RANKS[card.rank]
    return ("10" if rank == "T" else rank) + SUITS[card.suit]


def short_cards(cards: Iterable[Card]) -> str:
    """Write cards as they are typed: `"5h 5d 10s"`."""
    return " ".join(map(short_card, cards))


def short_meld(meld: Sequence[Card]) -> str:
    """Write a meld as it lies on the table: `"Qh Kh Ah"`."""
    return short_cards(as_it_lies(meld))


def as_it_lies(meld: Sequence[Card]) -> Sequence[Card]:
    """Answer the cards of a meld as they lie on the table: a run that goes over the ace begins with its first card.

    Args:
        meld: ascending.
    """
    gaps = [place for place in range(1, len(meld)) if meld[place] - meld[place - 1] > 1]
    is_run = len({card.suit for card in meld}) == 1
    return [*meld[gaps[0] :], *meld[: gaps[0]]] if is_run and gaps else meld


@dataclass(frozen=True, slots=True)
class Teller:
    """Whom a story is told to.

    Attributes:
        names: of HOST and of GUEST, already inert.
        seat: who reads it and is called `you`; None for an onlooker.
        sees: whose cards drawn from the stock are told when they are drawn.
    """

    names: tuple[str, str]
    seat: Seat | None = None
    sees: frozenset[Seat] = frozenset()

    @classmethod
    def of(cls, names: tuple[str, str], seat: Seat | None) -> "Teller":
        """Answer a teller for a seat, or for an onlooker, from names as they were claimed."""
        host, guest = (inert_name(name) for name in names)
        if host == guest:
            host, guest = f"{host} (host)", f"{guest} (guest)"
        return cls((host, guest), seat, frozenset() if seat is None else frozenset({seat}))

    @property
    def order(self) -> tuple[Seat, Seat]:
        """The seats as they are listed: the reader's first."""
        first = Seat.HOST if self.seat is None else self.seat
        return first, first.other

    def name(self, seat: Seat) -> str:
        """Say who: `"you"`, `"alice"`."""
        return "you" if seat is self.seat else self.names[seat]

    def subject(self, seat: Seat) -> str:
        """Say who, at the beginning of a sentence: `"You"`, `"alice"`."""
        return "You" if seat is self.seat else self.names[seat]

    def whose(self, seat: Seat) -> str:
        """Say whose: `"your"`, `"alice's"`."""
        return "your" if seat is self.seat else f"{self.names[seat]}'s"

    def owner(self, seat: Seat) -> str:
        """Say whose, at the beginning of a sentence: `"Your"`, `"alice's"`."""
        return "Your" if seat is self.seat else f"{self.names[seat]}'s"

    def does(self, seat: Seat, verb: str) -> str:
        """Say who does something: `"You deal"`, `"alice deals"`.

        Args:
            seat: who.
            verb: in the third person: `"deals"`.
        """
        if seat is not self.seat:
            return f"{self.names[seat]} {verb}"
        return f"You {_PLURALS.get(verb, verb.removesuffix('s'))}"

    def pair(self, both: Sequence[int]) -> str:
        """Say what both have: `"you 38, alice 0"`."""
        return ", ".join(f"{self.name(seat)} {both[seat]}" for seat in self.order)
