"""How each typed change is written in SQLite, inside a transaction that its caller keeps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from laguna.server.store.connection import numbered
from laguna.server.store.engine import sqlite3
from laguna.server.store.statements import (
    COUNTS,
    Statement,
    check_limit,
    drop_statements,
    statements,
    table_statements,
)
from laguna.server.store.store import Append, AtMost, Beat, Change, Conflict, DropTable, PutTable, SetWake, WakeBy


@singledispatch
def make(change: Change, db: sqlite3.Connection) -> None:
    """Make a change. Raises `Conflict`, or `sqlite3.IntegrityError` where what it belongs to is not there.

    Then it may be half made: the caller rolls back.
    """
    _execute(db, statements(change))


def _execute(db: sqlite3.Connection, several: Sequence[Statement]) -> None:
    for sql, values, conflict in several:
        if db.execute(numbered(sql), values).rowcount != 1 and conflict is not None:
            raise Conflict(conflict)


def append_all(db: sqlite3.Connection, lines: Sequence[Append]) -> None:
    """Append lines, of one table or many, in this order; much quicker than one by one. Raises as `make` does."""
    if not _append(db, lines):
        raise Conflict("One of the lines is not the next one of its table.")


def _append(db: sqlite3.Connection, lines: Sequence[Append]) -> bool:
    """Append lines; whether each was the next one of its table. If not, some are appended and some are not."""
    moved_on = db.executemany(
        "UPDATE pulses SET lines = lines + 1, asked = ?, wake = ?, moved = ? WHERE table_id = ? AND lines = ?",
        [(it.asked, it.wake, it.at, it.table, it.number) for it in lines],
    )
    if moved_on.rowcount != len(lines):
        return False
    db.executemany(
        "INSERT INTO lines (table_id, number, line) VALUES (?, ?, ?)", [(it.table, it.number, it.line) for it in lines]
    )
    return True


@make.register
def _(change: Beat, db: sqlite3.Connection) -> None:
    """SQLite keeps a number for programs in the file's head, which we use for nothing else."""
    del change
    (beats,) = db.execute("PRAGMA user_version").fetchone()
    db.execute(f"PRAGMA user_version = {(beats + 1) % (1 << 31)}")


@make.register
def _(change: Append, db: sqlite3.Connection) -> None:
    if not _append(db, (change,)):
        raise Conflict(f"Line {change.number} of table {change.table} is there already, or leaves a gap.")


@make.register
def _(change: SetWake, db: sqlite3.Connection) -> None:
    db.execute("UPDATE pulses SET wake = ? WHERE table_id = ?", (change.wake, change.table))


@make.register
def _(change: WakeBy, db: sqlite3.Connection) -> None:
    sql = "UPDATE pulses SET wake = ?1 WHERE table_id = ?2 AND coalesce(wake, ?1) >= ?1"
    db.execute(sql, (change.wake, change.table))


@make.register
def _(change: PutTable, db: sqlite3.Connection) -> None:
    file = change.file
    _execute(db, table_statements(file))
    db.execute("DELETE FROM members WHERE table_id = ?", (file.id,))
    db.executemany(
        "INSERT INTO members (person, table_id) VALUES (?, ?)", [(person, file.id) for person in file.people]
    )


@make.register
def _(change: AtMost, db: sqlite3.Connection) -> None:
    (count,) = db.execute(numbered(COUNTS[change.what]), (change.person, change.since)).fetchone()
    check_limit(change, count)


@make.register
def _(change: DropTable, db: sqlite3.Connection) -> None:
    found = db.execute("SELECT moved FROM pulses WHERE table_id = ?", (change.table,)).fetchone()
    if found is not None and found[0] <= change.moved:
        _execute(db, drop_statements(change.table))
