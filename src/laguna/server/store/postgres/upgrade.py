"""Migrates a PostgreSQL database to this program's schema when it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from laguna.server.store.kinds import KINDS, LINES, PULSES
from laguna.server.store.postgres.connecting import CLOSE_TIMEOUT, Connector
from laguna.server.store.store import CannotOpen
from laguna.server.store.upgrade import MIGRATIONS, must_migrate, revisions

if TYPE_CHECKING:
    import sqlalchemy as sa

BEFORE_FIRST = "0003"
"""The history of PostgreSQL begins after this revision."""
LOCK = 0x1A60A
"""Two servers that start in one moment: one migrates, the other one waits for it at this advisory lock."""
LOCK_TIMEOUT = "5s"
"""So long a migration waits for a table that a server uses, which keeps others waiting behind it."""
TIMEOUT_S = 600.0

OLDEST_POSTGRESQL = 14
"""The oldest version that our statements are written for."""
TABLES: dict[str, tuple[str, ...]] = {
    **{kind.name: kind.columns for kind in KINDS},
    "pulses": tuple(column for column in PULSES.columns if column != "wake"),
    "wakes": ("table_id", "due", "server"),
    "servers": ("id", "address", "version", "beat"),
    "writes": ("id", "made"),
    "usable": ("schema", "oldest"),
}
"""All of ours with their columns, as of the newest revision."""
PARTITIONS = {f"lines_{part}": LINES.columns for part in range(16)}

_STATE = """
SELECT current_setting('server_version_num')::int / 10000 AS version,
       current_schema() IS NOT NULL AS placed, current_setting('server_encoding') AS encoding,
       to_regclass('alembic_version') IS NOT NULL AS migrated, to_regclass('pulses') IS NOT NULL AS ours,
       (SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v'))
         AS tables
"""


_PARTIAL = """
SELECT bool_or(
    to_regclass(name) IS NULL
    OR NOT string_to_array(columns, ' ') <@ ARRAY(
        SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(name) AND NOT attisdropped
    )
    OR NOT EXISTS (SELECT FROM pg_index WHERE indrelid = to_regclass(name) AND indisprimary AND indisvalid)
)
FROM unnest($1::text[], $2::text[]) AS ours (name, columns)
"""
"""Whether a table of ours is not there, or not with all of its columns, or without its primary key."""

_CLOSED = """
SELECT string_agg(it, ', ') FROM unnest($1::text[]) it
WHERE NOT (has_table_privilege(it, 'SELECT') AND has_table_privilege(it, 'INSERT')
           AND has_table_privilege(it, 'UPDATE') AND has_table_privilege(it, 'DELETE'))
"""


async def upgrade(connector: Connector, migrations: Path = MIGRATIONS, lock_timeout: str = LOCK_TIMEOUT) -> None:
    """Make the tables of an empty database, or add what an older Laguna did not have. All of it, or nothing.

    Raises `CannotOpen` if a newer Laguna wrote the database, unless it says that this one may use it; or if something
    else wrote it.
    """
    db = await connector.connect()
    try:
        needed = await _needed(db, connector.where, migrations)
        if not needed:
            await _check_rights(db, connector.where)
    finally:
        await db.close(timeout=CLOSE_TIMEOUT)
    if needed:
        await _migrate(connector, migrations, lock_timeout)


async def revision(db: asyncpg.Connection, where: str) -> str | None:
    """The revision that a database is at; None: there is nothing in it yet. Raises `CannotOpen`."""
    state = await db.fetchrow(_STATE)
    if state is None or state["version"] < OLDEST_POSTGRESQL:
        raise CannotOpen(f"{where} is an old PostgreSQL: have it upgraded to {OLDEST_POSTGRESQL} or a later version.")
    if not state["placed"]:
        raise CannotOpen(
            f"{where} has no schema for our tables: make that which its `search_path` names, "
            "or `GRANT` its role USAGE on it."
        )
    if state["encoding"] != "UTF8":
        raise CannotOpen(f"{where} is kept in {state['encoding']}: make a database with ENCODING 'UTF8'.")
    if not state["tables"]:
        return None
    if not state["migrated"] or not state["ours"]:
        raise CannotOpen(f"{where} is not a database of Laguna. Name an empty one, or a schema of its own for it.")
    found = await db.fetchval("SELECT version_num FROM alembic_version")
    if found is None:
        raise _partial(where)
    return str(found)


async def _needed(db: asyncpg.Connection, where: str, migrations: Path) -> bool:
    found, oldest = await revision(db, where), None
    if found is not None:
        oldest = await db.fetchval("SELECT oldest FROM usable WHERE schema = $1", found)
    needed = must_migrate(found, oldest, revisions(migrations), where)
    if not needed:
        await check_whole(db, where)
    return needed


async def check_whole(db: asyncpg.Connection, where: str) -> None:
    """Raise `CannotOpen` unless a database of the newest revision has all of our tables."""
    ours = TABLES | PARTITIONS
    if await db.fetchval(_PARTIAL, list(ours), [" ".join(columns) for columns in ours.values()]):
        raise _partial(where)


async def _check_rights(db: asyncpg.Connection, where: str) -> None:
    """Raise `CannotOpen` unless we may write what we read: else a server would start, and fail at its first move."""
    if await db.fetchval("SELECT current_setting('transaction_read_only')::bool"):
        raise CannotOpen(f"{where} takes no writes: name the host that does, or let its role write.")
    closed = await db.fetchval(_CLOSED, list(TABLES))
    if closed:
        raise CannotOpen(f"{where} may not be written: `GRANT SELECT, INSERT, UPDATE, DELETE ON {closed}` to its role.")


def _partial(where: str) -> CannotOpen:
    """What to raise for a database that was restored, or changed by hand, and not as a whole."""
    return CannotOpen(
        f"{where} has only a part of our tables: restore a whole backup of it, or name an empty database."
    )


async def _migrate(connector: Connector, migrations: Path, lock_timeout: str) -> None:
    """Run the missing revisions in one transaction, unless another server has just done so."""
    # Loaded here: an up-to-date database, which is nearly every one, opens without them in no time.
    import sqlalchemy as sa  # noqa: PLC0415
    from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415

    async def connect() -> asyncpg.Connection:
        return await connector.connect(command_timeout=TIMEOUT_S)

    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=sa.NullPool)
    try:
        async with engine.begin() as connection:
            await connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
            await connection.execute(sa.text(f"SET LOCAL lock_timeout = '{lock_timeout}'"))
            raw = await connection.get_raw_connection()
            if await _needed(raw.driver_connection, connector.where, migrations):
                await connection.run_sync(_run, migrations)
    except sa.exc.DBAPIError as error:
        raise (error.orig and error.orig.__cause__) or error from error  # as asyncpg says it


def _run(connection: sa.Connection, migrations: Path) -> None:
    import sqlalchemy as sa  # noqa: PLC0415
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    if not sa.inspect(connection).has_table("alembic_version"):
        command.stamp(config, BEFORE_FIRST)
    command.upgrade(config, "head")
