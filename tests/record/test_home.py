"""Are files where we say, and private files refused when they are not as we left them?"""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.codec import pack, unpack
from gin_p2p.record.disk import SystemDisk
from gin_p2p.record.errors import FileRefusedError, JournalError
from gin_p2p.record.home import MAX_SETTINGS_BYTES, Home, Settings, load_settings, load_text
from gin_p2p.record.identity_file import load_identity, load_or_create_identity, save_identity
from gin_p2p.record.private_file import MAX_BYTES
from gin_p2p.record.seed import create_seed, load_seed

MATCH_ID: Final = bytes(range(16))
SECRET: Final = b"\x07secret-bytes-of-a-seat-in-play\x07"
IDENTITY: Final = Identity.from_private_bytes(SECRET)
OTHER: Final = Identity.from_private_bytes(bytes(32))
posix_only = pytest.mark.skipif(os.name != "posix", reason="permissions and links of POSIX")


def save_secret(path: Path) -> None:
    create_seed(path, MATCH_ID, MatchSeed(SECRET))


def load_secret(path: Path) -> bytes:
    return load_seed(path, MATCH_ID).secret_bytes


def save_key(path: Path) -> None:
    save_identity(path, IDENTITY)


def load_key(path: Path) -> bytes:
    return load_identity(path).private_bytes()


each_private_file = pytest.mark.parametrize(
    ("save", "load"), [(save_secret, load_secret), (save_key, load_key)]
)
Save = Callable[[Path], None]
Load = Callable[[Path], bytes]


def write_private(path: Path, data: bytes) -> None:
    path.touch(mode=0o600)
    path.write_bytes(data)


def test_gin_home_puts_all_into_one_folder(tmp_path: Path) -> None:
    home = Home.find({"GIN_HOME": str(tmp_path)})
    assert home.settings == tmp_path / "config.toml"
    assert home.identity == tmp_path / "identity"
    assert home.peers == tmp_path / "peers.toml"
    assert home.records == tmp_path / "records"
    assert home.log == tmp_path / "log"
    assert home.journal(MATCH_ID) == tmp_path / "matches" / "000102030405060708090a0b0c0d0e0f.gin"
    assert home.secret(MATCH_ID) == tmp_path / "matches" / "000102030405060708090a0b0c0d0e0f.secret"


def test_without_gin_home_the_systems_places_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    home = Home.find({"GIN_HOME": ""})
    assert home.identity.name == "identity"
    assert "gin" in home.identity.parts
    assert "gin" in home.settings.parts
    assert home == Home.find({})


def test_gin_home_may_be_relative_and_may_use_the_tilde(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Home.find({"GIN_HOME": "x"}).data == tmp_path / "x"
    assert Home.find({"GIN_HOME": "~/x"}).data == tmp_path / "x"
    monkeypatch.setenv("GIN_HOME", "y")
    assert Home.find().data == tmp_path / "y"


def test_missing_folders_are_made_for_their_owner(tmp_path: Path) -> None:
    home = Home(tmp_path / "a" / "config", tmp_path / "b" / "data", tmp_path / "c" / "state")
    home.prepare()
    home.prepare()
    for folder in (home.config, home.records, home.matches, home.log):
        assert folder.is_dir()
        if os.name == "posix":
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileRefusedError, match=r"file.* cannot be created"):
        Home.find({"GIN_HOME": str(tmp_path / "file")}).prepare()


def test_settings_are_optional(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    assert load_settings(path) == Settings(None)
    path.write_text('name = "Zoë"\n[view]\nbell = "turn"\n', encoding="utf-8")
    assert load_settings(path) == Settings("Zoë")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"name = 5", "not a text"),
        (b'name = "  "', "not a text"),
        (b"name = ", "not TOML"),
        (b'name = "\xff"', "not TOML"),
        (b"a = " + b"[" * 100_000, "not TOML"),
        (b"#" * (MAX_SETTINGS_BYTES + 1), "too long"),
    ],
)
def test_settings_that_make_no_sense_are_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(data)
    with pytest.raises(FileRefusedError, match=reason):
        load_settings(path)


def test_a_folder_in_the_place_of_the_settings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileRefusedError, match="cannot be read"):
        load_settings(tmp_path)


@each_private_file
def test_a_private_file_comes_back_and_is_private(tmp_path: Path, save: Save, load: Load) -> None:
    path = tmp_path / "file"
    save(path)
    assert load(path) == SECRET
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@each_private_file
def test_a_private_file_that_is_not_there_is_not_there(tmp_path: Path, save: Save, load: Load) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "file")
    with pytest.raises((JournalError, FileRefusedError), match=r"cannot be (created|written)"):
        save(tmp_path / "no folder" / "file")


@posix_only
@each_private_file
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o601])
def test_a_file_that_others_may_read_is_refused_with_the_remedy(
    tmp_path: Path, save: Save, load: Load, mode: int
) -> None:
    path = tmp_path / "file"
    save(path)
    path.chmod(mode)
    with pytest.raises(FileRefusedError, match=r"can be read by others\. Fix: chmod 600 '.*file'"):
        load(path)
    path.chmod(0o400)
    assert load(path) == SECRET


@each_private_file
def test_a_private_file_with_any_byte_changed_or_missing_is_refused(
    tmp_path: Path, save: Save, load: Load
) -> None:
    path = tmp_path / "file"
    save(path)
    good = path.read_bytes()
    bad = [good[:n_bytes] for n_bytes in range(len(good))] + [
        good + b"\0",
        bytes(MAX_BYTES),
        bytes(MAX_BYTES + 1),
    ]
    bad += [
        good[:place] + bytes([good[place] ^ mask]) + good[place + 1 :]
        for place in range(len(good))
        for mask in (1, 128)
    ]
    for data in bad:
        path.write_bytes(data)
        with pytest.raises(FileRefusedError) as caught:
            load(path)
        assert "secret-bytes" not in str(caught.value)
        assert caught.value.__cause__ is None


@posix_only
@each_private_file
@pytest.mark.parametrize("target", ["real", "/dev/null", "/dev/zero", "nowhere"])
def test_a_symbolic_link_to_a_private_file_is_refused(
    tmp_path: Path, save: Save, load: Load, target: str
) -> None:
    save(tmp_path / "real")
    (tmp_path / "file").symlink_to(target)
    with pytest.raises(FileRefusedError, match="is a symbolic link"):
        load(tmp_path / "file")


@posix_only
@each_private_file
def test_what_is_not_a_file_is_refused(tmp_path: Path, save: Save, load: Load) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe", 0o600)
    for name in ("folder", "pipe"):
        with pytest.raises(FileRefusedError, match="is not a file"):
            load(tmp_path / name)


class UnreadableDisk(SystemDisk):
    """Fails where the permissions of a file would stop anybody but the superuser, or the medium is worn out."""

    def __init__(self, call: str) -> None:
        self.call = call

    def open(self, path: Path, *, writable: bool) -> int:
        if self.call == "open":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return super().open(path, writable=writable)

    def read(self, handle: int, offset: int, n_bytes: int) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


@pytest.mark.parametrize(("call", "reason"), [("open", "cannot be opened"), ("read", "cannot be read")])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, call: str, reason: str) -> None:
    save_key(tmp_path / "file")
    with pytest.raises(FileRefusedError, match=reason):
        load_identity(tmp_path / "file", UnreadableDisk(call))


def test_a_seed_is_of_one_match_only_and_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "file"
    save_secret(path)
    with pytest.raises(FileRefusedError, match="another match"):
        load_seed(path, bytes(16))
    with pytest.raises(JournalError, match="cannot be created"):
        create_seed(path, MATCH_ID, MatchSeed(bytes(32)))
    assert load_secret(path) == SECRET


@pytest.mark.parametrize(
    "value",
    [
        ("gin-identity", 1, SECRET, OTHER.public),
        ("gin-identity", 1, SECRET, b""),
        ("gin-identity", 1, SECRET[:31], IDENTITY.public),
        ("gin-identity", 2, SECRET, IDENTITY.public),
        ("gin-secret", 1, SECRET, IDENTITY.public),
        ("gin-identity", 1, SECRET),
        "gin-identity",
    ],
)
def test_an_identity_whose_halves_do_not_belong_together_is_refused(
    tmp_path: Path, value: tuple[str, ...]
) -> None:
    write_private(tmp_path / "identity", pack(value))
    with pytest.raises(FileRefusedError) as caught:
        load_identity(tmp_path / "identity")
    assert "secret-bytes" not in str(caught.value)


@pytest.mark.parametrize("n_bytes", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(tmp_path: Path, n_bytes: int) -> None:
    save_secret(tmp_path / "good")
    good = unpack((tmp_path / "good").read_bytes(), max_bytes=MAX_BYTES)
    assert isinstance(good, tuple)
    write_private(tmp_path / "file", pack((*good[:3], bytes(n_bytes), good[4])))
    with pytest.raises(FileRefusedError, match="is damaged"):
        load_secret(tmp_path / "file")


def test_an_identity_is_never_overwritten(tmp_path: Path) -> None:
    save_key(tmp_path / "identity")
    with pytest.raises(FileExistsError):
        save_identity(tmp_path / "identity", OTHER)
    assert load_key(tmp_path / "identity") == SECRET


def test_the_first_start_makes_an_identity_and_later_ones_keep_it(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    first = load_or_create_identity(path, system_entropy)
    assert load_or_create_identity(path, lambda _n: SECRET).public == first.public


def test_of_two_first_starts_one_identity_wins(tmp_path: Path) -> None:
    path = tmp_path / "identity"

    def entropy_that_is_overtaken(n_bytes: int) -> bytes:
        save_key(path)
        return bytes(n_bytes)

    assert load_or_create_identity(path, entropy_that_is_overtaken).public == IDENTITY.public


def test_an_unsafe_identity_is_not_replaced_by_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    write_private(path, b"damaged")
    with pytest.raises(FileRefusedError, match="is damaged"):
        load_or_create_identity(path, system_entropy)
    assert path.read_bytes() == b"damaged"


def test_a_text_that_somebody_names_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes("target = 150  # até\r\n".encode())
    assert load_text(path, 64) == "target = 150  # até\r\n"


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("absent", None, "does not exist"),
        ("long", b"x" * 65, "is too long"),
        ("latin", b"\xe9", "is not a text file"),
        ("a\0b", None, "is not a text file"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused(
    tmp_path: Path, name: str, data: bytes | None, reason: str
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(FileRefusedError, match=reason):
        load_text(path, 64)


def test_a_folder_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(FileRefusedError, match="cannot be read"):
        load_text(tmp_path, 64)
