"""Do secrets come back after a crash, stay hidden, and never repeat?"""

import pytest

from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.crypto.group import Q, encode, secret_base
from gin_p2p.crypto.secrets import MatchSeed, Prover, SecretScalar
from tests.helpers.provers import HOST, seeded_entropy


def test_a_seed_gives_the_same_secrets_again() -> None:
    again = MatchSeed(HOST.seed.secret_bytes)
    assert again.deal_key(3).public == HOST.seed.deal_key(3).public
    assert again.nonce("match", 0) == HOST.seed.nonce("match", 0)


def test_no_two_secrets_of_a_seed_are_equal() -> None:
    seed = HOST.seed
    keys = {seed.deal_key(deal).public for deal in range(20)}
    nonces = {seed.nonce(label, number) for label in ("match", "knock", "key") for number in range(20)}
    assert len(keys) == 20
    assert len(nonces) == 60


def test_a_nonce_called_key_tells_nothing_of_the_key() -> None:
    # both are read from a stream; the first half of the key's 64 bytes must not be what a nonce discloses
    nonce = int.from_bytes(HOST.seed.nonce("key", 1))
    tail = int.from_bytes(MatchSeed(HOST.seed.secret_bytes)._stream("key", 1).read(32))
    assert nonce != tail


def test_secrets_do_not_show_themselves() -> None:
    for secret in (HOST.seed, HOST.secret, HOST.prover):
        text = repr(secret) + str(secret)
        assert "hidden" in text
        assert HOST.seed.secret_bytes.hex() not in text
        assert HOST.secret.private_bytes().hex() not in text


def test_a_secret_key_reads_back_as_written() -> None:
    again = SecretScalar.from_private_bytes(HOST.secret.private_bytes())
    assert again.secret_int == HOST.secret.secret_int
    assert again.public == HOST.key == encode(secret_base(again.secret_int))


@pytest.mark.parametrize("number", [0, Q, Q + 1, 2**256 - 1, 2**256, -1])
def test_a_secret_key_out_of_range_is_refused_and_not_shown(number: int) -> None:
    with pytest.raises(ValueError, match=r"^a secret key is 1\.\.q-1$"):
        SecretScalar(number)


@pytest.mark.parametrize("private_bytes", [b"", bytes(31), bytes(33), bytes(32)])
def test_private_bytes_that_are_no_key_are_refused(private_bytes: bytes) -> None:
    with pytest.raises(ValueError, match="secret key"):
        SecretScalar.from_private_bytes(private_bytes)


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        MatchSeed(bytes(31))


def test_entropy_that_runs_short_is_refused() -> None:
    with pytest.raises(ValueError, match="entropy"):
        Prover(HOST.seed, lambda n: bytes(n - 1)).stream("key", b"", b"")


def test_each_part_of_a_provers_stream_changes_it() -> None:
    def drawn(prover: Prover, label: str = "key", state: bytes = b"s", witness: bytes = b"w") -> bytes:
        return prover.stream(label, state, witness).read(32)

    def fixed(seed: MatchSeed) -> Prover:
        return Prover(seed, bytes)

    base = drawn(fixed(HOST.seed))
    assert drawn(fixed(HOST.seed)) == base
    others = [
        drawn(fixed(MatchSeed(bytes(32)))),
        drawn(fixed(HOST.seed), label="share"),
        drawn(fixed(HOST.seed), state=b"t"),
        drawn(fixed(HOST.seed), witness=b"v"),
        drawn(Prover(HOST.seed, seeded_entropy("other"))),
    ]
    assert len({base, *others}) == 6


def test_the_systems_entropy_gives_what_it_is_asked_for() -> None:
    assert len(system_entropy(32)) == 32
    assert system_entropy(32) != system_entropy(32)
