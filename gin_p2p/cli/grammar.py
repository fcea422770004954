"""What does this line mean?

One table holds every word a player can type: what it reads behind it, and how it is explained. A line that has the
form of a card throws that card; a word may be shortened as long as only one begins with it; upper and lower case
are alike. Nothing here knows the state of the game, and nothing is guessed: a line is a command or a refusal.
"""

import difflib
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from gin_p2p.cards import Card, parse_cards
from gin_p2p.cli import commands as c
from gin_p2p.cli.text import inert
from gin_p2p.cli.words import counted, listed, typed_card

MAX_LINE: Final = 500
"""Characters of a line; more than the longest chat line that is sent."""

MAX_COUNT: Final = 99


class NotUnderstood(ValueError):
    """The line is no command. The text says why, and what could be typed instead."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What stands behind the first word.

    Attributes:
        text: as typed, without white space at its ends.
        hand: the player's cards in the order shown, for `#7`.
    """

    text: str
    hand: Sequence[Card]

    def nothing(self) -> None:
        """Accept an empty rest only."""
        if self.text:
            raise NotUnderstood(f"{_quoted(self.text)} is too much: that word stands alone.")

    def card(self, text: str | None = None) -> Card:
        """Read one card, or a place in the hand such as `#7`."""
        text = self.text if text is None else text
        if not text:
            raise NotUnderstood("Which card? Type 8c, 10h, queen of spades, or #7 for your seventh card.")
        if place := re.fullmatch(r"#([0-9]{1,2})", text):
            if not 1 <= int(place[1]) <= len(self.hand):
                raise NotUnderstood(f"You hold {counted(len(self.hand), 'card')}: none of them is {text}.")
            return self.hand[int(place[1]) - 1]
        try:
            return typed_card(text)
        except ValueError as error:
            reason = str(error) if "which suit" in str(error) else f"{_quoted(text)} is not a card."
            raise NotUnderstood(
                f"{reason} Type 8c, 10h, queen of spades, or #7 for your seventh card."
            ) from None

    def card_or_none(self) -> Card | None:
        """Read one card if there is anything."""
        return self.card() if self.text else None

    def count(self, text: str | None = None) -> int:
        """Read a number from 1 to 99."""
        text = self.text if text is None else text
        if not re.fullmatch("[0-9]{1,2}", text) or int(text) == 0:
            raise NotUnderstood(f"{_quoted(text)} is not a number from 1 to {MAX_COUNT}.")
        return int(text)

    def count_or_none(self) -> int | None:
        """Read a number if there is anything."""
        return self.count() if self.text else None


Reader: TypeAlias = Callable[[Rest], c.Command]


@dataclass(frozen=True, slots=True)
class Verb:
    """A word that begins a line.

    Attributes:
        names: the word and its other forms; any of them may be shortened.
        usage: what can be typed, for help.
        meaning: what it does, for help.
        read: makes the command of what stands behind it.
    """

    names: tuple[str, ...]
    usage: str
    meaning: str
    read: Reader


def parse(line: str, hand: Sequence[Card] = ()) -> c.Command:
    """Answer what a line means.

    Args:
        line: as typed, with or without its newline.
        hand: the player's cards in the order shown, for `#7`.

    Raises:
        NotUnderstood: it is no command.
    """
    text = unicodedata.normalize("NFC", line).strip()
    if len(text) > MAX_LINE:
        raise NotUnderstood(f"That line is too long: {MAX_LINE} characters are the most. Nothing was done.")
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise NotUnderstood("That line has bytes in it that are no text. Nothing was done.")
    if not text:
        return c.WhereAmI()
    if text[0] in "'?":
        return _say(Rest(text[1:].strip(), hand)) if text[0] == "'" else _help(Rest(text[1:].strip(), hand))
    if _is_card(text):
        return c.Throw(Rest(text, hand).card())
    head, _, rest = text.replace("\t", " ").partition(" ")
    return verb_of(head).read(Rest(rest.strip(), hand))


def verb_of(word: str) -> Verb:
    """Answer the verb that a word names or begins.

    Raises:
        NotUnderstood: none, or several.
    """
    wanted = word.lower()
    if wanted in _BY_NAME:
        return _BY_NAME[wanted]
    found = [name for name in _BY_NAME if name.startswith(wanted)]
    if len({id(_BY_NAME[name]) for name in found}) == 1:
        return _BY_NAME[found[0]]
    if found:
        raise NotUnderstood(f"{_quoted(word)} could be {listed(sorted(found), 'or')}.")
    try:
        typed_card(word)
    except ValueError as error:
        if "which suit" in str(error):
            raise NotUnderstood(f"{error} Or #7 for your seventh card.") from None
    near = difflib.get_close_matches(wanted, _BY_NAME, n=1)
    hint = f"Did you mean {near[0]}? " if near else ""
    raise NotUnderstood(f"I don't know {_quoted(word)}. {hint}Type ? for all you can type.")


def explain(topic: str = "") -> tuple[str, ...]:
    """Answer the help, one line for each verb, or the line of one verb.

    Raises:
        NotUnderstood: the topic is no verb.
    """
    verbs = (verb_of(topic),) if topic else VERBS
    return tuple(f"{verb.usage:<26} {verb.meaning}" for verb in verbs)


def _is_card(text: str) -> bool:
    """Answer whether a whole line names a card; `k hearts` and `t 3` begin with a verb, so they do not."""
    if text[0] == "#":
        return True
    words = text.lower().split()
    if len(words) == 2 and words[0] in ("k", "t"):
        return False
    try:
        typed_card(text)
    except ValueError as error:
        return len(words) == 1 and words[0].isdigit() and "which suit" in str(error)
    return True


def _alone(command: c.Command) -> Reader:
    def read(rest: Rest) -> c.Command:
        rest.nothing()
        return command

    return read


def _take(rest: Rest) -> c.Command:
    what, _, shown = rest.text.lower().partition("with")
    what = what.strip()
    try:
        meld = parse_cards(shown)
    except ValueError:
        raise NotUnderstood(
            f"{_quoted(shown.strip())} is not a list of cards. Type t 3 with 5c6c7c."
        ) from None
    if "with" in rest.text.lower() and not meld:
        raise NotUnderstood("With which meld? Type t 3 with 5c6c7c.")
    if not what or what.isdigit():
        return c.Take(count=rest.count(what) if what else 1, meld=meld)
    return c.Take(card=rest.card(what), meld=meld)


def _lay(rest: Rest) -> c.Command:
    text = rest.text.lower()
    if text in ("best", "none"):
        return c.LayBest() if text == "best" else c.LayNone()
    if not text:
        raise NotUnderstood("Lay off which card? Type lay 9d on A, lay best or lay none.")
    if target := re.fullmatch(r"(.+?)\s+on\s+([a-z])", text):
        return c.LayOff(rest.card(target[1]), ord(target[2]) - ord("a"))
    if (target := re.fullmatch(r"(.+?)\s+([a-z])", text)) and not _is_card(text):
        return c.LayOff(rest.card(target[1]), ord(target[2]) - ord("a"))
    return c.LayOff(rest.card())


def _big(rest: Rest) -> c.Command:
    if rest.text.lower() != "gin":
        rest.nothing()
    return c.BigGin()


def _hand(rest: Rest) -> c.Command:
    found = [order for order in c.Order if order.startswith(rest.text.lower())]
    if rest.text and len(found) != 1:
        raise NotUnderstood(
            f"{_quoted(rest.text)} is no order of the hand. Type h {listed(list(c.Order), 'or')}."
        )
    return c.ShowHand(found[0] if rest.text else None)


def _move(rest: Rest) -> c.Command:
    card, _, place = rest.text.rpartition(" ")
    if not card:
        raise NotUnderstood("Move which card where? Type mv 9h 3 to put the 9 of hearts in third place.")
    return c.MoveCard(rest.card(card.strip()), rest.count(place))


def _say(rest: Rest) -> c.Command:
    if not rest.text:
        raise NotUnderstood("Say what? Type say good luck, or 'good luck.")
    return c.Say(rest.text)


def _help(rest: Rest) -> c.Command:
    return c.Help(verb_of(rest.text).names[0] if rest.text else "")


def _again(rest: Rest) -> c.Command:
    if rest.text.lower() not in ("", "yes", "y", "no", "n"):
        rest.nothing()
    return c.Again(wanted=rest.text.lower() in ("", "yes", "y"))


def _no(rest: Rest) -> c.Command:
    if rest.text.lower() == "again":
        return c.Again(wanted=False)
    rest.nothing()
    return c.Answer(yes=False)


def _quoted(text: str) -> str:
    return f'"{inert(text, 40)}"'


VERBS: Final = (
    Verb(("d", "draw", "stock"), "d", "draw from the stock", _alone(c.Draw())),
    Verb(("t", "take", "up"), "t", "take the top discard; t 3 with 5c6c7c takes three", _take),
    Verb(("p", "pass"), "p", "pass the card that is offered", _alone(c.Pass())),
    Verb(
        ("x", "throw", "discard"), "x CARD, or just CARD", "throw a card", lambda rest: c.Throw(rest.card())
    ),
    Verb(("k", "knock"), "k CARD", "knock, throwing this card", lambda rest: c.Knock(rest.card_or_none())),
    Verb(("g", "gin"), "g [CARD]", "go gin", lambda rest: c.Gin(rest.card_or_none())),
    Verb(("big",), "big", "go big gin: every card in a meld, none thrown", _big),
    Verb(("lay",), "lay CARD on A|best|none", "lay a card off on the knocker's meld A", _lay),
    Verb(("unlay",), "unlay CARD", "take a laid-off card back", lambda rest: c.Unlay(rest.card())),
    Verb(("done",), "done", "show your hand as it is laid out now", _alone(c.Done())),
    Verb(
        ("m", "melds"),
        "m [N]",
        "the ways to meld, or choose one",
        lambda rest: c.ShowMelds(rest.count_or_none()),
    ),
    Verb(("h", "hand"), "h [suit|rank|melds|mine]", "your hand, in this order from now on", _hand),
    Verb(("mv",), "mv CARD N", "move a card to place N of your hand", _move),
    Verb(("s", "score"), "s", "the score and how it came about", _alone(c.ShowScore())),
    Verb(("hands",), "hands", "the hands so far", _alone(c.ShowHands())),
    Verb(("log",), "log [N]", "the last N turns of this hand", lambda rest: c.ShowLog(rest.count_or_none())),
    Verb(("deal", "fairness"), "deal", "why this deal is fair", _alone(c.ShowDeal())),
    Verb(("rules",), "rules", "the house rules of this match", _alone(c.ShowRules())),
    Verb(("seen",), "seen", "the cards seen so far, where that help is agreed", _alone(c.ShowSeen())),
    Verb(("note",), "note [TEXT]", "mark this moment, for yourself only", lambda rest: c.Note(rest.text)),
    Verb(("say",), "say TEXT, or 'TEXT", "say something to the other side", _say),
    Verb(("nudge",), "nudge", "ring the other side's bell", _alone(c.Nudge())),
    Verb(("pause",), "pause", "ask for a pause", _alone(c.Pause())),
    Verb(("resume",), "resume", "end the pause", _alone(c.Resume())),
    Verb(("resign",), "resign", "give up the match", _alone(c.Resign())),
    Verb(("leave", "quit", "exit"), "leave", "save and leave; gin resume continues", _alone(c.Leave())),
    Verb(("w", "wait"), "w", "keep waiting for a lost line", _alone(c.Wait())),
    Verb(("save",), "save", "save and stop while the line is lost", _alone(c.Save())),
    Verb(("end",), "end", "end it as unfinished: the other side has left", _alone(c.EndIt())),
    Verb(("again",), "again, no again", "play another match, or not", _again),
    Verb(("y", "yes"), "y", "yes to the open question", _alone(c.Answer(yes=True))),
    Verb(("n", "no"), "n", "no to the open question", _no),
    Verb(("help",), "? [WORD]", "this list, or what one word does", _help),
)
_BY_NAME: Final = {name: verb for verb in VERBS for name in verb.names}
