"""Which message may be said at which stage, and who speaks?"""

from typing import Final, get_args

import pytest

from gin_p2p.protocol import messages as say
from gin_p2p.protocol.judge import judge
from gin_p2p.protocol.judgement import Broken, Rule
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.rules.moves import Illegal, IllegalMove
from gin_p2p.seat import Seat
from tests.helpers.arena import Story
from tests.helpers.stories import SCENARIOS, sample, story

MOVES: Final[frozenset[type]] = frozenset(get_args(say.MoveMessage))
EVERY_KIND: Final[tuple[type, ...]] = get_args(say.Message)

ADMITTED: Final[dict[Stage, frozenset[type]]] = {
    Stage.OPEN: frozenset({say.Open}),
    Stage.ACCEPT: frozenset({say.Accept}),
    Stage.REVEAL: frozenset({say.Reveal}),
    Stage.DEALER_KEY: frozenset({say.Key}),
    Stage.OTHER_KEY: frozenset({say.Key}),
    Stage.SHUFFLE: frozenset({say.Shuffle}),
    Stage.CUT: frozenset({say.Cut}),
    Stage.SERVE: frozenset({say.Serve, say.Misdeal}),
    Stage.MOVE: MOVES,
    Stage.GIVE: frozenset({say.Give}),
    Stage.HOST_CLOSE: frozenset({say.Close}),
    Stage.GUEST_CLOSE: frozenset({say.Close}),
    Stage.CLOSED: frozenset(),
}

SPEAKER: Final[dict[Stage, frozenset[Seat | None]]] = {
    Stage.OPEN: frozenset({Seat.HOST}),
    Stage.ACCEPT: frozenset({Seat.GUEST}),
    Stage.REVEAL: frozenset({Seat.HOST}),
    Stage.HOST_CLOSE: frozenset({Seat.HOST}),
    Stage.GUEST_CLOSE: frozenset({Seat.GUEST}),
    Stage.CLOSED: frozenset({None}),
}


def places(stage: Stage) -> list[tuple[Story, int]]:
    """Answer where some stories stand at this stage, the first two times in each."""
    found = []
    for name in ("knock", "turns", "mahjong"):
        told = story(name)
        at = [n for n in range(len(told.frames) + 1) if told.table_at(n).stage is stage]
        found += [(told, n) for n in at[:2]]
    return found


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_message_is_heard_only_at_its_stage(stage: Stage, kind: type) -> None:
    message = sample(kind)
    verdicts = {verdict_at(told, n, message) for told, n in places(stage)}
    assert (verdicts == {Rule.KIND}) is (kind not in ADMITTED[stage])
    assert Rule.KIND not in verdicts or len(verdicts) == 1


def verdict_at(told: Story, n: int, message: say.Message) -> Rule | Illegal | None:
    """Answer why a message is refused after n frames of a story; None when it is heard."""
    table = told.table_at(n)
    try:
        judge(table, table.speaker or Seat.HOST, message, told.moment_at(n))
    except Broken as broken:
        return broken.rule
    except IllegalMove as illegal:
        return illegal.reason
    return None


def test_every_stage_is_in_the_table_and_in_a_story() -> None:
    assert set(ADMITTED) == set(Stage)
    assert all(places(stage) for stage in Stage)


def test_the_speaker_is_derived_from_the_table() -> None:
    for name in SCENARIOS:
        told = story(name)
        for n, heard in enumerate(told.heard):
            table = told.table_at(n)
            assert table.speaker is heard.seat
            assert heard.seat in SPEAKER.get(table.stage, frozenset(Seat))
            dealer = table.match.dealer if table.match else None
            if table.stage in {Stage.DEALER_KEY, Stage.SHUFFLE, Stage.SERVE}:
                assert heard.seat is dealer
            if table.stage in {Stage.OTHER_KEY, Stage.CUT}:
                assert heard.seat is not dealer
            if table.stage is Stage.MOVE:
                assert heard.seat is table.hand.turn
            if table.stage is Stage.GIVE:
                assert heard.seat is table.hand.turn.other
        assert told.table_at(len(told.frames)).speaker is None


def test_a_judged_message_leaves_the_table_before_it_as_it_was() -> None:
    told = story("turns")
    for heard in told.heard:
        before = repr(heard.before)
        assert judge(heard.before, heard.seat, heard.message, told.moment_at(heard.seq)) == heard.after
        assert repr(heard.before) == before


@pytest.mark.parametrize("name", ["agreed", "playing", "dealing", "hand"])
def test_what_the_stage_does_not_promise_is_a_lookup_error(name: str) -> None:
    with pytest.raises(LookupError):
        getattr(Table(), name)


def test_a_deal_is_counted_void_or_not_and_its_keys_are_never_used_again() -> None:
    told = story("dealer's misdeal")
    keys = [m.key for m in told.messages if isinstance(m, say.Key)]
    assert len(set(keys)) == 4
    assert told.heard[-1].after.used_keys == frozenset(keys)
    assert [h.after.dealing.number for h in told.heard if isinstance(h.message, say.Key)] == [1, 1, 2, 2]
