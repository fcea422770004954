"""Who is known here?

Reading a record needs neither an identity nor peers: what of them cannot be read is complained about once, and
everybody is unknown.
"""

from dataclasses import dataclass

from gin_p2p.cli.exits import UsageError
from gin_p2p.cli.output import Output
from gin_p2p.cli.text import inert, inert_name
from gin_p2p.crypto.identity import key_print, parse_key_print
from gin_p2p.record.errors import FileRefusedError
from gin_p2p.record.home import Home
from gin_p2p.record.identity_file import load_identity
from gin_p2p.record.peers import Peers, by_key, by_name, load_peers


@dataclass(frozen=True, slots=True)
class Known:
    """Ourselves, and whom we met.

    Attributes:
        own: our key, 32 bytes; empty where there is none.
        peers: whom we met.
    """

    own: bytes = b""
    peers: Peers = ()

    @classmethod
    def load(cls, home: Home, output: Output) -> "Known":
        """Read what there is."""
        own = b""
        peers: Peers = ()
        try:
            own = load_identity(home.identity).public
        except FileNotFoundError:
            pass
        except FileRefusedError as error:
            output.complain(str(error))
        try:
            peers = load_peers(home.peers)
        except FileRefusedError as error:
            output.complain(str(error))
        return cls(own, peers)

    def name_of(self, key: bytes) -> str | None:
        """Answer the name that we gave to the holder of a key; None for a stranger, and for ourselves."""
        peer = by_key(self.peers, key_print(key))
        return None if peer is None or key == self.own else peer.name

    def word_for(self, key: bytes) -> str:
        """Say who holds a key: `"you"`, `"known as ann"`, `"unknown"`."""
        if key == self.own:
            return "you"
        name = self.name_of(key)
        return "unknown" if name is None else f"known as {inert_name(name)}"

    def key_print_of(self, words: str) -> str:
        """Answer the key print of the player that is meant.

        Args:
            words: a name of ours, or a key print.

        Raises:
            UsageError: it is neither.
        """
        peer = by_name(self.peers, words)
        if peer is not None:
            return peer.key
        try:
            return parse_key_print(words)
        except ValueError:
            raise UsageError(
                f"You have met nobody called {inert(words)}. Give a name from your peers, or a key print."
            ) from None
