"""Faults in the handshake, the seat, the framing and the sync."""

from typing import Final

from tests.mutants.mutant import Mutant

_SHAKE: Final = ("net/test_handshake.py", "net/test_tcp.py")
_SEAT: Final = ("net/test_seating.py", "net/test_host.py")
_SYNC: Final = ("net/test_sync.py",)
_LINK: Final = ("net/test_framing.py", "net/test_link.py")
_SHAKE_FILE: Final = "net/handshake.py"

MUTANTS: Final = (
    Mutant(
        "the host's proof does not hang on the channel",
        _SHAKE_FILE,
        'bound = _hash("gin-p2p T1", binding, first, body2)',
        'bound = _hash("gin-p2p T1", b"", first, body2)',
        _SHAKE,
    ),
    Mutant(
        "the guest does not look at the key print",
        _SHAKE_FILE,
        "if expected_print is not None and key_print(host_key) != expected_print:",
        "if False:",
        _SHAKE,
    ),
    Mutant(
        "the guest takes any signature of the host",
        _SHAKE_FILE,
        "        verify(host_key, HOST_LABEL, bound, signature)\n",
        "        pass\n",
        _SHAKE,
    ),
    Mutant(
        "the host takes any signature of the guest",
        _SHAKE_FILE,
        "        verify(guest_key, GUEST_LABEL, bound, signature)\n",
        "        pass\n",
        _SHAKE,
    ),
    Mutant(
        "the guest takes a version it has not offered",
        _SHAKE_FILE,
        "if version not in me.versions:",
        "if False:",
        _SHAKE,
    ),
    Mutant(
        "the lowest common version is spoken",
        _SHAKE_FILE,
        "version = max(set(",
        "version = min(set(",
        _SHAKE,
    ),
    Mutant(
        "the guest signs without its own body",
        _SHAKE_FILE,
        'bound = _hash("gin-p2p T2", *proof.binding, body)',
        'bound = _hash("gin-p2p T2", *proof.binding)',
        _SHAKE,
    ),
    Mutant(
        "both roles sign under one label",
        _SHAKE_FILE,
        'GUEST_LABEL: Final = "gin-p2p handshake joiner v1"',
        'GUEST_LABEL: Final = "gin-p2p handshake host v1"',
        _SHAKE,
    ),
    Mutant(
        "the parts of a hash are not framed",
        _SHAKE_FILE,
        "digest.update(len(part).to_bytes(4) + part)",
        "digest.update(part)",
        _SHAKE,
    ),
    Mutant(
        "one's own table is not told apart by the host",
        _SHAKE_FILE,
        "    if guest_key == me.identity.public:\n",
        "    if False:\n",
        _SHAKE,
    ),
    Mutant(
        "one's own table is not told apart by the guest",
        _SHAKE_FILE,
        "    if host_key == me.identity.public:\n",
        "    if False:\n",
        _SHAKE,
    ),
    Mutant(
        "a nonce of any length is taken from a stranger",
        _SHAKE_FILE,
        "1 <= len(versions) <= limits.MAX_VERSIONS and len(nonce) == NONCE_BYTES",
        "1 <= len(versions) <= limits.MAX_VERSIONS",
        _SHAKE,
    ),
    Mutant(
        "long frames are taken from a guest that was refused",
        _SHAKE_FILE,
        "    place = decide(guest_key, intent)\n",
        "    framing.max_bytes = limits.FRAME_BYTES\n    place = decide(guest_key, intent)\n",
        _SHAKE,
    ),
    Mutant(
        "a stale connection takes the seat",
        "net/seating.py",
        "if refusal is None and born != self.epoch:",
        "if False:",
        _SEAT,
    ),
    Mutant(
        "the older link is not ended by the newer one",
        "net/seating.py",
        '            self._link.abort(TakenOver("The same player has called again."))\n',
        "",
        _SEAT,
    ),
    Mutant(
        "any key may resume a match",
        "net/seating.py",
        "if self._match is None or guest_key != self._guest_key:",
        "if self._match is None:",
        _SEAT,
    ),
    Mutant(
        "any match may be resumed",
        "net/seating.py",
        "if intent.place.match_id != self._match.match_id:",
        "if False:",
        _SEAT,
    ),
    Mutant(
        "a blocked key is seated",
        "net/seating.py",
        "if not self._may_play(guest_key):",
        "if False:",
        _SEAT,
    ),
    Mutant(
        "any number of strangers is answered at one time",
        "net/gate.py",
        "if self._n_inside >= limits.UNPROVEN_CONNECTIONS:",
        "if False:",
        _SEAT,
    ),
    Mutant(
        "any number of calls is taken from one address",
        "net/gate.py",
        "if self._n_calls[caller] >= limits.CALLS:",
        "if False:",
        _SEAT,
    ),
    Mutant(
        "a length is not compared before its frame is read",
        "net/framing.py",
        "if n_bytes > self.max_bytes:",
        "if False:",
        _LINK,
    ),
    Mutant(
        "a begun frame has no deadline",
        "net/framing.py",
        'with _deadline(limits.FRAME_S, "The other side did not finish a message."):',
        'with _deadline(inf, "The other side did not finish a message."):',
        _LINK,
    ),
    Mutant(
        "a torn framing goes on sending",
        "net/framing.py",
        "            except BaseException as error:\n                self.is_torn = True\n",
        "            except BaseException as error:\n",
        _LINK,
    ),
    Mutant(
        "a note may have fields of any type",
        "net/notes.py",
        "if tuple(type(value) for value in note.values) != SHAPES.get(note.kind):",
        "if note.kind not in SHAPES:",
        _LINK,
    ),
    Mutant(
        "a text in a note may be of any length",
        "net/notes.py",
        "len(value) <= limits.TEXT_LETTERS",
        "True",
        _LINK,
    ),
    Mutant(
        "a peer may be any number of frames ahead",
        "net/sync.py",
        "if theirs - mine > limits.SYNC_FRAMES:",
        "if False:",
        _SYNC,
    ),
    Mutant(
        "a head that differs is no fork",
        "net/sync.py",
        "    if chain.head_at(n_frames) != head:\n",
        "    if False:\n",
        _SYNC,
    ),
    Mutant(
        "a frame that adds nothing is taken as missing one",
        "net/sync.py",
        "if chain.n_frames != n_frames:",
        "if False:",
        _SYNC,
    ),
    Mutant(
        "fetched frames may lead anywhere",
        "net/sync.py",
        "if chain.head_at(theirs) != head:",
        "if False:",
        _SYNC,
    ),
    Mutant(
        "another number answers a sync",
        "net/sync.py",
        "    if at != mine:\n",
        "    if False:\n",
        _SYNC,
    ),
)
