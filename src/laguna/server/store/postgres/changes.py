"""How each typed change is written in PostgreSQL, inside a transaction that its caller keeps."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

import asyncpg

from laguna.server.store.postgres import lines
from laguna.server.store.statements import (
    COUNTS,
    OF_A_TABLE,
    Statement,
    check_limit,
    drop_statements,
    statements,
    table_statements,
)
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
    WakeBy,
)
from laguna.server.tables.table_file import TableFile

Key = str | bytes
"""What a write has to do with: a table or person by id, a token or passkey by its bytes, a challenge by its name."""


def keys(change: Change) -> tuple[Key, ...]:  # noqa: C901, PLR0911 - a table
    """What a change has to do with: of two writes with a key in common the first one is made first."""
    match change:
        case Append() | SetWake() | WakeBy() | DropTable() | DropInvites():
            return (change.table,)
        case PutTable(file):
            return (file.id,)
        case PutInvite(it) | PutRemark(it) | PutSnapshot(it) | PutAnalysis(it, _):
            return (it.table,)
        case PutPerson(person):
            return (person.id,) if person.owner is None else (person.id, person.owner)
        case AtMost() | DropPerson() | DropGuest() | DropTokens():
            return (change.person,)
        case PutToken(token) | RenewToken(token):
            return (token.person, token.hash)
        case DropToken(name) | DropPasskey(name) | DropChallenge(name):
            return (name,)
        case AddPasskey(passkey) | PutPasskey(passkey):
            return (passkey.person, passkey.credential)
        case PutChallenge(challenge, _):
            return (challenge.name,)
        case DropExpired() | Beat():
            return ()


async def count(db: asyncpg.Connection, sql: str, *values: object) -> int:
    """How many rows a statement has changed."""
    return int((await db.execute(sql, *values)).rpartition(" ")[2])


@singledispatch
async def make(change: Change, db: asyncpg.Connection, server: str) -> None:
    """Make a change, as this server. Raises `Conflict`, `LimitReached`, or an error of asyncpg.

    Then it may be half made: the caller rolls back.
    """
    del server
    await _execute(db, statements(change))


async def _execute(db: asyncpg.Connection, several: Sequence[Statement]) -> None:
    for sql, values, conflict in several:
        if await count(db, sql, *values) != 1 and conflict is not None:
            raise Conflict(conflict)


@make.register
async def _(_change: Beat, _db: asyncpg.Connection, _server: str) -> None:
    """Every write puts down its id, which goes to the disk: so there is nothing more to do."""


@make.register
async def _(change: Append, db: asyncpg.Connection, server: str) -> None:
    if not await db.fetch(lines.APPEND, *lines.columns((change,)), server):
        raise lines.not_next(change)


_SET_WAKE = """
INSERT INTO wakes AS w (table_id, due, server) SELECT $1, $2, $3 FROM pulses WHERE table_id = $1 FOR KEY SHARE
ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, server = excluded.server
"""


@make.register
async def _(change: SetWake, db: asyncpg.Connection, server: str) -> None:
    if change.wake is None:
        await db.execute("DELETE FROM wakes WHERE table_id = $1", change.table)
    else:
        await db.execute(_SET_WAKE, change.table, change.wake, server)


@make.register
async def _(change: WakeBy, db: asyncpg.Connection, server: str) -> None:
    await db.execute(f"{_SET_WAKE} WHERE w.due > excluded.due", change.table, change.wake, server)


@make.register
async def _(change: PutTable, db: asyncpg.Connection, _server: str) -> None:
    file = change.file
    await _execute(db, table_statements(file))
    missing = list(file.people) if file.revision == 1 else await _rest_of_members(db, file)
    if missing:
        await db.execute("INSERT INTO members (table_id, person) SELECT $1, unnest($2::text[])", file.id, missing)


async def _rest_of_members(db: asyncpg.Connection, file: TableFile) -> list[str]:
    """Whom a table has not had yet; whoever has left is forgotten. Mostly there is nobody of either kind."""
    rows = await db.fetch("SELECT person FROM members WHERE table_id = $1", file.id)
    stored, people = {row["person"] for row in rows}, set(file.people)
    if stored - people:
        await db.execute("DELETE FROM members WHERE table_id = $1 AND person = ANY($2)", file.id, list(stored - people))
    return list(people - stored)


@make.register
async def _(change: AtMost, db: asyncpg.Connection, _server: str) -> None:
    """The person's row is locked first: of two such writes at once, the second one counts what the first one added."""
    await db.execute("SELECT 1 FROM people WHERE id = $1 FOR NO KEY UPDATE", change.person)
    check_limit(change, await db.fetchval(COUNTS[change.what], change.person, change.since))


@make.register
async def _(change: DropGuest, db: asyncpg.Connection, _server: str) -> None:
    """The row is locked first: what another server gives the person at this moment is seen, or finds nobody."""
    await db.execute("SELECT 1 FROM people WHERE id = $1 FOR UPDATE", change.person)
    await _execute(db, statements(change))


@make.register
async def _(change: DropTable, db: asyncpg.Connection, _server: str) -> None:
    moved = await db.fetchval("SELECT moved FROM pulses WHERE table_id = $1 FOR UPDATE", change.table)
    if moved is not None and moved <= change.moved:
        await _execute(db, drop_statements(change.table, ("wakes", *OF_A_TABLE)))


@make.register
async def _(change: DropExpired, db: asyncpg.Connection, _server: str) -> None:
    """With it go the ids of writes of which nobody can still be in doubt."""
    await _execute(db, statements(change))
    await db.execute("DELETE FROM writes WHERE made < now() - interval '1 hour'")
