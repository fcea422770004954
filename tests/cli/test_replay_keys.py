"""Does each key of the viewer do what the help says, and does a screen show the moment and fit the window?"""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from gin_p2p.cli.film import film_of
from gin_p2p.cli.render_replay import HELP, MIN_HEIGHT, MIN_WIDTH, Panel, replay_lines
from gin_p2p.cli.replay_asked import Side
from gin_p2p.cli.replay_keys import FASTEST, SLOWEST, Film, Viewer, go_to, press, tick
from gin_p2p.cli.text import columns_of
from gin_p2p.record.own_side import OwnSide
from gin_p2p.seat import Seat
from tests.helpers.make_replays import REPLAYS, SCREENS, screens


@cache
def film(name: str = "knock-deck", seat: Seat | None = None) -> Film:
    return film_of(REPLAYS / f"{name}.gin", OwnSide(seat), lambda key: "unknown")[0]


def viewer(side: Side = Side.BOTH, seat: Seat | None = None) -> Viewer:
    return Viewer(film(seat=seat), side)


def pressed(keys: str | list[str], at: Viewer | None = None) -> Viewer:
    found = at or viewer()
    for key in keys:
        found = press(found, key)
    return found


def typed(text: str, at: Viewer | None = None) -> Viewer:
    return pressed([*text, "enter"], at)


def test_left_and_right_go_by_turns_and_stop_at_the_ends() -> None:
    assert [pressed(["right"] * n).moment for n in range(3)] == [(1, 0), (1, 1), (1, 2)]
    assert pressed(["left"]).at == 0
    assert pressed(["end", "right"]).at == len(viewer().plies) - 1
    assert pressed(["right", "right", "left"]).moment == (1, 1)


def test_up_and_down_go_by_hands() -> None:
    assert pressed(["down"]).moment == (2, 0)
    assert pressed(["down", "down"]).moment == (2, 0)
    assert pressed(["down", "right", "up"]).moment == (2, 0)
    assert pressed(["down", "up"]).moment == (1, 0)
    assert pressed(["up"]).moment == (1, 0)


def test_home_and_end_go_to_the_ends_and_backspace_comes_back() -> None:
    there = pressed(["right", "end"])
    assert there.at == len(there.plies) - 1
    assert press(there, "backspace").moment == (1, 1)
    assert pressed(["backspace", "backspace"], there).at == there.at
    assert press(there, "home").at == 0


def test_brackets_go_by_the_own_turns_or_the_hosts() -> None:
    for seat in (None, *Seat):
        mine = Seat.HOST if seat is None else seat
        first = press(viewer(seat=seat), "]")
        second = press(first, "]")
        assert [first.plies[v.at].seat for v in (first, second)] == [mine, mine]
        assert second.at - first.at == 2
        assert press(second, "[").at == first.at
        assert press(press(first, "["), "[").message == "There is no turn of mine before this one."
    assert pressed(["end", "]"]).message == "There is no turn of mine after this one."


def test_g_goes_to_a_moment() -> None:
    assert typed("g2.9").moment == (2, 9)
    assert typed("g2").moment == (2, 0)
    assert typed("g1.99").moment == (1, 21)
    assert typed("g").moment == (1, 0)
    assert typed("g7.1").message == "There is no hand 7."
    assert typed("gx").message == "'x' is no moment: say hand.turn, as in 3.22."
    assert go_to(viewer(), (2, 3)).moment == (2, 3)


def test_slash_finds_the_next_turn_with_these_words_and_goes_on_from_there() -> None:
    first = typed("/takes")
    words = first.plies[first.at].words
    assert words.startswith("takes")
    second = typed("/", first)
    assert second.at > first.at
    assert "knocks" in (found := typed("/bob knock")).plies[found.at].words
    assert typed("/throws 10h").plies[typed("/throws 10h").at].words.endswith("throws T♥")
    around = typed("/deals", pressed(["end"]))
    assert around.moment == (1, 0)
    assert typed("/knights").message == "There is no turn with knights."
    assert typed("/").message == "There is no turn with (nothing)."


def test_b_goes_to_marks_and_notes() -> None:
    first = press(viewer(), "b")
    assert first.plies[first.at].marks
    assert press(press(first, "b"), "B").at == first.at
    assert press(first, "B").message == "There is no mark before this."
    assert pressed(["end", "b"]).message == "There is no mark after this."
    noted = typed("nhere", pressed(["right"]))
    assert press(press(noted, "home"), "b").moment == (1, 1)


def test_n_notes_a_moment_changes_the_note_and_takes_it_back() -> None:
    noted = typed("na b", pressed(["right"]))
    assert noted.notes == {(1, 1): "a b"}
    assert typed("n!", noted).notes == {(1, 1): "a b!"}
    assert pressed(["n", *["backspace"] * 3, "enter"], noted).notes == {}
    assert pressed(["n", "x", "escape"], noted).notes == noted.notes


def test_while_a_question_is_open_keys_are_letters() -> None:
    asking = pressed("nq?")
    assert (asking.ask, asking.typed, asking.closed, asking.panel) == ("n", "q?", False, Panel.NONE)
    assert press(asking, "left") == asking
    assert "Note: q?_" in replay_lines(asking.shown, 80, 24, glyphs=True)[-2]


def test_p_plays_to_the_end_and_plus_and_minus_set_the_speed() -> None:
    playing = press(viewer(), "p")
    n_ticks = 0
    while playing.plays:
        playing, n_ticks = tick(playing), n_ticks + 1
    assert n_ticks == playing.at == len(playing.plies) - 1
    assert not press(playing, "p").plays
    assert not pressed("pp").plays
    assert tick(viewer()) == viewer()
    assert pressed("++").speed == 4.0
    assert pressed("+" * 9).speed == FASTEST
    assert pressed("-" * 9).speed == SLOWEST


@pytest.mark.parametrize("key", ["left", "home", "g", "a", "escape"])
def test_looking_elsewhere_stops_playing(key: str) -> None:
    assert not pressed(["p", key]).plays


def test_s_goes_round_the_sides_that_there_are_and_keeps_the_moment() -> None:
    onlooker = pressed(["right", "s"])
    assert (onlooker.side, onlooker.moment) == (Side.BLIND, (1, 1))
    assert press(onlooker, "s").side is Side.BOTH
    sides = viewer(Side.ME, Seat.HOST)
    seen = []
    for _ in range(4):
        sides = press(sides, "s")
        seen.append(sides.side)
    assert seen == [Side.THEM, Side.BOTH, Side.BLIND, Side.ME]


def test_panels_open_and_close_and_q_leaves() -> None:
    assert pressed("?").panel is Panel.HELP
    assert pressed("??").panel is Panel.NONE
    assert pressed("?a").panel is Panel.AUDIT
    assert pressed(["?", "escape"]).panel is Panel.NONE
    assert pressed("q").closed
    assert press(viewer(), "x") == viewer()


def test_what_comes_later_is_listed_only_with_hindsight() -> None:
    for side, is_listed in ((Side.BOTH, True), (Side.BLIND, False)):
        screen = "\n".join(replay_lines(Viewer(film(), side, at=3).shown, 80, 24, glyphs=True))
        assert ("\n   4  " in screen) is is_listed


def test_the_end_of_a_hand_is_told_when_it_is_reached() -> None:
    last = go_to(viewer(), (1, 99))
    screen = "\n".join(replay_lines(last.shown, 80, 24, glyphs=True))
    assert "Hand 1: " in screen
    assert "Hand 1: " not in "\n".join(replay_lines(press(last, "left").shown, 80, 24, glyphs=True))


def test_the_panels_show_the_help_and_the_audit() -> None:
    assert f" {HELP[0]}" in replay_lines(pressed("?").shown, 80, 24, glyphs=True)
    assert "VERIFIED" in replay_lines(pressed("a").shown, 80, 30, glyphs=True)


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (81, 25), (120, 40), (300, 90)])
@pytest.mark.parametrize("glyphs", [True, False])
def test_every_screen_fits_its_window_at_every_moment(size: tuple[int, int], *, glyphs: bool) -> None:
    width, height = size
    for side in (Side.BOTH, Side.BLIND):
        for at in range(len(viewer().plies)):
            found = replace(Viewer(film(), side, at), notes={(1, 1): "note " * 60, (2, 2): "\x1b[2J"})
            lines = replay_lines(found.shown, width, height, glyphs=glyphs)
            assert len(lines) == height
            assert all(columns_of(line) <= width for line in lines)
            assert "\x1b" not in "".join(lines)
            assert glyphs or "".join(lines).isascii()
            assert sum(line.startswith(">") for line in lines) == 1


def test_a_window_that_is_too_small_is_said_so() -> None:
    for width, height in ((MIN_WIDTH - 1, 24), (80, MIN_HEIGHT - 1), (1, 1), (0, 0)):
        lines = replay_lines(viewer().shown, width, height, glyphs=True)
        assert len(lines) == height
        assert all(len(line) <= width for line in lines)
    assert "needs 60x15" in replay_lines(viewer().shown, 59, 20, glyphs=True)[0]


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_is_as_it_was_approved(name: str) -> None:
    assert screens()[name] == (Path(__file__).parent / "screens" / name).read_text(encoding="utf-8")


def test_how_far_the_audit_is_is_told_hand_by_hand() -> None:
    told: list[str] = []
    film_of(REPLAYS / "knock-deck.gin", OwnSide(), lambda key: "unknown", told.append)
    assert told == ["Checking hand 1 ...", "Checking hand 2 ...", ""]
