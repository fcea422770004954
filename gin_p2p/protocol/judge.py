"""May this seat say this now, and what follows?

The judge has no secrets. It answers the next table or raises; the table it was asked about is as it was.
"""

from dataclasses import replace
from typing import Final

from gin_p2p.protocol import messages as say
from gin_p2p.protocol.dealing import judge_cut, judge_dealers_misdeal, judge_key, judge_serve, judge_shuffle
from gin_p2p.protocol.evidence import Moment
from gin_p2p.protocol.judgement import Broken, Rule
from gin_p2p.protocol.playing import judge_give, judge_move
from gin_p2p.protocol.setting_up import judge_accept, judge_open, judge_reveal
from gin_p2p.protocol.table import Stage, Table
from gin_p2p.seat import Seat

NOBODY: Final = 2


def judge(table: Table, seat: Seat, message: say.Message, moment: Moment) -> Table:
    """Answer the table after a message.

    Args:
        table: before the message.
        seat: who says it; whose turn it is has been checked.
        message: what is said.
        moment: where in the transcript.

    Raises:
        Broken: the message breaks a rule of the protocol.
        IllegalMove: the message is a move that the game forbids.
    """
    match table.stage, message:
        case (Stage.OPEN, say.Open()):
            return judge_open(table, message)
        case (Stage.ACCEPT, say.Accept()):
            return judge_accept(table, message)
        case (Stage.REVEAL, say.Reveal()):
            return judge_reveal(table, message)
        case (Stage.DEALER_KEY | Stage.OTHER_KEY, say.Key()):
            return judge_key(table, seat, message, moment)
        case (Stage.SHUFFLE, say.Shuffle()):
            return judge_shuffle(table, seat, message, moment)
        case (Stage.CUT, say.Cut()):
            return judge_cut(table, seat, message, moment)
        case (Stage.SERVE, say.Serve()):
            return judge_serve(table, seat, message, moment)
        case (Stage.SERVE, say.Misdeal()):
            return judge_dealers_misdeal(table, seat, message, moment)
        case (Stage.GIVE, say.Give()):
            return judge_give(table, seat, message, moment)
        case (Stage.HOST_CLOSE | Stage.GUEST_CLOSE, say.Close()):
            return _judge_close(table, message)
        case (Stage.MOVE, _) if isinstance(message, say.MoveMessage):
            return judge_move(table, seat, message, moment)
        case _:
            raise Broken(Rule.KIND)


def closing_of(table: Table) -> say.Close:
    """Answer the result that both seats sign at the end."""
    match = table.playing
    return say.Close(NOBODY if match.winner is None else int(match.winner), match.totals)


def _judge_close(table: Table, message: say.Close) -> Table:
    if message != closing_of(table):
        raise Broken(Rule.CLOSE)
    stage = Stage.GUEST_CLOSE if table.stage is Stage.HOST_CLOSE else Stage.CLOSED
    return replace(table, stage=stage)
