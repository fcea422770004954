"""Does `gin audit` say what a record proves, to people and to programs, with the right exit code?"""

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gin_p2p.cli.audit import audit_files
from gin_p2p.cli.audit_lines import audit_lines, count_line, names_of, title
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Output
from gin_p2p.crypto.identity import key_print
from gin_p2p.protocol.audit import Verdict
from gin_p2p.record.container import HEADER
from gin_p2p.record.examine import Report, examine_items
from gin_p2p.record.fault import Fault
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import save_identity
from gin_p2p.record.scan import scan
from gin_p2p.seat import Seat
from tests.helpers.records import (
    MemoReferee,
    Pair,
    closed_file,
    file_of,
    forged,
    one_hand,
    resigned,
    resigned_file,
)


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Home:
    """Each test has its own player, who has met nobody, and remembers proofs that held."""
    monkeypatch.setattr("gin_p2p.protocol.audit.Referee", MemoReferee)
    monkeypatch.setenv("GIN_HOME", str(tmp_path / "home"))
    return Home.find()


def report_of(data: bytes) -> Report:
    return examine_items(scan(io.BytesIO(data).read))


def lines_of(report: Report) -> list[str]:
    return "\n".join(audit_lines("", report, lambda key: "unknown")).split("\n")


def audited(paths: Sequence[object], *, is_json: bool = False) -> tuple[Exit, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = audit_files([str(path) for path in paths], Output(is_json=is_json, out=out, err=err))
    return code, out.getvalue(), err.getvalue()


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def written(folder: Path, **files: bytes) -> list[Path]:
    paths = []
    for name, data in files.items():
        paths.append(folder / f"{name}.gin")
        paths[-1].write_bytes(data)
    return paths


# Screens


def test_the_screen_of_a_good_record() -> None:
    pair, report = one_hand(), report_of(closed_file())
    prints = [key_print(identity.public) for identity in pair.identities]
    who = [f"{name} {p[:4]}-...-{p[-4:]} (unknown)" for name, p in zip(("alice", "bob"), prints, strict=True)]
    summary = pair.summary()
    score = f"{max(summary.totals)} to {min(summary.totals)}"
    end = "it ended level" if summary.winner is None else f"{summary.names[summary.winner]} won"
    assert lines_of(report) == [
        f"alice v bob, 2026-11-30 00:53Z, 1 hand, {end} {score}",
        "",
        f"  ok    file complete: {len(pair.frames)} frames, hash chain unbroken",
        f"  ok    signed by both: {who[0]}, {who[1].removesuffix(' (unknown)')}",
        "        (unknown)",
        "  ok    1 deal, each shuffled by both players and proven to keep all 52 cards",
        f"  ok    every draw, throw, knock and layoff was legal ({report.n_turns} moves)",
        f"  ok    scores add up (computed anew: {score})",
        "  note  no file can show whether a player got help from a person or a program",
        "",
        "VERIFIED",
    ]


def test_the_screen_of_a_signed_cheat_names_frame_rule_and_signer() -> None:
    pair = one_hand()
    last = len(pair.frames) - 2
    frame = forged(pair, last, totals=(77, 0))
    text = lines_of(report_of(file_of([*pair.frames[:last], frame, pair.frames[-1]], pair.summary())))
    place = next(number for number, line in enumerate(text) if line.startswith("  FAIL  "))
    assert text[place].startswith(f"  FAIL  frame {last}, byte ")
    assert f"        frame {last} carries alice's signature, so anyone can check this" in text
    assert "  skip  1 frame behind it" in text
    assert text[-1] == "NOT VERIFIED - keep this file as it is; it is the evidence"
    assert not any("note" in line for line in text)


def test_the_screen_of_a_changed_frame_accuses_nobody() -> None:
    pair = one_hand()
    frame = pair.frames[5][:-1] + bytes([pair.frames[5][-1] ^ 1])
    text = lines_of(report_of(file_of([*pair.frames[:5], frame, *pair.frames[6:]])))
    assert "        this shows nobody's guilt: anybody can change a file" in text
    assert text[-1] == "NOT VERIFIED - keep this file as it is"


def test_a_bad_first_frame_is_told_without_names() -> None:
    pair = one_hand()
    text = lines_of(report_of(file_of([forged(pair, 0, rules=())])))
    assert text[0].startswith("  FAIL  frame 0, byte 13, rule house-rules: ")
    assert "        frame 0 carries the host's signature, so anyone can check this" in text


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (lambda: file_of(one_hand().frames[:40]), "  note  the match has no end that both players signed"),
        (
            lambda: file_of(one_hand().frames),
            "  note  both players signed the end, but the end of the file is missing",
        ),
    ],
)
def test_the_screen_of_an_unfinished_record_says_what_is_missing(
    data: Callable[[], bytes], line: str
) -> None:
    text = lines_of(report_of(data()))
    assert line in text
    assert text[-1] == "UNFINISHED"


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        (lambda data: data[:-30], "The rest is missing: an interrupted copy"),
        (lambda data: data.replace(b"\n", b"\r\n"), "The file was changed in transfer."),
        (lambda data: HEADER[:-1] + b"\x02" + data[len(HEADER) :], "A newer gin wrote it."),
    ],
)
def test_what_cannot_be_judged_comes_with_advice(change: Callable[[bytes], bytes], advice: str) -> None:
    text = lines_of(report_of(change(closed_file())))
    assert any(line.startswith(f"        {advice}") for line in text)
    assert any(line.startswith("  stop  ") for line in text)
    assert text[-1] == "CANNOT JUDGE"


def test_the_screen_tells_how_a_match_stands() -> None:
    gone = resigned().table.match
    assert gone is not None
    assert gone.resigned is not None
    loser, winner = (("alice", "bob")[seat] for seat in (gone.resigned, gone.resigned.other))
    assert f"1 hand, {loser} resigned, {winner} won 0 to 0" in lines_of(report_of(resigned_file()))[0]
    assert "nothing was dealt" in lines_of(report_of(file_of(one_hand().frames[:1])))[0]
    assert "stopped after 0 hands, level 0 to 0" in lines_of(report_of(file_of(one_hand().frames[:20])))[0]


def test_every_line_fits_and_ends_in_the_verdict() -> None:
    long_name = "W" * 60
    pair = Pair("long", names=(long_name, long_name))
    pair.sit_down()
    report = report_of(file_of(pair.frames))
    text = lines_of(report)
    assert max(map(len, text[2:])) <= 79
    assert "(host)" in text[0]
    assert "(guest)" in text[0]


def test_hostile_names_are_shown_inert_and_kept_whole_for_programs(tmp_path: Path) -> None:
    pair = Pair("hostile", names=("\x1b[2Jeve", "you\u202e"))
    pair.sit_down()
    paths = written(tmp_path, a=file_of(pair.frames))
    _, out, _ = audited(paths)
    assert r"\x1b[2Jeve v you\u202e," in out
    assert "\x1b" not in out
    _, out, _ = audited(paths, is_json=True)
    assert "\x1b" not in out
    assert [player["name"] for player in objects(out)[0]["players"]] == ["\x1b[2Jeve", "you\u202e"]


def test_names_that_look_alike_stand_with_their_seats() -> None:
    offer = one_hand().table.agreed
    assert names_of(offer) == ("alice", "bob")
    assert names_of(replace(offer, names=("Bob", "bob"))) == ("Bob (host)", "bob (guest)")


def test_titles_and_counts_of_several_files() -> None:
    assert title("a\nb.gin", 1, 3) == "file 2 of 3: a b.gin"
    assert title("a.gin", 0, 1) == ""
    verdicts = [Verdict.UNFINISHED, Verdict.VERIFIED, Verdict.UNFINISHED]
    assert count_line(verdicts) == "3 files: 1 VERIFIED and 2 UNFINISHED"


def test_a_fault_in_a_hand_names_the_hand() -> None:
    report = Report(Verdict.NOT_VERIFIED, Fault("share-proof", "no", 9, 131, 4, Seat.GUEST), 131, 132)
    assert "  FAIL  hand 4, frame 131, byte 9, rule share-proof: no" in lines_of(report)


# Exit codes


def test_each_verdict_has_its_exit_code(tmp_path: Path) -> None:
    good, unfinished, bad, cut = written(
        tmp_path,
        good=closed_file(),
        unfinished=file_of(one_hand().frames[:9]),
        bad=closed_file() + b"\0",
        cut=closed_file()[:-1],
    )
    for paths, code in (
        ([good], Exit.DONE),
        ([unfinished], Exit.UNFINISHED),
        ([cut], Exit.CANNOT_JUDGE),
        ([bad], Exit.PROVEN_WRONG),
        ([good, good], Exit.DONE),
        ([good, unfinished], Exit.UNFINISHED),
        ([unfinished, cut, good], Exit.CANNOT_JUDGE),
        ([cut, bad, unfinished, good], Exit.PROVEN_WRONG),
    ):
        assert audited(paths)[0] is code


def test_a_bad_path_does_not_stop_the_other_files(tmp_path: Path) -> None:
    (good,) = written(tmp_path, good=closed_file())
    empty = tmp_path / "empty"
    empty.mkdir()
    code, out, err = audited([empty, tmp_path / "none", "/dev/null", "/dev/zero", "a\0b", good])
    assert code is Exit.CANNOT_JUDGE
    assert out.splitlines()[-1] == "6 files: 1 VERIFIED and 5 CANNOT JUDGE"
    assert ([line.split()[:1] for line in out.splitlines()].count(["stop"]), err) == (5, "")


# Programs


def test_programs_get_one_object_a_file_and_people_the_text(tmp_path: Path) -> None:
    paths = written(tmp_path, good=closed_file(), unfinished=file_of(one_hand().frames[:9]))
    code, out, err = audited(paths, is_json=True)
    first, second = objects(out)
    assert code is Exit.UNFINISHED
    assert (first["v"], first["event"], first["file"]) == (1, "audit", str(paths[0]))
    assert (first["verdict"], first["exit"], first["fault"]) == ("VERIFIED", 0, None)
    assert first["match"] == one_hand().sessions[0].match_id.hex()
    assert first["totals"] == list(one_hand().summary().totals)
    assert (second["verdict"], second["exit"], second["finished"]) == ("UNFINISHED", 5, False)
    assert "VERIFIED" in err


def test_programs_get_the_fault_and_the_accused(tmp_path: Path) -> None:
    pair = one_hand()
    last = len(pair.frames) - 1
    (path,) = written(tmp_path, bad=file_of([*pair.frames[:last], forged(pair, last, totals=(9, 9))]))
    _, out, _ = audited([path], is_json=True)
    fault = objects(out)[0]["fault"]
    assert (fault["code"], fault["frame"], fault["accused"], fault["hand"]) == ("close", last, "guest", None)


def test_programs_are_told_what_could_not_be_opened() -> None:
    _, out, _ = audited(["nowhere.gin"], is_json=True)
    (row,) = objects(out)
    assert (row["players"], row["match"], row["totals"], row["winner"]) == ([], None, None, None)
    assert (row["fault"]["code"], row["fault"]["byte"]) == ("unreadable", None)


# Who is known here


def test_an_audit_needs_no_identity_and_makes_none(home: Home, tmp_path: Path) -> None:
    audited(written(tmp_path, good=closed_file()))
    assert not home.data.exists()


def test_my_own_key_is_called_mine(home: Home, tmp_path: Path) -> None:
    home.prepare()
    save_identity(home.identity, one_hand().identities[Seat.GUEST])
    _, out, _ = audited(written(tmp_path, good=closed_file()))
    assert out.count("(you)") == 1


def test_a_key_that_was_met_is_called_known(home: Home, tmp_path: Path) -> None:
    home.prepare()
    print_ = key_print(one_hand().identities[Seat.HOST].public)
    home.peers.write_text(
        f'[[peer]]\nkey = "{print_}"\nname = "ann"\nclaimed = "alice"\nchecked = "line"\n'
        "first = 2026-01-01T00:00:00Z\nlast = 2026-01-01T00:00:00Z\n"
    )
    _, out, _ = audited(written(tmp_path, good=closed_file()))
    assert out.count("(known as ann)") == 1


def test_unsafe_files_of_ours_are_named_and_stop_no_audit(home: Home, tmp_path: Path) -> None:
    home.prepare()
    home.identity.write_bytes(b"rubbish")
    home.peers.write_text("rubbish")
    code, out, err = audited(written(tmp_path, good=closed_file()))
    assert code is Exit.DONE
    assert "VERIFIED" in out
    assert len(err.splitlines()) == 2


def test_last_and_the_first_digits_of_a_match_are_understood(home: Home) -> None:
    home.prepare()
    match_id = one_hand().sessions[0].match_id
    home.journal(match_id).write_bytes(closed_file())
    for wanted in ("last", match_id.hex()[:4]):
        code, out, _ = audited([wanted])
        assert code is Exit.DONE
        assert out.endswith("VERIFIED\n")
