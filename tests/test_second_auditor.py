"""Does an auditor that was written from protocol.md alone agree with ours?

On verdict and exit code, head, deals, turns, scores and winner, on the rule that a refused frame breaks and on the
seat that answers for it. Where the two differ, the document is unclear or one of them is wrong.
"""

import random
from typing import Final

import pytest

from gin_p2p.protocol.codec import Packable, Value, pack, unpack
from gin_p2p.protocol.messages import Close
from gin_p2p.protocol.transcript import CLOSE_LABEL, FRAME_LABEL, open_envelope, seal
from gin_p2p.seat import Seat
from tests.helpers.faults import FAULTS
from tests.helpers.hostile import Fault
from tests.helpers.make_replays import REPLAYS, WANTED
from tests.helpers.protocol_text import TABLES
from tests.helpers.records import file_of
from tests.helpers.stories import SCENARIOS, story
from tests.helpers.trials import strike
from tests.helpers.two_auditors import Opinion, agreed, check_proofs_once, name_of, record_of

RECORDS: Final = {row[0]: row[1:] for row in TABLES["records"]}
SHORT: Final = ("knock", "proven", "knock deck", "dealer's misdeal", "eleven's misdeal")
"""Stories of few frames; the others are slow, for plain integers take a second or two for each hand."""
SLOW_FAULTS: Final = tuple(fault for fault in FAULTS if fault.story not in SHORT)


@pytest.fixture(autouse=True)
def _proofs_are_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    check_proofs_once(monkeypatch)


# Real matches


def in_words(said: Opinion) -> tuple[str, ...]:
    """Answer a record as the table of protocol.md lists it."""
    hands = [" ".join((ending, won or "nobody", str(points))) for ending, won, points in said.hands]
    totals = " ".join(map(str, said.totals))
    return (said.verdict, str(said.n_frames), said.head, totals, said.winner or "nobody", ", ".join(hands))


@pytest.mark.parametrize("name", WANTED)
def test_both_say_of_a_real_match_what_protocol_md_says(name: str) -> None:
    said = agreed((REPLAYS / f"{name}.gin").read_bytes())
    assert said.verdict == WANTED[name].verdict
    assert in_words(said) == RECORDS[f"{name}.gin"]


def test_every_real_match_is_in_protocol_md() -> None:
    assert list(RECORDS) == [f"{name}.gin" for name in WANTED]


def check_story(name: str) -> None:
    said = agreed(record_of(story(name)))
    assert said.verdict in {"VERIFIED", "UNFINISHED"}
    assert said.code is None


@pytest.mark.parametrize("name", SHORT)
def test_both_say_the_same_of_a_short_match(name: str) -> None:
    check_story(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SCENARIOS if name not in SHORT])
def test_both_say_the_same_of_every_other_match(name: str) -> None:
    check_story(name)


# Frames that break a rule


def check_fault(fault: Fault) -> None:
    struck = strike(fault)
    said = agreed(file_of((*story(fault.story).frames[: struck.n], *struck.frames, b"whatever follows")))
    assert said.code == fault.anchor
    assert said.accused == (name_of(fault.seat) if fault.accuses and fault.anchor != "version" else None)


@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS if fault.story in SHORT], ids=lambda fault: fault.name
)
def test_both_refuse_a_bad_frame_for_the_same_rule_and_accuse_the_same_seat(fault: Fault) -> None:
    check_fault(fault)


@pytest.mark.slow
@pytest.mark.parametrize("fault", SLOW_FAULTS, ids=lambda fault: fault.name)
def test_both_refuse_a_bad_frame_of_a_longer_match_alike(fault: Fault) -> None:
    check_fault(fault)


LATER: Final[tuple[Packable, ...]] = (
    ("open", 0, 2),
    ("open", 0, 70000, "other", b"fields"),
    ("open", 0, 0),
    ("open", 0, 1),
    ("open", 0),
    ("open", 253402300800000, 2),
    ("offer", 0, 2),
    ("open", 0, True),
    ("open", 0, 2, bytes(24576)),
)


@pytest.mark.parametrize("value", LATER)
def test_both_tell_an_offer_of_another_version_from_a_fault(value: Packable) -> None:
    host = SCENARIOS["knock"].identities[Seat.HOST]
    said = agreed(file_of([seal(bytes(16), 0, bytes(32), pack(value), host, FRAME_LABEL)]))
    assert said.code in {"version", "signature"}
    assert said.accused is None


# Bodies changed at random, and signed by whose turn it was

ODD: Final[tuple[Value, ...]] = (
    *(0, 1, 2, 51, 52, 255, 2**16, 2**32, 2**64 - 1, True, False, "", "none", "é" * 33, "open"),
    *(b"", bytes(8), bytes(32), bytes(33), bytes(48), bytes(66), b"\2" * 33, bytes(33 * 105)),
    *((), (0,), (0, 0), ("", 0, 0), ("x", 1, 1), ((),), ((0, 1, 2),), ((0, 0),), ((51, 16),), (0,) * 53),
)


def odd_value(draw: random.Random, value: Value) -> Value:
    """Answer a value like this one, or quite another."""
    if isinstance(value, tuple) and value and draw.random() < 0.7:
        place = draw.randrange(len(value))
        return (*value[:place], odd_value(draw, value[place]), *value[place + 1 :])
    if isinstance(value, bytes) and value and draw.random() < 0.7:
        place = draw.randrange(len(value))
        return value[:place] + bytes([value[place] ^ 1 << draw.randrange(8)]) + value[place + 1 :]
    return draw.choice(ODD)


def odd_body(draw: random.Random, body: bytes) -> bytes:
    value = unpack(body, max_bytes=len(body))
    assert isinstance(value, tuple)
    match draw.randrange(8):
        case 0:
            value = (*value, draw.choice(ODD))
        case 1:
            value = value[:-1]
        case 2:
            return body[: draw.randrange(len(body))]
        case _:
            return pack(odd_value(draw, value))
    return pack(value)


def check_odd_bodies(name: str, seed: int, n_bodies: int) -> None:
    told, draw = story(name), random.Random(seed)
    for _ in range(n_bodies):
        n = draw.randrange(len(told.frames))
        honest = open_envelope(told.frames[n])
        signer = told.scenario.identities[told.heard[n].seat]
        label = CLOSE_LABEL if isinstance(told.messages[n], Close) else FRAME_LABEL
        body = odd_body(draw, honest.body)
        frame = seal(honest.match_id, honest.seq, honest.prev_head, body, signer, label)
        agreed(file_of((*told.frames[:n], frame)))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ["proven", "dealer's misdeal"])
def test_both_say_the_same_of_bodies_changed_at_random(name: str, seed: int) -> None:
    check_odd_bodies(name, seed, 40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("name", ["undercut", "mahjong", "big gin", "knock deck", "turns"])
def test_both_say_the_same_of_many_bodies_changed_at_random(name: str, seed: int) -> None:
    check_odd_bodies(name, seed, 120)
