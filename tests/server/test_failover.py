"""A PostgreSQL that dies, and one that cannot be reached by some: people play on, and nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from laguna.core import record
from laguna.games import GAMES
from laguna.server.backend import Backend
from laguna.server.operations import vitals
from laguna.server.settings import Settings
from laguna.server.store.postgres import PostgresStore
from laguna.server.store.postgres.connecting import PATIENCE
from laguna.server.store.store import CannotOpen, PutTable
from server.player import at_random
from server.postgres import running_postgres
from server.several import TABLE, Kind, Several, reached, until, versions
from server.store.keeping import table
from server.store.test_postgres import Writer, execute, full

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


async def health(several: Several, side: int, path: str = "/readyz") -> tuple[int, str, str]:
    """What a proxy hears that asks how a server is."""
    answer = await asyncio.to_thread(several.client(0, side).get, path)
    return answer.status, answer.json["status"], answer.json["sentence"]


@pytest.mark.parametrize("stored", [False, True], ids=["a move that did not arrive", "a move that did"])
def test_a_server_that_is_cut_off_says_so_hurts_nobody_and_catches_up(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    monkeypatch.setattr(vitals, "WRITE_CHECK_TTL_S", 0.0)

    async def test(several: Several) -> None:
        await several.lay_out("duck", (1, 1))
        wire = several.wires[1]
        async with several.following(0, 1, 1) as (_, cut_off, here):
            await cut_off.move(TABLE)
            seat, question = cut_off.tables[TABLE].questions()[0]
            wire.down = True
            if stored:
                wire.lose_answer(to=b'"move"')
            else:
                wire.cut()
            move = {"seat": seat, "ask": question["ask"], "move": question["moves"][0]}
            number = await cut_off.send("play", TABLE, **move)
            told = await cut_off.hear_until(lambda message: message.get("id") == number)
            assert (told["type"], told["code"]) == ("trouble", "not_now")
            assert "nothing was changed" not in told["sentence"]
            wire.cut()
            for path in ("/readyz", "/healthz"):
                status, code, sentence = await health(several, 1, path)
                assert (status, code) == (503, "store_fails")
                assert "the database away" in sentence
            assert (await health(several, 0))[:2] == (200, "ok")

            await here.follow(TABLE)  # who wants to know it at once asks a server that is not cut off
            assert here.tables[TABLE].version == 2 + stored
            for _ in range(5):
                await here.move(TABLE)
            wire.down = False
            again = await cut_off.send("play", TABLE, **move)  # as pages do: it must not count a second time
            answer = await cut_off.hear_until(lambda message: message.get("id") == again or message["type"] == "stale")
            assert answer["type"] == "stale"
            await until(cut_off, here.tables[TABLE].version)
            assert versions(cut_off) == list(range(2, here.tables[TABLE].version + 1))
            await cut_off.caught_up()
            views = cut_off.tables[TABLE].views
            await cut_off.follow(TABLE)
            assert cut_off.tables[TABLE].views == views == here.tables[TABLE].views
            assert (await health(several, 1))[:2] == (200, "ok")

    Kind(tmp_path, database).run(test, compare_interval_s=0.05, patience_s=0.3)


def test_a_server_does_not_start_where_the_databases_disk_is_full(database: str, tmp_path: Path) -> None:
    async def test() -> None:
        await execute(database, *full("servers"))
        with pytest.raises(
            CannotOpen, match=r"^The database could not be .*No space left on device. The server does not"
        ):
            async with Backend.open(Settings(data=tmp_path, store=database, bot_workers=1)):
                pass

    asyncio.run(test())


def test_a_table_plays_on_by_the_same_luck_after_the_databases_disk_was_full(database: str, tmp_path: Path) -> None:
    async def test(several: Several) -> None:
        await several.lay_out("kuna_yala", open=True)
        choose = at_random(Random(3))
        async with several.following(0, 1) as players:
            await execute(database, *full("lines"))
            mover = next(player for player in players if player.tables[TABLE].questions())
            seat, question = mover.tables[TABLE].questions()[0]
            for move in (question["moves"][0], question["moves"][-1]):
                told = await mover.ask("play", TABLE, seat=seat, ask=question["ask"], move=move)
                assert (told["type"], told["code"]) == ("trouble", "not_now")
            assert len(await several.store.lines(TABLE)) == 1
            await execute(database, "DROP TRIGGER full_disk ON lines")
            await asyncio.gather(*(player.play_on(TABLE, choose) for player in players))
            assert versions(players[0]) == versions(players[1])
        await check_record(several)

    Kind(tmp_path, database).run(test)
