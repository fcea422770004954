"""Which bytes do the worked examples of protocol.md show?

`python -m tests.helpers.make_protocol_examples` writes every block of protocol.md that stands under a mark
`<!-- example: name -->` anew. All chance is seeded, so a second run changes nothing.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from gin_p2p.crypto.argument import ask_t, challenger_of, split_proof
from gin_p2p.crypto.challenger import Challenger
from gin_p2p.crypto.chance import commit, draw
from gin_p2p.crypto.context import Context, Purpose
from gin_p2p.crypto.group import Element, Q, encode, lift, public_sum, read_scalar, secret_base, write_scalar
from gin_p2p.crypto.identity import Identity, key_print
from gin_p2p.crypto.masking import CARD_POINTS, MaskedCard, face_card, remask, share_of
from gin_p2p.crypto.pedersen import GENERATORS, commit_to
from gin_p2p.crypto.proofs import prove_key, prove_shares
from gin_p2p.crypto.secrets import MatchSeed, Prover, SecretScalar
from gin_p2p.crypto.shuffle import prove_shuffle
from gin_p2p.crypto.stream import Stream
from gin_p2p.protocol.codec import pack
from gin_p2p.protocol.digest import digest_of
from gin_p2p.protocol.disclosure import Disclosure
from gin_p2p.protocol.session import Invitation, Session
from gin_p2p.protocol.table import Stage
from gin_p2p.protocol.transcript import next_head, open_envelope
from gin_p2p.record.container import HEADER, encode_closing, encode_disclosure, encode_frame
from gin_p2p.record.summary import Summary
from gin_p2p.rules.house import HouseRules
from gin_p2p.rules.moves import Move, Pass, Resign
from gin_p2p.seat import Seat
from tests.helpers.provers import seeded_entropy

PATH: Final = Path(__file__).parents[2] / "protocol.md"
BLOCK: Final = re.compile(r"(<!-- example: ([a-z-]+) -->\n```text\n)(.*?)(```)", re.DOTALL)
WIDTH: Final = 104
VALUE_WIDTH: Final = 100
STARTED_MS: Final = 1_764_444_660_000
Lines: TypeAlias = Iterable[tuple[str, str]]

ALICE: Final = Identity.generate(seeded_entropy("protocol.md: alice"))
BOB: Final = Identity.generate(seeded_entropy("protocol.md: bob"))
SEED: Final = MatchSeed.generate(seeded_entropy("protocol.md: seed"))
SECRET: Final = SEED.deal_key(1)
KEY_CONTEXT: Final = Context(bytes(range(32)), bytes(range(100, 116)), 1, Purpose.KEY, Seat.HOST)
OPEN_CONTEXT: Final = Context(bytes(range(32)), bytes(range(100, 116)), 1, Purpose.OPEN, Seat.HOST)
HAND_CONTEXT: Final = Context(bytes(range(32)), bytes(range(100, 116)), 1, Purpose.HAND, Seat.HOST)


def prover(label: str) -> Prover:
    return Prover(SEED, seeded_entropy(label))


def scalar_hex(number: int) -> str:
    return write_scalar(number).hex()


def nonce_of(proof: bytes, secret: SecretScalar) -> int:
    """Answer the nonce behind a sigma proof; whoever knows the secret can."""
    return (int.from_bytes(proof[16:]) - int.from_bytes(proof[:16]) * secret.secret_int) % Q


def masked(cards: Iterable[int], key: bytes, label: str) -> tuple[MaskedCard, ...]:
    stream = Stream("protocol.md", label.encode())
    return tuple(remask(face_card(card, key), key, stream.scalar()) for card in cards)


INPUTS: Final = masked((6, 7, 8), SECRET.public, "inputs")


def challenger() -> Lines:
    said = Challenger("test")
    said.absorb("a", b"xy", b"")
    yield 'squeeze("c", 16)', said.squeeze("c", 16).hex()
    yield 'scalar("s")', scalar_hex(said.scalar("s"))
    yield 'challenge("k")', said.challenge("k").to_bytes(16).hex()


def elements() -> Lines:
    for number in (0, 1, 51):
        yield f"h_{number}", encode(GENERATORS[number]).hex()
    for number in (0, 12, 51):
        yield f"M_{number}", encode(CARD_POINTS[number]).hex()
    for name, points in (("h", GENERATORS), ("M", CARD_POINTS)):
        yield f"SHA-256 of all {name}", hashlib.sha256(b"".join(map(encode, points))).hexdigest()
    yield "com", commit_to((1, 2, 3), 5).hex()


def streams() -> Lines:
    yield "seed", SEED.secret_bytes.hex()
    yield "x of deal 1", SECRET.private_bytes().hex()
    yield "X of deal 1", SECRET.public.hex()
    yield "nonce dealer 0", SEED.nonce("dealer", 0).hex()
    stream = Stream("protocol.md", b"a", b"bc")
    yield 'Stream("protocol.md", "a", "bc"), 16 bytes', Stream("protocol.md", b"a", b"bc").read(16).hex()
    yield "below(52), eight times", " ".join(str(stream.below(52)) for _ in range(8))


def chance() -> Lines:
    host, guest = bytes(range(32)), bytes(range(32, 64))
    keys = (ALICE.public, BOB.public)
    yield "host's key", keys[0].hex()
    yield "guest's key", keys[1].hex()
    yield "first nonce", host.hex()
    yield "second nonce", guest.hex()
    yield 'commit("dealer", 0, HOST, first)', commit("dealer", *keys, 0, Seat.HOST, host).hex()
    yield 'draw("dealer", 0, first, second, 2)', str(draw("dealer", 0, host, guest, 2))
    yield 'commit("knock", 3, GUEST, first)', commit("knock", *keys, 3, Seat.GUEST, host).hex()
    yield 'draw("knock", 3, first, second, 52)', str(draw("knock", 3, host, guest, 52))


def identity() -> Lines:
    yield "private key", ALICE.private_bytes().hex()
    yield "public key", ALICE.public.hex()
    yield "key print", key_print(ALICE.public)
    yield "label", '"gin-p2p/1/frame"'
    yield "message", b"message".hex()
    yield "signature", ALICE.sign("gin-p2p/1/frame", b"message").hex()


def key_proof() -> Lines:
    proof = prove_key(SECRET, SECRET.public, KEY_CONTEXT, prover("key proof"))
    nonce = nonce_of(proof, SECRET)
    said = Challenger("gin-p2p/1/key")
    said.absorb("context", KEY_CONTEXT.encode())
    said.absorb("X", SECRET.public)
    yield from _context_lines(KEY_CONTEXT)
    yield "x", SECRET.private_bytes().hex()
    yield "X", SECRET.public.hex()
    yield "state after X", said.state.hex()
    yield "k", scalar_hex(nonce)
    yield "T", encode(secret_base(nonce)).hex()
    yield "proof", proof.hex()


def _context_lines(context: Context) -> Lines:
    yield "head", context.head.hex()
    yield "match id", context.match_id.hex()
    yield "deal, purpose, seat", f'{context.deal} "{context.purpose}" {int(context.seat)}'
    yield "context", context.encode().hex()


def share_proof() -> Lines:
    hints = [card.hint for card in INPUTS[:2]]
    shares = [share_of(SECRET, card) for card in INPUTS[:2]]
    proof = prove_shares(SECRET, SECRET.public, hints, shares, OPEN_CONTEXT, prover("share proof"))
    said = Challenger("gin-p2p/1/share")
    said.absorb("context", OPEN_CONTEXT.encode())
    said.absorb("X", SECRET.public)
    said.absorb("hints", *hints)
    said.absorb("shares", *shares)
    weight = said.challenge("w")
    weighted = [_weighed(elements, weight) for elements in (hints, shares)]
    nonce = nonce_of(proof, SECRET)
    yield from _context_lines(OPEN_CONTEXT)
    yield "X", SECRET.public.hex()
    yield "hints", b"".join(hints).hex()
    yield "shares", b"".join(shares).hex()
    yield "w_2", weight.to_bytes(16).hex()
    yield "A", weighted[0].hex()
    yield "B", weighted[1].hex()
    yield "T1", encode(secret_base(nonce)).hex()
    yield "k", scalar_hex(nonce)
    yield "proof", proof.hex()


def _weighed(pair: Sequence[bytes], weight: int) -> Element:
    total = public_sum([(lift(pair[0]), 1), (lift(pair[1]), weight)])
    if total is None:
        raise ValueError("the sum is infinity")
    return encode(total)


def shuffle_proof() -> Lines:
    key, places = SECRET.public, (2, 0, 1)
    stream = Stream("protocol.md", b"rho")
    rhos = [stream.scalar() for _ in places]
    outputs = [remask(INPUTS[place], key, rho) for place, rho in zip(places, rhos, strict=True)]
    proof = prove_shuffle(key, INPUTS, outputs, places, rhos, HAND_CONTEXT, prover("shuffle proof"))
    yield from _context_lines(HAND_CONTEXT)
    yield "K", key.hex()
    yield "inputs", b"".join(card.encode() for card in INPUTS).hex()
    yield "outputs", b"".join(card.encode() for card in outputs).hex()
    yield "pi", " ".join(str(place + 1) for place in places)
    for number, rho in enumerate(rhos, start=1):
        yield f"rho_{number}", scalar_hex(rho)
    yield from _questions(key, outputs, proof)
    yield "proof", proof.hex()


def _questions(key: bytes, outputs: list[MaskedCard], proof: bytes) -> Lines:
    said, parts = challenger_of(key, INPUTS, HAND_CONTEXT), split_proof(proof, len(INPUTS))
    said.absorb("out", *(card.encode() for card in outputs))
    yield "state after out", said.state.hex()
    said.absorb("m1", *parts[0])
    for number, t in enumerate(ask_t(said, len(INPUTS)), start=1):
        yield f"t_{number}", t.to_bytes(16).hex()
    said.absorb("m2", *parts[1])
    yield "lambda", scalar_hex(said.scalar("lambda"))
    yield "x", scalar_hex(said.scalar("x"))
    said.absorb("m3", *parts[2])
    yield "e", scalar_hex(said.scalar("e"))
    said.absorb("m4", *parts[3])
    for name in ("gamma", "kappa", "beta"):
        yield name, said.challenge(name).to_bytes(16).hex()
    response = read_scalar(parts[1][-1])
    yield "Z", scalar_hex(response)


class Example:
    """A match of two moves, a pass and a resignation.

    Attributes:
        frames: all of them.
        seeds: of both seats.
        n_passed: how many there were after the pass.
        passed: the table then.
        closed: the table after the last frame.
        head: likewise.
        match_id: 16 bytes.
    """

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.seeds = (self._seed(Seat.HOST), self._seed(Seat.GUEST))
        self._sessions = (
            self._session(Seat.HOST, ALICE, BOB, self.frames.append),
            self._session(Seat.GUEST, BOB, ALICE, lambda _frame: None),
        )
        host, guest = self._sessions
        rules = HouseRules(misdeal_rule=True)
        guest.receive(*host.open(Invitation(rules, name="alice")).frames)
        self._exchange(Seat.GUEST, guest.accept("bob").frames)
        if host.table.stage is not Stage.MOVE:
            raise ValueError("the deal of the example is no game: choose another seed")
        self._move(Pass())
        self.passed, self.n_passed = host.table, len(self.frames)
        self._move(Resign())
        self.closed, self.head, self.match_id = host.table, host.head, host.match_id

    @staticmethod
    def _seed(seat: Seat) -> MatchSeed:
        return MatchSeed.generate(seeded_entropy(f"protocol.md: {seat.name}"))

    def _session(self, seat: Seat, me: Identity, peer: Identity, keep: Callable[[bytes], None]) -> Session:
        entropy = seeded_entropy(f"protocol.md: {seat.name}")
        seed = MatchSeed.generate(
            entropy
        )  # the same as in `seeds`; what follows it is the fresh chance of proofs
        return Session(seat, me, peer.public, seed, entropy, lambda: STARTED_MS, keep)

    def _move(self, move: Move) -> None:
        mover = Seat(self._sessions[Seat.HOST].table.hand.turn)
        self._exchange(mover, self._sessions[mover].submit(move).frames)

    def _exchange(self, speaker: Seat, frames: tuple[bytes, ...]) -> None:
        while frames:
            answers: tuple[bytes, ...] = ()
            for frame in frames:
                answers += self._sessions[speaker.other].receive(frame).frames
            speaker, frames = speaker.other, answers


EXAMPLE: Final = Example()


def frames() -> Lines:
    head = bytes(32)
    for number, frame in enumerate(EXAMPLE.frames[:3]):
        envelope = open_envelope(frame)
        yield f"frame {number}: head before", head.hex()
        yield f"frame {number}: match id", envelope.match_id.hex()
        yield f"frame {number}: body", envelope.body.hex()
        yield f"frame {number}", frame.hex()
        head = next_head(frame)
    yield "head after frame 2", head.hex()
    yield "first dealer", str(int(EXAMPLE.passed.dealing.dealer))


def digest() -> Lines:
    table = EXAMPLE.passed
    match, hand = table.playing, table.hand
    state = (
        match.n_deals,
        int(hand.dealer),
        hand.knock_limit,
        hand.phase.value,
        int(hand.turn),
        hand.n_stock,
        tuple(int(card) for card in hand.pile),
        hand.n_held,
        "",
        2,
        (0, 0),
        int(match.dealer),
        match.totals,
        match.finished,
    )
    yield "frame", str(EXAMPLE.n_passed - 1)
    yield "state", json.dumps(state)
    yield "packed", pack(state).hex()
    yield "digest", digest_of(match, hand).hex()


def record() -> Lines:
    frame = EXAMPLE.frames[0]
    stored = encode_frame(frame)
    yield "header", HEADER.hex()
    yield "length of frame 0", str(len(frame))
    yield "CRC-32 of frame 0", zlib.crc32(frame).to_bytes(4).hex()
    yield "object of frame 0, its first bytes", stored[: len(stored) - len(frame)].hex()
    yield "file, its first 40 bytes", (HEADER + stored)[:40].hex()
    yield "last frame", EXAMPLE.frames[-1].hex()
    yield "number of frames", str(len(EXAMPLE.frames))
    yield "head after it", EXAMPLE.head.hex()
    summary = Summary.of(EXAMPLE.closed, EXAMPLE.match_id, len(EXAMPLE.frames), EXAMPLE.head)
    closing = encode_closing(summary.to_value())
    yield "summary", closing[:-5].hex()
    yield "trailer", closing[-5:].hex()


def disclosure() -> Lines:
    secret = EXAMPLE.seeds[Seat.HOST].deal_key(1)
    told = Disclosure(EXAMPLE.match_id, EXAMPLE.head, Seat.HOST, ((1, secret),))
    sealed = told.seal(ALICE)
    yield "x of the host in deal 1", secret.private_bytes().hex()
    yield "its key, as said in deal 1", secret.public.hex()
    payload = pack((EXAMPLE.match_id, EXAMPLE.head, 0, ((1, secret.private_bytes()),)))
    yield "payload", payload.hex()
    yield "disclosure", sealed.hex()
    stored = encode_disclosure(sealed)
    yield "its object, the first bytes", stored[: len(stored) - len(sealed)].hex()


EXAMPLES: Final[Mapping[str, Callable[[], Lines]]] = {
    "challenger": challenger,
    "elements": elements,
    "streams": streams,
    "chance": chance,
    "identity": identity,
    "key-proof": key_proof,
    "share-proof": share_proof,
    "shuffle-proof": shuffle_proof,
    "frames": frames,
    "digest": digest,
    "record": record,
    "disclosure": disclosure,
}


def written(lines: Lines) -> str:
    """Write the lines of a block; a long value stands below its name, in lines that begin with blanks."""
    text = ""
    for name, value in lines:
        if len(f"{name} = {value}") <= WIDTH:
            text += f"{name} = {value}\n"
        else:
            parts = [value[start : start + VALUE_WIDTH] for start in range(0, len(value), VALUE_WIDTH)]
            text += "\n  ".join([f"{name} =", *parts]) + "\n"
    return text


def read_block(block: str) -> dict[str, str]:
    """Answer the values of a block by name."""
    values: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if line.startswith("  "):
            values[name] += line.strip()
        else:
            name, _, value = line.partition(" =")
            values[name] = value.strip()
    return values


def rewritten(document: str) -> str:
    """Answer the document with every example made anew.

    Raises:
        ValueError: a block has a name that no example has, or an example has no block.
    """
    names = [match[2] for match in BLOCK.finditer(document)]
    if sorted(names) != sorted(EXAMPLES):
        raise ValueError(f"blocks {names}, examples {sorted(EXAMPLES)}")
    return BLOCK.sub(lambda match: match[1] + written(EXAMPLES[match[2]]()) + match[4], document)


if __name__ == "__main__":
    PATH.write_text(rewritten(PATH.read_text("utf-8")), "utf-8")
