"""Does the baseline do what the field's baseline does, and no harm under other rules?"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from gin_p2p.bots.habits import defence
from gin_p2p.bots.simple import Simple
from gin_p2p.cards import Card, parse_cards
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.view import View
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Knock,
    Layoff,
    Move,
    Pass,
    Spread,
    TakePile,
)
from gin_p2p.rules.presets import preset
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.settings import changed
from gin_p2p.seat import Seat
from tests.helpers.hands import at_wall, card, dealt, drawn, later, meld, played, spread

LOOSE = "AcAd4c5d7h9sJcQdKhKs"  # no meld; Kd makes one


def seen(round_: Round, hand: str | Sequence[Card], new: Card | None = None) -> View:
    cards = parse_cards(hand) if isinstance(hand, str) else hand
    return View(round_.turn, Stage.MOVE, round_.turn, round=round_, hand=tuple(sorted(cards)), drawn=new)


def answers(round_: Round, hand: str, new: Card | None = None) -> set[Move]:
    """What it may answer, over many seeds."""
    return {Simple(Random(seed)).move(seen(round_, hand, new)) for seed in range(40)}


def test_the_offered_card_is_taken_when_it_makes_a_meld() -> None:
    assert answers(dealt(), LOOSE) == {TakePile()}


def test_the_offered_card_is_passed_when_it_makes_none() -> None:
    assert answers(dealt(upcard=card("Tc")), LOOSE) == {Pass()}


def test_after_two_passes_it_draws_from_the_stock() -> None:
    assert answers(played(dealt(), Pass(), Pass()), LOOSE) == {DrawStock()}


def test_a_discard_is_taken_when_it_makes_a_meld() -> None:
    start = replace(drawn(upcard=card("Tc")), turn=Seat.GUEST)
    start = replace(start, n_held=start.n_held[::-1])
    assert answers(played(start, Discard(card("Ks"))), "KcKdKh2c4d6h8sTdJdQd") == {TakePile()}
    assert answers(played(start, Discard(card("9c"))), "KcKdKh2c4d6h8sTdJdQd") == {DrawStock()}


def test_it_throws_at_random_among_what_leaves_least_deadwood() -> None:
    thrown = answers(later(drawn()), "AcAd4c5d7h9sJcQdKhKs3s", card("3s"))
    assert thrown == {Discard(one) for one in parse_cards("JcQdKhKs")}


def test_it_does_not_throw_what_it_has_just_taken() -> None:
    rules = HouseRules(may_discard_taken_card=True)
    taken = later(played(dealt(rules, card("Kd")), TakePile()))
    assert answers(taken, "KdKhKs2c2d2h4s6s8sTs9c") == {Discard(card("Ts"))}
    assert Discard(card("Kd")) not in answers(taken, "AcAd4c5d7h9sJcQd8hKsKd")


def test_no_exchange_is_made_twice_in_a_hand() -> None:
    bot, view = Simple(Random(1)), seen(later(drawn()), "2c2d2h5c6c7c9sJsKhQd4d", card("4d"))
    first, second, third = (bot.move(view) for _ in range(3))
    assert {first, second} == {Discard(card("Kh")), Discard(card("Qd"))}
    assert third == Discard(card("Js"))


def test_another_hand_begins_without_a_memory() -> None:
    bot, view = Simple(Random(1)), seen(later(drawn()), "2c2d2h5c6c7c9sJsKhQd4d", card("4d"))
    dearest = {bot.move(view), bot.move(view)}
    assert bot.move(view) not in dearest
    assert view.round is not None
    assert bot.move(replace(view, round=replace(view.round, n_moves=3))) in dearest


def test_it_goes_out_as_soon_as_it_can_with_as_little_as_it_can() -> None:
    start, hand = later(drawn()), "2c2d2h5c6c7c9s9h9dAs8d"
    (out,) = answers(start, hand)
    assert isinstance(out, Knock)
    assert (out.discard, out.spread.deadwood) == (card("8d"), (card("As"),))
    assert answers(replace(start, knock_limit=0), hand) == {Discard(card("8d"))}


def test_it_goes_big_gin_where_there_is_one() -> None:
    hand = "2c2d2h5c6c7c9s9h9d8c9c"
    assert {type(move) for move in answers(later(drawn()), hand)} == {BigGin}
    without = later(drawn(HouseRules(big_gin_bonus=None)))
    assert {move.spread.deadwood for move in answers(without, hand) if isinstance(move, Knock)} == {()}


def test_a_dealt_misdeal_is_claimed() -> None:
    hand = "2c2d2h9sTsJs5c5d5h3c"
    assert answers(dealt(preset("standard")), hand) == {ClaimMisdeal(tuple(sorted(parse_cards(hand))))}


def test_a_hand_of_eleven_begins_with_a_throw() -> None:
    start = Round.deal(changed(preset("standard"), {"upcard_mode": "eleven"}), Seat.GUEST)
    assert answers(start, "AcAd4c5d7h9s2cQd6hTs3s") == {Discard(card("Qd")), Discard(card("Ts"))}


def test_the_last_discard_is_taken_only_to_go_out_with_it() -> None:
    wall = at_wall(preset("openspiel"), card("9d"))
    assert wall.phase is Phase.WALL
    assert answers(wall, "2c2d2h5c6c7c9s9hAsKc") == {TakePile()}
    assert answers(wall, "2c2dQh5c6c7c9s9hTsKc") == {Pass()}
    taken = wall.apply(wall.turn, TakePile())
    assert {type(move) for move in answers(taken, "2c2d2h5c6c7c9s9hAsKc9d")} == {Knock}


def test_where_play_goes_on_at_the_wall_a_meld_is_enough() -> None:
    wall = at_wall(changed(preset("openspiel"), {"wall_rule": "discards_only"}), card("9d"))
    assert answers(wall, "2c2d3h5c6c7c9s9hTsKc") == {TakePile()}
    assert answers(wall, "2c2d3h5c6c7c8s9hTsKc") == {Pass()}


def pile_of(*cards: str) -> Round:
    """Mahjong gin, HOST to draw."""
    return replace(
        later(played(dealt(preset("mahjong")), Pass(), Pass())), pile=tuple(card(one) for one in cards)
    )


def test_several_discards_are_taken_where_that_leaves_less_deadwood() -> None:
    hand = "7c7d4h5h6h9s9cJsQs2d"
    assert answers(pile_of("Kd", "7h", "9h"), hand) == {TakePile(2, meld("5h6h7h"))}
    assert answers(pile_of("Kd", "7h", "Kc", "8d"), hand) == {DrawStock()}


def test_the_same_card_is_reached_for_once() -> None:
    bot, hand = Simple(Random(1)), "7c7d4h5h6h9s9cJsQs2d"
    before = pile_of("Kd", "7h", "9h")
    take = bot.move(seen(before, hand))
    after = before.apply(before.turn, take)
    assert isinstance(bot.move(seen(after, hand + "7h9h", card("7h"))), Discard)
    assert bot.move(seen(replace(before, n_moves=99), hand)) == TakePile()


def test_the_best_defence_lays_off_where_it_may() -> None:
    knock = Knock(card("Kc"), spread("5s6s7s 4c4d4s JcJdJh / 3c"))
    shown = later(drawn()).apply(Seat.HOST, knock)
    own, left = meld("QcQdQh"), meld("AcAd3h6c8s9sKh")
    (answer,) = answers(shown, "8s9sKhQcQdQhAcAd3h6c")
    assert answer == Defend(Spread((own,), left), (Layoff(card("8s"), 0), Layoff(card("9s"), 0)))


def test_nothing_is_laid_off_on_gin_unless_the_rules_allow_it() -> None:
    gin = Knock(card("Kc"), spread("5s6s7s 4c4d4s JcJdJhJs /"))
    for rules, n_layoffs in ((HouseRules(), 0), (HouseRules(layoff_on_gin=True), 2)):
        (answer,) = answers(later(drawn(rules)).apply(Seat.HOST, gin), "8s9sKhQcQdQhAcAd3h6c")
        assert isinstance(answer, Defend)
        assert len(answer.layoffs) == n_layoffs


def test_there_is_no_defence_before_a_knock() -> None:
    with pytest.raises(ValueError, match="nobody has gone out"):
        defence(dealt(), parse_cards(LOOSE))
