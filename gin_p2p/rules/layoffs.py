"""What may be laid off, and what is the best defence?"""

from collections.abc import Collection, Iterator, Sequence

from gin_p2p.cards import Card, format_glyph
from gin_p2p.rules.fast import cards_of, evaluator, mask_of
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.melds import best_spread, every_meld, is_meld
from gin_p2p.rules.moves import Illegal, IllegalMove, Layoff, Meld, Spread


def apply_layoffs(melds: Sequence[Meld], layoffs: Sequence[Layoff], rules: HouseRules) -> tuple[Meld, ...]:
    """Answer the knocker's melds as they are after these layoffs, made one after another.

    Args:
        melds: as the knocker has shown them.
        layoffs: in playing order; one may continue what an earlier one has made longer.
        rules: for the aces.

    Raises:
        IllegalMove: there is no such meld; a card is laid off twice; the card does not fit the meld.
    """
    grown = list(melds)
    for number, layoff in enumerate(layoffs):
        if not 0 <= layoff.onto < len(grown):
            raise IllegalMove(Illegal.NO_SUCH_MELD, f"The knocker has shown {len(grown)} melds.")
        if any(layoff.card == earlier.card for earlier in layoffs[:number]):
            raise IllegalMove(Illegal.CARD_TWICE, f"{format_glyph(layoff.card)} has been laid off already.")
        meld = grown[layoff.onto]
        if not is_meld((*meld, layoff.card), rules.ace_mode):
            shown = " ".join(map(format_glyph, meld))
            raise IllegalMove(Illegal.LAYOFF_MISFIT, f"{format_glyph(layoff.card)} does not fit {shown}.")
        grown[layoff.onto] = tuple(sorted((*meld, layoff.card)))
    return tuple(grown)


def best_defence(
    hand: Collection[Card], knocker_melds: Sequence[Meld], rules: HouseRules, may_lay_off: bool
) -> tuple[Spread, tuple[Layoff, ...]]:
    """Answer the own melds and the layoffs that together leave the least deadwood.

    The two are chosen together: breaking an own meld to lay its cards off can be best. Every choice of cards to
    lay off is tried, and what is left of the hand is melded exactly. Among equals, the fewest layoffs.

    Args:
        hand: the defender's cards.
        knocker_melds: as the knocker has shown them.
        rules: for the aces.
        may_lay_off: not against gin, unless the rules say so.

    Returns:
        The spread as in `Defend`, the cards laid off among its deadwood, and the layoffs in playing order.
    """
    least, held = evaluator(rules).least, mask_of(hand)
    best: tuple[Layoff, ...] = ()
    best_key = (least(held), 0)
    for layoffs in _layoff_choices(held, knocker_melds, rules) if may_lay_off else ():
        key = (least(held - mask_of(layoff.card for layoff in layoffs)), len(layoffs))
        if key < best_key:
            best, best_key = layoffs, key
    laid_off = {layoff.card for layoff in best}
    own = best_spread([card for card in hand if card not in laid_off], rules)
    return Spread(own.melds, tuple(sorted((*own.deadwood, *laid_off)))), best


def _layoff_choices(
    hand: int, melds: Sequence[Meld], rules: HouseRules, first: int = 0
) -> Iterator[tuple[Layoff, ...]]:
    """Yield every choice of layoffs of these cards on the melds from number `first` on, the empty one too."""
    if first == len(melds):
        yield ()
        return
    for cards, left in _growths(melds[first], hand, rules):
        here = tuple(Layoff(card, first) for card in cards)
        for later in _layoff_choices(left, melds, rules, first + 1):
            yield here + later


def _growths(meld: Meld, hand: int, rules: HouseRules) -> list[tuple[tuple[Card, ...], int]]:
    """Answer every different choice of cards of a hand that the meld can take, and what it leaves of the hand.

    The cards of a choice stand in an order in which the meld takes them.
    """
    melds, shown = every_meld(rules.ace_mode), mask_of(meld)
    bits = [(card, mask_of((card,))) for card in cards_of(hand)]
    found: dict[int, tuple[Card, ...]] = {0: ()}
    open_choices = [0]
    for added in open_choices:
        for card, bit in bits:
            more = added | bit
            if more not in found and shown | more in melds:
                found[more] = (*found[added], card)
                open_choices.append(more)
    return [(cards, hand ^ added) for added, cards in found.items()]
