"""Which commands are there?

A command is declared here and answers a job: what to do once the whole line is understood. Everything a job needs is
imported when it runs, so that `gin --help` and the completion of a shell are quick.
"""

import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Annotated, Final, cast

import typer

from gin_p2p.cli.exits import Exit, Stopped, UsageError
from gin_p2p.cli.options import (
    AbandonOption,
    AssistOption,
    BindOption,
    BotOption,
    BriefFlag,
    ClockOption,
    JsonFlag,
    NameOption,
    OnceFlag,
    PortOption,
    RulesOption,
    SetOption,
    SideOption,
    TableOption,
    TeamOption,
    ToOption,
    YesFlag,
)
from gin_p2p.cli.output import Job, Output
from gin_p2p.cli.record_commands import RECORD_COMMANDS
from gin_p2p.cli.running import run, version

_ParserError: Final = cast("type[typer.BadParameter]", typer.BadParameter.__mro__[1])
"""The parser's own error of usage: click's, or in newer versions that of typer's copy of it."""

app: Final = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def gin(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job | None:
    """Honest Gin Rummy between two machines: no server, a provably fair deal, a signed record."""
    if version:
        return _print_version
    return None if context.invoked_subcommand else _print_first_steps


def main() -> None:
    """Run the program on the arguments of this process, and end it."""
    sys.exit(run(parse, sys.argv[1:]))


def parse(arguments: Sequence[str]) -> Job:
    """Answer the job that a command line asks for; nothing is done yet.

    What the parser prints itself, such as help, is a job too.

    Raises:
        UsageError: the line is not understood. The text says why and what would be.
        Stopped: the parser was interrupted.
    """
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            answer = app(list(arguments), prog_name="gin", standalone_mode=False)
    except _ParserError as error:
        raise UsageError(_complaint(error)) from None
    except SystemExit:  # the completion of a shell was asked, and has its answer
        sys.stdout.write(printed.getvalue())
        raise
    if callable(answer):
        return cast("Job", answer)
    if answer:  # the parser's own: Ctrl-C came while it read, or a completion could not be installed
        raise Stopped(Exit(answer))
    return lambda output: _print_text(output, printed.getvalue().rstrip())


def _complaint(error: typer.BadParameter) -> str:
    """Answer the parser's own message, with the way to the help."""
    command = error.ctx.command_path if error.ctx else "gin"
    return f"{error.format_message()} Try `{command} --help`."


def _print_text(output: Output, text: str) -> Exit:
    output.say(text)
    return Exit.DONE


@app.command()
def host(
    *,
    port: PortOption = "4477",
    bind: BindOption = None,
    rules: RulesOption = None,
    settings: SetOption = None,
    to: ToOption = None,
    assist: AssistOption = None,
    clock: ClockOption = None,
    abandon: AbandonOption = None,
    team: TeamOption = None,
    table: TableOption = None,
    side: SideOption = None,
    name: NameOption = None,
    bot: BotOption = None,
    brief: BriefFlag = False,
    yes: YesFlag = False,
    once: OnceFlag = False,  # noqa: ARG001 - a table is there for one match
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """Open a table, print the line to send to a friend, and play."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.rules_options import RulesOptions
        from gin_p2p.cli.starting import SeatOptions, start_hosting

        asked = RulesOptions(rules, settings or (), to, assist, clock, abandon, team, table, side)
        return start_hosting(port, bind, asked, SeatOptions(name, bot, yes=yes, brief=brief), output)

    return job


@app.command()
def join(
    line: Annotated[str, typer.Argument(metavar="LINE", help="A join line, HOST[:PORT], or a known player.")],
    *,
    name: NameOption = None,
    bot: BotOption = None,
    brief: BriefFlag = False,
    yes: YesFlag = False,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """Sit down at a friend's table."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.starting import SeatOptions, start_joining

        return start_joining(line, SeatOptions(name, bot, yes=yes, brief=brief), output)

    return job


@app.command()
def resume(
    match: Annotated[
        str, typer.Argument(metavar="[MATCH|last|PEER]", help="First digits of its id, or with whom.")
    ] = "last",
    address: Annotated[
        str | None, typer.Argument(metavar="[ADDRESS]", help="Where the host is now, if it has moved.")
    ] = None,
    *,
    port: Annotated[
        str | None, typer.Option("--port", help="As the host, listen here and not where it was.")
    ] = None,
    bind: BindOption = None,
    name: NameOption = None,
    bot: BotOption = None,
    brief: BriefFlag = False,
    yes: YesFlag = False,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """Go on with a match that was paused, from either side."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.starting import SeatOptions, start_resuming

        seat = SeatOptions(name, bot, yes=yes, brief=brief)
        return start_resuming(match, address, port, bind, seat, output)

    return job


@app.command()
def status(
    *,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """List running and paused matches, with their join lines and what they wait for."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.status import show_status

        return show_status(output)

    return job


@app.command()
def practice(
    *,
    bot: Annotated[
        str, typer.Option("--bot", metavar="NAME", help="Which program to play against.")
    ] = "simple",
    rules: RulesOption = None,
    settings: SetOption = None,
    to: ToOption = None,
    assist: AssistOption = None,
    clock: ClockOption = None,
    name: NameOption = None,
    yes: YesFlag = False,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """Play against a program, over the same protocol as against a friend."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.rules_options import RulesOptions
        from gin_p2p.cli.starting import SeatOptions, start_practice

        asked = RulesOptions(rules, settings or (), to, assist, clock)
        return start_practice(bot, asked, SeatOptions(name, None, yes=yes, brief=False), output)

    return job


@app.command()
def demo(
    *,
    rules: RulesOption = None,
    settings: SetOption = None,
    to: ToOption = None,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """Let two programs play a match over a real connection, then prove that it was fair."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.demo import run_demo
        from gin_p2p.cli.rules_options import RulesOptions

        return run_demo(RulesOptions(rules, settings or (), to), output)

    return job


@app.command("id")
def identity(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[name NEW]", help="Nothing, or a new name.")
    ] = None,
    *,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """Show your name and key print, or choose another name."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.people import id_command

        return id_command(words or (), output)

    return job


@app.command()
def peers(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORDS]", help="show WHO, name WHO NEW, forget WHO, block WHO, unblock WHO; or nothing."
        ),
    ] = None,
    *,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """List whom you have met, or change what is noted of them."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.people import peers_command

        return peers_command(words or (), output)

    return job


@app.command()
def rules(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A preset or FILE.toml; without one, all presets.")
    ] = None,
    *,
    toml: Annotated[bool, typer.Option("--toml", help="Print a file to start from.")] = False,
    json: JsonFlag = False,  # noqa: ARG001 - see JsonFlag
) -> Job:
    """List the house rules, or say one set in plain words."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.rules_command import rules_command

        return rules_command(name, output, as_toml=toml)

    return job


@app.command()
def melds(
    cards: Annotated[str, typer.Argument(metavar="CARDS|-", help="A hand: 3c3d3h10s, or - for one a line.")],
    *,
    rules: RulesOption = None,
    settings: SetOption = None,
    knock: Annotated[
        str | None,
        typer.Option("--knock", metavar="SPREAD", help="Defend against these melds: 3c3d3h/7s8s9sTs."),
    ] = None,
    json: JsonFlag = False,  # noqa: ARG001 - see JsonFlag
) -> Job:
    """Lay out a hand in the best way, or many, one a line."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.melds import melds_command

        return melds_command(cards, rules, settings or (), knock, output)

    return job


for _command in RECORD_COMMANDS:
    app.command()(_command)


def _print_version(output: Output) -> Exit:
    output.event("version", version=version())
    return _print_text(output, f"gin {version()}")


def _print_first_steps(output: Output) -> Exit:
    output.say("gin host     open a table; it prints the line to send to a friend")
    output.say("gin join     sit down at a friend's table: gin join LINE")
    return _print_text(output, "gin --help   everything else")
