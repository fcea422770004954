"""Which bytes are a frame, and what hangs on the frames before it?"""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.crypto.identity import Identity
from gin_p2p.protocol.codec import Malformed, Packable, pack
from gin_p2p.protocol.transcript import (
    CLOSE_LABEL,
    FIRST_HEAD,
    FRAME_LABEL,
    MAX_FRAME_BYTES,
    MAX_SEQ,
    NO_MATCH,
    Transcript,
    next_head,
    open_envelope,
    seal,
)
from tests.helpers.provers import seeded_entropy
from tests.helpers.stories import story

ADA, BO = (Identity.generate(seeded_entropy(name)) for name in ("Ada", "Bo"))
MATCH, HEAD = bytes(range(16)), bytes(range(32))
FRAME = seal(MATCH, 7, HEAD, b"body", ADA, FRAME_LABEL)


def test_a_sealed_frame_opens_to_its_parts() -> None:
    envelope = open_envelope(FRAME)
    assert (envelope.match_id, envelope.seq, envelope.prev_head, envelope.body) == (MATCH, 7, HEAD, b"body")
    assert envelope.payload == pack((MATCH, 7, HEAD, b"body"))
    assert len(envelope.signature) == 64


def test_a_frame_is_signed_by_one_key_under_one_label() -> None:
    envelope = open_envelope(FRAME)
    assert envelope.is_signed_by(ADA.public, FRAME_LABEL)
    assert not envelope.is_signed_by(BO.public, FRAME_LABEL)
    assert not envelope.is_signed_by(ADA.public, CLOSE_LABEL)
    assert not envelope.is_signed_by(b"", FRAME_LABEL)


PARTS: dict[str, Packable] = {"match_id": MATCH, "seq": 7, "prev_head": HEAD, "body": b"body"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("match_id", bytes(15)),
        ("match_id", bytes(17)),
        ("match_id", "0123456789abcdef"),
        ("seq", MAX_SEQ),
        ("seq", True),
        ("seq", b"7"),
        ("prev_head", bytes(31)),
        ("prev_head", bytes(33)),
        ("prev_head", 0),
        ("body", "body"),
        ("body", (1,)),
    ],
)
def test_a_part_of_another_shape_is_malformed(name: str, value: Packable) -> None:
    payload = pack(tuple((PARTS | {name: value}).values()))
    with pytest.raises(Malformed):
        open_envelope(pack((payload, bytes(64))))


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        pack(()),
        pack(5),
        pack(("ping", 1)),
        pack((pack(tuple(PARTS.values())), bytes(63))),
        pack((pack(tuple(PARTS.values())), bytes(65))),
        pack((pack(tuple(PARTS.values())), "x" * 64)),
        pack((pack(tuple(PARTS.values())), bytes(64), 1)),
        pack(("text", bytes(64))),
        pack((b"", bytes(64))),
        pack((pack(tuple(PARTS.values())[:3]), bytes(64))),
        pack((pack((*PARTS.values(), 1)), bytes(64))),
        pack((pack(tuple(PARTS.values())) + b"\0", bytes(64))),
        FRAME + b"\0",
        FRAME[:-1],
    ],
    ids=range(15),
)
def test_another_shape_is_no_frame(frame: bytes) -> None:
    with pytest.raises(Malformed):
        open_envelope(frame)


def test_the_last_number_is_a_frame_and_a_longer_frame_than_the_longest_is_none() -> None:
    assert open_envelope(seal(MATCH, MAX_SEQ - 1, HEAD, b"", ADA, FRAME_LABEL)).seq == MAX_SEQ - 1
    room = MAX_FRAME_BYTES - len(seal(MATCH, 7, HEAD, bytes(30_000), ADA, FRAME_LABEL)) + 30_000
    assert open_envelope(seal(MATCH, 7, HEAD, bytes(room), ADA, FRAME_LABEL)).seq == 7
    with pytest.raises(Malformed):
        open_envelope(seal(MATCH, 7, HEAD, bytes(room + 1), ADA, FRAME_LABEL))


@given(st.binary(max_size=300))
def test_arbitrary_bytes_raise_malformed_only(data: bytes) -> None:
    for frame in (data, pack((data, bytes(64)))):
        with pytest.raises(Malformed):
            open_envelope(frame)


def test_the_head_runs_over_the_bytes_of_the_frames() -> None:
    transcript = Transcript()
    assert (transcript.head, transcript.n_frames, transcript.match_id) == (FIRST_HEAD, 0, NO_MATCH)
    transcript.append(FRAME)
    assert transcript.head == next_head(FRAME) == hashlib.sha256(b"gin-p2p chain\0" + FRAME).digest()
    assert transcript.match_id == transcript.head[:16]
    transcript.append(FRAME + b"x")
    assert transcript.n_frames == 2
    assert transcript.match_id == transcript.head_at(1)[:16]
    assert [transcript.head_at(n) for n in range(3)] == [FIRST_HEAD, next_head(FRAME), transcript.head]


@pytest.mark.parametrize("n", [-1, 2])
def test_a_head_that_is_not_there_is_an_index_error(n: int) -> None:
    transcript = Transcript()
    transcript.append(FRAME)
    with pytest.raises(IndexError):
        transcript.head_at(n)


def test_the_frames_of_a_match_hold_its_id_their_number_and_the_head_before() -> None:
    told = story("knock")
    for n, frame in enumerate(told.frames):
        envelope = open_envelope(frame)
        assert envelope.seq == n
        assert envelope.prev_head == told.heads[n]
        assert envelope.match_id == (told.heads[1][:16] if n else NO_MATCH)
        label = CLOSE_LABEL if n >= len(told.frames) - 2 else FRAME_LABEL
        assert envelope.is_signed_by(told.scenario.identities[told.heard[n].seat].public, label)
