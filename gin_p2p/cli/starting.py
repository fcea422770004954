"""From the words of a command line to a table: who sits, and by which rules?"""

from dataclasses import replace

from gin_p2p.bots.interface import NoSuchBot, seeded_bot
from gin_p2p.cli.bot_seat import BotSeat
from gin_p2p.cli.commentary import Commentary
from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.hosting import HostOptions, host
from gin_p2p.cli.joining import JoinOptions, join
from gin_p2p.cli.line.seat import LineSeat
from gin_p2p.cli.output import Output
from gin_p2p.cli.sitter import Sitter
from gin_p2p.cli.sitting import Me
from gin_p2p.cli.terminal import Terminal
from gin_p2p.crypto.entropy import system_entropy
from gin_p2p.net.joinline import parse_port
from gin_p2p.protocol.session import Invitation
from gin_p2p.rules.parameters import BadRules
from gin_p2p.rules.presets import preset


def start_hosting(
    port: str,
    bind: str | None,
    name: str | None,
    to: int | None,
    bot: str | None,
    output: Output,
    *,
    yes: bool,
    brief: bool,
) -> Exit:
    """Open a table."""
    me = Me.load(name)
    rules = preset("standard")
    try:
        rules = rules if to is None else replace(rules, target=to)
    except BadRules as error:
        raise UsageError(str(error)) from None
    options = HostOptions(Invitation(rules, name=me.name), parse_port(port, lowest=0), bind)
    return host(options, me, sitter_of(bot, output, yes=yes, brief=brief), output)


def start_joining(
    line: str, name: str | None, bot: str | None, output: Output, *, yes: bool, brief: bool
) -> Exit:
    """Sit down at a table."""
    me = Me.load(name)
    return join(JoinOptions(line), me, sitter_of(bot, output, yes=yes, brief=brief), output)


def sitter_of(bot: str | None, output: Output, *, yes: bool, brief: bool) -> Sitter:
    """Answer who plays in this seat.

    Raises:
        UsageError: there is no such bot.
    """
    if bot is None:
        return LineSeat(Terminal.standard(output), accepts=yes)
    try:
        player = seeded_bot(bot, system_entropy(16))
    except NoSuchBot as error:
        raise UsageError(f"{error}") from None
    return BotSeat(player, output.say, Commentary(output, brief=brief).hear, accepts=yes)
