"""Is a move honest, and what follows from it?

The proofs first, because they tell which cards the move is about; then the game, asked of the rules engine; then the
digest.
"""

from dataclasses import replace

from gin_p2p.cards import Card
from gin_p2p.crypto.masking import MaskedCard
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.digest import digest_of
from gin_p2p.protocol.evidence import Moment, check_hand_shuffle, check_openings, faces_of, holding
from gin_p2p.protocol.judgement import Broken, Rule
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.melds import least_deadwood
from gin_p2p.rules.moves import (
    BigGin,
    ClaimMisdeal,
    Defend,
    Discard,
    DrawStock,
    Knock,
    Meld,
    Move,
    Pass,
    Resign,
    Spread,
    TakePile,
)
from gin_p2p.rules.round import Phase
from gin_p2p.seat import Seat

N_DEALT = 10


def judge_move(table: Table, seat: Seat, message: say.MoveMessage, moment: Moment) -> Table:
    """Answer the table after a move.

    Raises:
        Broken: a proof, a place, a count or the digest is wrong.
        IllegalMove: the game forbids the move.
    """
    match message:
        case say.Pass():
            return settle_move(table, seat, Pass(), message.digest)
        case say.Draw():
            return settle_move(table, seat, DrawStock(), message.digest)
        case say.Take():
            return _judge_take(table, seat, message)
        case say.TakeMany():
            return _judge_take_many(table, seat, message, moment)
        case say.Throw():
            return _judge_throw(table, seat, message, moment)
        case say.Knock():
            return _judge_knock(table, seat, message, moment)
        case say.BigGin():
            return _judge_big_gin(table, seat, message, moment)
        case say.Defend():
            return _judge_defend(table, seat, message, moment)
        case say.Misdeal():
            return _judge_misdeal(table, seat, message, moment)
        case say.Resign():
            return settle_move(table, seat, Resign(), message.digest)


def judge_give(table: Table, seat: Seat, message: say.Give, moment: Moment) -> Table:
    """Answer the table after the other seat's share of a drawn card.

    Raises:
        Broken: the share is not proven.
    """
    deal = table.dealing
    card = deal.deck[deal.next_place]
    check_openings(deal, seat, (card,), (message.share,), message.share_proof, moment)
    with holding(Rule.FACE):
        deal = deal.drawn(seat.other, message.share)
    return replace(table, stage=Stage.MOVE, deal=deal)


def advance(table: Table, seat: Seat, move: Move) -> Table:
    """Answer the table after a move of the game, as far as the game goes: the masked cards are as they were.

    Raises:
        IllegalMove: the game forbids the move.
    """
    round_ = table.hand.apply(seat, move)
    if round_.phase is not Phase.FINISHED:
        stage = Stage.GIVE if isinstance(move, DrawStock) else Stage.MOVE
        return replace(table, stage=stage, round=round_)
    match_ = table.playing.scored(round_)
    stage = Stage.HOST_CLOSE if match_.finished else Stage.DEALER_KEY
    return replace(table, stage=stage, round=round_, match=match_)


def settle_move(table: Table, seat: Seat, move: Move, digest: bytes) -> Table:
    """Advance the game and compare the digest.

    Raises:
        Broken: the speaker's program sees another game.
        IllegalMove: the game forbids the move.
    """
    after = advance(table, seat, move)
    if digest_of(after.playing, after.hand) != digest:
        raise Broken(Rule.DIGEST)
    return after


def taken_cards(table: Table, count: int) -> tuple[Card, ...]:
    """Answer the top cards of the pile, deepest first.

    Raises:
        Broken: the pile has not so many, or none are asked for.
    """
    pile = table.hand.pile
    if not 1 <= count <= len(pile):
        raise Broken(Rule.PLACE)
    return pile[-count:]


def shown_cards(table: Table, seat: Seat, *, wins: bool) -> tuple[MaskedCard, ...]:
    """Answer what a frame that shows a whole hand opens: the hand, and where misdeals are proven also the deal.

    Args:
        table: with the hand as it stands after the frame's shuffle, if it has one.
        seat: whose hand.
        wins: the seat wins the hand by this frame, or may still win it.
    """
    deal = table.dealing
    return (*deal.hands[seat], *(deal.dealt[seat] if wins and _proves_misdeals(table.playing.rules) else ()))


def _proves_misdeals(rules: HouseRules) -> bool:
    return rules.misdeal_rule and rules.misdeal_proof


def _judge_take(table: Table, seat: Seat, message: say.Take) -> Table:
    after = settle_move(table, seat, TakePile(), message.digest)
    with holding(Rule.FACE):
        return replace(after, deal=table.dealing.taken(seat, taken_cards(table, 1)))


def _judge_take_many(table: Table, seat: Seat, message: say.TakeMany, moment: Moment) -> Table:
    if message.count < 2:
        raise Broken(Rule.PLACE)
    with holding(Rule.FACE):
        deal = table.dealing.taken(seat, taken_cards(table, message.count))
    deal = check_hand_shuffle(deal, seat, message.hand, message.proof, moment)
    hand = deal.hands[seat]
    if list(message.places) != sorted(set(message.places)) or any(p >= len(hand) for p in message.places):
        raise Broken(Rule.PLACE)
    shown = [hand[place] for place in message.places]
    check_openings(deal, seat, shown, message.shares, message.share_proof, moment)
    meld = tuple(sorted(faces_of(shown, message.shares)))
    after = settle_move(table, seat, TakePile(message.count, meld), message.digest)
    return replace(after, deal=deal)


def _judge_throw(table: Table, seat: Seat, message: say.Throw, moment: Moment) -> Table:
    deal = check_hand_shuffle(table.dealing, seat, message.hand, message.proof, moment)
    if message.place >= len(deal.hands[seat]):
        raise Broken(Rule.PLACE)
    thrown = (deal.hands[seat][message.place],)
    check_openings(deal, seat, thrown, (message.share,), message.share_proof, moment)
    (card,) = faces_of(thrown, (message.share,))
    after = settle_move(table, seat, Discard(card), message.digest)
    return replace(after, deal=deal.without(seat, message.place))


def _judge_knock(table: Table, seat: Seat, message: say.Knock, moment: Moment) -> Table:
    shuffled, faces = _show_shuffled(table, seat, message, moment)
    if message.discard not in faces:
        raise Broken(Rule.NOT_HELD)
    spread = spread_of([card for card in faces if card != message.discard], message.melds)
    return settle_move(shuffled, seat, Knock(message.discard, spread), message.digest)


def _judge_big_gin(table: Table, seat: Seat, message: say.BigGin, moment: Moment) -> Table:
    shuffled, faces = _show_shuffled(table, seat, message, moment)
    spread = spread_of(faces, message.melds)
    if spread.deadwood:
        raise Broken(Rule.NOT_HELD)
    return settle_move(shuffled, seat, BigGin(spread.melds), message.digest)


def _show_shuffled(
    table: Table, seat: Seat, message: say.Knock | say.BigGin, moment: Moment
) -> tuple[Table, tuple[Card, ...]]:
    """Answer the table with the hand re-shuffled, and the faces of the whole hand."""
    deal = check_hand_shuffle(table.dealing, seat, message.hand, message.proof, moment)
    shuffled = replace(table, deal=deal)
    cards = shown_cards(shuffled, seat, wins=True)
    check_openings(deal, seat, cards, message.shares, message.share_proof, moment)
    return shuffled, _faces_shown(shuffled, seat, cards, message.shares)


def _judge_defend(table: Table, seat: Seat, message: say.Defend, moment: Moment) -> Table:
    deal = table.dealing
    wins = len(message.shares) > len(deal.hands[seat])
    cards = shown_cards(table, seat, wins=wins)
    check_openings(deal, seat, cards, message.shares, message.share_proof, moment)
    faces = _faces_shown(table, seat, cards, message.shares)
    move = Defend(spread_of(faces, message.melds), message.layoffs)
    after = settle_move(table, seat, move, message.digest)
    due = shown_cards(table, seat, wins=is_won_by(after, seat))
    if len(due) != len(cards):
        raise Broken(Rule.SHARE_COUNT)
    return after


def is_won_by(after: Table, seat: Seat) -> bool:
    """Tell whether the hand that has just ended was won by this seat."""
    result = after.hand.result
    return result is not None and result.winner is seat


def _judge_misdeal(table: Table, seat: Seat, message: say.Misdeal, moment: Moment) -> Table:
    dealt = table.dealing.dealt[seat]
    check_openings(table.dealing, seat, dealt, message.shares, message.share_proof, moment)
    cards = tuple(sorted(faces_of(dealt, message.shares)))
    return settle_move(table, seat, ClaimMisdeal(cards), message.digest)


def _faces_shown(
    table: Table, seat: Seat, cards: tuple[MaskedCard, ...], shares: tuple[bytes, ...]
) -> tuple[Card, ...]:
    """Answer the faces of a whole hand, having checked the dealt cards where they are shown too."""
    n_hand = len(table.dealing.hands[seat])
    dealt = faces_of(cards[n_hand:], shares[n_hand:])
    if dealt and least_deadwood(dealt, table.playing.rules) <= table.hand.knock_limit:
        raise Broken(Rule.MISDEAL_HIDDEN)
    return faces_of(cards[:n_hand], shares[:n_hand])


def spread_of(faces: list[Card] | tuple[Card, ...], melds: tuple[Meld, ...]) -> Spread:
    """Answer the spread of a hand whose melds are named; the engine judges whether they are melds.

    Raises:
        Broken: a meld names a card that the hand does not hold.
    """
    melded = {card for meld in melds for card in meld}
    if not melded <= set(faces):
        raise Broken(Rule.NOT_HELD)
    return Spread(melds, tuple(sorted(card for card in faces if card not in melded)))
