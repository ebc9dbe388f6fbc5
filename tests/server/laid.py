"""People and tables put straight into a store: for tests that need many, or that have no server yet."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from msgspec.structs import replace

from laguna.core.luck import SecretLuck
from laguna.games import GAMES
from laguna.server.store.store import Append, PutTable, Store
from laguna.server.tables.game_log import encoded
from laguna.server.tables.match import Match
from laguna.server.tables.table_file import Seat, TableFile


def gathered(table: str, game: str, people: list[str], random: Random) -> TableFile:
    """An open table where a seat is taken by each of these, the host first."""
    luck = SecretLuck(random.randbytes(32))
    return TableFile(
        id=table,
        game=game,
        options={},
        seats=tuple(Seat(person=person) for person in people),
        host=people[0],
        secret=luck.seed.hex(),
        commitment=luck.commitment,
        created=time.time(),
        open=True,
    )


async def lay_out(store: Store, table: str, game: str, people: list[str], random: Random, **changes: Any) -> None:
    """The same, and the game has begun. `changes`: what else stands in the file."""
    file = replace(gathered(table, game, people, random), **changes)
    now = file.created
    match, header, _ = Match.begin(GAMES[game], file, now)
    line = Append(table, 0, encoded(header), now, match.position.asked, None)
    await store.write(PutTable(replace(file, state="playing", started=now)), line)
