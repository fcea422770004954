"""Does `gin melds` answer every hand, and every line that is none?"""

import io
import json
import sys
from random import Random
from typing import Any

import pytest

from gin_p2p.cards import DECK, format_cards, parse_card, parse_cards
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.melds import MAX_LINE_BYTES, NoHandError, answer, lay_out, parse_spread
from gin_p2p.rules.layoffs import apply_layoffs
from gin_p2p.rules.melds import check_spread, discards, least_deadwood
from gin_p2p.rules.moves import Layoff, Spread
from gin_p2p.rules.presets import preset
from tests.helpers.commands import Gin

STANDARD = preset("standard")
KNOCK = "3c3d3h/7s8s9sTs"


@pytest.fixture
def gin(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Gin:
    return Gin(capsys, monkeypatch)


def test_a_hand_for_people(gin: Gin) -> None:
    ran = gin("melds", "3c3d3h 7s8s9s10s As Kd 2h 5c")
    assert ran.code is Exit.DONE
    assert ran.out.splitlines()[:5] == [
        "Melds:     3♣ 3♦ 3♥   7♠ 8♠ 9♠ T♠",
        "Left over: A♠ K♦ 2♥ 5♣",
        "Deadwood:  18",
        "Throw:     K♦ leaves 8",
        "Throw:     5♣ leaves 13",
    ]


def test_a_defence_for_people(gin: Gin) -> None:
    ran = gin("melds", "5s6sKdQhJc9c8c2d2h2c", "--knock", KNOCK)
    assert ran.out.splitlines() == [
        "Melds:     2♣ 2♦ 2♥",
        "Lay off:   6♠ on 7♠ 8♠ 9♠ T♠",
        "Lay off:   5♠ on 6♠ 7♠ 8♠ 9♠ T♠",
        "Left over: K♦ Q♥ J♣ 9♣ 8♣",
        "Deadwood:  47",
    ]


def test_a_hand_without_melds_or_deadwood_is_said(gin: Gin) -> None:
    assert "Melds:     none" in gin("melds", "3c").out
    assert "Left over: nothing" in gin("melds", "3c3d3h").out


def test_one_hand_for_programs(gin: Gin) -> None:
    row, done = gin("melds", "--json", "3c3d3hAsKd").rows
    assert {name: row[name] for name in ("cards", "deadwood", "melds", "left")} == {
        "cards": "3c3d3hAsKd",
        "deadwood": 11,
        "melds": ["3c3d3h"],
        "left": "AsKd",
    }
    assert "discards" not in row
    assert "layoffs" not in row
    assert done["exit"] == 0


def test_eleven_cards_say_what_each_throw_leaves() -> None:
    rng = Random(11)
    for _ in range(50):
        cards = tuple(rng.sample(DECK, 11))
        row: dict[str, Any] = answer(lay_out(format_cards(cards), STANDARD))
        assert row["discards"] == {str(card): left for card, left in discards(cards, STANDARD).items()}
        assert list(row["discards"]) == [str(card) for card in cards]
        assert row["deadwood"] == least_deadwood(cards, STANDARD)
        melds = tuple(parse_cards(meld) for meld in row["melds"])
        check_spread(Spread(melds, tuple(sorted(parse_cards(row["left"])))), cards, STANDARD)


def test_the_best_defence_can_be_played_as_it_is_written() -> None:
    row: dict[str, Any] = answer(lay_out("5s6sKdQhJc9c8c2d2h2c", STANDARD, parse_spread(KNOCK, STANDARD)))
    assert row["layoffs"] == [{"card": "6s", "on": 1}, {"card": "5s", "on": 1}]
    assert (row["deadwood"], row["left"], row["melds"]) == (47, "KdQhJc9c8c", ["2c2d2h"])
    layoffs = [Layoff(parse_card(layoff["card"]), layoff["on"]) for layoff in row["layoffs"]]
    grown = apply_layoffs(parse_spread(KNOCK, STANDARD), layoffs, STANDARD)
    assert format_cards(grown[1]) == "5s6s7s8s9sTs"


def test_with_a_knock_there_are_always_layoffs_and_never_discards() -> None:
    row = answer(lay_out("AcAd4h4dKdQhJc9c8c2d2h", STANDARD, parse_spread(KNOCK, STANDARD)))
    assert row["layoffs"] == []
    assert "discards" not in row


def test_nothing_is_laid_off_on_gin_unless_the_rules_say_so() -> None:
    gin_melds, hand = "3c3d3h/7s8s9sTs/QcQdQh", "3sKdKh9c8c5d5h2c4sJs"
    corner = preset("round_the_corner")
    row = answer(lay_out(hand, STANDARD, parse_spread(gin_melds, STANDARD)))
    assert row["layoffs"] == []
    row = answer(lay_out(hand, corner, parse_spread(gin_melds, corner)))
    assert row["layoffs"] == [{"card": "3s", "on": 0}, {"card": "Js", "on": 1}]


def test_the_rules_decide_what_a_run_is_and_an_ace_counts(gin: Gin) -> None:
    assert gin("melds", "--json", "QsKsAs").rows[0]["deadwood"] == 21
    assert gin("melds", "--json", "QsKsAs", "--set", "ace_mode=high_low").rows[0]["deadwood"] == 0
    assert gin("melds", "--json", "KsAs", "--rules", "tedesco").rows[0]["deadwood"] == 25


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there are no cards"),
        ("3c 4", "is not a list of cards"),
        ("3x", "'3x' is not a card"),
        ("3c4d3c", "3c stands twice"),
        ("\x1b[2J\x1b[", r"\\x1b"),
        (format_cards(DECK[:41]), "a hand has at most 40 cards, not 41"),
        ("3c " * 400, "written in 1024 letters or less"),
    ],
)
def test_what_is_no_hand_is_refused(text: str, words: str) -> None:
    with pytest.raises(NoHandError, match=words):
        lay_out(text, STANDARD)


@pytest.mark.parametrize(
    ("knock", "words"),
    [
        ("3c3d3h/7s8s", "--knock: 7s8s is neither a set nor a run"),
        ("3c3d3h//7s8s9s", "--knock: an empty part is neither"),
        ("3c3d3h/3h4h5h", "--knock: 3h stands twice"),
        ("QsKsAs", "--knock: QsKsAs is neither"),
        ("KdKhKs", "Kd lies in the knocker's melds"),
    ],
)
def test_a_spread_that_cannot_lie_there_is_refused(gin: Gin, knock: str, words: str) -> None:
    ran = gin("melds", "3sKd", "--knock", knock)
    assert ran.code is Exit.USAGE
    assert words in ran.err
    assert not ran.out


def test_lines_are_answered_one_by_one_and_bad_ones_by_their_number(gin: Gin) -> None:
    long = b"3c " * 2000
    ran = gin("melds", "-", stdin=b"3c3d3hAsKd\nfoo\n\n\xff\xfe\n" + long + b"\r\n10h\r\n" + long)
    assert ran.code is Exit.USAGE
    assert ran.rows[0] == {"cards": "3c3d3hAsKd", "deadwood": 11, "melds": ["3c3d3h"], "left": "AsKd"}
    assert ran.rows[5]["cards"] == "Th"
    assert [row.get("line") for row in ran.rows] == [None, 2, 3, 4, 5, None, 7]
    assert all(set(row) == {"line", "error"} for row in ran.rows if "line" in row)
    assert "5 of 7 lines are no hands." in ran.err


def test_a_line_of_the_greatest_length_is_still_a_hand(gin: Gin) -> None:
    ran = gin("melds", "-", stdin=b"3c" + b" " * (MAX_LINE_BYTES - 2) + b"\n4c")
    assert [row["cards"] for row in ran.rows] == ["3c", "4c"]
    assert ran.code is Exit.DONE


def test_lines_under_json_are_events_and_end_in_done(gin: Gin) -> None:
    rows = gin("melds", "-", "--json", "--knock", KNOCK, stdin=b"3s\n3c\n").rows
    assert [row["event"] for row in rows] == ["melds", "melds", "done"]
    assert rows[0]["layoffs"] == [{"card": "3s", "on": 0}]
    assert rows[1]["line"] == 2
    assert (rows[2]["ok"], rows[2]["exit"]) == (False, 2)


def test_no_lines_are_no_mistake(gin: Gin) -> None:
    assert gin("melds", "-", stdin=b"").code is Exit.DONE


def test_no_standard_input_is_said(gin: Gin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    ran = gin("melds", "-")
    assert (ran.code, "no standard input" in ran.err) == (Exit.USAGE, True)


class BrokenInput(io.BytesIO):
    def readline(self, size: int | None = -1, /) -> bytes:
        raise OSError(21, "Is a directory")


def test_a_standard_input_that_breaks_is_said(gin: Gin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(BrokenInput()))
    ran = gin("melds", "-")
    assert ran.code is Exit.USAGE
    assert "cannot be read (Is a directory)" in ran.err


class ClosedPipe(io.StringIO):
    """Accepts one line, as `head -1` does."""

    def write(self, text: str, /) -> int:
        if self.getvalue():
            raise BrokenPipeError
        return super().write(text)

    def fileno(self) -> int:
        return 99


class EndlessHands(io.BytesIO):
    def __init__(self) -> None:
        super().__init__()
        self.n_read = 0

    def readline(self, size: int | None = -1, /) -> bytes:
        self.n_read += 1
        return b"3c3d3h\n"


def test_an_endless_input_ends_when_nobody_reads_the_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    from gin_p2p.cli import output as output_module
    from gin_p2p.cli.melds import melds_command
    from gin_p2p.cli.output import Output

    hands, pipe = EndlessHands(), ClosedPipe()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(hands))
    monkeypatch.setattr(output_module, "_drain", lambda stream: None)
    output = Output(is_json=False, out=pipe, err=None)
    assert melds_command("-", None, (), None, output) is Exit.DONE
    assert hands.n_read == 2
    assert json.loads(pipe.getvalue())["deadwood"] == 0
