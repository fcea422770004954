"""`gin id` and `gin peers`."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from gin_p2p.crypto.identity import key_print
from gin_p2p.record.home import Home
from gin_p2p.record.peers import Checked, Peer, Peers, update_peers, with_peer
from tests.helpers.commands import Gin

NOW = datetime(2026, 11, 29, 20, 31, tzinfo=UTC)
BOB = key_print(bytes(range(32)))
CAROL = key_print(bytes(range(1, 33)))


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Gin:
    monkeypatch.setenv("GIN_HOME", str(tmp_path))
    return Gin(capsys, monkeypatch)


@pytest.fixture
def met(gin: Gin, tmp_path: Path) -> Gin:
    """A player who has met bob and carol."""
    home = Home.find({"GIN_HOME": str(tmp_path)})
    home.prepare()
    for key, name in ((BOB, "bob"), (CAROL, "carol")):
        peer = Peer(key, name, f"{name}\x1b[2J", Checked.LINE, NOW, NOW, ("203.0.113.9:4477",))
        update_peers(home.peers, partial(_with, peer))
    return gin


def _with(peer: Peer, peers: Peers) -> Peers:
    return with_peer(peers, peer)


def test_a_new_player_gets_one_key_and_keeps_it(gin: Gin) -> None:
    first, second = gin("id"), gin("id")
    assert first.code == second.code == 0
    assert first.out == second.out
    assert "you are  player" in first.out


@pytest.mark.parametrize("name", ["Zoë", "\N{PLAYING CARD BLACK JOKER}", 'a "b" \\ c'])
def test_a_chosen_name_is_kept_beside_every_other_setting(gin: Gin, tmp_path: Path, name: str) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text('# mine\nname = "old"\n[view]\nname = "stays"\n')
    assert gin("id", "name", name).code == 0
    assert f"you are  {name}" in gin("id").out
    assert settings.read_text().splitlines()[1:] == ["# mine", "[view]", 'name = "stays"']


def test_a_name_that_cannot_be_shown_is_refused_and_changes_nothing(gin: Gin, tmp_path: Path) -> None:
    assert gin("id", "name", "a\x1b[2Jb").code == 2
    assert not (tmp_path / "config.toml").exists()


def test_peers_are_listed_shown_renamed_blocked_and_forgotten(met: Gin) -> None:
    assert [line.split()[:2] for line in met("peers").out.splitlines()] == [["bob", BOB], ["carol", CAROL]]
    assert met("peers", "name", "bob", "robert").code == 0
    assert met("peers", "block", "robert").code == 0
    shown = met("peers", "show", BOB).out
    assert "robert" in shown
    assert "blocked" in shown
    assert "\x1b" not in shown
    assert met("peers", "unblock", "robert").code == 0
    assert "blocked" not in met("peers", "show", "robert").out
    assert met("peers", "forget", "robert").code == 0
    assert met("peers", "show", BOB).code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("peers", "show", "nobody"),
        ("peers", "name", "bob", "carol"),
        ("peers", "name", "bob", ""),
        ("peers", "dance"),
        ("id", "dance"),
    ],
)
def test_words_that_make_no_sense_are_refused_in_one_sentence(met: Gin, words: tuple[str, ...]) -> None:
    refused = met(*words)
    assert refused.code == 2
    assert len(refused.err.splitlines()) == 1
    assert [line.split()[0] for line in met("peers").out.splitlines()] == ["bob", "carol"]
