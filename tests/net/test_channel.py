"""The private channel: real TLS, over memory streams."""

import ssl
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import trio
from trio.testing import memory_stream_pair

from gin_p2p.net.channel import HostChannel, Secure, secure_guest, tune
from gin_p2p.net.errors import LinkError, NotGin, PeerLost
from gin_p2p.net.framing import Framing

HOST_CHANNEL = HostChannel()


async def secure_both(
    host: Secure = HOST_CHANNEL.secure, guest: Secure = secure_guest
) -> list[tuple[trio.abc.Stream, bytes] | LinkError]:
    ends: list[tuple[trio.abc.Stream, bytes] | LinkError] = [PeerLost(), PeerLost()]

    async def run(place: int, secure: Secure, stream: trio.abc.Stream) -> None:
        try:
            ends[place] = await secure(stream)
        except LinkError as error:
            ends[place] = error
            await stream.aclose()

    left, right = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, 0, host, left)
        nursery.start_soon(run, 1, guest, right)
    return ends


def channel_of(end: tuple[trio.abc.Stream, bytes] | LinkError) -> tuple[trio.abc.Stream, bytes]:
    assert not isinstance(end, LinkError)
    return end


async def test_both_ends_hold_one_binding_value_and_can_talk() -> None:
    (host, host_binding), (guest, guest_binding) = map(channel_of, await secure_both())
    assert host_binding == guest_binding
    assert len(host_binding) == 32
    await Framing(host).send(b"draw")
    assert await Framing(guest).receive() == b"draw"


async def test_each_host_process_has_its_own_binding_value() -> None:
    (_, one), _ = map(channel_of, await secure_both())
    (_, other), _ = map(channel_of, await secure_both(HostChannel().secure))
    assert one != other


async def test_tls_1_3_without_tickets_and_without_a_name_is_spoken() -> None:
    (host, _), (guest, _) = map(channel_of, await secure_both())
    for end in (host, guest):
        assert isinstance(end, trio.SSLStream)
        assert (end.version(), end.selected_alpn_protocol()) == ("TLSv1.3", "gin-p2p")
        assert end.server_hostname is None
    assert HOST_CHANNEL._context.num_tickets == 0


def foreign_guest(
    *, alpn: list[str], newest: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3
) -> Callable[[trio.abc.Stream], Awaitable[tuple[trio.abc.Stream, bytes]]]:
    async def secure(stream: trio.abc.Stream) -> tuple[trio.abc.Stream, bytes]:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        context.maximum_version = newest
        if alpn:
            context.set_alpn_protocols(alpn)
        secured = trio.SSLStream(stream, context)
        try:
            await secured.do_handshake()
            await secured.receive_some(1)
        except trio.BrokenResourceError as error:
            raise PeerLost from error
        return secured, b""

    return secure


@pytest.mark.parametrize(
    "guest",
    [
        foreign_guest(alpn=[]),
        foreign_guest(alpn=["h2"]),
        foreign_guest(alpn=["gin-p2p"], newest=ssl.TLSVersion.TLSv1_2),
    ],
    ids=["no purpose", "another purpose", "TLS 1.2"],
)
async def test_other_tls_clients_are_not_gin(guest: Secure) -> None:
    host, _ = await secure_both(guest=guest)
    assert isinstance(host, NotGin)


async def test_a_tls_server_for_another_purpose_is_not_gin() -> None:
    web = HostChannel()
    web._context.set_alpn_protocols(["http/1.1"])
    _, guest = await secure_both(web.secure)
    assert isinstance(guest, NotGin)


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\n\r\n", b"SSH-2.0-x\r\n", b"\xff\xff\xff\xff\xff", b"\x16\x03\x01\0\5xxxxx"]
)
@pytest.mark.parametrize("secure", [HOST_CHANNEL.secure, secure_guest], ids=["to a host", "to a guest"])
async def test_n02_other_protocols_are_not_gin(secure: Secure, said: bytes) -> None:
    stream, stranger = memory_stream_pair()
    await stranger.send_all(said)
    await stranger.send_eof()
    with pytest.raises(NotGin):
        await secure(stream)


@pytest.mark.parametrize("secure", [HOST_CHANNEL.secure, secure_guest], ids=["host", "guest"])
@pytest.mark.parametrize("said", [b"", b"\x16\x03"])
async def test_a_caller_who_hangs_up_is_lost(secure: Secure, said: bytes) -> None:
    stream, stranger = memory_stream_pair()
    await stranger.send_all(said)
    await stranger.aclose()
    with pytest.raises(PeerLost):
        await secure(stream)


async def test_a_host_without_a_certificate_is_not_gin(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = trio.SSLStream.__getattr__

    def without(stream: "trio.SSLStream[trio.abc.Stream]", name: str) -> object:
        return (lambda *, binary_form: None) if name == "getpeercert" else inner(stream, name)

    monkeypatch.setattr(trio.SSLStream, "__getattr__", without)
    _, guest = await secure_both()
    assert isinstance(guest, NotGin)


async def test_a_cut_line_is_never_taken_for_a_clean_end() -> None:
    (host, _), (guest, _) = map(channel_of, await secure_both())
    await trio.aclose_forcefully(host)
    with pytest.raises(PeerLost, match="broke"):
        await Framing(guest).receive()


async def test_a_clean_end_is_seen_as_one() -> None:
    (host, _), (guest, _) = map(channel_of, await secure_both())
    await Framing(host).aclose()
    with pytest.raises(PeerLost, match="closed"):
        await Framing(guest).receive()


def test_no_key_stays_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    HostChannel()
    assert list(tmp_path.iterdir()) == []


async def test_sockets_send_at_once_and_watch_a_dead_line() -> None:
    listener = (await trio.open_tcp_listeners(0, host="127.0.0.1"))[0]
    stream = await trio.testing.open_stream_to_socket_listener(listener)
    async with listener, stream:
        tune(stream)
        assert stream.getsockopt(trio.socket.IPPROTO_TCP, trio.socket.TCP_NODELAY)
        assert stream.getsockopt(trio.socket.SOL_SOCKET, trio.socket.SO_KEEPALIVE)
