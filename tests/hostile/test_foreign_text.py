"""Can a name, a word or a line from another person do anything on the screen, in a list or in a file's name?

Everything goes through the real entry points: the commands as they are typed, and a running host that a stranger with
such a name sits down at.
"""

import json
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio

from gin_p2p.cli.acquaintance import Acquaintances
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.stopping import Stop
from gin_p2p.cli.text import CHAT_COLUMNS
from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.net.dial import dial
from gin_p2p.net.errors import LinkError, VersionMismatch
from gin_p2p.net.handshake import Credentials, Intent
from gin_p2p.net.joinline import parse_join_line
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Frame, Note
from gin_p2p.net.sync import synchronize
from gin_p2p.protocol.session import Session
from gin_p2p.protocol.table import Stage
from gin_p2p.record.home import Home
from gin_p2p.record.keeper import Keeper
from gin_p2p.record.peers import Checked
from gin_p2p.seat import Seat
from tests.helpers.cheating import Honest
from tests.helpers.commands import Gin, Ran
from tests.helpers.lines import ToyChain
from tests.helpers.processes import Player, playing
from tests.helpers.records import Pair, file_of
from tests.helpers.stories import story

NAMES = (
    "\x1b[2J\x1b]0;owned\x07",  # clears the screen, sets the title
    "\x1b]52;c;cm0gLXJm\x07",  # sets the clipboard
    "\x9b31m\x90q\x9c",  # the same in one character, as some terminals read it
    "[bold red]you[/] [/red",  # markup
    "\u202egnp.\u2066exe\u2069",  # turns the line around
    "\u200b\u200d\u2060\ufeff",  # shows nothing
    "ada\r\nVERIFIED\n",  # adds a line
    "../../../etc/passwd\0.gin",  # a path
    "e" + "\u0301" * 20,  # climbs over the lines above
    "\U00012031" * 16,  # as wide as it may be
    "\U000e0041\U000e0042",  # tags
    "you",
    "",
)
UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
MOST_COLUMNS = CHAT_COLUMNS + 200


def check_inert(text: str) -> None:
    """Nothing in a text for people moves, hides, turns around or overflows."""
    bad = {char for char in text if unicodedata.category(char) in UNSAFE and char != "\n"}
    assert bad == set()
    assert max(len(line) for line in text.split("\n")) <= MOST_COLUMNS


def check_json(ran: Ran) -> None:
    """Objects for programs hold foreign text whole, and no terminal that they are sent to would notice."""
    assert ran.out.isascii()
    assert ran.out.replace("\n", "").isprintable()
    check_inert(ran.err)


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gin:
    monkeypatch.setenv("GIN_HOME", str(tmp_path))
    return Gin(capsys, monkeypatch)


@pytest.fixture(
    scope="module",
    params=[n if n < 4 else pytest.param(n, marks=pytest.mark.slow) for n in range(0, len(NAMES), 2)],
    ids=lambda n: f"name {n}",
)
def pair(request: pytest.FixtureRequest) -> Pair:
    """A resigned match of two players with such names."""
    number = request.param
    played = Pair(f"foreign {number}", names=(NAMES[number], NAMES[number - 1]))
    played.sit_down()
    played.resign()
    return played


def keep(pair: Pair, home: Home, n_frames: int) -> Keeper:
    """Lay the first frames of a match down as one of its players does."""
    home.prepare()
    keeper = Keeper(home, MatchSeed.generate(system_entropy))
    for frame in pair.frames[:n_frames]:
        keeper.keep(frame)
    return keeper


def test_audit_shows_foreign_names_inert(gin: Gin, pair: Pair, tmp_path: Path) -> None:
    path = tmp_path / "match.gin"
    path.write_bytes(file_of(pair.frames, pair.summary()))
    ran = gin("audit", str(path))
    assert ran.code is Exit.DONE
    check_inert(ran.out + ran.err)
    as_json = gin("audit", str(path), "--json")
    check_json(as_json)
    host, guest = as_json.rows[0]["players"]
    assert (host["name"], guest["name"]) == pair.table.agreed.names


def test_status_and_the_file_of_a_match_show_foreign_names_inert(
    gin: Gin, pair: Pair, tmp_path: Path
) -> None:
    home = Home.find()
    keeper = keep(pair, home, len(pair.frames) - 2)
    keeper.release()
    ran, as_json = gin("status"), gin("status", "--json")
    assert (ran.code, as_json.code) == (Exit.DONE, Exit.DONE)
    check_inert(ran.out + ran.err)
    check_json(as_json)


def test_a_record_is_named_in_letters_digits_and_hyphens(pair: Pair, tmp_path: Path) -> None:
    home = Home(tmp_path, tmp_path, tmp_path)
    keeper = keep(pair, home, len(pair.frames))
    path = keeper.finish(pair.summary().to_value(), pair.table.agreed)
    keeper.release()
    assert path.parent == home.records
    assert len(path.name) <= 100
    assert all(char.isascii() and (char.isalnum() or char in "-_.") for char in path.name)


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_peers_are_listed_inert_and_come_back_as_claimed(gin: Gin, number: int, tmp_path: Path) -> None:
    home = Home.find()
    home.prepare()
    for key in (bytes([9] * 32), bytes([8] * 32)):  # two players who claim one name
        Acquaintances(home).remember(Identity.from_private_bytes(key).public, NAMES[number], Checked.NO)
    listed, as_json = gin("peers"), gin("peers", "--json")
    assert listed.code is Exit.DONE
    check_inert(listed.out + listed.err)
    check_json(as_json)
    check_inert(home.peers.read_text("utf-8"))


def test_a_missing_file_with_a_foreign_name_is_named_inert(gin: Gin, tmp_path: Path) -> None:
    ran = gin("audit", str(tmp_path / "\x1b[2J\u202e.gin"))
    assert ran.code is Exit.CANNOT_JUDGE
    check_inert(ran.out + ran.err)


class Stranger:
    """A guest who plays honestly, and says what it likes."""

    def __init__(self, line: str, name: str) -> None:
        self._line, self._name = line, name
        self._me = Identity.generate(system_entropy)

    async def visit(self, *words: Note, sits_down: bool) -> None:
        """Sit down under the name and let the cards be dealt, or only hear the offer; then say the words."""
        async with trio.open_nursery() as nursery:
            credentials = Credentials(self._me, system_entropy)
            link = await dial(nursery, parse_join_line(self._line), credentials, Intent())
            try:
                await self._play(link, sits_down=sits_down)
                for note in words:
                    await link.send_note(note)
                while True:
                    await link.receive()
            except LinkError:
                pass
            await link.close(NAMES[0])
            nursery.cancel_scope.cancel()

    async def _play(self, link: Link, *, sits_down: bool) -> None:
        seed = MatchSeed.generate(system_entropy)
        session = Session(
            Seat.GUEST, self._me, link.peer_key, seed, system_entropy, lambda: 0, keep=lambda frame: None
        )

        class Chain(ToyChain):
            n_frames = 0

            async def hear(self, frame: bytes) -> None:
                await trio.lowlevel.checkpoint()
                session.receive(frame)
                self.n_frames = session.n_frames

            def head_at(self, n_frames: int) -> bytes:
                return session.head_at(n_frames)

        await synchronize(link, Chain())
        if not sits_down:
            return
        frames = session.accept(self._name).frames
        while session.table.stage is not Stage.MOVE:
            for frame in frames:
                await link.send_frame(frame)
            item = await link.receive()
            if isinstance(item, Frame):
                frames = session.receive(item.data).frames


@contextmanager
def hosting(home: Path) -> Iterator[tuple[Player, str]]:
    words = ("host", "--port", "0", "--bind", "127.0.0.1", "--bot", "simple", "--yes")
    with playing(home, *words) as host:
        yield host, str(host.wait_for("join_line")["line"])


async def test_a_stranger_who_declines_is_shown_inert_and_leaves_nothing(tmp_path: Path) -> None:
    with hosting(tmp_path) as (host, line):
        with trio.fail_after(60):
            await Stranger(line, NAMES[0]).visit(Note("declined", (NAMES[0] * 10,)), sits_down=False)
        host.signal(15)
        assert host.finish() == 143
        check_inert("\n".join(host.text))
        assert any("does not want to play" in text for text in host.text)
    assert not list((tmp_path / "matches").iterdir())
    assert not (tmp_path / "peers.toml").exists()


@pytest.mark.slow
async def test_a_guest_with_such_a_name_who_chats_is_shown_inert(tmp_path: Path) -> None:
    words = [Note("chat", (text * 10,)) for text in NAMES]
    with hosting(tmp_path) as (host, line):
        with trio.fail_after(60):
            await Stranger(line, NAMES[4]).visit(*words, Note("bye", (NAMES[4] * 10,)), sits_down=True)
        host.signal(15)
        assert host.finish() == 143
        check_inert("\n".join(host.text))
        assert all(json.dumps(event).isascii() for event in host.events)


async def test_a_version_that_a_stranger_claims_is_shown_inert(tmp_path: Path) -> None:
    honest = Honest(story("knock"), 3, Seat.GUEST, tmp_path)
    sitting = honest.sitting()

    async def nobody(_: object) -> Link:
        raise VersionMismatch((1,), NAMES[0] + NAMES[4])

    assert await sitting.play(nobody, Stop()) is Exit.UNFINISHED
    assert "speaks protocol" in "\n".join(honest.witness.said)
    check_inert("\n".join(honest.witness.said))
