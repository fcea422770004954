"""Does every word of the grammar do what it says at the table, and say what is possible where it cannot?"""

import pytest

from gin_p2p.cards import parse_card
from gin_p2p.cli.grammar import VERBS
from gin_p2p.net.errors import PeerLost
from gin_p2p.net.notes import Note
from gin_p2p.net.port import Leave, LineLost, Noted, Paused, Send
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.moves import Discard, DrawStock, Knock, Pass, Resign
from gin_p2p.rules.words import Assist, DiscardDraw, DiscardsVisible, UpcardMode, WallRule
from tests.helpers.hands import spread
from tests.helpers.linegame import ME, LineGame

MINE = "5h5d5s7c9cAd2h3s8s4c"
THEIRS = "JsJhJdKcQc9d7d6s4s2s"
MAHJONG = HouseRules(knock_limit=0, discard_draw=DiscardDraw.MULTI, discards_visible=DiscardsVisible.ALL)


def game(assist: Assist = Assist.COUNT, known_as: str = "") -> LineGame:
    table = LineGame(MINE, THEIRS, "8c", "QdTd4h", terms=TableTerms(assist=assist), known_as=known_as)
    return table.begin()


def throwing(assist: Assist = Assist.COUNT) -> LineGame:
    """Answer a game in which the upcard was taken and a throw is due."""
    table = game(assist)
    table.type("t")
    return table


def knocked() -> LineGame:
    """Answer a game in which the other side knocked: 9d and Jc can be laid off (the design's screen E)."""
    table = LineGame("5h5d5cKhKdKs9dJc3s8s", "6d7d8dJsJhJd2c3c4cTs", "Qh", "6s")
    table.begin()
    table.type("p")
    table.other(Pass())
    table.types("d", "x 6s")
    if not isinstance(table.moves[-1], Discard):
        table.type("y")
    table.other(DrawStock())
    drawn = next(iter(table.hand.hands[1] - set(spread("6d7d8dJsJhJd2c3c4c / Ts").cards)))
    table.other(Knock(drawn, spread("6d7d8d JsJhJd 2c3c4c / Ts")))
    return table


@pytest.mark.parametrize(
    "line", ["x 8s", "d", "t", "p", "k 8s", "g", "big", "lay 8s", "lay best", "done", "resign"]
)
def test_nothing_can_be_played_out_of_turn_and_the_reply_says_what_is_waited_for(line: str) -> None:
    table = throwing()
    table.types("x 8s", "y")
    before = table.hand.round
    said = table.type(line)
    assert table.hand.round is before
    assert "your turn" in said
    assert "bob" in said or "leave" in said


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("d", "The upcard is offered first: take it or pass.\nYou: take 8c (t) or pass (p)."),
        (
            "x 8s",
            "A turn begins with a draw: from the stock or from the pile.\nYou: take 8c (t) or pass (p).",
        ),
        ("k 8s", "Draw first.\nYou: take 8c (t) or pass (p)."),
        ("g", "Draw first.\nYou: take 8c (t) or pass (p)."),
        ("big", "Draw first.\nYou: take 8c (t) or pass (p)."),
        ("t 2", "The pile holds 1: take 1 to as many cards.\nYou: take 8c (t) or pass (p)."),
        ("t 9h", "The 9 of hearts is not in the pile; its top is 8c."),
        ("t 1 with 7c8c9c", "No meld is shown for a single card.\nYou: take 8c (t) or pass (p)."),
        ("lay 8s", "Nobody has gone out: there is nothing to lay off.\nYou: take 8c (t) or pass (p)."),
        ("done", "Nobody has gone out: there is nothing to lay off.\nYou: take 8c (t) or pass (p)."),
        ("y", "No question is open.\nYou: take 8c (t) or pass (p)."),
        ("s", "Score: you 0, bob 0. Missing to 100: you 100, bob 100.\nHands won: you 0, bob 0."),
        ("hands", "No hand is over yet."),
        ("log", "Nothing has been played in this hand."),
        ("resume", "Just play on: nothing is stopped."),
        ("again", "This match is not over yet."),
        ("mv Kd 1", "You don't hold the king of diamonds."),
        ("m 9", "There is only one way to meld that hand."),
        (
            "seen",
            "These table terms do not list the cards seen (assist full does). log tells the last turns.",
        ),
        ("foo", 'I don\'t know "foo". Type ? for all you can type.'),
        (
            "#11",
            "You hold 10 cards: none of them is #11.",
        ),
    ],
)
def test_a_line_that_is_wrong_here_changes_nothing_and_says_what_is_possible(line: str, reply: str) -> None:
    table = game()
    before = table.hand.round
    said = table.type(line)
    assert said.startswith(reply)
    assert table.hand.round is before
    assert table.commands == []


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("d", "One draw a turn, and it cannot be taken back: throw a card or go out."),
        ("p", "There is nothing to pass on."),
        ("t", "One draw a turn"),
        ("x Kd", "You don't hold the king of diamonds.\nYour hand:"),
        ("x 8c", "The 8 of clubs can't be thrown this turn."),
        ("k Kd", "You don't hold the king of diamonds."),
        ("k 7c", "That leaves"),
        ("k 8c", "8c stays this turn."),
        ("g", "You don't have gin: no throw leaves a hand without deadwood."),
        ("g 8s", "Throwing 8s is not gin: it leaves 10."),
        ("g 8c", "The 8 of clubs can't be thrown this turn."),
        ("g Kd", "You don't hold the king of diamonds."),
        ("big", "You don't have big gin:"),
        ("k", "Knock by throwing which card? k 8s (leaves 10)."),
        ("m", "1: 7c 8c 9c; 5d 5h 5s; deadwood 4c Ad 2h 3s 8s = 18 (chosen)."),
    ],
)
def test_a_throw_that_is_wrong_is_refused_in_words(line: str, reply: str) -> None:
    table = throwing()
    before = table.hand.round
    assert table.type(line).startswith(reply)
    assert table.hand.round is before


def test_an_empty_line_says_where_one_is_again() -> None:
    table = game()
    assert table.type("") == "\n".join(table.said[-4:-2])
    assert "You: take 8c (t) or pass (p)." in table.type("")


def test_a_throw_from_a_meld_is_asked_about() -> None:
    table = LineGame("5h5d5s7c9cAdTh3sKsQd", THEIRS, "8c").begin()
    table.type("t")
    said = table.type("5h")
    assert said == "The 5 of hearts is in your meld 5d 5h 5s; without it you have 44. Throw 5h anyway? [y/N]"
    table.type("y")
    assert table.moves[-1] == Discard(parse_card("5h"))


def test_a_warning_that_was_answered_is_not_repeated_in_the_same_hand() -> None:
    table = throwing()
    table.types("x 8s", "y")
    table.other(DrawStock(), Discard(parse_card("Qd")))
    table.type("d")
    said = table.type("x 10d")
    assert "anyway" not in said
    assert "You threw the 10 of diamonds." in said


def test_another_order_to_play_drops_the_question_and_is_done() -> None:
    table = throwing()
    assert table.type("x 8s").endswith("[y/N]")
    assert table.type("k 8s").startswith("Knock with 10")
    assert table.type("s").endswith("[y/N]")
    assert table.type("foo").endswith("[y/N]")
    assert len(table.moves) == 1


def test_the_hand_is_kept_in_the_order_that_the_player_likes() -> None:
    table = game()
    assert table.type("h suit").startswith("Your hand: 4c 7c 9c, Ad 5d, 2h 5h, 3s 5s 8s.")
    assert table.type("h rank").startswith("Your hand: Ad 2h 3s 4c 5d 5h 5s 7c 8s 9c.")
    assert table.type("mv 9c 1").startswith("Your hand: 9c Ad 2h 3s 4c 5d 5h 5s 7c 8s.")
    assert "9c Ad 2h 3s 4c 5d 5h 5s 7c 8s 8c*" in table.type("t")
    assert table.type("x #1").startswith("The 9 of clubs is in your meld")
    assert table.type("mv 8c 99").startswith("Your hand: 9c Ad 2h")
    assert table.type("h melds").startswith("Your hand: 7c 8c* 9c, 5d 5h 5s,")
    assert table.type("h mine").startswith("Your hand: 7c 8c* 9c 5d 5h 5s 4c Ad")


def test_another_way_to_meld_can_be_chosen_and_is_the_one_laid_out() -> None:
    table = LineGame("4h5h6h4s5s6s4d5d6dKs", THEIRS.replace("4s", "8c").replace("6s", "9c"), "7c").begin()
    table.type("p")
    table.other(Pass())
    table.type("d")
    ways = table.type("m")
    assert "1: 4d 4h 4s; 5d 5h 5s; 6d 6h 6s; deadwood Ac Ks = 11 (chosen)." in ways
    assert "2: 4d 5d 6d; 4h 5h 6h; 4s 5s 6s; deadwood Ac Ks = 11." in ways
    table.type("m 2")
    assert table.said[-1].startswith("Your hand: 4d 5d 6d, 4h 5h 6h, 4s 5s 6s,")
    table.types("k Ks", "y")
    knock = table.moves[-1]
    assert isinstance(knock, Knock)
    assert all(meld[0].suit == meld[-1].suit for meld in knock.spread.melds)


@pytest.mark.parametrize("line", ["m", "h melds", "m 1"])
def test_without_agreed_help_nothing_is_counted(line: str) -> None:
    table = game(Assist.NONE)
    assert "Deadwood" not in table.text
    assert "leaves" not in table.text
    assert "no help" in table.type(line)


def test_without_agreed_help_nothing_is_offered_or_warned_of() -> None:
    table = throwing(Assist.NONE)
    assert "leaves" not in table.text
    assert table.type("k") == "Knock by throwing which card? Type k and the card."
    said = table.type("x 8s")
    assert "anyway" not in said
    assert table.type("log 9").count("\n") == 1


def test_with_full_help_the_cards_seen_and_the_best_throw_are_told() -> None:
    table = throwing(Assist.FULL)
    assert "Best throw by the count: 8s." in table.said
    table.types("x 8s", "y")
    said = table.type("seen")
    assert "Spades: yours 3 5; thrown 8; unknown ace 2 4 6 7 9 10 jack queen king." in said
    assert table.type("") != ""


def test_resigning_is_asked_about_and_ends_the_match() -> None:
    table = game()
    assert table.type("resign") == "Give up the match? bob wins it. [y/N]"
    assert table.type("").startswith("You play on.")
    table.types("resign", "y")
    assert table.moves == [Resign()]
    assert "Hand 1: you resigned." in table.said
    assert "bob wins the match: you 0, bob 0." in table.said
    assert table.type("") == "The match is over."


def test_leaving_needs_no_question_for_nothing_is_lost() -> None:
    table = game()
    assert table.type("leave") == "Leaving; the match is saved and can go on later."
    assert table.commands == [Leave()]


def test_words_beside_the_game_are_sent_and_foreign_ones_are_inert() -> None:
    table = game()
    table.types("say good luck", "'thanks", "nudge", "pause")
    sent = [Note("chat", ("good luck",)), Note("chat", ("thanks",)), Note("nudge"), Note("pause")]
    assert table.commands == [Send(note) for note in sent]
    said = table.tell(Noted(Note("chat", ("\x1b[2J\x1b]52;c;Zm9v\x07 hi \u202e[/red]\u200b",))))
    assert said == "bob says: \\x1b[2J\\x1b]52;c;Zm9v\\x07 hi \\u202e[/red]\\u200b"
    assert table.tell(Noted(Note("nudge"))) == "bob nudges you."
    assert table.tell(Noted(Note("pause"))) == "bob asks for a pause."
    assert table.tell(Noted(Note("again", (True,)))) == "bob would like another match."
    assert table.tell(Noted(Note("again", (False,)))) == "bob does not want another match."
    assert table.tell(Noted(Note("ping", (1,)))) == ""


def test_the_bell_of_the_other_side_is_rung_once_a_minute() -> None:
    table = game()
    assert table.type("nudge") == "Nudged bob."
    table.clock.seconds = 30.5
    assert table.type("nudge") == "One nudge a minute: again in 30 s."
    table.clock.seconds = 60
    assert table.type("nudge") == "Nudged bob."


def test_a_moment_is_noted_with_its_place_and_never_sent() -> None:
    table = game()
    table.clock.seconds = 7.0
    assert table.type("note greedy?") == "Noted at 1.0, for you alone."
    (remark,) = table.dialogue.remarks
    assert (remark.hand, remark.turn, remark.at, remark.text) == (1, 0, 7.0, "greedy?")
    assert table.commands == []


def test_the_log_tells_the_last_turns() -> None:
    table = throwing()
    table.types("x 8s", "y")
    table.other(DrawStock(), Discard(parse_card("Qd")))
    assert table.type("log 2") == (
        "You threw the 8 of spades.\nbob drew from the stock and threw the queen of diamonds."
    )
    assert table.type("log").startswith("You took the 8 of clubs.")


def test_fairness_and_rules_are_told_in_words() -> None:
    table = game()
    assert table.type("deal").startswith("bob shuffled the deck, then you shuffled it again.")
    assert table.type("fairness") == table.type("deal")
    assert table.type("rules").startswith("The match: One game.")
    assert "x CARD, or just CARD" in table.type("?")
    assert table.type("help knock").startswith("k CARD")


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb.names[0])
def test_every_word_can_be_asked_about(verb: object) -> None:
    table = game()
    name = getattr(verb, "names")[0]  # noqa: B009 - the id function takes the verb as an object too
    assert getattr(verb, "usage") in table.type(f"? {name}")  # noqa: B009


def test_a_name_of_ones_own_stands_in_front_of_the_claimed_one() -> None:
    assert "robert deals, you go first." in game(known_as="robert").text


def test_a_lost_line_is_told_with_its_time_and_nothing_can_be_lost_by_it() -> None:
    table = game()
    said = table.tell(LineLost(PeerLost("The other side was silent.")))
    assert said.startswith("The line broke: The other side was silent.\nPaused since ")
    assert "the line to bob is down. The match is safe: you and bob hold the same signed record" in said
    assert table.type("t").startswith("Paused since ") or "t" in table.said[-1]
    assert table.type("say hi") == "Not sent: there is no line to bob now."
    assert table.type("nudge") == "There is no line to bob now."
    assert table.type("pause") == "Nothing is running that could be paused."
    assert table.type("").startswith("Paused since ")
    assert table.tell(Paused()) == "Nothing was sent: the line to bob is down. Type it again once it is back."
    said = table.back()
    assert said.startswith("The line stands again, and both records agree.\nYour hand:")
    assert "You took the 8 of clubs." in table.type("t")


def test_a_good_bye_is_told_in_its_own_words_and_a_question_is_dropped() -> None:
    table = throwing()
    table.type("x 8s")
    assert table.tell(Noted(Note("bye", ("tea\x1b",)))).startswith("bob has left the table: tea\\x1b.")
    said = table.tell(LineLost(PeerLost("gone")))
    assert said.startswith("Paused since ")
    assert "bob has left." in said
    assert table.type("y").startswith("No question is open.")


def test_layoffs_are_shown_with_what_each_choice_comes_to() -> None:
    table = knocked()
    assert "Your melds (way 1 of 2, m lists them): 5c 5d 5h; Kd Kh Ks." in table.said
    assert "You are left with deadwood Jc 9d 3s 8s = 30: bob wins 20 points." in table.said
    assert "Best (lay best): 9d on A and Jc on B, leaves 11, bob wins 1 point." in table.said
    said = table.type("lay 9d")
    assert "Laid off: 9d on A." in said
    assert "deadwood Jc 3s 8s = 21" in said
    assert table.type("lay 9d").startswith("The 9 of diamonds is laid off already; unlay 9d takes it back.")
    assert "deadwood Jc 9d 3s 8s = 30" in table.type("unlay 9d")
    assert table.type("done") == ("This leaves 30; the best leaves 11 (lay best). Show it as it is? [y/N]")
    assert table.type("n") == "Nothing is shown yet."
    assert "= 11: bob wins 1 point." in table.type("lay best")
    assert "= 30" in table.type("lay none")
    table.types("lay best", "done")
    assert (
        "You laid off the jack of clubs on B (Jd Jh Js) and the 9 of diamonds on A (6d 7d 8d)." in table.said
    )
    assert "Points: your deadwood 11 - bob's deadwood 10 = 1 for bob." in table.said


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("lay 3s", "The 3 of spades fits on no meld: A 6d 7d 8d; B Jd Jh Js; C 2c 3c 4c."),
        ("lay 9d on B", "The 9 of diamonds does not fit on B (Jd Jh Js). It fits on A."),
        ("lay 3s on A", "The 3 of spades does not fit on A (6d 7d 8d). It fits on none."),
        ("lay 9d on D", "There is no meld D: A 6d 7d 8d; B Jd Jh Js; C 2c 3c 4c."),
        ("lay Qc", "You don't hold the queen of clubs."),
        ("lay 5c", "The 5 of clubs is in your own meld 5c 5d 5h."),
        ("unlay 9d", "You have not laid off the 9 of diamonds. Laid off: nothing."),
        ("d", "bob has gone out: lay off what you like, then done shows your hand."),
        ("k 3s", "bob has gone out: lay off what you like, then done shows your hand."),
        ("m 9", "There are 2 ways to meld that hand: m 1 to m 2."),
    ],
)
def test_a_wrong_layoff_is_refused_in_words(line: str, reply: str) -> None:
    table = knocked()
    assert table.type(line).startswith(reply)
    assert table.hand.round.knock is not None
    assert table.hand.round.result is None


def test_a_card_left_out_is_asked_for() -> None:
    table = throwing()
    for line in ("x", "unlay", "mv"):
        assert table.type(line).startswith(("Which card?", "Move which card where?"))


def test_a_meld_can_be_broken_up_to_lay_its_cards_off() -> None:
    table = knocked()
    assert table.type("lay 5c on C") == "The 5 of clubs is in your own meld 5c 5d 5h. m 2 melds without it."
    assert (
        "Way 2 (m 2): melds Kd Kh Ks; 5d on A, 9d on A, Jc on B and 5c on C, leaves 16, bob wins 6 points."
        in table.said
    )
    assert table.type("m").startswith(
        "1: 5c 5d 5h; Kd Kh Ks; deadwood Jc 9d 3s 8s = 30 (chosen).\n2: Kd Kh Ks;"
    )
    assert table.type("m 2").startswith("Your melds (way 2 of 2, m lists them): Kd Kh Ks.")
    assert "Laid off: 5c on C." in table.type("lay 5c")


def test_against_gin_the_hand_is_shown_without_a_question() -> None:
    table = LineGame("5h5d5cKhKdKs9dJc3s8s", "6d7d8dJsJhJd2c3c4c9h", "Qh", "6s5s").begin()
    table.type("p")
    table.other(Pass())
    table.types("d", "x 6s")
    table.other(DrawStock(), Knock(parse_card("9h"), spread("6d7d8d JsJhJd 2c3c4c / 5s")))
    assert "Nothing is shown" not in table.text
    assert table.hand.round.knock is not None


def test_several_discards_are_taken_with_the_meld_that_they_are_for() -> None:
    table = LineGame(MINE, THEIRS, "6c", "QhTd5c", rules=MAHJONG).begin()
    table.type("p")
    table.other(Pass())
    table.type("d")
    table.types("x Qh")
    table.other(DrawStock(), Discard(parse_card("Td")))
    assert "Discards from the top: 10d Qh 6c." in table.text
    assert table.type("t 3 with 5c6c7c").startswith("That card is not in the hand.")
    assert table.type("t 3 with 4c6c7c").startswith("A meld is three or four cards of one rank")
    assert table.type("t 3").startswith("You have no meld with the 6 of clubs, the deepest of these.")
    assert table.hand.round.taken == ()


def test_the_meld_for_several_discards_is_found_or_asked_for() -> None:
    def pile(mine: str) -> LineGame:
        table = LineGame(mine, THEIRS, "6c", "QhTd3d", rules=MAHJONG).begin()
        table.type("p")
        table.other(Pass())
        table.types("d", "x Qh")
        table.other(DrawStock(), Discard(parse_card("Td")))
        return table

    table = pile("5c7cKhKdKs9hJc3s8s2h")
    assert "You took 3 cards of the pile, 6c Qh 10d, showing 5c 6c 7c." in table.type("t 6c")
    table = pile("5c7c8cKdKs9hJc3s8s2h")
    assert table.type("t 3") == "Showing which meld? t 3 with 5c6c7c8c, t 3 with 5c6c7c or t 3 with 6c7c8c."
    assert "showing 6c 7c 8c." in table.type("t 3 with 8c7c6c")


def test_the_wall_is_told_with_what_it_leaves() -> None:
    rules = HouseRules(wall_rule=WallRule.DISCARDS_ONLY, upcard_mode=UpcardMode.NONE)
    table = LineGame("2h4h6h8hTh3s5s7s9sJs", "", "Kd", rules=rules).begin()
    assert table.said[-1].startswith("You: draw (d).")
    while not table.text.count("The stock is used up."):
        if table.hand.turn is ME:
            table.type("d")
            table.type(f"x {table.view.drawn}")
            if table.dialogue.is_due and table.said[-1].endswith("[y/N]"):
                table.type("y")
        else:
            table.other(DrawStock())
            table.other(Discard(max(table.hand.hand(table.hand.turn))))
    assert "and play on, or pass (p), which ends the hand." in table.text
