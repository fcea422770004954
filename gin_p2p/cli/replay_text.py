"""How is a replay told in lines?

Pure: steps go in, lines come out, the same ones on every machine. Each turn begins with its number, as `--at` takes
it; then stands what it left the seat with, where all its cards are seen, and what could have been done otherwise.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from gin_p2p.cli.audit_lines import names_of, verdict_lines
from gin_p2p.cli.narrate import hand_begins, hand_ends, spoken
from gin_p2p.cli.teller import Teller, short_cards, short_meld
from gin_p2p.cli.text import wrap
from gin_p2p.cli.words import counted, listed, the_card
from gin_p2p.crypto.identity import key_print
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.opening import dealt_faces
from gin_p2p.protocol.table import Offer
from gin_p2p.record.examine import Report
from gin_p2p.record.marks import Mark, MarkKind, marks_of
from gin_p2p.record.replay import Step
from gin_p2p.rules.melds import best_spread
from gin_p2p.seat import Seat

_BELOW: Final = " " * 8


class Story:
    """Tells the steps of a match one after another.

    Args:
        me: who reads it and is called `you`; None for an onlooker.
        hand: the only hand to tell; None for all of them.
    """

    def __init__(self, me: Seat | None = None, hand: int | None = None) -> None:
        self._me = me
        self._hand = hand
        self._before: Step | None = None
        self._numbered = (0, 0)

    def tell(self, step: Step) -> tuple[str, ...]:
        """Answer the lines of the next step; most steps of a deal have none."""
        before, self._before = self._before, step
        if step.hand and self._hand not in {None, step.hand}:
            return ()
        teller = teller_of(step, self._me)
        if isinstance(step.heard.message, say.Open):
            return ()  # nothing is offered to anybody whose name is known; it is told with the answer
        lines = [*self._turn(before, step, teller)]
        if isinstance(step.heard.message, say.Accept) and before is not None:
            lines = [*headline(step.table.agreed), *spoken(before.heard, teller, None), *lines]
        begun = [*hand_begins(step.heard, teller)]
        lines += ["", *begun, *hands_lines(step, teller)] if begun else []
        lines += hand_ends(step.heard, teller)
        return tuple(wrap(line, indent=_BELOW if line.startswith(" ") else "") for line in lines)

    def _turn(self, before: Step | None, step: Step, teller: Teller) -> Iterator[str]:
        """Yield what a frame says; where it belongs to a turn, beside the number of that."""
        sentences = [line for line in spoken(step.heard, teller, step.drawn) if line]
        if not isinstance(step.heard.message, say.MoveMessage | say.Give):
            yield from sentences
            return
        if sentences:
            sentences += asides(before, step, teller)
        for sentence in sentences:
            here = (step.hand, step.turn)
            number = "" if here == self._numbered else f"{step.hand}.{step.turn}"
            self._numbered = here
            yield f"  {number:<5} {sentence}"


def teller_of(step: Step, me: Seat | None) -> Teller:
    """Answer to whom a step is told: draws from the stock are told of the seats whose cards a key opens."""
    teller = Teller.of(step.table.agreed.names, me)
    return Teller(teller.names, me, step.opened)


def headline(offer: Offer) -> tuple[str, ...]:
    """Answer who plays, and since when."""
    names = names_of(offer)
    when = datetime.fromtimestamp(offer.started_ms / 1000, UTC).strftime("%Y-%m-%d %H:%MZ")
    return (
        f"{names[0]} v {names[1]}, {when}",
        *(f"  {name}: {key_print(key)}" for name, key in zip(names, offer.keys, strict=True)),
    )


def closing_lines(report: Report) -> tuple[str, ...]:
    """Answer what the audit says at the end of a replay."""
    return ("", *verdict_lines(report))


def hands_lines(step: Step, teller: Teller) -> Iterator[str]:
    """Yield the hands that are seen."""
    for seat in teller.order:
        if step.hands[seat]:
            yield f"        {teller.owner(seat)} hand: {cards_text(step, seat)}."


def cards_text(step: Step, seat: Seat) -> str:
    """Write the cards that are seen of a hand: in melds with its deadwood where it is seen whole."""
    cards, round_ = step.hands[seat], step.table.hand
    if not step.is_whole(seat):
        return f"{short_cards(cards)} and {counted(round_.n_held[seat] - len(cards), 'card')} not seen"
    spread = best_spread(cards, round_.rules)
    parts = [short_meld(meld) for meld in spread.melds]
    if spread.deadwood:
        parts.append(short_cards(spread.deadwood))
    return f"{', '.join(parts)}; deadwood {step.deadwood(seat)}"


def asides(before: Step | None, step: Step, teller: Teller) -> Iterator[str]:
    """Yield what stands beside a turn: what it left, the cards that it shows, its marks."""
    heard, seat = step.heard, step.heard.seat
    if isinstance(heard.message, say.Throw) and (left := step.deadwood(seat)) is not None:
        yield f"{teller.owner(seat)} deadwood is {left}."
    if dealt := dealt_faces(heard):
        yield f"Dealt: {short_cards(sorted(dealt))}."
    for mark in marks_of(before, step) if before else ():
        yield mark_words(mark, teller)


def mark_words(mark: Mark, teller: Teller) -> str:
    """Say a mark, and from what it was computed."""
    match mark.kind:
        case MarkKind.MISSED_KNOCK:
            return f"?  {teller.subject(mark.seat)} could have knocked with {mark.points} (own cards)."
        case MarkKind.LIVE_CARD:
            whom, cards = teller.name(mark.seat.other), listed([the_card(card) for card in mark.cards])
            return f"?! That card was live: {whom} held {cards} (as everybody saw)."
