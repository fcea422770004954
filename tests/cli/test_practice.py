"""`gin practice`: the same match, against a program."""

from pathlib import Path

import pytest

from gin_p2p.record.notes_file import load_notes
from tests.helpers.processes import play_by_events, run_gin


@pytest.mark.slow
def test_practice_is_a_real_match_with_a_record(tmp_path: Path) -> None:
    resigns = run_gin(tmp_path, "practice", "--to", "10", stdin="y\nnote a fine hand\nresign\ny\n")
    assert resigns.returncode == 0, resigns.stderr
    assert "simple" in resigns.stdout
    (notes,) = (tmp_path / "records").glob("*.notes.toml")
    assert list(load_notes(notes).values()) == ["a fine hand"]
    audit = run_gin(tmp_path, "audit", "last")
    assert (audit.returncode, audit.stdout.splitlines()[-1]) == (0, "VERIFIED")


@pytest.mark.slow
def test_a_long_match_is_not_held_up_by_events_that_nobody_reads(tmp_path: Path) -> None:
    """The program says more than a pipe holds (64 KiB) before eight hands are thrown away to the wall."""
    words = ("practice", "--bot", "never-out", "--set", "format=hands", "--set", "hands=8")
    code, events = play_by_events(tmp_path, *words, choose=lambda legal: legal[0])
    assert code == 0
    assert events.count("turn") > 240
    assert events.count("hand_result") == 8


def test_an_unknown_program_is_refused_by_name(tmp_path: Path) -> None:
    refused = run_gin(tmp_path, "practice", "--bot", "hal")
    assert refused.returncode == 2
    assert "simple" in refused.stderr
