"""Does a bookmark come back as it was written, and is a wrong one refused?"""

from pathlib import Path
from random import Random

import pytest

from gin_p2p.record.bookmark import Bookmark, load_bookmark, save_bookmark
from gin_p2p.record.errors import FileRefusedError, JournalError
from tests.helpers.simdisk import SimDisk

WHOLE = Bookmark(
    ("192.0.2.1:4477", "[2001:db8::1]:4478"), 4477, "192.0.2.1", 12.5, (3.25, -1.5), is_left=True
)


@pytest.mark.parametrize("bookmark", [Bookmark(), WHOLE])
def test_a_bookmark_comes_back_as_it_was_written(bookmark: Bookmark, tmp_path: Path) -> None:
    path = tmp_path / "7f3a.toml"
    save_bookmark(path, WHOLE)
    save_bookmark(path, bookmark)
    assert load_bookmark(path) == bookmark


def test_no_bookmark_is_an_empty_one(tmp_path: Path) -> None:
    assert load_bookmark(tmp_path / "none.toml") == Bookmark()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("port = ", "is not TOML"),
        ("post = 1", "unknown key 'post'"),
        ('port = "4477"', "a value of the wrong kind"),
        ("port = true", "a value of the wrong kind"),
        ("addresses = 3", "a value of the wrong kind"),
        ("addresses = [3]", "a value of the wrong kind"),
        ("thought_s = [1.0]", "a value of the wrong kind"),
        ("is_left = 1", "a value of the wrong kind"),
    ],
)
def test_a_bookmark_that_is_not_as_we_write_it_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "7f3a.toml"
    path.write_text(text)
    with pytest.raises(FileRefusedError, match=reason):
        load_bookmark(path)


@pytest.mark.parametrize("call", ["create", "write", "sync", "replace", "sync_folder"])
def test_a_bookmark_that_is_not_durable_is_an_error_of_the_journal(call: str) -> None:
    disk = SimDisk(Random(1))
    disk.failing = lambda name: name == call
    with pytest.raises(JournalError, match="cannot be written"):
        save_bookmark(Path("/matches/7f3a.toml"), WHOLE, disk)
