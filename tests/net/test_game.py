"""What does a game tell its player while there is no line, and how does it end then?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import pytest
import trio
from trio.testing import MockClock

from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.net.budget import LINE_BUDGET_S, LineBudget
from gin_p2p.net.errors import NobodyListens, PeerLost
from gin_p2p.net.game import LINGER_S, Calling, Game, Left
from gin_p2p.net.history import History
from gin_p2p.net.link import Link
from gin_p2p.net.port import Command, End, Leave, LineBack, Make, News, Paused, Waiting
from gin_p2p.net.sync import synchronize
from gin_p2p.protocol.session import Equivocation, Session
from gin_p2p.rules.moves import Pass
from gin_p2p.seat import Seat
from tests.helpers.duel import light
from tests.helpers.lightmatch import N_FRAMES, SPEAKERS
from tests.helpers.lines import counting_entropy, link_pair
from tests.helpers.threads import without_threads


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    without_threads(monkeypatch)


@dataclass
class Player:
    """Remembers what it is told, and commands what a test puts in."""

    news: list[News] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.put, self.commands = trio.open_memory_channel[Command](9)

    async def tell(self, news: News) -> None:
        self.news.append(news)

    async def command(self) -> Command:
        return await self.commands.receive()

    @property
    def waits(self) -> list[tuple[int, float, bool]]:
        return [(n.n_calls, round(n.budget_s, 3), n.may_end) for n in self.news if isinstance(n, Waiting)]


class Table:
    """One seat's game, with links from the hands of the test."""

    def __init__(self, seat: Seat, n_frames: int = 0, *, seed: int = 0) -> None:
        self.kept: list[bytes] = []
        self.player = Player()
        self.session = self._session(seat, seed)
        while self.session.n_frames < n_frames:
            self.session.adopt(common()[self.session.n_frames])
        self.give, self._links = trio.open_memory_channel[Link](9)
        self.error: Exception | None = None

    def _session(self, seat: Seat, seed: int) -> Session:
        return light(
            seat, MatchSeed(bytes([9 + seat] * 32)), counting_entropy(seat + 10 * seed), self.kept.append
        )

    def has_ended(self) -> bool:
        return self.error is not None

    async def next_link(self, _: Calling) -> Link:
        return await self._links.receive()

    async def play(self, *, down_s: float = 0.0, is_resumed: bool = False) -> None:
        game = self.game(down_s=down_s, is_resumed=is_resumed)
        try:
            await game.play()
        except Exception as error:  # noqa: BLE001 - looked at by the test
            self.error = error
        self.down_s = game.down_s

    def game(self, *, down_s: float = 0.0, is_resumed: bool = False) -> Game:
        return Game(
            self.session,
            lambda n: self.kept[n:],
            self.player,
            self.next_link,
            "",
            down_s=down_s,
            is_resumed=is_resumed,
        )


@cache
def common() -> Sequence[bytes]:
    """Answer the frames of one whole light match."""
    kept: tuple[list[bytes], list[bytes]] = ([], [])
    sessions = [
        light(seat, MatchSeed(bytes([9 + seat] * 32)), counting_entropy(seat), kept[seat].append)
        for seat in Seat
    ]
    for n in range(N_FRAMES):
        speaker, listener = (sessions[seat] for seat in (SPEAKERS[n], SPEAKERS[n].other))
        if speaker.n_frames == n:
            speaker.resume()
        listener.adopt(kept[speaker.seat][n])
    return kept[0]


THEIRS = next(n for n in range(3, N_FRAMES) if SPEAKERS[n] is Seat.GUEST)
OURS = next(n for n in range(3, N_FRAMES) if SPEAKERS[n] is Seat.HOST)


async def test_a_match_taken_up_is_shown_paused_and_the_budget_runs(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    table = Table(Seat.HOST, THEIRS)
    nursery.start_soon(lambda: table.play(down_s=30.0, is_resumed=True))
    await trio.sleep(100)
    assert table.player.waits == [(0, 60.0, False), (0, 0.0, True)]


async def test_the_budget_is_one_for_all_losses_and_ends_nothing_by_itself(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    table = Table(Seat.HOST, THEIRS)
    nursery.start_soon(lambda: table.play(is_resumed=True))
    await trio.sleep(50)
    ours, theirs = link_pair(nursery)
    silent = Table(Seat.GUEST, THEIRS)
    await table.give.send(ours)
    await sync_only(theirs, silent)
    await trio.sleep(1000)
    theirs.abort(PeerLost("gone"))
    await trio.sleep(39)
    assert table.player.waits == [(0, 90.0, False), (0, 40.0, False)]
    await trio.sleep(2000)
    assert table.player.waits[-1] == (0, 0.0, True)
    assert table.error is None


async def sync_only(link: Link, table: Table) -> None:
    """Sync like anybody, and then say nothing."""
    await synchronize(link, History(table.session, lambda n: table.kept[n:]))


async def test_the_player_may_end_a_match_that_the_other_side_has_left(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    table = Table(Seat.HOST, THEIRS)
    await table.player.put.send(End())
    nursery.start_soon(lambda: table.play(is_resumed=True))
    await trio.sleep(1)
    assert not table.has_ended()
    await trio.sleep(LINE_BUDGET_S)
    await table.player.put.send(End())
    await trio.sleep(1)
    assert isinstance(table.error, Left)
    assert (table.error.abandoned, table.error.by_peer) == (True, True)
    assert table.down_s == pytest.approx(LINE_BUDGET_S + 1)


async def test_nobody_ends_a_match_over_an_absence_while_it_is_theirs_to_move(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    table = Table(Seat.HOST, OURS)
    nursery.start_soon(lambda: table.play(is_resumed=True))
    await trio.sleep(LINE_BUDGET_S + 10)
    await table.player.put.send(End())
    await trio.sleep(1)
    assert table.player.waits[-1] == (0, 0.0, False)
    assert table.error is None


async def test_each_call_is_told(autojump_clock: MockClock, nursery: trio.Nursery) -> None:
    table = Table(Seat.GUEST, OURS)

    async def calling(called: Calling, /) -> Link:
        for _ in range(3):
            await trio.sleep(5)
            await called()
        raise NobodyListens("nobody")

    table.next_link = calling  # type: ignore[method-assign,assignment]
    await table.play(is_resumed=True)
    assert table.player.waits == [(0, 90.0, False), (1, 85.0, False), (2, 80.0, False), (3, 75.0, False)]
    assert isinstance(table.error, NobodyListens)


@pytest.mark.parametrize(("command", "ends"), [(Make(Pass()), False), (Leave(), True)])
async def test_commands_while_the_line_is_down_say_nothing(
    autojump_clock: MockClock, nursery: trio.Nursery, command: Command, ends: bool
) -> None:
    table = Table(Seat.HOST, OURS)
    await table.player.put.send(command)
    nursery.start_soon(lambda: table.play(is_resumed=True))
    await trio.sleep(1)
    assert (Paused() in table.player.news, isinstance(table.error, Left)) == (not ends, ends)
    assert len(table.kept) == OURS


async def test_a_line_that_comes_back_is_told_with_what_was_fetched(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    host, guest = Table(Seat.HOST, 6), Table(Seat.GUEST, 11)
    for table, link in zip((host, guest), link_pair(nursery), strict=True):
        await table.give.send(link)
    await both(host, guest, lambda table: table.play(is_resumed=True))
    (back,) = (news for news in host.player.news if isinstance(news, LineBack))
    assert [heard.seq for heard in back.events] == [6, 7, 8, 9, 10]
    assert host.kept == guest.kept
    assert len(host.kept) == N_FRAMES


async def both(host: Table, guest: Table, act: Callable[[Table], object]) -> None:
    async with trio.open_nursery() as nursery:
        for table in (host, guest):
            nursery.start_soon(act, table)  # type: ignore[arg-type]


async def test_forked_histories_end_both_sides_with_the_proof(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    host, guest = Table(Seat.HOST, OURS), Table(Seat.GUEST, OURS)
    other = Table(Seat.HOST, OURS, seed=7)
    fork = other.session.resume().frames[0]
    guest.session.adopt(fork)
    host.session.resume()
    for table, link in zip((host, guest), link_pair(nursery), strict=True):
        await table.give.send(link)
    await both(host, guest, lambda table: table.play(is_resumed=True))
    for table, rival in ((host, fork), (guest, host.kept[OURS])):
        assert isinstance(table.error, Equivocation)
        assert (table.error.seat, table.error.seq, table.error.frame) == (Seat.HOST, OURS, rival)


async def test_a_finished_side_waits_a_minute_for_one_that_lacks_the_end(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    table = Table(Seat.HOST, N_FRAMES)
    game = table.game(is_resumed=True)
    await game.play()
    assert not await game.linger()
    assert trio.current_time() == pytest.approx(LINGER_S)


async def test_a_side_that_lacks_the_end_fetches_it_from_one_that_lingers(
    autojump_clock: MockClock, nursery: trio.Nursery
) -> None:
    host, guest = Table(Seat.HOST, N_FRAMES - 1), Table(Seat.GUEST, N_FRAMES)
    for table, link in zip((host, guest), link_pair(nursery), strict=True):
        await table.give.send(link)
    heard: list[bool] = []

    async def to_the_end(table: Table) -> None:
        game = table.game(is_resumed=True)
        await game.play()
        heard.append(await game.linger())

    await both(host, guest, to_the_end)
    assert heard == [True, True]
    assert host.kept == guest.kept


def test_a_budget_adds_up_and_is_never_less_than_nothing() -> None:
    budget = LineBudget(10.0)
    assert budget.left_s(0.0) == 80.0
    budget.start(100.0)
    budget.start(105.0)
    assert (budget.down_s(110.0), budget.left_s(110.0)) == (20.0, 70.0)
    budget.stop(110.0)
    assert budget.left_s(500.0) == 70.0
    budget.start(500.0)
    assert budget.left_s(569.9995) == 0.0
    assert budget.left_s(900.0) == 0.0
