"""Do we make the mistakes that other programs have made? Each test is named after the report it comes from."""

from dataclasses import replace

import pytest

from gin_p2p.cards import parse_cards
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.layoffs import best_defence
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.match import Match
from gin_p2p.rules.melds import least_deadwood
from gin_p2p.rules.moves import (
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Illegal,
    IllegalMove,
    Knock,
    Layoff,
    Move,
    Pass,
    Resign,
    Spread,
    TakePile,
)
from gin_p2p.rules.results import Cause, Ending, Result
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.scoring import HandScore, price
from gin_p2p.rules.settings import changed
from gin_p2p.seat import Seat
from tests.helpers.hands import at_wall, card, dealt, drawn, later, over, played, spread

RULES = HouseRules()


def knocked(shown: str, discard: str = "3s", upcard: str = "5s") -> Round:
    return later(drawn(upcard=card(upcard))).apply(Seat.HOST, Knock(card(discard), spread(shown)))


def refused(start: Round, move: Move) -> Illegal:
    with pytest.raises(IllegalMove) as error:
        start.apply(start.turn, move)
    return error.value.reason


def defended(start: Round, hand: str) -> tuple[Result, HandScore]:
    """The best defence of this hand."""
    knock = start.knock
    assert isinstance(knock, Knock)
    may_lay_off = bool(knock.spread.deadwood)
    best = Defend(*best_defence(parse_cards(hand), knock.spread.melds, RULES, may_lay_off))
    result = start.apply(Seat.GUEST, best).result
    assert result is not None
    return result, price(result, RULES)


def test_g08_gin_is_accepted_in_every_order_of_the_melds() -> None:
    melds = spread("JcJdJs 3h4h5h6h 3s4s5s /").melds
    for order in ((0, 1, 2), (1, 0, 2), (2, 1, 0), (1, 2, 0)):
        gin = Knock(card("Qs"), Spread(tuple(melds[place] for place in order), ()))
        assert later(drawn()).apply(Seat.HOST, gin).phase is Phase.LAYOFF


def test_g11_a_card_from_the_pile_neither_goes_back_nor_knocks_and_one_from_the_stock_does() -> None:
    hand = {*parse_cards("4c5c6c9d9h9sAh2d3s4h"), card("Kd")}
    out = Knock(card("Kd"), spread("4c5c6c 9d9h9s / Ah2d3s4h"))
    taken = played(dealt(), TakePile())
    assert refused(taken, Discard(card("Kd"))) is Illegal.THROWN_BACK
    assert refused(taken, out) is Illegal.THROWN_BACK
    assert not any(isinstance(move, Knock) for move in legal_moves(taken, hand))
    from_stock = drawn(upcard=card("2c"))
    assert out in legal_moves(from_stock, hand)
    assert Discard(card("Kd")) in legal_moves(from_stock, hand)


def test_g13_the_stock_reserve_ends_the_hand_and_nothing_is_reshuffled() -> None:
    before = replace(later(drawn()), n_stock=2)
    out = Knock(card("Qs"), spread("4c5c6c 9d9h9s / Ah2d3s4h"))
    assert before.apply(Seat.HOST, out).phase is Phase.LAYOFF
    dead = before.apply(Seat.HOST, Discard(card("Qs")))
    assert dead.result == Result(Ending.DEAD_HAND, cause=Cause.STOCK)
    assert price(dead.result, RULES) == HandScore()
    assert refused(dead, DrawStock()) is Illegal.HAND_OVER
    assert dead.n_stock == 2
    match = Match.start(RULES, Seat.GUEST).scored(dead)
    assert (match.dealer, match.totals, match.n_deals) == (Seat.GUEST, (0, 0), 1)


def test_g14_every_way_to_end_has_a_score() -> None:
    result, score = defended(knocked("2c3c4c 2d3d4d 2h3h4h / As"), "KdKhQcQsJdJhTcTs9d9h")
    assert (result.defender_points, score.points) == (98, 97)
    gin = knocked("2c3c4c 2d3d4d 2h3h4h5h /")
    _, score = defended(gin, "7c8c9c7d8d9d7h8h9hTh")
    assert (score.winner, score.points) == (Seat.HOST, 25)
    for ending in Ending:
        price(Result(ending, winner=Seat.HOST, knocker=Seat.HOST), RULES)


def test_g15_a_run_grows_with_each_card_laid_off() -> None:
    start = knocked("5h6h7h JcJdJs 2c2d2s / 9d")
    hand = "4h3h8h9hTsTcAh7sQdKc"
    order = [Layoff(card(text), 0) for text in ("4h", "3h", "8h", "9h")]
    bare = Spread((), tuple(sorted(parse_cards(hand))))
    result = start.apply(Seat.GUEST, Defend(bare, tuple(order))).result
    assert result is not None
    assert result.defender_points == 48
    assert result.melds[0] == spread("3h4h5h6h7h8h9h /").melds[0]
    swapped = (order[1], order[0])
    assert refused(start, Defend(bare, swapped)) is Illegal.LAYOFF_MISFIT
    assert refused(start, Defend(bare, (*order, Layoff(card("Ah"), 0)))) is Illegal.LAYOFF_MISFIT


def test_g16_the_target_of_a_layoff_is_the_defenders_choice() -> None:
    start = knocked("7c7d7s 4h5h6h KcKdKs / 3c")
    hand = "7h8h9c9s2d2sJdJsAc5c"
    assert defended(start, hand)[0].defender_points == 48
    assert defended(start, hand)[1].points == 45
    bare = Spread((), tuple(sorted(parse_cards(hand))))
    on_set = start.apply(Seat.GUEST, Defend(bare, (Layoff(card("7h"), 0),))).result
    assert on_set is not None
    assert on_set.defender_points == 56


def test_g18_the_declared_arrangement_is_the_one_that_counts() -> None:
    hand = "2c6d6h7h8hQsQcKdKsJs"
    for shown, points in (("3c4c5c 3d4d5d 3h4h5h / 9s", 11), ("3c3d3h 4c4d4h 5c5d5h / 9s", 19)):
        _, score = defended(knocked(shown), hand)
        assert (score.winner, score.points) == (Seat.HOST, points)


def test_g19_nothing_is_laid_off_on_gin() -> None:
    start = knocked("5c6c7c TdThTs AcAdAhAs /")
    hand = "8c9cQd2d2h2sKdKhKs4h"
    layoffs = (Layoff(card("8c"), 0), Layoff(card("9c"), 0))
    bare = Spread((), tuple(sorted(parse_cards(hand))))
    assert refused(start, Defend(bare, layoffs)) is Illegal.LAYOFF_ON_GIN
    result, score = defended(start, hand)
    assert (result.defender_points, score.points) == (31, 31 + 25)


def test_g21_equal_deadwood_is_an_undercut() -> None:
    hand = "AcAdAh9c9d9h3s7s7c8s"
    result, score = defended(knocked("8c8d8h 4s5s6s QcQdQh / 7d", "Kc", "2c"), hand)
    assert (result.ending, result.deadwood, score.points) == (Ending.UNDERCUT, (7, 7), 25)
    result, score = defended(knocked("8c8d8h 4s5s6s QcQdQh / 5h", "Kc", "2c"), hand.replace("7c", "3c"))
    assert (result.deadwood, score.winner, score.points) == ((5, 3), Seat.GUEST, 27)


def test_g22_ten_knocks_and_eleven_does_not() -> None:
    ten = Knock(card("Qs"), spread("4c5c6c 9d9h9s / Ah2d3s4h"))
    eleven = Knock(card("Qs"), spread("4c5c6c 9d9h9s / Ah2d3s5h"))
    assert later(drawn()).apply(Seat.HOST, ten).phase is Phase.LAYOFF
    with pytest.raises(IllegalMove, match="leaves 11, and the limit is 10"):
        later(drawn()).apply(Seat.HOST, eleven)


def test_g23_the_game_bonus_follows_the_score_and_not_the_knock() -> None:
    match = Match.start(RULES, Seat.HOST)
    match = match.scored(over(RULES, match.dealer, Seat.HOST, 95))
    match = match.scored(over(RULES, match.dealer, Seat.GUEST, 80))
    undercut = replace(
        over(RULES, match.dealer, Seat.GUEST),
        result=Result(Ending.UNDERCUT, winner=Seat.GUEST, knocker=Seat.HOST, deadwood=(5, 3)),
    )
    match = match.scored(undercut)
    assert (match.finished, match.winner) == (True, Seat.GUEST)
    assert match.columns[0].game.points == (95, 107)
    assert match.totals == (95 + 25, 107 + 100 + 2 * 25)


def test_g25_a_refused_move_leaves_the_same_hand() -> None:
    start = later(drawn())
    copy = replace(start)
    assert refused(start, Knock(card("Qs"), spread("4c5c6c / Ah"))) is Illegal.NOT_THE_HAND
    assert start == copy
    assert hash(start) == hash(copy)


def test_g27_the_upcard_is_offered_to_both_once() -> None:
    start = played(dealt(), Pass(), Pass())
    out = Knock(card("Qs"), spread("4c5c6c 9d9h9s / Ah2d3s4h"))
    assert refused(start, TakePile()) is Illegal.MUST_DRAW_STOCK
    assert refused(start, Pass()) is Illegal.NO_OFFER
    assert refused(start, Discard(card("2c"))) is Illegal.DRAW_FIRST
    assert refused(start, out) is Illegal.DRAW_FIRST
    assert refused(dealt(), out) is Illegal.DRAW_FIRST
    assert start.apply(Seat.HOST, DrawStock()).phase is Phase.DISCARD


@pytest.mark.parametrize(("upcard", "one", "gin"), [("4d", 4, 4), ("Kc", 10, 10), ("Ah", 1, 0)])
def test_g30_the_limit_is_that_of_the_upcard(upcard: str, one: int, gin: int) -> None:
    for ace, limit in (("one", one), ("gin", gin)):
        rules = changed(RULES, {"knock_limit_source": "upcard", "ace_upcard": ace})
        assert dealt(rules, card(upcard)).knock_limit == limit
        taken = played(dealt(rules, card(upcard)), TakePile(), Discard(card("2c")))
        assert taken.knock_limit == limit


def test_g33_going_out_is_offered_and_never_forced() -> None:
    hand = parse_cards("4c5c6c9d9h9sAcAdAsAhKh")
    moves = list(legal_moves(later(drawn()), hand))
    assert Discard(card("Kh")) in moves
    assert any(isinstance(move, Knock) and not move.spread.deadwood for move in moves)
    assert any(isinstance(move, Knock) and move.spread.deadwood for move in moves)
    assert Resign() in legal_moves(later(drawn()), hand)
    assert not any(isinstance(move, Resign | ClaimMisdeal) for move in moves)


def test_g34_a_closed_column_takes_no_more() -> None:
    rules = HouseRules.from_mapping({"format": "hollywood"})
    match = Match.start(rules, Seat.HOST)
    for points in (20, 15, 30, 40):
        match = match.scored(over(rules, match.dealer, Seat.HOST, points))
    assert [column.game.points[0] for column in match.columns] == [105, 85, 70]
    assert [column.is_open for column in match.columns] == [False, True, True]
    match = match.scored(over(rules, match.dealer, Seat.HOST, 20))
    assert [column.game.points[0] for column in match.columns] == [105, 105, 90]


def test_the_last_discard_may_only_be_taken_to_go_out() -> None:
    rules = HouseRules.from_mapping({"wall_rule": "last_discard"})
    wall = at_wall(rules, card("9s"))
    can, cannot = parse_cards("4c5c6c9d9hAhAcAd2hQs"), parse_cards("4c5c7c9d9hAhAc3d2hQs")
    assert TakePile() in legal_moves(wall, can)
    assert TakePile() not in legal_moves(wall, cannot)
    assert list(legal_moves(wall, cannot)) == [Pass()]
    assert least_deadwood([*cannot, card("9s")], rules) > 10


def test_big_gin_may_be_made_with_the_last_discard() -> None:
    rules = HouseRules.from_mapping({"wall_rule": "last_discard", "knock_limit": 0})
    wall = at_wall(rules, card("9s"))
    hand = parse_cards("4c5c6c7c9d9hAhAcAdAs")
    assert TakePile() in legal_moves(wall, hand)
