"""Is each illegal act refused by its own name, and the legal one beside it accepted?"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeAlias

import pytest

from gin_p2p.cards import parse_cards
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import (
    BigGin,
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
from gin_p2p.rules.phases import Phase
from gin_p2p.rules.round import Round
from gin_p2p.seat import Seat
from tests.helpers.hands import at_wall, card, dealt, drawn, later, meld, played, spread

HOST, GUEST = Seat.HOST, Seat.GUEST
Case: TypeAlias = tuple[Illegal, Round, Seat, Move, Move]
"""The name of the act, where it happens, who does it, what is refused, and a like move that is accepted."""

RULES: Final = HouseRules()
MISDEALS: Final = HouseRules(misdeal_rule=True)
MAHJONG: Final = HouseRules.from_mapping(
    {"knock_limit": 0, "discard_draw": "multi", "discards_visible": "all"}
)
CONSTANT: Final = HouseRules.from_mapping(
    {"knock_limit": 0, "discard_draw": "multi", "discards_visible": "all", "multi_pickup_hand": "constant"}
)
LAST_DISCARD: Final = HouseRules.from_mapping({"wall_rule": "last_discard"})

KNOCK: Final = Knock(card("Qs"), spread("4h5h6h 9c9d9s AsAcAd / 2h"))
DEFENCE: Final = Defend(spread("JcJdJs / 7h8h3c4cTdTh8s"))
GIN: Final = Knock(card("Qs"), spread("4h5h6h 9c9d9s AsAcAdAh /"))


def knocked(knock: Knock = KNOCK) -> Round:
    return later(drawn()).apply(HOST, knock)


def took(rules: HouseRules = RULES) -> Round:
    """HOST holds the king of diamonds, taken from the pile."""
    return played(dealt(rules), TakePile())


def long_pile(rules: HouseRules) -> Round:
    """HOST is to draw; from the bottom the pile is 6h Tc 3d."""
    return replace(later(drawn(rules)), phase=Phase.DRAW, n_held=(10, 10), pile=parse_cards("6hTc3d"))


def mahjong_take(rules: HouseRules = MAHJONG, melds: str = "4h5h6h") -> Round:
    return long_pile(rules).apply(HOST, TakePile(3, meld(melds)))


def fully_known() -> Round:
    """Every one of HOST's eleven cards has been seen."""
    hand = frozenset(parse_cards("4h5h6h9c9d9sAsAcAd2hQs"))
    return replace(later(drawn()), known=(hand, frozenset()))


def phases() -> Iterator[Case]:
    draw = played(dealt(), Pass(), Pass())
    over = played(dealt(), Resign())
    yield Illegal.HAND_OVER, over, HOST, Pass(), Pass()
    yield Illegal.HAND_OVER, over, HOST, Resign(), Pass()
    yield Illegal.HAND_OVER, over, HOST, ClaimMisdeal(()), Pass()
    yield Illegal.NOT_YOUR_TURN, dealt(), GUEST, Pass(), Pass()
    yield Illegal.NOT_YOUR_TURN, dealt(), GUEST, Resign(), Pass()
    yield Illegal.UPCARD_FIRST, dealt(), HOST, DrawStock(), Pass()
    yield Illegal.DRAW_FIRST, dealt(), HOST, Discard(card("2c")), TakePile()
    yield Illegal.DRAW_FIRST, draw, HOST, Discard(card("2c")), DrawStock()
    yield Illegal.DRAW_FIRST, draw, HOST, KNOCK, DrawStock()
    yield Illegal.DRAW_FIRST, draw, HOST, BigGin(()), DrawStock()
    yield Illegal.ALREADY_DRAWN, drawn(), HOST, DrawStock(), Discard(card("2c"))
    yield Illegal.ALREADY_DRAWN, drawn(), HOST, TakePile(), Discard(card("2c"))
    yield Illegal.NO_OFFER, drawn(), HOST, Pass(), Discard(card("2c"))
    yield Illegal.NO_OFFER, draw, HOST, Pass(), DrawStock()
    for start in (dealt(), draw, drawn()):
        good: Move = Discard(card("2c")) if start.phase is Phase.DISCARD else TakePile()
        yield Illegal.NO_KNOCK, start, HOST, DEFENCE, DrawStock() if start is draw else good
    for move in (Pass(), DrawStock(), TakePile(), Discard(card("2c")), KNOCK, BigGin(())):
        yield Illegal.SHOW_HAND, knocked(), GUEST, move, DEFENCE


def draws() -> Iterator[Case]:
    wall = at_wall(LAST_DISCARD, card("9h"))
    yield Illegal.STOCK_RESERVE, wall, GUEST, DrawStock(), TakePile()
    yield Illegal.DRAW_FIRST, wall, GUEST, Discard(card("2c")), Pass()
    yield Illegal.MUST_DRAW_STOCK, played(dealt(), Pass(), Pass()), HOST, TakePile(), DrawStock()
    empty = dealt(HouseRules.from_mapping({"upcard_mode": "none"}), None)
    yield Illegal.PILE_COUNT, empty, HOST, TakePile(), DrawStock()
    yield Illegal.PILE_COUNT, dealt(), HOST, TakePile(0), TakePile()
    yield (
        Illegal.PILE_COUNT,
        long_pile(MAHJONG),
        HOST,
        TakePile(4, meld("4h5h6h")),
        TakePile(3, meld("4h5h6h")),
    )
    yield Illegal.TOP_CARD_ONLY, long_pile(RULES), HOST, TakePile(2), TakePile()
    yield Illegal.MELD_NOT_ASKED, dealt(), HOST, TakePile(1, meld("KcKdKs")), TakePile()
    for name, shown in (
        (Illegal.MELD_WITHOUT_DEEPEST, meld("TcJcQc")),
        (Illegal.NOT_A_MELD, ()),
        (Illegal.NOT_A_MELD, meld("6h6s7h")),
        (Illegal.MELD_ORDER, parse_cards("6h5h4h")),
    ):
        yield name, long_pile(MAHJONG), HOST, TakePile(3, shown), TakePile(3, meld("4h5h6h"))
    elsewhere = replace(long_pile(MAHJONG), known=(frozenset(), frozenset(meld("5h"))))
    yield Illegal.CARD_ELSEWHERE, elsewhere, HOST, TakePile(3, meld("4h5h6h")), TakePile(3, meld("6c6d6h"))
    known = frozenset(parse_cards("9c9d9sAsAcAd2hQs4h5h"))
    seen = replace(long_pile(MAHJONG), known=(known, frozenset()))
    yield Illegal.NOT_HELD, seen, HOST, TakePile(3, meld("6h7h8h")), TakePile(3, meld("4h5h6h"))


def throws() -> Iterator[Case]:
    yield Illegal.THROWN_BACK, took(), HOST, Discard(card("Kd")), Discard(card("2c"))
    yield Illegal.THROWN_BACK, took(), HOST, replace(KNOCK, discard=card("Kd")), Discard(card("2c"))
    yield Illegal.THROWN_BACK, mahjong_take(), HOST, Discard(card("6h")), Discard(card("3d"))
    yield Illegal.SHOWN_MELD_BROKEN, mahjong_take(), HOST, Discard(card("4h")), Discard(card("Tc"))
    four = mahjong_take(CONSTANT, "4h5h6h7h").apply(HOST, Discard(card("7h")))
    yield Illegal.SHOWN_MELD_BROKEN, four, HOST, Discard(card("4h")), Discard(card("Tc"))
    yield Illegal.CARD_ELSEWHERE, drawn(), HOST, Discard(card("Kd")), Discard(card("Ks"))
    seen = replace(drawn(), known=(frozenset(), frozenset(meld("5h"))))
    yield Illegal.CARD_ELSEWHERE, seen, HOST, Discard(card("5h")), Discard(card("6h"))
    yield Illegal.NOT_HELD, fully_known(), HOST, Discard(card("Ks")), Discard(card("Qs"))
    wall = at_wall(LAST_DISCARD, card("9h")).apply(GUEST, TakePile())
    out = Knock(card("Qs"), spread("4c5c6c 9c9d9h AsAcAd / 2h"))
    yield Illegal.MUST_GO_OUT, wall, GUEST, Discard(card("Qs")), out
    may = replace(LAST_DISCARD, may_discard_taken_card=True)
    wall = at_wall(may, card("9h")).apply(GUEST, TakePile())
    yield Illegal.THROWN_BACK, wall, GUEST, Knock(card("9h"), spread("4c5c6c 7c7d7h AsAcAd / 2h")), out


def knocks() -> Iterator[Case]:
    start = later(drawn())
    for name, shown in (
        (Illegal.OVER_LIMIT, "4h5h6h 9c9d9s / AsAcTd2h"),
        (Illegal.NOT_A_MELD, "4h5h7h 9c9d9s AsAcAd / 2h"),
        (Illegal.CARD_TWICE, "4h5h6h 9c9d9s 6h6c6d / 2h"),
        (Illegal.CARD_TWICE, "4h5h6h 9c9d9s AsAcAd / Qs"),
        (Illegal.NOT_THE_HAND, "4h5h6h 9c9d9s AsAcAd /"),
        (Illegal.NOT_THE_HAND, "4h5h6h 9c9d9s AsAcAd / 2h3h"),
        (Illegal.CARD_ELSEWHERE, "4h5h6h 9c9d9s KcKdKs / 2h"),
    ):
        yield name, start, HOST, Knock(card("Qs"), spread(shown)), KNOCK
    yield Illegal.NOT_THE_HAND, took(), HOST, KNOCK, Knock(card("Qs"), spread("4h5h6h KcKdKs AsAcAd / 2h"))
    backwards = Spread((parse_cards("6h5h4h"), *KNOCK.spread.melds[1:]), KNOCK.spread.deadwood)
    yield Illegal.MELD_ORDER, start, HOST, Knock(card("Qs"), backwards), KNOCK
    owing = mahjong_take(CONSTANT)
    gin = Knock(card("Qs"), spread("4h5h6h 9c9d9s AsAcAdAh 2c2d2s /"))
    yield Illegal.DISCARDS_OWED, owing, HOST, gin, Discard(card("Qs"))
    off = later(drawn(replace(RULES, big_gin_bonus=None)))
    big = BigGin(spread("4h5h6h7h 9c9d9s AsAcAdAh /").melds)
    yield Illegal.BIG_GIN_OFF, off, HOST, big, GIN
    thrown = owing.apply(HOST, Discard(card("3d")))
    grown = BigGin(spread("4h5h6h 9c9d9s AsAcAd TcTdTh /").melds)
    yield Illegal.DISCARDS_OWED, thrown, HOST, grown, Discard(card("Tc"))
    yield Illegal.NOT_THE_HAND, start, HOST, BigGin(big.melds[:2]), big


def defences() -> Iterator[Case]:
    start = knocked()
    laid = Defend(DEFENCE.spread, (Layoff(card("7h"), 0), Layoff(card("8h"), 0)))
    for name, layoffs in (
        (Illegal.LAYOFF_MISFIT, (Layoff(card("8h"), 0), Layoff(card("7h"), 0))),
        (Illegal.NO_SUCH_MELD, (Layoff(card("7h"), 3),)),
        (Illegal.NO_SUCH_MELD, (Layoff(card("7h"), -1),)),
        (Illegal.CARD_TWICE, (Layoff(card("7h"), 0), Layoff(card("7h"), 0))),
        (Illegal.LAYOFF_NOT_FREE, (Layoff(card("Jc"), 0),)),
        (Illegal.LAYOFF_NOT_FREE, (Layoff(card("9h"), 1),)),
    ):
        yield name, start, GUEST, Defend(DEFENCE.spread, layoffs), laid
    yield Illegal.LAYOFF_ON_GIN, knocked(GIN), GUEST, laid, DEFENCE
    for name, shown in (
        (Illegal.NOT_THE_HAND, "JcJdJs / 7h8h3c4cTdTh"),
        (Illegal.CARD_ELSEWHERE, "JcJdJs / 7h8h3c4cTdQs8s"),
        (Illegal.CARD_ELSEWHERE, "JcJdJs / 7h8h3c4cTd2h8s"),
        (Illegal.NOT_A_MELD, "JcJd / Js7h8h3c4cTdTh8s"),
    ):
        yield name, start, GUEST, Defend(spread(shown)), DEFENCE


DEALT_GIN: Final = parse_cards("2c2d2h9sTsJs5c5d5h3c")


def misdeals() -> Iterator[Case]:
    start = dealt(MISDEALS)
    claim = ClaimMisdeal(DEALT_GIN)
    for seat in Seat:
        yield Illegal.NOT_A_MISDEAL, start, seat, ClaimMisdeal((*DEALT_GIN[:8], *parse_cards("AhKc"))), claim
        yield Illegal.NOT_THE_HAND, start, seat, ClaimMisdeal(DEALT_GIN[1:]), claim
        yield Illegal.NOT_THE_HAND, start, seat, ClaimMisdeal((*DEALT_GIN[1:], DEALT_GIN[1])), claim
        yield Illegal.CARD_ELSEWHERE, start, seat, ClaimMisdeal((*DEALT_GIN[:9], card("Kd"))), claim
    yield Illegal.NO_MISDEAL_RULE, dealt(), HOST, claim, Pass()
    yield Illegal.MISDEAL_TOO_LATE, played(start, Pass()), GUEST, claim, Pass()
    honest = Knock(card("Qs"), spread("4h5h6h KcKdKs 9h9c9s / 2h"))
    concealed = Knock(card("2h"), spread("4h5h6h 9c9d9s AsAcAd / Kd"))
    yield Illegal.CONCEALED_MISDEAL, took(MISDEALS), HOST, concealed, honest
    big = BigGin(spread("4h5h6h7h KcKdKhKs AsAcAd /").melds)
    yield Illegal.CONCEALED_MISDEAL, took(MISDEALS), HOST, big, honest
    never_drew = took(MISDEALS).apply(HOST, honest)
    hidden = Defend(spread("2c3c4c 8c8d8s / 5cJcJdJs"))
    yield Illegal.CONCEALED_MISDEAL, never_drew, GUEST, hidden, DEFENCE


CASES: Final = [case for source in (phases, draws, throws, knocks, defences, misdeals) for case in source()]


@pytest.mark.parametrize(
    ("name", "start", "seat", "bad", "good"),
    [pytest.param(*case, id=f"{case[0].value}-{number}") for number, case in enumerate(CASES)],
)
def test_illegal_act_is_refused_by_name(
    name: Illegal, start: Round, seat: Seat, bad: Move, good: Move
) -> None:
    before = replace(start)
    with pytest.raises(IllegalMove) as refused:
        start.apply(seat, bad)
    assert refused.value.reason is name
    assert str(refused.value).endswith((".", "!"))
    assert start == before
    if name is not Illegal.HAND_OVER:
        speaker = seat if isinstance(good, ClaimMisdeal) else start.turn
        assert start.apply(speaker, good).n_moves == start.n_moves + 1


def test_a_defence_needs_a_knock_even_in_a_position_that_no_move_leads_to() -> None:
    with pytest.raises(IllegalMove) as refused:
        replace(drawn(), phase=Phase.LAYOFF).apply(HOST, DEFENCE)
    assert refused.value.reason is Illegal.NO_KNOCK


def test_every_illegal_act_has_a_case() -> None:
    assert {case[0] for case in CASES} == set(Illegal)


def test_every_illegal_act_has_a_sentence_of_its_own() -> None:
    assert len({name.sentence for name in Illegal}) == len(Illegal)
