"""Do our engine and the one written from protocol.md alone play the same game under any house rules?

No cards are masked here: matches are played at random under house rules drawn at random. After every move the two
must come to the same digest, and whatever one refuses the other must refuse for the same rule.
"""

import copy
from random import Random
from typing import Final

import pytest

from gin_p2p.cards import DECK, Card
from gin_p2p.protocol.digest import digest_of
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.legal import legal_moves
from gin_p2p.rules.match import Match
from gin_p2p.rules.melds import discards
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    IllegalMove,
    Knock,
    Layoff,
    Meld,
    Move,
    Pass,
    Resign,
    Spread,
    TakePile,
)
from gin_p2p.rules.openplay import OpenHand
from gin_p2p.rules.parameters import BadRules
from gin_p2p.rules.results import Ending
from gin_p2p.rules.round import Round
from gin_p2p.rules.words import KnockLimitSource
from gin_p2p.seat import Seat
from tests import second_auditor as second

MAX_HANDS: Final = 8
MAX_MOVES: Final = 400


def drawn_value(rng: Random, name: str, allowed: second.Allowed) -> second.Value:
    """Answer one of the values that a house rule may have, small numbers more often than large ones."""
    choices: list[second.Value] = [*allowed.words, *((True, False) if allowed.flag else ())]
    if isinstance(allowed.numbers, range):
        choices += [allowed.numbers[0], rng.choice(allowed.numbers[:60]), rng.choice(allowed.numbers)]
    elif isinstance(allowed.numbers, tuple):
        choices += allowed.numbers
    if name in {"target", "multi_target"}:
        return rng.choice([1, 20, 60, 100])
    return rng.choice(choices)


def drawn_rules(rng: Random) -> tuple[HouseRules, second.Rules]:
    """Answer house rules that both admit; what one refuses the other must refuse."""
    while True:
        values = [drawn_value(rng, name, allowed) for name, allowed in second.RULES.items()]
        try:
            rules = HouseRules.from_values(values)
        except BadRules:
            with pytest.raises(second.Refused, match="house-rules"):
                second.Rules(values)
            continue
        return rules, second.Rules(values)


def told(seat: Seat, move: Move, hand: second.Hand) -> None:
    """Make a move in the second engine."""
    match move:
        case Pass():
            hand.pass_()
        case DrawStock():
            hand.draw()
        case TakePile(count, meld):
            hand.take(count, list(meld))
        case Discard(card):
            hand.discard(card)
        case Knock(discard, spread):
            hand.knock(discard, [list(meld) for meld in spread.melds], list(spread.deadwood))
        case BigGin(melds):
            hand.big_gin([list(meld) for meld in melds])
        case Defend(spread, layoffs):
            laid = [[layoff.card, layoff.onto] for layoff in layoffs]
            hand.defend([list(meld) for meld in spread.melds], list(spread.deadwood), laid)
        case ClaimMisdeal(cards):
            hand.claim_misdeal(seat, list(cards))
        case Resign():
            hand.resign()


def refusals(seat: Seat, move: Move, ours: Round, theirs: second.Hand) -> tuple[str, str]:
    """Answer why each engine refuses a move; empty where it does not."""
    mine = others = ""
    try:
        ours.apply(seat, move)
    except IllegalMove as illegal:
        mine = f"move-{illegal.reason}"
    try:
        told(seat, move, copy.deepcopy(theirs))
    except second.Refused as refused:
        others = refused.code
    return mine, others


def bent_cards(rng: Random, cards: Meld) -> Meld:
    """Answer a list of cards with something wrong, perhaps."""
    some = list(cards)
    for _ in range(rng.randrange(3)):
        at = rng.randrange(len(some) + 1)
        match rng.randrange(4):
            case 0:
                some.insert(at, rng.choice(DECK))
            case 1 if some:
                some.pop(at % len(some))
            case 2:
                rng.shuffle(some)
            case _:
                some.sort()
    return tuple(some)


def bent_spread(rng: Random, spread: Spread) -> Spread:
    melds = [bent_cards(rng, meld) if rng.random() < 0.3 else meld for meld in spread.melds]
    if rng.random() < 0.2:
        rng.shuffle(melds)
    deadwood = bent_cards(rng, spread.deadwood) if rng.random() < 0.3 else spread.deadwood
    if melds and rng.random() < 0.3:
        deadwood = tuple(sorted((*deadwood, *melds.pop())))
    return Spread(tuple(melds), deadwood)


def bent(rng: Random, move: Move) -> Move:
    """Answer a move like this one with something wrong, perhaps."""
    match move:
        case Knock(discard, spread):
            other = rng.choice([discard, rng.choice(DECK), *spread.cards])
            return Knock(other, bent_spread(rng, spread))
        case BigGin(melds):
            return BigGin(bent_spread(rng, Spread(melds, ())).melds)
        case Defend(spread, layoffs):
            more = (Layoff(rng.choice([*spread.cards, rng.choice(DECK)]), rng.randrange(5)),)
            return Defend(bent_spread(rng, spread), (layoffs + more)[: rng.randrange(4)])
        case TakePile(count, meld):
            return TakePile(count + rng.randrange(-1, 3), bent_cards(rng, meld))
        case _:
            return move


def anything(rng: Random, hand: OpenHand, legal: list[Move]) -> Move:
    """Answer a move that may well be illegal."""
    cards = tuple(sorted(hand.hand(hand.turn)))
    out = rng.choice(cards)
    rest = tuple(card for card in cards if card != out)
    wild: list[Move] = [
        Pass(),
        DrawStock(),
        TakePile(rng.randrange(4), bent_cards(rng, cards[:3])),
        Discard(rng.choice(DECK)),
        Discard(out),
        Knock(out, Spread((), rest)),
        Knock(out, Spread((rest[:3],), rest[3:])),
        BigGin((cards,)),
        Defend(Spread((), cards)),
        ClaimMisdeal(tuple(rng.sample(cards, min(10, len(cards))))),
        Resign(),
    ]
    return bent(rng, rng.choice(legal)) if legal and rng.random() < 0.5 else rng.choice(wild)


def likely(rng: Random, hand: OpenHand, legal: list[Move]) -> Move:
    """Answer a legal move, now and then as a player would, so that hands do not all end at the wall."""
    if not legal or rng.random() < 0.003:  # none is left to a defender who has kept quiet about a misdeal
        return Resign()
    out = [move for move in legal if isinstance(move, Knock | BigGin)]
    if out and rng.random() < 0.5:
        return rng.choice(out)
    defences = [move for move in legal if isinstance(move, Defend)]
    if defences and rng.random() < 0.7:
        return min(defences, key=lambda move: len(move.spread.deadwood) - len(move.layoffs))
    throws = [move for move in legal if isinstance(move, Discard)]
    if throws and rng.random() < 0.7:
        left = discards(hand.hand(hand.turn), hand.round.rules)
        return min(throws, key=lambda throw: left[throw.card])
    return rng.choice(legal)


def dealt_deck(rng: Random) -> list[Card]:
    """Answer a deck; mostly one that deals good hands, for misdeals, gin and undercuts are rare by chance."""
    deck: list[Card] = list(DECK)
    if rng.random() < 0.3:
        rng.shuffle(deck)
        return deck
    if rng.random() < 0.5:
        deck.sort(key=lambda card: (card % 13, card))
    blocks = []
    while deck:
        n = rng.choice([3, 3, 3, 4])
        blocks.append(deck[:n])
        deck = deck[n:]
    rng.shuffle(blocks)
    cards = [card for block in blocks for card in block]
    for _ in range(rng.randrange(5)):
        here, there = rng.randrange(20), rng.randrange(52)
        cards[here], cards[there] = cards[there], cards[here]
    hands = [card for pair in zip(cards[:10], cards[10:20], strict=True) for card in pair]
    stock = cards[20:]
    rng.shuffle(stock)
    return hands + stock


class Both:
    """One match in both engines."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._rules, theirs = drawn_rules(rng)
        dealer = rng.choice(list(Seat))
        self.match, self.theirs = Match.start(self._rules, dealer), second.Match(theirs, dealer)

    def play_hand(self) -> None:
        rng, dealer = self._rng, self.match.dealer
        has_pack = self._rules.knock_limit_source is KnockLimitSource.KNOCK_DECK
        assert self.theirs.next_dealer == dealer
        assert not has_pack or self.theirs.pack == list(self.match.knock_pack)
        knock_card = rng.choice(self.match.knock_pack) if has_pack else None
        deck = dealt_deck(rng)
        hand = OpenHand.deal(self._rules, dealer, deck, knock_card)
        upcard = hand.round.pile[0] if hand.round.pile else None
        theirs = second.Hand(self.theirs.rules, dealer, upcard, knock_card)
        if hand.finished and rng.random() < 0.6:  # one of the seats keeps its misdeal to itself
            hand.round = Round.deal(self._rules, dealer, upcard, knock_card)
        elif hand.finished:
            assert hand.round.result is not None
            claimer = hand.round.result.speaker
            assert claimer is not None
            self.compare(hand, theirs, claimer, ClaimMisdeal(tuple(deck[claimer is dealer : 20 : 2])))
        for _ in range(MAX_MOVES):
            if hand.finished:
                break
            self.move(hand, theirs)
        else:
            self.compare(hand, theirs, hand.turn, Resign())
        assert hand.round.result is not None

    def move(self, hand: OpenHand, theirs: second.Hand) -> None:
        legal = list(legal_moves(hand.round, hand.hand(hand.turn)))
        for _ in range(2):
            seat, wild = hand.turn, anything(self._rng, hand, legal)
            mine, others = refusals(seat, wild, hand.round, theirs)
            assert mine == others, wild
        self.compare(hand, theirs, hand.turn, likely(self._rng, hand, legal))

    def compare(self, hand: OpenHand, theirs: second.Hand, seat: Seat, move: Move) -> None:
        """Make a move in both engines; a hand that it ends is scored in both."""
        if not hand.finished:
            hand.play(move)
        told(seat, move, theirs)
        if theirs.over:
            self.match = self.match.scored(hand.round)
            limit_card = hand.round.limit_card
            has_pack = self._rules.knock_limit_source is KnockLimitSource.KNOCK_DECK
            self.theirs.enter(theirs, limit_card if has_pack else None)
        assert second.digest_of(self.theirs, theirs) == digest_of(self.match, hand.round), move
        winner = self.match.winner
        assert self.theirs.winner == (second.NOBODY if winner is None else winner)


def check_match(seed: str) -> set[Ending]:
    """Play a match in both engines; answer the ways in which its hands ended."""
    both = Both(Random(seed))
    for _ in range(MAX_HANDS):
        if both.match.finished:
            break
        both.play_hand()
    return {record.result.ending for record in both.match.hands}


@pytest.mark.parametrize("seed", range(12))
def test_both_engines_play_the_same_match(seed: int) -> None:
    check_match(f"both {seed}")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_both_engines_play_many_matches_alike_and_hands_end_in_many_ways(seed: int) -> None:
    endings = set().union(*(check_match(f"many {seed} {number}") for number in range(60)))
    assert endings >= {Ending.KNOCK, Ending.GIN, Ending.DEAD_HAND, Ending.MISDEAL, Ending.RESIGNED}
