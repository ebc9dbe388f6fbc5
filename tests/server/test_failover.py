"""A standby takes over from a PostgreSQL that dies, while people play at several servers and much else is written."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

from laguna.core import record
from laguna.games import GAMES
from laguna.server.store.postgres import PostgresStore
from laguna.server.store.postgres.connecting import PATIENCE
from laguna.server.store.store import PutTable
from server.player import at_random
from server.postgres import running_postgres
from server.several import TABLE, Kind, Several, reached, versions
from server.store.keeping import table
from server.store.test_postgres import Writer

TABLES = 12
BEFORE, AFTER = 200, 300
"""Lines that are written at them before the primary dies, and after it."""
MOVES = 5
"""So many moves are made at the table with people before it dies."""


class Load:
    """Writes at many tables of a store, counted as they are acknowledged."""

    def __init__(self, store: PostgresStore) -> None:
        self.written = asyncio.Semaphore(0)
        self._store = store
        self._writers = [Writer(store, f"t{number}", self.written) for number in range(TABLES)]

    async def acknowledged(self, count: int) -> None:
        """Wait for so many more."""
        for _ in range(count):
            await self.written.acquire()

    async def longest_pause(self, disturbing: asyncio.Task[None]) -> float:
        """The longest time in which nothing was acknowledged, until so many lines have been after a disturbance."""
        longest, last, after = 0.0, time.monotonic(), 0
        while after < AFTER:
            await self.written.acquire()
            longest, last = max(longest, time.monotonic() - last), time.monotonic()
            after += disturbing.done()
        await disturbing
        return longest

    async def check(self) -> None:
        """Stop, and look whether all is there, once and in order."""
        for writer in self._writers:
            writer.stopping = True
        await asyncio.gather(*(writer.task for writer in self._writers))
        for writer in self._writers:
            lines = await self._store.lines(writer.name)
            assert lines == [b'{"line":%d}' % number for number in range(writer.count)]


async def check_record(several: Several) -> None:
    """The finished game's record holds: every draw is the next one of its luck."""
    answer = await asyncio.to_thread(several.client(0, 1).get, f"/api/tables/{TABLE}/record")
    (found,) = record.parse(answer.body.decode(), "record")
    record.verify(found, GAMES)


def test_a_standby_takes_over_under_load_and_nothing_that_was_acknowledged_is_lost(tmp_path: Path) -> None:
    async def test(several: Several) -> None:
        store: Any = several.sides[0].store
        await store.write(*(PutTable(table(f"t{number}")) for number in range(TABLES)))
        await several.lay_out("kuna_yala", open=True)
        choose, load = at_random(Random(1)), Load(store)
        await load.acknowledged(BEFORE)
        async with several.following(0, 1) as players:
            await asyncio.gather(*(player.play_on(TABLE, choose, reached(MOVES)) for player in players))
            games = [asyncio.create_task(player.play_on(TABLE, choose)) for player in players]
            pause = await load.longest_pause(asyncio.create_task(fail_over()))
            await asyncio.gather(*games)
            assert versions(players[0]) == versions(players[1]) == list(range(2, players[0].tables[TABLE].version + 1))
        await load.check()
        await check_record(several)
        assert pause < PATIENCE

    async def fail_over() -> None:
        await asyncio.to_thread(primary.stop, signal.SIGKILL)
        await asyncio.to_thread(standby.execute, "SELECT pg_promote()")

    with running_postgres() as primary, primary.followed() as standby:
        hosts = f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
        Kind(tmp_path, f"postgresql://laguna@{hosts}/postgres").run(test)
