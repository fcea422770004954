"""Which options do several commands share?

What two players agree on is asked for in the same words by every command that opens a table, and `rules_options.py`
says what it comes to.
"""

from typing import Annotated, TypeAlias

import typer

JsonFlag: TypeAlias = Annotated[bool, typer.Option("--json", help="Print objects for programs, one a line.")]
"""Every command has it. `run` looks for it itself, as a line that is not understood ends in `done` too."""

RulesOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="PRESET|FILE.toml", help="House rules; `gin rules` lists those with a name."
    ),
]
SetOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change one rule; may be given again."),
]
ToOption: TypeAlias = Annotated[
    int | None,
    typer.Option("--to", metavar="POINTS", help="Points that end a game, like --set target=POINTS."),
]
AssistOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--assist", metavar="none|count|full", help="How much the players' programs may help."),
]
ClockOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--clock", metavar="5m+10s", help="Thinking time for the match, and what each turn adds."),
]
AbandonOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--abandon", metavar="unfinished|forfeit", help="What becomes of a match that somebody leaves."
    ),
]
TeamOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--team",
        metavar="NAME",
        help="This is a table of the team match NAME; `--set hands=N` says for how long.",
    ),
]
TableOption: TypeAlias = Annotated[
    int | None, typer.Option("--table", metavar="N", help="Which table of the team match, from 1.")
]
SideOption: TypeAlias = Annotated[
    int | None, typer.Option("--side", metavar="1|2", help="For which of the two teams the host plays.")
]

PortOption: TypeAlias = Annotated[str, typer.Option("--port", help="Where to listen; 0 picks a free one.")]
BindOption: TypeAlias = Annotated[
    str | None, typer.Option("--bind", metavar="ADDRESS", help="Listen on this address of the machine only.")
]
NameOption: TypeAlias = Annotated[
    str | None, typer.Option("--name", help="How you are called at this table.")
]
BotOption: TypeAlias = Annotated[
    str | None, typer.Option("--bot", metavar="NAME", help="A program plays in your seat.")
]
BriefFlag: TypeAlias = Annotated[bool, typer.Option("--brief", help="Tell only deals and how hands end.")]
YesFlag: TypeAlias = Annotated[
    bool, typer.Option("--yes", help="Accept an unknown key and the offered rules.")
]
OnceFlag: TypeAlias = Annotated[bool, typer.Option("--once", help="Leave after one match.")]

RecordsArgument: TypeAlias = Annotated[
    list[str],
    typer.Argument(metavar="FILE...", help="Records, folders of them, `last`, or a match id."),
]
JobsOption: TypeAlias = Annotated[
    int | None, typer.Option("--jobs", metavar="N", help="The most processes; as many as cores if not said.")
]
PeerOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--peer", metavar="PLAYER", help="Only matches with this player: a name, or a key print."),
]
