"""What does a hostile seat say in place of an honest message?"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from gin_p2p.crypto.context import Purpose
from gin_p2p.crypto.group import Q
from gin_p2p.crypto.masking import MaskedCard
from gin_p2p.crypto.proofs import prove_key
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.protocol import messages as say
from gin_p2p.rules.moves import Knock, Layoff
from gin_p2p.seat import Seat
from tests.helpers.hands import card, spread
from tests.helpers.hostile import Doctor, HostileSession, moving, saying
from tests.helpers.stories import SCENARIOS

Kind = TypeVar("Kind", bound=say.Message)


def with_parts(message: say.Message, **parts: object) -> say.Message:
    """Answer a message with some fields changed."""
    return replace(message, **parts)  # type: ignore[arg-type]  # each fault names fields of its kind


def changed(**parts: object) -> Doctor:
    """Answer a doctor who changes fields of the honest message."""
    return saying(lambda _, honest: with_parts(honest, **parts))


def bent(kind: type[Kind], change: Callable[[Kind], say.Message]) -> Doctor:
    """Answer a doctor who makes another message of the honest one."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        assert isinstance(honest, kind)
        return change(honest)

    return saying(make)


def keyed(secret: SecretScalar) -> Doctor:
    """Say this key, which some seat truly knows."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        number = 1 if session.table.deal is None else session.table.playing.n_deals + 1
        context = session.moment.context(number, Purpose.KEY, session.seat)
        proof = prove_key(secret, secret.public, context, session.lawless._prover)
        return with_parts(honest, key=secret.public, proof=proof)

    return saying(make)


def serving(*, more: int = 0, fewer: int = 0, shift: int = 0) -> Doctor:
    """Serve other cards than the rules ask for, truly proven."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        deal = session.table.dealing
        places = [place + shift for place in deal.places_of(session.seat.other)][fewer:]
        cards = [deal.deck[place] for place in (*places, *range(30, 30 + more))]
        upcard = (deal.upcard,) if deal.upcard else ()
        return say.Serve(*session.opens((*cards, *upcard)))

    return saying(make)


def defending(*, extra: int = 0, fewer: int = 0) -> Doctor:
    """Show more or fewer cards in defence, truly proven."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        deal = session.table.dealing
        cards = [*deal.hands[session.seat], *deal.dealt[session.seat]][fewer : 10 + extra]
        shares, proof = session.opens(cards)
        return with_parts(honest, shares=shares, share_proof=proof)

    return saying(make)


def after_it(make: Doctor) -> Doctor:
    """Answer a doctor who says the honest message, and then what `make` says after it."""
    return lambda session, honest: (*session.honestly(honest), *make(session, honest))


def opening_other(place: int) -> Doctor:
    """Throw a card, but open another one, truly proven."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        assert isinstance(honest, say.Throw)
        (share,), proof = session.opens((honest.hand[(honest.place + place) % len(honest.hand)],))
        return replace(honest, share=share, share_proof=proof)

    return saying(make)


def giving(place: int) -> Doctor:
    """Give the share of another stock card than the one drawn."""

    def make(session: HostileSession, honest: say.Message) -> say.Message:
        deal = session.table.dealing
        (share,), proof = session.opens((deal.deck[deal.next_place + place],))
        return say.Give(share, proof)

    return saying(make)


def first_swapped(cards: tuple[MaskedCard, ...]) -> tuple[MaskedCard, ...]:
    return (cards[1], cards[0], *cards[2:])


def negated() -> SecretScalar:
    return SecretScalar(Q - SCENARIOS["knock"].seed_of(Seat.HOST).deal_key(1).secret_int)


def knocking(discard: str, shown: str) -> Doctor:
    return moving(Knock(card(discard), spread(shown)))


def with_melds(*melds: str) -> Doctor:
    """Knock as the scenario does, with other melds."""
    return changed(melds=tuple(tuple(card(m[i : i + 2]) for i in range(0, len(m), 2)) for m in melds))


def with_layoffs(*pairs: tuple[str, int]) -> Doctor:
    return changed(layoffs=tuple(Layoff(card(name), onto) for name, onto in pairs))
