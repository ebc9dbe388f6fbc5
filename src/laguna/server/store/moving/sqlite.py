"""A file of SQLite as one side of a move."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from laguna.server.store import connection
from laguna.server.store.backup import discard, place, settle, taken
from laguna.server.store.engine import sqlite3
from laguna.server.store.kinds import TABLES, Kind
from laguna.server.store.lock import Lock
from laguna.server.store.moving.sides import BATCH, CannotMove, Row, check_revision
from laguna.server.store.upgrade import revision, upgrade

_OPEN = TABLES.columns.index("open")


class SqliteSide:
    """The rows of one database, over a connection that is in a transaction."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db = db
        self.where = str(path)

    async def count(self, kind: Kind) -> int:
        """How many rows there are."""
        return int(self._db.execute(f"SELECT count(*) FROM {kind.name}").fetchone()[0])  # noqa: S608 - our own words

    async def rows(self, kind: Kind) -> AsyncIterator[list[Row]]:
        """All rows in the order of their kind; a truth value is one, and no number."""
        found = self._db.execute(f"SELECT {kind.listed} FROM {kind.name} ORDER BY {kind.order}")  # noqa: S608
        while rows := found.fetchmany(BATCH):
            yield [(*row[:_OPEN], bool(row[_OPEN]), *row[_OPEN + 1 :]) for row in rows] if kind is TABLES else rows

    async def put(self, kind: Kind, rows: Sequence[Row]) -> None:
        """Add rows."""
        marks = ", ".join("?" * len(kind.columns))
        self._db.executemany(f"INSERT INTO {kind.name} ({kind.listed}) VALUES ({marks})", rows)  # noqa: S608


@contextmanager
def source(path: Path) -> Iterator[SqliteSide]:
    """A database that no server has open, as it stands. Raises `CannotMove`, `CannotOpen`."""
    if not path.is_file():
        raise CannotMove(f"There is no database at {path}.")
    lock = Lock(path)
    try:
        check_revision(revision(path), str(path))
        with closing(connection.to_read(path)) as db:
            db.execute("BEGIN")
            yield SqliteSide(db, path)
    finally:
        lock.release()


@contextmanager
def target(path: Path) -> Iterator[SqliteSide]:
    """A new database; its folder is made. It appears when it is complete and on the disk, or not at all."""
    if path.exists():
        raise taken(path)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.touch(0o600)  # the luck of games under way is in it
        upgrade(part)
        with closing(connection.to_write(part)) as db:
            db.execute("BEGIN IMMEDIATE")
            yield SqliteSide(db, path)
            db.execute("COMMIT")
            db.execute("PRAGMA journal_mode = DELETE")  # one file, complete in itself
        settle(part)
        place(part, path)
    finally:
        discard(part)
