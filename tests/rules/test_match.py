"""Is the match kept as the rules say: dealers, games, the knock pack, its end?"""

from dataclasses import replace

import pytest

from gin_p2p.cards import DECK, Card
from gin_p2p.rules.game import Game, Line
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.match import Match
from gin_p2p.rules.moves import Resign
from gin_p2p.rules.presets import PRESETS, preset
from gin_p2p.rules.results import Cause, Ending, Result
from gin_p2p.rules.round import Round
from gin_p2p.rules.scoring import HandScore, price
from gin_p2p.rules.settings import changed
from gin_p2p.rules.teams import TableScore, team_columns, team_totals
from gin_p2p.seat import Seat
from tests.helpers.hands import card, dealt, over

HOST, GUEST = Seat.HOST, Seat.GUEST
STANDARD = preset("standard")


def won(match: Match, *hands: tuple[Seat | None, int]) -> Match:
    for winner, points in hands:
        match = match.scored(over(match.rules, match.dealer, winner, points))
    return match


def resigned(match: Match, seat: Seat) -> Match:
    start = Round.deal(match.rules, seat.other, card("Kd"))
    return replace(match, dealer=seat.other).scored(start.apply(seat, Resign()))


def test_a_match_goes_on_until_the_target() -> None:
    match = won(Match.start(STANDARD, HOST), (HOST, 60), (None, 0), (GUEST, 20))
    assert (match.finished, match.winner, match.totals) == (False, None, (60, 20))
    assert match.n_deals == 3
    match = won(match, (HOST, 45))
    assert (match.finished, match.winner) == (True, HOST)
    assert match.totals == (60 + 45 + 100 + 2 * 25, 20 + 25)
    assert match.sheet.totals == match.totals
    assert match.sheet.columns[0].settlement is not None
    assert match.sheet.columns[0].settlement.lines == (
        Line("hand points", (105, 20)),
        Line("game bonus", (100, 0)),
        Line("boxes", (50, 25)),
    )


def test_the_winner_of_a_single_game_may_have_fewer_points() -> None:
    match = won(Match.start(STANDARD, HOST), *[(GUEST, 9)] * 11, (HOST, 100))
    assert match.winner is HOST
    assert match.totals == (225, 374)


def test_nothing_is_scored_that_does_not_belong() -> None:
    match = Match.start(STANDARD, HOST)
    with pytest.raises(ValueError, match="not over"):
        match.scored(dealt(STANDARD, dealer=HOST))
    with pytest.raises(ValueError, match="another seat"):
        match.scored(over(STANDARD, GUEST, HOST, 10))
    with pytest.raises(ValueError, match="other rules"):
        match.scored(over(preset("classic"), HOST, HOST, 10))
    with pytest.raises(ValueError, match="match is over"):
        won(match, (HOST, 100), (HOST, 1))


def test_the_deal_passes_as_the_preset_says() -> None:
    assert won(Match.start(STANDARD, HOST), (HOST, 10)).dealer is GUEST
    assert won(Match.start(STANDARD, HOST), (None, 0)).dealer is HOST
    assert won(Match.start(preset("classic"), HOST), (HOST, 10)).dealer is HOST
    assert won(Match.start(preset("tournament"), HOST), (HOST, 10)).dealer is GUEST


@pytest.mark.parametrize(
    ("name", "hands", "totals"),
    [
        ("standard", [(HOST, 30), (GUEST, 10)], (30 + 25, 10 + 25)),
        ("solitaired", [(HOST, 30), (GUEST, 10)], (30, 10 + 25)),
        ("multi_match_500", [(HOST, 100), (HOST, 30)], (325 + 30 + 25, 0)),
        ("hollywood", [(HOST, 30), (HOST, 10)], (40 + 50 + 10 + 25, 0)),
        ("tournament", [(HOST, 250), (GUEST, 10)], (1, 0)),
    ],
)
def test_resigning_gives_the_match_away_and_invents_no_bonus(
    name: str, hands: list[tuple[Seat, int]], totals: tuple[int, int]
) -> None:
    match = resigned(won(Match.start(preset(name), HOST), *hands), HOST)
    assert (match.finished, match.winner, match.resigned) == (True, GUEST, HOST)
    assert match.totals == totals
    assert match.hands[-1].score == HandScore()
    assert match.hands[-1].result.ending is Ending.RESIGNED


def test_a_fixed_number_of_hands_counts_dead_ones_and_not_misdeals() -> None:
    rules = changed(STANDARD, {"format": "hands", "hands": 3})
    match = won(Match.start(rules, HOST), (HOST, 300), (None, 0))
    misdeal = replace(over(rules, match.dealer, None), result=Result(Ending.MISDEAL, speaker=HOST))
    match = match.scored(misdeal)
    assert not match.finished
    match = won(match, (GUEST, 10))
    assert (match.finished, match.winner, match.totals) == (True, HOST, (300, 10))


def test_a_fixed_number_of_hands_can_end_level() -> None:
    rules = changed(STANDARD, {"format": "hands", "hands": 2})
    match = won(Match.start(rules, HOST), (HOST, 10), (GUEST, 10))
    assert (match.finished, match.winner) == (True, None)


def test_a_washed_gin_is_no_box_and_the_dealer_stays() -> None:
    rules = preset("round_the_corner")
    washed = Result(Ending.WASHED_GIN, knocker=HOST)
    match = Match.start(rules, HOST).scored(replace(over(rules, HOST, None), result=washed))
    assert (match.dealer, match.columns[0].game) == (HOST, Game())
    assert match.hands[0].score == HandScore()


def with_limit(match: Match, limit_card: Card, winner: Seat, points: int) -> Match:
    return match.scored(replace(over(match.rules, match.dealer, winner, points), limit_card=limit_card))


def test_the_knock_pack_loses_a_card_with_each_hand() -> None:
    match = Match.start(preset("oklahoma_knock_deck"), HOST)
    assert match.knock_pack == DECK
    match = with_limit(match, DECK[7], HOST, 10)
    assert match.knock_pack == (*DECK[:7], *DECK[8:])
    assert Match.start(STANDARD, HOST).knock_pack == ()


def test_the_knock_pack_is_whole_again_after_fifty_two() -> None:
    match = replace(Match.start(preset("oklahoma_knock_deck"), HOST), knock_pack=DECK[:2])
    match = with_limit(match, DECK[0], HOST, 1)
    assert match.knock_pack == (DECK[1],)
    assert with_limit(match, DECK[1], HOST, 1).knock_pack == DECK


def test_the_knock_pack_is_whole_for_each_game_but_not_for_each_column() -> None:
    games = changed(preset("oklahoma_knock_deck"), {"format": "best_of"})
    match = with_limit(Match.start(games, HOST), DECK[0], HOST, 150)
    assert (match.knock_pack, match.games_won) == (DECK, (1, 0))
    match = with_limit(Match.start(preset("hollywood_knock_deck"), HOST), DECK[0], HOST, 150)
    assert not match.columns[0].is_open
    assert match.knock_pack == DECK[1:]


def test_the_limit_card_is_remembered() -> None:
    match = with_limit(Match.start(preset("oklahoma_knock_deck"), HOST), DECK[3], HOST, 10)
    assert match.hands[0].limit_card == DECK[3]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_comes_to_an_end(name: str) -> None:
    rules = PRESETS[name]
    match = Match.start(rules, HOST)
    while not match.finished:
        assert match.n_deals < 400
        winner = (HOST, GUEST, HOST, None)[match.n_deals % 4]
        match = won(match, (winner, 30))
    assert match.winner is not None
    assert max(match.totals) > 0


def test_two_hundred_hands_are_scored_quickly() -> None:
    rules = changed(STANDARD, {"format": "hands", "hands": 200})
    match = Match.start(rules, HOST)
    while not match.finished:
        match = won(match, (HOST, 1))
    assert match.totals == (200, 0)


# Prices that no worked case has


def test_extra_boxes_and_double_boxes() -> None:
    rules = changed(STANDARD, {"gin_extra_boxes": 2, "undercut_extra_boxes": 1, "double_boxes": True})
    for ending, boxes in ((Ending.KNOCK, 1), (Ending.UNDERCUT, 2), (Ending.GIN, 3), (Ending.BIG_GIN, 3)):
        result = Result(ending, winner=HOST, knocker=HOST, deadwood=(0, 10))
        assert price(result, rules).boxes == boxes
        assert price(result, rules, doubled=True).boxes == 2 * boxes
        assert price(result, STANDARD, doubled=True).boxes == 1


def test_the_arithmetic_can_be_printed() -> None:
    result = Result(Ending.UNDERCUT, winner=GUEST, knocker=HOST, deadwood=(9, 4))
    assert price(result, STANDARD, doubled=True).parts == (
        ("knocker's deadwood", 9),
        ("defender's deadwood", -4),
        ("undercut bonus", 25),
        ("doubled by spades", 30),
    )


def test_a_grown_hand_that_goes_out_whole_is_gin_where_there_is_no_big_gin() -> None:
    rules = changed(preset("mahjong"), {"big_gin_bonus": "none"})
    result = Result(Ending.BIG_GIN, winner=HOST, knocker=HOST, deadwood=(0, 7))
    assert price(result, rules).points == 7 + 25
    assert price(result, preset("mahjong")).points == 7 + 31


def test_a_dead_hand_is_worth_nothing() -> None:
    assert price(Result(Ending.DEAD_HAND, cause=Cause.STOCK), STANDARD) == HandScore()
    assert Result(Ending.DEAD_HAND).knocker_points == Result(Ending.DEAD_HAND).defender_points == 0


# Teams


def test_a_team_match_is_one_score_sheet() -> None:
    partners = preset("partnership")
    rounds = [
        [TableScore(HOST, 60), TableScore(HOST, 30)],
        [TableScore(HOST, 10), TableScore(GUEST, 30)],
        [TableScore(HOST, 50), TableScore(None, 0)],
        [TableScore(GUEST, 99), TableScore(GUEST, 99)],
    ]
    columns = team_columns(rounds, partners)
    assert columns[0].game == Game((140, 20), (2, 1), (2, 1))
    assert team_totals(columns) == (140 + 100 + 2 * 20, 20 + 20)
    assert team_totals(team_columns(rounds[:2], partners)) == (0, 0)


def test_a_tedesco_team_fills_columns_and_earns_its_bonus() -> None:
    columns = team_columns([[TableScore(HOST, 10)] * 3], preset("tedesco_team3"))
    assert [column.game.points for column in columns] == [(30 + 25, 0), (0, 0), (0, 0)]


# Deals


def test_a_deal_needs_the_cards_its_rules_have() -> None:
    with pytest.raises(ValueError, match="upcard None under upcard_mode offer"):
        Round.deal(STANDARD, HOST)
    with pytest.raises(ValueError, match="upcard Kd under upcard_mode none"):
        Round.deal(preset("oklahoma_knock_deck"), HOST, card("Kd"), card("2c"))
    with pytest.raises(ValueError, match="knock card None under knock_limit_source knock_deck"):
        Round.deal(preset("oklahoma_knock_deck"), HOST)
    with pytest.raises(ValueError, match="knock card 2c under knock_limit_source fixed"):
        Round.deal(STANDARD, HOST, card("Kd"), card("2c"))


def test_a_spade_doubles_the_hand() -> None:
    spades = Round.deal(preset("oklahoma_knock_deck"), HOST, None, card("4s"))
    assert (spades.knock_limit, spades.doubled, spades.n_stock) == (4, True, 32)
    assert not Round.deal(preset("oklahoma"), HOST, card("4s")).doubled


def test_eleven_cards_are_dealt_to_the_non_dealer() -> None:
    start = Round.deal(HouseRules.from_mapping({"upcard_mode": "eleven"}), HOST)
    assert (start.n_held, start.turn, start.n_stock, start.pile) == ((10, 11), GUEST, 31, ())
