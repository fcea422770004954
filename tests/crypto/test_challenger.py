"""Does the hash ask what the protocol says, and does every byte count?"""

import pytest

from gin_p2p.crypto.challenger import Challenger


def asked() -> Challenger:
    challenger = Challenger("test")
    challenger.absorb("a", b"xy", b"")
    return challenger


def test_the_check_values_of_the_protocol_come_out() -> None:
    challenger = asked()
    assert challenger.squeeze("c", 16).hex() == "e8add2929931a94615441fb83b977f79"
    scalar = 0xB3F7C867B86F1B20B13CAA06468B2CE7CA0E1322AF94EC120383257744147383
    assert challenger.scalar("s") == scalar
    assert challenger.challenge("k") == 0x094E9E85BDCF4A5EEFA4B870EFBA2371


def test_the_same_question_asked_twice_has_two_answers() -> None:
    challenger = asked()
    assert challenger.challenge("t") != challenger.challenge("t")


def test_a_longer_answer_does_not_begin_like_a_shorter_one_from_the_next_state() -> None:
    one, two = asked(), asked()
    assert one.squeeze("c", 32)[:16] == two.squeeze("c", 16)
    assert one.state == two.state


@pytest.mark.parametrize(
    ("label", "tag", "components"),
    [
        ("tesT", "a", (b"xy", b"")),
        ("test", "b", (b"xy", b"")),
        ("test", "a", (b"xy",)),
        ("test", "a", (b"", b"xy")),
        ("test", "a", (b"x", b"y")),
        ("test", "a", (b"xy", b"", b"")),
        ("test", "ax", (b"y", b"")),
        ("test", "", (b"axy", b"")),
    ],
)
def test_threat_12_no_two_ways_of_cutting_the_same_bytes_give_one_state(
    label: str, tag: str, components: tuple[bytes, ...]
) -> None:
    other = Challenger(label)
    other.absorb(tag, *components)
    assert other.state != asked().state


def test_threat_12_two_absorptions_are_not_one_of_both() -> None:
    one, two = Challenger("test"), Challenger("test")
    one.absorb("a", b"x", b"y")
    two.absorb("a", b"x")
    two.absorb("a", b"y")
    assert one.state != two.state
