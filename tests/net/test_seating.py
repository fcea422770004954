"""Who gets the guest's seat, and who is answered at all."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from gin_p2p.net.dial import retry_delays
from gin_p2p.net.errors import PeerLost, Refused, TakenOver, TooManyCalls
from gin_p2p.net.gate import Gate
from gin_p2p.net.handshake import NEW, RESUME, Intent, Place
from gin_p2p.net.link import Link
from gin_p2p.net.seating import GuestSeat
from tests.helpers.lines import GUEST, STRANGER, link_over

A, B = GUEST.public, STRANGER.public
TO_PLAY = Intent(NEW)
Answer: TypeAlias = "Place | Refused"


@dataclass
class ToyMatch:
    n_frames: int
    match_id: bytes = bytes([7] * 16)
    head: bytes = bytes([8] * 32)

    @property
    def place(self) -> Place:
        return Place(self.match_id, self.n_frames, self.head)


TO_RESUME = Intent(RESUME, ToyMatch(5).place)


def reason(answer: Answer) -> str:
    assert isinstance(answer, Refused)
    return answer.reason


def link_of(_key: bytes) -> Link:
    return link_over(memory_stream_pair()[0], GUEST)


def taken_by_a(match: ToyMatch | None = None) -> tuple[GuestSeat, Link]:
    seat = GuestSeat()
    assert seat.decide(A, TO_PLAY, born=0) == Place()
    link = link_of(A)
    seat.seat(link)
    if match:
        seat.hold(A, match)
    return seat, link


async def test_an_empty_seat_is_given_to_the_first() -> None:
    seat, _ = taken_by_a()
    assert seat.epoch == 1


async def test_n12_a_reserved_seat_is_kept_from_others() -> None:
    seat, link = taken_by_a()
    assert reason(seat.decide(B, TO_PLAY, born=1)) == "busy"
    assert (seat.epoch, link.error) == (1, None)


async def test_the_seat_is_reserved_while_the_answer_is_still_on_its_way() -> None:
    seat = GuestSeat()
    seat.decide(A, TO_PLAY, born=0)
    assert reason(seat.decide(B, TO_PLAY, born=1)) == "busy"


async def test_a_reservation_ends_a_minute_after_the_loss(autojump_clock: MockClock) -> None:
    seat, link = taken_by_a()
    await trio.sleep(600)
    link.abort(PeerLost("gone"))
    await trio.sleep(59)
    assert reason(seat.decide(B, TO_PLAY, born=1)) == "busy"
    await trio.sleep(1)
    assert seat.decide(B, TO_PLAY, born=1) == Place()


async def test_a_new_guest_does_not_inherit_an_unaccepted_match(autojump_clock: MockClock) -> None:
    seat, link = taken_by_a(ToyMatch(1))
    link.abort(PeerLost("gone"))
    await trio.sleep(61)
    assert seat.decide(B, TO_PLAY, born=1) == Place()


async def test_before_accept_the_same_guest_may_begin_again() -> None:
    seat, link = taken_by_a(ToyMatch(1))
    assert seat.decide(A, TO_PLAY, born=1) == ToyMatch(1).place
    assert isinstance(link.error, TakenOver)


async def test_before_open_there_is_no_place_to_go_on_from() -> None:
    seat, _ = taken_by_a(ToyMatch(0, bytes(16)))
    assert seat.decide(A, TO_PLAY, born=1) == Place()


@pytest.mark.parametrize("key", [A, B])
async def test_n12_while_a_match_runs_new_is_busy_for_all(key: bytes) -> None:
    seat, link = taken_by_a(ToyMatch(2))
    assert reason(seat.decide(key, TO_PLAY, born=1)) == "busy"
    assert link.error is None


async def test_a_returning_guest_takes_its_seat_over() -> None:
    seat, link = taken_by_a(ToyMatch(9))
    assert seat.decide(A, TO_RESUME, born=1) == ToyMatch(9).place
    assert isinstance(link.error, TakenOver)
    assert seat.epoch == 2


async def test_n07_another_key_cannot_resume_the_match() -> None:
    seat, link = taken_by_a(ToyMatch(9))
    assert reason(seat.decide(B, TO_RESUME, born=1)) == "busy"
    assert link.error is None


async def test_another_match_is_not_resumed() -> None:
    seat, link = taken_by_a(ToyMatch(9, match_id=bytes(16)))
    assert reason(seat.decide(A, TO_RESUME, born=1)) == "bad"
    assert link.error is None


async def test_nothing_can_be_resumed_at_an_empty_seat() -> None:
    assert reason(GuestSeat().decide(A, TO_RESUME, born=0)) == "busy"


async def test_a_match_from_disk_waits_for_its_guest() -> None:
    seat = GuestSeat()
    seat.hold(A, ToyMatch(9))
    assert reason(seat.decide(B, TO_PLAY, born=0)) == "busy"
    assert seat.decide(A, TO_RESUME, born=0) == ToyMatch(9).place


async def test_a_delayed_dial_cannot_push_out_a_newer_link() -> None:
    seat, _ = taken_by_a(ToyMatch(9))
    assert isinstance(seat.decide(A, TO_RESUME, born=1), Place)
    newer = link_of(A)
    seat.seat(newer)
    assert reason(seat.decide(A, TO_RESUME, born=1)) == "stale"
    assert newer.error is None


async def test_refused_strangers_do_not_make_a_guest_stale() -> None:
    seat, _ = taken_by_a(ToyMatch(9))
    for _n in range(30):
        seat.decide(B, TO_PLAY, born=1)
    assert isinstance(seat.decide(A, TO_RESUME, born=1), Place)


async def test_a_blocked_key_is_never_seated() -> None:
    seat = GuestSeat(lambda key: key != B)
    assert reason(seat.decide(B, TO_PLAY, born=0)) == "blocked"
    assert seat.decide(A, TO_PLAY, born=0) == Place()


async def test_a_cleared_seat_is_empty() -> None:
    seat, _ = taken_by_a(ToyMatch(9))
    seat.clear()
    assert seat.decide(B, TO_PLAY, born=1) == Place()


def enter(gate: Gate, address: str, keep: list[Callable[[], object]] | None = None) -> None:
    """Pass the gate and leave it at once, or keep the place until the answered function is called."""
    passing = gate.passing(address)
    passing.__enter__()
    if keep is None:
        passing.__exit__(None, None, None)
    else:
        keep.append(lambda: passing.__exit__(None, None, None))


async def test_n04_eight_strangers_are_answered_at_one_time() -> None:
    gate, inside = Gate(), list[Callable[[], object]]()
    for n in range(8):
        enter(gate, f"192.0.2.{n}", inside)
    with pytest.raises(TooManyCalls):
        enter(gate, "192.0.2.99")
    inside[0]()
    enter(gate, "192.0.2.99")


async def test_n04_one_address_cannot_take_all_places() -> None:
    gate, inside = Gate(), list[Callable[[], object]]()
    for _ in range(4):
        enter(gate, "192.0.2.1", inside)
    with pytest.raises(TooManyCalls, match="from there at one time"):
        enter(gate, "192.0.2.1")
    enter(gate, "192.0.2.2", inside)
    inside[0]()
    enter(gate, "192.0.2.1", inside)


@pytest.mark.parametrize("n_addresses", [1, 2])
async def test_a_guest_who_calls_its_hosts_addresses_for_an_hour_is_never_turned_away(
    n_addresses: int, autojump_clock: MockClock
) -> None:
    gate, delays = Gate(), retry_delays(bytes)  # as quickly as the spread allows
    while trio.current_time() < 3600:
        for _ in range(n_addresses):
            enter(gate, "192.0.2.1")
        await trio.sleep(next(delays))


async def test_a_guest_with_eight_addresses_of_one_host_gets_through_again_and_again(
    autojump_clock: MockClock,
) -> None:
    gate, delays, passed = Gate(), retry_delays(bytes), [0.0]
    while trio.current_time() < 600:
        for _ in range(8):
            with suppress(TooManyCalls):
                enter(gate, "192.0.2.1")
                passed.append(trio.current_time())
        await trio.sleep(next(delays))
    assert max(later - before for before, later in pairwise(passed)) <= 15


async def test_an_address_may_call_twenty_times_in_ten_seconds(autojump_clock: MockClock) -> None:
    gate = Gate()
    for _ in range(20):
        enter(gate, "192.0.2.1")
    with pytest.raises(TooManyCalls):
        enter(gate, "192.0.2.1")
    enter(gate, "192.0.2.2")
    await trio.sleep(10)
    enter(gate, "192.0.2.1")
    assert len(gate._calls) == len(gate._n_calls) == 1


async def test_all_of_a_slash_64_is_one_caller() -> None:
    gate = Gate()
    for n in range(20):
        enter(gate, f"2001:db8::{n:x}")
    with pytest.raises(TooManyCalls):
        enter(gate, "2001:db8::ffff%eth0")
    enter(gate, "2001:db8:0:1::1")


async def test_a_caller_without_an_ip_address_is_counted_by_name() -> None:
    gate = Gate()
    for _ in range(20):
        enter(gate, "memory")
    with pytest.raises(TooManyCalls):
        enter(gate, "memory")
