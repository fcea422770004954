"""How long may anything take, and how large may it be?

Durations in seconds, sizes in bytes. Two of these guard one another: a peer that sends a byte now and then is never
silent for `DEAD_S`, so a started frame has its own deadline.
"""

from typing import Final

LENGTH_BYTES: Final = 4
"""The big-endian length before each frame."""
FRAME_BYTES_BEFORE_OK: Final = 2 * 1024
"""The longest handshake message is about 250 bytes; strangers get no more room than this."""
FRAME_BYTES: Final = 32 * 1024
"""A shuffled deck with its argument and eleven shares is about 10 KiB."""
TEXT_LETTERS: Final = 1000
"""The longest text in a link note."""
REFUSAL_LETTERS: Final = 200
"""The longest text in a refusal; it must fit before `ok`."""
MAX_VERSIONS: Final = 16

HANDSHAKE_S: Final = 10.0
"""TLS and the four messages together: one budget, which no drip of bytes can lengthen."""
FRAME_S: Final = 10.0
"""From the first byte of a frame to its last."""
PING_S: Final = 5.0
DEAD_S: Final = 15.0
"""Silence after which the line counts as lost: three pings."""
SEND_S: Final = 15.0
"""One send may block so long. A peer that stops reading must not stop us."""
CLOSE_S: Final = 3.0
"""Waiting for the other side's good-bye, so that our last message is read before the connection is closed."""
SYNC_S: Final = 30.0
"""Silence that ends a SYNC: time for one frame, not for all of them."""
SYNC_FRAMES: Final = 10_000
"""A peer may be so many frames ahead; a match has some hundreds."""
QUEUE_FRAMES: Final = 64
"""Frames read ahead of the game: at most 2 MiB, then the sender has to wait."""

DIAL_S: Final = 15.0
HEAD_START_S: Final = 0.15
"""Addresses on the own network are tried so much earlier than others."""
FIRST_RETRY_S: Final = 0.25
LAST_RETRY_S: Final = 5.0

UNPROVEN_CONNECTIONS: Final = 8
"""Strangers being answered at one time: about 3 ms and 20 KB each."""
UNPROVEN_FROM_ONE: Final = 4
"""Of them from one address: who opens connections and says nothing keeps no others from the table."""
CALLS: Final = 20
"""New connections from one address in `CALLS_S`. A guest who dials two addresses again and again makes ten."""
CALLS_S: Final = 10.0
RESERVED_S: Final = 60.0
"""A seat is kept for a guest who was lost before the match began."""

WORDS: Final = 20
"""Notes for people that a peer may send in `WORDS_S`; more are dropped, or they would push the game off the screen."""
WORDS_S: Final = 10.0

MAX_ADDRESSES: Final = 8
"""Addresses in one join line; each is dialled."""
