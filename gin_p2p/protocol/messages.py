"""What can be said?

A message never carries a statement: keys, inputs, hints and places that a proof speaks of are taken from the table.
Digests are those of `digest.py`, of the public state after the move.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from gin_p2p.cards import Card
from gin_p2p.crypto.masking import MaskedCard
from gin_p2p.rules.moves import Layoff, Meld

Setting: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class TeamTag:
    """Which table of which team match this is; all empty when it is none.

    Attributes:
        name: what the tables of one team match have in common.
        table: 1, 2, … within the team match.
        host_team: which of the two teams, 0 or 1, the host plays for.
    """

    name: str = ""
    table: int = 0
    host_team: int = 0


@dataclass(frozen=True, slots=True)
class Open:
    """The host offers a match. `rules` and `terms` are the values of rules/house.py in their order."""

    version: int
    host_key: bytes
    guest_key: bytes
    rules: tuple[Setting, ...]
    terms: tuple[Setting, ...]
    team: TeamTag
    name: str
    started_ms: int
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Accept:
    """The guest takes the seat under the offered rules."""

    name: str
    nonce: bytes


@dataclass(frozen=True, slots=True)
class Reveal:
    """The host opens its commitment; the two nonces draw the first dealer."""

    nonce: bytes


@dataclass(frozen=True, slots=True)
class Key:
    """A seat's key of this deal. `chance`: with a knock deck the dealer's commitment or the other's nonce."""

    key: bytes
    proof: bytes
    chance: bytes = b""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The dealer's shuffle of the opening deck. `nonce` opens the commitment of a knock deck."""

    deck: tuple[MaskedCard, ...]
    proof: bytes
    nonce: bytes = b""


@dataclass(frozen=True, slots=True)
class Cut:
    """The non-dealer's shuffle, and its shares of the dealer's cards and of the upcard."""

    deck: tuple[MaskedCard, ...]
    proof: bytes
    shares: tuple[bytes, ...]
    share_proof: bytes


@dataclass(frozen=True, slots=True)
class Serve:
    """The dealer's shares of the non-dealer's cards and of the upcard."""

    shares: tuple[bytes, ...]
    share_proof: bytes


@dataclass(frozen=True, slots=True)
class Give:
    """The share of the stock card that the other seat has just drawn."""

    share: bytes
    share_proof: bytes


@dataclass(frozen=True, slots=True)
class Pass:
    """Decline what is offered."""

    digest: bytes


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the stock."""

    digest: bytes


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the pile."""

    digest: bytes


@dataclass(frozen=True, slots=True)
class TakeMany:
    """Take `count` cards of the pile, re-shuffle the hand and show the meld at `places` (ascending)."""

    count: int
    hand: tuple[MaskedCard, ...]
    proof: bytes
    places: tuple[int, ...]
    shares: tuple[bytes, ...]
    share_proof: bytes
    digest: bytes


@dataclass(frozen=True, slots=True)
class Throw:
    """Re-shuffle the hand and open one place of it: the card thrown."""

    hand: tuple[MaskedCard, ...]
    proof: bytes
    place: int
    share: bytes
    share_proof: bytes
    digest: bytes


@dataclass(frozen=True, slots=True)
class Knock:
    """Re-shuffle the hand and open all of it; `discard` is thrown, `melds` are laid out."""

    hand: tuple[MaskedCard, ...]
    proof: bytes
    shares: tuple[bytes, ...]
    share_proof: bytes
    discard: Card
    melds: tuple[Meld, ...]
    digest: bytes


@dataclass(frozen=True, slots=True)
class BigGin:
    """Re-shuffle the hand and open all of it; every card is in a meld, none is thrown."""

    hand: tuple[MaskedCard, ...]
    proof: bytes
    shares: tuple[bytes, ...]
    share_proof: bytes
    melds: tuple[Meld, ...]
    digest: bytes


@dataclass(frozen=True, slots=True)
class Defend:
    """Open the whole hand against a knocker: own melds, and layoffs in playing order."""

    shares: tuple[bytes, ...]
    share_proof: bytes
    melds: tuple[Meld, ...]
    layoffs: tuple[Layoff, ...]
    digest: bytes


@dataclass(frozen=True, slots=True)
class Misdeal:
    """Open ten dealt cards that could already go out. From the dealer it stands in place of `Serve`."""

    shares: tuple[bytes, ...]
    share_proof: bytes
    digest: bytes


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the match."""

    digest: bytes


@dataclass(frozen=True, slots=True)
class Close:
    """Sign the end: who won (0 host, 1 guest, 2 nobody) and the two totals."""

    winner: int
    totals: tuple[int, int]


MoveMessage: TypeAlias = Pass | Draw | Take | TakeMany | Throw | Knock | BigGin | Defend | Misdeal | Resign
Message: TypeAlias = Open | Accept | Reveal | Key | Shuffle | Cut | Serve | Give | MoveMessage | Close

MOVE_WORDS: Final[Mapping[type[Message], str]] = {
    Pass: "pass",
    Draw: "draw",
    Take: "take",
    TakeMany: "take",
    Throw: "throw",
    Knock: "knock",
    BigGin: "big-gin",
    Defend: "defend",
    Misdeal: "misdeal",
    Resign: "resign",
}
"""What a move is called wherever programs read of it; taking one card or several is one word."""
