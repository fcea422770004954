"""Does each variant say what is different in it, and take the lines that it alone has?"""

from typing import Final

import pytest

from gin_p2p.cards import parse_card
from gin_p2p.cli.words import the_card
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import BigGin, Defend, Discard, DrawStock, Knock, Layoff, Pass, TakePile
from gin_p2p.rules.presets import preset
from gin_p2p.rules.results import Ending
from gin_p2p.rules.settings import changed
from tests.helpers.hands import meld, spread
from tests.helpers.linegame import ME, LineGame
from tests.helpers.linematch import LineMatch

THEIRS: Final = "JsJhJdKcQc9d7d6s4s2s"
MINE: Final = "5c7cAdAh3hThKs8sQd9s"


def rules(name: str, **changes: object) -> HouseRules:
    return changed(preset(name), changes)


def at_the_wall(mine: str, house: HouseRules, theirs: str = THEIRS) -> LineGame:
    """Both throw what they draw until only the reserve is left; then it is our turn."""
    table = LineGame(mine, theirs, "2d", rules=house, dealer=ME).begin()
    table.other(Pass())
    table.type("p")
    while table.hand.round.n_stock > 2:
        card = table.hand.stock[-1]
        if table.hand.turn is ME:
            table.type("d")
            if table.type(f"x {card}").endswith("[y/N]"):
                table.type("y")
        else:
            table.other(DrawStock(), Discard(card))
    assert table.hand.turn is ME
    return table


# Mahjong gin


def test_several_discards_are_taken_by_showing_a_meld_and_the_hand_grows() -> None:
    table = LineGame("5c7cKhKdKs9hJc3s8s2h", THEIRS, "6c", "QhTd", rules=preset("mahjong")).begin()
    table.type("p")
    table.other(Pass())
    table.types("d", "x Qh")
    table.other(DrawStock(), Discard(parse_card("Td")))
    assert "You took 3 cards of the pile, 6c Qh 10d, showing 5c 6c 7c." in table.type("t 3 with 5c6c7c")
    assert "can't be thrown this turn" in table.type("x 6c")
    table.type("x 10d")
    assert table.hand.round.n_held == (12, 10)
    assert len(table.view.hand) == 12


def test_as_many_cards_as_were_taken_are_thrown_where_the_hand_does_not_grow() -> None:
    constant = rules("mahjong", multi_pickup_hand="constant")
    table = LineGame("5c7cKhKdKs9hJc3s8s2h", THEIRS, "6c", "QhTd", rules=constant).begin()
    table.type("p")
    table.other(Pass())
    table.types("d", "x Qh")
    table.other(DrawStock(), Discard(parse_card("Td")))
    assert "You: throw 3 cards, one after another." in table.type("t 3 with 5c6c7c")
    assert "You: throw 2 cards, one after another." in table.type("x 10d")
    assert "go out with the last" in table.type("k Qh")
    table.types("x Qh", "x 9h")
    assert table.hand.round.turn is not ME
    assert table.hand.round.n_held == (10, 10)


@pytest.mark.parametrize("word", ["big", "g"])
def test_a_grown_hand_of_full_melds_goes_out_without_a_discard(word: str) -> None:
    mahjong = rules("mahjong", big_gin_bonus=None)
    theirs = "JsJhJdQcQs7d6s5sAc8d"
    table = LineGame("5c7cKhKd9h9d9s2s3s4s", theirs, "6c", "Ks", rules=mahjong, dealer=ME).begin()
    table.other(Pass())
    table.type("p")
    table.other(DrawStock(), Discard(parse_card("Ks")))
    assert "Every card is in a meld: you may go big gin (big)." in table.type("t 2 with 5c6c7c")
    table.type(word)
    assert table.moves[-1] == BigGin((meld("5c6c7c"), meld("9d9h9s"), meld("KdKhKs"), meld("2s3s4s")))
    table.other(Defend(spread(f"JdJhJs / {theirs[6:]}")))
    assert table.table.playing.hands[0].result.ending is Ending.BIG_GIN


# Limits


def test_a_knock_deck_names_the_limit_of_each_hand_and_turns_no_card() -> None:
    match = LineMatch(preset("oklahoma_knock_deck"), "knock deck")
    card = match.hand.round.limit_card
    assert card is not None
    assert f"The limit card is {the_card(card)}: " in match.text
    assert match.said[-1] == "You: draw (d)."
    assert match.type("t") == "The pile is empty.\nYou: draw (d)."


def test_a_limit_card_forbids_a_knock_over_it() -> None:
    table = LineGame("5h5d5s7c9cAd2h3s8s4c", THEIRS, "2c", "8c", rules=preset("oklahoma")).begin()
    assert "The limit card is the 2 of clubs: knock with 2 or less." in table.text
    table.type("p")
    table.other(Pass())
    table.type("d")
    assert table.type("k 8s").startswith("That leaves 10, and the limit is 2.")


# The wall


def test_the_last_discard_is_taken_only_to_go_out_with_it() -> None:
    last = rules("straight", wall_rule="last_discard", misdeal_rule=False)
    table = at_the_wall("8sTsJsAcAdAh5c5d5hKd", last, THEIRS.replace("Js", "Jc"))
    assert "The stock is used up. You: take 9s (t), to go out with it, or pass (p)" in table.said[-1]
    assert "You: you took the last discard, so go out: k CARD or g." in table.type("t")
    assert table.type("x Kd").startswith("The last discard may be taken only to go out with it.")
    table.type("g")
    assert table.moves[-1] == Knock(parse_card("Kd"), spread("AcAdAh 5c5d5h 8s9sTsJs /"))


def test_passing_the_last_discard_ends_the_hand() -> None:
    last = rules("straight", wall_rule="last_discard", misdeal_rule=False)
    table = at_the_wall(MINE, last)
    assert "Hand 1: dead, nobody scores: the stock is used up." in table.type("p")


def test_where_play_goes_on_at_the_wall_the_discard_is_taken_and_another_thrown() -> None:
    table = at_the_wall(MINE, rules("standard", wall_rule="discards_only"))
    assert "The stock is used up. You: take 7s (t) and play on, or pass (p)" in table.said[-1]
    assert table.type("d").startswith("The last cards of the stock are never drawn.")
    table.types("t", "x Qd")
    table.other(TakePile(), Discard(parse_card("Kc")))
    assert "Hand 1: dead, nobody scores: the stock is used up." in table.type("p")


# Dealing and throwing


def test_the_first_of_two_seats_with_eleven_cards_throws_before_anybody_draws() -> None:
    table = LineGame(MINE, THEIRS, "", "6c", rules=rules("standard", upcard_mode="eleven")).begin()
    assert len(table.view.hand) == 11
    assert "You: throw a card (x CARD, or just the card)." in table.said
    assert table.type("d").startswith("One draw a turn")
    table.type("Ks")
    table.other(TakePile(), Discard(parse_card("2s")))
    assert table.said[-1].startswith("You: draw (d) or take 2s (t).")


def test_a_card_just_taken_is_thrown_back_where_that_is_allowed_until_both_have_done_it() -> None:
    table = LineGame(MINE, THEIRS, "2d", rules=rules("standard", may_discard_taken_card=True)).begin()
    table.types("t", "x 2d")
    assert table.moves[-1] == Discard(parse_card("2d"))
    said = table.other(TakePile(), Discard(parse_card("2d")))
    assert "Hand 1: dead, nobody scores: both threw back" in said


# Aces and layoffs


def test_a_run_goes_around_the_corner_and_an_ace_counts_fifteen() -> None:
    mine = "QhKhAhTcAd5c7d9c8s6s"
    table = LineGame(mine, "JsJhJdKcQc9d7h3s4s2s", "4d", "2hKd", rules=preset("round_the_corner")).begin()
    assert "Your hand: Qh Kh Ah, 5c 9c 10c Ad 7d 6s 8s. Deadwood 60." in table.text
    table.type("p")
    table.other(Pass())
    assert "Your hand: Qh Kh Ah 2h*, " in table.type("d")
    assert "is in your meld Qh Kh Ah 2h" in table.type("x Kh")


def test_cards_are_laid_off_against_gin_where_the_rules_allow_it() -> None:
    theirs, mine = "2c2d2h5s6s7sJcQcKcAc", "2s8s4h5h6hTc3sKs9h9d"
    table = LineGame(mine, theirs, "8d", "7d", rules=preset("round_the_corner"), dealer=ME).begin()
    table.other(Pass())
    table.type("p")
    table.other(DrawStock())
    said = table.other(Knock(parse_card("7d"), spread("2c2d2h 5s6s7s JcQcKcAc /")))
    assert "C Jc Qc Kc Ac; no deadwood." in said
    assert "Best (lay best): 2s on A, 8s on B and 10c on C, leaves 31," in said
    table.types("lay 10c", "lay best", "done")
    defence = table.moves[-1]
    assert isinstance(defence, Defend)
    assert set(defence.layoffs) == {
        Layoff(parse_card("2s"), 0),
        Layoff(parse_card("8s"), 1),
        Layoff(parse_card("Tc"), 2),
    }
    assert table.table.playing.hands[0].result.deadwood == (31, 0)


def test_gin_is_washed_out_where_everything_is_melded_or_laid_off() -> None:
    theirs, mine = "2c2d2h5s6s7sJcQcKcAc", "2s8s4h5h6h9h9d9s9cTc"
    table = LineGame(mine, theirs, "8d", "7d", rules=preset("round_the_corner"), dealer=ME).begin()
    table.other(Pass())
    table.type("p")
    table.other(DrawStock())
    assert "leaves 0, nobody scores." in table.other(
        Knock(parse_card("7d"), spread("2c2d2h 5s6s7s JcQcKcAc /"))
    )
    assert "Hand 1: " in table.types("lay best", "done")
    assert table.table.playing.hands[0].result.ending is Ending.WASHED_GIN
