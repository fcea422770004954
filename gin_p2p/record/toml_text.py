"""How is a value written in TOML?"""


def quoted(text: str) -> str:
    """Write a text in ASCII. What does not print cannot move a cursor, and no encoding on the way can hurt it."""
    return '"' + "".join(map(_escaped, text)) + '"'


def toml_value(value: bool | int | str) -> str:
    """Write a plain value."""
    if isinstance(value, bool):
        return str(value).lower()
    return quoted(value) if isinstance(value, str) else str(value)


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isascii() and letter.isprintable():
        return letter
    return f"\\U{ord(letter):08x}"
