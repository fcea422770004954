"""Is a card always the card that was meant, in numbers, letters and glyphs?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.cards import (
    DECK,
    GLYPHS,
    RANKS,
    SUITS,
    Card,
    Rank,
    Suit,
    card_of,
    format_cards,
    format_glyph,
    parse_card,
    parse_cards,
    points,
)
from gin_p2p.seat import Seat

any_card = st.sampled_from(DECK)


def test_the_pack_has_each_rank_of_each_suit_once() -> None:
    assert len(DECK) == 52
    assert {(card.rank, card.suit) for card in DECK} == {(rank, suit) for rank in Rank for suit in Suit}
    assert [card_of(card.rank, card.suit) for card in DECK] == list(DECK)


def test_the_numbers_of_the_wire_are_pinned() -> None:
    named = {0: "Ac", 9: "Tc", 12: "Kc", 13: "Ad", 26: "Ah", 39: "As", 51: "Ks"}
    assert {number: str(Card(number)) for number in named} == named


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_no_card_has_a_number_outside_the_pack(number: int) -> None:
    with pytest.raises(ValueError, match="no card has the number"):
        Card(number)


def test_a_card_is_shown_as_rank_and_suit() -> None:
    assert str(Card(51)) == repr(Card(51)) == "Ks"


@given(any_card)
def test_letters_and_glyphs_read_back_in_any_case(card: Card) -> None:
    for text in (str(card), str(card).upper(), str(card).lower(), format_glyph(card)):
        assert parse_card(text) == card


def test_ten_is_written_in_two_ways_and_answered_in_one() -> None:
    assert [str(parse_card(text)) for text in ("10h", "10H", "Th", "tH", "10♥")] == ["Th"] * 5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "c",
        "1c",
        "0h",
        "11h",
        "110h",
        "Ax",
        "A c",
        "cA",
        "5cc",
        "55c",
        "♣5",
        "5♧",
        "A\u017f",
        "A♣\ufe0f",
        "ten h",
    ],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_a_value_error(text: str) -> None:
    try:
        card = parse_card(text)
    except ValueError:
        return
    assert card in DECK


@given(st.lists(any_card), st.sampled_from(["", " ", ",", ", "]))
def test_a_list_of_cards_reads_back(cards: list[Card], separator: str) -> None:
    assert parse_cards(format_cards(cards, separator)) == tuple(cards)


def test_a_list_may_mix_spaces_commas_tens_and_glyphs() -> None:
    assert format_cards(parse_cards("3c3d, 10h  T♠"), " ") == "3c 3d Th Ts"


@pytest.mark.parametrize("text", ["3c3", "3c d", "3x", "3c-3d", "c3"])
def test_a_list_with_something_else_in_it_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a"):
        parse_cards(text)


def test_points_are_pips_with_ten_for_pictures() -> None:
    assert [points(card) for card in DECK[:13]] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert sum(points(card) for card in DECK) == 340


def test_an_ace_may_count_fifteen_and_changes_nothing_else() -> None:
    assert [points(card, ace_points=15) for card in DECK[:3]] == [15, 2, 3]


def test_one_letter_and_one_glyph_for_each() -> None:
    assert (len(set(RANKS)), len(set(SUITS)), len(set(GLYPHS))) == (13, 4, 4)


@pytest.mark.parametrize("seat", Seat)
def test_the_other_seat_is_across_the_table(seat: Seat) -> None:
    assert seat.other != seat
    assert seat.other.other == seat
