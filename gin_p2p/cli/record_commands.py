"""Which commands read records?

Declared here, and entered into the program by `app.py`.
"""

from collections.abc import Callable
from typing import Annotated, Final

import typer

from gin_p2p.cli.exits import Exit
from gin_p2p.cli.options import JobsOption, JsonFlag, PeerOption, RecordsArgument
from gin_p2p.cli.output import Job, Output


def audit(
    files: RecordsArgument,
    *,
    explain: Annotated[
        bool, typer.Option("--explain", help="Tell in plain words what each check proves.")
    ] = False,
    jobs: JobsOption = None,
    expect_key: Annotated[
        str | None, typer.Option("--expect-key", metavar="KEYPRINT", help="One seat must have this key.")
    ] = None,
    json: JsonFlag = False,  # noqa: ARG001
) -> Job:
    """Prove from its record that a match was fair, or show who broke which rule."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.audit import Asked, audit_command

        return audit_command(Asked(files, jobs, expect_key, explain), output)

    return job


def replay(
    record: Annotated[str, typer.Argument(metavar="FILE|last", help="A record, or a match id.")],
    *,
    hand: Annotated[int | None, typer.Option("--hand", metavar="N", help="Tell this hand only.")] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="3.22", help="Begin at hand 3, turn 22.")] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="me|them|both|blind", help="Whose cards to see.")
    ] = None,
    play: Annotated[
        float | None, typer.Option("--play", metavar="SPEED", help="Play by itself, so many turns a second.")
    ] = None,
    text: Annotated[bool, typer.Option("--text", help="Print lines, on a terminal too.")] = False,
    json: JsonFlag = False,  # noqa: ARG001 - see JsonFlag
) -> Job:
    """Watch a match again, turn by turn; in a pipe it is told in lines."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.replay import replay_command

        return replay_command(record, hand, at, seat, play, output, as_text=text)

    return job


def reveal(
    record: Annotated[str, typer.Argument(metavar="FILE|last", help="A record of yours, or a match id.")],
    *,
    hand: Annotated[int | None, typer.Option("--hand", metavar="N", help="This deal only.")] = None,
    out: Annotated[str | None, typer.Option("-o", metavar="OUT", help="The copy; it must not exist.")] = None,
    json: JsonFlag = False,  # noqa: ARG001 - see JsonFlag
) -> Job:
    """Let anybody see your cards of a match that is over: write a copy of its record with your keys."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.reveal import reveal_command

        return reveal_command(record, hand, out, output)

    return job


def tally(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="One record for each table of a team match.")
    ],
    *,
    json: JsonFlag = False,  # noqa: ARG001 - see JsonFlag
) -> Job:
    """Audit the tables of a team match and add them up."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.tally import tally_files

        return tally_files(files, output)

    return job


def log(
    *,
    peer: PeerOption = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = 20,
    json: JsonFlag = False,  # noqa: ARG001 - see JsonFlag
) -> Job:
    """List your records, the newest first, as they describe themselves."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.log import log_command

        return log_command(peer, limit, output)

    return job


def stats(
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE...]", help="Records or folders; all of yours if not said."),
    ] = None,
    *,
    peer: PeerOption = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="DATE|30d", help="Only matches begun since then.")
    ] = None,
    luck: Annotated[
        bool, typer.Option("--luck", help="Is it rigged? Compare the cards with chance.")
    ] = False,
    jobs: JobsOption = None,
    json: JsonFlag = False,  # noqa: ARG001 - see JsonFlag
) -> Job:
    """Count matches and hands, by player; only what an audit proves."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.stats import Asked, stats_command

        return stats_command(Asked(files or (), peer, since, luck, jobs), output)

    return job


def export(
    files: RecordsArgument,
    *,
    to: Annotated[str, typer.Option("--to", metavar="txt|json|gn|csv", help="The form.")],
    hand: Annotated[int | None, typer.Option("--hand", metavar="N", help="This hand only.")] = None,
    anon: Annotated[
        bool, typer.Option("--anon", help="Leave out names, keys, times, and which record it was.")
    ] = False,
    own: Annotated[
        bool, typer.Option("--own", help="Show your own cards too, also those that nobody saw.")
    ] = False,
    out: Annotated[
        str | None, typer.Option("-o", metavar="OUT", help="A file that does not exist yet.")
    ] = None,
    json: JsonFlag = False,  # noqa: ARG001 - see JsonFlag
) -> Job:
    """Write matches down as text, JSON, a table of hands, or in a notation for people."""

    def job(output: Output) -> Exit:
        from gin_p2p.cli.export import Asked, export_command

        return export_command(Asked(files, to, hand, anon, own, out), output)

    return job


RECORD_COMMANDS: Final[tuple[Callable[..., Job], ...]] = (
    audit,
    replay,
    reveal,
    tally,
    log,
    stats,
    export,
)
"""In the order in which the help lists them."""
