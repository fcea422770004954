"""What does a key do in the viewer?

Pure: a viewer and a key go in, the viewer after it comes out. Printable keys are their character, the others have the
names `left`, `right`, `up`, `down`, `home`, `end`, `enter`, `backspace`, `escape`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from gin_p2p.cli.exits import UsageError
from gin_p2p.cli.render_replay import Panel, Shown
from gin_p2p.cli.replay_asked import Side, moment_of
from gin_p2p.cli.replay_plies import Ply
from gin_p2p.cli.teller import Teller
from gin_p2p.cli.text import inert, shown
from gin_p2p.record.notes_file import MAX_NOTE_LETTERS
from gin_p2p.seat import Seat

SLOWEST: Final = 0.1
FASTEST: Final = 20.0
_ASKS: Final = {"g": "Go to hand.turn: ", "/": "Find: ", "n": "Note: "}


@dataclass(frozen=True, slots=True)
class Film:
    """A match from all the sides it can be watched from.

    Attributes:
        plies: the moments from each side, as many from each.
        teller: to whom they are shown.
        me: who watches, where they played.
        date: when the match began.
        verdict: what the audit says, in a word.
        audit: and in full.
    """

    plies: Mapping[Side, tuple[Ply, ...]]
    teller: Teller
    me: Seat | None
    date: str
    verdict: str
    audit: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Viewer:
    """A film, and where its viewer is.

    Attributes:
        film: the match.
        side: from which it is watched.
        at: number of the moment.
        back: the moment before the last jump.
        speed: turns a second while it plays.
        plays: whether it plays by itself.
        ask: the key whose question is open; empty when none is.
        typed: the answer so far.
        found: what was looked for last.
        message: one line to say.
        panel: what covers the turns.
        notes: of the owner, by moment.
        closed: whether the viewer is left.
    """

    film: Film
    side: Side
    at: int = 0
    back: int = 0
    speed: float = 1.0
    plays: bool = False
    ask: str = ""
    typed: str = ""
    found: str = ""
    message: str = ""
    panel: Panel = Panel.NONE
    notes: Mapping[tuple[int, int], str] = field(default_factory=dict)
    closed: bool = False

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moments from this side."""
        return self.film.plies[self.side]

    @property
    def moment(self) -> tuple[int, int]:
        """Hand and turn."""
        return self.plies[self.at].moment

    @property
    def shown(self) -> Shown:
        """What the screen shows."""
        film = self.film
        return Shown(
            self.plies,
            self.at,
            film.teller,
            film.date,
            film.verdict,
            str(self.side),
            self.side is Side.BOTH,
            self.notes,
            f"{_ASKS[self.ask]}{inert(self.typed, empty='')}_" if self.ask else self.message,
            self.speed if self.plays else 0.0,
            self.panel,
            film.audit,
        )


def press(viewer: Viewer, key: str) -> Viewer:
    """Answer the viewer after a key; one that means nothing changes nothing."""
    if viewer.ask:
        return _typing(viewer, key)
    viewer = replace(viewer, message="")
    if key in _ASKS:
        return replace(
            viewer, ask=key, plays=False, typed=viewer.notes.get(viewer.moment, "") if key == "n" else ""
        )
    act = _KEYS.get(key)
    return viewer if act is None else act(viewer)


def tick(viewer: Viewer) -> Viewer:
    """Answer the viewer a turn later, while it plays; at the end it stops."""
    if not viewer.plays:
        return viewer
    last = len(viewer.plies) - 1
    return replace(viewer, at=min(viewer.at + 1, last), plays=viewer.at + 1 < last)


def go_to(viewer: Viewer, moment: tuple[int, int]) -> Viewer:
    """Answer the viewer at a moment, or at the last one before it; where there is no such hand, with a message."""
    hand, turn = moment
    fitting = [n for n, ply in enumerate(viewer.plies) if ply.step.hand == hand and ply.step.turn <= turn]
    if not fitting:
        return replace(viewer, message=f"There is no hand {hand}.")
    return _jump(viewer, fitting[-1])


def _typing(viewer: Viewer, key: str) -> Viewer:
    """Answer the viewer after a key of an answer."""
    if key == "escape":
        return replace(viewer, ask="", typed="")
    if key == "backspace":
        return replace(viewer, typed=viewer.typed[:-1])
    if key == "enter":
        done = replace(viewer, ask="", typed="")
        return {"g": _went, "/": _sought, "n": _noted}[viewer.ask](done, viewer.typed.strip())
    return replace(viewer, typed=(viewer.typed + key)[:MAX_NOTE_LETTERS]) if len(key) == 1 else viewer


def _went(viewer: Viewer, text: str) -> Viewer:
    if not text:
        return viewer
    try:
        return go_to(viewer, moment_of(text))
    except UsageError as error:
        return replace(viewer, message=f"{error}.")


def _sought(viewer: Viewer, text: str) -> Viewer:
    """Look for the next turn whose words begin with those typed, from here on and round to here."""
    wanted = _plain(text or viewer.found).split()
    n_plies = len(viewer.plies)
    order = [(viewer.at + step) % n_plies for step in range(1, n_plies + 1)]
    for number in order if wanted else []:
        ply = viewer.plies[number]
        words = _plain(f"{viewer.film.teller.name(ply.seat)} {ply.words}").split()
        if all(any(_fits(want, word) for word in words) for want in wanted):
            return replace(_jump(viewer, number), found=text or viewer.found)
    return replace(viewer, message=f"There is no turn with {inert(text or viewer.found)}.")


def _fits(want: str, word: str) -> bool:
    """Words are found by their beginning; a card is two letters, and only found whole."""
    return word == want if len(want) == 2 else word.startswith(want)


def _plain(text: str) -> str:
    """Answer words as they are compared: cards in letters, ten as t."""
    return shown(text, "ascii", glyphs=False).lower().replace("10", "t").replace(",", " ")


def _noted(viewer: Viewer, text: str) -> Viewer:
    notes = {moment: note for moment, note in viewer.notes.items() if moment != viewer.moment}
    return replace(viewer, notes=notes | ({viewer.moment: text} if text else {}))


def _jump(viewer: Viewer, at: int) -> Viewer:
    """Go somewhere, and remember where that was from."""
    return replace(viewer, at=at, back=viewer.at, plays=False)


def _by(n_turns: int) -> Callable[[Viewer], Viewer]:
    def act(viewer: Viewer) -> Viewer:
        at = min(max(0, viewer.at + n_turns), len(viewer.plies) - 1)
        return replace(viewer, at=at, plays=False)

    return act


def _by_hand(step: int) -> Callable[[Viewer], Viewer]:
    def act(viewer: Viewer) -> Viewer:
        begins = [n for n, ply in enumerate(viewer.plies) if ply.step.turn == 0 or n == 0]
        beyond = [n for n in begins if (n > viewer.at if step > 0 else n < viewer.at)]
        return _jump(viewer, beyond[0 if step > 0 else -1]) if beyond else viewer

    return act


def _to_ply(step: int, wanted: Callable[[Viewer, Ply], bool], nothing: str) -> Callable[[Viewer], Viewer]:
    """Answer an act that goes to the next moment of a kind, in one direction."""

    def act(viewer: Viewer) -> Viewer:
        numbers = range(viewer.at + 1, len(viewer.plies)) if step > 0 else range(viewer.at - 1, -1, -1)
        for number in numbers:
            if wanted(viewer, viewer.plies[number]):
                return _jump(viewer, number)
        return replace(viewer, message=nothing)

    return act


def _is_mine(viewer: Viewer, ply: Ply) -> bool:
    return ply.step.turn > 0 and ply.seat is (Seat.HOST if viewer.film.me is None else viewer.film.me)


def _is_marked(viewer: Viewer, ply: Ply) -> bool:
    return bool(ply.marks) or ply.moment in viewer.notes


def _back(viewer: Viewer) -> Viewer:
    return _jump(viewer, viewer.back)


def _play(viewer: Viewer) -> Viewer:
    return replace(viewer, plays=not viewer.plays and viewer.at + 1 < len(viewer.plies))


def _faster(factor: float) -> Callable[[Viewer], Viewer]:
    def act(viewer: Viewer) -> Viewer:
        speed = min(max(viewer.speed * factor, SLOWEST), FASTEST)
        return replace(viewer, speed=speed, message=f"{speed:g} turns a second")

    return act


def _next_side(viewer: Viewer) -> Viewer:
    sides = list(viewer.film.plies)
    return replace(viewer, side=sides[(sides.index(viewer.side) + 1) % len(sides)])


def _panel(panel: Panel) -> Callable[[Viewer], Viewer]:
    def act(viewer: Viewer) -> Viewer:
        return replace(viewer, panel=Panel.NONE if viewer.panel is panel else panel, plays=False)

    return act


def _escape(viewer: Viewer) -> Viewer:
    return replace(viewer, panel=Panel.NONE, plays=False)


def _close(viewer: Viewer) -> Viewer:
    return replace(viewer, closed=True)


_KEYS: Final[Mapping[str, Callable[[Viewer], Viewer]]] = {
    "left": _by(-1),
    "right": _by(1),
    "up": _by_hand(-1),
    "down": _by_hand(1),
    "[": _to_ply(-1, _is_mine, "There is no turn of mine before this one."),
    "]": _to_ply(1, _is_mine, "There is no turn of mine after this one."),
    "home": lambda viewer: _jump(viewer, 0),
    "end": lambda viewer: _jump(viewer, len(viewer.plies) - 1),
    "b": _to_ply(1, _is_marked, "There is no mark after this."),
    "B": _to_ply(-1, _is_marked, "There is no mark before this."),
    "backspace": _back,
    "p": _play,
    " ": _play,
    "+": _faster(2.0),
    "-": _faster(0.5),
    "s": _next_side,
    "a": _panel(Panel.AUDIT),
    "?": _panel(Panel.HELP),
    "escape": _escape,
    "q": _close,
}
