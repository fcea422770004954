"""Does every import go down, and has every outside thing one owner?

The package is read as syntax trees, so that an import hidden in a function, in a `try` or under `TYPE_CHECKING` is
seen too. Each check below is one sentence of the house; `BREACHES` shows for each one that breaking it is caught.
"""

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from tests.helpers.syntax import Module

PACKAGE: Final = "gin_p2p"
ROOT: Final = Path(__file__).parents[1] / PACKAGE
MAX_LINES: Final = 400

WORDS: Final = frozenset({"cards", "seat"})
BELOW: Final[dict[str, frozenset[str]]] = {
    "cards": frozenset(),
    "seat": frozenset(),
    "rules": WORDS,
    "crypto": WORDS,
    "protocol": WORDS | {"rules", "crypto"},
    "net": WORDS | {"rules", "crypto", "protocol"},
    "record": WORDS | {"rules", "crypto", "protocol"},
    "bots": WORDS | {"rules", "protocol"},
    "cli": WORDS | {"rules", "crypto", "protocol", "net", "record", "bots"},
    "__main__": frozenset({"cli"}),
    "__init__": frozenset(),
}
"""What each room may import besides itself. What is not here is above it, or a stranger."""

OWNERS: Final[dict[str, tuple[str, ...]]] = {
    "msgpack": ("protocol/codec.py",),
    "btclib_secp256k1": ("crypto/group.py",),
    "cryptography": ("crypto/identity.py", "net/"),
    "trio": ("net/", "cli/"),
    "typer": ("cli/app.py", "cli/options.py", "cli/record_commands.py"),
    "textual": ("cli/table/",),
    "rich": ("cli/",),
    "platformdirs": ("record/home.py",),
    "ssl": ("net/",),
    "socket": ("net/",),
    "pathlib": ("record/", "cli/", "net/"),
    "tempfile": ("record/", "net/"),
    "fcntl": ("record/",),
    "random": ("bots/",),
    "secrets": (),
    "uuid": (),
}
"""Who may import what. A foreign package that is not here has no owner, so nobody may."""

PURE: Final = ("cards.py", "seat.py", "rules/", "crypto/", "protocol/", "bots/", "cli/render")
"""No I/O, no clock, no chance: the standard library only as far as it computes."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COMPUTES: Final = words(
    "__future__ abc array base64 binascii bisect collections contextlib copy dataclasses difflib enum fractions functools "
    "hashlib heapq hmac io itertools math operator re string struct textwrap tomllib types typing unicodedata"
)

FILE_CALLS: Final = words(
    "open open_file read_bytes read_text write_bytes write_text mkdir makedirs unlink rmdir touch chmod fsync"
)


Tree: TypeAlias = tuple[Module, ...]
Check: TypeAlias = Callable[[Tree], Iterator[str]]


def imports_only_go_down(tree: Tree) -> Iterator[str]:
    for module in tree:
        for name in module.imports:
            package, _, inner = name.partition(".")
            room = inner.partition(".")[0]
            if package == PACKAGE and room != module.room and room not in BELOW.get(module.room, frozenset()):
                yield f"{module.path} imports {name}: not below it"


def rooms_are_known(tree: Tree) -> Iterator[str]:
    for module in tree:
        if module.room not in BELOW:
            yield f"{module.path} lies in no room"


def bots_see_views_only(tree: Tree) -> Iterator[str]:
    for module in tree:
        for name in module.imports:
            if (
                module.room == "bots"
                and name.startswith(f"{PACKAGE}.protocol.")
                and name.split(".")[2] != "view"
            ):
                yield f"{module.path} imports {name}: a bot sees a View and answers a Move"


def imports_use_full_paths(tree: Tree) -> Iterator[str]:
    for module in tree:
        for name in module.imports:
            if name.startswith(".") or name.endswith(".*") or name == PACKAGE:
                yield f"{module.path} imports {name}: write the full path"


def no_import_hides_in_a_call(tree: Tree) -> Iterator[str]:
    for module in tree:
        for call, name in module.called_imports:
            if not name:
                yield f"{module.path} calls {call}: an import this test cannot follow"


def outside_things_have_one_owner(tree: Tree) -> Iterator[str]:
    for module in tree:
        for name in module.imports:
            top = name.partition(".")[0]
            foreign = bool(top) and top != PACKAGE and top not in sys.stdlib_module_names
            if (foreign or top in OWNERS) and not module.is_in(*OWNERS.get(top, ())):
                yield f"{module.path} imports {name}: its owner is {OWNERS.get(top, 'nobody')}"


def one_file_of_net_makes_the_certificate(tree: Tree) -> Iterator[str]:
    for package in ("cryptography", "tempfile"):
        users = [
            m.path for m in tree if m.room == "net" and any(n.partition(".")[0] == package for n in m.imports)
        ]
        if len(users) > 1:
            yield f"{users} import {package}: one file makes the throw-away certificate"


def trio_is_run_in_one_place(tree: Tree) -> Iterator[str]:
    runs = [m.path for m in tree for name, _ in m.calls if name == "trio.run"]
    runs += [m.path for m in tree if "trio.run" in m.imports]
    if len(runs) > 1 or any(not path.startswith("cli/") for path in runs):
        yield f"{runs} run trio: one place in cli does"


def pure_rooms_only_compute(tree: Tree) -> Iterator[str]:
    for module in tree:
        if not module.is_in(*PURE):
            continue
        extra = (
            {"os"}
            if module.path == "crypto/entropy.py"
            else {"random"}
            if module.room == "bots"
            else set[str]()
        )
        for name in module.imports:
            top = name.partition(".")[0]
            if top in sys.stdlib_module_names and top not in COMPUTES | extra:
                yield f"{module.path} imports {name}: no I/O, no clock, no chance here"
        for name, _ in module.calls:
            if name in ("open", "io.open", "print", "input", "breakpoint"):
                yield f"{module.path} calls {name}: no I/O here"


def chance_comes_from_entropy(tree: Tree) -> Iterator[str]:
    for module in tree:
        names = {n.attr for n in module.nodes if isinstance(n, ast.Attribute)}
        names |= {name.rpartition(".")[2] for name in module.imports}
        for name in sorted(names & {"urandom", "getrandom", "SystemRandom", "randbytes"}):
            if module.path != "crypto/entropy.py":
                yield f"{module.path} uses {name}: chance comes from crypto/entropy.py"


def bots_use_a_seeded_random_only(tree: Tree) -> Iterator[str]:
    for module in tree:
        for name in module.imports:
            if name.startswith("random.") and name != "random.Random":
                yield f"{module.path} imports {name}: a bot has a handed-in random.Random"
        for node in module.nodes:
            if (
                isinstance(node, ast.Attribute)
                and ast.unparse(node.value) == "random"
                and node.attr != "Random"
            ):
                yield f"{module.path} uses random.{node.attr}: a bot has a handed-in random.Random"
        for name, call in module.calls:
            if name in ("Random", "random.Random") and not call.args:
                yield f"{module.path} makes an unseeded Random"


def files_belong_to_record(tree: Tree) -> Iterator[str]:
    for module in tree:
        makes_certificate = module.room == "net" and "tempfile" in module.imports
        if module.room in ("net", "cli", "__main__") and not makes_certificate:
            for name, _ in module.calls:
                if name.rpartition(".")[2] in FILE_CALLS:
                    yield f"{module.path} calls {name}: files belong to record"


def room_inits_hold_a_question(tree: Tree) -> Iterator[str]:
    for module in tree:
        if module.path.endswith("/__init__.py"):
            body = ast.parse(module.text).body
            docstring = ast.get_docstring(ast.parse(module.text)) or ""
            if len(body) != 1 or not docstring.endswith("?"):
                yield f"{module.path} holds more or less than the question of its room"


def nothing_is_validated_by_assert(tree: Tree) -> Iterator[str]:
    for module in tree:
        if any(isinstance(node, ast.Assert) for node in module.nodes):
            yield f"{module.path} has an assert: python -O would drop it"


def files_are_short(tree: Tree) -> Iterator[str]:
    for module in tree:
        if (n_lines := module.text.count("\n")) > MAX_LINES:
            yield f"{module.path} has {n_lines} lines, {MAX_LINES} are the most"


BREACHES: Final[dict[Check, tuple[tuple[tuple[str, str], ...], ...]]] = {
    imports_only_go_down: (
        (("rules/melds.py", "from gin_p2p.crypto.group import Point"),),
        (("crypto/shuffle.py", "import gin_p2p.rules.moves"),),
        (("crypto/shuffle.py", "def f():\n    from gin_p2p.rules import moves"),),
        (
            (
                "rules/round.py",
                "try:\n    from gin_p2p.protocol.view import View\nexcept ImportError:\n    pass",
            ),
        ),
        (("protocol/table.py", "if TYPE_CHECKING:\n    from gin_p2p.net.link import Link"),),
        (("net/link.py", "from gin_p2p.record.journal import Journal"),),
        (("record/journal.py", "async def f():\n    import gin_p2p.net.link"),),
        (("record/stats.py", "from gin_p2p.cli.text import inert"),),
        (("net/peer.py", "from gin_p2p.bots.simple import play"),),
        (("bots/simple.py", "from gin_p2p.crypto.group import Point"),),
        (("bots/simple.py", "from gin_p2p.cli.render import lines"),),
        (("cards.py", "from gin_p2p.seat import Seat"),),
        (("cards.py", "from gin_p2p import rules"),),
        (("record/disk.py", "from importlib import import_module\nimport_module('gin_p2p.net.link')"),),
    ),
    rooms_are_known: ((("utils.py", ""),), (("helpers/misc.py", ""),)),
    bots_see_views_only: (
        (("bots/simple.py", "from gin_p2p.protocol.session import Session"),),
        (("bots/simple.py", "def f():\n    from gin_p2p.protocol import player"),),
    ),
    imports_use_full_paths: (
        (("rules/round.py", "from . import melds"),),
        (("rules/round.py", "from ..cards import Card"),),
        (("rules/round.py", "from gin_p2p.cards import *"),),
    ),
    no_import_hides_in_a_call: (
        (("rules/round.py", "import importlib\nimportlib.import_module(name)"),),
        (("rules/round.py", "__import__('trio')"),),
    ),
    outside_things_have_one_owner: (
        (("protocol/messages.py", "import msgpack"),),
        (("record/export.py", "def f():\n    from msgpack import packb"),),
        (("crypto/proofs.py", "from btclib_secp256k1.curve import Point"),),
        (("crypto/entropy.py", "from cryptography.hazmat.primitives import hashes"),),
        (("cli/app.py", "import cryptography"),),
        (("record/journal.py", "import trio"),),
        (("protocol/session.py", "import trio.lowlevel"),),
        (("cli/line.py", "import typer"),),
        (("cli/line.py", "from textual.app import App"),),
        (("net/reach.py", "import platformdirs"),),
        (("rules/melds.py", "import numpy"),),
        (("cli/line.py", "import socket"),),
        (("protocol/audit.py", "import pathlib"),),
        (("cli/app.py", "import tempfile"),),
        (("cli/app.py", "import secrets"),),
        (("net/peer.py", "import random"),),
    ),
    one_file_of_net_makes_the_certificate: (
        (("net/channel.py", "import tempfile"), ("net/peer.py", "from tempfile import mkstemp")),
        (("net/channel.py", "import cryptography.x509"), ("net/peer.py", "from cryptography import x509")),
    ),
    trio_is_run_in_one_place: (
        (("cli/app.py", "trio.run(f)"), ("cli/line.py", "trio.run(g)")),
        (("net/peer.py", "trio.run(f)"),),
        (("net/peer.py", "from trio import run"),),
    ),
    pure_rooms_only_compute: (
        (("rules/match.py", "import time"),),
        (("protocol/session.py", "from datetime import datetime"),),
        (("protocol/session.py", "def f():\n    import os"),),
        (("crypto/masking.py", "import threading"),),
        (("bots/strong.py", "import subprocess"),),
        (("cli/render.py", "import sys"),),
        (("cli/render/hand.py", "print('x')"),),
        (("protocol/audit.py", "open('x')"),),
        (("crypto/shuffle.py", "import io\nio.open('x')"),),
    ),
    chance_comes_from_entropy: (
        (("net/peer.py", "os.urandom(8)"),),
        (("cli/app.py", "from os import urandom"),),
        (("bots/simple.py", "from random import SystemRandom"),),
    ),
    bots_use_a_seeded_random_only: (
        (("bots/simple.py", "import random\nrandom.choice([1])"),),
        (("bots/simple.py", "from random import shuffle"),),
        (("bots/simple.py", "from random import Random\nrng = Random()"),),
    ),
    files_belong_to_record: (
        (("cli/app.py", "open('x')"),),
        (("cli/app.py", "path.read_text()"),),
        (("net/link.py", "os.open('x', 0)"),),
        (("net/link.py", "trio.open_file('x')"),),
    ),
    room_inits_hold_a_question: (
        (("rules/__init__.py", '"""Is it gin rummy?"""\nfrom gin_p2p.rules.moves import Move'),),
        (("rules/__init__.py", ""),),
        (("cli/table/__init__.py", '"""The table."""'),),
    ),
    nothing_is_validated_by_assert: ((("rules/round.py", "def f(x):\n    assert x"),),),
    files_are_short: ((("rules/round.py", "x = 1\n" * (MAX_LINES + 1)),),),
}
"""For each check, trees of (path, text) that break just that sentence."""

KEPT: Final = (
    ("cards.py", "from enum import IntEnum"),
    ("rules/round.py", "from gin_p2p.rules.moves import Move\nfrom gin_p2p.cards import Card"),
    ("crypto/shuffle.py", "import io\nio.BytesIO()"),
    ("crypto/entropy.py", "import os\ndef system(n_bytes):\n    return os.urandom(n_bytes)"),
    ("protocol/table.py", "from gin_p2p.rules.round import Round\nfrom gin_p2p.crypto.masking import unmask"),
    ("protocol/codec.py", "import msgpack"),
    ("net/channel.py", "import ssl\nimport tempfile\nimport cryptography.x509\nimport trio"),
    ("record/journal.py", "import os\nfrom pathlib import Path\nos.fsync(Path('x').open().fileno())"),
    ("record/disk.py", "from importlib import import_module\nfcntl = import_module('fcntl')"),
    ("bots/simple.py", "from random import Random\nfrom gin_p2p.protocol.view import View\nrng = Random(7)"),
    (
        "cli/app.py",
        "import typer\ndef host():\n    import trio\n    from gin_p2p.net.peer import host\n    trio.run(host)",
    ),
    ("__main__.py", "from gin_p2p.cli.app import main"),
    ("rules/__init__.py", '"""Is it gin rummy?"""'),
)


def package() -> Tree:
    paths = sorted(ROOT.rglob("*.py"))
    return tuple(
        Module(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in paths
    )


def test_the_package_was_found() -> None:
    assert {"cards.py", "seat.py", "rules/moves.py"} <= {module.path for module in package()}


@pytest.mark.parametrize("check", BREACHES, ids=lambda check: check.__name__)
def test_the_package_keeps_the_sentence(check: Check) -> None:
    assert list(check(package())) == []


@pytest.mark.parametrize("check", BREACHES, ids=lambda check: check.__name__)
def test_every_breach_of_the_sentence_is_caught(check: Check) -> None:
    for files in BREACHES[check]:
        found = list(check(tuple(Module(*file) for file in files)))
        assert found, f"not caught: {files}"


@pytest.mark.parametrize("check", BREACHES, ids=lambda check: check.__name__)
def test_a_house_in_order_is_left_alone(check: Check) -> None:
    assert list(check(tuple(Module(*file) for file in KEPT))) == []
