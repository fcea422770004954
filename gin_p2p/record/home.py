"""Where do our files lie?

`GIN_HOME` puts everything into one folder (tests; two seats on one machine). Otherwise each system's own places are
used: settings with the settings, identity, peers and records with the data, running matches with the state.
"""

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import platformdirs

from gin_p2p.record.disk import Disk, SystemDisk, write_over
from gin_p2p.record.errors import FileRefusedError

MAX_SETTINGS_BYTES: Final = 256 * 1024
_FOLDER_MODE: Final = 0o700
_NAME_LINE: Final = re.compile(r"\s*name\s*=")


@dataclass(frozen=True, slots=True)
class Home:
    """The folders of one player.

    Args:
        config: settings.
        data: identity, peers, records.
        state: running matches, their secrets, the log.
    """

    config: Path
    data: Path
    state: Path

    @classmethod
    def find(cls, environ: Mapping[str, str] | None = None) -> Self:
        """Answer where this player's files lie; nothing is created.

        Args:
            environ: `GIN_HOME` is looked up here; the process's own environment unless a test says otherwise.
        """
        folder = (os.environ if environ is None else environ).get("GIN_HOME", "")
        if folder:
            home = Path(folder).expanduser().absolute()
            return cls(home, home, home)
        return cls(
            platformdirs.user_config_path("gin", appauthor=False),
            platformdirs.user_data_path("gin", appauthor=False),
            platformdirs.user_state_path("gin", appauthor=False),
        )

    @property
    def settings(self) -> Path:
        """The settings, `config.toml`."""
        return self.config / "config.toml"

    @property
    def identity(self) -> Path:
        """The identity key."""
        return self.data / "identity"

    @property
    def peers(self) -> Path:
        """Whom we met, `peers.toml`."""
        return self.data / "peers.toml"

    @property
    def records(self) -> Path:
        """The folder of closed matches."""
        return self.data / "records"

    @property
    def matches(self) -> Path:
        """The folder of journals and secrets."""
        return self.state / "matches"

    @property
    def log(self) -> Path:
        """The folder of the debug log."""
        return self.state / "log"

    def journal(self, match_id: bytes) -> Path:
        """Answer where the journal of a match lies."""
        return self.matches / f"{match_id.hex()}.gin"

    def secret(self, match_id: bytes) -> Path:
        """Answer where the seed of a match lies."""
        return self.matches / f"{match_id.hex()}.secret"

    def bookmark(self, match_id: bytes) -> Path:
        """Answer where the bookmark of a match lies."""
        return self.matches / f"{match_id.hex()}.toml"

    @property
    def evidence(self) -> Path:
        """The folder of second histories: each is a record of its own, up to the frame that differs."""
        return self.state / "evidence"

    def prepare(self, disk: Disk | None = None) -> None:
        """Create the folders that are missing, for their owner only, and make their names durable.

        Raises:
            FileRefusedError: a folder cannot be created.
        """
        disk = disk or SystemDisk()
        for folder in (
            self.config,
            self.data,
            self.state,
            self.records,
            self.matches,
            self.evidence,
            self.log,
        ):
            try:
                _create_folder(disk, folder)
            except OSError as error:
                raise FileRefusedError(folder, f"cannot be created ({error.strerror})") from None


@dataclass(frozen=True, slots=True)
class Settings:
    """What the settings say about their owner; everything is optional.

    Args:
        name: shown to the peer; None when none was chosen.
    """

    name: str | None = None


def load_settings(path: Path) -> Settings:
    """Read the settings. No file means no settings.

    Raises:
        FileRefusedError: it cannot be read, is not TOML, or a value is of the wrong kind.
    """
    name = read_toml(path, MAX_SETTINGS_BYTES).get("name")
    if name is not None and (type(name) is not str or not name.strip()):
        raise FileRefusedError(path, "has a name that is not a text")
    return Settings(name)


def save_name(path: Path, name: str, disk: Disk | None = None) -> None:
    """Write a name into the settings and leave every other line of them as it is.

    Raises:
        FileRefusedError: they cannot be read or written, or are not TOML.
    """
    load_settings(path)
    try:
        lines = _read(path, MAX_SETTINGS_BYTES).decode().splitlines()
    except FileNotFoundError:
        lines = []
    first_table = next((n for n, line in enumerate(lines) if line.lstrip().startswith("[")), len(lines))
    kept = [line for n, line in enumerate(lines) if n >= first_table or not _NAME_LINE.match(line)]
    text = "\n".join((f"name = {json.dumps(name, ensure_ascii=False)}", *kept)) + "\n"
    try:
        write_over(disk or SystemDisk(), path, text.encode())
    except OSError as error:
        raise FileRefusedError(path, f"cannot be written ({error.strerror})") from None


def read_toml(path: Path, max_bytes: int) -> dict[str, object]:
    """Read a file of people and programs alike. No file is an empty one.

    Raises:
        FileRefusedError: it cannot be read, is longer than `max_bytes`, or is not TOML.
    """
    try:
        return tomllib.loads(_read(path, max_bytes).decode())
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError) as error:  # also a wrong byte of UTF-8
        raise FileRefusedError(path, f"is not TOML ({error})") from None


def load_text(path: Path, max_bytes: int) -> str:
    """Read a text that somebody has named.

    Raises:
        FileRefusedError: there is none, it cannot be read, is longer than `max_bytes`, or is not UTF-8.
    """
    try:
        return _read(path, max_bytes).decode()
    except FileNotFoundError:
        raise FileRefusedError(path, "does not exist") from None
    except ValueError:  # a wrong byte, or a name that no file can have
        raise FileRefusedError(path, "is not a text file") from None


def _read(path: Path, max_bytes: int) -> bytes:
    """Read a file that is no longer than this; that there is none is for the caller to judge."""
    try:
        with path.open("rb") as file:
            data = file.read(max_bytes + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise FileRefusedError(path, f"cannot be read ({error.strerror})") from None
    if len(data) > max_bytes:
        raise FileRefusedError(path, "is too long")
    return data


def _create_folder(disk: Disk, folder: Path) -> None:
    """Create a folder and those above it, outermost first."""
    if not folder.is_dir():
        _create_folder(disk, folder.parent)
        folder.mkdir(mode=_FOLDER_MODE, exist_ok=True)
        disk.sync_folder(folder.parent)
