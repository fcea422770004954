"""Is an offer of a later version told from a fault, even where its fields are others?"""

import pytest

from gin_p2p.protocol.audit import audit
from gin_p2p.protocol.codec import Packable, pack
from gin_p2p.protocol.judgement import BadFrame, Refused, Rule, Violation
from gin_p2p.protocol.referee import Referee
from gin_p2p.protocol.transcript import FRAME_LABEL, seal
from gin_p2p.protocol.wire import version_of
from gin_p2p.seat import Seat
from tests.helpers.arena import Scenario
from tests.helpers.stories import SCENARIOS

LATER = [
    ("open", 0, 2),
    ("open", 0, 2, "other", b"fields"),
    ("open", 0, 2**64 - 1, bytes(32), bytes(32)),
    ("open", 0, 0),
]
NO_OFFER: list[Packable] = [
    ("open", 0),
    ("open", 0, "2"),
    ("open", 0, True),
    ("open", "0", 2),
    ("open", 253402300800000, 2),
    ("offer", 0, 2),
    (b"open", 0, 2),
    "open",
]
SCENARIO: Scenario = SCENARIOS["knock"]


def offered(value: Packable) -> bytes:
    body = value if isinstance(value, bytes) else pack(value)
    return seal(bytes(16), 0, bytes(32), body, SCENARIO.identities[Seat.HOST], FRAME_LABEL)


@pytest.mark.parametrize("value", LATER)
def test_an_offer_of_another_shape_is_of_another_version_to_a_peer(value: Packable) -> None:
    host, guest = SCENARIO.identities
    with pytest.raises(Violation) as refused:
        Referee((host.public, guest.public)).hear(offered(value))
    assert (refused.value.code, refused.value.seat) == (Rule.VERSION, Seat.HOST)


@pytest.mark.parametrize("value", LATER)
def test_an_offer_of_another_shape_accuses_nobody_in_an_audit(value: Packable) -> None:
    refused = audit([offered(value)]).refused
    assert isinstance(refused, BadFrame)
    assert refused.code == Rule.VERSION


@pytest.mark.parametrize("value", [*NO_OFFER, ("open", 0, 1), ("open", 0, 1, "other", b"fields")])
def test_what_is_no_offer_or_a_bad_one_of_this_version_is_no_other_version(value: Packable) -> None:
    host, guest = SCENARIO.identities
    with pytest.raises(Refused) as refused:
        Referee((host.public, guest.public)).hear(offered(value))
    assert refused.value.code == Rule.BODY
    in_audit = audit([offered(value)]).refused
    assert in_audit is not None
    assert in_audit.code == Rule.SIGNATURE


@pytest.mark.parametrize(
    "body", [b"", b"\xc0", pack(("open", 0, 2)) + b"\0", pack(("open", 0, 2, bytes(24576)))]
)
def test_bytes_that_are_no_body_name_no_version(body: bytes) -> None:
    assert version_of(body) is None
