"""The store in PostgreSQL, which several servers may share. It needs asyncpg: `pip install laguna[scale]`."""

from laguna.server.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
