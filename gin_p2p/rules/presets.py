"""Which rules have a name?

Each preset gives only what differs from the defaults of `HouseRules`.
"""

import difflib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.parameters import BadRules
from gin_p2p.rules.words import (
    AceMode,
    AceUpcard,
    BoxTiming,
    BoxTo,
    DiscardDraw,
    DiscardsVisible,
    KnockLimitSource,
    MatchFormat,
    NextDealer,
    Shutout,
    UndercutTie,
    UpcardMode,
    WallRule,
)

PRESETS: Final[Mapping[str, HouseRules]] = MappingProxyType(
    {
        "standard": HouseRules(misdeal_rule=True),
        "solitaired": HouseRules(big_gin_bonus=None, box_to=BoxTo.WINNER),
        "straight": HouseRules(misdeal_rule=True, knock_limit=0),
        "oklahoma": HouseRules(knock_limit_source=KnockLimitSource.UPCARD, target=150),
        "oklahoma_spades": HouseRules(
            knock_limit_source=KnockLimitSource.UPCARD, target=150, spade_double=True, misdeal_rule=True
        ),
        "oklahoma_knock_deck": HouseRules(
            knock_limit_source=KnockLimitSource.KNOCK_DECK,
            target=150,
            ace_upcard=AceUpcard.GIN,
            spade_double=True,
            upcard_mode=UpcardMode.NONE,
            next_dealer=NextDealer.LOSER,
            misdeal_rule=True,
        ),
        "hollywood_knock_deck": HouseRules(
            knock_limit_source=KnockLimitSource.KNOCK_DECK,
            ace_upcard=AceUpcard.GIN,
            spade_double=True,
            upcard_mode=UpcardMode.NONE,
            next_dealer=NextDealer.LOSER,
            misdeal_rule=True,
            format=MatchFormat.HOLLYWOOD,
        ),
        "hollywood": HouseRules(format=MatchFormat.HOLLYWOOD, misdeal_rule=True),
        "tedesco": HouseRules(
            misdeal_rule=True,
            ace_mode=AceMode.WRAP,
            ace_deadwood=15,
            knock_limit_source=KnockLimitSource.UPCARD,
            ace_upcard=AceUpcard.GIN,
            spade_double=True,
            format=MatchFormat.HOLLYWOOD,
            target=200,
        ),
        "tedesco_team2": HouseRules(
            misdeal_rule=True,
            ace_mode=AceMode.WRAP,
            ace_deadwood=15,
            knock_limit_source=KnockLimitSource.UPCARD,
            ace_upcard=AceUpcard.GIN,
            spade_double=True,
            format=MatchFormat.HOLLYWOOD,
            target=200,
            team_size=2,
        ),
        "tedesco_team3": HouseRules(
            misdeal_rule=True,
            ace_mode=AceMode.WRAP,
            ace_deadwood=15,
            knock_limit_source=KnockLimitSource.UPCARD,
            ace_upcard=AceUpcard.GIN,
            spade_double=True,
            format=MatchFormat.HOLLYWOOD,
            target=300,
            team_size=3,
            team_all_win_bonus=25,
        ),
        "tedesco_team4": HouseRules(
            misdeal_rule=True,
            ace_mode=AceMode.WRAP,
            ace_deadwood=15,
            knock_limit_source=KnockLimitSource.UPCARD,
            ace_upcard=AceUpcard.GIN,
            spade_double=True,
            format=MatchFormat.HOLLYWOOD,
            target=400,
            team_size=4,
            team_all_win_bonus=50,
        ),
        "mahjong": HouseRules(
            knock_limit=0,
            discard_draw=DiscardDraw.MULTI,
            discards_visible=DiscardsVisible.ALL,
            misdeal_rule=True,
        ),
        "tournament": HouseRules(
            format=MatchFormat.BEST_OF,
            best_of=5,
            target=250,
            game_bonus=0,
            box_bonus=0,
            shutout=Shutout.NONE,
            big_gin_bonus=None,
            wall_rule=WallRule.LAST_DISCARD,
            may_discard_taken_card=True,
            next_dealer=NextDealer.LOSER,
        ),
        "multi_match_500": HouseRules(
            format=MatchFormat.MULTI_MATCH,
            target=100,
            game_bonus=0,
            box_bonus=0,
            shutout=Shutout.NONE,
            misdeal_rule=True,
        ),
        "classic": HouseRules(
            gin_bonus=20,
            undercut_bonus=10,
            box_bonus=20,
            big_gin_bonus=None,
            shutout=Shutout.FLAT,
            next_dealer=NextDealer.WINNER,
        ),
        "pagat": HouseRules(
            gin_bonus=20,
            undercut_bonus=10,
            box_bonus=20,
            big_gin_bonus=None,
            shutout=Shutout.FLAT,
            next_dealer=NextDealer.LOSER,
        ),
        "rubl": HouseRules(
            undercut_bonus=20, shutout=Shutout.DOUBLE_HAND_AND_GAME, wall_rule=WallRule.LAST_DISCARD
        ),
        "palace": HouseRules(
            undercut_bonus=20,
            big_gin_bonus=None,
            box_bonus=10,
            box_timing=BoxTiming.IMMEDIATE,
            game_bonus=0,
            shutout=Shutout.NONE,
            next_dealer=NextDealer.WINNER,
        ),
        "round_the_corner": HouseRules(
            ace_mode=AceMode.WRAP,
            ace_deadwood=15,
            gin_bonus=20,
            undercut_bonus=20,
            box_bonus=20,
            target=125,
            layoff_on_gin=True,
            discards_visible=DiscardsVisible.ALL,
            big_gin_bonus=None,
            shutout=Shutout.FLAT,
            next_dealer=NextDealer.WINNER,
        ),
        "scarne_hollywood": HouseRules(format=MatchFormat.HOLLYWOOD, target=150, big_gin_bonus=None),
        "partnership": HouseRules(
            gin_bonus=20,
            undercut_bonus=10,
            box_bonus=20,
            target=125,
            team_size=2,
            big_gin_bonus=None,
            shutout=Shutout.FLAT,
            next_dealer=NextDealer.WINNER,
        ),
        "eaai": HouseRules(big_gin_bonus=None, game_bonus=0, box_bonus=0, shutout=Shutout.NONE),
        "openspiel": HouseRules(
            big_gin_bonus=None,
            undercut_tie=UndercutTie.NO_BONUS,
            wall_rule=WallRule.LAST_DISCARD,
            may_discard_taken_card=True,
            game_bonus=0,
            box_bonus=0,
            shutout=Shutout.NONE,
        ),
    }
)


def preset(name: str) -> HouseRules:
    """Answer the rules of this name.

    Raises:
        BadRules: no rules have this name; the text names the nearest.
    """
    found = PRESETS.get(name)
    if found is None:
        near = difflib.get_close_matches(name, PRESETS, n=1)
        raise BadRules(f"there are no rules named {name!r}" + (f"; did you mean {near[0]}?" if near else ""))
    return found
