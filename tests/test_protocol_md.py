"""Does protocol.md say what the code does?

The document is read as a program reads it: its tables are compared with the code, its field types are tried at their
bounds, and its examples are made again and verified.
"""

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, get_args

import pytest

from gin_p2p.cards import parse_card
from gin_p2p.cli.audit import CODES
from gin_p2p.crypto.chance import verify_opening
from gin_p2p.crypto.context import Context, Purpose
from gin_p2p.crypto.identity import key_print, verify
from gin_p2p.crypto.masking import MaskedCard, face, share_of
from gin_p2p.crypto.proofs import verify_key, verify_shares
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.crypto.shuffle import verify_shuffle
from gin_p2p.net import handshake, limits, notes
from gin_p2p.protocol import codec, disclosure, fields, messages, transcript, wire
from gin_p2p.protocol.codec import Malformed, Packable, pack, unpack
from gin_p2p.protocol.deal import layout_of
from gin_p2p.protocol.disclosure import Disclosure, check_signed
from gin_p2p.protocol.evidence import Moment
from gin_p2p.protocol.judge import judge
from gin_p2p.protocol.judgement import SENTENCES, Broken, Rule, Violation
from gin_p2p.protocol.referee import Referee
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.protocol.transcript import CLOSE_LABEL, FRAME_LABEL, next_head, open_envelope
from gin_p2p.protocol.wire import decode_body
from gin_p2p.record import container
from gin_p2p.record.container import frame_at
from gin_p2p.record.summary import Summary
from gin_p2p.rules.house import HouseRules, TableTerms
from gin_p2p.rules.match import Match
from gin_p2p.rules.moves import (
    BigGin,
    Defend,
    Discard,
    DrawStock,
    Illegal,
    Knock,
    Move,
    Pass,
    TakePile,
)
from gin_p2p.rules.parameters import Agreed, Plain
from gin_p2p.rules.phases import Phase, belongs, refusal
from gin_p2p.rules.round import Round
from gin_p2p.rules.words import UpcardMode
from gin_p2p.seat import Seat
from tests.helpers.make_protocol_examples import EXAMPLE, rewritten
from tests.helpers.protocol_text import (
    ANCHORS,
    EXAMPLES,
    LINKS,
    MESSAGES,
    TABLES,
    TEXT,
    Row,
    example,
    parts,
)

ACCUSE_NOBODY: Final = {"frame", "match", "chain", "signature", "after-close", "card-twice", "face"}
KINDS: Final[dict[str, type[messages.Message]]] = {
    "open": messages.Open,
    "accept": messages.Accept,
    "reveal": messages.Reveal,
    "key": messages.Key,
    "shuffle": messages.Shuffle,
    "cut": messages.Cut,
    "serve": messages.Serve,
    "give": messages.Give,
    "pass": messages.Pass,
    "draw": messages.Draw,
    "take": messages.Take,
    "take-many": messages.TakeMany,
    "throw": messages.Throw,
    "knock": messages.Knock,
    "big-gin": messages.BigGin,
    "defend": messages.Defend,
    "misdeal": messages.Misdeal,
    "resign": messages.Resign,
    "close": messages.Close,
}


# Anchors


def test_every_rule_of_the_code_has_one_anchor_and_no_anchor_is_extra() -> None:
    codes = [str(rule) for rule in Rule] + [f"move-{illegal}" for illegal in Illegal]
    assert sorted(ANCHORS) == sorted(codes)


def test_every_link_leads_to_an_anchor() -> None:
    assert set(LINKS) <= set(ANCHORS)


def test_every_rule_is_named_where_it_is_checked() -> None:
    assert set(ANCHORS) - set(LINKS) == set()


def test_the_list_of_rules_has_the_sentences_of_the_code_and_says_who_is_accused() -> None:
    rows = {row[0]: row[1:] for row in TABLES["codes"]}
    assert {code: row[0] for code, row in rows.items()} == {str(rule): SENTENCES[rule] for rule in Rule}
    assert {code for code, row in rows.items() if row[1] == "nobody"} == ACCUSE_NOBODY
    acts = {row[0].removesuffix(" °"): row[1] for row in TABLES["moves"]}
    assert acts == {f"move-{illegal}": illegal.sentence for illegal in Illegal}


# Constants


@pytest.mark.parametrize("row", TABLES["limits"])
def test_the_limits_are_those_of_the_code(row: Row) -> None:
    name, value = row[0], int(row[1])
    modules = (codec, transcript, wire, fields, container, disclosure)
    owners = [module for module in modules if hasattr(module, name)]
    assert owners
    assert {getattr(owner, name) for owner in owners} == {value}


@pytest.mark.parametrize("row", TABLES["line limits"])
def test_the_limits_of_the_line_are_those_of_the_code(row: Row) -> None:
    assert getattr(limits, row[0]) == float(row[1])


def test_the_labels_are_those_of_the_code() -> None:
    in_code = {
        transcript.FRAME_LABEL,
        transcript.CLOSE_LABEL,
        disclosure.LABEL,
        handshake.HOST_LABEL,
        handshake.GUEST_LABEL,
    }
    assert {row[0] for row in TABLES["labels"]} == in_code


def test_the_refusals_of_a_host_are_those_of_the_code() -> None:
    (line,) = (line for line in TEXT.splitlines() if line.startswith("`no` codes are "))
    named = set(line.partition(";")[0].replace("`", "").removeprefix("no codes are ").split(", "))
    assert named == handshake.REFUSALS | {"version"}


def test_the_link_notes_are_those_of_the_code() -> None:
    words = {"uint": int, "bytes": bytes, "text": str, "bool": bool}
    told = {row[0]: tuple(words[word] for word in row[1].split(", ") if word) for row in TABLES["notes"]}
    assert told == notes.SHAPES


# House rules


def in_words(value: Plain) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(("name", "agreed"), [("rules", HouseRules), ("terms", TableTerms)])
def test_the_parameters_are_those_of_the_code_in_the_order_of_the_wire(
    name: str, agreed: type[Agreed]
) -> None:
    defaults = agreed().to_mapping()
    in_code = [
        (str(number), parameter.name, in_words(defaults[parameter.name]), parameter.allowed)
        for number, parameter in enumerate(agreed.parameters().values(), start=1)
    ]
    assert [row[:4] for row in TABLES[name]] == in_code


# The game


@pytest.mark.parametrize("row", TABLES["phases"], ids=lambda row: row[0])
def test_each_kind_of_move_belongs_to_a_phase_or_is_refused_as_written(row: Row) -> None:
    phase = Phase(row[0])
    kinds: tuple[type[Move], ...] = (Pass, DrawStock, TakePile, Discard, Knock, BigGin, Defend)
    answers = [
        "ok" if belongs(phase, kind) else f"move-{refusal(phase, kind)}" for kind in kinds
    ]  # fmt: skip
    assert list(row[1:]) == answers


def test_every_phase_of_a_hand_that_goes_on_is_written_down() -> None:
    assert {row[0] for row in TABLES["phases"]} == set(Phase) - {Phase.FINISHED}


# Stages


def test_every_stage_is_written_down_in_order() -> None:
    assert [row[0] for row in TABLES["stages"]] == list(Stage)


def due(stage: Stage, kind: type[messages.Message]) -> bool:
    """Tell whether the judge looks at a message of this kind at this stage, rather than refusing its kind."""
    message = object.__new__(kind)
    try:
        judge(Table(stage=stage), Seat.HOST, message, Moment(bytes(32), bytes(16)))
    except Broken as broken:
        return broken.rule is not Rule.KIND
    except (LookupError, AttributeError):  # it looked for a match, or into the message
        return True
    raise AssertionError("an empty message was accepted")


@pytest.mark.parametrize("row", TABLES["stages"], ids=lambda row: row[0])
def test_the_messages_due_at_a_stage_are_those_written_down(row: Row) -> None:
    stage = Stage(row[0])
    told = {word for word in row[2].split(", ") if word}
    if stage is Stage.ACCEPT:
        assert told == {"accept"}  # needs nothing of the table's but the offer
    assert {kind for kind, message in KINDS.items() if due(stage, message)} == told


@pytest.mark.parametrize("row", TABLES["stages"], ids=lambda row: row[0])
@pytest.mark.parametrize("dealer", Seat)
def test_the_speaker_at_a_stage_is_the_one_written_down(row: Row, dealer: Seat) -> None:
    rules = HouseRules()
    hand = Round.deal(rules, dealer, parse_card("7h")).apply(dealer.other, Pass())
    told = {
        "host": Seat.HOST,
        "guest": Seat.GUEST,
        "dealer": dealer,
        "non-dealer": dealer.other,
        "the seat in turn": hand.turn,
        "the seat not in turn": hand.turn.other,
        "nobody": None,
    }
    table = Table(stage=Stage(row[0]), match=Match.start(rules, dealer), round=hand)
    assert table.speaker is told[row[1]]


# The deal


@pytest.mark.parametrize("row", TABLES["layout"], ids=lambda row: row[0])
def test_the_places_of_the_deck_are_those_of_the_code(row: Row) -> None:
    layout = layout_of(HouseRules(upcard_mode=UpcardMode(row[0])))

    def in_row(places: tuple[int, ...]) -> str:
        return f"{places[0]}, {places[1]}, …, {places[9]}" + "".join(f", {place}" for place in places[10:])

    upcard = "none" if layout.upcard_place is None else str(layout.upcard_place)
    places = (in_row(layout.other_places), in_row(layout.dealer_places))
    assert row[1:] == (*places, upcard, f"{layout.stock_place} … 51")


# Messages


def test_every_message_is_written_down() -> None:
    assert set(MESSAGES) == set(KINDS) == set(wire._DECODERS)
    assert set(KINDS.values()) == set(get_args(messages.Message))


@pytest.mark.parametrize("kind", KINDS)
def test_the_fields_of_a_message_are_those_of_the_code_in_order(kind: str) -> None:
    in_code = [field.name for field in dataclasses.fields(KINDS[kind])]
    assert [row[0] for row in MESSAGES[kind]] == in_code


@dataclass(frozen=True)
class Bounds:
    """Values that a type admits, the largest among them, and values that it does not."""

    good: tuple[Packable, ...]
    bad: tuple[Packable, ...]


def binary(*lengths: int, up_to: int = 0) -> Bounds:
    good = tuple(bytes(length) for length in lengths)
    longest = max(lengths)
    return Bounds(good, (bytes(longest + 1), bytes(longest - 1), bytes(up_to), "", 0, True, ()))


def number(below: int) -> Bounds:
    return Bounds((0, below - 1), (below, True, "0", b"", (0,)))


def words(n_bytes: int) -> Bounds:
    return Bounds(("", "é" * (n_bytes // 2)), ("é" * (n_bytes // 2) + "a", b"", 0, True))


def elements(n_bytes: int) -> Bounds:
    return Bounds((b"", bytes(n_bytes * 104)), (bytes(n_bytes * 105), bytes(n_bytes - 1), 0, ""))


def listed(item: Bounds, most: int) -> Bounds:
    good = ((), tuple(item.good[-1] for _ in range(most)))
    bad = tuple((value,) for value in item.bad)
    return Bounds(good, (tuple(item.good[-1] for _ in range(most + 1)), 0, b"", *bad))


CARD: Final = number(52)
PAIR: Final = Bounds(((0, 0), (51, 16)), ((0,), (0, 17), (52, 0), (0, 0, 0), 0))
TYPES: Final[dict[str, Bounds]] = {
    "bin": Bounds((b"", bytes(1000)), ("", 0, ())),
    "bin 0 or 32": Bounds((b"", bytes(32)), (bytes(1), bytes(31), bytes(33), "", 0)),
    "elements": elements(33),
    "masked cards": elements(66),
    "card": CARD,
    "melds": listed(listed(CARD, 52), 17),
    "layoffs": listed(PAIR, 52),
    "places": listed(CARD, 52),
    "settings": Bounds(((), (True, 2**64 - 1, "x"), (0,) * 64), ((0,) * 65, (b"",), ((),), 0)),
    "team tag": Bounds(
        (("", 0, 0), ("é" * 32, 99, 1)),
        (("a" * 65, 0, 0), ("", 100, 0), ("", 0, 2), ("", 0), ("", 0, 0, 0), 0),
    ),
    "totals": Bounds(((0, 0), (2**32 - 1,) * 2), ((0,), (0, 0, 0), (2**32, 0), (0, 2**32), 0)),
}


def bounds_of(type_: str) -> Bounds:
    word, _, size = type_.rpartition(" ")
    if type_ in TYPES:
        return TYPES[type_]
    makers: dict[str, Callable[[int], Bounds]] = {"uint <": number, "bin": binary, "text": words}
    return makers[word](int(size))


@pytest.mark.parametrize("kind", KINDS)
def test_the_bounds_of_every_field_are_those_written_down(kind: str) -> None:
    bounds = [bounds_of(row[1]) for row in MESSAGES[kind]]
    for choice in (0, -1):
        decode_body(pack((kind, wire.MAX_MS - 1, *(bound.good[choice] for bound in bounds))))
    smallest = [bound.good[0] for bound in bounds]
    for place, bound in enumerate(bounds):
        for value in bound.bad:
            if value in bound.good and type(value) in map(type, bound.good):
                continue
            body = pack((kind, 0, *smallest[:place], value, *smallest[place + 1 :]))
            with pytest.raises(Malformed):
                decode_body(body)
    for wrong in ((kind, wire.MAX_MS, *smallest), (kind, 0, *smallest, 0), (kind, 0, *smallest[:-1])):
        with pytest.raises(Malformed):
            decode_body(pack(wrong))


# The record


def test_the_items_of_a_summary_are_those_of_the_code_in_order() -> None:
    assert [row[1] for row in TABLES["summary"]] == [field.name for field in dataclasses.fields(Summary)]


def test_every_verdict_is_written_down_with_the_exit_code_it_has() -> None:
    told = {(row[1].partition(",")[0].partition(";")[0], int(row[2])) for row in TABLES["verdicts"]}
    assert told == {(verdict.value, int(code)) for verdict, code in CODES.items()}


# Examples


def test_the_examples_are_what_their_program_makes() -> None:
    assert rewritten(TEXT) == TEXT


def context(name: str) -> Context:
    deal, purpose, seat = EXAMPLES[name]["deal, purpose, seat"].split()
    answer = Context(
        example(name, "head"),
        example(name, "match id"),
        int(deal),
        Purpose(purpose.strip('"')),
        Seat(int(seat)),
    )
    assert answer.encode() == example(name, "context")
    return answer


def masked(joined: bytes) -> list[MaskedCard]:
    return [MaskedCard(card[:33], card[33:]) for card in parts(joined, 66)]


def test_the_proofs_of_the_examples_hold_as_they_are_written() -> None:
    verify_key(example("key-proof", "X"), example("key-proof", "proof"), context("key-proof"))
    hints, shares = (parts(example("share-proof", name), 33) for name in ("hints", "shares"))
    proof = example("share-proof", "proof")
    verify_shares(example("share-proof", "X"), hints, shares, proof, context("share-proof"))
    inputs, outputs = (masked(example("shuffle-proof", side)) for side in ("inputs", "outputs"))
    proof = example("shuffle-proof", "proof")
    verify_shuffle(example("shuffle-proof", "K"), inputs, outputs, proof, context("shuffle-proof"))


def test_the_shuffled_cards_of_the_example_are_the_ones_named() -> None:
    secret = SecretScalar.from_private_bytes(example("key-proof", "x"))
    faces = [
        [face(card, share_of(secret, card)) for card in masked(example("shuffle-proof", side))]
        for side in ("inputs", "outputs")
    ]
    order = [int(place) - 1 for place in EXAMPLES["shuffle-proof"]["pi"].split()]
    assert faces == [[6, 7, 8], [[6, 7, 8][place] for place in order]]


def test_the_signature_and_the_commitment_of_the_examples_hold() -> None:
    public = example("identity", "public key")
    verify(public, FRAME_LABEL, example("identity", "message"), example("identity", "signature"))
    assert key_print(public) == EXAMPLES["identity"]["key print"]
    keys = (example("chance", "host's key"), example("chance", "guest's key"))
    commitment = example("chance", 'commit("dealer", 0, HOST, first)')
    verify_opening(commitment, "dealer", *keys, 0, Seat.HOST, example("chance", "first nonce"))


def test_the_frames_of_the_example_are_accepted_and_chained_as_written() -> None:
    referee, head = Referee(), bytes(32)
    for number_ in range(3):
        frame, name = example("frames", f"frame {number_}"), f"frame {number_}"
        envelope = open_envelope(frame)
        assert envelope.prev_head == head == example("frames", f"{name}: head before")
        assert envelope.match_id == example("frames", f"{name}: match id")
        assert envelope.body == example("frames", f"{name}: body")
        referee.hear(frame)
        head = next_head(frame)
    assert referee.transcript.head == example("frames", "head after frame 2")
    assert referee.table.stage is Stage.DEALER_KEY
    assert int(referee.table.playing.dealer) == int(EXAMPLES["frames"]["first dealer"])


def test_a_changed_offer_of_the_example_is_refused() -> None:
    frame = example("frames", "frame 0")
    other = frame.replace(b"alice", b"alicf")
    assert other != frame
    with pytest.raises(Exception, match="signature") as refused:
        Referee().hear(other)
    assert not isinstance(refused.value, Violation)


def test_the_digest_is_over_the_items_written_down() -> None:
    state = json.loads(EXAMPLES["digest"]["state"])
    packed = example("digest", "packed")
    assert len(state) == len(TABLES["digest"])
    assert pack(state) == packed
    assert unpack(packed, max_bytes=len(packed))


def test_the_example_of_a_summary_follows_from_the_last_frame() -> None:
    packed = example("record", "summary")
    assert container.summary_at_end(packed + example("record", "trailer")) == (
        0,
        unpack(packed, max_bytes=len(packed)),
    )
    summary = Summary.parse(unpack(packed, max_bytes=len(packed)))
    assert summary is not None
    last = open_envelope(example("record", "last frame"))
    assert summary.head == next_head(example("record", "last frame")) == example("record", "head after it")
    assert summary.n_frames == last.seq + 1 == int(EXAMPLES["record"]["number of frames"])
    assert last.is_signed_by(summary.keys[Seat.GUEST], CLOSE_LABEL)
    assert decode_body(last.body)[1] == messages.Close(summary.winner or 0, summary.totals)


def test_the_record_of_the_example_begins_with_its_first_frame() -> None:
    frame = example("frames", "frame 0")
    stored = example("record", "object of frame 0, its first bytes") + frame
    assert frame_at(stored) == frame
    assert (container.HEADER + stored)[:40] == example("record", "file, its first 40 bytes")


def test_the_disclosure_of_the_example_is_signed_by_the_host_of_that_match() -> None:
    sealed, payload = example("disclosure", "disclosure"), example("disclosure", "payload")
    assert payload in sealed
    told = Disclosure.open(sealed)
    check_signed(sealed, example("identity", "public key"))
    assert (told.head, told.seat) == (example("record", "head after it"), Seat.HOST)
    ((number_, secret),) = told.keys
    assert number_ == 1
    assert secret.private_bytes() == example("disclosure", "x of the host in deal 1")
    assert secret.public == example("disclosure", "its key, as said in deal 1")
    stored = example("disclosure", "its object, the first bytes") + sealed
    assert container.disclosure_at(stored) == sealed


def test_the_disclosed_key_of_the_example_is_the_one_that_was_said_in_its_deal() -> None:
    said = [decode_body(open_envelope(frame).body)[1] for frame in EXAMPLE.frames]
    keys = {message.key for message in said if isinstance(message, messages.Key)}
    assert example("disclosure", "its key, as said in deal 1") in keys


def test_the_parts_of_a_disclosure_are_those_of_the_code_in_order() -> None:
    told = [row[0] for row in TABLES["disclosure"]]
    assert told == [field.name for field in dataclasses.fields(Disclosure)]
