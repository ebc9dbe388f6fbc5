"""Versions side by side: databases of before, and servers whose rules differ."""

from __future__ import annotations

import asyncio
import copy
import logging
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from laguna.core import record
from laguna.core.services import GameService
from laguna.games import GAMES
from laguna.server.store.engine import sqlite3
from laguna.server.store.store import PutTable
from laguna.server.store.upgrade import upgrade
from server.finished import Finished, stored
from server.laid import gathered
from server.player import Player
from server.serving import running_server
from server.several import TABLE, Kind, Several, passed, until
from server.store.test_upgrade import history_up_to


@pytest.fixture(scope="module")
def old() -> list[Finished]:
    """Games of every kind, one that is over and one that goes on."""
    return [Finished(game, 2) for game in GAMES] + [Finished(game, 2, state="playing") for game in GAMES]


def as_it_was(folder: Path, revision: str) -> None:
    """Bring what a database holds into one of an older schema, which takes its place."""
    path, older = folder / "laguna.db", folder / "older.db"
    upgrade(older, history_up_to(folder, revision))
    with closing(sqlite3.connect(older)) as db, db:
        db.execute("ATTACH ? AS newer", (str(path),))
        for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if table != "alembic_version":
                columns = ", ".join(name for _, name, *_ in db.execute(f"PRAGMA table_info({table})"))
                db.execute(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM newer.{table}")  # noqa: S608
    older.replace(path)


@pytest.mark.parametrize("revision", ["0001", "0002"])
def test_games_of_an_older_database_go_on_and_their_records_verify(
    tmp_path: Path, revision: str, old: list[Finished]
) -> None:
    stored(tmp_path, old)
    as_it_was(tmp_path, revision)
    with running_server(tmp_path) as server:
        for game in old:
            room = server.call(server.backend.lobby.room(game.file.id))
            assert room.version == len(game.lines)
            if game.file.state == "over":
                answer = server.client().get(f"/api/tables/{game.file.id}/record")
                (found,) = record.parse(answer.body.decode(), "record")
                record.verify(found, GAMES)


def has_newer_rules(several: Several, side: int, key: str) -> None:
    """A server plays a game by rules that were corrected, so that old games would replay differently."""
    newer = copy.copy(GAMES[key])
    newer.version += 1
    lobby = several.sides[side].backend.lobby
    lobby._games = {**lobby._games, key: GameService(newer)}


def test_a_table_of_other_rules_is_shown_to_nobody_and_plays_on_where_they_hold(kind: Kind) -> None:
    async def test(both: Several) -> None:
        has_newer_rules(both, 1, "duck")
        await both.lay_out("duck")
        async with both.following(0) as (ala,), Player.connect(both.client(1, 1)) as ola:
            for version in (2, 3):
                told = await ola.ask("follow", TABLE, after=None)
                assert (told["type"], told["code"]) == ("trouble", "broken_table")
                assert "another version of Laguna made it" in told["sentence"]
                answer = await asyncio.to_thread(both.client(1, 1).get, f"/api/tables/{TABLE}/position")
                answer.problem(410, "broken_table")
                async with Player.connect(both.client(1, 0)) as ola_here:
                    await ola_here.follow(TABLE)
                    mover = ala if ala.tables[TABLE].questions() else ola_here
                    await mover.move(TABLE)
                await until(ala, version)
            assert len(await both.store.lines(TABLE)) == 3

    kind.run(test)


def test_a_game_that_begins_by_newer_rules_leaves_older_servers_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(both: Several) -> None:
        has_newer_rules(both, 1, "duck")
        await both.store.write(PutTable(gathered(TABLE, "duck", both.people[:2], Random(1))))
        async with both.following(0, 1) as (ala, ola):
            start = both.client(0, 1).post
            (await asyncio.to_thread(start, f"/api/tables/{TABLE}/start")).expect(200)
            await ola.until("started")
            await passed(both, 1, 0)
            await both.sides[0].settled()
            assert (await ala.ask("follow", TABLE, after=None))["code"] == "broken_table"
            for _ in range(2):
                await both.sides[0].sharing._compare()
                await both.sides[0].settled()
            async with Player.connect(both.client(0, 1)) as there:
                await there.follow(TABLE)
                mover = ola if ola.tables[TABLE].questions() else there
                await mover.move(TABLE)
            assert len(await both.store.lines(TABLE)) == 2

    with caplog.at_level(logging.WARNING, "laguna"):
        Kind(tmp_path).run(test)
    told = [each for each in caplog.records if each.name.endswith("sharing")]
    assert [(each.exc_info, "a newer version of the rules" in each.getMessage()) for each in told] == [(None, True)]
