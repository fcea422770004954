"""What do real inputs look like, for a search to start from?"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final

from gin_p2p.crypto.identity import Identity, key_print
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.net.handshake import MAGIC
from gin_p2p.protocol.codec import pack
from gin_p2p.protocol.disclosure import Disclosure
from gin_p2p.protocol.transcript import open_envelope
from gin_p2p.record.peers import Checked, Peer, format_peers
from gin_p2p.record.seed import _encode
from gin_p2p.rules.presets import PRESETS
from gin_p2p.rules.settings import to_toml
from gin_p2p.seat import Seat
from tests.fuzz.targets import STORIES
from tests.helpers.records import closed_file, one_hand
from tests.helpers.stories import story

_ADA: Final = Identity.from_private_bytes(bytes([1] * 32))


def _frames() -> tuple[bytes, ...]:
    return tuple(frame for name in STORIES for frame in story(name).frames)


def _bodies() -> tuple[bytes, ...]:
    return tuple(open_envelope(frame).body for frame in _frames())


def _placed_bodies() -> tuple[bytes, ...]:
    return tuple(
        bytes([number, n]) + open_envelope(frame).body
        for number, name in enumerate(STORIES)
        for n, frame in enumerate(story(name).frames)
    )


def _notes() -> tuple[bytes, ...]:
    notes = (("ping", 1), ("sync", 7, bytes(32)), ("chat", "hello"), ("nudge",), ("again", True), ("bye", ""))
    return (*map(pack, notes), _frames()[0])


def _introductions() -> tuple[bytes, ...]:
    new = pack((_ADA.public, ("new", b"", 0, b"")))
    again = pack((_ADA.public, ("resume", bytes(16), 9, bytes(32))))
    return (new, again, pack((new, bytes(64))), pack((again, bytes(64))))


def _answers() -> tuple[bytes, ...]:
    refusal = pack(("no", "busy", "the table is taken"))
    return (pack((MAGIC, 1, bytes(32), _ADA.public)), refusal, pack(("no", "version", "1, 2")))


def _disclosures() -> tuple[bytes, ...]:
    keys = tuple((n, MatchSeed(bytes(32)).deal_key(n)) for n in (1, 2, 300))
    return (Disclosure(bytes(16), bytes(32), Seat.HOST, keys).seal(_ADA),)


def _records() -> tuple[bytes, ...]:
    whole = closed_file()
    return (whole, whole[:4000], whole[:-5])


def _peers() -> tuple[bytes, ...]:
    at = datetime(2026, 1, 2, tzinfo=UTC)
    peer = Peer(key_print(_ADA.public), "ada", "Ada\x1b", Checked.LINE, at, at, ("203.0.113.7:4477",))
    return (format_peers((peer,)).encode(),)


def _small() -> tuple[bytes, ...]:
    return (
        b'name = "ada"\n[keys]\nx = 1\n',
        b'addresses = ["a:1"]\nport = 4477\ndown_s = 1.5\nthought_s = [1.0, 2.0]\n',
    )


def _rules() -> tuple[bytes, ...]:
    return tuple(to_toml(rules).encode() for rules in PRESETS.values())


def _lines() -> tuple[bytes, ...]:
    line = f"{key_print(_ADA.public)}@203.0.113.7:4477,[2001:db8::1]:7,example.org"
    return (line.encode(), b"2001:db8::1", b"fe80::1%eth0", key_print(_ADA.public).upper().encode())


def _typed() -> tuple[bytes, ...]:
    lines = "d|7h|knock 7h 2c2d2h 5s6s7s|lay 2s 0|say hello|?|sort suit|take 2 7c8c9c|#7|big gin|quit"
    return tuple(line.encode() for line in lines.split("|"))


def _texts() -> tuple[bytes, ...]:
    texts = (
        "hello",
        "\x1b[2J",
        "\u202eexe",
        "e\u0301\u0301\u0301",
        "\u200b",
        "[red]",
        "\U000e0041",
        "a\r\nb",
    )
    return tuple(text.encode() for text in texts)


SEEDS: Final[dict[str, Callable[[], tuple[bytes, ...]]]] = {
    "codec": lambda: (*_frames()[:20], *_bodies()[:20]),
    "note": _notes,
    "envelope": _frames,
    "body": _bodies,
    "disclosure": _disclosures,
    "unsigned_frame": _frames,
    "signed_body": _placed_bodies,
    "first_message": lambda: (pack((MAGIC, (1, 2), bytes(32))),),
    "introduction": _introductions,
    "hosts_answer": _answers,
    "record": _records,
    "summary": lambda: (pack(one_hand().summary().to_value()),),
    "identity_file": lambda: (pack(("gin-identity", 1, bytes([1] * 32), _ADA.public)),),
    "seed_file": lambda: (_encode(bytes(16), bytes(32)),),
    "peers_file": _peers,
    "small_files": _small,
    "rules_file": _rules,
    "join_line": _lines,
    "typed_line": _typed,
    "foreign_text": _texts,
}
