"""Make the matches in `replays/`, beside each the text that `gin replay` prints for it, and the approved screens.

    python -m tests.helpers.make_replays            all of them, anew
    python -m tests.helpers.make_replays gin ...    those named
    python -m tests.helpers.make_replays --text     the texts only, of the records as they are

Two programs play with chance of their own until a match ends as wanted: over TCP between two processes, where that is
frequent; where it is rare, between two sessions in this process. Nothing is arranged, so that every run makes others.
"""

import io
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from gin_p2p.bots.interface import Bot, seeded_bot
from gin_p2p.cli.film import film_of
from gin_p2p.cli.render_replay import replay_lines
from gin_p2p.cli.replay_asked import Side
from gin_p2p.cli.replay_keys import Viewer, go_to
from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.protocol.audit import Verdict
from gin_p2p.protocol.messages import Serve, TakeMany
from gin_p2p.protocol.session import Invitation, Session, Step
from gin_p2p.protocol.table import Stage
from gin_p2p.record.container import HEADER, encode_closing, encode_frame
from gin_p2p.record.own_side import OwnSide
from gin_p2p.record.replay import Replay
from gin_p2p.record.scan import scan
from gin_p2p.record.summary import Summary
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.presets import PRESETS
from gin_p2p.rules.results import Ending
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat
from tests.helpers.processes import playing, run_gin

TESTS: Final = Path(__file__).parents[1]
REPLAYS: Final = TESTS.parent / "replays"
TRIES: Final = 20_000
Bots: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class Wanted:
    """A match to be made.

    Attributes:
        verdict: what its record proves.
        endings: how its hands end, in order; empty for any.
        bots: who plays, by seat.
        rules: the house rules.
        over_tcp: between two processes of the program.
        stops: leave it unfinished.
        takes_many: somebody takes several cards of the pile.
        only_deals: give up what does not end with its deal.
    """

    endings: tuple[Ending, ...] = ()
    verdict: Verdict = Verdict.VERIFIED
    bots: Bots = ("simple", "simple")
    rules: HouseRules = field(default_factory=lambda: hands(1))
    over_tcp: bool = False
    stops: bool = False
    takes_many: bool = False
    only_deals: bool = False


def hands(number: int, preset: str = "standard") -> HouseRules:
    """A preset, cut to so many hands."""
    return replace(PRESETS[preset], format=MatchFormat.HANDS, hands=number)


WANTED: Final[dict[str, Wanted]] = {
    "knock": Wanted((Ending.KNOCK,), over_tcp=True),
    "gin": Wanted((Ending.GIN,), bots=("gin-only", "never-out"), over_tcp=True),
    "big-gin": Wanted((Ending.BIG_GIN,), bots=("big-gin-only", "never-out")),
    "undercut": Wanted((Ending.UNDERCUT,)),
    "dead-hand": Wanted((Ending.DEAD_HAND,), bots=("never-out", "never-out")),
    "misdeal": Wanted(
        (Ending.MISDEAL,),
        rules=replace(hands(1), misdeal_rule=True),
        stops=True,
        only_deals=True,
        verdict=Verdict.UNFINISHED,
    ),
    "unfinished": Wanted((), Verdict.UNFINISHED, bots=("never-out", "never-out"), over_tcp=True, stops=True),
    "mahjong": Wanted((Ending.GIN,), rules=hands(1, "mahjong"), takes_many=True),
    "knock-deck": Wanted((), rules=hands(2, "oklahoma_knock_deck")),
}


SCREENS: Final[dict[str, tuple[Side, tuple[int, int], tuple[int, int], bool]]] = {
    "replay-80x24.txt": (Side.BOTH, (1, 6), (80, 24), True),
    "replay-120x40.txt": (Side.BOTH, (1, 99), (120, 40), True),
    "replay-ascii.txt": (Side.BLIND, (2, 10), (80, 24), False),
}
"""Side, moment, size and whether glyphs are drawn, by file name."""


@dataclass
class Table:
    """Two sessions that hear each other at once; what they say is kept."""

    rules: HouseRules
    frames: list[bytes] = field(default_factory=list)
    sessions: tuple[Session, ...] = ()

    def sit(self) -> None:
        identities = [Identity.generate(system_entropy) for _ in Seat]
        self.sessions = tuple(
            Session(
                seat,
                identities[seat],
                identities[seat.other].public,
                MatchSeed.generate(system_entropy),
                system_entropy,
                lambda: time.time_ns() // 1_000_000,
                keep=lambda frame: None,
            )
            for seat in Seat
        )
        host, guest = self.sessions
        self._deliver(Seat.HOST, host.open(Invitation(self.rules, name="alice")))
        self._deliver(Seat.GUEST, guest.accept("bob"))

    def play(self, bots: Sequence[Bot]) -> None:
        host = self.sessions[0]
        while not host.finished:
            seat = host.table.speaker
            assert seat is not None
            self._deliver(seat, self.sessions[seat].submit(bots[seat].move(self.sessions[seat].view)))

    def record(self) -> bytes:
        """The bytes of the record as it stands."""
        host = self.sessions[0]
        closing = b""
        if host.table.stage is Stage.CLOSED:
            summary = Summary.of(host.table, host.match_id, host.n_frames, host.head)
            closing = encode_closing(summary.to_value())
        return HEADER + b"".join(map(encode_frame, self.frames)) + closing

    def _deliver(self, seat: Seat, step: Step) -> None:
        for frame in step.frames:
            self.frames.append(frame)
            self._deliver(seat.other, self.sessions[seat.other].receive(frame))


def made_here(wanted: Wanted) -> bytes:
    """Play a match between two sessions."""
    table = Table(wanted.rules)
    table.sit()
    host = table.sessions[0]
    if wanted.only_deals:
        return table.record() if host.table.playing.hands else b""
    table.play([seeded_bot(name, system_entropy(16)) for name in wanted.bots])
    return table.record()


def made_over_tcp(wanted: Wanted) -> bytes:
    """Play a match between two processes of the program."""
    with TemporaryDirectory() as folder:
        homes = [Path(folder) / name for name in ("alice", "bob")]
        host_words = ("host", "--port", "0", "--bind", "127.0.0.1", "--yes", "--once")
        rules = ("--set", "format=hands", "--set", "hands=1")
        with playing(homes[0], *host_words, *rules, "--name", "alice", "--bot", wanted.bots[0]) as host:
            line = str(host.wait_for("join_line")["line"])
            with playing(homes[1], "join", line, "--yes", "--name", "bob", "--bot", wanted.bots[1]) as guest:
                if wanted.stops:
                    _wait_for_bytes(host.journals, 60_000)
                    host.signal(signal.SIGTERM)
                    host.finish()
                else:
                    guest.finish()
                    host.finish()
            files = host.journals() if wanted.stops else host.records()
            return files[0].read_bytes()


def _wait_for_bytes(journals: Callable[[], list[Path]], n_bytes: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if any(path.stat().st_size > n_bytes for path in journals()):
            return
        time.sleep(0.02)
    raise AssertionError("the match did not get so far")


def fits(data: bytes, wanted: Wanted) -> bool:
    """Whether a match is as wanted."""
    if not data:
        return False
    replay = Replay(scan(io.BytesIO(data).read))
    steps = list(replay)
    report = replay.report
    endings = tuple(hand.result.ending for hand in report.match.hands) if report.match else ()
    takes_many = any(isinstance(step.heard.message, TakeMany) for step in steps)
    return (
        report.verdict is wanted.verdict
        and (not wanted.endings or endings == wanted.endings)
        and (takes_many or not wanted.takes_many)
        and any(isinstance(step.heard.message, Serve) for step in steps)
    )


def make(name: str) -> None:
    """Play until a match is as wanted, and keep it."""
    wanted = WANTED[name]
    play = made_over_tcp if wanted.over_tcp else made_here
    for _ in range(TRIES):
        data = play(wanted)
        if fits(data, wanted):
            (REPLAYS / f"{name}.gin").write_bytes(data)
            return
    raise SystemExit(f"{name}: not once in {TRIES} matches")


def text_of(path: Path) -> str:
    """What `gin replay` prints for a record, to somebody who did not play it."""
    with TemporaryDirectory() as folder:
        return run_gin(Path(folder), "replay", str(path), "--text").stdout


def screens() -> dict[str, str]:
    """The approved screens of the viewer, by file name."""
    film, _ = film_of(REPLAYS / "knock-deck.gin", OwnSide(), lambda key: "unknown")
    found = {}
    for name, (side, moment, size, glyphs) in SCREENS.items():
        viewer = go_to(Viewer(film, side, notes={(1, 4): "look here"}), moment)
        found[name] = "\n".join(replay_lines(viewer.shown, *size, glyphs=glyphs)) + "\n"
    return found


def records() -> Iterator[Path]:
    """All records, by name."""
    yield from sorted(REPLAYS.glob("*.gin"))


def main(words: Sequence[str]) -> None:
    REPLAYS.mkdir(exist_ok=True)
    if "--text" not in words:
        for name in words or WANTED:
            started = time.monotonic()
            make(name)
            print(
                f"{name}: {(REPLAYS / f'{name}.gin').stat().st_size} bytes, {time.monotonic() - started:.1f} s"
            )
    for path in records():
        path.with_suffix(".txt").write_text(text_of(path), encoding="utf-8")
    for name, text in screens().items():
        (TESTS / "cli" / "screens" / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
