"""How is a value written in TOML?"""


def quoted(text: str, *, in_ascii: bool = False) -> str:
    """Write a text. What does not print is escaped: a name must not be able to move the reader's cursor.

    Args:
        text: any.
        in_ascii: escape every other letter too, so that no encoding on the way can hurt it.
    """
    return '"' + "".join(_escaped(letter, in_ascii=in_ascii) for letter in text) + '"'


def _escaped(letter: str, *, in_ascii: bool) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable() and (letter.isascii() or not in_ascii):
        return letter
    return f"\\U{ord(letter):08x}"
