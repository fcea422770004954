"""Is each part of a body what it must be?

A reader that takes the fields of a decoded array one after another and judges type, length and bound of each before
it is used.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from gin_p2p.cards import N_CARDS, Card
from gin_p2p.crypto.masking import MaskedCard
from gin_p2p.protocol.codec import Malformed, Value
from gin_p2p.protocol.messages import Setting
from gin_p2p.rules.moves import Layoff, Meld

ELEMENT_BYTES: Final = 33
MASKED_BYTES: Final = 66
MAX_PARTS: Final = 2 * N_CARDS
"""Most elements in one field: a whole pack shown, and the ten dealt cards with it, stay below."""
MAX_SETTINGS: Final = 64
MAX_MELDS: Final = N_CARDS // 3

T = TypeVar("T")


class Fields:
    """The fields of an array, taken one after another; every take raises Malformed for what does not fit."""

    def __init__(self, value: Value) -> None:
        if type(value) is not tuple:
            raise Malformed("not an array")
        self._rest = list(reversed(value))

    def _next(self) -> Value:
        if not self._rest:
            raise Malformed("a field is missing")
        return self._rest.pop()

    def end(self) -> None:
        """Refuse fields that nobody has taken."""
        if self._rest:
            raise Malformed("more fields than the kind has")

    def uint(self, below: int) -> int:
        """An integer 0 … below - 1; `type is`, because True is an int to `isinstance`."""
        value = self._next()
        if type(value) is not int or value >= below:
            raise Malformed("an integer is missing or too large")
        return value

    def text(self, max_bytes: int) -> str:
        """Text of at most `max_bytes` in UTF-8."""
        value = self._next()
        if type(value) is not str or len(value.encode()) > max_bytes:
            raise Malformed("a text is missing or too long")
        return value

    def exactly(self, n_bytes: int) -> bytes:
        """A byte string of one length."""
        value = self._next()
        if type(value) is not bytes or len(value) != n_bytes:
            raise Malformed(f"not a string of {n_bytes} bytes")
        return value

    def empty_or(self, n_bytes: int) -> bytes:
        """A byte string of one length, or none."""
        value = self._next()
        if type(value) is not bytes or len(value) not in {0, n_bytes}:
            raise Malformed(f"not a string of 0 or {n_bytes} bytes")
        return value

    def blob(self) -> bytes:
        """A byte string whose length its user judges."""
        value = self._next()
        if type(value) is not bytes:
            raise Malformed("a byte string is missing")
        return value

    def parts(self, n_bytes: int) -> tuple[bytes, ...]:
        """At most MAX_PARTS parts of `n_bytes` each, written one after another."""
        joined = self.blob()
        n_parts, rest = divmod(len(joined), n_bytes)
        if rest or n_parts > MAX_PARTS:
            raise Malformed(f"not a whole number of {n_bytes}-byte parts, or too many")
        return tuple(joined[i * n_bytes : (i + 1) * n_bytes] for i in range(n_parts))

    def masked(self) -> tuple[MaskedCard, ...]:
        """Masked cards, hint and body of each, one after another."""
        return tuple(
            MaskedCard(part[:ELEMENT_BYTES], part[ELEMENT_BYTES:]) for part in self.parts(MASKED_BYTES)
        )

    def array(self, max_items: int) -> "Fields":
        """An array within."""
        value = self._next()
        if type(value) is not tuple or len(value) > max_items:
            raise Malformed("an array is missing or too long")
        return Fields(value)

    def settings(self) -> tuple[Setting, ...]:
        """Values of house rules or table terms; what they mean is judged by rules/house.py."""
        value = self._next()
        if type(value) is not tuple or len(value) > MAX_SETTINGS:
            raise Malformed("settings are missing or too many")
        if any(type(item) not in {bool, int, str} for item in value):
            raise Malformed("a setting is neither a number, a text nor a boolean")
        return value  # type: ignore[return-value]  # each item's type has just been checked

    def card(self) -> Card:
        """A card by its number."""
        return Card(self.uint(N_CARDS))

    def meld(self) -> Meld:
        """The cards of a meld."""
        return self.array(N_CARDS).each(Fields.card)

    def melds(self) -> tuple[Meld, ...]:
        """Several melds."""
        return self.array(MAX_MELDS).each(Fields.meld)

    def layoff(self) -> Layoff:
        """A card laid off, and the index of its target."""
        pair = self.array(2)
        layoff = Layoff(pair.card(), pair.uint(MAX_MELDS))
        pair.end()
        return layoff

    def each(self, take: "Callable[[Fields], T]") -> tuple[T, ...]:
        """Take all that is left in the same way."""
        items = []
        while self._rest:
            items.append(take(self))
        return tuple(items)
