"""Does a secret stand anywhere it should not, in whatever way it may be written?"""

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import load_identity
from gin_p2p.record.seed import load_seed

N_DEALS: Final = 4
MAY_HOLD: Final = ("identity", ".secret")
"""How the names of the two files end that are there to hold secrets."""


@dataclass(frozen=True)
class Secret:
    """Bytes that nobody else may know, with what they are."""

    what: str
    secret_bytes: bytes

    def ways(self) -> Iterator[bytes]:
        """Yield the bytes as they may be written."""
        data = self.secret_bytes
        yield data
        yield data.hex().encode()
        yield data.hex().upper().encode()
        yield str(int.from_bytes(data)).encode()
        yield f"{int.from_bytes(data):x}".encode()
        yield repr(data)[2:-1].encode()
        for shift in range(3):  # within longer base64 text the letters depend on what stands before
            text = base64.b64encode(bytes(shift) + data)
            yield text[4 if shift else 0 : -4]
            yield base64.urlsafe_b64encode(bytes(shift) + data)[4 if shift else 0 : -4]


def secrets_of(folder: Path) -> list[Secret]:
    """Answer the secrets of a player whose files lie in one folder."""
    home = Home(folder, folder, folder)
    found = [Secret("identity", load_identity(home.identity).private_bytes())]
    for path in home.matches.glob("*.secret"):
        seed = load_seed(path, bytes.fromhex(path.stem))
        found.append(Secret("seed", seed.secret_bytes))
        found += [Secret(f"key {n}", seed.deal_key(n).private_bytes()) for n in range(1, N_DEALS + 1)]
    return found


def leaks_in(text: bytes, secrets: list[Secret]) -> list[str]:
    """Answer which secrets stand in a text."""
    return [secret.what for secret in secrets if any(way in text for way in secret.ways())]


def leaks_below(folder: Path, secrets: list[Secret]) -> dict[str, list[str]]:
    """Answer for every file below a folder which secrets it holds; files that are there for that are left out."""
    found = {
        str(path.relative_to(folder)): leaks_in(path.read_bytes(), secrets)
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(MAY_HOLD)
    }
    return {name: leaks for name, leaks in found.items() if leaks}


def objects_from(root: object) -> Iterator[object]:
    """Yield every object of this program that can be reached from one, itself first."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        here = waiting.pop()
        if id(here) in seen:
            continue
        seen.add(id(here))
        if isinstance(here, Mapping):
            waiting += [*here.keys(), *here.values()]
        elif isinstance(here, tuple | list | set | frozenset):
            waiting += here
        elif type(here).__module__.startswith(("gin_p2p.", "tests.")):
            yield here
            names = [name for kind in type(here).__mro__ for name in getattr(kind, "__slots__", ())]
            waiting += [getattr(here, name) for name in names if hasattr(here, name)]
            waiting += getattr(here, "__dict__", {}).values()
