"""Does random play keep to the rules, lose no card, and end?"""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from gin_p2p.cards import DECK, Card, parse_cards
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.legal import LegalMoves, legal_moves
from gin_p2p.rules.match import Match
from gin_p2p.rules.melds import discards, least_deadwood
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Illegal,
    IllegalMove,
    Knock,
    Move,
    Pass,
    Resign,
    Spread,
    TakePile,
)
from gin_p2p.rules.openplay import OpenHand
from gin_p2p.rules.phases import Phase
from gin_p2p.rules.presets import PRESETS, preset
from gin_p2p.rules.results import Ending
from gin_p2p.rules.settings import changed
from gin_p2p.rules.words import DiscardDraw
from gin_p2p.seat import Seat
from tests.helpers import hands
from tests.helpers.hands import card, deck_for, spread

MORE: Final[dict[str, dict[str, object]]] = {
    "mahjong constant": {"preset": "mahjong", "multi_pickup_hand": "constant"},
    "mahjong without big gin": {"preset": "mahjong", "big_gin_bonus": "none"},
    "eleven": {"preset": "standard", "upcard_mode": "eleven"},
    "play on at the wall": {"preset": "openspiel", "wall_rule": "discards_only", "layoff_on_gin": True},
    "a few takes": {"preset": "standard", "max_discard_takes": 3},
}
ALL_RULES: Final[dict[str, HouseRules]] = {
    **PRESETS,
    **{
        name: changed(
            preset(str(values["preset"])), {key: value for key, value in values.items() if key != "preset"}
        )
        for name, values in MORE.items()
    },
}


def shuffled(rng: Random) -> list[Card]:
    deck = list(DECK)
    rng.shuffle(deck)
    return deck


def dealt(
    rules: HouseRules, rng: Random, dealer: Seat = Seat.HOST, pack: tuple[Card, ...] = DECK
) -> OpenHand:
    knock_card = rng.choice(pack) if rules.knock_limit_source == "knock_deck" else None
    return OpenHand.deal(rules, dealer, shuffled(rng), knock_card)


def check_conserved(hand: OpenHand) -> None:
    """Every card is in exactly one place, and what is public is true."""
    now = hand.round
    cards = [*hand.hand(Seat.HOST), *hand.hand(Seat.GUEST), *hand.stock, *now.pile]
    assert sorted(cards) == list(DECK)
    assert now.n_stock == len(hand.stock)
    for seat in Seat:
        assert now.n_held[seat] == len(hand.hand(seat))
        assert now.known[seat] <= hand.hand(seat)


def likely(hand: OpenHand, rng: Random, moves: list[Move]) -> Move:
    """At random, but now and then as a player would, so that hands do not all end at the wall."""
    out = [move for move in moves if isinstance(move, Knock | BigGin)]
    if out and rng.random() < 0.5:
        return rng.choice(out)
    throws = [move for move in moves if isinstance(move, Discard)]
    if throws and rng.random() < 0.7:
        left = discards(hand.hand(hand.turn), hand.round.rules)
        return min(throws, key=lambda throw: left[throw.card])
    return rng.choice(moves)


def pool(hand: OpenHand) -> list[Move]:
    """Moves of every kind, most of them illegal now."""
    cards = tuple(sorted(hand.hand(hand.turn)))
    return [
        Pass(),
        DrawStock(),
        *(TakePile(count, meld) for count in (0, 1, 2, 99) for meld in ((), cards[:3])),
        *(Discard(one) for one in DECK),
        *(Knock(one, Spread((), tuple(other for other in cards if other != one))) for one in cards),
        Knock(cards[0], Spread((), cards)),
        BigGin((cards,)),
        BigGin(()),
        Defend(Spread((), cards)),
        Defend(Spread((), cards[1:])),
        ClaimMisdeal(cards),
        Resign(),
    ]


def accepted(hand: OpenHand, move: Move) -> bool:
    """Whether the rules and the hand allow the move; one that must not be made by an honest program set apart."""
    trial = OpenHand(hand.round, (set(hand.hands[0]), set(hand.hands[1])), list(hand.stock))
    try:
        trial.play(move)
    except IllegalMove:
        return False
    return True


def play_out(hand: OpenHand, rng: Random, *, thoroughly: bool) -> None:
    for _ in range(2000):
        if hand.finished:
            return
        legal = legal_moves(hand.round, hand.hand(hand.turn))
        moves = list(legal)
        assert moves
        assert len(moves) == len(legal) == len(set(moves))
        if thoroughly:
            for move in moves:
                assert move in legal
            for move in rng.sample(pool(hand), 12):
                # at the wall an honest program does not take what it cannot go out with
                stuck = hand.round.phase is Phase.WALL and isinstance(move, TakePile)
                assert stuck or (move in legal) == accepted(hand, move)
        hand.play(likely(hand, rng, moves))
        check_conserved(hand)
    pytest.fail("the hand does not end")


@pytest.mark.parametrize("name", ALL_RULES)
def test_random_hands_conserve_cards_and_end(name: str) -> None:
    rng = Random(name)
    for number in range(2):
        hand = dealt(ALL_RULES[name], rng, Seat(number))
        check_conserved(hand)
        play_out(hand, rng, thoroughly=number == 0)
        assert hand.round.result is not None
        assert not list(legal_moves(hand.round, hand.hand(hand.turn)))
        assert not legal_moves(hand.round, hand.hand(hand.turn))


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL_RULES)
def test_many_random_hands_conserve_cards_and_end(name: str) -> None:
    rng = Random(f"many {name}")
    endings: Counter[Ending] = Counter()
    n_hands = (
        15 if ALL_RULES[name].discard_draw is DiscardDraw.MULTI else 60
    )  # hands of thirty cards take their time
    for number in range(n_hands):
        hand = dealt(ALL_RULES[name], rng, Seat(number % 2))
        play_out(hand, rng, thoroughly=number < 5)
        assert hand.round.result is not None
        endings[hand.round.result.ending] += 1
    assert endings[Ending.DEAD_HAND] < n_hands


@pytest.mark.parametrize("name", ["standard", "hollywood_knock_deck", "tournament"])
def test_matches_of_random_hands_end(name: str) -> None:
    rng = Random(name)
    rules = changed(PRESETS[name], {"target": 20, "best_of": 3})
    match = Match.start(rules, Seat.HOST)
    while not match.finished:
        hand = dealt(rules, rng, match.dealer, match.knock_pack)
        play_out(hand, rng, thoroughly=False)
        match = match.scored(hand.round)
    assert match.n_deals == len(match.hands) > 0


# Counts


def count(hand: OpenHand, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in legal_moves(hand.round, hand.hand(hand.turn)):
        after = OpenHand(hand.round, (set(hand.hands[0]), set(hand.hands[1])), list(hand.stock))
        after.play(move)
        total += count(after, depth - 1)
    return total


def test_positions_by_depth_are_as_counted_by_hand() -> None:
    first, second = parse_cards("Ac3c5c7c9cJcKc2d4d6d"), parse_cards("Ah3h5h7h9hJhKh2s4s6s")
    hand = OpenHand.deal(HouseRules(), Seat.GUEST, deck_for(first, second, [card("Td")]))
    # pass or take; then pass or take, or ten throws; then the stock, ten throws, or a draw of either kind ten times
    assert [count(hand, depth) for depth in (1, 2, 3)] == [2, 2 + 10, 1 + 10 + 10 * 2]
    # eleven throws; ten times a draw of either kind; ten times eleven throws of a stock card or ten of a pile card
    assert count(hand, 4) == 11 + 10 * 2 + 10 * 11 + 10 * 10


# Open play


def test_a_dealt_misdeal_is_claimed_by_either_seat() -> None:
    lucky, other = parse_cards("2c2d2h9sTsJs5c5d5h3c"), parse_cards("AhKc7d8s4hQd6cTc3s9d")
    for first, second, seat in ((lucky, other, Seat.HOST), (other, lucky, Seat.GUEST)):
        hand = OpenHand.deal(preset("standard"), Seat.GUEST, deck_for(first, second, [card("Kd")]))
        assert hand.finished
        assert hand.round.result is not None
        assert (hand.round.result.ending, hand.round.result.speaker) == (Ending.MISDEAL, seat)


def test_a_misdeal_leaves_nothing_else_to_do() -> None:
    start = hands.dealt(preset("standard"))
    hand = parse_cards("2c2d2h9sTsJs5c5d5h3c")
    legal = legal_moves(start, hand)
    assert list(legal) == [ClaimMisdeal(tuple(sorted(hand)))]
    assert Pass() not in legal
    assert Resign() in legal


def test_a_hand_that_hides_a_misdeal_cannot_go_out() -> None:
    start = hands.dealt(preset("standard")).apply(Seat.HOST, TakePile())
    hand = {*parse_cards("2c2d2h9sTsJs5c5d5h3c"), card("Kd")}
    assert {type(move) for move in legal_moves(start, hand)} == {Discard}


def test_a_defender_that_hides_a_misdeal_can_only_resign() -> None:
    out = Knock(card("Qs"), spread("4h5h6h KcKdKs 9h9c9s / Ah"))
    start = hands.played(hands.dealt(preset("standard")), TakePile(), out)
    legal = legal_moves(start, parse_cards("2c2d2hTsTcTh5c5d5s3c"))
    assert list(legal) == []
    assert Resign() in legal


def test_a_defender_with_a_good_hand_after_one_draw_hides_nothing() -> None:
    out = Knock(card("Qs"), spread("4h5h6h 7c7d7s 9h9c9s / Ah"))
    start = hands.played(hands.dealt(preset("standard")), TakePile(), Discard(card("7s")), TakePile(), out)
    legal = legal_moves(start, parse_cards("2c2d2hTsTcTh5c5dKdKs"))
    assert list(legal)
    good = spread("2c2d2h TsTcTh 5c5d5s / Kd")
    assert start.apply(Seat.HOST, Defend(good)).result is not None


def test_nobody_knows_which_of_eleven_dealt_cards_was_the_eleventh() -> None:
    rules = changed(preset("standard"), {"upcard_mode": "eleven"})
    start = hands.dealt(rules, None)
    hand = parse_cards("2c2d2h9sTsJs5c5d5h3cKd")
    assert any(isinstance(move, Knock) for move in legal_moves(start, hand))


@pytest.mark.parametrize(
    "move", [Discard(card("As")), Knock(card("As"), spread("4h5h6h 9c9d9s AhAcAd / 2h"))]
)
def test_cards_not_held_are_refused(move: Move) -> None:
    first, second = parse_cards("Ac3c5c7c9cJcKc2d4d6d"), parse_cards("Ah3h5h7h9hJhKh2s4s6s")
    hand = OpenHand.deal(HouseRules(), Seat.GUEST, deck_for(first, second, [card("Td")]))
    hand.play(TakePile())
    hand.round = replace(hand.round, known=(frozenset(), frozenset()))
    with pytest.raises(IllegalMove) as refused:
        hand.play(move)
    assert refused.value.reason is Illegal.NOT_HELD
    assert hand.round.n_moves == 1


@pytest.mark.parametrize("deck", [DECK[:51], (*DECK[:51], DECK[0])])
def test_a_deck_is_fifty_two_different_cards(deck: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="52 different cards"):
        OpenHand.deal(HouseRules(), Seat.HOST, deck)


def test_membership_knows_spreads_that_iteration_does_not_name() -> None:
    hand = parse_cards("4c5c6c9d9h9sAcAdAsAhKh")
    legal = legal_moves(hands.later(hands.drawn()), hand)
    odd = Knock(card("Kh"), spread("9d9h9s 4c5c6c / AcAdAsAh"))
    assert odd in legal
    assert odd not in list(legal)
    assert isinstance(legal, LegalMoves)
    assert least_deadwood(hand, HouseRules()) == 10
