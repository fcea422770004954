"""Who is at the other end of this very channel?

Four messages over any framed stream. Both sides sign, with their identity keys, one running hash that holds the
channel's binding value, both nonces, both version lists and both keys:

    M1  guest > host   ("gin-p2p", versions, nonce)
    M2  host > guest   (body2, signature)     body2 = ("gin-p2p", version, nonce, host key)
    M3  guest > host   (body3, signature)     body3 = (guest key, intent)
    M4  host > guest   ("ok", (match id, n, head))  or  ("no", code, text)

The host proves itself first; the guest's key leaves the guest only after that. A proof is good for one channel only:
the binding value is the hash of the certificate this host process made, so what a man in the middle relays fits neither
of his two legs. A stripped version list changes M1, which the host has signed. A `no` before M2 comes from anybody: it is
shown, nothing is done because of it.

The bodies travel as byte strings, so that what is signed is exactly what was sent.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from gin_p2p.crypto.entropy import Entropy
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.identity import KEY_BYTES, SIGNATURE_BYTES, Identity, key_print, verify
from gin_p2p.net import limits
from gin_p2p.net.errors import BadFrame, FrameTooLong, NotGin, OwnKey, Refused, VersionMismatch, WrongKey
from gin_p2p.net.framing import Framing
from gin_p2p.protocol.codec import Malformed, Value, pack, unpack

MAGIC: Final = "gin-p2p"
VERSIONS: Final = (1,)
NONCE_BYTES: Final = 32
NEW: Final = "new"
RESUME: Final = "resume"
HOST_LABEL: Final = "gin-p2p handshake host v1"
GUEST_LABEL: Final = "gin-p2p handshake joiner v1"
REFUSALS: Final = frozenset({"busy", "blocked", "stale", "bad"})


@dataclass(frozen=True, slots=True)
class Credentials:
    """What one end brings along.

    Attributes:
        identity: the player's key pair.
        entropy: for the nonce.
        versions: protocol versions this end speaks, at most 16.
    """

    identity: Identity
    entropy: Entropy
    versions: tuple[int, ...] = VERSIONS


@dataclass(frozen=True, slots=True)
class Place:
    """How far a match has come.

    Attributes:
        match_id: 16 bytes; empty when there is no match yet.
        n_frames: frames held.
        head: 32 bytes; empty when there is no match yet.
    """

    match_id: bytes = b""
    n_frames: int = 0
    head: bytes = b""


@dataclass(frozen=True, slots=True)
class Intent:
    """What a guest comes for: `NEW`, with an empty place, or `RESUME` of a match."""

    kind: str = NEW
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class HostProof:
    """A host that has proved its key on this channel; the guest has shown nothing yet.

    Attributes:
        host_key: 32 bytes.
        version: the protocol version both speak from here on.
        binding: what the guest signs over, before its own body.
    """

    host_key: bytes
    version: int
    binding: tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Both ends are known.

    Attributes:
        peer_key: the other side's key, 32 bytes.
        version: the protocol version both speak.
        place: how far the host's record has come.
        session_id: 32 bytes, the same at both ends; for logs, never a credential.
    """

    peer_key: bytes
    version: int
    place: Place
    session_id: bytes


Decide: TypeAlias = Callable[[bytes, Intent], "Place | Refused"]
"""Guest's key and intent in; the place to go on from, or the refusal. Must not await: see `seating`."""


async def question_host(
    framing: Framing, binding: bytes, me: Credentials, expected_print: str | None
) -> HostProof:
    """Send M1 and judge M2. Only the nonce and the versions have left us when this returns.

    Args:
        framing: fresh, towards the host.
        binding: the channel's binding value, 32 bytes.
        me: the guest.
        expected_print: the key print of the host who is meant; None at a first meeting without a join line.

    Raises:
        NotGin: M2 is not the message of a host of this protocol.
        VersionMismatch: no common version; from before the proof, so anybody may have said it.
        Refused: as above.
        WrongKey: another key than expected, or a signature that does not fit this channel.
        OwnKey: the host is ourselves.
        LinkError: the line failed.
    """
    first = pack((MAGIC, me.versions, me.entropy(NONCE_BYTES)))
    await framing.send(first)
    try:
        match unpack(await framing.receive(), max_bytes=limits.FRAME_BYTES_BEFORE_OK):
            case (bytes(body), bytes(signature)) if len(signature) == SIGNATURE_BYTES:
                pass
            case refusal:
                raise _refusal(refusal, me.versions)
        version, host_key = _parse_body2(body)
    except (Malformed, FrameTooLong):
        raise NotGin("Something answers there, but it isn't gin.") from None
    if version not in me.versions:
        raise WrongKey("The host chose a protocol version that was not offered.")
    if expected_print is not None and key_print(host_key) != expected_print:
        raise WrongKey(
            f"The host's key is {key_print(host_key)}, expected was {expected_print}. This is not the table you were invited to."
        )
    bound = _hash("gin-p2p T1", binding, first, body)
    try:
        verify(host_key, HOST_LABEL, bound, signature)
    except InvalidProof:
        raise WrongKey(
            "The host could not prove its key on this connection: somebody may sit in between."
        ) from None
    if host_key == me.identity.public:
        raise OwnKey("This is your own table.")
    return HostProof(host_key, version, (bound, signature))


async def introduce_guest(framing: Framing, proof: HostProof, me: Credentials, intent: Intent) -> Meeting:
    """Send M3, hear M4. The framing takes long frames afterwards.

    Raises:
        Refused: the host says no.
        VersionMismatch: as above.
        NotGin: M4 is neither.
        LinkError: the line failed.
    """
    body = pack((me.identity.public, _pack_intent(intent)))
    bound = _hash("gin-p2p T2", *proof.binding, body)
    signature = me.identity.sign(GUEST_LABEL, bound)
    await framing.send(pack((body, signature)))
    try:
        match unpack(await framing.receive(), max_bytes=limits.FRAME_BYTES_BEFORE_OK):
            case ("ok", (bytes(match_id), int(n_frames), bytes(head))):
                place = _check_place(Place(match_id, n_frames, head))
            case refusal:
                raise _refusal(refusal, me.versions)
    except (Malformed, FrameTooLong):
        raise NotGin("The host answers, but not as a gin host does.") from None
    framing.max_bytes = limits.FRAME_BYTES
    return Meeting(proof.host_key, proof.version, place, _session_id(bound, signature))


async def answer_guest(framing: Framing, binding: bytes, me: Credentials, decide: Decide) -> Meeting:
    """Hear a stranger out, prove ourselves, and let `decide` say whether the seat is free.

    After a decision in the guest's favour the framing takes long frames, and the `ok` is sent.

    Args:
        framing: fresh, towards a stranger.
        binding: the channel's binding value, 32 bytes.
        me: the host.
        decide: called once, after the guest has proved its key.

    Raises:
        BadFrame: M1 or M3 is not such a message.
        VersionMismatch: no common version; the guest has been told.
        WrongKey: the guest could not prove its key.
        OwnKey: the guest is ourselves.
        Refused: `decide` said no; the guest has been told.
        LinkError: the line failed.
    """
    first = await framing.receive()
    version = max(set(_versions_untrusted(first)) & set(me.versions), default=None)
    if version is None:
        theirs = ", ".join(str(v) for v in _versions_untrusted(first))
        await framing.send(pack(("no", "version", ", ".join(str(v) for v in me.versions))))
        raise VersionMismatch(me.versions, theirs)
    body2 = pack((MAGIC, version, me.entropy(NONCE_BYTES), me.identity.public))
    bound = _hash("gin-p2p T1", binding, first, body2)
    host_signature = me.identity.sign(HOST_LABEL, bound)
    await framing.send(pack((body2, host_signature)))

    body3, signature = _signed_untrusted(await framing.receive())
    guest_key, intent = _introduction_untrusted(body3)
    bound = _hash("gin-p2p T2", bound, host_signature, body3)
    try:
        verify(guest_key, GUEST_LABEL, bound, signature)
    except InvalidProof:
        raise WrongKey("A guest could not prove its key.") from None
    if guest_key == me.identity.public:
        await framing.send(pack(("no", "bad", "this is your own table")))
        raise OwnKey("This is your own table.")
    place = decide(guest_key, intent)
    if isinstance(place, Refused):
        await framing.send(pack(("no", place.reason, place.text[: limits.REFUSAL_LETTERS])))
        raise place
    framing.max_bytes = limits.FRAME_BYTES
    await framing.send(pack(("ok", (place.match_id, place.n_frames, place.head))))
    return Meeting(guest_key, version, place, _session_id(bound, signature))


def _hash(tag: str, *parts: bytes) -> bytes:
    """Hash parts so that no byte can move from one to the next."""
    digest = hashlib.sha256(tag.encode() + b"\0")
    for part in parts:
        digest.update(len(part).to_bytes(4) + part)
    return digest.digest()


def _session_id(bound: bytes, signature: bytes) -> bytes:
    return _hash("gin-p2p sid", bound, signature)


def _pack_intent(intent: Intent) -> tuple[str, bytes, int, bytes]:
    return intent.kind, intent.place.match_id, intent.place.n_frames, intent.place.head


def _check_place(place: Place) -> Place:
    sizes = (len(place.match_id), len(place.head))
    if (
        type(place.n_frames) is not int
        or sizes not in ((16, 32), (0, 0))
        or (sizes == (0, 0) and place.n_frames)
    ):
        raise Malformed("not a match id, a number and a head")
    return place


def _parse_body2(body: bytes) -> tuple[int, bytes]:
    match unpack(body, max_bytes=limits.FRAME_BYTES_BEFORE_OK):
        case ("gin-p2p", int(version), bytes(nonce), bytes(host_key)) if (
            type(version) is int and len(nonce) == NONCE_BYTES and len(host_key) == KEY_BYTES
        ):
            return version, host_key
        case _:
            raise Malformed("not the body of a host's proof")


def _refusal(value: Value, mine: Sequence[int]) -> Refused | VersionMismatch:
    match value:
        case ("no", "version", str(text)) if len(text) <= limits.REFUSAL_LETTERS:
            return VersionMismatch(mine, text)
        case ("no", str(reason), str(text)) if reason in REFUSALS and len(text) <= limits.REFUSAL_LETTERS:
            return Refused(reason, text)
        case _:
            raise Malformed("neither an answer nor a refusal")


def _versions_untrusted(first: bytes) -> tuple[int, ...]:
    try:
        match unpack(first, max_bytes=limits.FRAME_BYTES_BEFORE_OK):
            case ("gin-p2p", tuple(versions), bytes(nonce)) if (
                1 <= len(versions) <= limits.MAX_VERSIONS and len(nonce) == NONCE_BYTES
            ):
                numbers = tuple(version for version in versions if type(version) is int)
                if len(numbers) == len(versions):
                    return numbers
    except Malformed:
        pass
    raise BadFrame("A stranger called who does not speak gin.")


def _signed_untrusted(message: bytes) -> tuple[bytes, bytes]:
    try:
        match unpack(message, max_bytes=limits.FRAME_BYTES_BEFORE_OK):
            case (bytes(body), bytes(signature)) if len(signature) == SIGNATURE_BYTES:
                return body, signature
    except Malformed:
        pass
    raise BadFrame("A guest's introduction is not a body with its signature.")


def _introduction_untrusted(body: bytes) -> tuple[bytes, Intent]:
    try:
        match unpack(body, max_bytes=limits.FRAME_BYTES_BEFORE_OK):
            case (bytes(key), (str(kind), bytes(match_id), int(n_frames), bytes(head))) if (
                len(key) == KEY_BYTES
            ):
                place = _check_place(Place(match_id, n_frames, head))
                if kind == (RESUME if place.match_id else NEW):
                    return key, Intent(kind, place)
    except Malformed:
        pass
    raise BadFrame("A guest's introduction is not a key with an intent.")
