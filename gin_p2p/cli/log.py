"""Which matches have been played? The command that lists them."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from gin_p2p.cli.exits import Exit, UsageError
from gin_p2p.cli.known import Known
from gin_p2p.cli.output import Json, Output
from gin_p2p.cli.text import inert, inert_name
from gin_p2p.cli.words import counted
from gin_p2p.crypto.identity import key_print
from gin_p2p.record.home import Home
from gin_p2p.record.listing import Glance, glances
from gin_p2p.seat import Seat


def log_command(peer: str | None, limit: int, output: Output) -> Exit:
    """List records, the newest first. Nothing is audited: what they say of themselves is shown.

    Args:
        peer: only matches with this player; None for all.
        limit: at most so many.
        output: for the lines.

    Raises:
        UsageError: nobody is known by that name, or the limit is none.
    """
    if limit < 1:
        raise UsageError("--limit takes 1 or more.")
    home = Home.find()
    known = Known.load(home, output)
    wanted = None if peer is None else known.key_print_of(peer)
    shown = 0
    for seen in with_player(glances(home), wanted):
        if shown == limit or not output.is_read:
            break
        shown += 1
        output.event("record", **_fields(seen, known))
        output.say(_line(seen, known))
    output.say("`gin audit` proves what is listed here." if shown else "There is no such record yet.")
    return Exit.DONE


def with_player(seen: Iterable[Glance], wanted: str | None) -> Iterator[Glance]:
    """Yield the records in which a seat has this key print; all where none is asked for."""
    for one in seen:
        if wanted is None or wanted in map(key_print, one.keys):
            yield one


def _line(seen: Glance, known: Known) -> str:
    when = datetime.fromtimestamp(seen.started_ms / 1000, UTC).strftime("%Y-%m-%d %H:%MZ")
    names = [_name(seen, seat, known) for seat in _order(seen, known)]
    return f"{when}  {' v '.join(names)}: {_result(seen, known)}. {inert(seen.path.name)}"


def _result(seen: Glance, known: Known) -> str:
    if seen.totals is None or seen.n_deals is None:
        return "not ended"
    first = _order(seen, known)[0] if seen.winner is None else seen.winner
    score = f"{seen.totals[first]} to {seen.totals[first.other]}, {counted(seen.n_deals, 'hand')}"
    return f"level {score}" if seen.winner is None else f"{_name(seen, seen.winner, known)} won {score}"


def _order(seen: Glance, known: Known) -> tuple[Seat, Seat]:
    """Answer the seats as they are listed: our own first."""
    first = Seat.GUEST if seen.keys[Seat.GUEST] == known.own else Seat.HOST
    return first, first.other


def _name(seen: Glance, seat: Seat, known: Known) -> str:
    if seen.keys[seat] == known.own:
        return "you"
    return inert_name(known.name_of(seen.keys[seat]) or seen.names[seat])


def _fields(seen: Glance, known: Known) -> dict[str, Json]:
    return {
        "file": str(seen.path),
        "match": seen.match_id.hex(),
        "started_ms": seen.started_ms,
        "players": [
            {
                "seat": seat.name.lower(),
                "name": seen.names[seat],
                "key": key_print(seen.keys[seat]),
                "is_me": seen.keys[seat] == known.own,
                "known_as": known.name_of(seen.keys[seat]),
            }
            for seat in Seat
        ],
        "ended": seen.totals is not None,
        "hands": seen.n_deals,
        "totals": seen.totals,
        "winner": None if seen.winner is None else seen.winner.name.lower(),
    }
