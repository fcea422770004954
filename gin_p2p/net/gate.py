"""May this stranger be answered at all?

A returning guest cannot be told from a stranger before it has proved its key, and proving costs us time. So few are
answered at one time, and each address only so often. What is over the limit is closed at once, unanswered.
"""

from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

import trio

from gin_p2p.net import limits
from gin_p2p.net.errors import TooManyCalls


class Gate:
    """Counts the connections whose other end has not proved a key."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()
        self._calls: deque[tuple[float, str]] = deque()
        self._n_calls: Counter[str] = Counter()

    @contextmanager
    def passing(self, address: str) -> Iterator[None]:
        """Hold a place while a stranger is being answered.

        Args:
            address: where the stranger calls from.

        Raises:
            TooManyCalls: too many strangers at one time, in all or from this address, or too many calls from it.
        """
        caller = _caller(address)
        self._forget_old_calls()
        if self._inside.total() >= limits.UNPROVEN_CONNECTIONS:
            raise TooManyCalls("Too many strangers are calling at one time.")
        if self._inside[caller] >= limits.UNPROVEN_FROM_ONE:
            raise TooManyCalls("Too many calls come from there at one time.")
        if self._n_calls[caller] >= limits.CALLS:
            raise TooManyCalls("Too many calls come from there.")
        self._calls.append((trio.current_time(), caller))
        self._n_calls[caller] += 1
        self._inside[caller] += 1
        try:
            yield
        finally:
            self._inside -= Counter((caller,))  # what is at zero goes

    def _forget_old_calls(self) -> None:
        while self._calls and self._calls[0][0] <= trio.current_time() - limits.CALLS_S:
            _, caller = self._calls.popleft()
            self._n_calls[caller] -= 1
            if not self._n_calls[caller]:
                del self._n_calls[caller]


def _caller(address: str) -> str:
    """Answer whom to count: an IPv6 customer has a whole /64 to call from."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(IPv6Address(int(ip) >> 64 << 64))
    return str(ip)
