"""What may be agreed, and is this value allowed?

A class of agreed values is a frozen dataclass whose fields are annotated with `About`. From these annotations
come the check, the words of a complaint, the reading of text, and the plain values that travel.
"""

import dataclasses
import difflib
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType, NoneType
from typing import ClassVar, Final, Self, TypeAlias, get_args, get_type_hints

Plain: TypeAlias = bool | int | str
"""A value as it travels and as it stands in a file; no bonus and no limit are the word "none"."""

NONE: Final = "none"
_WORDS: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


class BadRules(ValueError):
    """A value is not allowed, or two values contradict each other. The text names parameter and range."""


@dataclasses.dataclass(frozen=True, slots=True)
class About:
    """What an annotation says about a parameter beside its type.

    Attributes:
        meaning: a phrase for people.
        low: smallest number allowed.
        high: largest number allowed.
        only: the only numbers allowed, where they are few.
        odd: the number must be odd.
    """

    meaning: str
    low: int = 0
    high: int = 9999
    only: tuple[int, ...] = ()
    odd: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """One thing that may be agreed.

    Attributes:
        name: as written in files and in complaints.
        kind: `bool`, `int` or the `StrEnum` of its words.
        optional: None is allowed, written "none".
        about: meaning and range.
    """

    name: str
    kind: type
    optional: bool
    about: About

    @property
    def meaning(self) -> str:
        """A phrase for people."""
        return self.about.meaning

    @property
    def allowed(self) -> str:
        """The allowed values in words: `"low, high_low or wrap"`, `"none or 0 to 9999"`."""
        if self.kind is bool:
            return "yes or no"
        if issubclass(self.kind, StrEnum):
            return _listed([str(word) for word in self.kind])
        none = [NONE] if self.optional else []
        if self.about.only:
            return _listed([*none, *map(str, self.about.only)])
        odd = "an odd number from " if self.about.odd else ""
        return _listed([*none, f"{odd}{self.about.low} to {self.about.high}"])

    def check(self, value: object) -> None:
        """Accept a value of exactly the right type in the right range.

        Raises:
            BadRules: it is anything else.
        """
        if self.optional and value is None:
            return
        if type(value) is not self.kind or (type(value) is int and not self._in_range(value)):
            raise self.refusal(value)

    def read(self, plain: object) -> object:
        """Answer the value that a plain one stands for; a value already typed, and None, stand for themselves.

        Raises:
            BadRules: the plain value is not exactly of the right type, or out of range.
        """
        value = plain
        if self.optional and plain == NONE:
            value = None
        elif issubclass(self.kind, StrEnum) and type(plain) is str and plain in list(self.kind):
            value = self.kind(plain)
        self.check(value)
        return value

    def parse(self, text: str) -> object:
        """Read a value that a person has typed: `yes`, `25`, `wrap`, `none`.

        Raises:
            BadRules: the text is no allowed value.
        """
        word = text.strip().lower()
        plain: Plain = word
        if self.kind is bool and word in _WORDS:
            plain = _WORDS[word]
        elif self.kind is int and word.isascii() and word.isdigit() and len(word) <= len("9999") + 1:
            plain = int(word)
        try:
            return self.read(plain)
        except BadRules:
            raise self.refusal(text) from None

    def refusal(self, value: object) -> BadRules:
        """Answer the complaint that this value is not allowed."""
        shown = repr(value)
        return BadRules(
            f"{self.name} is {self.allowed}, not {shown if len(shown) <= 40 else shown[:37] + '...'}"
        )

    def _in_range(self, number: int) -> bool:
        if self.about.only:
            return number in self.about.only
        return self.about.low <= number <= self.about.high and (not self.about.odd or number % 2 == 1)


def _listed(words: Sequence[str]) -> str:
    head, last = words[:-1], words[-1]
    return f"{', '.join(head)} or {last}" if head else last


def _annotated(agreed: type) -> Mapping[str, Parameter]:
    found = {}
    for name, hint in get_type_hints(agreed, include_extras=True).items():
        annotation = get_args(hint)
        if len(annotation) != 2 or not isinstance(annotation[1], About):
            continue
        kinds = get_args(annotation[0]) or (annotation[0],)
        kind = next(part for part in kinds if part is not NoneType)
        found[name] = Parameter(name, kind, NoneType in kinds, annotation[1])
    return MappingProxyType(found)


class Agreed:
    """What `HouseRules` and `TableTerms` share: checked values with a name, an order and a plain form."""

    __slots__ = ()
    TITLE: ClassVar[str] = "rule"
    _PARAMETERS: ClassVar[Mapping[str, Parameter]] = MappingProxyType({})

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._PARAMETERS = _annotated(cls)

    def __post_init__(self) -> None:
        for name, parameter in self.parameters().items():
            parameter.check(getattr(self, name))
        for complaint in self.contradictions():
            raise BadRules(complaint)

    def contradictions(self) -> Iterator[str]:
        """Yield a sentence for each pair of values that cannot be played together."""
        yield from ()

    @classmethod
    def parameters(cls) -> Mapping[str, Parameter]:
        """Answer the parameters by name, in the order in which their values travel."""
        return cls._PARAMETERS

    @classmethod
    def parameter(cls, name: str) -> Parameter:
        """Answer the parameter of this name.

        Raises:
            BadRules: there is none; the text names the nearest one.
        """
        found = cls.parameters().get(name)
        if found is None:
            near = difflib.get_close_matches(name, cls.parameters(), n=1)
            raise BadRules(
                f"there is no {cls.TITLE} {name!r}" + (f"; did you mean {near[0]}?" if near else "")
            )
        return found

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Self:
        """Answer the values of a mapping, and the defaults for what it leaves out.

        Raises:
            BadRules: a name is unknown, a value is not allowed, or two values contradict each other.
        """
        return cls(**{name: cls.parameter(name).read(value) for name, value in mapping.items()})

    @classmethod
    def from_values(cls, values: Sequence[object]) -> Self:
        """Answer what `to_values` gave; the values may come from a stranger.

        Raises:
            BadRules: too few or too many values, one is not allowed, or two contradict each other.
        """
        names = cls.parameters()
        if len(values) != len(names):
            raise BadRules(f"there are {len(names)} {cls.TITLE}s, not {len(values)}")
        if any(type(value) not in (bool, int, str) for value in values):
            raise BadRules(f"a {cls.TITLE} is a word, a number, true or false")
        return cls.from_mapping(dict(zip(names, values, strict=True)))

    def to_mapping(self) -> dict[str, Plain]:
        """Answer the plain values by name."""
        return {name: _plain(getattr(self, name)) for name in self.parameters()}

    def to_values(self) -> tuple[Plain, ...]:
        """Answer the plain values in the order of the parameters."""
        return tuple(self.to_mapping().values())


def _plain(value: bool | int | str | None) -> Plain:
    if value is None:
        return NONE
    return value.value if isinstance(value, StrEnum) else value
