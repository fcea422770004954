"""Where does chance come from?

Chance is handed in wherever it is used, so that a test can repeat a match byte for byte; this is the only file
that asks the operating system for it.
"""

import os
from collections.abc import Callable
from typing import TypeAlias

Entropy: TypeAlias = Callable[[int], bytes]
"""Answers as many unpredictable bytes as it is asked for."""


def system_entropy(n_bytes: int) -> bytes:
    """Answer fresh bytes from the operating system."""
    return os.urandom(n_bytes)
