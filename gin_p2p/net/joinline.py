"""Where is the table, and whose is it?

A join line is `KEYPRINT@HOST[:PORT][,HOST[:PORT]...]`. It holds no secret: it names the host's key, so that nobody else
can answer in the host's place. An address without a key print is admitted for a first meeting; the person is asked then.

An IPv6 address may stand bare, then the port is the default one (and no shell wants quotes); with a port it needs
brackets. Nothing is left to the
resolver's guess: it takes port 65536 for 0.
"""

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

from gin_p2p.crypto.identity import parse_key_print
from gin_p2p.net import limits
from gin_p2p.net.errors import JoinLineError

DEFAULT_PORT: Final = 4477

_PORT: Final = re.compile(r"0|[1-9][0-9]{0,4}")
_LABEL: Final = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
_ZONE: Final = re.compile(r"[A-Za-z0-9_.-]{1,32}")
_DIGITS_AND_DOTS: Final = re.compile(r"[0-9.]+")
_NETWORKS_V4: Final = tuple(
    IPv4Network(text)
    for text in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "100.64.0.0/10",
        "169.254.0.0/16",
        "127.0.0.0/8",
    )
)
_NETWORKS_V6: Final = tuple(IPv6Network(text) for text in ("fc00::/7", "fe80::/10", "::1/128"))


@dataclass(frozen=True, slots=True)
class Address:
    """A place to dial.

    Attributes:
        host: a name, an IPv4 or an IPv6 address (without brackets, with its zone).
        port: 1..65535.
    """

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        if ":" not in self.host:
            return f"{self.host}:{self.port}"
        return self.host if self.port == DEFAULT_PORT else f"[{self.host}]:{self.port}"

    @property
    def is_private(self) -> bool:
        """Whether only machines on the same network can reach it. 100.64/10, carriers' and Tailscale's, counts as such."""
        try:
            address = ip_address(self.host)
        except ValueError:
            return False
        if isinstance(address, IPv6Address):
            return any(address in network for network in _NETWORKS_V6)
        return any(address in network for network in _NETWORKS_V4)


@dataclass(frozen=True, slots=True)
class JoinLine:
    """What a host sends a friend.

    Attributes:
        key_print: canonical, as `key_print` writes it; None when only an address was given.
        addresses: 1..8, in the order written.
    """

    key_print: str | None
    addresses: tuple[Address, ...]

    def __str__(self) -> str:
        addresses = ",".join(str(address) for address in self.addresses)
        return addresses if self.key_print is None else f"{self.key_print}@{addresses}"

    def quoted(self) -> str:
        """Answer the line as every shell takes it: brackets are a pattern to some."""
        line = str(self)
        return f"'{line}'" if "[" in line else line


def parse_join_line(text: str) -> JoinLine:
    """Read a join line, or addresses without a key print.

    Raises:
        JoinLineError: a key print with a wrong letter, or something that is no address.
    """
    print_text, at, rest = text.strip().rpartition("@")
    key_print = None
    if at:
        try:
            key_print = parse_key_print(print_text)
        except ValueError as error:
            raise JoinLineError(
                f"That isn't a join line: in the key print, {error}. Paste it again."
            ) from None
    words = rest.split(",")
    if len(words) > limits.MAX_ADDRESSES:
        raise JoinLineError(
            f"A join line has at most {limits.MAX_ADDRESSES} addresses, this has {len(words)}."
        )
    return JoinLine(key_print, tuple(parse_address(word) for word in words))


def parse_address(text: str) -> Address:
    """Read `HOST`, `HOST:PORT`, `[V6]`, `[V6]:PORT` or a bare IPv6 address.

    Raises:
        JoinLineError: anything else; nothing is guessed.
    """
    if text.startswith("["):
        host, bracket, after = text[1:].partition("]")
        if not bracket or not _is_ipv6(host) or (after and not after.startswith(":")):
            raise JoinLineError(f"{text!r} is not an address: brackets hold one IPv6 address.")
        return Address(host, parse_port(after[1:]) if after else DEFAULT_PORT)
    if text.count(":") > 1:
        if not _is_ipv6(text):
            raise JoinLineError(f"{text!r} is not an address.")
        return Address(text)
    host, colon, port = text.partition(":")
    if not _is_name_or_ipv4(host):
        raise JoinLineError(f"{text!r} is not an address: {host!r} names no machine.")
    return Address(host, parse_port(port) if colon else DEFAULT_PORT)


def parse_port(text: str, *, lowest: int = 1) -> int:
    """Read a port: digits 0-9 only, no sign, no space, no leading zero.

    Args:
        text: from a person.
        lowest: 0 where the system may pick one.

    Raises:
        JoinLineError: not a number between `lowest` and 65535.
    """
    if not _PORT.fullmatch(text) or not lowest <= int(text) <= 65535:
        raise JoinLineError(f"{text!r} is not a port: a port is a number from {lowest} to 65535.")
    return int(text)


def _is_ipv6(text: str) -> bool:
    address, percent, zone = text.partition("%")
    try:
        IPv6Address(address)
    except ValueError:
        return False
    return not percent or _ZONE.fullmatch(zone) is not None


def _is_name_or_ipv4(text: str) -> bool:
    if _DIGITS_AND_DOTS.fullmatch(text):
        try:
            IPv4Address(text)
        except ValueError:
            return False
        return True
    labels = text.removesuffix(".").split(".")
    return len(text) <= 253 and all(_LABEL.fullmatch(label) for label in labels)
