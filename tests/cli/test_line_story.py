"""Can a whole hand be played from what is said alone, right and wrong?"""

from gin_p2p.cards import parse_card
from gin_p2p.rules.moves import BigGin, Defend, Discard, DrawStock, Knock, Pass, TakePile
from gin_p2p.rules.results import Ending
from tests.helpers.hands import spread
from tests.helpers.linegame import ME, LineGame


def game() -> LineGame:
    """Answer the hand of the design's screen of line mode."""
    return LineGame("5h5d5s7c9cAd2h3s8s4c", "JsJhJdKcQc9d7d6s4s2s", "8c", "QdTd4h").begin()


def test_a_hand_is_played_as_on_the_screen_of_the_design() -> None:
    table = game()
    assert "Hand 1. bob deals, you go first. Up-card 8c." in table.said
    assert "Your hand: 5d 5h 5s, 4c 7c 9c Ad 2h 3s 8s. Deadwood 34." in table.said
    assert table.said[-1] == "You: take 8c (t) or pass (p). With 8c your best throw would leave 10."
    said = table.type("t")
    assert "You took the 8 of clubs." in said
    assert "Your hand: 7c 8c* 9c, 5d 5h 5s, 4c Ad 2h 3s 8s. Deadwood 18." in said
    assert "You don't hold the king of diamonds." in table.type("x Kd")
    assert "The 8 of clubs can't be thrown this turn." in table.type("x 8c")
    assert table.type("x 8s") == (
        "Throwing 8s leaves 10: you could knock instead (k 8s). Throw 8s anyway? [y/N]"
    )
    assert "You threw the 8 of spades. Deadwood 10." in table.type("y")
    said = table.other(DrawStock(), Discard(parse_card("Qd")))
    assert "bob drew from the stock and threw the queen of diamonds." in said
    assert "You: draw (d) or take Qd (t). With Qd your best throw would leave 16." in said
    assert table.type("k") == (
        "Draw first.\nYou: draw (d) or take Qd (t). With Qd your best throw would leave 16."
    )
    said = table.type("d")
    assert "You drew the 10 of diamonds." in said
    assert "You may knock: k 10d, with 10. You need not." in said
    said = table.type("k 10d")
    assert said.startswith("Knock with 10, throwing 10d, melds 7c 8c 9c; 5d 5h 5s?")
    assert said.endswith(
        "If bob gets down to 10 or less, that is an undercut: bob wins the difference, and 25 points extra. [y/N]"
    )
    assert "You knocked with 10, throwing the 10 of diamonds." in table.type("y")
    said = table.other(Defend(spread("JsJhJd / KcQc9d7d6s4s2s")))
    assert "bob shows melds Jd Jh Js; deadwood Qc Kc 7d 9d 2s 4s 6s = 48." in said
    assert "Hand 1: you won by a knock." in said
    assert "Points: bob's deadwood 48 - your deadwood 10 = 38 for you." in said
    assert "Score: you 38, bob 0. Missing to 100: you 62, bob 100." in said
    assert table.table.playing.hands[0].result.ending is Ending.KNOCK


def test_a_question_is_dropped_by_saying_no_and_nothing_has_happened() -> None:
    table = game()
    table.types("t", "x 8s")
    before = table.hand.round
    said = table.type("n")
    assert said.startswith("Not thrown.")
    assert table.hand.round is before
    assert [type(move) for move in table.moves] == [TakePile]


def test_a_knock_begun_and_cancelled_leaves_the_same_cards() -> None:
    for cancel in ("n", "", "x Kd"):
        table = game()
        table.types("t", "k 8s")
        before, held = table.hand.round, set(table.hand.hand(ME))
        table.type(cancel)
        assert table.hand.round is before
        assert table.hand.hand(ME) == held
        assert "You hold no" not in table.text


def test_a_bare_k_never_throws_and_never_knocks() -> None:
    table = game()
    table.type("t")
    for line in ("k", "K", "knock"):
        assert table.type(line) == "Knock by throwing which card? k 8s (leaves 10)."
    assert len(table.moves) == 1


def test_gin_is_offered_and_not_forced() -> None:
    table = LineGame("5h5d5s7c9cAd2d3d4dKs", "JsJhJdKcQc9d7d6s4s2s", "8c").begin()
    said = table.type("t")
    assert "You have gin: g goes gin, throwing Ks. You need not." in said
    assert table.type("x Ks").startswith("You have gin by throwing Ks (g). Throw Ks anyway? [y/N]")
    assert "You threw the king of spades. Deadwood 0." in table.type("y")
    assert table.hand.round.knocker is None


def test_gin_ends_the_hand_with_its_bonus() -> None:
    table = LineGame("5h5d5s7c9cAd2d3d4dKs", "JsJhJdKcQc9d7d6s4s2s", "8c").begin()
    table.types("t", "g")
    assert isinstance(table.moves[-1], Knock)
    said = table.other(Defend(spread("JsJhJd / KcQc9d7d6s4s2s")))
    assert "Points: bob's deadwood 48 + gin bonus 25 = 73 for you." in said


def test_a_knock_that_leaves_nothing_is_called_gin() -> None:
    table = LineGame("5h5d5s7c9cAd2d3d4dKs", "JsJhJdKcQc9d7d6s4s2s", "8c").begin()
    table.type("t")
    assert table.type("k Ks") == "Throwing Ks leaves no deadwood: that is gin. Go gin? [Y/n]"
    table.type("")
    assert table.hand.round.knocker is ME


def test_big_gin_is_told_and_gin_instead_is_asked_about() -> None:
    table = LineGame("5h5d5s7c9cAd2d3d4d6c", "JsJhJdKcQc9d7d6s4s2s", "8c").begin()
    assert "Every card is in a meld: you may go big gin (big)." in table.type("t")
    assert "You have big gin too, for 31 and not 25 (big). Go gin all the same? [y/N]" in table.type("g")
    table.type("big")
    assert isinstance(table.moves[-1], BigGin)


def test_after_two_passes_the_upcard_is_refused_in_words() -> None:
    table = game()
    table.type("p")
    table.other(Pass())
    assert table.type("t") == (
        "After two passes the first draw is from the stock.\nYou: draw (d). 8c was passed by both and stays."
    )
    assert "You drew the queen of diamonds." in table.type("d")


def test_a_dead_hand_says_why() -> None:
    table = game()
    table.type("p")
    table.other(Pass())
    while not table.hand.finished:
        if table.hand.turn is ME:
            table.type("d")
            drawn = table.view.drawn
            table.type(f"x {drawn}")
            table.type("y")
        else:
            table.other(DrawStock())
            table.other(Discard(min(table.hand.hand(table.hand.turn))))
    assert "Hand 1: dead, nobody scores: the stock is used up." in table.said
    assert "bob deals the next hand again." in table.said
