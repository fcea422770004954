"""Faults in the journal, the file and what is kept when."""

from typing import Final

from tests.mutants.mutant import Mutant

_JOURNAL: Final = ("record/test_journal.py", "record/test_crash.py")
_FILE: Final = ("record/test_scan.py", "record/test_examine.py")

MUTANTS: Final = (
    Mutant(
        "a frame is not synced",
        "record/journal.py",
        "            self._disk.write(self._handle, self._end, data)\n            self._disk.sync(self._handle)\n",
        "            self._disk.write(self._handle, self._end, data)\n",
        _JOURNAL,
    ),
    Mutant(
        "a failed write is tried again",
        "record/journal.py",
        "        self._usable = False  # until both calls have returned; an interruption between them is a failure too\n",
        "",
        _JOURNAL,
    ),
    Mutant(
        "a reopened journal is not synced",
        "record/journal.py",
        "        disk.sync(handle)\n        disk.sync_folder(self.path.parent)\n        self._end",
        "        disk.sync_folder(self.path.parent)\n        self._end",
        _JOURNAL,
    ),
    Mutant(
        "a reopened journal's folder is not synced",
        "record/journal.py",
        "        disk.sync_folder(self.path.parent)\n        self._end",
        "        self._end",
        _JOURNAL,
    ),
    Mutant(
        "two programs may hold one journal",
        "record/journal.py",
        "        disk.lock(handle, wait=False)\n        ending",
        "        ending",
        _JOURNAL,
    ),
    Mutant(
        "damage is cut off like an interrupted write",
        "record/journal.py",
        "        is_torn = ending.kind in kinds and not ending.disclosures and may_be_torn(tail)\n",
        "        is_torn = True\n",
        _JOURNAL,
    ),
    Mutant(
        "an interrupted write is left where it is",
        "record/journal.py",
        "        self._disk.truncate(self._handle, ending.offset)\n",
        "",
        _JOURNAL,
    ),
    Mutant(
        "a finished journal takes frames",
        "record/journal.py",
        "if not self._usable or self._is_finished:",
        "if not self._usable:",
        _JOURNAL,
    ),
    Mutant(
        "a journal of absurd length is read",
        "record/journal.py",
        "if not state.is_regular or state.n_bytes > MAX_JOURNAL_BYTES:",
        "if not state.is_regular:",
        _JOURNAL,
    ),
    Mutant(
        "checksums are not looked at",
        "record/container.py",
        "return frame if len(frame) == n_bytes and zlib.crc32(frame) == crc else None",
        "return frame if len(frame) == n_bytes else None",
        (*_FILE, *_JOURNAL),
    ),
    Mutant(
        "a frame in a file may have any length",
        "record/container.py",
        "(pair, number, binary) != (0x92, 0xCE, 0xC6) or not 1 <= n_bytes <= MAX_FRAME_BYTES",
        "(pair, number, binary) != (0x92, 0xCE, 0xC6)",
        (*_FILE, *_JOURNAL),
    ),
    Mutant(
        "bytes after the end are not seen",
        "record/ending.py",
        "        if len(rest) > closing:\n",
        "        if False:\n",
        _FILE,
    ),
    Mutant(
        "a summary is believed",
        "record/examine.py",
        "    if ending.summary is not None and pack(ending.summary) == pack(true.to_value()):",
        "    if ending.summary is not None:",
        _FILE,
    ),
    Mutant(
        "a summary may stand after frames that do not end a match",
        "record/examine.py",
        "    if findings.table.stage is not Stage.CLOSED:\n",
        "    if False:\n",
        _FILE,
    ),
    Mutant(
        "a bad frame does not spoil a verdict",
        "record/examine.py",
        "if findings.refused is not None or (fault is not None and fault.code in _WITHIN):",
        "if fault is not None and fault.code in _WITHIN:",
        _FILE,
    ),
    Mutant(
        "the seed of another match is taken",
        "record/seed.py",
        "            if pack(value) == _encode(match_id, secret_bytes):\n",
        "            if True:\n",
        ("record/test_home.py",),
    ),
    Mutant(
        "the seed is made after the journal",
        "record/keeper.py",
        "            create_seed(self._home.secret(match_id), match_id, self.seed, self._disk)\n",
        "",
        ("record", "hostile"),
    ),
    Mutant(
        "the guest writes an offer down at once",
        "record/keeper.py",
        "if not self._waits or len(self._held) > 1:",
        "if True:",
        ("record", "cli/test_two_processes.py"),
    ),
)
