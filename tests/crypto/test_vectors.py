"""Are the bytes of today those of yesterday?"""

import json
from typing import Any

import pytest

from gin_p2p.crypto.chance import commit, draw
from gin_p2p.crypto.context import Context, Purpose
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.identity import Identity, parse_key_print, verify
from gin_p2p.seat import Seat
from tests.helpers import plain_group
from tests.helpers.crypto_vectors import PATH, Fields, build, check, cut

FILE: dict[str, Any] = json.loads(PATH.read_text("utf-8"))
PROOFS: dict[str, Fields] = FILE["proofs"]


def context_bytes(fields: Fields) -> bytes:
    head, match_id = bytes.fromhex(fields["head"]), bytes.fromhex(fields["match_id"])
    seat = Seat(int(fields["seat"], 16))
    return Context(head, match_id, int(fields["deal"], 16), Purpose(fields["purpose"]), seat).encode()


def test_the_file_holds_what_it_should() -> None:
    assert set(PROOFS) == {"key", "shares", "deck", "cut", "hand"}
    assert len(PROOFS["deck"]["proof"]) == 2 * 5287
    assert len(PROOFS["hand"]["proof"]) == 2 * 1351
    assert len(FILE["refused"]) > 100
    assert [len(FILE[name]) for name in ("commitments", "draws", "signatures")] == [2, 18, 2]


def test_the_same_entropy_makes_the_same_bytes() -> None:
    assert build() == FILE


@pytest.mark.parametrize("name", PROOFS)
def test_every_proof_of_the_file_is_accepted(name: str) -> None:
    check(PROOFS[name])


@pytest.mark.parametrize("name", PROOFS)
def test_every_changed_byte_of_the_file_is_refused(name: str) -> None:
    changes = [change for change in FILE["refused"] if change["of"] == name]
    assert {change["field"] for change in changes} == set(PROOFS[name]) - {"purpose"}
    for change in changes:
        data = bytearray.fromhex(PROOFS[name][change["field"]])
        data[change["at"]] ^= change["xor"]
        with pytest.raises(InvalidProof):
            check({**PROOFS[name], change["field"]: data.hex()})


def test_the_key_and_shares_proofs_of_the_file_hold_in_plain_integers() -> None:
    key, shares = PROOFS["key"], PROOFS["shares"]
    assert plain_group.key_proof_holds(
        bytes.fromhex(key["key"]), bytes.fromhex(key["proof"]), context_bytes(key)
    )
    assert plain_group.shares_proof_holds(
        bytes.fromhex(shares["key"]),
        cut(shares["hints"], 33),
        cut(shares["shares"], 33),
        bytes.fromhex(shares["proof"]),
        context_bytes(shares),
    )


@pytest.mark.parametrize("name", ["hand", pytest.param("deck", marks=pytest.mark.slow)])
def test_the_shuffles_of_the_file_hold_in_plain_integers(name: str) -> None:
    fields = PROOFS[name]
    equations = plain_group.shuffle_equations(
        bytes.fromhex(fields["key"]),
        cut(fields["inputs"], 66),
        cut(fields["outputs"], 66),
        bytes.fromhex(fields["proof"]),
        context_bytes(fields),
    )
    assert all(equations.values()), equations


def test_commitments_draws_and_signatures_of_the_file_come_out() -> None:
    for row in FILE["commitments"]:
        host_key, guest_key, nonce = (bytes.fromhex(row[name]) for name in ("host_key", "guest_key", "nonce"))
        made = commit(row["purpose"], host_key, guest_key, row["deal"], Seat(row["seat"]), nonce)
        assert made.hex() == row["commitment"]
    for row in FILE["draws"]:
        first, second = bytes.fromhex(row["first"]), bytes.fromhex(row["second"])
        assert draw("knock card", row["deal"], first, second, row["n"]) == row["drawn"]
    for row in FILE["signatures"]:
        public, message = bytes.fromhex(row["public"]), bytes.fromhex(row["message"])
        assert Identity.from_private_bytes(bytes.fromhex(row["private"])).public == public
        verify(public, row["label"], message, bytes.fromhex(row["signature"]))
        assert parse_key_print(row["print"]) == row["print"]
