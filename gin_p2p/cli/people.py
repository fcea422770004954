"""Who am I, and whom have I met?"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.output import Output
from gin_p2p.cli.sitting import Me
from gin_p2p.cli.text import inert_name, own_name
from gin_p2p.crypto.identity import key_print
from gin_p2p.record.home import Home, save_name
from gin_p2p.record.peers import (
    Peer,
    Peers,
    by_key,
    by_name,
    load_peers,
    update_peers,
    with_peer,
    without_peer,
)

ID_WORDS: Final = "[name NEW]"
PEERS_WORDS: Final = "[show WHO | name WHO NEW | forget WHO | block WHO | unblock WHO]"


def id_command(words: Sequence[str], output: Output) -> Exit:
    """Do what stands behind `gin id`.

    Raises:
        UsageError: the words are not understood.
    """
    match list(words):
        case [] | ["show"]:
            return show_id(output)
        case ["name", new]:
            return rename_me(new, output)
        case _:
            raise UsageError(f"It is `gin id {ID_WORDS}`.")


def peers_command(words: Sequence[str], output: Output) -> Exit:
    """Do what stands behind `gin peers`.

    Raises:
        UsageError: the words are not understood.
    """
    match list(words):
        case [] | ["list"]:
            return list_peers(output)
        case ["show", who]:
            return show_peer(who, output)
        case ["name", who, new]:
            return name_peer(who, new, output)
        case ["forget", who]:
            return forget_peer(who, output)
        case ["block" | "unblock" as act, who]:
            return block_peer(who, output, blocked=act == "block")
        case _:
            raise UsageError(f"It is `gin peers {PEERS_WORDS}`.")


def show_id(output: Output) -> Exit:
    """Print the own name and key print; a new player gets a key here."""
    me = Me.load(None)
    shown = key_print(me.identity.public)
    output.event("id", name=me.name, key=shown)
    output.say(f"you are  {me.name}    (gin id name NEW to rename)")
    output.say(f"key      {shown}")
    output.say(f"kept in  {me.home.identity}    (yours alone: whoever has it can play as you)")
    return Exit.DONE


def rename_me(name: str, output: Output) -> Exit:
    """Choose how this player is called from now on.

    Raises:
        UsageError: the name cannot be shown.
    """
    try:
        chosen = own_name(name)
    except ValueError as error:
        raise UsageError(str(error)) from None
    home = Home.find()
    home.prepare()
    save_name(home.settings, chosen)
    output.event("id", name=chosen)
    output.say(f"You are {chosen} from now on.")
    return Exit.DONE


def list_peers(output: Output) -> Exit:
    """Print everybody we met, the newest first."""
    peers = sorted(load_peers(Home.find().peers), key=lambda peer: peer.last, reverse=True)
    for peer in peers:
        _report(peer, output)
        blocked = "  blocked" if peer.blocked else ""
        output.say(f"{inert_name(peer.name):<24} {peer.key}  {peer.last:%Y-%m-%d}{blocked}")
    if not peers:
        output.say("You have met nobody yet.")
    return Exit.DONE


def show_peer(wanted: str, output: Output) -> Exit:
    """Print what we know of one player.

    Raises:
        UsageError: we met nobody of this name or key print.
    """
    peer = _found(load_peers(Home.find().peers), wanted)
    _report(peer, output)
    output.say(f"name     {inert_name(peer.name)}")
    output.say(f"claimed  {inert_name(peer.claimed)}")
    output.say(f"key      {peer.key}    (made sure of by: {peer.checked.value})")
    output.say(f"met      first {peer.first:%Y-%m-%d %H:%M}Z, last {peer.last:%Y-%m-%d %H:%M}Z")
    output.say(f"seen at  {', '.join(peer.seen_at) or 'no address: they joined you'}")
    if peer.blocked:
        output.say("blocked  their calls are refused")
    return Exit.DONE


def name_peer(wanted: str, name: str, output: Output) -> Exit:
    """Call a player by another name.

    Raises:
        UsageError: we met nobody of this name, or the new one is taken or cannot be shown.
    """
    try:
        chosen = own_name(name)
    except ValueError as error:
        raise UsageError(str(error)) from None

    def renamed(peers: Peers) -> Peers:
        peer = _found(peers, wanted)
        holder = by_name(peers, chosen)
        if holder is not None and holder.key != peer.key:
            raise UsageError(f"{inert_name(chosen)} is somebody else already.")
        return with_peer(peers, replace(peer, name=chosen))

    update_peers(Home.find().peers, renamed)
    output.say(f"{inert_name(wanted)} is called {chosen} from now on.")
    return Exit.DONE


def forget_peer(wanted: str, output: Output) -> Exit:
    """Forget a player; the next meeting is a first one.

    Raises:
        UsageError: we met nobody of this name or key print.
    """
    update_peers(Home.find().peers, lambda peers: without_peer(peers, _found(peers, wanted).key))
    output.say(f"{inert_name(wanted)} is forgotten: the next meeting is a first one.")
    return Exit.DONE


def block_peer(wanted: str, output: Output, *, blocked: bool) -> Exit:
    """Refuse a player's calls from now on, or take them again.

    Raises:
        UsageError: we met nobody of this name or key print.
    """
    update_peers(
        Home.find().peers,
        lambda peers: with_peer(peers, replace(_found(peers, wanted), blocked=blocked)),
    )
    output.say(f"Calls of {inert_name(wanted)} are {'refused' if blocked else 'taken again'}.")
    return Exit.DONE


def _found(peers: Peers, wanted: str) -> Peer:
    peer = by_name(peers, wanted) or by_key(peers, wanted)
    if peer is None:
        raise UsageError(f"You have met nobody called {inert_name(wanted)}; `gin peers` lists everybody.")
    return peer


def _report(peer: Peer, output: Output) -> None:
    output.event(
        "peer",
        name=peer.name,
        key=peer.key,
        claimed=peer.claimed,
        checked=peer.checked.value,
        first=peer.first.isoformat(),
        last=peer.last.isoformat(),
        seen_at=list(peer.seen_at),
        blocked=peer.blocked,
    )
