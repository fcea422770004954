"""Do disclosed keys prove what they should, and is a wrong one laid at the right door?"""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.disclosure import Disclosure
from gin_p2p.record.container import HEADER, encode_closing, encode_disclosure, encode_frame
from gin_p2p.record.disclosed import Disclosed
from gin_p2p.record.examine import Report, disclosures_in, examine, examine_items
from gin_p2p.record.scan import scan
from gin_p2p.record.summary import Summary
from gin_p2p.seat import Seat
from tests.helpers.arena import Story
from tests.helpers.provers import seeded_entropy
from tests.helpers.records import MemoReferee
from tests.helpers.stories import SCENARIOS, story

CLOSED = [
    name
    for name in SCENARIOS
    if name not in {"concealed", "concealed by the dealer", "concealed by a defender"}
]
STRANGER = Identity.generate(seeded_entropy("a stranger"))


@pytest.fixture(autouse=True)
def remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs that held once are not checked again."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)


def n_deals(told: Story) -> int:
    match = told.heard[-1].after.match
    assert match is not None
    return match.n_deals


def disclosure(told: Story, seat: Seat) -> Disclosure:
    seed = told.scenario.seed_of(seat)
    keys = tuple((number, seed.deal_key(number)) for number in range(1, n_deals(told) + 1))
    return Disclosure(told.heads[1][:16], told.heads[-1], seat, keys)


def sealed(told: Story, seat: Seat) -> bytes:
    return disclosure(told, seat).seal(told.scenario.identities[seat])


def record(told: Story, *disclosures: bytes, n_frames: int | None = None, closed: bool = True) -> bytes:
    frames = told.frames[:n_frames]
    summary = Summary.of(told.table_at(len(frames)), told.heads[1][:16], len(frames), told.heads[len(frames)])
    closing = encode_closing(summary.to_value()) if closed else b""
    return (
        HEADER + b"".join(map(encode_frame, frames)) + b"".join(map(encode_disclosure, disclosures)) + closing
    )


def examined(data: bytes, *disclosures: bytes) -> Report:
    return examine_items(scan(io.BytesIO(data).read), disclosures)


def report_of(told: Story, *disclosures: bytes, **how: object) -> Report:
    return examined(record(told, *disclosures, **how), *disclosures)  # type: ignore[arg-type]  # passed on


@pytest.mark.parametrize("name", CLOSED)
def test_both_seats_keys_open_every_card_of_every_deal(name: str) -> None:
    told = story(name)
    report = report_of(told, sealed(told, Seat.HOST), sealed(told, Seat.GUEST))
    assert (report.verdict, report.fault) == (Verdict.VERIFIED, None)
    assert (report.n_opened, report.n_whole) == ((n_deals(told), n_deals(told)), n_deals(told))


@pytest.mark.parametrize("seat", Seat)
def test_one_seats_keys_open_its_own_hands(seat: Seat) -> None:
    told = story("knock")
    report = report_of(told, sealed(told, seat))
    assert (report.verdict, report.n_opened[seat], report.n_opened[seat.other], report.n_whole) == (
        Verdict.VERIFIED,
        1,
        0,
        0,
    )


def test_without_disclosures_nothing_is_opened() -> None:
    report = report_of(story("knock"))
    assert (report.verdict, report.n_opened, report.n_whole) == (Verdict.VERIFIED, (0, 0), 0)


@pytest.mark.parametrize(
    ("name", "seat"),
    [
        ("concealed", Seat.GUEST),
        ("concealed by the dealer", Seat.HOST),
        ("concealed by a defender", Seat.HOST),
    ],
)
def test_a_misdeal_that_was_kept_quiet_accuses_whoever_discloses_it_and_nobody_before(
    name: str, seat: Seat
) -> None:
    told = story(name)
    assert report_of(told, sealed(told, seat.other)).verdict is Verdict.VERIFIED
    report = report_of(told, sealed(told, seat))
    assert report.verdict is Verdict.NOT_VERIFIED
    assert report.fault is not None
    assert (report.fault.code, report.fault.accused, report.fault.hand) == ("misdeal-hidden", seat, 1)


def fault_of(report: Report) -> tuple[Verdict, str, Seat | None]:
    assert report.fault is not None
    return report.verdict, report.fault.sentence, report.fault.accused


def test_a_disclosure_that_cannot_be_read_accuses_nobody() -> None:
    assert fault_of(report_of(story("knock"), b"?")) == (
        Verdict.NOT_VERIFIED,
        "what is disclosed is no disclosure",
        None,
    )


def test_keys_of_a_match_that_goes_on_are_not_accepted() -> None:
    told = story("knock")
    report = report_of(told, sealed(told, Seat.HOST), n_frames=len(told.frames) - 1, closed=False)
    assert fault_of(report) == (
        Verdict.NOT_VERIFIED,
        "keys are disclosed of a match that has not ended",
        None,
    )


def test_a_disclosure_of_another_match_accuses_nobody() -> None:
    told = story("knock")
    for wrong in (
        sealed(story("another"), Seat.HOST),
        replace(disclosure(told, Seat.HOST), head=bytes(32)).seal(told.scenario.identities[Seat.HOST]),
    ):
        assert fault_of(report_of(told, wrong))[1:] == ("a disclosure belongs to another match", None)


def test_a_disclosure_that_its_seat_has_not_signed_accuses_nobody() -> None:
    told = story("knock")
    for signer in (STRANGER, told.scenario.identities[Seat.GUEST]):
        wrong = disclosure(told, Seat.HOST).seal(signer)
        assert fault_of(report_of(told, wrong))[1:] == ("nobody has signed a disclosure", None)


def test_a_signed_key_that_is_none_accuses_its_seat() -> None:
    told = story("knock")
    good = disclosure(told, Seat.GUEST)
    for number, secret in (
        (1, SecretScalar(7)),
        (2, good.keys[0][1]),
        (1, disclosure(told, Seat.HOST).keys[0][1]),
    ):
        wrong = replace(good, keys=((number, secret),)).seal(told.scenario.identities[Seat.GUEST])
        sentence = f"what is disclosed is not the key of deal {number}"
        report = report_of(told, wrong)
        assert fault_of(report) == (Verdict.NOT_VERIFIED, sentence, Seat.GUEST)
        assert report.n_opened == (0, 0)


def test_the_first_wrong_disclosure_counts_and_a_good_one_does_not_mend_it() -> None:
    told = story("knock")
    good = sealed(told, Seat.HOST)
    assert report_of(told, good, good).verdict is Verdict.VERIFIED
    assert fault_of(report_of(told, good, b"?"))[1] == "what is disclosed is no disclosure"


def test_a_pack_that_is_none_accuses_nobody() -> None:
    """The argument would have to be broken for that, so the deal is changed behind its back."""
    told = story("knock")
    seats = sealed(told, Seat.HOST), sealed(told, Seat.GUEST)
    (ended,) = [
        h
        for h in told.heard
        if h.before.match and h.after.match and h.after.match.n_deals > h.before.match.n_deals
    ]
    deal = ended.after.dealing
    doubled = replace(deal, deck=(deal.deck[1], *deal.deck[1:]))
    foreign = replace(deal, dealt=(deal.dealt[1], deal.dealt[0]))
    for wrong in (doubled, foreign):
        disclosed = Disclosed(seats)
        disclosed.hear(replace(ended, after=replace(ended.after, deal=wrong)))
        assert disclosed._fault is not None
        assert (disclosed._fault.code, disclosed._fault.accused, disclosed._fault.hand) == (
            "card-twice",
            None,
            1,
        )


def test_a_bad_frame_comes_before_what_is_disclosed() -> None:
    told = story("knock")
    bad = bytearray(told.frames[-1])
    bad[-1] ^= 1
    frames = [*told.frames[:-1], bytes(bad)]
    data = HEADER + b"".join(map(encode_frame, frames)) + encode_disclosure(b"?")
    report = examined(data, b"?")
    assert report.fault is not None
    assert report.fault.code == "signature"


def test_what_is_disclosed_is_to_be_handed_in_first() -> None:
    told = story("knock")
    with pytest.raises(ValueError, match="handed in before"):
        examined(record(told, sealed(told, Seat.HOST)))


def test_a_file_is_examined_with_what_it_discloses(tmp_path: Path) -> None:
    told, path = story("knock"), tmp_path / "x.gin"
    path.write_bytes(record(told, sealed(told, Seat.HOST)))
    assert disclosures_in(path) == (sealed(told, Seat.HOST),)
    assert examine(path).n_opened == (1, 0)
