"""Is every change of a record noticed, named, and blamed on nobody who did not sign it?"""

from collections.abc import Iterable, Sequence

import pytest

from gin_p2p.crypto.identity import Identity
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import Findings, Verdict, audit
from gin_p2p.protocol.judgement import BadFrame, Rule, Violation
from gin_p2p.protocol.referee import Referee
from gin_p2p.protocol.transcript import (
    CLOSE_LABEL,
    FIRST_HEAD,
    FRAME_LABEL,
    NO_MATCH,
    next_head,
    open_envelope,
    seal,
)
from gin_p2p.protocol.wire import decode_body, encode_body
from gin_p2p.seat import Seat
from tests.helpers.provers import seeded_entropy
from tests.helpers.stories import story

TOLD = story("knock")
FRAMES = TOLD.frames
STRANGERS = tuple(Identity.generate(seeded_entropy(f"stranger {seat}")) for seat in Seat)
INTEGRITY = {Rule.FRAME, Rule.MATCH, Rule.CHAIN, Rule.SIGNATURE, Rule.AFTER_CLOSE}


def flip_bytes(n: int, places: Iterable[int]) -> None:
    """Flip a bit of each of these bytes of a frame, one after another; none is ever heard."""
    referee = TOLD.referee_at(n, met=False)
    frame, table = FRAMES[n], referee.table
    for place in places:
        changed = bytearray(frame)
        changed[place] ^= 1 << place % 8
        with pytest.raises(BadFrame) as caught:
            referee.hear(bytes(changed))
        assert caught.value.seq == n
        assert caught.value.code in INTEGRITY
        assert referee.table is table
    referee.hear(frame)


@pytest.mark.parametrize("n", range(len(FRAMES)))
def test_a_flipped_bit_is_refused_and_blamed_on_nobody(n: int) -> None:
    long = len(FRAMES[n]) > 500
    flip_bytes(n, [*range(110), *range(110, len(FRAMES[n]), 101 if long else 1)])


@pytest.mark.slow
@pytest.mark.parametrize("n", range(len(FRAMES)))
def test_every_flipped_byte_is_refused_and_blamed_on_nobody(n: int) -> None:
    flip_bytes(n, range(len(FRAMES[n])))


def unverified(frames: Sequence[bytes], n_good: int, *codes: Rule) -> Findings:
    """Audit frames of which only the first n are good; nobody is accused."""
    found = audit(frames)
    assert found.verdict is Verdict.NOT_VERIFIED
    assert found.accused is None
    assert found.n_frames == n_good
    assert found.refused is not None
    assert found.refused.code in codes
    return found


@pytest.mark.parametrize("n", range(len(FRAMES) - 1))
def test_a_dropped_frame_is_noticed(n: int) -> None:
    rule = Rule.MATCH if n == 0 else Rule.CHAIN
    unverified(FRAMES[:n] + FRAMES[n + 1 :], n, rule)


def test_the_last_frame_dropped_leaves_an_unfinished_match() -> None:
    assert audit(FRAMES[:-1]).verdict is Verdict.UNFINISHED


@pytest.mark.parametrize("n", range(len(FRAMES)))
def test_a_doubled_frame_is_noticed(n: int) -> None:
    rule = Rule.MATCH if n == 0 else Rule.AFTER_CLOSE if n == len(FRAMES) - 1 else Rule.CHAIN
    unverified(FRAMES[: n + 1] + FRAMES[n:], n + 1, rule)


@pytest.mark.parametrize("n", range(len(FRAMES) - 1))
def test_two_frames_swapped_are_noticed(n: int) -> None:
    unverified((*FRAMES[:n], FRAMES[n + 1], FRAMES[n], *FRAMES[n + 2 :]), n, Rule.MATCH, Rule.CHAIN)


@pytest.mark.parametrize("n", range(1, len(FRAMES)))
def test_a_match_continued_with_another_of_the_same_players_is_noticed(n: int) -> None:
    unverified(FRAMES[:n] + story("another").frames[n:], n, Rule.MATCH)


@pytest.mark.parametrize("n", range(len(FRAMES)))
def test_a_frame_of_another_match_in_the_place_of_one_is_noticed(n: int) -> None:
    other = story("another").frames[n]
    unverified((*FRAMES[:n], other, *FRAMES[n + 1 :]), n or 1, Rule.MATCH)


@pytest.mark.parametrize("n", range(len(FRAMES)))
def test_a_frame_signed_again_by_a_stranger_is_noticed(n: int) -> None:
    envelope = open_envelope(FRAMES[n])
    label = CLOSE_LABEL if n >= len(FRAMES) - 2 else FRAME_LABEL
    forged = seal(envelope.match_id, n, envelope.prev_head, envelope.body, STRANGERS[0], label)
    unverified((*FRAMES[:n], forged, *FRAMES[n + 1 :]), n, Rule.SIGNATURE)


@pytest.mark.parametrize("n", range(1, len(FRAMES)))
def test_a_frame_signed_again_by_the_other_seat_is_its_signers_fault(n: int) -> None:
    envelope, seat = open_envelope(FRAMES[n]), TOLD.heard[n].seat
    label = CLOSE_LABEL if n >= len(FRAMES) - 2 else FRAME_LABEL
    forged = seal(
        envelope.match_id, n, envelope.prev_head, envelope.body, TOLD.scenario.identities[seat.other], label
    )
    with pytest.raises(Violation) as caught:
        TOLD.referee_at(n, met=False).hear(forged)
    assert (caught.value.seat, caught.value.code) == (seat.other, Rule.TURN)


def signed_again(bodies: Iterable[bytes], identities: tuple[Identity, Identity]) -> list[bytes]:
    """Answer a whole match signed anew: ids, numbers, heads and signatures are all in order."""
    frames: list[bytes] = []
    head, match_id = FIRST_HEAD, NO_MATCH
    for n, body in enumerate(bodies):
        label = CLOSE_LABEL if n >= len(FRAMES) - 2 else FRAME_LABEL
        frames.append(seal(match_id, n, head, body, identities[TOLD.heard[n].seat], label))
        head = next_head(frames[-1])
        match_id = head[:16] if n == 0 else match_id
    return frames


def test_a_whole_match_signed_again_by_two_strangers_breaks_at_the_first_thing_bound_to_the_players() -> None:
    said = TOLD.messages[0]
    assert isinstance(said, say.Open)
    host, guest = (identity.public for identity in STRANGERS)
    opened = say.Open(
        said.version,
        host,
        guest,
        said.rules,
        said.terms,
        said.team,
        said.name,
        said.started_ms,
        said.commitment,
    )
    bodies = [encode_body(0, opened), *(open_envelope(frame).body for frame in FRAMES[1:])]
    found = audit(signed_again(bodies, (STRANGERS[0], STRANGERS[1])))
    assert found.verdict is Verdict.NOT_VERIFIED
    assert found.refused is not None
    assert (found.refused.code, found.n_frames) == (Rule.COMMITMENT, 2)


def test_a_whole_match_signed_again_by_its_own_players_under_another_name_breaks_at_the_first_proof() -> None:
    ms, said = decode_body(open_envelope(FRAMES[0]).body)
    assert isinstance(said, say.Open)
    renamed = say.Open(
        said.version,
        said.host_key,
        said.guest_key,
        said.rules,
        said.terms,
        said.team,
        "Eve",
        said.started_ms,
        said.commitment,
    )
    bodies = [encode_body(ms, renamed), *(open_envelope(frame).body for frame in FRAMES[1:])]
    found = audit(signed_again(bodies, TOLD.scenario.identities))
    assert found.refused is not None
    assert (found.refused.code, found.n_frames, found.accused) == (Rule.KEY_PROOF, 3, Seat.HOST)


def test_a_match_signed_again_as_it_is_is_the_same_match() -> None:
    bodies = [open_envelope(frame).body for frame in FRAMES]
    assert tuple(signed_again(bodies, TOLD.scenario.identities)) == FRAMES


@pytest.mark.parametrize("tail", [b"\0", b"\xc0", bytes(1000), b"junk", FRAMES[3]])
def test_anything_after_the_close_is_noticed(tail: bytes) -> None:
    unverified((*FRAMES, tail), len(FRAMES), Rule.FRAME, Rule.AFTER_CLOSE)


@pytest.mark.parametrize(
    "frames", [[], [b""], [b"\x90"], [b"PK\3\4"], [FRAMES[5]], [FRAMES[0][:-1]], [b"\xff" * 40_000]]
)
def test_no_match_is_verified_without_its_beginning(frames: list[bytes]) -> None:
    found = audit(frames)
    assert found.verdict is (Verdict.NOT_VERIFIED if frames else Verdict.UNFINISHED)
    assert found.n_frames == 0
    assert found.accused is None


def test_a_first_frame_that_is_no_offer_accuses_nobody() -> None:
    for body in (encode_body(0, say.Resign(bytes(8))), b"\xc0", b""):
        with pytest.raises(BadFrame) as caught:
            Referee().hear(seal(NO_MATCH, 0, FIRST_HEAD, body, STRANGERS[0], FRAME_LABEL))
        assert caught.value.code == Rule.SIGNATURE
