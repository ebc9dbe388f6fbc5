"""A PostgreSQL database as one side of a move. It needs asyncpg."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg

from laguna.server.store.kinds import PULSES, Kind
from laguna.server.store.moving.sides import BATCH, CannotMove, Row, check_revision
from laguna.server.store.postgres.connecting import (
    CLOSE_TIMEOUT,
    ERRORS,
    UNREADABLE,
    Connector,
    advice,
    cannot_open,
    told,
)
from laguna.server.store.postgres.upgrade import check_whole, revision, upgrade
from laguna.server.store.shared import LIVING

TIMEOUT_S = 3600.0
"""A single step that takes longer hangs."""
_SETTINGS = {"idle_in_transaction_session_timeout": "0", "lock_timeout": "10s"}
_NOBODYS = ""
"""Whose wakes are that were moved: any server's."""


class PostgresSide:
    """The rows of one database, over a connection that is in a transaction."""

    def __init__(self, db: asyncpg.Connection, where: str) -> None:
        self._db = db
        self.where = where

    async def count(self, kind: Kind) -> int:
        """How many rows there are."""
        return int(await self._db.fetchval(f"SELECT count(*) FROM {kind.name}"))  # noqa: S608 - our own words

    async def rows(self, kind: Kind) -> AsyncIterator[list[Row]]:
        """All rows in the order of their kind."""
        sql = f"SELECT {kind.listed} FROM {kind.name} ORDER BY {kind.order}"  # noqa: S608 - our own words
        if kind is PULSES:
            sql = """
                SELECT table_id, lines, asked, due, moved FROM pulses LEFT JOIN wakes USING (table_id)
                ORDER BY table_id
            """
        cursor = await self._db.cursor(sql)
        while rows := await cursor.fetch(BATCH):
            yield [tuple(row) for row in rows]

    async def put(self, kind: Kind, rows: Sequence[Row]) -> None:
        """Add rows. Raises `CannotMove`, or an error of asyncpg."""
        if kind is not PULSES:
            await self._copy(kind.name, rows, kind.columns)
            return
        pulses = [(table, lines, asked, moved) for table, lines, asked, _, moved in rows]
        wakes = [(table, wake, _NOBODYS) for table, _, _, wake, _ in rows if wake is not None]
        await self._copy(kind.name, pulses, [column for column in kind.columns if column != "wake"])
        await self._copy("wakes", wakes, ("table_id", "due", "server"))

    async def _copy(self, name: str, rows: Sequence[Row], columns: Sequence[str]) -> None:
        try:
            await self._db.copy_records_to_table(name, records=rows, columns=columns)
        except (TypeError, OverflowError) as error:  # SQLite takes anything
            raise CannotMove(f"A value in {name} is of the wrong kind: {error}. Nothing was changed.") from error


@asynccontextmanager
async def source(url: str, *, running: bool = False) -> AsyncIterator[PostgresSide]:
    """A database as it is at one moment. Unless servers may be `running`, none may live; and none writes meanwhile.

    Raises `CannotMove`, `CannotOpen`.
    """
    async with _connected(url) as (connector, db):
        check_revision(await revision(db, connector.where), connector.where)
        await check_whole(db, connector.where)
        async with db.transaction(isolation="repeatable_read"):
            if not running:
                await db.execute("LOCK TABLE people, tables, pulses IN SHARE MODE")  # before the first look at them
                await _check_stopped(db, connector)
            yield PostgresSide(db, connector.where)


@asynccontextmanager
async def target(url: str) -> AsyncIterator[PostgresSide]:
    """A database that is to be filled; it gets our tables. All of what is put there stays, or nothing.

    Raises `CannotMove`, `CannotOpen`.
    """
    async with _connected(url) as (connector, db):
        await upgrade(connector)
        async with db.transaction():
            await db.execute("LOCK TABLE people, tables, pulses IN EXCLUSIVE MODE")
            await _check_stopped(db, connector)
            yield PostgresSide(db, connector.where)
            await db.execute("ANALYZE")


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[tuple[Connector, asyncpg.Connection]]:
    connector = Connector(url, "laguna move")
    try:
        db = await connector.connect(command_timeout=TIMEOUT_S, settings=_SETTINGS)
    except (*ERRORS, *UNREADABLE) as error:
        raise cannot_open(connector.where, error) from error
    try:
        yield connector, db
    except asyncpg.LockNotAvailableError as error:
        raise CannotMove(f"Somebody uses the tables of {connector.where}: stop all servers first.") from error
    except ERRORS as error:
        raise CannotMove(f"{connector.where} failed: {told(error)}. {advice(error)} Nothing was changed.") from error
    finally:
        await db.close(timeout=CLOSE_TIMEOUT)


async def _check_stopped(db: asyncpg.Connection, connector: Connector) -> None:
    living = await db.fetchval(
        "SELECT count(*) FROM servers WHERE beat > extract(epoch FROM clock_timestamp()) - $1::float8", LIVING
    )
    if living:
        servers = "A server is" if living == 1 else f"{living} servers are"
        raise CannotMove(f"{servers} running on {connector.where}: stop all of them first.")
