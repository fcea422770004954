"""How does a prover put a list of numbers down face down?

com(m_1..m_k; r) = r·G + m_1·h_0 + ... + m_k·h_(k-1). The random r hides the numbers. Nobody can open it as two
lists, because nobody knows how the generators h relate: each is a hash of its own number, none comes from a peer.
"""

from collections.abc import Sequence
from typing import Final

from gin_p2p.cards import N_CARDS
from gin_p2p.crypto.group import Element, Point, encode, hash_to_point, secret_sum

GENERATORS: Final[tuple[Point, ...]] = tuple(hash_to_point("generator", i) for i in range(N_CARDS))


def commit_to(values: Sequence[int], blinding: int) -> Element:
    """Answer the commitment to a list of at most 52 secret numbers.

    Source:
        T. P. Pedersen, "Non-Interactive and Information-Theoretic Secure Verifiable Secret Sharing", CRYPTO 1991.
    """
    return encode(secret_sum(blinding, zip(GENERATORS, values, strict=False)))
