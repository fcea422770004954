"""Make the pictures of README: `python -m tests.helpers.make_pictures`.

Each shows what the program says, word for word: a hand played between two seats whose chance is seeded, and commands
run on the records in `replays/`. So a second run changes nothing, and a test compares.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from gin_p2p.bots.interface import seeded_bot
from gin_p2p.cli.film import film_of
from gin_p2p.cli.herald import PlayerMove, typed
from gin_p2p.cli.line.dialogue import Dialogue
from gin_p2p.cli.render_replay import replay_lines
from gin_p2p.cli.replay_asked import Side
from gin_p2p.cli.replay_keys import Viewer, go_to
from gin_p2p.cli.text import wrap
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.net.port import Make, Progress
from gin_p2p.protocol.session import Invitation, Session, Step
from gin_p2p.record.own_side import OwnSide
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import Move
from gin_p2p.rules.words import MatchFormat
from gin_p2p.seat import Seat
from tests.helpers.drawing import picture_of
from tests.helpers.processes import run_gin
from tests.helpers.provers import seeded_entropy

ROOT: Final = Path(__file__).parents[2]
PICTURES: Final = ROOT / "pictures"
KNOCK: Final = "replays/knock.gin"

DEAL: Final = "13"
"""Names the chance of the hand that is shown: a short one, with a knock and a layoff."""
STARTED_MS: Final = 1_764_444_660_000


class Evening:
    """One hand, over the real protocol; in the guest's place a person types what a program would play.

    Attributes:
        screen: what the person sees, with the lines typed.
    """

    def __init__(self) -> None:
        entropy = [seeded_entropy(f"pictures: {name} {DEAL}") for name in ("alice", "bob")]
        identities = [Identity.generate(entropy[seat]) for seat in Seat]
        self._sessions = [
            Session(
                seat,
                identities[seat],
                identities[seat.other].public,
                MatchSeed.generate(entropy[seat]),
                entropy[seat],
                lambda: STARTED_MS,
                keep=lambda frame: None,
            )
            for seat in Seat
        ]
        self._dialogue = Dialogue(lambda: 0.0, confirms=False)
        self.screen: list[str] = []

    def play(self) -> list[str]:
        """Play the hand, and answer the screen."""
        host, guest = self._sessions
        rules = replace(HouseRules(), format=MatchFormat.HANDS, hands=1)
        self._deliver(Seat.HOST, host.open(Invitation(rules, name="alice")))
        self._type("y")
        self._deliver(Seat.GUEST, guest.accept("bob"))
        bots = [seeded_bot("simple", name) for name in (b"alice", b"bob")]
        while not host.finished:
            seat = host.table.speaker
            assert seat is not None
            move = bots[seat].move(self._sessions[seat].view)
            self._deliver(
                seat, self._sessions[seat].submit(self._typed(move) if seat is Seat.GUEST else move)
            )
        return [row for line in self.screen for row in wrap(line, 96).split("\n")]

    def _typed(self, move: Move) -> Move:
        assert isinstance(move, PlayerMove)
        command = self._type(typed(move))
        assert isinstance(command, Make)
        return command.move

    def _type(self, line: str) -> object:
        lines, command = self._dialogue.reply(line)
        self.screen += [f"> {line}", *lines]
        return command

    def _deliver(self, seat: Seat, step: Step) -> None:
        if seat is Seat.GUEST and step.events:
            lines, _ = self._dialogue.hear(Progress(step.events, self._sessions[seat].view))
            self.screen += lines
        for frame in step.frames:
            self._deliver(seat.other, self._sessions[seat.other].receive(frame))


def told(*words: str) -> list[str]:
    """What a command prints to somebody who has met nobody."""
    with TemporaryDirectory() as folder:
        return run_gin(Path(folder), *words).stdout.rstrip("\n").split("\n")


def viewer() -> list[str]:
    """The viewer, at the end of a hand."""
    film, _ = film_of(ROOT / KNOCK, OwnSide(), lambda key: "unknown")
    return list(replay_lines(go_to(Viewer(film, Side.BOTH), (1, 12)).shown, 80, 24, glyphs=True))


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name and the bytes of every picture."""
    yield "hand.svg", picture_of("gin join 4nov-ezbq-...@203.0.113.7", Evening().play())
    yield "audit.svg", picture_of(f"gin audit {KNOCK}", told("audit", str(ROOT / KNOCK)))
    yield "replay.svg", picture_of(f"gin replay {KNOCK}", viewer())
    yield "rules.svg", picture_of("gin rules", told("rules"))


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, svg in pictures():
        (PICTURES / name).write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
