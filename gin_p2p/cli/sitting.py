"""What frames a match, on either side of the table?

Identity, seed, record and session are put together here, and taken apart again on every way out: the record is
closed, the peer is remembered, the good-bye is said.
"""

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import trio

from gin_p2p.cli.acquaintance import Acquaintances
from gin_p2p.cli.exits import Exit
from gin_p2p.cli.output import Output
from gin_p2p.cli.sitter import Sitter
from gin_p2p.cli.stopping import Stop
from gin_p2p.cli.text import CHAT_COLUMNS, inert, inert_name, own_name
from gin_p2p.cli.watched import Watched
from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.crypto.identity import Identity
from gin_p2p.crypto.secrets import MatchSeed
from gin_p2p.net.errors import Fork, LinkError
from gin_p2p.net.game import Game, Left, NextLink
from gin_p2p.net.handshake import Credentials
from gin_p2p.protocol.judgement import BadFrame, Refused, Rule, Violation
from gin_p2p.protocol.player import BrokenDeal
from gin_p2p.protocol.session import Equivocation, Session
from gin_p2p.protocol.transcript import open_envelope
from gin_p2p.protocol.wire import decode_body
from gin_p2p.record.errors import FileRefusedError, JournalError
from gin_p2p.record.home import Home, load_settings
from gin_p2p.record.identity_file import load_or_create_identity
from gin_p2p.record.keeper import Keeper
from gin_p2p.record.notes_file import load_notes, notes_path, save_notes
from gin_p2p.record.saved import SavedMatch
from gin_p2p.record.summary import Summary
from gin_p2p.rules.words import Abandon
from gin_p2p.seat import Seat

DEFAULT_NAME = "player"


@dataclass(frozen=True, slots=True)
class Me:
    """Who we are in this process."""

    home: Home
    identity: Identity
    name: str
    acquaintances: Acquaintances

    @classmethod
    def load(cls, name: str | None) -> "Me":
        """Read, or make, what this player brings along.

        Raises:
            FileRefusedError: a file is unsafe or damaged.
            UsageError: the name cannot be shown.
        """
        home = Home.find()
        home.prepare()
        identity = load_or_create_identity(home.identity, system_entropy)
        chosen = name or load_settings(home.settings).name or DEFAULT_NAME
        return cls(home, identity, own_name(chosen), Acquaintances(home))

    @property
    def credentials(self) -> Credentials:
        """What the handshake needs."""
        return Credentials(self.identity, system_entropy)


class Sitting:
    """One match of this process.

    Args:
        me: who we are.
        seat: ours.
        peer_key: the other's identity key.
        sitter: who plays.
        output: for programs.
        keeper: of a match that lies on disk; None begins a new one.
    """

    def __init__(
        self,
        me: Me,
        seat: Seat,
        peer_key: bytes,
        sitter: Sitter,
        output: Output,
        keeper: Keeper | None = None,
    ) -> None:
        self._me = me
        self._sitter = sitter
        self._output = output
        self._peer_key = peer_key
        self._is_evidence = False
        self._last_words = ""
        self._is_resumed = keeper is not None
        self.keeper = keeper or Keeper(me.home, MatchSeed.generate(system_entropy), waits=seat is Seat.GUEST)
        self.session = Session(
            seat, me.identity, peer_key, self.keeper.seed, system_entropy, _now_ms, self.keeper.keep
        )

    @classmethod
    def resume(cls, me: Me, saved: SavedMatch, sitter: Sitter, output: Output) -> Self:
        """Take up a match that lies on disk: every frame is judged again, nothing is said.

        Raises:
            JournalError: the journal is in use, damaged, or the disk failed.
            FileRefusedError: the seed is missing or not that of this match, or the match is another player's.
            Refused: the record ends with a frame that breaks a rule.
        """
        if me.identity.public not in saved.offer.keys:
            raise FileRefusedError(saved.path, "is a match of another identity than yours")
        seat = Seat(saved.offer.keys.index(me.identity.public))
        keeper = Keeper.resume(me.home, saved.match_id)
        sitting = cls(me, seat, saved.offer.keys[seat.other], sitter, output, keeper)
        try:
            for frame in keeper.frames_from(0):
                sitting.session.restore(frame)
            fits = sitting.session.fits_seed
        except BrokenDeal:
            fits = False
        except BaseException:
            keeper.release()
            raise
        if not fits:
            keeper.release()
            raise FileRefusedError(
                me.home.secret(saved.match_id), "is not the seed that this match was begun with"
            )
        return sitting

    @property
    def peer_key(self) -> bytes:
        """The other's identity key."""
        return self._peer_key

    async def play(self, next_link: NextLink, stop: Stop) -> Exit:
        """Play the match and answer how the process ends. The links must live on until this returns."""
        watched = Watched(self._sitter, self._output, self.keeper.bookmark.thought_s)
        game = Game(
            self.session,
            self.keeper.frames_from,
            watched,
            next_link,
            self._me.name,
            down_s=self.keeper.bookmark.down_s,
            is_resumed=self._is_resumed,
        )
        try:
            return await self._outcome(game)
        finally:
            with trio.CancelScope(shield=True):
                await game.good_bye(self._last_words if stop.code is None else "the program was stopped")
                await trio.to_thread.run_sync(self._put_away, game.down_s, watched.thought_s)

    async def _outcome(self, game: Game) -> Exit:
        try:
            await game.play()
        except Left as left:
            return self._explain_leaving(left)
        except (Refused, Equivocation, Fork) as error:
            await trio.to_thread.run_sync(self.keeper.settle)
            rival = None
            if isinstance(error, Equivocation):
                rival = await trio.to_thread.run_sync(self.keeper.keep_rival, error.seq, error.frame)
                self._explain_rival(error, rival)
            self._explain_breach(error, rival)
            return Exit.PROVEN_WRONG
        except LinkError as error:
            self._sitter.say(f"{inert(str(error), CHAT_COLUMNS)} The match is saved, unfinished.")
            self._say_how_to_go_on()
            return Exit.UNFINISHED
        code = await trio.to_thread.run_sync(self._close_record)
        if not await game.linger():
            self._sitter.say("The other side has not fetched the end yet; it is here for them:")
            self._say_how_to_go_on()
        return code

    def _explain_rival(self, error: Equivocation, path: Path) -> None:
        """Say who has signed a frame that is not the one of our record."""
        who = "You have" if error.seat is self.session.seat else "The other side has"
        self._sitter.say(f"{who} signed another frame {error.seq} than the one in the record.")
        self._output.event("fork", frame=error.seq, seat=error.seat.name.lower(), record=str(path))

    def _say_how_to_go_on(self) -> None:
        if self.keeper.path is not None:
            self._sitter.say(f"It goes on with: gin resume {self.session.match_id.hex()[:8]}")

    def _explain_breach(self, error: Refused | Equivocation | Fork, rival: Path | None) -> None:
        """Say what the other program did, what there is to show for it, and to whom.

        Args:
            error: why the match ends.
            rival: the second history, where there is one.
        """
        self._is_evidence = True
        path, is_proof = self.keeper.path, not isinstance(error, BadFrame)
        code = str(getattr(error, "code", "equivocation"))
        self._output.event("breach", code=code, proof=is_proof, record=str(path) if path else None)
        self._sitter.say(f"The match ends here: {error}.")
        self._last_words = str(error)
        if code == Rule.DIGEST and isinstance(error, Violation):
            self._explain_disagreement(error)
        if is_proof:
            self._sitter.say(f"The proof is in {path}")
            if rival is not None:
                self._sitter.say(f"and in {rival}: only both together show it.")
            self._sitter.say(
                "It holds no secret of yours. Whoever you send it to can check it: gin audit FILE"
            )
            return
        self._sitter.say("No honest program sends this, but nobody's guilt can be shown to others by it.")
        if path is not None:
            self._sitter.say(f"The match up to there is in {path}")

    def _explain_disagreement(self, error: Violation) -> None:
        """Name the move over which the two programs disagree. One of them has a fault, and no word says which."""
        whose = "your" if error.seat is self.session.seat else "the other side's"
        table = self.session.table
        turn = f"turn {sum(table.hand.n_turns)} of hand {table.playing.n_deals + 1}"
        (frame,) = self.keeper.frames_from(error.seq)
        kind = type(decode_body(open_envelope(frame).body)[1]).__name__.lower()
        self._sitter.say(
            f"It is about {whose} {kind} after {turn}: one of the two programs plays wrongly there."
        )
        self._sitter.say("This frame and the one before it, both signed, are the last two of the record.")

    def _explain_leaving(self, left: Left) -> Exit:
        words = f": {inert(left.text, CHAT_COLUMNS)}" if left.text else "."
        if left.declined:
            self._sitter.say("The other side does not want to play" + words if left.by_peer else "Declined.")
            return Exit.REFUSED
        if left.abandoned:
            self._explain_abandonment()
            return Exit.UNFINISHED
        self._sitter.say("The match stops here, unfinished and saved.")
        self._say_how_to_go_on()
        if self.keeper.path is not None:
            self._keep_notes(self.keeper.path)
        return Exit.UNFINISHED

    def _explain_abandonment(self) -> None:
        """Say what the absence comes to. It is this copy's word alone: the other side has signed nothing of it."""
        self.keeper.leave()
        offer = self.session.table.agreed
        gone = inert_name(offer.names[self.session.seat.other])
        if offer.terms.abandon is Abandon.FORFEIT:
            self._sitter.say(f"{gone} has left, and by the agreed terms forfeits the match.")
        else:
            self._sitter.say(f"Ended as unfinished: {gone} has left.")
        self._sitter.say(
            "The record shows whose frame comes next. That it never came is what this copy says."
        )

    def _close_record(self) -> Exit:
        session = self.session
        summary = Summary.of(session.table, session.match_id, session.n_frames, session.head)
        path = self.keeper.finish(summary.to_value(), session.table.agreed)
        self._sitter.say(f"Saved  {path}")
        self._output.event("replay", path=str(path))
        self._keep_notes(path)
        return Exit.DONE

    def _keep_notes(self, record: Path) -> None:
        """Put what the player has noted beside the record; a match that goes on later keeps what it has."""
        journal = self.keeper.path
        if not self._sitter.notes or journal is None:
            return
        try:
            earlier = load_notes(notes_path(journal))
            save_notes(notes_path(record), {**earlier, **self._sitter.notes})
        except FileRefusedError as error:
            self._sitter.say(f"Your notes were not kept: {error}")

    def _put_away(self, down_s: float, thought_s: tuple[float, float]) -> None:
        with suppress(JournalError):  # the match is safe without it
            self.keeper.bookmark = replace(self.keeper.bookmark, down_s=down_s, thought_s=thought_s)
        if not self._is_evidence:
            self.keeper.discard()
        self.keeper.release()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
