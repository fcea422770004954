"""Is a disclosure what a seat has signed, and nothing else?"""

from collections.abc import Callable

import pytest

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import Q
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed, SecretScalar
from gin_p2p.protocol.codec import Malformed, Packable, pack
from gin_p2p.protocol.disclosure import LABEL, MAX_BYTES, MAX_KEYS, Disclosure, check_signed, keys_in, split
from gin_p2p.protocol.transcript import CLOSE_LABEL, FRAME_LABEL
from gin_p2p.seat import Seat
from tests.helpers.provers import seeded_entropy

ALICE = Identity.generate(seeded_entropy("alice"))
BOB = Identity.generate(seeded_entropy("bob"))
SEED = MatchSeed.generate(seeded_entropy("seed"))
KEYS = tuple((number, SEED.deal_key(number)) for number in (1, 2, 300))
SAID = Disclosure(b"i" * 16, b"h" * 32, Seat.GUEST, KEYS)
SEALED = SAID.seal(ALICE)


def payload(
    match_id: bytes = b"i" * 16, head: bytes = b"h" * 32, seat: int = 1, keys: Packable = ((1, b"\x01" * 32),)
) -> bytes:
    return pack((match_id, head, seat, keys))


def signed(data: bytes, label: str = LABEL) -> bytes:
    return pack((data, ALICE.sign(label, data)))


def is_good(data: bytes) -> bool:
    try:
        Disclosure.open(data)
        check_signed(data, ALICE.public)
    except (Malformed, InvalidProof):
        return False
    return True


def secrets(disclosure: Disclosure) -> list[tuple[int, int]]:
    return [(number, secret.secret_int) for number, secret in disclosure.keys]


def test_what_was_sealed_is_opened() -> None:
    opened = Disclosure.open(SEALED)
    assert (opened.match_id, opened.head, opened.seat) == (b"i" * 16, b"h" * 32, Seat.GUEST)
    assert secrets(opened) == secrets(SAID)
    assert is_good(SEALED)


def test_most_keys_fit_into_the_longest_disclosure() -> None:
    last = 2**32 - 1
    keys = tuple((number, SEED.deal_key(1)) for number in range(last - MAX_KEYS + 1, last + 1))
    sealed = Disclosure(b"i" * 16, b"h" * 32, Seat.HOST, keys).seal(ALICE)
    assert len(sealed) <= MAX_BYTES
    assert len(Disclosure.open(sealed).keys) == MAX_KEYS


@pytest.mark.parametrize("numbers", [(), (2, 1), (1, 1), (0,), range(1, MAX_KEYS + 2)])
def test_keys_out_of_order_none_and_too_many_are_not_sealed(numbers: tuple[int, ...]) -> None:
    keys = tuple((number, SEED.deal_key(1)) for number in numbers)
    with pytest.raises(ValueError, match="ascending by deal"):
        Disclosure(b"i" * 16, b"h" * 32, Seat.HOST, keys).seal(ALICE)


def test_a_signature_of_another_or_for_another_use_is_refused() -> None:
    with pytest.raises(InvalidProof):
        check_signed(SEALED, BOB.public)
    for label in (FRAME_LABEL, CLOSE_LABEL):
        with pytest.raises(InvalidProof):
            check_signed(signed(payload(), label), ALICE.public)
    check_signed(signed(payload()), ALICE.public)


def test_a_flipped_bit_is_refused_wherever_it_is() -> None:
    for place in range(len(SEALED)):
        flipped = SEALED[:place] + bytes([SEALED[place] ^ 1]) + SEALED[place + 1 :]
        assert not is_good(flipped)


WRONG: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "no pair": lambda: pack((payload(),)),
    "short signature": lambda: pack((payload(), b"s" * 63)),
    "a text": lambda: pack(("payload", b"s" * 64)),
    "bytes behind it": lambda: SEALED + b"\0",
    "too long": lambda: pack((b"p" * MAX_BYTES, b"s" * 64)),
    "match id": lambda: signed(payload(match_id=b"i" * 15)),
    "head": lambda: signed(payload(head=b"h" * 33)),
    "seat": lambda: signed(payload(seat=2)),
    "no keys": lambda: signed(payload(keys=())),
    "keys are a number": lambda: signed(payload(keys=7)),
    "order": lambda: signed(payload(keys=((2, b"\1" * 32), (1, b"\1" * 32)))),
    "twice": lambda: signed(payload(keys=((1, b"\1" * 32), (1, b"\1" * 32)))),
    "deal 0": lambda: signed(payload(keys=((0, b"\1" * 32),))),
    "deal beyond four bytes": lambda: signed(payload(keys=((2**32, b"\1" * 32),))),
    "no key": lambda: signed(payload(keys=((1,),))),
    "three parts": lambda: signed(payload(keys=((1, b"\1" * 32, 0),))),
    "short key": lambda: signed(payload(keys=((1, b"\1" * 31),))),
    "zero": lambda: signed(payload(keys=((1, bytes(32)),))),
    "the order of the group": lambda: signed(payload(keys=((1, Q.to_bytes(32)),))),
    "one field more": lambda: signed(pack((b"i" * 16, b"h" * 32, 1, ((1, b"\1" * 32),), 0))),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_disclosure_is_malformed_and_discloses_nothing(what: str) -> None:
    with pytest.raises(Malformed):
        Disclosure.open(WRONG[what]())
    assert keys_in([WRONG[what]()]) == {}


def test_all_keys_of_all_disclosures_are_collected() -> None:
    other = Disclosure(b"i" * 16, b"h" * 32, Seat.HOST, ((1, SecretScalar(5)),)).seal(BOB)
    found = keys_in([SEALED, b"?", other])
    assert {(seat, number) for seat, number in found} == {
        (Seat.GUEST, 1),
        (Seat.GUEST, 2),
        (Seat.GUEST, 300),
        (Seat.HOST, 1),
    }
    assert found[Seat.HOST, 1].secret_int == 5


def test_many_keys_are_split_into_disclosures_in_order() -> None:
    key = SEED.deal_key(1)
    parts = split(dict.fromkeys(range(300, 0, -1), key))
    assert [len(part) for part in parts] == [128, 128, 44]
    assert [number for part in parts for number, _ in part] == list(range(1, 301))


def test_a_disclosure_shows_no_secret_when_it_is_printed() -> None:
    assert str(SEED.deal_key(1).secret_int) not in repr(SAID)
