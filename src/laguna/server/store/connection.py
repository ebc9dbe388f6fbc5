"""Connections to an SQLite file: one that writes, and ones that only read."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from laguna.server.store.engine import sqlite3

BUSY_TIMEOUT_MS = 5_000
"""Milliseconds that a connection waits for another one: a backup that begins, a shell that somebody has open."""
CACHE_KB = 16_000


def to_write(path: Path) -> sqlite3.Connection:
    """A connection that writes, durably: a commit that returned is on the disk. Transactions are up to the caller."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA fullfsync = ON")  # a Mac's disk would keep it in its own cache else
    db.execute("PRAGMA foreign_keys = ON")
    db.execute(f"PRAGMA cache_size = -{CACHE_KB}")
    return db


def to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. The file must be there."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False)
    db.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    return db


@cache
def numbered(sql: str) -> str:
    """A statement with parameters `$1` and on, as SQLite numbers them."""
    return sql.replace("$", "?")
