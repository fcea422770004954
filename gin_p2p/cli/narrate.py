"""What has happened, in sentences?

Each judged frame becomes the sentences that a person at the table would hear; most frames of a deal become none. A
turn of somebody whose cards are hidden is told when it is over, in one sentence.
"""

from collections.abc import Iterator, Sequence

from gin_p2p.cards import Card
from gin_p2p.cli.rules_line import one_line
from gin_p2p.cli.score_sheet import hand_result, standings
from gin_p2p.cli.teller import Teller, short_card, short_cards, short_meld
from gin_p2p.cli.words import counted, listed, the_card
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Table
from gin_p2p.rules.melds import deadwood_points
from gin_p2p.rules.moves import BigGin, Knock, Layoff, Meld, Spread
from gin_p2p.rules.round import Phase, Round
from gin_p2p.rules.showdown import melds_of
from gin_p2p.rules.words import DeadHandDealer, FirstDealer, KnockLimitSource, UpcardMode, WallRule
from gin_p2p.seat import Seat


def narrate(event: Heard, teller: Teller, drawn: Card | None = None) -> tuple[str, ...]:
    """Answer what to say about a frame; nothing, where a listener has nothing to hear.

    Args:
        event: the frame, judged.
        teller: to whom it is told, and whose draws from the stock that listener sees.
        drawn: the face of the card that a `Give` has opened to its drawer, where the listener sees it.
    """
    lines = [*spoken(event, teller, drawn), *hand_begins(event, teller), *hand_ends(event, teller)]
    return tuple(line for line in lines if line)


def meld_letter(index: int) -> str:
    """Name a meld of the knocker: `"A"` for 0."""
    return chr(ord("A") + index)


def laid_out(melds: Sequence[Meld], *, letters: bool = False) -> str:
    """Write melds one after another: `"5h 5d 5c; 7c 8c 9c"`, with letters `"A 5h 5d 5c; B 7c 8c 9c"`."""
    return "; ".join(
        f"{meld_letter(number)} {short_meld(meld)}" if letters else short_meld(meld)
        for number, meld in enumerate(melds)
    )


def deadwood_words(cards: Sequence[Card], total: int) -> str:
    """Write deadwood with its sum: `"deadwood 3s 8s = 11"`, `"no deadwood"`."""
    return f"deadwood {short_cards(cards)} = {total}" if cards else "no deadwood"


def upcard_words(round_: Round) -> str:
    """Say how a hand opens: its upcard and its knock limit."""
    words = []
    if round_.rules.upcard_mode is UpcardMode.OFFER and round_.pile:
        words.append(f"Up-card {short_card(round_.pile[0])}.")
    if round_.rules.knock_limit_source is not KnockLimitSource.FIXED and round_.limit_card is not None:
        limit = f"knock with {round_.knock_limit} or less" if round_.knock_limit else "gin only"
        double = ", and the hand counts double" if round_.doubled else ""
        words.append(f"The limit card is {the_card(round_.limit_card)}: {limit}{double}.")
    return " ".join(words)


def spoken(event: Heard, teller: Teller, drawn: Card | None) -> Iterator[str]:
    """Yield what a frame says, as in `narrate`; an empty sentence may be among them."""
    seat, before, after = event.seat, event.before, event.after
    match event.message:
        case say.Open():
            if offer := after.offer:
                yield f"{teller.does(seat, 'offers')} a match: {one_line(offer.rules, offer.terms)}."
        case say.Accept():
            yield f"{teller.does(seat, 'takes')} the seat."
        case say.Reveal():
            yield _first_dealer(after, teller)
        case say.Give():
            if seat.other in teller.sees and drawn is not None:
                yield f"{teller.subject(seat.other)} drew {the_card(drawn)}."
        case say.Pass():
            yield f"{teller.subject(seat)} passed."
        case say.Take() | say.TakeMany():
            if seat in teller.sees and after.round:
                yield f"{_took(after.round, seat, teller)}."
        case say.Throw():
            yield _threw(before, after, seat, teller)
        case say.Knock() | say.BigGin():
            yield from _went_out(before, after, seat, teller)
        case say.Defend():
            yield from _defended(event.message, before, after, seat, teller)
        case say.Misdeal():
            yield (
                f"{teller.subject(seat)} was dealt a hand that could already go out."
                if (seat is not teller.seat)
                else "You were dealt a hand that could already go out."
            )
        case say.Close():
            if after.speaker is None:
                yield "Both seats have signed the end."
        case _:
            return


def _first_dealer(table: Table, teller: Teller) -> str:
    rules, dealer = table.agreed.rules, table.playing.dealer
    if rules.first_dealer is not FirstDealer.RANDOM:
        return ""
    return f"Lots were drawn: {teller.name(dealer)} {'deal' if dealer is teller.seat else 'deals'} first."


def _took(round_: Round, seat: Seat, teller: Teller) -> str:
    taken = round_.taken
    if len(taken) <= 1:
        return f"{teller.subject(seat)} took {the_card(taken[0])}" if taken else ""
    shown = f", showing {short_meld(round_.shown)}" if round_.shown else ""
    return (
        f"{teller.subject(seat)} took {counted(len(taken), 'card')} of the pile, {short_cards(taken)}{shown}"
    )


def _turn_before(round_: Round, seat: Seat, teller: Teller) -> str:
    """Answer the first half of the sentence about a turn: the draw, where it was not told before."""
    if seat in teller.sees or round_.n_thrown or round_.n_turns[seat] == 0:
        return teller.subject(seat)
    if round_.taken:
        return f"{_took(round_, seat, teller)} and"
    return f"{teller.subject(seat)} drew from the stock and"


def _threw(before: Table, after: Table, seat: Seat, teller: Teller) -> str:
    card = after.hand.pile[-1]
    wall = ""
    if after.hand.phase is Phase.WALL and before.hand.phase is not Phase.WALL:
        reserve = counted(after.hand.rules.stock_reserve, "card")
        only = " The last discard may be taken to go out." if _last_discard(after.hand) else ""
        wall = f" The stock is down to its last {reserve}.{only}"
    return f"{_turn_before(before.hand, seat, teller)} threw {the_card(card)}.{wall}"


def _last_discard(round_: Round) -> bool:
    return round_.rules.wall_rule is WallRule.LAST_DISCARD


def _went_out(before: Table, after: Table, seat: Seat, teller: Teller) -> Iterator[str]:
    start, knock = _turn_before(before.hand, seat, teller), after.hand.knock
    match knock:
        case Knock(discard, Spread(melds, deadwood)):
            total = deadwood_points(deadwood, after.hand.rules)
            what = f"knocked with {total}" if deadwood else "went gin"
            yield f"{start} {what}, throwing {the_card(discard)}."
            yield f"{teller.whose(seat).capitalize() if seat is teller.seat else teller.whose(seat)} melds: {laid_out(melds, letters=True)}; {deadwood_words(deadwood, total)}."
        case BigGin(melds):
            yield f"{start} went big gin, throwing nothing."
            yield f"Melds: {laid_out(melds, letters=True)}."
        case None:
            return


def _defended(message: say.Defend, before: Table, after: Table, seat: Seat, teller: Teller) -> Iterator[str]:
    knock, result = before.hand.knock, after.hand.result
    if knock is None or result is None:
        return
    shown = {card for meld in message.melds for card in meld} | {layoff.card for layoff in message.layoffs}
    left = tuple(sorted(after.hand.known[seat] - shown))
    melds = f"melds {laid_out(message.melds)}" if message.melds else "no melds"
    whose = "You show" if seat is teller.seat else f"{teller.name(seat)} shows"
    yield f"{whose} {melds}; {deadwood_words(left, result.deadwood[seat])}."
    if message.layoffs:
        yield f"{teller.subject(seat)} laid off {_layoffs(message.layoffs, melds_of(knock))}."


def _layoffs(layoffs: Sequence[Layoff], melds: Sequence[Meld]) -> str:
    return listed(
        [
            f"{the_card(laid.card)} on {meld_letter(laid.onto)} ({short_meld(melds[laid.onto])})"
            for laid in layoffs
        ]
    )


def hand_begins(event: Heard, teller: Teller) -> Iterator[str]:
    """Yield what is told when a hand has been dealt; nothing after any other frame."""
    before, after = event.before, event.after
    round_ = after.round
    if round_ is None or round_ is before.round or not isinstance(event.message, say.Serve):
        return
    dealer = round_.dealer
    yield f"Dealing: {teller.name(dealer)} shuffled, {teller.name(dealer.other)} shuffled, both proofs checked."
    number = after.playing.n_deals + 1
    first = teller.does(dealer.other, "goes")
    deals = f"Hand {number}. {teller.does(dealer, 'deals')}, {first[:1].lower() + first[1:] if dealer.other is teller.seat else first} first."
    yield f"{deals} {upcard_words(round_)}".rstrip()


def hand_ends(event: Heard, teller: Teller) -> Iterator[str]:
    """Yield what is told when a hand is over; nothing after any other frame."""
    before, after = event.before.match, event.after.match
    if after is None or before is None or after.n_deals == before.n_deals:
        return
    yield from hand_result(after, teller)
    yield from standings(after, teller)
    if not after.finished:
        same = after.dealer is before.dealer and after.hands[-1].result.winner is None
        again = " again" if same and after.rules.dead_hand_dealer is DeadHandDealer.SAME else ""
        yield f"{teller.does(after.dealer, 'deals')} the next hand{again}."
