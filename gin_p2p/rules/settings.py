"""How are house rules written in a file and on a command line?

A file is TOML: `preset`, if it is there, names the rules to start from; every other key is a parameter.
"""

import tomllib
from collections.abc import Mapping

from gin_p2p.rules.house import PARAMETERS, HouseRules
from gin_p2p.rules.parameters import BadRules, Plain
from gin_p2p.rules.presets import preset


def parse_setting(text: str) -> tuple[str, object]:
    """Read `"name=value"` as it is typed: `gin_bonus=20`, `spade_double=yes`, `big_gin_bonus=none`.

    Raises:
        BadRules: there is no `=`, no such parameter, or the value is not allowed.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise BadRules(f"a setting is written name=value, not {text!r}")
    parameter = HouseRules.parameter(name.strip())
    return parameter.name, parameter.parse(value)


def changed(rules: HouseRules, changes: Mapping[str, object]) -> HouseRules:
    """Answer the rules with these values in place of their own.

    Raises:
        BadRules: a name is unknown, a value is not allowed, or two values contradict each other.
    """
    return HouseRules.from_mapping({**rules.to_mapping(), **changes})


def from_toml(text: str) -> HouseRules:
    """Read house rules from a TOML file.

    Raises:
        BadRules: the text is not TOML, a name is unknown, a value is not allowed, or two contradict each other.
    """
    try:
        read = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of ten thousand digits; brackets without end
        raise BadRules(f"the rules are not TOML: {error}") from None
    base = read.pop("preset", None)
    if base is None:
        return HouseRules.from_mapping(read)
    if type(base) is not str:
        raise BadRules(f"preset is the name of rules, not {base!r}")
    return changed(preset(base), read)


def to_toml(rules: HouseRules) -> str:
    """Write all house rules as a TOML file, the meaning of each beside it."""
    lines = []
    for name, value in rules.to_mapping().items():
        allowed = "true or false" if type(value) is bool else PARAMETERS[name].allowed
        lines.append(f"{f'{name} = {_toml(value)}':<40}# {PARAMETERS[name].meaning}: {allowed}\n")
    return "".join(lines)


def _toml(value: Plain) -> str:
    if type(value) is bool:
        return "true" if value else "false"
    return f'"{value}"' if type(value) is str else str(value)
