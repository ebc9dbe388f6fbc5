"""Laws of records: they replay, they verify, and what was forged is named by its line."""

from __future__ import annotations

from typing import Any

import msgspec

from laguna.core.game import Game
from laguna.core.luck import SeededLuck
from laguna.core.plugin import Plugin
from laguna.core.record import BadRecord, Record, Recorder, parse, replay, verify
from laguna.laws.cases import Case, record_of
from laguna.laws.law import LawBroken, law

MISSING_SEATS = (-1, 99)
"""Seats that no game has."""


@law("case")
def a_record_replays_to_the_same_table_and_verifies(case: Case, seed: int = 4) -> None:
    """A record of a game replays to the same table each time, ends as it says, and verifies."""
    record = record_of(case, seed)
    *_, played = replay(record, case.games)
    *_, again = replay(record, case.games)
    if not case.same(played.table, again.table):
        raise case.broken("the same record leads to two tables.", seed, played.table)
    if case.game.standings(played.table) != record.end.standings:
        raise case.broken("the seats stand otherwise after the replay than the record says.", seed, played.table)
    try:
        verify(record, case.games)
    except BadRecord as error:
        raise case.broken(f"the record does not verify: {error}", seed) from error


@law("game")
def a_record_with_a_move_of_nobody_names_the_line(plugin: Plugin, seats: tuple[int, ...] = MISSING_SEATS) -> None:
    """A record with a move of a seat that does not exist is refused, with the number of the line."""
    game = plugin.game
    recorder = Recorder(game, game.seats[0], game.options(), SeededLuck(1))
    ask = game.asks(recorder.table)[0]
    recorder.play(ask.seat, ask.number, ask.moves[0])
    record = next(parse(recorder.close(), "a record"))
    for seat in seats:
        forged = msgspec.structs.replace(record, moves=(msgspec.structs.replace(record.moves[0], seat=seat),))
        sentence = f"Line 2: There is no seat {seat}: seats are 0 to {game.seats[0] - 1}"
        if sentence not in (told := _complaint(forged, game)):
            raise LawBroken(f"{game.key} answers a record with a move of seat {seat} with “{told}”.")


def _complaint(record: Record, game: Game[Any, Any, Any]) -> str:
    """Why a record is not replayed; nothing where it is."""
    try:
        list(replay(record, {game.key: game}))
    except BadRecord as error:
        return str(error)
    return ""
