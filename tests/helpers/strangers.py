"""Callers of a host's port who speak something else, or speak it wrongly, over real sockets."""

import socket
import ssl
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from gin_p2p.net.channel import ALPN
from gin_p2p.protocol.codec import pack


def call(port: int, source: str) -> socket.socket:
    raw = socket.create_connection(("127.0.0.1", port), timeout=30, source_address=(source, 0))
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else the caller waits, not the host
    return raw


def secured(raw: socket.socket, alpn: str | None = ALPN) -> ssl.SSLSocket:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if alpn is not None:
        context.set_alpn_protocols([alpn])
    return context.wrap_socket(raw)


def sending(data: bytes) -> Callable[[socket.socket], socket.socket]:
    """A caller who speaks no TLS."""

    def talk(raw: socket.socket) -> socket.socket:
        raw.sendall(data)
        return raw

    return talk


def framed(data: bytes) -> Callable[[socket.socket], socket.socket]:
    """A caller who speaks TLS for gin, and then sends this."""

    def talk(raw: socket.socket) -> socket.socket:
        stream = secured(raw)
        with suppress(OSError):  # the host may have closed it already
            stream.sendall(data)
        return stream

    return talk


def prefixed(data: bytes) -> bytes:
    return len(data).to_bytes(4) + data


KINDS: Final[dict[str, Callable[[socket.socket], socket.socket]]] = {
    "GET / HTTP/1.1": sending(b"GET / HTTP/1.1\r\nHost: gin\r\n\r\n"),
    "200 zero bytes": sending(bytes(200)),
    "an ssh client": sending(b"SSH-2.0-OpenSSH_9.6\r\n"),
    "TLS for another purpose": lambda raw: secured(raw, None),
    "TLS, 2 GiB announced": framed((2**31).to_bytes(4)),
    "TLS, 2 KiB of nonsense": framed(prefixed(bytes(2048))),
    "TLS, nested arrays": framed(prefixed(b"\x91" * 2000)),
    "TLS, no common version": framed(prefixed(pack(("gin-p2p", (999,), bytes(32))))),
}


def refusal_ms(port: int, source: str, talk: Callable[[socket.socket], socket.socket]) -> float:
    """Answer how long the host takes until it has closed the connection of such a caller."""
    start = time.perf_counter()
    with suppress(OSError), call(port, source) as raw, talk(raw) as stream:  # a reset is a refusal too
        while stream.recv(4096):
            pass
    return 1000 * (time.perf_counter() - start)
