"""A table that cannot be read says so by its own code, in every way to ask for it; all others go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from laguna.server.store.engine import sqlite3
from laguna.server.store.store import PutTable, StoreDamaged
from server.clock import Clock
from server.player import Player, at_random, following
from server.serving import Client, Running, running_server
from server.store.damage import spoil_a_page
from server.store.keeping import held, line, opened, run, table
from server.tables import begun

Spoil = Callable[[sqlite3.Connection, str], object]


def no_json_in_the_log(db: sqlite3.Connection, name: str) -> object:
    return db.execute("UPDATE lines SET line = x'00ff' WHERE table_id = ? AND number = 0", (name,))


def another_move_in_the_log(db: sqlite3.Connection, name: str) -> object:
    wrong = b'{"entry":"played","at":1.0,"line":{"seat":0,"move":{"move":"fly"},"draws":[]}}'
    db.execute("UPDATE pulses SET lines = lines + 1 WHERE table_id = ?", (name,))
    return db.execute("INSERT INTO lines VALUES (?, 1, ?)", (name, wrong))


def the_log_gone(db: sqlite3.Connection, name: str) -> object:
    return db.execute("DELETE FROM lines WHERE table_id = ?", (name,))


def no_json_in_the_file(db: sqlite3.Connection, name: str) -> object:
    return db.execute("UPDATE tables SET file = '{' || file WHERE id = ?", (name,))


def a_game_that_nobody_knows(db: sqlite3.Connection, name: str) -> object:
    return db.execute("UPDATE tables SET file = replace(file, '\"duck\"', '\"goose\"') WHERE id = ?", (name,))


SPOILED: tuple[Spoil, ...] = (
    no_json_in_the_log,
    another_move_in_the_log,
    the_log_gone,
    no_json_in_the_file,
    a_game_that_nobody_knows,
)


class World(NamedTuple):
    server: Running
    clock: Clock
    ala: Client
    ola: Client
    broken: list[str]
    sound: str


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A table for each way to be broken, and a sound one that was made last: their clocks run out in this order."""
    folder, clock = tmp_path_factory.mktemp("broken"), Clock()
    with running_server(folder, clock) as server:
        ala, ola = server.guest(), server.guest()
        tables = []
        for _ in range(len(SPOILED) + 1):
            clock.time += 1
            tables.append(begun([ala, ola], "duck", clock=86_400))
    with closing(sqlite3.connect(folder / "laguna.db", isolation_level=None)) as db:
        for spoil, name in zip(SPOILED, tables, strict=False):
            spoil(db, name)
    with running_server(folder, clock) as server:
        yield World(server, clock, server.again(ala), server.again(ola), tables[:-1], tables[-1])


@pytest.mark.parametrize("number", range(len(SPOILED)), ids=lambda number: SPOILED[number].__name__)
def test_whoever_asks_for_it_is_told_that_it_cannot_be_read(world: World, number: int) -> None:
    name = world.broken[number]
    for path in (f"/api/tables/{name}", f"/api/tables/{name}/position"):
        assert "cannot be read" in world.ala.get(path).problem(410, "broken_table")
    world.ala.post(f"/api/tables/{name}/leave").problem(410, "broken_table")

    async def follow() -> None:
        async with Player.connect(world.ala) as player:
            told = await player.ask("follow", name)
            assert (told["type"], told["code"]) == ("trouble", "broken_table")
            assert (await player.follow(world.sound))["version"] >= 1

    asyncio.run(follow())


def test_lists_show_the_others(world: World) -> None:
    shown = [card["id"] for card in world.ala.get("/api/me/tables").expect(200)]
    assert world.sound in shown
    assert world.broken[SPOILED.index(no_json_in_the_file)] not in shown


def test_the_clocks_of_others_run_out_all_the_same(world: World) -> None:
    async def wait() -> None:
        async with following(world.sound, world.ala) as (player,):
            world.clock.time += 86_400
            watched = player.tables[world.sound]
            while not any(seat["bot"] for seat in watched.card["seats"]):
                await player.hear()

    asyncio.run(wait())
    assert world.server.client().get("/healthz").expect(200)["status"] == "ok"


def test_the_record_of_a_finished_game_that_cannot_be_read_says_so(tmp_path: Path) -> None:
    async def play(table: str, ala: Client, ola: Client) -> None:
        async with following(table, ala, ola) as players:
            await asyncio.gather(*(player.play_on(table, at_random(Random(3))) for player in players))

    with running_server(tmp_path) as server:
        ala, ola = server.guest(), server.guest()
        name = begun([ala, ola], "mahe")
        asyncio.run(play(name, ala, ola))
        ala.get(f"/api/tables/{name}/replay").expect(200)
    with closing(sqlite3.connect(tmp_path / "laguna.db", isolation_level=None)) as db:
        db.execute("UPDATE lines SET line = x'00' WHERE table_id = ? AND number = 3", (name,))
    with running_server(tmp_path) as server:
        again = server.again(ala)
        again.get(f"/api/tables/{name}/record").problem(410, "broken_table")
        again.get(f"/api/tables/{name}/replay").problem(410, "broken_table")


def test_a_page_that_makes_no_sense_is_the_trouble_of_its_table_alone(tmp_path: Path) -> None:
    async def fill() -> None:
        async with opened(tmp_path) as store:
            await store.write(PutTable(table("bad")), *(line("bad", number) for number in range(2000)))
            await store.write(PutTable(table("good")), *(line("good", number) for number in range(2000)))

    async def test() -> None:
        async with opened(tmp_path) as store:
            with pytest.raises(StoreDamaged):
                await store.whole("bad")
            assert len((await store.whole("good") or ((), []))[1]) == 2000

    run(fill())
    spoil_a_page(tmp_path / "laguna.db", b'{"line":1000}')
    run(test())


def long(name: str, revision: int = 1) -> PutTable:
    """A table whose file fills a page."""
    return PutTable(table(name, options={"long": name * 800}, revision=revision))


def test_a_write_to_such_a_page_fails_alone_though_others_share_its_commit(tmp_path: Path) -> None:
    async def fill() -> None:
        async with opened(tmp_path) as store:
            await store.write(*map(long, ("good", "bad.", "fine")))

    async def test() -> None:
        async with opened(tmp_path) as store:
            async with held(store, tmp_path):
                writes = [asyncio.create_task(store.write(long(name, 2))) for name in ("good", "bad.", "fine")]
            good, bad, fine = await asyncio.gather(*writes, return_exceptions=True)
            assert (good, type(bad), fine) == (None, StoreDamaged, None)

    run(fill())
    spoil_a_page(tmp_path / "laguna.db", b"bad." * 800)
    run(test())
