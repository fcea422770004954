"""What have we agreed, in plain words?

Every sentence is made from the values themselves, so what is shown before sitting down is what the engine plays.
A parameter that cannot matter under the other ones is left out.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from gin_p2p.cli.rules_example import worked_score
from gin_p2p.cli.rules_line import clock_words
from gin_p2p.cli.words import counted, points
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.teams import team_rules
from gin_p2p.rules.words import (
    Abandon,
    AceMode,
    AceUpcard,
    Assist,
    BoxTiming,
    BoxTo,
    DeadHandDealer,
    DiscardDraw,
    DiscardsVisible,
    FirstDealer,
    KnockLimitSource,
    MatchFormat,
    MultiPickupHand,
    NextDealer,
    Shutout,
    UndercutTie,
    UpcardMode,
    WallRule,
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One part of the rules.

    Attributes:
        title: one or two words.
        sentences: one fact each.
    """

    title: str
    sentences: tuple[str, ...]


def in_full(rules: HouseRules, terms: TableTerms | None = None) -> tuple[Chapter, ...]:
    """Answer all the rules, and a score worked out by them.

    Args:
        rules: the house rules.
        terms: of the table, where there is one.
    """
    chapters = {
        "The match": _the_match(rules),
        "The deal": _the_deal(rules),
        "Melds": _melds(rules),
        "A turn": _a_turn(rules),
        "Going out": _going_out(rules),
        "The score of a hand": _hand_score(rules),
        "The score of a game": _game_score(rules),
        "At the table": _terms(terms) if terms else (),
        "For instance": worked_score(rules),
    }
    told = {title: tuple(sentences) for title, sentences in chapters.items()}
    return tuple(Chapter(title, sentences) for title, sentences in told.items() if sentences)


def _the_match(rules: HouseRules) -> Iterator[str]:
    match rules.format:
        case MatchFormat.SINGLE:
            yield f"One game. Whoever first has {points(rules.target)} wins it."
        case MatchFormat.MULTI_MATCH:
            yield f"Several games, each to {points(rules.target)}, added up in a match score."
            yield f"The match ends after a game in which somebody has {rules.multi_target} or more; the higher score wins."
        case MatchFormat.BEST_OF:
            yield f"The best of {counted(rules.best_of, 'game')}, each to {points(rules.target)}."
        case MatchFormat.HOLLYWOOD:
            yield f"Hollywood: {counted(rules.columns, 'game')} at once, in columns, each to {points(rules.target)}."
            yield "Your first win goes into the first column, your second into two, and so on; then into every open one."
            yield "A column closes when somebody reaches its end; the match ends when all are closed, and they are added up."
        case MatchFormat.HANDS:
            yield f"{counted(rules.hands, 'hand').capitalize()}; then whoever has more points wins. A dead hand counts as one."
    if rules.team_size > 1:
        yield from _the_teams(rules)


def _the_teams(rules: HouseRules) -> Iterator[str]:
    yield f"For teams of {rules.team_size}: all tables play at once, and the team that wins more scores the difference."
    if rules.team_all_win_bonus:
        yield f"A team whose members all win has {points(rules.team_all_win_bonus)} more."
    if rules.format is MatchFormat.HANDS:
        yield "The teams' score is the one that counts, and has this form:"
        yield from _the_match(replace(team_rules(rules), team_size=1))


def _the_deal(rules: HouseRules) -> Iterator[str]:
    yield {
        FirstDealer.RANDOM: "The first dealer is drawn by lot, by both programs together.",
        FirstDealer.HOST: "The host deals first.",
        FirstDealer.GUEST: "The guest deals first.",
    }[rules.first_dealer]
    yield {
        NextDealer.ALTERNATE: "Then the deal alternates.",
        NextDealer.LOSER: "Then the loser of a hand deals the next.",
        NextDealer.WINNER: "Then the winner of a hand deals the next.",
    }[rules.next_dealer]
    yield {
        DeadHandDealer.SAME: "After a hand that nobody won the same player deals again.",
        DeadHandDealer.ALTERNATE: "After a hand that nobody won the other player deals.",
    }[rules.dead_hand_dealer]
    yield {
        UpcardMode.OFFER: f"{rules.hand_size} cards each, and one is turned up: the non-dealer may take it, then the dealer; "
        "after two passes the non-dealer draws from the stock.",
        UpcardMode.NONE: f"{rules.hand_size} cards each, and none is turned up: the non-dealer draws from the stock.",
        UpcardMode.ELEVEN: f"{rules.hand_size} cards each and one more for the non-dealer, who begins by throwing one.",
    }[rules.upcard_mode]
    if rules.misdeal_rule:
        yield "A hand that could go out as it is dealt voids the deal; its program shows it without asking."
        if rules.misdeal_proof:
            yield "Whoever goes out or undercuts also shows the cards dealt to it, so that no such deal can be hidden."


def _melds(rules: HouseRules) -> Iterator[str]:
    yield "A set is three or four cards of one rank; a run is three or more of one suit in a row."
    yield {
        AceMode.LOW: "The ace is low: A 2 3 is a run, Q K A is not.",
        AceMode.HIGH_LOW: "The ace is high or low: A 2 3 and Q K A are runs, K A 2 is not.",
        AceMode.WRAP: "Runs go round the corner: A 2 3, Q K A and K A 2 are all runs.",
    }[rules.ace_mode]
    yield f"Cards in no meld are deadwood: tens and pictures count 10, an ace {rules.ace_deadwood}, others their number."


def _a_turn(rules: HouseRules) -> Iterator[str]:
    yield "Draw the top card of the stock or take the top of the discard pile; then throw one card."
    if rules.discard_draw is DiscardDraw.MULTI:
        yield "You may take several cards from the top of the pile if you show a meld with the deepest of them."
        yield {
            MultiPickupHand.GROW: "You throw one card for them, so your hand grows.",
            MultiPickupHand.CONSTANT: "You throw as many as you took, so your hand stays as large.",
        }[rules.multi_pickup_hand]
        yield "What you throw may not break the meld you showed."
    if not rules.may_discard_taken_card:
        deepest = ", of several the deepest," if rules.discard_draw is DiscardDraw.MULTI else ""
        yield f"A card taken from the pile{deepest} may not be thrown in the same turn."
    else:
        yield "A card taken from the pile may be thrown back at once."
        if rules.mutual_return_void:
            yield "When both throw back what they took, one after the other, the hand is dead."
    yield {
        DiscardsVisible.TOP: "Only the top of the pile may be looked at.",
        DiscardsVisible.ALL: "The whole pile may be looked at.",
    }[rules.discards_visible]
    yield f"The last {rules.stock_reserve} cards of the stock are never drawn."
    yield {
        WallRule.VOID: "Whoever draws the last card before them and only throws ends the hand: it is dead, nobody scores.",
        WallRule.LAST_DISCARD: "When only they are left the last discard may be taken to go out with it; else the hand is dead.",
        WallRule.DISCARDS_ONLY: "When only they are left play goes on for as long as each player takes the last discard.",
    }[rules.wall_rule]
    if rules.max_discard_takes is not None:
        yield f"After {counted(rules.max_discard_takes, 'take')} from the pile a hand is dead."


def _going_out(rules: HouseRules) -> Iterator[str]:
    yield from _limit(rules)
    yield "A hand with no deadwood is gin. Nobody has to knock or to go gin."
    if rules.big_gin_bonus is not None:
        yield "Every card in a meld and none thrown is big gin."
    elif rules.discard_draw is DiscardDraw.MULTI:
        yield "There is no big gin; every card in a meld and none thrown is gin."
    else:
        yield "There is no big gin."
    if rules.knock_limit:
        yield "After a knock the other player lays cards off on the knocker's melds."
    if rules.layoff_on_gin:
        yield "Cards are laid off on gin too; a player who has none left then washes the hand out, and nobody scores."


def _limit(rules: HouseRules) -> Iterator[str]:
    cap = f", but never more than {rules.knock_limit}" if rules.knock_limit < 10 else ""
    match rules.knock_limit_source:
        case KnockLimitSource.FIXED if rules.knock_limit == 0:
            yield "Nobody may knock: you go out with gin."
        case KnockLimitSource.FIXED:
            yield f"You may knock with a deadwood of {rules.knock_limit} or less."
        case KnockLimitSource.UPCARD:
            yield f"You may knock with a deadwood up to the value of the first upcard{cap}."
        case KnockLimitSource.KNOCK_DECK:
            yield f"You may knock with a deadwood up to the value of a card turned from a second pack{cap}."
    if rules.knock_limit_source is KnockLimitSource.FIXED:
        return
    if rules.ace_upcard is AceUpcard.GIN:
        yield "If that card is an ace, you go out with gin only."
    elif rules.knock_limit:
        yield "If that card is an ace, the limit is 1."
    if rules.spade_double:
        boxes = ", its boxes too" if rules.double_boxes else ""
        yield f"If that card is a spade, the hand counts double{boxes}."


def _hand_score(rules: HouseRules) -> Iterator[str]:
    if rules.knock_limit:
        yield "A knock wins the difference of the two deadwoods."
        yield from _undercut(rules)
    yield f"Gin wins the other's deadwood and {rules.gin_bonus} more."
    if rules.big_gin_bonus is not None:
        yield f"Big gin wins the other's deadwood and {rules.big_gin_bonus} more."


def _undercut(rules: HouseRules) -> Iterator[str]:
    match rules.undercut_tie:
        case UndercutTie.BONUS:
            yield f"Other player has as much or less: an undercut, which wins the difference and {rules.undercut_bonus} more."
        case UndercutTie.NO_BONUS:
            yield f"Other player has less: an undercut, which wins the difference and {rules.undercut_bonus} more."
            yield "Other player has as much: the knock is undercut too, but for no points."
        case UndercutTie.KNOCKER:
            yield f"Other player has less: an undercut, which wins the difference and {rules.undercut_bonus} more."
            yield "Other player has as much: the knocker wins the hand, for no points."
    if rules.gin_off_bonus:
        yield f"An undercut with no deadwood at all wins another {rules.gin_off_bonus}."


def _game_score(rules: HouseRules) -> Iterator[str]:
    if rules.format is MatchFormat.HANDS:
        if rules.team_size > 1:
            yield from _game_score(team_rules(rules))
        return
    if rules.format is MatchFormat.MULTI_MATCH:
        yield f"After a game both add their points and {rules.multi_round_bonus} for each hand won."
        yield f"Its winner adds {rules.multi_winner_bonus}, and {rules.multi_shutout_bonus} more if the loser won no hand."
    else:
        if rules.game_bonus:
            yield f"The winner of a game has a bonus of {rules.game_bonus}."
        yield from _boxes(rules)
        yield from _shutout(rules)
    if rules.exact_margin_forfeit is not None:
        yield f"Whoever would win a game by exactly {points(rules.exact_margin_forfeit)} loses it."


def _boxes(rules: HouseRules) -> Iterator[str]:
    if not rules.box_bonus:
        return
    whose = "Each player" if rules.box_to is BoxTo.BOTH else "The winner of a game"
    yield f"{whose} has a box for every hand won, worth {rules.box_bonus}."
    if rules.box_timing is BoxTiming.IMMEDIATE:
        yield "Boxes count at once, and towards the end of the game."
    if rules.undercut_extra_boxes:
        yield f"An undercut has {counted(rules.undercut_extra_boxes, 'box')} more."
    if rules.gin_extra_boxes:
        yield f"Gin has {counted(rules.gin_extra_boxes, 'box')} more, big gin too."


def _shutout(rules: HouseRules) -> Iterator[str]:
    award = {
        Shutout.NONE: "",
        Shutout.FLAT: f"the winner has {rules.shutout_flat} more",
        Shutout.DOUBLE_HAND_POINTS: "the winner's hand points count double",
        Shutout.DOUBLE_HAND_AND_GAME: "the winner's hand points and game bonus count double",
        Shutout.DOUBLE_TOTAL: "all the winner's points count double",
    }[rules.shutout]
    if award:
        yield f"If the loser of a game won no hand, {award}."


def _terms(terms: TableTerms) -> Iterator[str]:
    yield {
        Assist.NONE: "The programs give no help.",
        Assist.COUNT: "The programs count your deadwood and say what each throw leaves.",
        Assist.FULL: "The programs count your deadwood, list the cards seen and name the best throw.",
    }[terms.assist]
    if terms.clock_bank_s:
        yield f"Each player has a clock: {clock_words(terms)} for each turn."
    else:
        yield "There is no clock."
    yield {
        Abandon.UNFINISHED: "A match that somebody leaves stays unfinished, and can be resumed.",
        Abandon.FORFEIT: "Whoever leaves the match for good loses it.",
    }[terms.abandon]
