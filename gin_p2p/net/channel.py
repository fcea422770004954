"""Who else can read along?

Nobody: TLS 1.3, used as an encrypted pipe and for nothing more. Each host process makes a throw-away key and
certificate; neither end checks a certificate, because an unknown guest's cannot be checked with the standard library.
Who is there is the handshake's question. It is tied to this pipe by the binding value, the hash of the host's
certificate.

No session tickets: they can block two ends that both wait for the other. No SNI: it travels in clear. A stream that ends
without TLS's own end is a broken one, never an end.
"""

import hashlib
import socket
import ssl
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

import trio
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from gin_p2p.net.errors import NotGin, PeerLost

ALPN: Final = "gin-p2p"
_NAME: Final = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "gin-p2p")])

Secure: TypeAlias = Callable[[trio.abc.Stream], Awaitable[tuple[trio.abc.Stream, bytes]]]
"""Raw stream in; private stream and its binding value of 32 bytes out."""


class HostChannel:
    """The host's end: one throw-away certificate for the life of the process."""

    def __init__(self) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        certificate = _self_signed(key)
        self._binding = _binding_of(certificate.public_bytes(serialization.Encoding.DER))
        self._context = _context(ssl.PROTOCOL_TLS_SERVER)
        self._context.num_tickets = 0
        _load(self._context, certificate, key)

    async def secure(self, stream: trio.abc.Stream) -> tuple[trio.abc.Stream, bytes]:
        """Answer the private stream to a guest, and its binding value.

        Raises:
            NotGin: the other side speaks no TLS 1.3, or not for this purpose.
            PeerLost: it went away meanwhile.
        """
        return await _shake_hands(trio.SSLStream(stream, self._context, server_side=True)), self._binding


async def secure_guest(stream: trio.abc.Stream) -> tuple[trio.abc.Stream, bytes]:
    """Answer the private stream to a host, and its binding value.

    Raises:
        NotGin: the other side speaks no TLS 1.3, or not for this purpose.
        PeerLost: it went away meanwhile.
    """
    secured = await _shake_hands(trio.SSLStream(stream, _context(ssl.PROTOCOL_TLS_CLIENT)))
    certificate = secured.getpeercert(binary_form=True)
    if certificate is None:
        raise NotGin("The host has no certificate.")
    return secured, _binding_of(certificate)


def tune(stream: trio.SocketStream) -> None:
    """Send at once, and let the system notice a dead line too. Second line of defence behind the pings."""
    options = {
        "TCP_NODELAY": 1,
        "TCP_KEEPIDLE": 5,
        "TCP_KEEPINTVL": 3,
        "TCP_KEEPCNT": 3,
        "TCP_USER_TIMEOUT": 15_000,
    }
    with suppress(OSError):
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in options.items():
        if hasattr(socket, name):
            with suppress(OSError):
                stream.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def _shake_hands(secured: "trio.SSLStream[trio.abc.Stream]") -> "trio.SSLStream[trio.abc.Stream]":
    try:
        await secured.do_handshake()
    except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
        if isinstance(error.__cause__, ssl.SSLError) and not isinstance(error.__cause__, ssl.SSLEOFError):
            raise NotGin("Something answers there, but it isn't gin.") from error
        raise PeerLost("The connection broke while the private channel was being made.") from error
    if secured.selected_alpn_protocol() != ALPN:
        raise NotGin("Something answers there, but it isn't gin.")
    return secured


def _context(protocol: "ssl._SSLMethod") -> ssl.SSLContext:
    """Make a context by hand: `create_default_context` adds checks that a throw-away certificate cannot pass."""
    context = ssl.SSLContext(protocol)
    context.minimum_version = context.maximum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols([ALPN])
    return context


def _binding_of(certificate: bytes) -> bytes:
    return hashlib.sha256(b"gin-p2p tls server cert\0" + certificate).digest()


def _self_signed(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    """Sign a certificate without a clock: it lives as long as the process, and nobody reads its dates."""
    return (
        x509.CertificateBuilder()
        .subject_name(_NAME)
        .issuer_name(_NAME)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(9999, 12, 31, tzinfo=UTC))
        .sign(key, hashes.SHA256())
    )


def _load(context: ssl.SSLContext, certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> None:
    """Load through a file, as `ssl` takes nothing else. The folder is 0700, and gone when this returns."""
    pem = certificate.public_bytes(serialization.Encoding.PEM) + key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "channel.pem")
        path.write_bytes(pem)
        context.load_cert_chain(path)
