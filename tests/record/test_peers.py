"""Does the list of peers say what was written into it, whatever the names?"""

import os
import stat
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.crypto.identity import key_print
from gin_p2p.record.disk import SystemDisk
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.peers import (
    MAX_PEERS_BYTES,
    Checked,
    Peer,
    Peers,
    by_key,
    by_name,
    format_peers,
    free_name,
    load_peers,
    update_peers,
    with_peer,
    without_peer,
)
from tests.helpers.simdisk import SimDisk

THEN: Final = datetime(2026, 11, 29, 20, 31, 7, tzinfo=UTC)
KEYS: Final = tuple(key_print(bytes([number]) * 32) for number in range(3))
BOB: Final = Peer(
    KEYS[0], "bob", "Bobby", Checked.LINE, THEN, THEN, ("203.0.113.9:4477", "[2001:db8::1]:4477")
)
CAROL: Final = Peer(KEYS[1], "carol", "carol", Checked.NO, THEN, THEN, blocked=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "peers.toml"


def test_peers_come_back(path: Path) -> None:
    assert load_peers(path) == ()
    assert update_peers(path, lambda peers: (*peers, BOB, CAROL)) == (BOB, CAROL)
    assert load_peers(path) == (BOB, CAROL)
    assert sorted(file.name for file in path.parent.iterdir()) == ["peers.toml", "peers.toml.lock"]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@given(st.text(), st.lists(st.text(), max_size=3).map(tuple))
def test_any_name_comes_back(
    tmp_path_factory: pytest.TempPathFactory, text: str, seen_at: tuple[str, ...]
) -> None:
    peer = replace(BOB, name="x" + text, claimed=text, seen_at=seen_at)
    path = tmp_path_factory.mktemp("home") / "peers.toml"
    path.write_bytes(format_peers((peer,)).encode())
    assert load_peers(path) == (peer,)


def test_a_name_cannot_move_the_readers_cursor_or_add_a_line() -> None:
    text = format_peers((replace(BOB, claimed='\x1b[2J"\nblocked = false\u202e\\'),))
    assert all(letter == "\n" or letter.isprintable() for letter in text)
    assert text.count("\nblocked") == 1


def test_times_are_written_in_utc(path: Path) -> None:
    east = THEN.astimezone(timezone(timedelta(hours=2)))
    update_peers(path, lambda _: (replace(BOB, first=east),))
    assert "first = 2026-11-29T20:31:07Z" in path.read_text(encoding="utf-8")


def test_peers_are_found_replaced_and_forgotten() -> None:
    peers: Peers = (BOB, CAROL)
    assert by_key(peers, KEYS[1]) == CAROL
    assert by_key(peers, KEYS[2]) is None
    assert by_name(peers, "BOB") == BOB
    assert by_name(peers, "dave") is None
    assert free_name(peers, "dave") == "dave"
    assert free_name((*peers, replace(BOB, name="bob-2")), "Bob") == "Bob-3"
    assert with_peer(peers, replace(BOB, name="rob")) == (replace(BOB, name="rob"), CAROL)
    assert with_peer((CAROL,), BOB) == (CAROL, BOB)
    assert without_peer(peers, KEYS[0]) == (CAROL,)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"key": KEYS[0].upper()}, "not written as usual"),
        ({"key": "bob"}, "28 letters"),
        ({"name": " "}, "has a name"),
        ({"first": THEN.replace(tzinfo=None)}, "needs a zone"),
        ({"last": THEN.replace(tzinfo=None)}, "needs a zone"),
    ],
)
def test_an_impossible_peer_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(BOB, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("blocked", "bloked", "unknown key 'bloked'"),
        ("name = ", "# ", "'name' is missing"),
        ('"bob"', "5", "'name' is missing or of the wrong kind"),
        ("blocked = false", "blocked = 0", "'blocked'"),
        ('"line"', '"perhaps"', "perhaps"),
        ("07Z", "07", "needs a zone"),
        ("2026-11-29T20:31:07Z", "2026-11-29", "'first'"),
        ('["203.0.113.9:4477"', "[4477", "'seen_at'"),
        ("seen_at = [", "seen_at = 5 # ", "'seen_at'"),
        ("[[peer]]", "[peer]", "not a \\[\\[peer\\]\\]"),
        ("[[peer]]", "version = 2\n[[peer]]", "not a \\[\\[peer\\]\\]"),
        ("[[peer]]", "peer = [5]\n[x]", "not a \\[\\[peer\\]\\]"),
        ("[[peer]]", "[[peer", "not TOML"),
    ],
)
def test_a_list_that_is_not_as_we_write_it_is_refused(path: Path, old: str, new: str, message: str) -> None:
    text = format_peers((BOB,))
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(FileRefusedError, match=message):
        load_peers(path)
    with pytest.raises(FileRefusedError, match=message):
        update_peers(path, lambda peers: peers)
    assert path.read_bytes() == before


def test_a_peer_that_is_no_table_is_refused(path: Path) -> None:
    path.write_text("peer = [5]", encoding="utf-8")
    with pytest.raises(FileRefusedError, match="a peer is a table"):
        load_peers(path)


@pytest.mark.parametrize("other", [replace(CAROL, key=BOB.key), replace(CAROL, name="Bob")])
def test_two_peers_that_could_be_taken_for_each_other_are_refused(path: Path, other: Peer) -> None:
    with pytest.raises(ValueError, match="two peers have equal"):
        update_peers(path, lambda _: (BOB, other))
    assert not path.exists()
    path.write_text(format_peers((BOB, other)), encoding="utf-8")
    with pytest.raises(FileRefusedError, match="two peers have equal"):
        load_peers(path)


def test_a_list_that_is_too_long_is_refused(path: Path) -> None:
    path.write_bytes(b"#" * (MAX_PEERS_BYTES + 1))
    with pytest.raises(FileRefusedError, match="too long"):
        load_peers(path)


@pytest.mark.parametrize("call", ["create", "lock", "write", "sync", "replace", "sync_folder"])
def test_a_failing_disk_is_named(path: Path, call: str) -> None:
    disk = SimDisk(Random(1))
    disk.failing = lambda name: name == call
    with pytest.raises(FileRefusedError, match="cannot be written"):
        update_peers(path, lambda _: (BOB,), disk)
    assert not disk.open_files


def test_two_programs_that_write_at_once_lose_nothing(path: Path) -> None:
    is_inside, may_go_on = threading.Event(), threading.Event()

    def slow(peers: Peers) -> Peers:
        is_inside.set()
        assert may_go_on.wait(10)
        return (*peers, BOB)

    first = threading.Thread(target=update_peers, args=(path, slow))
    first.start()
    assert is_inside.wait(10)

    class Watched(SystemDisk):
        def lock(self, handle: int, *, wait: bool) -> None:
            may_go_on.set()
            super().lock(handle, wait=wait)

    update_peers(path, lambda peers: (*peers, CAROL), Watched())
    first.join()
    assert load_peers(path) == (BOB, CAROL)
