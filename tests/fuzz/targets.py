"""Which functions of ours read bytes of a stranger, and which errors may they raise?

A target takes any bytes and returns, whatever they are; an error that is not named here goes through and is a find.
Where bytes are accepted, what must then be true is asserted.
"""

import io
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from gin_p2p.cli.grammar import NotUnderstood
from gin_p2p.cli.grammar import parse as parse_typed
from gin_p2p.cli.text import inert
from gin_p2p.crypto.identity import parse_key_print
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.net import errors as net
from gin_p2p.net import handshake
from gin_p2p.net.joinline import parse_join_line
from gin_p2p.net.notes import Frame, sort_untrusted
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.codec import Malformed, pack, unpack
from gin_p2p.protocol.disclosure import Disclosure
from gin_p2p.protocol.judgement import BadFrame, Refused
from gin_p2p.protocol.transcript import MAX_FRAME_BYTES, open_envelope, seal
from gin_p2p.protocol.wire import decode_body, encode_body
from gin_p2p.record.bookmark import load_bookmark
from gin_p2p.record.disk import FileState, SystemDisk
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.examine import examine_items
from gin_p2p.record.home import load_settings
from gin_p2p.record.identity_file import load_identity
from gin_p2p.record.peers import format_peers, load_peers
from gin_p2p.record.scan import scan
from gin_p2p.record.seed import load_seed
from gin_p2p.record.summary import Summary
from gin_p2p.rules.parameters import BadRules
from gin_p2p.rules.settings import from_toml
from tests.helpers.stories import story

Target: TypeAlias = Callable[[bytes], None]
HIDDEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
STORIES: Final = ("turns", "mahjong", "knock")


class BytesDisk(SystemDisk):
    """A disk with one private file."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def open(self, path: Path, *, writable: bool) -> int:
        return 0

    def state(self, handle: int) -> FileState:
        return FileState(len(self._data), is_regular=True, others_may_read=False)

    def read(self, handle: int, offset: int, n_bytes: int) -> bytes:
        return self._data[offset : offset + n_bytes]

    def close(self, handle: int) -> None:
        """Nothing is open."""


class TextFile(type(Path())):  # type: ignore[misc]  # a path of this system
    """A path whose file holds given bytes."""

    data: bytes

    def open(self, *_: object, **__: object) -> io.BytesIO:  # for reading only
        return io.BytesIO(self.data)


def file_of(data: bytes) -> TextFile:
    path = TextFile("a file")
    path.data = data
    return path


def codec(data: bytes) -> None:
    with suppress(Malformed):
        assert pack(unpack(data, max_bytes=MAX_FRAME_BYTES)) == data


def note(data: bytes) -> None:
    with suppress(net.BadFrame):
        item = sort_untrusted(data)
        assert not isinstance(item, Frame) or item.data == data


def envelope(data: bytes) -> None:
    with suppress(Malformed):
        opened = open_envelope(data)
        assert pack((opened.payload, opened.signature)) == data


def body(data: bytes) -> None:
    with suppress(Malformed):
        assert encode_body(*decode_body(data)) == data


def disclosure(data: bytes) -> None:
    with suppress(Malformed):
        Disclosure.open(data)


def unsigned_frame(data: bytes) -> None:
    """Whatever a stranger sends in the middle of a match, nobody is blamed for it."""
    told = story("turns")
    referee = told.referee_at(len(told.frames) // 2)
    before = referee.table
    if data == told.frames[len(told.frames) // 2]:
        return
    with suppress(BadFrame):
        referee.hear(data)
        raise AssertionError("a frame that no seat has signed was heard")
    assert referee.table is before


def signed_body(data: bytes) -> None:
    """Whatever the speaker signs, the judge answers a table or a rule. The first two bytes pick story and frame."""
    told = story(STORIES[data[0] % len(STORIES)] if data else STORIES[0])
    n = (data[1] if len(data) > 1 else 0) % len(told.frames)
    referee = told.referee_at(n)
    before, speaker = referee.table, referee.table.speaker
    assert speaker is not None
    moment, signer = referee.moment, told.scenario.identities[speaker]
    frame = seal(moment.match_id, n, moment.head, data[2:], signer, referee.label)
    if len(frame) > MAX_FRAME_BYTES:
        return
    try:
        referee.hear(frame)
    except Refused:
        assert referee.table is before


def first_message(data: bytes) -> None:
    with suppress(net.BadFrame):
        assert 1 <= len(handshake._versions_untrusted(data)) <= 16


def introduction(data: bytes) -> None:
    with suppress(net.BadFrame):
        signed, _ = handshake._signed_untrusted(data)
        handshake._introduction_untrusted(signed)
    with suppress(net.BadFrame):
        handshake._introduction_untrusted(data)


def hosts_answer(data: bytes) -> None:
    with suppress(Malformed):
        handshake._parse_body2(data)
    with suppress(Malformed):
        handshake._refusal(unpack(data, max_bytes=2048), (1,))


def record(data: bytes) -> None:
    """A file is examined to its end, and never verified unless it is a whole match."""
    report = examine_items(scan(io.BytesIO(data).read))
    assert report.verdict is not Verdict.VERIFIED or report.is_signed_off


def summary(data: bytes) -> None:
    with suppress(Malformed):
        value = unpack(data, max_bytes=16 * 1024)
        claimed = Summary.parse(value)
        assert claimed is None or pack(claimed.to_value()) == data


def identity_file(data: bytes) -> None:
    with suppress(FileRefusedError):
        load_identity(Path("identity"), BytesDisk(data))


def seed_file(data: bytes) -> None:
    with suppress(FileRefusedError):
        assert isinstance(load_seed(Path("seed"), bytes(16), BytesDisk(data)), MatchSeed)


def peers_file(data: bytes) -> None:
    with suppress(FileRefusedError):
        peers = load_peers(file_of(data))
        assert load_peers(file_of(format_peers(peers).encode())) == peers


def small_files(data: bytes) -> None:
    with suppress(FileRefusedError):
        load_settings(file_of(data))
    with suppress(FileRefusedError):
        load_bookmark(file_of(data))


def rules_file(data: bytes) -> None:
    with suppress(UnicodeDecodeError, BadRules):
        from_toml(data.decode())


def join_line(data: bytes) -> None:
    text = data.decode(errors="surrogateescape")
    with suppress(net.JoinLineError):
        line = parse_join_line(text)
        assert parse_join_line(str(line)) == line
    with suppress(ValueError):
        parse_key_print(text)


def typed_line(data: bytes) -> None:
    with suppress(NotUnderstood):
        parse_typed(data.decode(errors="surrogateescape"), ())


def foreign_text(data: bytes) -> None:
    shown = inert(data.decode(errors="surrogateescape"))
    assert shown
    assert not {char for char in shown if unicodedata.category(char) in HIDDEN}


TARGETS: Final[dict[str, Target]] = {
    target.__name__: target
    for target in (
        codec,
        note,
        envelope,
        body,
        disclosure,
        unsigned_frame,
        signed_body,
        first_message,
        introduction,
        hosts_answer,
        record,
        summary,
        identity_file,
        seed_file,
        peers_file,
        small_files,
        rules_file,
        join_line,
        typed_line,
        foreign_text,
    )
}


@cache
def seeds_of(name: str) -> tuple[bytes, ...]:
    """Answer real inputs of a target, to start from."""
    from tests.fuzz import seeds

    return seeds.SEEDS[name]()
