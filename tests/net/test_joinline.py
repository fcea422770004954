"""Join lines and addresses as people paste them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gin_p2p.crypto.identity import key_print
from gin_p2p.net.errors import JoinLineError
from gin_p2p.net.joinline import Address, JoinLine, parse_address, parse_join_line, parse_port
from tests.helpers.lines import HOST

PRINT = key_print(HOST.public)


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("[::1]:4000", "::1", 4000),
        ("[::1]", "::1", 4477),
        ("::1", "::1", 4477),
        ("fe80::1%eth0", "fe80::1%eth0", 4477),
        ("[fe80::1%eth0]:4000", "fe80::1%eth0", 4000),
        ("2001:db8::1:4000", "2001:db8::1:4000", 4477),
        ("203.0.113.7", "203.0.113.7", 4477),
        ("203.0.113.7:4000", "203.0.113.7", 4000),
        ("alice.example", "alice.example", 4477),
        ("alice-s_box.example.:1", "alice-s_box.example.", 1),
        ("localhost:65535", "localhost", 65535),
    ],
)
def test_n15_an_address_is_read(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[::1",
            "[::1]x",
            "[::1]:",
            "[1.2.3.4]",
            "[]",
            "[host]:1",
            "]:1",
            "host:",
            ":4000",
            "host:0",
            "host:65536",
        ),
        *("host:-1", "1.2.3.4:5:6", "host:٤٠", "host:²", "host:+80", "host:4_000", "host: 80", "host:0x50"),
        *("host:080", "::1%", "::1%eth0!", "fe80::1%%eth0", "", " ", "a b", "a..b", "-a", "a-", "x" * 64),
        *(
            "1.2.3",
            "1.2.3.4.5",
            "256.1.1.1",
            "1",
            "a/b",
            "häuser.example",
            "host\n",
            ".".join(["x" * 60] * 5),
        ),
    ],
)
def test_n15_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(JoinLineError):
        parse_address(text)


@pytest.mark.parametrize(
    "text", ["0", "65536", "-1", "4_000", "0x50", " 4000 ", "4000\n", "", "٤٠", "²", "9" * 30]
)
def test_l23_what_is_no_port_is_refused(text: str) -> None:
    with pytest.raises(JoinLineError, match="is not a port"):
        parse_port(text)


def test_l23_zero_is_a_port_only_where_the_system_may_pick() -> None:
    assert parse_port("0", lowest=0) == 0
    assert (parse_port("1"), parse_port("65535")) == (1, 65535)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        (f"{PRINT}@203.0.113.7:4477", f"{PRINT}@203.0.113.7:4477"),
        (f"  {PRINT.upper().replace('-', ' ')}@203.0.113.7\n", f"{PRINT}@203.0.113.7:4477"),
        (f"{PRINT}@2001:db8::1", f"{PRINT}@2001:db8::1"),
        (f"{PRINT}@[2001:db8::1]:4477", f"{PRINT}@2001:db8::1"),
        (f"{PRINT}@192.168.1.20,[::1]:4000,a.example:1", f"{PRINT}@192.168.1.20:4477,[::1]:4000,a.example:1"),
        ("alice.example", "alice.example:4477"),
    ],
)
def test_a_join_line_is_read_and_written(text: str, written: str) -> None:
    line = parse_join_line(text)
    assert str(line) == written
    assert parse_join_line(written) == line


def test_a_line_without_a_key_print_has_none() -> None:
    assert parse_join_line("10.0.0.1") == JoinLine(None, (Address("10.0.0.1"),))


@pytest.mark.parametrize(
    "text",
    [
        f"{PRINT}@",
        f"{PRINT}@a,,b",
        f"{PRINT}@a,",
        "@a",
        f"{PRINT[:-1]}@a",
        f"{PRINT[:-2]}{'a' if PRINT[-2] != 'a' else 'b'}{PRINT[-1]}@a",
        f"{PRINT}@{PRINT}@a",
        PRINT + "@" + ",".join("abcdefghi"),
        "",
    ],
)
def test_what_is_no_join_line_is_refused(text: str) -> None:
    with pytest.raises(JoinLineError):
        parse_join_line(text)


def test_brackets_are_quoted_for_the_shell() -> None:
    assert parse_join_line("a.example").quoted() == "a.example:4477"
    assert parse_join_line("::1").quoted() == "::1"
    assert parse_join_line("[::1]:4000").quoted() == "'[::1]:4000'"


@pytest.mark.parametrize(
    ("host", "is_private"),
    [
        *(
            (host, True)
            for host in ("10.1.2.3", "172.31.0.1", "192.168.1.20", "100.64.0.1", "127.0.0.1", "::1")
        ),
        *((host, True) for host in ("fd00::1", "fe80::1%eth0", "169.254.1.1")),
        *(
            (host, False)
            for host in ("203.0.113.7", "172.32.0.1", "100.128.0.1", "2001:db8::1", "alice.example")
        ),
    ],
)
def test_n17_private_addresses_are_known(host: str, is_private: bool) -> None:
    assert Address(host).is_private is is_private


@given(st.text(max_size=40) | st.text("0123456789abcdef:.[]%@,", max_size=30))
def test_any_text_is_a_line_or_refused(text: str) -> None:
    try:
        line = parse_join_line(text)
    except JoinLineError:
        return
    assert parse_join_line(str(line)) == line
