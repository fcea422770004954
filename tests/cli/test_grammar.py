"""Does every line mean what a player means by it, and nothing by accident?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.cards import Card, parse_card, parse_cards
from gin_p2p.cli import commands as c
from gin_p2p.cli.grammar import MAX_LINE, VERBS, NotUnderstood, explain, parse, verb_of

HAND = parse_cards("5h5d5s7c9cAd2h3s8s4c")


def card(text: str) -> Card:
    return parse_card(text)


def refusal(line: str) -> str:
    with pytest.raises(NotUnderstood) as refused:
        parse(line, HAND)
    return str(refused.value)


LINES: list[tuple[str, c.Command]] = [
    ("", c.WhereAmI()),
    ("  \n", c.WhereAmI()),
    ("d", c.Draw()),
    ("DRAW\n", c.Draw()),
    ("stock", c.Draw()),
    ("t", c.Take()),
    ("take", c.Take()),
    ("up", c.Take()),
    ("t 3", c.Take(count=3)),
    ("t 3 with 5c6c7c", c.Take(count=3, meld=parse_cards("5c6c7c"))),
    ("take 3 WITH 5♣ 6♣, 10c", c.Take(count=3, meld=parse_cards("5c6cTc"))),
    ("t 8c", c.Take(card=card("8c"))),
    ("take the 8 of clubs", c.Take(card=card("8c"))),
    ("t 5c with 5c6c7c", c.Take(card=card("5c"), meld=parse_cards("5c6c7c"))),
    ("p", c.Pass()),
    ("pass", c.Pass()),
    ("x 8s", c.Throw(card("8s"))),
    ("throw 8 of spades", c.Throw(card("8s"))),
    ("discard #9", c.Throw(card("8s"))),
    ("8s", c.Throw(card("8s"))),
    ("queen hearts", c.Throw(card("Qh"))),
    ("the queen of hearts", c.Throw(card("Qh"))),
    ("k of hearts", c.Throw(card("Kh"))),
    ("king hearts", c.Throw(card("Kh"))),
    ("10h", c.Throw(card("Th"))),
    ("th", c.Throw(card("Th"))),
    ("9♠", c.Throw(card("9s"))),
    ("#7", c.Throw(card("2h"))),
    ("k 4h", c.Knock(card("4h"))),
    ("knock #1", c.Knock(card("5h"))),
    ("k k of hearts", c.Knock(card("Kh"))),
    ("g", c.Gin()),
    ("gin Kd", c.Gin(card("Kd"))),
    ("big", c.BigGin()),
    ("big gin", c.BigGin()),
    ("lay 9d on A", c.LayOff(card("9d"), 0)),
    ("lay 9 of diamonds on c", c.LayOff(card("9d"), 2)),
    ("lay 9d b", c.LayOff(card("9d"), 1)),
    ("lay 9d d", c.LayOff(card("9d"), 3)),
    ("lay 9 d", c.LayOff(card("9d"))),
    ("lay 9d", c.LayOff(card("9d"))),
    ("lay #7 on b", c.LayOff(card("2h"), 1)),
    ("lay best", c.LayBest()),
    ("lay NONE", c.LayNone()),
    ("unlay 9d", c.Unlay(card("9d"))),
    ("done", c.Done()),
    ("m", c.ShowMelds()),
    ("melds 2", c.ShowMelds(2)),
    ("h", c.ShowHand()),
    ("hand suit", c.ShowHand(c.Order.SUIT)),
    ("h r", c.ShowHand(c.Order.RANK)),
    ("h mi", c.ShowHand(c.Order.MINE)),
    ("mv 9c 3", c.MoveCard(card("9c"), 3)),
    ("mv 9 of clubs 3", c.MoveCard(card("9c"), 3)),
    ("mv #5 1", c.MoveCard(card("9c"), 1)),
    ("s", c.ShowScore()),
    ("hands", c.ShowHands()),
    ("log", c.ShowLog()),
    ("log 12", c.ShowLog(12)),
    ("deal", c.ShowDeal()),
    ("fair", c.ShowDeal()),
    ("rules", c.ShowRules()),
    ("seen", c.ShowSeen()),
    ("note", c.Note()),
    ("note He  wants HEARTS", c.Note("He  wants HEARTS")),
    ("say Nice one", c.Say("Nice one")),
    ("'Nice one", c.Say("Nice one")),
    ("' k", c.Say("k")),
    ("nudge", c.Nudge()),
    ("pause", c.Pause()),
    ("resume", c.Resume()),
    ("resign", c.Resign()),
    ("leave", c.Leave()),
    ("wait", c.Wait()),
    ("save", c.Save()),
    ("end", c.EndIt()),
    ("q", c.Leave()),
    ("again", c.Again(wanted=True)),
    ("again no", c.Again(wanted=False)),
    ("no again", c.Again(wanted=False)),
    ("y", c.Answer(yes=True)),
    ("NO", c.Answer(yes=False)),
    ("?", c.Help()),
    ("help", c.Help()),
    ("?knock", c.Help("k")),
    ("help fairness", c.Help("deal")),
]


@pytest.mark.parametrize(("line", "command"), LINES, ids=[line for line, _ in LINES])
def test_a_line_means(line: str, command: c.Command) -> None:
    assert parse(line, HAND) == command


def test_every_verb_stands_in_the_examples() -> None:
    said = {type(command) for _, command in LINES}
    assert said == set(c.Command.__args__)


@pytest.mark.parametrize("line", ["k", "K", "knock", "KNOCK", "kn"])
def test_a_bare_k_names_no_card_and_so_throws_none(line: str) -> None:
    assert parse(line, parse_cards("KhKs")) == c.Knock(None)


@pytest.mark.parametrize("line", ["Kh", "kh", "KH", "K♥"])
def test_k_with_a_suit_is_the_king(line: str) -> None:
    assert parse(line) == c.Throw(card("Kh"))


@pytest.mark.parametrize("line", ["k h", "k hearts", "K H", "t h", "t spades"])
def test_k_or_t_with_a_loose_suit_is_neither_knock_nor_card(line: str) -> None:
    assert "is not a card" in refusal(line)


@pytest.mark.parametrize("name", [name for verb in VERBS for name in verb.names])
def test_a_word_may_be_shortened_while_only_one_begins_with_it(name: str) -> None:
    verb = verb_of(name)
    for n_letters in range(1, len(name)):
        short = name[:n_letters]
        rivals = {other for v in VERBS for other in v.names if other.startswith(short) and v is not verb}
        if not rivals:
            assert verb_of(short) is verb
            assert verb_of(short.upper()) is verb


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("res", '"res" could be resign or resume'),
        ("l", "lay, leave or log"),
        ("ha", "hand or hands"),
        ("foo", 'I don\'t know "foo". Type ?'),
        ("knok 4h", "Did you mean knock?"),
        ("99", "I don't know"),
        ("7", "The 7 of which suit?"),
        ("queen", "The queen of which suit?"),
        ("j", "The jack of which suit?"),
        ("d 8c", '"8c" is too much'),
        ("big deal", "too much"),
        ("no way", "too much"),
        ("again maybe", "too much"),
        ("#11", "You hold 10 cards: none of them is #11"),
        ("#0", "none of them is #0"),
        ("#", "is not a card"),
        ("x", "Which card?"),
        ("x 8", "The 8 of which suit?"),
        ("x 1c", '"1c" is not a card'),
        ("x 8c 9c", "is not a card"),
        ("k 4", "The 4 of which suit?"),
        ("t 0", "not a number from 1 to 99"),
        ("t 100", "not a number"),
        ("t \u0663", "not a number"),
        ("t 3 with", "With which meld?"),
        ("t 3 with 5c6", "is not a list of cards"),
        ("t 3 5c6c7c", "is not a card"),
        ("lay", "Lay off which card?"),
        ("lay 9d on", "is not a card"),
        ("lay 9d on 2", "is not a card"),
        ("lay k a", "The king of which suit?"),
        ("unlay", "Which card?"),
        ("m x", "not a number"),
        ("h up", "no order of the hand"),
        ("h m", "melds, suit, rank or mine"),
        ("mv", "Move which card where?"),
        ("mv 9c", "Move which card where?"),
        ("mv 9c x", "not a number"),
        ("log -1", "not a number"),
        ("say", "Say what?"),
        ("'", "Say what?"),
        ("? foo", "I don't know"),
        ("x" * (MAX_LINE + 1), "too long"),
        ("say \udcff", "no text"),
    ],
)
def test_a_refusal_says_what_could_be_typed(line: str, says: str) -> None:
    assert says in refusal(line)


def test_a_refusal_repeats_nothing_that_could_drive_the_terminal() -> None:
    assert refusal("\x1b[2J\u202e") == 'I don\'t know "\\x1b[2J\\u202e". Type ? for all you can type.'


def test_a_place_in_an_unknown_hand_is_no_card() -> None:
    with pytest.raises(NotUnderstood, match="You hold 0 cards"):
        parse("#1")


def test_no_two_verbs_share_a_name() -> None:
    names = [name for verb in VERBS for name in verb.names]
    assert len(names) == len(set(names))


def test_help_explains_each_verb_in_one_line() -> None:
    lines = explain()
    assert len(lines) == len(VERBS)
    assert all(len(line) < 80 and "\n" not in line for line in lines)
    assert explain("knock") == ("k CARD                     knock, throwing this card",)
    with pytest.raises(NotUnderstood):
        explain("foo")


pieces = [name for verb in VERBS for name in verb.names]
pieces += ["8c", "KH", "#3", "on", "a", "with", "3", "5c6c7c", "OF", "hearts", "ten", "'", "?"]


@given(st.lists(st.sampled_from(pieces), max_size=5).map(" ".join) | st.text(max_size=30))
def test_any_line_is_a_command_or_a_refusal_that_can_be_printed(line: str) -> None:
    said = "a command"
    try:
        parse(line, HAND)
    except NotUnderstood as refused:
        said = str(refused)
    assert said.isprintable()


@given(st.text(max_size=1))
def test_no_single_key_throws_or_goes_out_with_a_card(line: str) -> None:
    try:
        command = parse(line, HAND)
    except NotUnderstood:
        return
    assert not isinstance(command, c.Throw | c.Resign)
    assert getattr(command, "card", None) is None
