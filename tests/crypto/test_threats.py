"""Does what broke other card protocols break here?

Each test carries the number of its threat in the project's list of attacks; 3, 4, 12, 18 and 27 stand beside the
pieces they attack. Threats that need a table or a transcript are tested in those rooms.
"""

import ast
import inspect
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from gin_p2p import crypto
from gin_p2p.crypto import group, pedersen, shuffle
from gin_p2p.crypto.challenger import CHALLENGE_BYTES, Challenger
from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.group import (
    G_POINT,
    G,
    Point,
    Q,
    add,
    encode,
    lift,
    negate,
    public_sum,
    secret_base,
    secret_multiple,
)
from gin_p2p.crypto.masking import (
    CARD_POINTS,
    MaskedCard,
    decode_masked,
    face,
    face_card,
    joint_key,
    opening_deck,
    remask,
    share_of,
    strip,
)
from gin_p2p.crypto.proofs import prove_key, prove_shares, verify_key, verify_shares
from gin_p2p.crypto.secrets import MatchSeed, Prover
from gin_p2p.crypto.shuffle import prove_shuffle, verify_shuffle
from tests.helpers.provers import CONTEXT, GUEST, HOST, JOINT, OTHER_CONTEXTS, masked_hand, player

ROOM = Path(next(iter(crypto.__path__)))
DECK = opening_deck(JOINT)
ONCE, FIRST_PROOF = shuffle.shuffle(JOINT, DECK, CONTEXT, HOST.prover)


def minus(a: Point, b: Point) -> Point | None:
    return add(a, negate(b))


def refuse_deck(
    outputs: Sequence[MaskedCard], proof: bytes = FIRST_PROOF, inputs: Sequence[MaskedCard] = DECK
) -> None:
    with pytest.raises(InvalidProof):
        verify_shuffle(JOINT, inputs, outputs, proof, CONTEXT)


def test_threat_01_no_statistic_of_order_two_separates_two_cards() -> None:
    # a group of prime order has no character of order two; the parity of y is the nearest thing to one
    def odd_bodies(card: int) -> int:
        return sum(masked.body[0] == 3 for masked in masked_hand([card] * 400, label=f"parity {card}"))

    assert all(abs(odd_bodies(card) - 200) < 50 for card in (0, 25, 51))


def test_threat_01_there_is_no_encryption_by_powers_of_a_number() -> None:
    """The one power left asks of an identity key, which is public, whether it is a point; no card comes near it."""
    powers = [
        path.name
        for path in ROOM.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "pow"
        if ast.unparse(node.args[1]) != "-1"
    ]
    assert powers == ["identity.py"]


def test_threat_02_no_card_is_a_small_multiple_of_another_or_of_the_base() -> None:
    cards = set(CARD_POINTS)
    multiples = {public_sum([(point, k)]) for point in (*CARD_POINTS, G_POINT) for k in range(2, 53)}
    assert len(cards) == 52
    assert not cards & multiples
    assert not {negate(point) for point in cards} & (cards | multiples)


def test_threat_02_differences_within_a_shuffled_deck_are_no_differences_of_cards() -> None:
    of_cards = {minus(a, b) for a in CARD_POINTS for b in CARD_POINTS if a != b}
    bodies = [lift(card.body) for card in ONCE]
    assert len(of_cards) == 52 * 51
    assert not of_cards & {minus(a, b) for a in bodies for b in bodies if a != b}


def test_threat_05_an_infinite_key_has_no_bytes_and_a_cancelling_key_no_joint_key() -> None:
    mirrored = encode(negate(lift(HOST.key)))
    proof = prove_key(HOST.secret, HOST.key, CONTEXT, HOST.prover)
    for key in (bytes(33), b"\0", b"\2" + bytes(32)):
        with pytest.raises(InvalidProof):
            verify_key(key, proof, CONTEXT)
    with pytest.raises(InvalidProof, match="infinity"):
        joint_key(HOST.key, mirrored)


def test_threat_06_a_shuffle_that_changes_nothing_is_valid_and_weakens_only_its_maker() -> None:
    inputs = masked_hand([4, 5, 6])
    proof = prove_shuffle(JOINT, inputs, inputs, [0, 1, 2], [0, 0, 0], CONTEXT, HOST.prover)
    verify_shuffle(JOINT, inputs, inputs, proof, CONTEXT)


def test_threat_06_a_hint_at_infinity_is_refused() -> None:
    refuse_deck([MaskedCard(bytes(33), encode(CARD_POINTS[0])), *ONCE[1:]])


def test_threat_07_a_key_made_from_the_honest_one_has_no_proof() -> None:
    chosen = HOST.secret
    rogue = encode(minus(lift(chosen.public), lift(GUEST.key)) or G_POINT)
    assert joint_key(rogue, GUEST.key) == chosen.public
    with pytest.raises(InvalidProof, match="knows its key"):
        verify_key(rogue, prove_key(chosen, rogue, CONTEXT, HOST.prover), CONTEXT)


def test_threat_08_the_peers_key_and_proof_echoed_are_refused() -> None:
    proof = prove_key(HOST.secret, HOST.key, CONTEXT, HOST.prover)
    with pytest.raises(InvalidProof):
        verify_key(HOST.key, proof, OTHER_CONTEXTS["seat"])
    with pytest.raises(InvalidProof, match="equal"):
        joint_key(HOST.key, HOST.key)


@pytest.mark.parametrize("field", OTHER_CONTEXTS)
def test_threat_08_and_11_a_proof_moved_to_another_place_is_refused(field: str) -> None:
    elsewhere = OTHER_CONTEXTS[field]
    card = ONCE[0]
    share = share_of(HOST.secret, card)
    key_proof = prove_key(HOST.secret, HOST.key, CONTEXT, HOST.prover)
    shares_proof = prove_shares(HOST.secret, HOST.key, [card.hint], [share], CONTEXT, HOST.prover)
    attempts: tuple[Callable[[], None], ...] = (
        lambda: verify_key(HOST.key, key_proof, elsewhere),
        lambda: verify_shares(HOST.key, [card.hint], [share], shares_proof, elsewhere),
        lambda: verify_shuffle(JOINT, DECK, ONCE, FIRST_PROOF, elsewhere),
    )
    for attempt in attempts:
        with pytest.raises(InvalidProof):
            attempt()


def test_threat_09_each_deal_has_another_key_and_shares_of_one_open_nothing_of_another() -> None:
    first, second = HOST.seed.deal_key(1), HOST.seed.deal_key(2)
    assert first.public != second.public
    card = masked_hand([8], second.public)[0]
    replayed = share_of(first, card)
    proof = prove_shares(first, first.public, [card.hint], [replayed], CONTEXT, HOST.prover)
    with pytest.raises(InvalidProof):
        verify_shares(second.public, [card.hint], [replayed], proof, CONTEXT)
    assert face(card, replayed) is None


def test_threat_10_a_base_picked_after_the_challenge_is_refused() -> None:
    # the forger answers a challenge of its own first and solves for the share that would fit
    card = ONCE[0]
    challenge, response = 2**127 + 5, 987654321
    share = encode(secret_multiple(response, lift(card.hint)))
    proof = challenge.to_bytes(16) + response.to_bytes(32)
    with pytest.raises(InvalidProof):
        verify_shares(HOST.key, [card.hint], [share], proof, CONTEXT)


def test_threat_10_every_challenge_hangs_on_the_whole_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    absorbed: list[tuple[str, tuple[bytes, ...]]] = []
    absorb = Challenger.absorb

    def noting(self: Challenger, tag: str, *components: bytes) -> None:
        absorbed.append((tag, components))
        absorb(self, tag, *components)

    monkeypatch.setattr(Challenger, "absorb", noting)
    verify_shuffle(JOINT, DECK, ONCE, FIRST_PROOF, CONTEXT)
    tags = [tag for tag, _ in absorbed]
    said = b"".join(b"".join(components) for tag, components in absorbed if tag.startswith("m"))
    assert tags == ["context", "in", "out", "m1", "m2", "m3", "m4"]
    assert absorbed[0][1] == (CONTEXT.encode(), (52).to_bytes(4), JOINT)
    assert absorbed[1][1] == tuple(card.encode() for card in DECK)
    assert absorbed[2][1] == tuple(card.encode() for card in ONCE)
    assert said == FIRST_PROOF


def test_threat_13_a_challenge_has_128_bits_and_guessing_one_fails() -> None:
    assert CHALLENGE_BYTES >= 16
    statement = public_sum([(G_POINT, 31337)])
    assert statement is not None
    for guess in range(1, 2000):
        with pytest.raises(InvalidProof):
            verify_key(encode(statement), guess.to_bytes(16) + (guess + 1).to_bytes(32), CONTEXT)


def test_threat_13_all_questions_of_a_shuffle_come_from_one_hash() -> None:
    # a list of questions that could be ground one by one would not change as a whole
    def questions(last_word: bytes) -> list[int]:
        challenger = Challenger("gin-p2p/1/shuffle")
        challenger.absorb("m1", G, last_word)
        return [challenger.challenge("t") for _ in range(52)]

    one, two = questions(G), questions(JOINT)
    assert not set(one) & set(two)


def test_threat_14_entropy_that_repeats_gives_no_nonce_twice() -> None:
    stuck = Prover(HOST.seed, bytes)
    secret = HOST.secret

    def nonce_of(proof: bytes) -> int:
        return (int.from_bytes(proof[16:]) - int.from_bytes(proof[:16]) * secret.secret_int) % Q

    contexts = [CONTEXT, *OTHER_CONTEXTS.values()]
    key_nonces = [nonce_of(prove_key(secret, secret.public, context, stuck)) for context in contexts]
    share_nonces = [
        nonce_of(prove_shares(secret, secret.public, [card.hint], [share_of(secret, card)], context, stuck))
        for context in contexts
        for card in ONCE[:3]
    ]
    assert len({*key_nonces, *share_nonces}) == len(contexts) * 4


def test_threat_14_two_proofs_do_not_solve_for_the_key() -> None:
    a, b = (prove_key(HOST.secret, HOST.key, CONTEXT, HOST.prover) for _ in range(2))
    challenges = int.from_bytes(a[:16]) - int.from_bytes(b[:16])
    responses = int.from_bytes(a[16:]) - int.from_bytes(b[16:])
    assert challenges != 0
    solved = responses * pow(challenges, -1, Q)
    assert encode(secret_base(solved)) != HOST.key


def test_threat_15_equal_inputs_are_not_asked_with_equal_challenges() -> None:
    challenger = Challenger("test")
    challenger.absorb("in", G, G)
    assert len({challenger.challenge("t") for _ in range(52)}) == 52


def test_threat_16_a_deck_with_a_card_twice_or_a_foreign_card_is_refused() -> None:
    foreign = remask(MaskedCard(G, encode(secret_base(424242))), JOINT, 5)
    order, rhos = list(range(52)), [7] * 52
    for wrong in (remask(DECK[1], JOINT, 8), foreign, face_card(0, HOST.key)):
        outputs = [wrong, *(remask(card, JOINT, 7) for card in DECK[1:])]
        refuse_deck(outputs, prove_shuffle(JOINT, DECK, outputs, order, rhos, CONTEXT, HOST.prover))


def test_threat_16_a_deck_of_51_or_53_cards_is_refused() -> None:
    refuse_deck(ONCE[:51])
    refuse_deck([*ONCE, ONCE[0]])
    refuse_deck([*ONCE, ONCE[0]], inputs=[*DECK, DECK[0]])
    refuse_deck(ONCE[:51], inputs=DECK[:51])


def test_threat_17_a_commitment_with_the_right_sum_but_a_value_twice_is_refused() -> None:
    # 1 + 4 = 2 + 3: the list has the sum of a permutation
    inputs = masked_hand([10, 20, 30, 40])
    for committed in ([1, 1, 2, 2], [0, 0, 3, 3]):
        outputs = [remask(inputs[place], JOINT, 9) for place in committed]
        for shown in (outputs, [remask(card, JOINT, 9) for card in inputs]):
            proof = prove_shuffle(JOINT, inputs, shown, committed, [9] * 4, CONTEXT, HOST.prover)
            with pytest.raises(InvalidProof):
                verify_shuffle(JOINT, inputs, shown, proof, CONTEXT)


def test_threat_18_generators_cannot_be_supplied() -> None:
    for function in (shuffle.shuffle, shuffle.prove_shuffle, shuffle.verify_shuffle):
        assert "generators" not in inspect.signature(function).parameters
    assert tuple(group.hash_to_point("generator", i) for i in range(52)) == pedersen.GENERATORS
    assert not set(pedersen.GENERATORS) & {*CARD_POINTS, G_POINT}


def test_threat_19_a_deck_changed_after_the_proof_is_refused() -> None:
    def plus(encoded: bytes, point: Point) -> bytes:
        return encode(add(lift(encoded), point) or G_POINT)

    first, second, *rest = ONCE
    five = secret_base(5)
    refuse_deck(
        [
            MaskedCard(first.hint, plus(first.body, five)),
            MaskedCard(second.hint, plus(second.body, five)),
            *rest,
        ]
    )
    refuse_deck([MaskedCard(plus(first.hint, five), first.body), second, *rest])
    refuse_deck([MaskedCard(first.hint, plus(first.body, G_POINT)), second, *rest])
    refuse_deck([MaskedCard(encode(negate(lift(card.hint))), card.body) for card in ONCE])
    refuse_deck([remask(card, JOINT, 5) for card in ONCE])


def test_threat_19_a_proof_rerandomised_by_another_is_refused() -> None:
    # the commitment c shifted by a known multiple of G, and nothing else: z would have to follow, after e is known
    shifted = encode(add(lift(FIRST_PROOF[:33]), secret_base(3)) or G_POINT)
    refuse_deck(ONCE, shifted + FIRST_PROOF[33:])


def test_threat_20_a_shuffle_of_another_deck_than_the_tables_is_refused() -> None:
    twice, second = shuffle.shuffle(JOINT, ONCE, CONTEXT, GUEST.prover)
    verify_shuffle(JOINT, ONCE, twice, second, CONTEXT)
    refuse_deck(twice, second)
    refuse_deck(twice, FIRST_PROOF)
    with pytest.raises(InvalidProof):
        verify_shuffle(JOINT, ONCE, ONCE, FIRST_PROOF, CONTEXT)


def test_threat_21_a_card_at_infinity_is_refused_when_it_is_read() -> None:
    for encoded in (bytes(66), b"\2" + bytes(65), G + bytes(33), bytes(33) + G):
        with pytest.raises(InvalidProof):
            decode_masked(encoded)


def test_threat_22_a_share_for_another_card_or_by_another_key_is_refused() -> None:
    wanted, other = ONCE[0], ONCE[1]
    for secret, key, share in (
        (HOST.secret, HOST.key, share_of(HOST.secret, other)),
        (GUEST.secret, HOST.key, share_of(GUEST.secret, wanted)),
        (HOST.secret, HOST.key, encode(secret_base(99))),
    ):
        proof = prove_shares(secret, key, [wanted.hint], [share], CONTEXT, HOST.prover)
        with pytest.raises(InvalidProof):
            verify_shares(HOST.key, [wanted.hint], [share], proof, CONTEXT)
    honest = share_of(HOST.secret, other)
    proof = prove_shares(HOST.secret, HOST.key, [other.hint], [honest], CONTEXT, HOST.prover)
    with pytest.raises(InvalidProof):
        verify_shares(HOST.key, [wanted.hint], [honest], proof, CONTEXT)


def test_threat_22_a_wrong_share_shows_no_card() -> None:
    (card,) = masked_hand([33])
    own = strip(card, share_of(HOST.secret, card))
    assert face(own, share_of(GUEST.secret, card)) == 33
    assert face(own, share_of(HOST.secret, card)) is None


def test_threat_26_two_runs_share_no_secret() -> None:
    runs = []
    for name in ("first run", "second run"):
        someone = player(name)
        joint = joint_key(someone.key, GUEST.key)
        outputs, _ = shuffle.shuffle(joint, opening_deck(joint), CONTEXT, someone.prover)
        runs.append({someone.key, someone.seed.nonce("match", 0), *(card.hint for card in outputs)})
        assert len(runs[-1]) == 54
    assert not runs[0] & runs[1]


def test_threat_26_one_seed_with_fresh_entropy_never_shuffles_twice_alike() -> None:
    hints = [card.hint for _ in range(3) for card in shuffle.shuffle(JOINT, ONCE, CONTEXT, HOST.prover)[0]]
    assert len(set(hints)) == 3 * 52


def test_threat_26_nothing_here_imports_random() -> None:
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = (
                [alias.name for alias in node.names] if isinstance(node, ast.Import | ast.ImportFrom) else []
            )
            module = node.module if isinstance(node, ast.ImportFrom) else ""
            assert not {"random", "secrets", "numpy"} & {*names, module}


def test_threat_26_different_seeds_with_one_entropy_differ() -> None:
    a, b = (Prover(MatchSeed(bytes([i]) * 32), bytes) for i in (1, 2))
    assert shuffle.shuffle(JOINT, ONCE[:2], CONTEXT, a) != shuffle.shuffle(JOINT, ONCE[:2], CONTEXT, b)
