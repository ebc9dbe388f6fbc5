"""Taking a move back: only while its maker has learnt nothing by it, and nobody has answered since."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from laguna.core.bot import AnyGame, knowledge
from laguna.core.game import Table
from laguna.core.record import BadRecord, Line, steps_from
from laguna.server.problem import Problem
from laguna.server.tables.game_log import Played, entries_of
from laguna.server.tables.match import Match, seen
from laguna.server.tables.table_file import TableFile

WAITING = 30.0
"""How many seconds somebody's wish to take a move back stands."""
IMAGININGS = 4
"""How many tables that looked the same are tried. If the move would look alike on all of them, it revealed nothing."""


class Wish(msgspec.Struct, frozen=True):
    """A person wants to take the move back that made this version; others at the table may grant it."""

    version: int
    seat: int
    person: str


def check(match: Match, seat: int) -> None:
    """Raise `Problem` where a seat's last move cannot be taken back, as far as can be told without looking deeper."""
    if not isinstance(match.last, Played) or match.position.over:
        raise Problem("nothing_to_undo", "There is no move to take back.")
    if match.last.line.seat != seat or match.last.bot is not None:
        raise Problem("answered_since", "Somebody has answered since: the move stands.")
    if match.last.line.draws or match.last.line.seen:
        raise _revealed()


def table_before(game: AnyGame, file: TableFile, lines: Sequence[bytes]) -> Table:
    """The table before the last move of a log. Raises `Problem` if the move has revealed something to its maker."""
    before = Match.resume(game, file, lines[:-1]).table
    (last,) = entries_of(lines[-1:])
    if not isinstance(last, Played) or reveals(game, before, last.line):
        raise _revealed()
    return before


def reveals(game: AnyGame, before: Table, line: Line) -> bool:
    """Whether the maker of a move has learnt something by it: luck, physics, or what others hide.

    What the others learnt of the maker's own hand is the maker's loss.
    """
    if line.draws or line.seen:
        return True
    true = _told(game, before.copy(), line)
    return any(_told(game, knowledge(game, before, line.seat, seed), line) != true for seed in range(IMAGININGS))


def _told(game: AnyGame, table: Table, line: Line) -> object:
    """What a seat sees of its own move on a table, and afterwards; None: it could not be made there."""
    try:
        (step,) = steps_from(game, table, [line])
    except BadRecord:
        return None
    return seen(step.events, line.seat), game.view(table, line.seat)


def _revealed() -> Problem:
    return Problem("revealed", "The move has revealed something: it stands.")
