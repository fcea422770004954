"""Do hands played by other programs go the same way here?

OpenSpiel's hands and those of the EAAI framework, every one replayed card by card. What differs in them is a house
rule with a name; nothing is skipped.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest

from gin_p2p.cards import Card, parse_card, parse_cards
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.layoffs import apply_layoffs
from gin_p2p.rules.match import Match
from gin_p2p.rules.melds import discards, least_deadwood
from gin_p2p.rules.moves import (
    Defend,
    Discard,
    DrawStock,
    Illegal,
    IllegalMove,
    Knock,
    Layoff,
    Meld,
    Pass,
    Spread,
    TakePile,
)
from gin_p2p.rules.openplay import OpenHand
from gin_p2p.rules.presets import preset
from gin_p2p.rules.results import Cause, Ending
from gin_p2p.rules.scoring import price
from gin_p2p.rules.settings import changed
from gin_p2p.seat import Seat
from tests.helpers.hands import deck_for
from tests.helpers.vectors import json_lines

SAMPLE: Final = 8  # the quick tests replay every eighth

ENDINGS: Final[dict[str, tuple[Ending, Cause | None]]] = {
    "knock": (Ending.KNOCK, None),
    "gin": (Ending.GIN, None),
    "undercut": (Ending.UNDERCUT, None),
    "tie": (Ending.UNDERCUT, None),
    "wall": (Ending.DEAD_HAND, Cause.STOCK),
    "dead": (Ending.DEAD_HAND, Cause.STOCK),
    "repeat": (Ending.DEAD_HAND, Cause.MUTUAL_RETURN),
    "upcard_limit": (Ending.DEAD_HAND, Cause.TAKE_LIMIT),
}


def spread_of(melds: Sequence[Meld], hand: set[Card]) -> Spread:
    melds = tuple(tuple(sorted(meld)) for meld in melds)
    return Spread(melds, tuple(sorted(hand.difference(*melds))))


def draw_or_throw(hand: OpenHand, op: str, cards: str) -> None:
    match op:
        case "pass" | "wallpass":
            hand.play(Pass())
        case "up":
            hand.play(TakePile())
        case "stock":
            assert hand.play(DrawStock()) == parse_card(cards)
        case _:
            assert op == "drop"
            hand.play(Discard(parse_card(cards)))


# OpenSpiel


def openspiel_rules(trace: dict[str, Any]) -> HouseRules:
    """Its own rules; its limit of pile takes does not count the one that answers the offer, ours counts all."""
    params, offered = trace["params"], [act[2:] for act in trace["acts"][:2]]
    took_offer = offered[0] == "up" or offered == ["pass", "up"]
    return changed(
        preset("openspiel"),
        {
            "knock_limit": params["knock_card"],
            "gin_bonus": params["gin_bonus"],
            "undercut_bonus": params["undercut_bonus"],
            "knock_limit_source": "upcard" if params["oklahoma"] else "fixed",
            "ace_upcard": "gin",
            "max_discard_takes": 51 if took_offer else 50,
        },
    )


def placed(cards: list[Card], melds: tuple[Meld, ...], rules: HouseRules) -> tuple[Layoff, ...]:
    """Answer the layoffs of these cards in this order. OpenSpiel names no target, so one that works is looked for."""
    if not cards:
        return ()
    for onto in range(len(melds)):
        first = Layoff(cards[0], onto)
        try:
            return (first, *placed(cards[1:], apply_layoffs(melds, (first,), rules), rules))
        except IllegalMove:
            continue
    raise IllegalMove(Illegal.LAYOFF_MISFIT)


def go_out(hand: OpenHand, ops: Iterator[list[str]]) -> None:
    """Replay a knock and the defence: tokens follow the announcement."""
    held = hand.hand(hand.turn)
    _, thrown = next(ops)
    melds = [parse_cards(cards) for _, cards in ops_until(ops, "kdone")]
    hand.play(Knock(parse_card(thrown), spread_of(melds, held - {parse_card(thrown)})))
    tokens = list(ops_until(ops, "mdone"))
    laid = [parse_card(cards) for op, cards in tokens if op == "lay"]
    own = [parse_cards(cards) for op, cards in tokens if op == "meld"]
    knock = hand.round.knock
    assert isinstance(knock, Knock)
    hand.play(
        Defend(spread_of(own, hand.hand(hand.turn)), placed(laid, knock.spread.melds, hand.round.rules))
    )


def ops_until(ops: Iterator[list[str]], last: str) -> Iterator[list[str]]:
    for op in ops:
        if op[0] == last:
            return
        yield op


def ops_of(trace: dict[str, Any]) -> Iterator[tuple[Seat, list[str]]]:
    for act in trace["acts"]:
        player, _, token = act.partition(":")
        op, _, cards = token.partition("=")
        yield Seat(int(player)), [op, cards]


def check_deadwood(hand: OpenHand, seat: Seat, shown: int) -> int:
    """Compare OpenSpiel's figure with ours; answer how much too high it is. Its eleven-card shortcut can be."""
    cards, rules = hand.hand(seat), hand.round.rules
    if len(cards) == 10:
        assert least_deadwood(cards, rules) == shown
        return 0
    return shown - min(discards(cards, rules).values())


def replay_openspiel(trace: dict[str, Any]) -> int:
    """Replay one hand; answer how many of OpenSpiel's deadwood figures are too high."""
    rules = openspiel_rules(trace)
    stock = [parse_card(act[8:]) for act in trace["acts"] if act[2:].startswith("stock=")]
    first, second = (parse_cards(cards) for cards in trace["hands"])
    hand = OpenHand.deal(rules, Seat.GUEST, deck_for(first, second, [parse_card(trace["upcard"]), *stock]))
    assert hand.round.knock_limit == trace["knock_limit"]
    acts, too_high = ops_of(trace), 0
    for (seat, (op, cards)), figures in zip(acts, trace["dw"], strict=False):
        assert hand.turn is seat
        if op in {"knock", "wallknock"}:
            if op == "wallknock":
                hand.play(TakePile())
            go_out(hand, (one for _, one in acts))
            break
        draw_or_throw(hand, op, cards)
        too_high += sum(check_deadwood(hand, seat, figures[seat]) > 0 for seat in Seat)
    check_openspiel_end(hand, trace)
    return too_high


def check_openspiel_end(hand: OpenHand, trace: dict[str, Any]) -> None:
    result = hand.round.result
    assert result is not None
    assert (result.ending, result.cause) == ENDINGS[trace["end"]]
    assert hand.round.n_stock == trace["stock_left"]
    assert result.knocker == trace.get("knocker")
    score = price(result, hand.round.rules, doubled=hand.round.doubled)
    paid = [0, 0] if score.winner is None else [score.points, -score.points][:: 1 - 2 * score.winner]
    assert paid == trace["returns"]
    if result.knocker is not None:
        assert list(result.deadwood) == trace["final_dw"]


def openspiel(start: int, step: int) -> tuple[int, Counter[str]]:
    traces = json_lines("openspiel_traces.jsonl.gz")[start::step]
    too_high = sum(map(replay_openspiel, traces))
    return too_high, Counter(trace["end"] for trace in traces)


def test_a_sample_of_openspiel_hands_goes_the_same_way() -> None:
    _, ends = openspiel(0, SAMPLE)
    assert sum(ends.values()) == 150
    assert set(ends) >= {"knock", "gin", "undercut", "wall", "repeat"}


@pytest.mark.slow
def test_every_openspiel_hand_goes_the_same_way() -> None:
    too_high, ends = openspiel(0, 1)
    assert 0 < too_high <= 10  # among 87,592 acts: its eleven-card shortcut
    assert set(ends) == set(ENDINGS) - {"dead"}
    assert sum(ends.values()) == 1200


# EAAI


def eaai_layoffs(steps: list[list[str]], melds: tuple[Meld, ...]) -> tuple[Layoff, ...]:
    """Answer the layoffs; the framework names the meld as it stood."""
    grown, layoffs = [set(meld) for meld in melds], list[Layoff]()
    for card_text, meld_text in steps:
        onto = grown.index(set(parse_cards(meld_text)))
        layoffs.append(Layoff(parse_card(card_text), onto))
        grown[onto].add(parse_card(card_text))
    return tuple(layoffs)


def replay_eaai_hand(hand: OpenHand, told: dict[str, Any]) -> None:
    *acts, (last_player, (_, last_card)) = ops_of(told)
    figures = iter(told["dw"])
    for seat, (op, cards) in acts:
        assert hand.turn is seat
        draw_or_throw(hand, op, cards)
        if op == "drop":
            assert least_deadwood(hand.hand(seat), hand.round.rules) == next(figures)
    if told["end"] == "dead":
        hand.play(Discard(parse_card(last_card)))
        return
    thrown = parse_card(last_card)
    assert hand.turn is last_player
    melds = [parse_cards(cards) for cards in told["knock"]["melds"]]
    hand.play(Knock(thrown, spread_of(melds, hand.hand(last_player) - {thrown})))
    own = [parse_cards(cards) for cards in told["defend"]["melds"]]
    knock = hand.round.knock
    assert isinstance(knock, Knock)
    hand.play(
        Defend(
            spread_of(own, hand.hand(hand.turn)),
            eaai_layoffs(told["defend"]["layoffs"], knock.spread.melds),
        )
    )


def replay_eaai(game: dict[str, Any]) -> Match:
    rules = preset("eaai")
    match = Match.start(rules, Seat(1 - game["hands"][0]["start"]))
    for told in game["hands"]:
        assert match.dealer == 1 - told["start"]
        deck = list(parse_cards(told["deck"]))
        if told["start"] == 1:  # there cards are dealt to player 0 first, whoever starts
            deck = deck_for(deck[1:20:2], deck[0:20:2], deck[20:])
        hand = OpenHand.deal(rules, match.dealer, deck)
        replay_eaai_hand(hand, told)
        match = match.scored(hand.round)
        record = match.hands[-1]
        assert (record.result.ending, record.result.cause) == ENDINGS[told["end"]]
        if told["end"] != "dead":
            assert [record.score.winner, record.score.points] == told["points"]
            assert record.result.knocker_points == told["knock"]["dw"]
            assert record.result.defender_points == told["defend"]["dw"]
        assert list(match.totals) == told["score"]
    return match


def eaai(step: int) -> Iterator[tuple[Match, dict[str, Any]]]:
    for game in json_lines("eaai_simple_selfplay.jsonl.gz")[::step]:
        yield replay_eaai(game), game


def test_a_sample_of_eaai_games_goes_the_same_way() -> None:
    for match, game in eaai(SAMPLE):
        assert match.finished
        assert match.winner == game["winner"]


@pytest.mark.slow
def test_every_eaai_game_goes_the_same_way() -> None:
    games = list(eaai(1))
    assert len(games) == 200
    assert sum(len(game["hands"]) for _, game in games) == 2060
    assert all(match.finished and match.winner == game["winner"] for match, game in games)
