"""Laws of frozen tables: a table that thaws is the table that was frozen, and nothing else thaws."""

from __future__ import annotations

from copy import copy

import msgspec

from laguna.core.bot import AnyGame
from laguna.core.game import Table
from laguna.core.plugin import Plugin
from laguna.core.record import BadRecord, replay, steps_from
from laguna.laws.cases import Case, record_of, sampled
from laguna.laws.law import LawBroken, law

SKIPPED = 2
"""So many numbers of questions are left out at the tables that are looked at."""
MOVES_TRIED = 20
JUNK = (b"", b"\x00", b"{}", b"\x93\x01\x02\x03", b"\xff" * 40, b"[" * 1000)
"""What nobody has frozen."""


@law("case")
def a_frozen_table_thaws_as_it_was(case: Case, seed: int = 15, every: int = 9) -> int:
    """What thaws is in the same position as what was frozen: in all that is seen, asked and refused.

    Returns how many tables were frozen; 0: the game has no such form.
    """
    count = 0
    for table in sampled(case, seed, every):
        table.skip_numbers(SKIPPED)
        frozen = case.game.freeze(table)
        if frozen is None:
            continue
        count += 1
        _check_same(case, seed, table, _thawed(case, seed, table, frozen))
    return count


@law("case")
def a_game_goes_on_from_thawed_tables(case: Case, seed: int = 4) -> None:
    """A game whose table is frozen and thawed before every move goes on, and ends, as the same game without that."""
    record = record_of(case, seed)
    told = replay(record, case.games)
    table = next(told).table.copy()
    for line, step in zip(record.moves, told, strict=True):
        frozen = case.game.freeze(table)
        table = table if frozen is None else _thawed(case, seed, table, frozen)
        try:
            (again,) = steps_from(case.game, table, [line])
        except BadRecord as error:
            raise case.broken(f"what is played cannot be played on a thawed table: {error}", seed, table) from error
        if again.events != step.events:
            raise case.broken("something else happens on a thawed table.", seed, table)
        table = again.table
    if not case.same(table, step.table) or case.game.standings(table) != record.end.standings:
        raise case.broken("a game on thawed tables ends otherwise.", seed, table)


@law("game")
def only_what_was_frozen_thaws(plugin: Plugin) -> None:
    """Nothing thaws but whole tables that the same version of the game has frozen; other bytes are answered by None."""
    game = plugin.game
    table = Case(plugin, game.seats[0]).start(1)
    frozen = game.freeze(table)
    pieces = [] if frozen is None else [frozen[:cut] for cut in range(len(frozen))]
    for bytes_ in (*JUNK, *pieces):
        if game.thaw(bytes_) is not None:
            raise LawBroken(f"{game.key} thaws a table from {bytes_[:40]!r}, which nobody has frozen.")
    if frozen is not None and _risen(game).thaw(frozen) is not None:
        raise LawBroken(f"{game.key} thaws what another version of it has frozen.")


def _risen(game: AnyGame) -> AnyGame:
    """The next version of a game."""
    risen = copy(game)
    risen.__class__ = type(type(game).__name__, (type(game),), {"version": game.version + 1})
    return risen


def _thawed(case: Case, seed: int, table: Table, frozen: bytes) -> Table:
    thawed: Table | None = case.game.thaw(frozen)
    if thawed is None:
        raise case.broken("a frozen table does not thaw.", seed, table)
    return thawed


def _check_same(case: Case, seed: int, table: Table, thawed: Table) -> None:
    """Raise `LawBroken` where two tables can be told from each other."""
    for what, one, other in (
        ("position", True, case.same(thawed, table)),
        ("options", table.options, thawed.options),
        ("next question's number", table.next_number, thawed.next_number),
        ("questions", _numbers(case, table), _numbers(case, thawed)),
        ("views", msgspec.json.encode(case.shown(table)), msgspec.json.encode(case.shown(thawed))),
        ("refusals", _refusals(case, table, seed), _refusals(case, thawed, seed)),
        ("standings", case.game.standings(table), case.game.standings(thawed)),
    ):
        if one != other:
            raise case.broken(f"a thawed table has another {what}.", seed, table)


def _numbers(case: Case, table: Table) -> list[int | None]:
    return [table.question_number(seat) for seat in range(case.seats)]


def _refusals(case: Case, table: Table, seed: int) -> list[object]:
    """What is said at a table to some of the moves that were made in a game."""
    return [
        case.game.refusal(table, seat, table.question_number(seat), line.move)
        for seat in range(case.seats)
        for line in record_of(case, seed).moves[:MOVES_TRIED]
    ]
