"""Do both auditors say the same of keys that were let out after the end?"""

from dataclasses import replace
from typing import Any

import pytest

from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.protocol.codec import Packable, pack
from gin_p2p.protocol.disclosure import Disclosure
from gin_p2p.record.container import encode_disclosure, encode_frame
from gin_p2p.seat import Seat
from tests.helpers.arena import Story
from tests.helpers.records import file_of
from tests.helpers.stories import SCENARIOS, story
from tests.helpers.two_auditors import agreed, check_proofs_once, name_of, record_of


@pytest.fixture(autouse=True)
def _proofs_are_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    check_proofs_once(monkeypatch)


def disclosed(told: Story, of: Seat, signer: Identity | None = None, **changes: Any) -> bytes:  # noqa: ANN401
    """Answer the object of a disclosure of all keys of a seat."""
    match, seed = told.heard[-1].after.playing, told.scenario.seed_of(of)
    keys = tuple((number, seed.deal_key(number)) for number in range(1, match.n_deals + 1))
    honest = Disclosure(told.heads[1][:16], told.heads[-1], of, keys)
    return encode_disclosure(replace(honest, **changes).seal(signer or told.scenario.identities[of]))


@pytest.mark.parametrize("name", ["knock", "dealer's misdeal"])
def test_both_open_hands_and_decks_with_disclosed_keys(name: str) -> None:
    told = story(name)
    host, guest = (disclosed(told, seat) for seat in Seat)
    for objects in ((host,), (guest, guest), (host, guest)):
        assert agreed(record_of(told, *objects)).verdict == "VERIFIED"


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENARIOS)
def test_both_say_the_same_of_every_match_whose_keys_are_let_out(name: str) -> None:
    told = story(name)
    said = agreed(record_of(told, disclosed(told, Seat.GUEST), disclosed(told, Seat.HOST)))
    hider = name_of(told.scenario.conceals)
    assert (said.code, said.accused) == ("misdeal-hidden" if hider else None, hider)


def wrong_disclosures() -> dict[str, tuple[bytes, str | None]]:
    """Answer objects of disclosures that are wrong, and whom they accuse."""
    told, key = story("knock"), SecretScalar.from_private_bytes(b"\1" * 32)
    host = SCENARIOS["knock"].identities[Seat.HOST]
    other = story("proven").heads
    zero, q = bytes(32), (2**256 - 432420386565659656852420866394968145599).to_bytes(32)

    def sealed(keys: Packable, seat: int = 0, more: tuple[Packable, ...] = ()) -> bytes:
        payload = pack((told.heads[1][:16], told.heads[-1], seat, keys, *more))
        return encode_disclosure(pack((payload, host.sign("gin-p2p/1/disclosure", payload))))

    true = told.scenario.seed_of(Seat.HOST).deal_key(1).private_bytes()
    return {
        "no disclosure": (encode_disclosure(b"what?"), None),
        "of another match": (disclosed(told, Seat.HOST, match_id=other[1][:16]), None),
        "of another end": (disclosed(told, Seat.HOST, head=other[-1]), None),
        "signed by the other seat": (disclosed(told, Seat.GUEST, host), None),
        "of the other seat": (disclosed(told, Seat.GUEST, host, seat=Seat.HOST), "host"),
        "a key of nobody": (disclosed(told, Seat.GUEST, keys=((1, key),)), "guest"),
        "of a deal that was not": (disclosed(told, Seat.GUEST, keys=((2, key),)), "guest"),
        "no key at all": (sealed(()), None),
        "a deal twice": (sealed(((1, true), (1, true))), None),
        "a deal 0": (sealed(((0, true),)), None),
        "a key of 0": (sealed(((1, zero),)), None),
        "a key too large": (sealed(((1, q),)), None),
        "an item too many": (sealed(((1, true),), more=(0,)), None),
        "a seat too many": (sealed(((1, true),), seat=2), None),
        "true": (sealed(((1, true),)), None),
    }  # fmt: skip


def test_both_accuse_the_same_seat_or_nobody_of_a_disclosure() -> None:
    for name, (data, accused) in wrong_disclosures().items():
        said = agreed(record_of(story("knock"), data))
        assert (said.code, said.accused) == ("disclosure" if name != "true" else None, accused), name


def test_both_refuse_the_keys_of_a_match_that_goes_on() -> None:
    told = story("knock")
    said = agreed(file_of(told.frames[:-1]) + disclosed(told, Seat.HOST))
    assert (said.verdict, said.code, said.accused) == ("NOT VERIFIED", "disclosure", None)


def test_both_say_the_same_of_disclosures_in_a_damaged_file() -> None:
    told = story("knock")
    one, whole = disclosed(told, Seat.HOST), record_of(told)
    frames = file_of(told.frames)
    closing, frame = whole[len(frames) :], encode_frame(told.frames[-1])
    for rest in (
        one,
        one * 64 + closing,
        one * 65 + closing,
        one * 65,
        one + frame,
        one + frame + closing,
        one + closing + one,
        closing + one,
        one[:-1],
        one[:1],
        one[:4],
        one + one[:-1] + closing,
        one[:1] + closing,
        b"\x91\xc6\0\0\0\0" + closing,
        b"\x91\xc6\0\0\x20\1" + bytes(9000) + closing,
        b"\x91\xc6\0\0\x20\0" + bytes(8192) + closing,
        b"\x91\xc6\0\0\x20\0",
        b"\x91\xc5\0\1\0",
        one + closing.replace(b"\n", b"\r\n") + b"\r\n",
    ):
        agreed(frames + rest)
