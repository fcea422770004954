"""What does an audit prove, in plain words, and what can no file prove?"""

from typing import Final

EXPLANATION: Final = """\
What each check proves

  file complete, hash chain unbroken
      Every message of the match is a frame, and each frame contains a hash of
      all frames before it. None can be left out, put in, changed or moved
      without breaking the chain from there on. The last two frames are both
      players' signatures under the result.

  signed by both
      Each frame carries the signature of the seat whose turn it was. A key is
      a person only as far as you know whose it is: the names are what the
      players called themselves, in brackets stands what you know of the keys.

  each shuffled by both players and proven to keep all 52 cards
      Both shuffled the masked cards in turn, each with a proof that the cards
      which came out are those which went in: none added, lost or doubled. The
      order is as random as the better of the two shuffles. Neither player
      alone could choose or foresee a card, nor could anybody else.

  every draw, throw, knock and layoff was legal
      A card becomes readable only when the other seat opens it, with a proof
      that it opened truly, and a card thrown is proven to come from the hand.
      Each move was judged by the house rules that both had signed.

  scores add up
      The score was computed anew from the cards that lay open. Nothing that
      the file says about its own result is believed; it is only compared.

  disclosed the keys
      After a match a seat may disclose its keys of a hand. What they open is
      held against what was played: whether a misdeal was kept quiet, and,
      where both seats disclose, whether all 52 cards were different.

A frame that breaks a rule and carries a good signature proves who broke it:
nobody else can have signed it. Whatever else is wrong with a file proves
nobody's guilt, since anybody can damage a file.

What no file can prove

  Help        whether a person or a program told a player what to do
  Whispering  whether the two told each other their cards, or agreed who wins
  People      who sat at the keyboard: a key signs for whoever has it
  Time        when it was played: the clock times are the players' own
  Leaving     why a match without an end stopped: anybody can cut a file off
  The rest    whether there are other matches that nobody shows you"""
