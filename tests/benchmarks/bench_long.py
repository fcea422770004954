"""What does a match of 200 hands cost? `python -m tests.benchmarks.bench_long [HANDS]`

Two seats in one process, each with a journal on the real disk. Memory is that of the whole process after a number of
hands; times are CPU time.
"""

import gc
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from gin_p2p.bots.interface import seeded_bot
from gin_p2p.protocol.audit import Auditor
from gin_p2p.protocol.session import Invitation, Session, Step
from gin_p2p.record.home import Home
from gin_p2p.record.journal import Journal
from gin_p2p.record.keeper import Keeper
from gin_p2p.record.library import scan_file
from gin_p2p.record.scan import StoredFrame
from gin_p2p.rules.presets import preset
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat
from tests.helpers.arena import Scenario

N_HANDS = 200
N_ROWS = 4


class LongMatch:
    """Both seats of one match."""

    def __init__(self, folder: Path, n_hands: int) -> None:
        rules = replace(preset("standard"), format=MatchFormat.HANDS, hands=n_hands)
        self.scenario = Scenario(rules, label="long")
        self.keepers: list[Keeper] = []
        self.sessions: list[Session] = []
        for seat in Seat:
            place = folder / seat.name.lower()
            home = Home(place, place, place)
            home.prepare()
            keeper = Keeper(home, self.scenario.seed_of(seat), waits=seat is Seat.GUEST)
            session = self.scenario.seated(seat)
            session._keep = keeper.keep
            self.keepers.append(keeper)
            self.sessions.append(session)
        self.bots = [seeded_bot("simple", bytes([seat])) for seat in Seat]

    def play(self, after_hand: Callable[[int], None]) -> None:
        host, guest = self.sessions
        self._deliver(Seat.HOST, host.open(Invitation(self.scenario.rules, name="Ada")))
        self._deliver(Seat.GUEST, guest.accept("Bo"))
        n_before = 0
        while not host.finished:
            seat = host.table.speaker
            assert seat is not None
            session = self.sessions[seat]
            self._deliver(seat, session.submit(self.bots[seat].move(session.view)))
            if host.table.playing.n_deals != n_before:
                n_before = host.table.playing.n_deals
                after_hand(n_before)

    def _deliver(self, seat: Seat, step: Step) -> None:
        pending = [(seat, frame) for frame in step.frames]
        while pending:
            speaker, frame = pending.pop(0)
            answer = self.sessions[speaker.other].receive(frame)
            pending += [(speaker.other, said) for said in answer.frames]


def resident_mb() -> float:
    gc.collect()
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def cpu_s(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def audit_rows(path: Path, n_hands: int) -> None:
    """Audit once, and say how long each part of the record took."""
    auditor, start, told = Auditor(), time.process_time(), 0
    for item in scan_file(path):
        if not isinstance(item, StoredFrame):
            continue
        auditor.hear(item.frame)
        match = auditor.findings().table.match
        if match is not None and match.n_deals >= told + n_hands // N_ROWS:
            told = match.n_deals
            cost_s = time.process_time() - start
            print(f"audit of the first {told:>3} hands {cost_s:10.1f} s, {told / cost_s:.1f} hands a second")


def main() -> None:
    n_hands = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else N_HANDS
    with tempfile.TemporaryDirectory() as folder:
        match = LongMatch(Path(folder), n_hands)

        def after_hand(n: int) -> None:
            if n % max(1, n_hands // N_ROWS) == 0:
                print(f"after {n:>3} hands, both seats {resident_mb():8.1f} MB", flush=True)

        cost_s = cpu_s(lambda: match.play(after_hand))
        for keeper in match.keepers:
            keeper.release()
        path = match.keepers[0].path
        assert path is not None
        n_frames, n_bytes = match.sessions[0].n_frames, path.stat().st_size
        print(f"played in {cost_s:.0f} s of CPU; {n_frames} frames, {n_bytes / 1e6:.1f} MB")
        before = resident_mb()
        reopening_s = cpu_s(lambda: Journal.reopen(path).release())
        print(f"reopening the journal {1000 * reopening_s:.0f} ms, memory + {resident_mb() - before:.1f} MB")
        audit_rows(path, n_hands)


if __name__ == "__main__":
    main()
