"""The program with a fault in the middle of a deal: `python -m tests.helpers.faulty crash|disk gin-words...`

`crash` is a bug of ours at a moment when secrets lie in local variables; `disk` is a disk that is suddenly full.
"""

import errno
import sys
from itertools import count
from typing import NoReturn

from gin_p2p.cli.app import main
from gin_p2p.protocol.evidence import Moment
from gin_p2p.protocol.player import Player
from gin_p2p.protocol.table import Table
from gin_p2p.record.disk import SystemDisk

N_GOOD_SYNCS = 16
"""Identity, seed, journal and the first frames; the next sync is one of a frame of the deal."""


def _crash(player: Player, table: Table, moment: Moment) -> NoReturn:
    secret = player._secret(table.dealing)
    secret_int, seed = secret.secret_int, player._seed.secret_bytes
    raise RuntimeError(f"as if the program were wrong: {secret} {len(seed)} {secret_int > 0}")


def _break_the_program() -> None:
    Player._say_shuffle = Player._say_cut = _crash  # type: ignore[method-assign,assignment]  # the fault itself


def _fill_the_disk() -> None:
    number, sync = count(), SystemDisk.sync

    def full(disk: SystemDisk, handle: int) -> None:
        if next(number) >= N_GOOD_SYNCS:
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(disk, handle)

    SystemDisk.sync = full  # type: ignore[method-assign,assignment]  # the fault itself


if __name__ == "__main__":
    {"crash": _break_the_program, "disk": _fill_the_disk}[sys.argv.pop(1)]()
    main()
