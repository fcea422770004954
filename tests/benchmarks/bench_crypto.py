"""What do the proofs cost? `python -m tests.benchmarks.bench_crypto`

Each line is the best of several runs, nothing remembered from the run before. Wall time on one core; a busy
machine shows only more.
"""

import time
from collections.abc import Callable, Sequence

from gin_p2p.crypto.group import lift, public_sum, secret_multiple
from gin_p2p.crypto.masking import MaskedCard, opening_deck, share_of
from gin_p2p.crypto.proofs import prove_shares, verify_shares
from gin_p2p.crypto.shuffle import shuffle, verify_shuffle
from tests.helpers.provers import CONTEXT, GUEST, HOST, JOINT, masked_hand


def best_ms(run: Callable[[], object], n_runs: int) -> float:
    """Answer the best time of some runs in milliseconds."""
    times = []
    for _ in range(n_runs):
        lift.cache_clear()
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def bench_shuffle(name: str, key: bytes, inputs: Sequence[MaskedCard]) -> None:
    outputs, proof = shuffle(key, inputs, CONTEXT, HOST.prover)
    make = best_ms(lambda: shuffle(key, inputs, CONTEXT, HOST.prover), 15)
    check = best_ms(lambda: verify_shuffle(key, inputs, outputs, proof, CONTEXT), 15)
    print(f"{name:<24} make {make:7.2f} ms   check {check:7.2f} ms   proof {len(proof)} bytes")


def bench_shares(name: str, cards: Sequence[MaskedCard]) -> None:
    hints = [card.hint for card in cards]

    def make() -> tuple[list[bytes], bytes]:
        shares: list[bytes] = [share_of(HOST.secret, card) for card in cards]
        return shares, prove_shares(HOST.secret, HOST.key, hints, shares, CONTEXT, HOST.prover)

    shares, proof = make()
    made = best_ms(make, 50)
    checked = best_ms(lambda: verify_shares(HOST.key, hints, shares, proof, CONTEXT), 50)
    print(f"{name:<24} make {made:7.2f} ms   check {checked:7.2f} ms   proof {len(proof)} bytes")


def main() -> None:
    deck = opening_deck(JOINT)
    once, _ = shuffle(JOINT, deck, CONTEXT, HOST.prover)
    point, scalar = lift(HOST.key), HOST.secret.secret_int
    secret_us = 10 * best_ms(lambda: [secret_multiple(scalar, point) for _ in range(100)], 20)
    public_us = 10 * best_ms(lambda: [public_sum([(point, scalar)]) for _ in range(100)], 20)
    print(
        f"one multiplication       secret {secret_us:.1f} us, public {public_us:.1f} us; a deck makes 416, checks 268"
    )
    bench_shuffle("deck, from the opening", JOINT, deck)
    bench_shuffle("deck, the cut", JOINT, once)
    bench_shuffle("hand of eleven", GUEST.key, masked_hand(list(range(11)), GUEST.key))
    bench_shares("one share", once[:1])
    bench_shares("eleven shares", once[:11])


if __name__ == "__main__":
    main()
