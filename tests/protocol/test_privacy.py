"""Does a seat's process learn exactly the cards that its view shows?"""

import dataclasses
import typing
from collections.abc import Iterator

import pytest

from gin_p2p.cards import Card
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.table import Offer, Stage, Table
from gin_p2p.protocol.view import View
from gin_p2p.rules.match import Match
from gin_p2p.rules.round import Round
from gin_p2p.seat import Seat
from tests.helpers.arena import Scenario, Story
from tests.helpers.choosers import thrifty
from tests.helpers.spy import Watch
from tests.helpers.stories import KNOCK_DECK, one_hand, story
from tests.helpers.trials import named, strike

QUICK = ["knock", "turns"]
MORE = ["gin", "big gin", "mahjong", "constant", "eleven", "dealer's misdeal", "other's misdeal", "wall"]


def watch(told: Story, seat: Seat, n_frames: int | None = None) -> Watch:
    """Compare what a seat can find with what it is shown, after each frame."""
    watched = Watch(told, seat)
    for frame, heard in zip(told.frames[:n_frames], told.heard, strict=False):
        shows = heard.seat if isinstance(heard.message, say.Misdeal) else None
        watched.hear(frame, heard.after, shows_hand=shows)
        peers_hidden_hand_stays_hidden(watched, heard.after)
    return watched


def peers_hidden_hand_stays_hidden(watched: Watch, table: Table) -> None:
    """No place of the other's hand is known, but those of cards taken openly since its last shuffle."""
    round_ = table.round
    if table.stage is Stage.MOVE and round_ is not None and round_.knock is None:
        peer = watched.seat.other
        opened = {
            watched.spy.opened[masked] for masked in table.dealing.hands[peer] if masked in watched.spy.opened
        }
        taken = set(round_.taken) | set(round_.shown) if round_.turn is peer else set()
        assert opened <= taken


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE)])
def test_all_shares_and_keys_of_a_process_open_exactly_what_its_view_shows(name: str, seat: Seat) -> None:
    told = story(name)
    watched = watch(told, seat)
    n_deals = told.heard[-1].after.dealing.number
    assert len(watched.spy.found[n_deals]) >= 10
    assert len(watched.spy.found[n_deals]) < (35 if name != "wall" else 52)


@pytest.mark.slow
@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(("preset", "hands"), [("standard", 3), ("mahjong", 1), ("round_the_corner", 2)])
def test_whole_matches_open_exactly_what_the_view_shows(preset: str, hands: int, seat: Seat) -> None:
    told = Story.of(Scenario(one_hand(preset, hands=hands), chooses=thrifty(5), label="whole"))
    assert told.heard[-1].after.stage is Stage.CLOSED
    watch(told, seat)


@pytest.mark.parametrize(
    "name", ["share-count, one too many", "share-proof, of the stock", "share-proof, the next card"]
)
def test_a_share_too_many_or_of_another_card_is_noticed(name: str) -> None:
    fault = named(name)
    told, struck = story(fault.story), strike(fault)
    watched = watch(told, fault.seat.other, struck.n)
    assert watched.spy.found == watched.shown
    with pytest.raises(AssertionError, match="deal 1"):
        watched.hear(struck.frames[0], told.table_at(struck.n))


def test_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    told = story("knock")
    n = told.find(say.Give) + 1
    drawer, giver = (watch(told, seat, n) for seat in (Seat.GUEST, Seat.HOST))
    drawn = KNOCK_DECK[21]
    assert drawn in drawer.spy.found[1]
    assert drawn not in giver.spy.found[1]


def test_the_view_is_a_whitelist() -> None:
    assert [field.name for field in dataclasses.fields(View)] == [
        "seat",
        "stage",
        "speaker",
        "offer",
        "match",
        "round",
        "hand",
        "drawn",
    ]
    assert View.__slots__ == tuple(field.name for field in dataclasses.fields(View))


def test_nothing_in_a_view_can_hold_a_secret_or_a_masked_card() -> None:
    reached = {kind for kind in classes_in(View, set()) if kind.__module__.startswith("gin_p2p.")}
    assert {Round, Match, Card} <= reached
    public = {View, Stage, Offer, say.TeamTag, Card, Seat}
    assert {kind for kind in reached if not kind.__module__.startswith("gin_p2p.rules.")} == public
    assert [field.name for field in dataclasses.fields(Offer) if "bytes" in str(field.type)] == [
        "keys",
        "commitment",
    ]


def classes_in(kind: object, seen: set[int]) -> Iterator[type]:
    """Yield every class that a value of this type can hold."""
    if id(kind) in seen:
        return
    seen.add(id(kind))
    for argument in typing.get_args(kind):
        yield from classes_in(argument, seen)
    if isinstance(kind, type):
        yield kind
        if dataclasses.is_dataclass(kind):
            for hint in typing.get_type_hints(kind).values():
                yield from classes_in(hint, seen)
