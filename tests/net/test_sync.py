"""Two sides that hold different parts of one match, or different matches."""

from collections.abc import Sequence

import pytest
import trio
from trio.testing import MockClock

from gin_p2p.net.errors import BadFrame, Declined, Fork, LinkError, PeerLost, SyncError, Timeout
from gin_p2p.net.link import Link
from gin_p2p.net.notes import Frame, Note
from gin_p2p.net.sync import synchronize
from gin_p2p.protocol.codec import pack
from tests.helpers.lines import ToyChain, link_pair

FRAMES = tuple(pack((b"frame %d" % n, bytes(64))) for n in range(200))


async def outcome_of(link: Link, chain: ToyChain) -> LinkError | None:
    try:
        await synchronize(link, chain)
    except LinkError as error:
        return error
    return None


async def sync_both(
    nursery: trio.Nursery, host: ToyChain, guest: ToyChain
) -> tuple[list[LinkError | None], tuple[Link, Link]]:
    links = link_pair(nursery)
    outcomes: list[LinkError | None] = [None, None]

    async def run(place: int, chain: ToyChain) -> None:
        outcomes[place] = await outcome_of(links[place], chain)

    async with trio.open_nursery() as both:
        both.start_soon(run, 0, host)
        both.start_soon(run, 1, guest)
    return outcomes, links


@pytest.mark.parametrize(
    ("host", "guest"),
    [(0, 0), (0, 3), (3, 0), (5, 5), (5, 6), (200, 1), (1, 200)],
)
async def test_both_hold_the_longer_history_afterwards(nursery: trio.Nursery, host: int, guest: int) -> None:
    chains = ToyChain(FRAMES[:host]), ToyChain(FRAMES[:guest])
    outcomes, _ = await sync_both(nursery, *chains)
    assert outcomes == [None, None]
    assert chains[0].frames == chains[1].frames == list(FRAMES[: max(host, guest)])


async def test_what_is_said_after_the_sync_is_left_for_the_game(nursery: trio.Nursery) -> None:
    chains = ToyChain(FRAMES[:5]), ToyChain(FRAMES[:2])
    _, (host, guest) = await sync_both(nursery, *chains)
    await host.send_frame(FRAMES[5])
    assert await guest.receive() == Frame(FRAMES[5])


@pytest.mark.parametrize(
    ("host", "guest"),
    [
        (FRAMES[:5], (*FRAMES[:4], FRAMES[9])),
        (FRAMES[:5], (*FRAMES[:2], FRAMES[9])),
        ((*FRAMES[:2], FRAMES[9]), FRAMES[:5]),
    ],
    ids=["as long", "guest behind", "host behind"],
)
async def test_forked_histories_are_seen_by_both_and_nothing_is_heard(
    nursery: trio.Nursery, host: Sequence[bytes], guest: Sequence[bytes]
) -> None:
    chains = ToyChain(host), ToyChain(guest)
    outcomes, _ = await sync_both(nursery, *chains)
    assert [type(outcome) for outcome in outcomes] == [Fork, Fork]
    assert (chains[0].frames, chains[1].frames) == (list(host), list(guest))


async def sync_with(nursery: trio.Nursery, chain: ToyChain, said: Sequence[Note | bytes]) -> LinkError | None:
    """Answer how a sync ends with a peer that says just this."""
    link, peer = link_pair(nursery)
    for item in said:
        if isinstance(item, Note):
            await peer.send_note(item)
        else:
            await peer.send_frame(item)
    return await outcome_of(link, chain)


def sync_note(chain: ToyChain) -> Note:
    return Note("sync", (chain.n_frames, chain.head_at(chain.n_frames)))


HERE, THERE = ToyChain(FRAMES[:2]), ToyChain(FRAMES[:4])


@pytest.mark.parametrize(
    "said",
    [
        [FRAMES[2]],
        [sync_note(THERE), FRAMES[2]],
        [sync_note(THERE), sync_note(THERE)],
        [sync_note(THERE), sync_note(HERE), sync_note(HERE)],
    ],
    ids=["no sync", "no head", "another number", "no frame"],
)
async def test_anything_else_where_the_sync_is_due_ends_it(
    nursery: trio.Nursery, said: Sequence[Note | bytes]
) -> None:
    assert isinstance(await sync_with(nursery, ToyChain(FRAMES[:2]), said), BadFrame)


async def test_frames_that_do_not_lead_to_the_head_that_was_claimed_prove_nothing(
    nursery: trio.Nursery,
) -> None:
    said: list[Note | bytes] = [sync_note(THERE), sync_note(HERE), FRAMES[2], FRAMES[9]]
    assert isinstance(await sync_with(nursery, ToyChain(FRAMES[:2]), said), SyncError)


@pytest.mark.parametrize("seq", [0, 1, 2, 63, 99, 149])
async def test_each_side_is_shown_the_first_frame_that_differs(nursery: trio.Nursery, seq: int) -> None:
    ours = ToyChain(FRAMES[:150])
    theirs = ToyChain((*FRAMES[:seq], *FRAMES[150 : 300 - seq]))
    outcomes, _ = await sync_both(nursery, ours, theirs)
    forks = [outcome for outcome in outcomes if isinstance(outcome, Fork)]
    assert [(fork.seq, fork.frame) for fork in forks] == [(seq, theirs.frames[seq]), (seq, FRAMES[seq])]


async def test_another_history_that_no_seat_has_signed_is_no_fork(nursery: trio.Nursery) -> None:
    liar = ToyChain((*FRAMES[:2], FRAMES[9]))
    outcomes, _ = await sync_both(nursery, ToyChain(FRAMES[:3], unsigned=[FRAMES[9]]), liar)
    assert [type(outcome) for outcome in outcomes] == [BadFrame, Fork]


@pytest.mark.parametrize(
    "said",
    [
        [Note("sync", (4, bytes(32))), Note("sync", (2, bytes(32))), Note("sync", (3, bytes(32)))],
        [Note("sync", (1, bytes(32))), Note("sync", (0, bytes(32)))],
    ],
    ids=["another head", "a head for a frame"],
)
async def test_a_side_that_does_not_show_its_history_is_not_believed(
    nursery: trio.Nursery, said: list[Note | bytes]
) -> None:
    assert isinstance(await sync_with(nursery, ToyChain(FRAMES[:2]), said), BadFrame)


async def test_a_frame_that_adds_nothing_ends_the_sync(nursery: trio.Nursery) -> None:
    class Deaf(ToyChain):
        async def hear(self, frame: bytes) -> None:
            await trio.lowlevel.checkpoint()

    said: list[Note | bytes] = [sync_note(THERE), sync_note(HERE), FRAMES[1]]
    assert isinstance(await sync_with(nursery, Deaf(FRAMES[:2]), said), BadFrame)


async def test_a_judge_that_objects_ends_the_sync(nursery: trio.Nursery) -> None:
    class Judge(ToyChain):
        async def hear(self, frame: bytes) -> None:
            raise ArithmeticError

    with pytest.raises(ArithmeticError):
        await sync_with(nursery, Judge(FRAMES[:2]), [sync_note(THERE), sync_note(HERE), FRAMES[2]])


async def test_a_peer_may_be_ten_thousand_frames_ahead_and_no_more(nursery: trio.Nursery) -> None:
    note = Note("sync", (10_003, bytes(32)))
    assert isinstance(await sync_with(nursery, ToyChain(FRAMES[:2]), [note]), SyncError)
    note = Note("sync", (10_002, bytes(32)))
    assert isinstance(await sync_with(nursery, ToyChain(FRAMES[:2]), [note, FRAMES[0]]), BadFrame)


async def test_words_for_people_do_not_disturb(nursery: trio.Nursery) -> None:
    words = [Note("chat", ("hello",)), Note("nudge"), Note("pause"), Note("again", (True,))]
    assert await sync_with(nursery, ToyChain(FRAMES[:2]), [*words, sync_note(HERE)]) is None


async def test_a_peer_that_leaves_is_lost(nursery: trio.Nursery) -> None:
    assert isinstance(await sync_with(nursery, ToyChain(), [Note("bye", ("no",))]), PeerLost)


async def test_a_peer_that_does_not_want_to_play_says_so(nursery: trio.Nursery) -> None:
    error = await sync_with(nursery, ToyChain(), [Note("declined", ("no",))])
    assert isinstance(error, Declined)
    assert error.text == "no"


async def test_a_peer_that_only_pings_is_given_thirty_seconds(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    assert isinstance(await sync_with(nursery, ToyChain(), []), Timeout)
    assert trio.current_time() == pytest.approx(30)
