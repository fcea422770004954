"""Is a stream long, hidden, and fair?"""

from collections import Counter

import pytest

from gin_p2p.crypto.group import Q
from gin_p2p.crypto.stream import Stream, framed, len8


def test_reading_in_pieces_is_reading_at_once() -> None:
    one, two = Stream("test", b"a"), Stream("test", b"a")
    pieces = [one.read(n) for n in (0, 1, 255, 256, 1000, 7)]
    assert b"".join(pieces) == two.read(1519)


def test_components_are_framed() -> None:
    assert framed(b"ab", b"") == len8(2) + b"ab" + len8(0)
    assert Stream("test", b"ab", b"c").read(32) != Stream("test", b"a", b"bc").read(32)
    assert Stream("test", b"a").read(32) != Stream("test", b"a", b"").read(32)


def test_a_stream_does_not_show_itself() -> None:
    assert repr(Stream("test", b"secret")) == "Stream(hidden)"


def test_a_scalar_of_zero_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([bytes(64), Q.to_bytes(64), (Q + 5).to_bytes(64)])
    monkeypatch.setattr(Stream, "read", lambda _self, _n: next(answers))
    assert Stream("test").scalar() == 5


def test_the_incomplete_run_of_a_byte_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([b"\xff", b"\xd0", b"\xcf"])  # 208 is four times 52: 208..255 would favour 0..47
    monkeypatch.setattr(Stream, "read", lambda _self, _n: next(answers))
    assert Stream("test").below(52) == 207 % 52


def test_choices_are_about_equally_frequent() -> None:
    stream = Stream("test", b"fair")
    counts = Counter(stream.below(52) for _ in range(52_000))
    assert sorted(counts) == list(range(52))
    assert (
        sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 103
    )  # chi square, 51 degrees, 1 in 10^5


@pytest.mark.parametrize("n_choices", [0, -1, 257])
def test_a_choice_among_none_or_too_many_is_refused(n_choices: int) -> None:
    with pytest.raises(ValueError, match="choose"):
        Stream("test").below(n_choices)


def test_a_choice_among_one_and_among_all_bytes_works() -> None:
    assert Stream("test").below(1) == 0
    assert Stream("test", b"x").below(256) == Stream("test", b"x").read(1)[0]
