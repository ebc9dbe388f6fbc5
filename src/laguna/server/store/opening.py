"""Which store a server has: PostgreSQL where one is named, else the SQLite file in the data folder."""

from __future__ import annotations

from collections.abc import Callable

from laguna.server.settings import Settings
from laguna.server.store.answering import Committed
from laguna.server.store.store import Store


async def open_store(settings: Settings, committed: Committed, waited: Callable[[float], None]) -> Store:
    """Open the store that the settings name; only its own packages are loaded. Raises `CannotOpen`.

    `committed` is called in the event loop after each commit, `waited` when a write had to wait for a store that was
    away.
    """
    if settings.store:
        from laguna.server.store.postgres import PostgresStore  # noqa: PLC0415 - asyncpg need not be installed

        return await PostgresStore.open(settings.store, settings.name, committed, waited)
    from laguna.server.store.sqlite import SqliteStore  # noqa: PLC0415 - only where it is wanted

    return await SqliteStore.open(settings.database, committed)
