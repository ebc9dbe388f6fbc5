"""A disk that is full or cannot be written: what cannot be stored never happened, and the table plays on later."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from laguna.core import record
from laguna.games import GAMES
from laguna.server.store.sqlite import SqliteStore
from server.player import Message, Player, Watched, at_random, following
from server.serving import Client, Running, running_server
from server.tables import begun

FAILING = 40
"""So many moves meet a broken disk at first."""


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server of its own: what happens to its disk is nobody else's trouble."""
    with running_server(tmp_path) as server:
        yield server


async def ask_disk(running: Running, pragma: str) -> int:
    """Set or read something of the connection that writes, while it is idle."""
    assert isinstance(running.backend.store, SqliteStore)
    found = running.backend.store._writer._db.execute(f"PRAGMA {pragma}").fetchone()
    return 0 if found is None else int(found[0])


@contextmanager
def read_only(running: Running) -> Iterator[None]:
    """Nothing can be written meanwhile."""
    running.call(ask_disk(running, "query_only = ON"))
    yield
    running.call(ask_disk(running, "query_only = OFF"))


@contextmanager
def full(running: Running) -> Iterator[None]:
    """The database cannot grow meanwhile."""
    pages = running.call(ask_disk(running, "page_count"))
    running.call(ask_disk(running, f"max_page_count = {pages}"))
    yield
    running.call(ask_disk(running, "max_page_count = 1000000"))


async def tried(player: Player, table: str, seat: int, ask: int, move: Message) -> Message:
    """What comes of a move: its receipt, or a trouble."""
    number = await player.send("play", table, seat=seat, ask=ask, move=move)
    return await player.hear_until(
        lambda told: (
            told.get("id") == number or (told["type"] == "moved" and (told["seat"], told["ask"]) == (seat, ask))
        )
    )


def asked(players: list[Player], table: str) -> tuple[Player, int, Message]:
    """Who is to move: the player, the seat and the question."""
    return next((player, seat, question) for player in players for seat, question in player.tables[table].questions())


def check_nothing_happened(running: Running, table: str, told: Message, version: int) -> None:
    assert (told["type"], told["code"]) == ("trouble", "not_now")
    assert len(running.call(running.backend.store.lines(table))) == version


def test_a_move_that_cannot_be_stored_never_happened_and_meets_the_same_luck_later(running: Running) -> None:
    people = [running.guest(name) for name in ("Ala", "Ola")]
    table = begun(people, "duck")

    async def play() -> None:
        choose = at_random(Random(0))
        async with following(table, *people) as players:
            for version in range(1, 1 + FAILING):
                player, seat, question = asked(players, table)
                with read_only(running):
                    for move in (question["moves"][0], question["moves"][-1]):
                        told = await tried(player, table, seat, question["ask"], move)
                        check_nothing_happened(running, table, told, version)
                chosen = choose(player.tables[table].sights[seat])
                assert (await tried(player, table, seat, question["ask"], chosen))["type"] == "moved"
                for each in players:
                    while each.tables[table].version <= version:
                        await each.hear()
            await asyncio.gather(*(player.play_on(table, choose) for player in players))
            check_told(players, table)

    asyncio.run(play())
    check_record(people[0], table)


def check_told(players: list[Player], table: str) -> None:
    """Everybody heard of every move once: none of those that failed was told to anybody."""
    for player in players:
        watched: Watched = player.tables[table]
        assert [step["version"] for step in watched.steps] == list(range(2, watched.version + 1))


def check_record(client: Client, table: str) -> None:
    """Every draw is the next one of the table's luck: no move that failed has used any up."""
    text = client.get(f"/api/tables/{table}/record")
    (found,) = record.parse(text.body.decode(), "record")
    record.verify(found, GAMES)


def test_a_table_plays_on_after_the_disk_was_full(running: Running) -> None:
    people = [running.guest(name) for name in ("Ala", "Ola")]
    table = begun(people, "duck")

    async def play() -> None:
        async with following(table, *people) as players:
            with full(running):
                told: Message = {"type": "moved"}
                while told["type"] == "moved":  # the last page has room for some
                    player, seat, question = asked(players, table)
                    told = await tried(player, table, seat, question["ask"], question["moves"][0])
                    for each in players:
                        await each.caught_up()
                version = player.tables[table].version
                check_nothing_happened(running, table, told, version)
                standpoint = await player.follow(table)
                assert standpoint["version"] == version
            again = await tried(player, table, seat, question["ask"], question["moves"][0])
            assert (again["type"], again["version"]) == ("moved", version + 1)
            for each in players:
                await each.caught_up()
            check_told(players, table)

    asyncio.run(play())
