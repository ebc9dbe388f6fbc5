"""Finished games as the store keeps them, for tests that look back: each played to its end at random, from a seed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from laguna.core import record
from laguna.core.luck import SecretLuck, SeededLuck
from laguna.games import GAMES
from laguna.server.people.tokens import hashed
from laguna.server.settings import Settings
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Append, Change, Person, PutPerson, PutTable, PutToken, Token
from laguna.server.tables.game_log import PlayedEntry, encoded
from laguna.server.tables.table_file import Seat, TableFile, TableState

HOST = "host" * 3
TOKEN = "h" * 43
"""What the host's browser holds."""
OTHER_TOKEN = "i" * 43
"""What another browser of the host's holds."""
FOREVER = 1e11
AT = 1_790_000_000.0


class Finished:
    """A table with its whole log, the record that must come of it, and what everybody saw at every step."""

    def __init__(self, key: str, seats: int, *, state: TableState = "over", open: bool = True) -> None:  # noqa: A002
        game = GAMES[key]
        luck = SecretLuck(bytes(range(32)), ["ahoj", *[None] * (seats - 1)])
        header, table, events = record.begin(game, seats, game.options(), luck)
        self.steps = [(None, events, [game.view(table, eye) for eye in (None, *range(seats))])]
        self.lines = [encoded(header)]
        moves = []
        players = SeededLuck(7)
        while asks := game.asks(table):
            seat, ask = asks[0].seat, asks[0].number
            line, events = record.play(game, table, seat, ask, game.random_move(table, seat, players), luck)
            moves.append(line)
            self.lines.append(encoded(PlayedEntry(AT, line)))
            self.steps.append((seat, events, [game.view(table, eye) for eye in (None, *range(seats))]))
        self.text = record.written(header, moves, record.ending(game, table, luck))
        people = [Seat(person=HOST), *[Seat(bot="easy", name=f"Bot {n}") for n in range(1, seats)]]
        self.file = TableFile(
            id=f"{key}_{state}_{'open' if open else 'closed'}".ljust(12, "_")[:32],
            game=key,
            options={},
            seats=tuple(people),
            host=HOST,
            secret=luck.seed.hex(),
            commitment=luck.commitment,
            created=AT,
            started=AT,
            ended=AT if state == "over" else None,
            state=state,
            open=open,
            nonces={HOST: "ahoj"},
            standings=tuple(game.standings(table)) if state == "over" else (),
        )

    @property
    def changes(self) -> list[Change]:
        """How it gets into a store."""
        lines = [Append(self.file.id, i, line, AT, 0, None) for i, line in enumerate(self.lines)]
        return [PutTable(self.file), *lines]


def stored(folder: Path, games: Sequence[Finished]) -> None:
    """Write tables, and their host, into the database of a server to be started there."""

    async def write() -> None:
        store = await SqliteStore.open(Settings(data=folder).database)
        await store.write(
            PutPerson(Person(id=HOST, name="Ala", colour="coral", created=AT)),
            *(PutToken(Token(hashed(token), HOST, "session", AT, FOREVER)) for token in (TOKEN, OTHER_TOKEN)),
        )
        for game in games:
            await store.write(*game.changes)
        await store.close()

    asyncio.run(write())
