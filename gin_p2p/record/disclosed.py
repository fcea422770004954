"""Are the disclosed keys true, and what do they show?

While the frames are heard, each hand that is over is opened with the keys disclosed for it. One seat's key shows whether
its ten dealt cards were a misdeal that it kept to itself: that accuses it. Both keys show all 52 cards of the deal.
At the end the disclosures themselves are judged: whose they are, and whether they belong to this match.
"""

from dataclasses import dataclass, field

from gin_p2p.crypto.errors import InvalidProof
from gin_p2p.crypto.secrets import SecretScalar
from gin_p2p.protocol.audit import Findings
from gin_p2p.protocol.codec import Malformed
from gin_p2p.protocol.deal import Deal
from gin_p2p.protocol.disclosure import Disclosure, check_signed, keys_in
from gin_p2p.protocol.judgement import SENTENCES, Broken, Rule
from gin_p2p.protocol.opening import Keyring, Opened, open_deck
from gin_p2p.protocol.referee import Heard
from gin_p2p.protocol.table import Stage
from gin_p2p.record.fault import Fault
from gin_p2p.rules.melds import least_deadwood
from gin_p2p.rules.results import Ending
from gin_p2p.rules.round import Round
from gin_p2p.seat import Seat

CODE = "disclosure"
"""Of a disclosure that is not what it must be."""


@dataclass
class Disclosed:
    """Opens hands with disclosed keys, and judges who disclosed them.

    Attributes:
        disclosures: as they stand in the file.
        n_opened: hands that are over, opened by the key of HOST and of GUEST.
        n_whole: hands that are over and opened by both.
    """

    disclosures: tuple[bytes, ...] = ()
    n_opened: tuple[int, int] = (0, 0)
    n_whole: int = 0
    _fault: Fault | None = None
    _said: dict[tuple[Seat, int], bytes] = field(default_factory=dict)
    _keyring: Keyring = field(init=False)

    def __post_init__(self) -> None:
        """Take the keys out; nothing is believed of them."""
        self._keyring = Keyring(disclosed=keys_in(self.disclosures))

    def hear(self, heard: Heard) -> None:
        """Open the hand that a good frame has ended."""
        before, after = heard.before.match, heard.after.match
        if not self.disclosures or before is None or after is None or after.n_deals == before.n_deals:
            return
        deal, round_ = heard.after.dealing, heard.after.hand
        self._said |= {(seat, deal.number): deal.keys[seat] for seat in Seat}
        secrets = [self._keyring.secret_of(deal, seat) for seat in Seat]
        self.n_opened = (self.n_opened[0] + bool(secrets[0]), self.n_opened[1] + bool(secrets[1]))
        for seat, secret in zip(Seat, secrets, strict=True):
            if secret is not None and self._fault is None:
                self._fault = _dealt_fault(deal, round_, seat, Opened(secret))
        host, guest = secrets
        if host is not None and guest is not None:
            self.n_whole += 1
            self._fault = self._fault or _deck_fault(deal, host, guest)

    def fault(self, findings: Findings, offset: int) -> Fault | None:
        """Answer what is wrong with the disclosures, or with what they show; None where nothing is.

        Args:
            findings: after the last frame; all frames are good.
            offset: where the disclosures begin in the file, in bytes.
        """
        for data in self.disclosures:
            if (fault := self._judge(data, findings, offset)) is not None:
                return fault
        return self._fault

    def _judge(self, data: bytes, findings: Findings, offset: int) -> Fault | None:
        try:
            disclosure = Disclosure.open(data)
        except Malformed:
            return Fault(CODE, "what is disclosed is no disclosure", offset)
        if findings.table.stage is not Stage.CLOSED:
            return Fault(CODE, "keys are disclosed of a match that has not ended", offset)
        if (disclosure.match_id, disclosure.head) != (findings.match_id, findings.head):
            return Fault(CODE, "a disclosure belongs to another match", offset)
        try:
            check_signed(data, findings.table.agreed.keys[disclosure.seat])
        except InvalidProof:
            return Fault(CODE, "nobody has signed a disclosure", offset)
        for number, secret in disclosure.keys:
            if self._said.get((disclosure.seat, number)) != secret.public:
                sentence = f"what is disclosed is not the key of deal {number}"
                return Fault(CODE, sentence, offset, accused=disclosure.seat)
        return None


def _dealt_fault(deal: Deal, round_: Round, seat: Seat, opened: Opened) -> Fault | None:
    """Look for a misdeal that a seat kept to itself."""
    if not deal.dealt[seat]:
        return None  # the dealer has claimed a misdeal, and the other seat was never served
    try:
        cards = opened.faces(deal.dealt[seat])
    except (Broken, InvalidProof):
        return _no_pack(deal)
    claimed = round_.result is not None and round_.result.ending is Ending.MISDEAL
    if not round_.rules.misdeal_rule or claimed or least_deadwood(cards, round_.rules) > round_.knock_limit:
        return None
    rule = Rule.MISDEAL_HIDDEN
    return Fault(rule, SENTENCES[rule], hand=deal.number, accused=seat)


def _deck_fault(deal: Deal, host: SecretScalar, guest: SecretScalar) -> Fault | None:
    """Look whether the deck holds each of the 52 cards once."""
    try:
        open_deck(deal, host, guest)
    except (Broken, InvalidProof):
        return _no_pack(deal)
    return None


def _no_pack(deal: Deal) -> Fault:
    """Every proof holds and yet the pack is none: the fault is the program's or the argument's, and nobody's guilt."""
    return Fault(Rule.CARD_TWICE, "the cards of the deal are not 52 different ones", hand=deal.number)
