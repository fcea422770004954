"""Who plays what, and who deals first?"""

from dataclasses import replace
from typing import Final

from gin_p2p.crypto import chance
from gin_p2p.crypto.identity import check_public
from gin_p2p.protocol.evidence import holding
from gin_p2p.protocol.judgement import Broken, Rule
from gin_p2p.protocol.messages import Accept, Open, Reveal, TeamTag
from gin_p2p.protocol.table import Offer, Stage, Table
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.match import Match
from gin_p2p.rules.parameters import BadRules
from gin_p2p.rules.words import FirstDealer
from gin_p2p.seat import Seat

VERSION: Final = 1
DEALER_PURPOSE: Final = "dealer"
NO_DEAL: Final = 0
"""The draw of the first dealer belongs to no deal; deals count from 1."""


def judge_open(table: Table, message: Open) -> Table:
    """Answer the table after the host's offer.

    Raises:
        Broken: version, an identity key, the rules, the terms or the team tag is not admitted.
    """
    if message.version != VERSION:
        raise Broken(Rule.VERSION)
    keys = (message.host_key, message.guest_key)
    with holding(Rule.IDENTITY):
        check_public(message.host_key)
        check_public(message.guest_key)
    if message.host_key == message.guest_key:
        raise Broken(Rule.IDENTITY)
    try:
        rules = HouseRules.from_values(message.rules)
    except BadRules:
        raise Broken(Rule.HOUSE_RULES) from None
    try:
        terms = TableTerms.from_values(message.terms)
    except BadRules:
        raise Broken(Rule.TERMS) from None
    _check_team(message.team, rules)
    offer = Offer(
        keys, (message.name, ""), rules, terms, message.team, message.started_ms, message.commitment
    )
    return replace(table, stage=Stage.ACCEPT, offer=offer)


def _check_team(team: TeamTag, rules: HouseRules) -> None:
    if team == TeamTag():
        return
    if not team.name or not 1 <= team.table <= rules.team_size:
        raise Broken(Rule.TEAM)


def judge_accept(table: Table, message: Accept) -> Table:
    """Answer the table after the guest has taken the seat."""
    offer = replace(table.agreed, names=(table.agreed.names[0], message.name))
    return replace(table, stage=Stage.REVEAL, offer=offer, guest_nonce=message.nonce)


def judge_reveal(table: Table, message: Reveal) -> Table:
    """Answer the table after the host has opened its commitment.

    Raises:
        Broken: the nonce is not the one committed to.
    """
    offer = table.agreed
    with holding(Rule.COMMITMENT):
        chance.verify_opening(
            offer.commitment, DEALER_PURPOSE, *offer.keys, NO_DEAL, Seat.HOST, message.nonce
        )
    dealer = _first_dealer(offer.rules, message.nonce, table.guest_nonce)
    return replace(table, stage=Stage.DEALER_KEY, match=Match.start(offer.rules, dealer))


def _first_dealer(rules: HouseRules, host_nonce: bytes, guest_nonce: bytes) -> Seat:
    match rules.first_dealer:
        case FirstDealer.HOST:
            return Seat.HOST
        case FirstDealer.GUEST:
            return Seat.GUEST
        case FirstDealer.RANDOM:
            return Seat(chance.draw(DEALER_PURPOSE, NO_DEAL, host_nonce, guest_nonce, len(Seat)))
