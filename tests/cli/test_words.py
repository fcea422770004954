"""Is every card said, and heard, as a person would say it?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.cards import DECK, Card, format_glyph, parse_card, parse_cards
from gin_p2p.cli.words import (
    card_name,
    counted,
    listed,
    meld_name,
    number_name,
    points,
    the_card,
    the_cards,
    typed_card,
)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("8c", "the 8 of clubs"),
        ("Qd", "the queen of diamonds"),
        ("Ah", "the ace of hearts"),
        ("Ts", "the 10 of spades"),
    ],
)
def test_a_card_is_said_in_words(card: str, words: str) -> None:
    assert the_card(parse_card(card)) == words


def test_cards_are_said_as_a_list() -> None:
    assert the_cards(parse_cards("8cQh")) == "the 8 of clubs and the queen of hearts"
    assert the_cards([]) == "nothing"


@pytest.mark.parametrize(
    ("meld", "words"),
    [
        ("6d7d8d", "6 7 8 of diamonds"),
        ("QsKsAs2s", "queen king ace 2 of spades"),
        ("JsJhJd", "three jacks: spades, hearts, diamonds"),
        ("6c6d6h6s", "four 6s: clubs, diamonds, hearts, spades"),
    ],
)
def test_a_meld_is_said_by_what_it_has_in_common(meld: str, words: str) -> None:
    assert meld_name(parse_cards(meld)) == words


def test_lists_read_as_in_a_sentence() -> None:
    assert [listed(list(words)) for words in ("", "a", "ab", "abc")] == [
        "nothing",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert listed(["d", "t"], "or") == "d or t"


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (1, "card", "1 card"),
        (0, "card", "0 cards"),
        (2, "box", "2 boxes"),
        (-1, "point", "-1 point"),
        (3, "match", "3 matches"),
    ],
)
def test_nouns_agree_with_their_number(number: int, noun: str, words: str) -> None:
    assert counted(number, noun) == words


def test_points_and_small_numbers_have_words() -> None:
    assert (points(1), points(38)) == ("1 point", "38 points")
    assert [number_name(n) for n in (0, 1, 10, 11)] == ["0", "one", "ten", "11"]


@given(st.sampled_from(DECK))
def test_every_card_is_heard_in_every_form(card: Card) -> None:
    rank, _, suit = card_name(card).partition(" of ")
    forms = [
        str(card),
        format_glyph(card),
        card_name(card),
        the_card(card),
        f"{rank} {suit}",
        f"{rank} of {suit[:-1]}",
    ]
    forms += [f"{str(card)[0]} {str(card)[1]}", f"{str(card)[0]} of {suit}", format_glyph(card) + "\ufe0f"]
    for form in forms:
        assert typed_card(form) == typed_card(form.upper()) == typed_card(f"  {form.title()} ") == card


@pytest.mark.parametrize(
    ("text", "card"),
    [("ten spades", "Ts"), ("10H", "Th"), ("THREE of hearts", "3h"), ("9♢", "9d"), ("queen hearts", "Qh")],
)
def test_other_forms_are_heard_too(text: str, card: str) -> None:
    assert typed_card(text) == parse_card(card)


@pytest.mark.parametrize(
    "text",
    ["", "c", "1c", "cc", "11h", "8 of", "8 of stars", "of clubs", "the", "8 x clubs", "8c 9c", "8cc", "0s"],
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        typed_card(text)


@pytest.mark.parametrize(("text", "rank"), [("7", "7"), ("K", "king"), ("the queen", "queen"), ("ten", "10")])
def test_a_rank_alone_is_asked_for_its_suit(text: str, rank: str) -> None:
    with pytest.raises(ValueError, match=f"The {rank} of which suit"):
        typed_card(text)
