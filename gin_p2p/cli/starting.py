"""From the words of a command line to a table: who sits, and by which rules?"""

from dataclasses import dataclass

from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.hosting import HostOptions, host
from gin_p2p.cli.joining import JoinOptions, join
from gin_p2p.cli.output import Output
from gin_p2p.cli.resuming import ResumeOptions, resume
from gin_p2p.cli.rules_options import RulesOptions, agreed
from gin_p2p.cli.sitter import Sitter
from gin_p2p.cli.sitting import Me
from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.net.joinline import parse_port
from gin_p2p.protocol.session import Invitation


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """Who sits in a seat, as the command line says.

    Attributes:
        name: how the player is called; None for the usual name.
        bot: which program plays; None for a person.
        yes: answer every question beside the game with yes.
        brief: a program tells only deals and how hands end.
    """

    name: str | None
    bot: str | None
    yes: bool
    brief: bool


def start_hosting(
    port: str, bind: str | None, rules: RulesOptions, seat: SeatOptions, output: Output
) -> Exit:
    """Open a table.

    Raises:
        UsageError: an option is not understood.
    """
    number = parse_port(port, lowest=0)
    house, terms, team = agreed(rules)
    sitter = sitter_of(seat, output)
    me = Me.load(seat.name)
    return host(HostOptions(Invitation(house, terms, team, me.name), number, bind), me, sitter, output)


def start_joining(line: str, seat: SeatOptions, output: Output) -> Exit:
    """Sit down at a table.

    Raises:
        UsageError: an option is not understood.
    """
    sitter = sitter_of(seat, output)
    return join(JoinOptions(line), Me.load(seat.name), sitter, output)


def start_resuming(
    match: str, address: str | None, port: str | None, bind: str | None, seat: SeatOptions, output: Output
) -> Exit:
    """Go on with a paused match.

    Raises:
        UsageError: an option is not understood, or no such match is here.
    """
    number = None if port is None else parse_port(port, lowest=0)
    sitter = sitter_of(seat, output)
    return resume(ResumeOptions(match, address, number, bind), Me.load(seat.name), sitter, output)


def start_practice(bot: str, rules: RulesOptions, seat: SeatOptions, output: Output) -> Exit:
    """Play against a program.

    Raises:
        UsageError: an option is not understood.
    """
    from gin_p2p.cli.practice import practise

    sitter = sitter_of(seat, output)
    return practise(bot, rules, Me.load(seat.name), sitter, output)


def sitter_of(seat: SeatOptions, output: Output) -> Sitter:
    """Answer who plays in this seat. What the other kind of player needs is not loaded.

    Raises:
        UsageError: there is no such bot.
    """
    return _person(seat, output) if seat.bot is None else _program(seat.bot, seat, output)


def _person(seat: SeatOptions, output: Output) -> Sitter:
    from gin_p2p.cli.line.seat import LineSeat
    from gin_p2p.cli.terminal import Terminal

    return LineSeat(Terminal.standard(output), accepts=seat.yes, confirms=not output.is_json)


def _program(name: str, seat: SeatOptions, output: Output) -> Sitter:
    from gin_p2p.bots.interface import NoSuchBot, seeded_bot
    from gin_p2p.cli.bot_seat import BotSeat
    from gin_p2p.cli.commentary import Commentary

    try:
        player = seeded_bot(name, system_entropy(16))
    except NoSuchBot as error:
        raise UsageError(str(error)) from None
    return BotSeat(player, output.say, Commentary(output, brief=seat.brief).hear, accepts=seat.yes)
