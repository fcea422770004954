"""Somebody who has never seen the program and plays by what it says."""

import re


def answer(state: str) -> str:
    """Play as simply as can be, by the words alone."""
    if state.endswith(("[y/N]", "[Y/n]")):
        return "y"
    if "done shows your hand" in state:
        return "lay best" if "Best (lay best)" in state else "done"
    if "big gin (big)" in state:
        return "big"
    if "g goes gin" in state:
        return "g"
    if found := re.search(r"You may knock: (k [0-9AJQK]+[cdhs])", state):
        return found[1]
    if found := re.search(r"Throwing ([0-9AJQK]+[cdhs])", state):
        return f"x {found[1]}"
    return "d" if "draw (d)" in state else "p"


def due_in(said: str) -> str:
    """Answer the newest words that ask for something; empty where nothing does."""
    blocks = re.split(r"^(?=Your hand:|Your melds)", said, flags=re.MULTILINE)
    last = blocks[-1].removesuffix("\n> ").strip()
    line = last.rpartition("\n")[2]
    if line.endswith(("[y/N]", "[Y/n]")):
        return line
    return last if re.search(r"^You: ", last, re.MULTILINE) and len(blocks) > 1 else ""
