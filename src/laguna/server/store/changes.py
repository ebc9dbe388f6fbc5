"""How each typed change is written in SQLite, inside a transaction that its caller keeps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import msgspec

from laguna.server.store.engine import sqlite3
from laguna.server.store.store import (
    AddPasskey,
    Append,
    AtMost,
    Beat,
    Change,
    Conflict,
    DropChallenge,
    DropExpired,
    DropGuest,
    DropInvites,
    DropPasskey,
    DropPerson,
    DropTable,
    DropToken,
    DropTokens,
    LimitReached,
    PutAnalysis,
    PutChallenge,
    PutInvite,
    PutPasskey,
    PutPerson,
    PutRemark,
    PutSnapshot,
    PutTable,
    PutToken,
    RenewToken,
    SetWake,
)
from laguna.server.tables.table_file import TableFile


@singledispatch
def make(change: Change, db: sqlite3.Connection) -> None:
    """Make a change. Raises `Conflict`, or `sqlite3.IntegrityError` where what it belongs to is not there.

    Then it may be half made: the caller rolls back.
    """
    del db
    raise TypeError(f"{type(change).__name__} is not a change that a store makes.")


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
def _(change: PutTable, db: sqlite3.Connection) -> None:
    file = change.file
    if file.revision == 1:
        _add_table(db, file)
    else:
        _replace_table(db, file)
        db.execute("DELETE FROM members WHERE table_id = ?", (file.id,))
    db.executemany(
        "INSERT INTO members (person, table_id) VALUES (?, ?)", [(person, file.id) for person in file.people]
    )


def _add_table(db: sqlite3.Connection, file: TableFile) -> None:
    db.execute(
        """
        INSERT INTO tables (game, state, open, free, host, created, revision, file, id)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        _columns(file),
    )
    db.execute(
        "INSERT INTO pulses (table_id, lines, asked, wake, moved) VALUES (?, 0, 0, NULL, ?)", (file.id, _moved(file))
    )


def _replace_table(db: sqlite3.Connection, file: TableFile) -> None:
    replaced = db.execute(
        """
        UPDATE tables SET game = ?, state = ?, open = ?, free = ?, host = ?, created = ?, revision = ?, file = ?
        WHERE id = ? AND revision = ?
        """,
        (*_columns(file), file.revision - 1),
    )
    if replaced.rowcount != 1:
        raise Conflict(f"Revision {file.revision} does not follow what is stored of table {file.id}.")
    db.execute("UPDATE pulses SET moved = max(moved, ?) WHERE table_id = ?", (_moved(file), file.id))


def _columns(file: TableFile) -> tuple[object, ...]:
    text = msgspec.json.encode(file).decode()
    return (file.game, file.state, file.open, file.free, file.host, file.created, file.revision, text, file.id)


def _moved(file: TableFile) -> float:
    return max(file.created, file.started or 0.0, file.ended or 0.0)


COUNTS: dict[str, str] = {
    "bots": "SELECT count(*) FROM people WHERE owner = ?1 AND ?2 >= 0",
    "passkeys": "SELECT count(*) FROM passkeys WHERE person = ?1 AND ?2 >= 0",
    "hosted": """
        SELECT count(*) FROM tables
        WHERE host = ?1 AND (state IN ('gathering', 'playing') OR (state = 'closed' AND created > ?2))
    """,
}
"""How many of what `AtMost` names a person has; the second parameter is a moment, which only tables are asked for."""


@make.register
def _(change: AtMost, db: sqlite3.Connection) -> None:
    (count,) = db.execute(COUNTS[change.what], (change.person, change.since)).fetchone()
    if count >= change.most:
        raise LimitReached(f"There are {change.most} {change.what} of {change.person} already.")


@make.register
def _(change: PutPerson, db: sqlite3.Connection) -> None:
    person = change.person
    values = (person.name, person.colour, person.created, person.owner, msgspec.json.encode(person.muted).decode())
    if person.revision == 1:
        db.execute(
            """
            INSERT INTO people (name, colour, created, owner, muted, id, revision) VALUES (?, ?, ?, ?, ?, ?, 1)
            """,
            (*values, person.id),
        )
        return
    replaced = db.execute(
        """
        UPDATE people SET name = ?, colour = ?, created = ?, owner = ?, muted = ?, revision = ?
        WHERE id = ? AND revision = ?
        """,
        (*values, person.revision, person.id, person.revision - 1),
    )
    if replaced.rowcount != 1:
        raise Conflict(f"Revision {person.revision} does not follow what is stored of person {person.id}.")


@make.register
def _(change: DropPerson, db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM people WHERE id = ?", (change.person,))


HELD = """
EXISTS (SELECT 1 FROM tokens WHERE person = people.id AND (kind = 'recovery' OR seen > ?))
OR EXISTS (SELECT 1 FROM passkeys WHERE person = people.id)
OR EXISTS (SELECT 1 FROM members WHERE person = people.id)
OR EXISTS (SELECT 1 FROM people AS bots WHERE bots.owner = people.id)
"""
"""Whether something keeps a person here; see `DropGuest`."""


@make.register
def _(change: DropGuest, db: sqlite3.Connection) -> None:
    db.execute(f"DELETE FROM people WHERE id = ? AND NOT ({HELD})", (change.person, change.seen))  # noqa: S608


@make.register
def _(change: DropTable, db: sqlite3.Connection) -> None:
    found = db.execute("SELECT moved FROM pulses WHERE table_id = ?", (change.table,)).fetchone()
    if found is None or found[0] > change.moved:
        return
    for kind in ("invites", "remarks", "lines", "snapshots", "analyses", "members", "pulses"):
        db.execute(f"DELETE FROM {kind} WHERE table_id = ?", (change.table,))  # noqa: S608 - of our own words
    db.execute("DELETE FROM tables WHERE id = ?", (change.table,))


@make.register
def _(change: PutToken, db: sqlite3.Connection) -> None:
    db.execute(
        "INSERT INTO tokens (hash, person, kind, created, expires, seen, browser) VALUES (?, ?, ?, ?, ?, ?, ?)",
        msgspec.structs.astuple(change.token),
    )


@make.register
def _(change: RenewToken, db: sqlite3.Connection) -> None:
    token = change.token
    renewed = db.execute(
        "UPDATE tokens SET expires = ?, seen = ?, browser = ? WHERE hash = ?",
        (token.expires, token.seen, token.browser, token.hash),
    )
    if renewed.rowcount != 1:
        raise Conflict("The token holds no more.")


@make.register
def _(change: DropToken, db: sqlite3.Connection) -> None:
    if db.execute("DELETE FROM tokens WHERE hash = ?", (change.hash,)).rowcount != 1:
        raise Conflict("The token was used already.")


@make.register
def _(change: DropExpired, db: sqlite3.Connection) -> None:
    for kind in ("tokens", "invites", "challenges"):
        db.execute(f"DELETE FROM {kind} WHERE expires <= ?", (change.at,))  # noqa: S608 - of our own words


@make.register
def _(change: DropTokens, db: sqlite3.Connection) -> None:
    db.execute(
        "DELETE FROM tokens WHERE person = ? AND kind = ? AND hash != ?", (change.person, change.kind, change.but)
    )


@make.register
def _(change: AddPasskey, db: sqlite3.Connection) -> None:
    db.execute(
        "INSERT INTO passkeys (credential, person, public_key, count, created, label) VALUES (?, ?, ?, ?, ?, ?)",
        msgspec.structs.astuple(change.passkey),
    )


@make.register
def _(change: PutPasskey, db: sqlite3.Connection) -> None:
    key = change.passkey
    db.execute(
        "UPDATE passkeys SET count = ?, label = ? WHERE credential = ? AND person = ?",
        (key.count, key.label, key.credential, key.person),
    )


@make.register
def _(change: DropPasskey, db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM passkeys WHERE credential = ?", (change.credential,))


@make.register
def _(change: PutChallenge, db: sqlite3.Connection) -> None:
    db.execute(
        "INSERT INTO challenges (name, signed, person, expires) VALUES (?, ?, ?, ?)",
        msgspec.structs.astuple(change.challenge),
    )
    db.execute(
        "DELETE FROM challenges WHERE name IN (SELECT name FROM challenges ORDER BY expires DESC LIMIT -1 OFFSET ?)",
        (change.most,),
    )


@make.register
def _(change: DropChallenge, db: sqlite3.Connection) -> None:
    if db.execute("DELETE FROM challenges WHERE name = ?", (change.name,)).rowcount != 1:
        raise Conflict("The challenge was answered already.")


@make.register
def _(change: PutSnapshot, db: sqlite3.Connection) -> None:
    db.execute(
        """
        INSERT INTO snapshots (table_id, version, state) VALUES (?, ?, ?)
        ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, state = excluded.state
        WHERE snapshots.version < excluded.version
        """,
        msgspec.structs.astuple(change.snapshot),
    )


@make.register
def _(change: PutAnalysis, db: sqlite3.Connection) -> None:
    put = db.execute(
        """
        INSERT INTO analyses (table_id, server, due, found) VALUES (?, ?, ?, ?)
        ON CONFLICT (table_id) DO UPDATE SET server = excluded.server, due = excluded.due, found = excluded.found
        WHERE analyses.server = excluded.server OR analyses.due <= ?
        """,
        (*msgspec.structs.astuple(change.analysis), change.at),
    )
    if put.rowcount != 1:
        raise Conflict("Another server is at this analysis.")


@make.register
def _(change: PutInvite, db: sqlite3.Connection) -> None:
    db.execute("INSERT INTO invites (hash, table_id, expires) VALUES (?, ?, ?)", msgspec.structs.astuple(change.invite))


@make.register
def _(change: DropInvites, db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM invites WHERE table_id = ?", (change.table,))


@make.register
def _(change: PutRemark, db: sqlite3.Connection) -> None:
    db.execute(
        "INSERT INTO remarks (table_id, number, person, at, text, phrase, whom) VALUES (?, ?, ?, ?, ?, ?, ?)",
        msgspec.structs.astuple(change.remark),
    )
