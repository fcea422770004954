"""Do the short matches go as they are meant to, and do peers and auditor agree on each?"""

from dataclasses import fields

import pytest

from gin_p2p.protocol import messages as say
from gin_p2p.protocol.audit import Auditor, Verdict, audit
from gin_p2p.protocol.table import Stage
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.results import Cause, Ending
from gin_p2p.rules.words import FirstDealer
from gin_p2p.seat import Seat
from tests.helpers.arena import Arena, Scenario, Story
from tests.helpers.stories import SCENARIOS, story

ENDINGS = {
    "knock": (Ending.KNOCK, Seat.GUEST),
    "undercut": (Ending.UNDERCUT, Seat.HOST),
    "gin": (Ending.GIN, Seat.GUEST),
    "big gin": (Ending.BIG_GIN, Seat.GUEST),
    "take limit": (Ending.DEAD_HAND, None),
    "washed out": (Ending.DEAD_HAND, None),
    "wall": (Ending.KNOCK, Seat.HOST),
    "dealer's misdeal": (Ending.MISDEAL, None),
    "other's misdeal": (Ending.MISDEAL, None),
    "eleven's misdeal": (Ending.MISDEAL, None),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_peers_and_auditor_end_on_one_head(name: str) -> None:
    told = story(name)
    found = audit(told.frames)
    assert found.verdict is Verdict.VERIFIED
    assert found.accused is None
    assert (found.head, found.n_frames) == (told.heads[-1], len(told.frames))
    assert found.table == told.heard[-1].after
    assert found.n_deals == sum(isinstance(message, say.Serve) for message in told.messages) + sum(
        heard.before.stage is Stage.SERVE and isinstance(heard.message, say.Misdeal) for heard in told.heard
    )
    assert found.n_turns == sum(isinstance(message, say.MoveMessage) for message in told.messages)


@pytest.mark.parametrize("name", ENDINGS)
def test_the_first_hand_ends_as_its_story_says(name: str) -> None:
    result = story(name).heard[-1].after.playing.hands[0].result
    assert (result.ending, result.winner) == ENDINGS[name]
    assert (result.cause is Cause.TAKE_LIMIT) is (name == "take limit")
    assert (result.cause is Cause.STOCK) is (name == "washed out")


def test_the_stories_reach_every_kind_of_message() -> None:
    said = {type(message) for name in SCENARIOS for message in story(name).messages}
    moves = set(say.MoveMessage.__args__)
    others = {say.Open, say.Accept, say.Reveal, say.Key, say.Shuffle, say.Cut, say.Serve, say.Give, say.Close}
    assert said == moves | others
    assert all(fields(kind) for kind in said)


def test_the_stories_reach_every_stage() -> None:
    stages = {heard.after.stage for name in SCENARIOS for heard in story(name).heard}
    assert stages | {Stage.OPEN} == set(Stage)


def test_the_same_secrets_give_the_same_bytes() -> None:
    again = Story.of(SCENARIOS["knock"])
    assert again.frames == story("knock").frames
    assert again.frames != story("another").frames


@pytest.mark.parametrize("n", [0, 1, 2, 5, 9, 13, 15])
def test_a_record_cut_between_two_frames_is_unfinished_and_says_who_is_due(n: int) -> None:
    told = story("knock")
    found = audit(told.frames[:n])
    assert found.verdict is Verdict.UNFINISHED
    assert found.refused is None
    assert found.table == told.table_at(n)
    assert found.table.speaker is told.heard[n].seat


def test_an_auditor_answers_what_it_heard_until_the_first_refusal() -> None:
    told, auditor = story("knock"), Auditor()
    assert auditor.hear(told.frames[0]) is not None
    assert auditor.hear(told.frames[2]) is None
    assert auditor.hear(told.frames[1]) is None
    assert auditor.table == told.table_at(1)
    assert auditor.findings().n_frames == 1


def test_the_dealer_is_drawn_when_chance_is_to_draw_it() -> None:
    dealers = set()
    for label in "abd":
        scenario = Scenario(HouseRules(), label=label)
        dealers.add(Arena.of(scenario).sit().sessions[0].table.playing.dealer)
    assert dealers == set(Seat)


@pytest.mark.parametrize(("word", "seat"), [(FirstDealer.HOST, Seat.HOST), (FirstDealer.GUEST, Seat.GUEST)])
def test_the_dealer_is_who_the_rules_name(word: FirstDealer, seat: Seat) -> None:
    scenario = Scenario(HouseRules(first_dealer=word), label="named")
    assert Arena.of(scenario).sit().sessions[0].table.playing.dealer is seat
