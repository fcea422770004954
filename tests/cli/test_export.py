"""Is everything public exported, nothing else, and in forms that other programs read?"""

import csv
import io
import json
import os
import re
import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gin_p2p.cards import parse_card, parse_cards
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.export import Asked, Form, export_command
from gin_p2p.cli.output import Output
from gin_p2p.crypto.identity import key_print
from gin_p2p.protocol import messages as say
from gin_p2p.protocol.messages import TeamTag
from gin_p2p.record.disk import SystemDisk
from gin_p2p.record.errors import FileRefusedError, NoRecordError
from gin_p2p.record.export import COLUMNS
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import save_identity
from gin_p2p.record.new_file import digest_of_file, write_public
from gin_p2p.record.replay import replay
from gin_p2p.record.seed import create_seed
from gin_p2p.record.toml_text import quoted
from gin_p2p.seat import Seat
from tests.helpers.records import ONE_HAND, MemoReferee, Pair, closed_file, file_of, one_hand, resigned_file

REPLAYS = sorted((Path(__file__).parents[2] / "replays").glob("*.gin"))
SCHEMA: dict[str, Any] = json.loads(files("gin_p2p.record").joinpath("export.schema.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Each test has its own player, and remembers proofs that held."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    monkeypatch.setenv("GIN_HOME", str(tmp_path_factory.mktemp("home")))
    return Home.find()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "7f3a.gin"
    path.write_bytes(closed_file())
    return path


def exported(asked: Asked, *, is_json: bool = False) -> tuple[Exit, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = export_command(asked, Output(is_json=is_json, out=out, err=err))
    return code, out.getvalue(), err.getvalue()


def written(path: Path, to: str, hand: int | None = None, *, anon: bool = False, own: bool = False) -> str:
    code, out, err = exported(Asked([str(path)], to, hand, anon, own))
    assert (code, err) == (Exit.DONE, "")
    return out


def match_of(path: Path, hand: int | None = None, *, anon: bool = False, own: bool = False) -> dict[str, Any]:
    document = json.loads(written(path, "json", hand, anon=anon, own=own))
    jsonschema.validate(document, SCHEMA)
    (match,) = document["matches"]
    assert isinstance(match, dict)
    return match


# JSON


def test_the_records_were_found() -> None:
    assert len(REPLAYS) >= 8
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
@pytest.mark.parametrize("anon", [False, True])
def test_every_record_exports_by_the_schema(path: Path, anon: bool) -> None:
    match_of(path, anon=anon)


def test_the_schema_is_strict() -> None:
    def objects(value: object) -> list[dict[str, Any]]:
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        found = [value] if isinstance(value, dict) and value.get("type") == "object" else []
        return [*found, *(one for part in inner for one in objects(part))]

    assert len(objects(SCHEMA)) >= 10
    assert all(one["additionalProperties"] is False for one in objects(SCHEMA))


def test_the_json_carries_what_the_frames_say(record: Path) -> None:
    pair, match = one_hand(), match_of(record)
    assert match["match"] == pair.sessions[0].match_id.hex()
    assert match["frames"] == len(pair.frames)
    assert [player["key"] for player in match["players"]] == [
        key_print(one.public) for one in pair.identities
    ]
    assert match["totals"] == list(pair.summary().totals)
    assert match["rules"] == pair.table.agreed.rules.to_mapping()
    said = [step.heard for step in replay(record) if isinstance(step.heard.message, say.MoveMessage)]
    (hand,) = match["hands"]
    assert [move["ms"] for move in hand["moves"]] == [heard.ms for heard in said]
    assert [move["seat"] for move in hand["moves"]] == [heard.seat.name.lower() for heard in said]
    thrown = [move["cards"] for move in hand["moves"] if move["kind"] == "throw"]
    piles = [heard.after.hand.pile for heard in said if isinstance(heard.message, say.Throw)]
    assert thrown == [[str(pile[-1])] for pile in piles]


def test_going_out_and_defending_show_ten_cards_each(record: Path) -> None:
    (hand,) = match_of(record)["hands"]
    out, defence = hand["moves"][-2:]
    for move in (out, defence):
        laid = [layoff["card"] for layoff in move.get("layoffs", [])]
        shown = [*move["deadwood"], *(card for meld in move.get("melds", []) for card in meld), *laid]
        assert len(set(map(parse_card, shown))) == 10
    assert sum(part["points"] for part in hand["result"]["parts"]) == hand["result"]["points"]


def test_several_records_are_one_document(record: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.gin"
    other.write_bytes(resigned_file())
    _, out, _ = exported(Asked([str(record), str(other)], "json"))
    document = json.loads(out)
    jsonschema.validate(document, SCHEMA)
    assert [match["resigned"] is None for match in document["matches"]] == [True, False]


def test_a_table_of_a_team_match_is_named(tmp_path: Path) -> None:
    pair = Pair("team", rules=replace(ONE_HAND, team_size=2), team=TeamTag("cup", 2, 1))
    pair.sit_down()
    path = tmp_path / "team.gin"
    path.write_bytes(file_of(pair.frames))
    assert match_of(path)["team"] == {"name": "cup", "table": 2, "host_team": 2}
    assert match_of(path, anon=True)["team"] is None


def test_a_match_that_goes_on_has_a_hand_without_a_result(tmp_path: Path) -> None:
    path = tmp_path / "open.gin"
    path.write_bytes(file_of(one_hand().frames[:60]))
    match = match_of(path)
    assert (match["verdict"], match["finished"], match["winner"]) == ("UNFINISHED", False, None)
    assert match["hands"][-1]["result"] is None


# gn


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_every_record_is_written_in_toml(path: Path) -> None:
    match, gn = match_of(path), tomllib.loads(written(path, "gn"))
    assert gn["gin"] == 1
    assert gn["players"] == [player["name"] for player in match["players"]]
    assert gn["keys"] == [player["key"] for player in match["players"]]
    assert gn["date"] == datetime.fromtimestamp(match["started_ms"] // 1000, UTC)
    assert gn["rules"] == match["rules"]
    assert gn["source"] == f"sha256:{sha256(path.read_bytes()).hexdigest()}"
    assert gn.get("result") == (None if match["totals"] is None else "{}-{}".format(*match["totals"]))
    hands = gn.get("hand", [])
    assert len(hands) == len(match["hands"])
    for hand, same in zip(hands, match["hands"], strict=True):
        assert len(hand["actions"]) == len({(move["turn"], move["seat"]) for move in same["moves"]})
        text = " ".join(hand["actions"])
        thrown = [move["cards"][0] for move in same["moves"] if move["kind"] == "throw"]
        assert re.findall(r" x (\w\w)", text) == thrown


def test_the_actions_of_a_hand_are_its_moves(record: Path) -> None:
    gn, match = tomllib.loads(written(record, "gn")), match_of(record)
    (hand,), (same,) = gn["hand"], match["hands"]
    out, defence = same["moves"][-2:]
    melds = ",".join("".join(meld) for meld in out["melds"])
    assert hand["actions"][-2].endswith(f" k {out['cards'][0]} {melds}/{''.join(out['deadwood']) or '-'}")
    assert hand["actions"][-1].startswith(f"p{1 + (defence['seat'] == 'guest')} d ")
    assert hand["deal"][2:] == [f"up {same['upcard']}"]
    assert hand["ending"] == same["result"]["ending"]


def test_big_gin_misdeals_and_resigning_have_their_words(tmp_path: Path) -> None:
    texts = {path.stem: written(path, "gn") for path in REPLAYS}
    assert re.search(r'"p\d (s \S+|t \w\w) big [\w,]+"', texts["big-gin"])
    (misdeal,) = re.findall(r"p\d misdeal (\w+)", texts["misdeal"])
    assert len(set(parse_cards(misdeal))) == 10
    assert "limit_card = " in texts["knock-deck"]
    assert re.search(r" t (\w\w){2,} \w+ x ", texts["mahjong"])
    path = tmp_path / "resigned.gin"
    path.write_bytes(resigned_file())
    assert re.search(r'"p\d resign"', written(path, "gn"))


def test_a_hostile_name_stays_inside_its_text(tmp_path: Path) -> None:
    names = ('eve"]\n[rules]\x1b[2J', "=HYPERLINK(1)\u202e")
    pair = Pair("hostile", names=names)
    pair.sit_down()
    path = tmp_path / "hostile.gin"
    path.write_bytes(file_of(pair.frames))
    gn = written(path, "gn")
    assert tomllib.loads(gn)["players"] == list(names)
    assert gn.isascii()
    assert [player["name"] for player in match_of(path)["players"]] == list(names)
    for form in Form:
        assert "\x1b" not in written(path, form)
        assert "\u202e" not in written(path, form)


def test_quoted_text_is_what_was_meant() -> None:
    for text in ("", '"\\"', "Ünal", "\0\n\x7f\u202e", "♣"):
        for in_ascii in (False, True):
            assert tomllib.loads(f"a = {quoted(text, in_ascii=in_ascii)}") == {"a": text}
    assert quoted("Ünal") == '"Ünal"'
    assert quoted("Ünal", in_ascii=True).isascii()


# A table


def test_each_hand_is_a_line_of_the_table() -> None:
    for path in REPLAYS:
        rows = list(csv.DictReader(io.StringIO(written(path, "csv"))))
        match = match_of(path)
        assert [int(row["hand"]) for row in rows] == [hand["number"] for hand in match["hands"]]
        for row, hand in zip(rows, match["hands"], strict=True):
            assert tuple(row) == COLUMNS
            assert row["ending"] == (hand["result"]["ending"] if hand["result"] else "")
            assert row["match"] == match["match"]


def test_a_name_is_no_formula_in_a_table(tmp_path: Path) -> None:
    pair = Pair("formula", names=("=1+1", "b\tob"))
    pair.sit_down()
    path = tmp_path / "formula.gin"
    path.write_bytes(file_of(pair.frames))
    (row,) = csv.DictReader(io.StringIO(written(path, "csv")))
    assert (row["host"], row["guest"]) == ("'=1+1", "b ob")


# Text


def test_the_text_tells_the_match_and_its_verdict(record: Path) -> None:
    text = written(record, "txt")
    assert text.startswith("alice v bob, 2026-11-30 00:53Z\n")
    assert "Hand 1." in text
    assert text.endswith("VERIFIED\n")


# Nothing that tells whose it was


def test_made_anonymous_nothing_links_to_people_or_to_the_file(record: Path) -> None:
    pair = one_hand()
    secrets = [
        "alice",
        "bob",
        pair.sessions[0].match_id.hex(),
        pair.sessions[0].head.hex(),
        record.name,
        record.stem,
    ]
    secrets += [key_print(one.public) for one in pair.identities] + [
        one.public.hex() for one in pair.identities
    ]
    secrets += [digest_of_file(record), "2026", str(pair.table.agreed.started_ms)]
    for form in Form:
        named, text = written(record, form), written(record, form, anon=True)
        assert not [secret for secret in secrets if secret in text]
        assert [secret for secret in secrets if secret in named]
    match = match_of(record, anon=True)
    assert all(match[name] is None for name in ("match", "head", "frames", "started_ms", "team"))
    assert all(move["ms"] is None for hand in match["hands"] for move in hand["moves"])
    times = [str(step.heard.ms) for step in replay(record) if step.heard.ms > 99]
    assert not [ms for ms in times if ms in json.dumps(match)]


# The own cards


def player(home: Home, pair: Pair, seat: Seat) -> None:
    home.prepare()
    save_identity(home.identity, pair.identities[seat])
    session = pair.sessions[seat]
    create_seed(home.secret(session.match_id), session.match_id, session._player._seed)


def test_own_cards_are_exported_only_when_asked_for(home: Home, record: Path) -> None:
    player(home, one_hand(), Seat.GUEST)
    (hidden,), (shown,) = match_of(record)["hands"], match_of(record, own=True)["hands"]
    assert hidden["dealt"] == {"host": None, "guest": None}
    assert shown["dealt"]["host"] is None
    assert len(shown["dealt"]["guest"]) == 10
    for hand, is_seen in ((hidden, False), (shown, True)):
        draws = [move for move in hand["moves"] if move["kind"] == "draw"]
        assert {"cards" in move for move in draws if move["seat"] == "guest"} <= {is_seen}
        assert {"cards" in move for move in draws if move["seat"] == "host"} <= {False}
    assert "you drew" not in written(record, "txt")
    assert re.search(r"p2 s \w\w ", written(record, "gn", own=True)) or not re.search(
        r"p2 s", written(record, "gn")
    )


def test_own_cards_of_a_match_that_can_go_on_stay_secret(home: Home, tmp_path: Path) -> None:
    player(home, one_hand(), Seat.GUEST)
    path = tmp_path / "open.gin"
    path.write_bytes(file_of(one_hand().frames[:60]))
    code, out, err = exported(Asked([str(path)], "json", own=True))
    assert (code, out) == (Exit.REFUSED, "")
    assert "the match can go on" in err


# Which hand, which form, where to


def test_one_hand_can_be_taken_out(record: Path) -> None:
    assert len(match_of(record, hand=1)["hands"]) == 1
    for form in Form:
        with pytest.raises(UsageError, match=r"There is no hand 2 in .*: it holds 1"):
            exported(Asked([str(record)], form, hand=2))


def test_an_unknown_form_is_refused(record: Path) -> None:
    with pytest.raises(UsageError, match="--to takes txt, json, gn, csv"):
        exported(Asked([str(record)], "pdf"))


def test_a_notation_holds_one_match(record: Path) -> None:
    with pytest.raises(UsageError, match="--to gn holds one match, and these are 2"):
        exported(Asked([str(record), str(record)], "gn"))


def test_what_does_not_hold_is_not_exported(tmp_path: Path) -> None:
    path = tmp_path / "bad.gin"
    for data, code in ((closed_file() + b"\0", Exit.PROVEN_WRONG), (closed_file()[:-1], Exit.CANNOT_JUDGE)):
        path.write_bytes(data)
        found, out, err = exported(Asked([str(path)], "json"))
        assert (found, out) == (code, "")
        assert "`gin audit` tells the rest" in err
    with pytest.raises(NoRecordError):
        exported(Asked([str(tmp_path / "none.gin")], "json"))


def test_an_export_is_a_new_file_that_anybody_may_read(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    code, said, _ = exported(Asked([str(record)], "json", out=str(out)))
    assert code is Exit.DONE
    assert "Wrote" in said
    assert out.stat().st_mode & 0o777 == 0o644
    jsonschema.validate(json.loads(out.read_text("utf-8")), SCHEMA)
    before = out.read_bytes()
    with pytest.raises(UsageError, match="exists already"):
        exported(Asked([str(record)], "csv", out=str(out)))
    assert out.read_bytes() == before


def test_programs_are_told_where_it_is_or_get_the_text(record: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out.gn")
    _, text, _ = exported(Asked([str(record)], "gn", out=out), is_json=True)
    row = json.loads(text)
    assert (row["event"], row["to"], row["path"]) == ("export", "gn", out)
    _, text, _ = exported(Asked([str(record)], "gn"), is_json=True)
    assert tomllib.loads(json.loads(text)["text"])["gin"] == 1


class FullDisk(SystemDisk):
    """A disk on which nothing more fits."""

    def write(self, handle: int, offset: int, data: bytes) -> None:
        raise OSError(28, os.strerror(28))


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileRefusedError, match="No space left"):
        write_public(tmp_path / "a", "text", FullDisk())
    with pytest.raises(FileRefusedError, match="cannot be written"):
        write_public(tmp_path / "no folder" / "a", "text")
    with pytest.raises(FileRefusedError, match="no file can have this name"):
        write_public(tmp_path / "a\0b", "text")
    with pytest.raises(NoRecordError):
        digest_of_file(tmp_path / "none")
