"""Faults in the verifiers of shuffles, shares and keys."""

from typing import Final

from tests.mutants.mutant import Mutant

_SHUFFLE: Final = ("crypto/test_shuffle.py", "crypto/test_plain.py", "crypto/test_threats.py")
_PROOFS: Final = ("crypto/test_proofs.py", "crypto/test_threats.py", "crypto/test_vectors.py")
_MASKS: Final = ("crypto/test_masking.py", "crypto/test_group.py", "crypto/test_threats.py")
_NAMES: Final = ("crypto/test_identity.py",)

MUTANTS: Final = (
    Mutant(
        "the last equation of a shuffle is not checked",
        "crypto/shuffle.py",
        "    if left != public_base(right):\n",
        "    if False:\n",
        _SHUFFLE,
    ),
    Mutant(
        "the chain of a shuffle is not checked",
        "crypto/shuffle.py",
        "    _check_chain(said, t, factor, root, e)\n",
        "",
        _SHUFFLE,
    ),
    Mutant(
        "the chain has another expected end",
        "crypto/shuffle.py",
        "    if product != expected:\n",
        "    if product == 0:\n",
        _SHUFFLE,
    ),
    Mutant(
        "a challenge e of zero passes",
        "crypto/shuffle.py",
        "    if e == 0:\n",
        "    if False:\n",
        _SHUFFLE,
    ),
    Mutant(
        "the outputs are not in the challenge of the verifier",
        "crypto/shuffle.py",
        '    challenger = challenger_of(key, inputs, context)\n    challenger.absorb("out", *(card.encode() for card in outputs))\n    challenger.absorb("m1", *m1)\n    t = ask_t(challenger, n)\n',
        '    challenger = challenger_of(key, inputs, context)\n    challenger.absorb("m1", *m1)\n    t = ask_t(challenger, n)\n',
        _SHUFFLE,
    ),
    Mutant(
        "the bodies of the outputs do not count",
        "crypto/shuffle.py",
        "terms += [(lift(card.hint), f_i), (lift(card.body), gamma * f_i)]",
        "terms += [(lift(card.hint), f_i)]",
        _SHUFFLE,
    ),
    Mutant(
        "the bodies do not count at all",
        "crypto/shuffle.py",
        "    gamma = asked.gamma\n",
        "    gamma = 0\n",
        _SHUFFLE,
    ),
    Mutant(
        "the committed order does not count",
        "crypto/shuffle.py",
        "    e, kappa, beta = asked.e, asked.kappa, asked.beta\n",
        "    e, kappa, beta = asked.e, 0, asked.beta\n",
        _SHUFFLE,
    ),
    Mutant(
        "the committed steps do not count",
        "crypto/shuffle.py",
        "    e, kappa, beta = asked.e, asked.kappa, asked.beta\n",
        "    e, kappa, beta = asked.e, asked.kappa, 0\n",
        _SHUFFLE,
    ),
    Mutant(
        "a shuffle of hands keeps its order",
        "crypto/shuffle.py",
        "        other = stream.below(last + 1)\n",
        "        other = last\n",
        _SHUFFLE,
    ),
    Mutant(
        "nobody can draw the last place",
        "crypto/shuffle.py",
        "        other = stream.below(last + 1)\n",
        "        other = stream.below(last)\n",
        _SHUFFLE,
    ),
    Mutant(
        "the challenge of a key proof is not compared",
        "crypto/proofs.py",
        '    if challenger.challenge("c") != challenge:\n        raise InvalidProof("the speaker does not prove that it knows its key")\n',
        "",
        _PROOFS,
    ),
    Mutant(
        "the challenge of a shares proof is not compared",
        "crypto/proofs.py",
        '    if challenger.challenge("c") != challenge:\n        raise InvalidProof("the shares are not all made with the speaker\'s key")\n',
        "",
        _PROOFS,
    ),
    Mutant(
        "the context is not in a key proof",
        "crypto/proofs.py",
        '    challenger = Challenger("gin-p2p/1/key")\n    challenger.absorb("context", context.encode())\n',
        '    challenger = Challenger("gin-p2p/1/key")\n',
        _PROOFS,
    ),
    Mutant(
        "the key is not in a key proof",
        "crypto/proofs.py",
        '    challenger.absorb("X", key)\n    return challenger\n\n\ndef _shares',
        "    return challenger\n\n\ndef _shares",
        _PROOFS,
    ),
    Mutant(
        "the shares are not in a shares proof",
        "crypto/proofs.py",
        '    challenger.absorb("shares", *shares)\n',
        "",
        _PROOFS,
    ),
    Mutant(
        "all shares weigh the same",
        "crypto/proofs.py",
        'weights = [1] + [challenger.challenge("w") for _ in hints[1:]]',
        "weights = [1 for _ in hints]",
        _PROOFS,
    ),
    Mutant(
        "a shares proof says nothing of the key",
        "crypto/proofs.py",
        "    t_key = _commitment(G_POINT, point, challenge, response)\n",
        "    t_key = G_POINT\n",
        _PROOFS,
    ),
    Mutant(
        "fewer shares than cards are taken",
        "crypto/proofs.py",
        "if not shares or len(shares) != len(hints):",
        "if not shares:",
        _PROOFS,
    ),
    Mutant(
        "a response of zero is taken",
        "crypto/proofs.py",
        "    if response == 0:\n",
        "    if False:\n",
        _PROOFS,
    ),
    Mutant(
        "an echoed key makes a joint key",
        "crypto/masking.py",
        "    if key_a == key_b:\n",
        "    if False:\n",
        _MASKS,
    ),
    Mutant(
        "remasking leaves the hint",
        "crypto/masking.py",
        "    hint = add(lift(masked.hint), secret_base(secret_rho))\n",
        "    hint = lift(masked.hint)\n",
        _MASKS,
    ),
    Mutant(
        "an identity key of small order is taken",
        "crypto/identity.py",
        "    if y in _SMALL_ORDER_Y:\n",
        "    if False:\n",
        _NAMES,
    ),
    Mutant(
        "a wrong letter in a key print passes",
        "crypto/identity.py",
        "if number % _CHECK_PRIME or number % 2**_CHECK_BITS >= _CHECK_PRIME:",
        "if False:",
        _NAMES,
    ),
)
