"""How each typed change is written in PostgreSQL, inside a transaction that its caller keeps."""

from __future__ import annotations

from functools import singledispatch

import asyncpg
import msgspec

from laguna.server.store.postgres import lines
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

Key = str | bytes
"""What a write has to do with: a table or person by id, a token or passkey by its bytes, a challenge by its name."""


def keys(change: Change) -> tuple[Key, ...]:  # noqa: C901, PLR0911 - a table
    """What a change has to do with: of two writes with a key in common the first one is made first."""
    match change:
        case Append() | SetWake() | DropTable() | DropInvites():
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
    del db, server
    raise TypeError(f"{type(change).__name__} is not a change that a store makes.")


@make.register
async def _(_change: Beat, _db: asyncpg.Connection, _server: str) -> None:
    """Every write puts down its id, which goes to the disk: so there is nothing more to do."""


@make.register
async def _(change: Append, db: asyncpg.Connection, server: str) -> None:
    if not await db.fetch(lines.APPEND, *lines.columns((change,)), server):
        raise lines.not_next(change)


@make.register
async def _(change: SetWake, db: asyncpg.Connection, server: str) -> None:
    if change.wake is None:
        await db.execute("DELETE FROM wakes WHERE table_id = $1", change.table)
        return
    await db.execute(
        """
        INSERT INTO wakes (table_id, due, server) SELECT $1, $2, $3 FROM pulses WHERE table_id = $1 FOR KEY SHARE
        ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, server = excluded.server
        """,
        change.table,
        change.wake,
        server,
    )


@make.register
async def _(change: PutTable, db: asyncpg.Connection, _server: str) -> None:
    file = change.file
    if file.revision == 1:
        await _add_table(db, file)
        missing = file.people
    else:
        await _replace_table(db, file)
        missing = await _rest_of_members(db, file)
    if missing:
        await db.execute("INSERT INTO members (table_id, person) SELECT $1, unnest($2::text[])", file.id, missing)


async def _add_table(db: asyncpg.Connection, file: TableFile) -> None:
    await db.execute(
        """
        INSERT INTO tables (id, game, state, open, free, host, created, revision, file)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """,
        *_columns(file),
    )
    await db.execute("INSERT INTO pulses (table_id, lines, asked, moved) VALUES ($1, 0, 0, $2)", file.id, _moved(file))


async def _replace_table(db: asyncpg.Connection, file: TableFile) -> None:
    # The pulse first: whatever locks both of a table does so in this order.
    await db.execute("UPDATE pulses SET moved = greatest(moved, $2) WHERE table_id = $1", file.id, _moved(file))
    replaced = await count(
        db,
        """
        UPDATE tables
        SET game = $2, state = $3, open = $4, free = $5, host = $6, created = $7, revision = $8, file = $9
        WHERE id = $1 AND revision = $8 - 1
        """,
        *_columns(file),
    )
    if replaced != 1:
        raise Conflict(f"Revision {file.revision} does not follow what is stored of table {file.id}.")


async def _rest_of_members(db: asyncpg.Connection, file: TableFile) -> list[str]:
    """Whom a table has not had yet; whoever has left is forgotten. Mostly nobody came or left, and nothing is written."""
    rows = await db.fetch("SELECT person FROM members WHERE table_id = $1", file.id)
    stored, people = {row["person"] for row in rows}, set(file.people)
    if stored - people:
        await db.execute("DELETE FROM members WHERE table_id = $1 AND person = ANY($2)", file.id, list(stored - people))
    return list(people - stored)


def _columns(file: TableFile) -> tuple[object, ...]:
    text = msgspec.json.encode(file).decode()
    return (file.id, file.game, file.state, file.open, file.free, file.host, file.created, file.revision, text)


def _moved(file: TableFile) -> float:
    return max(file.created, file.started or 0.0, file.ended or 0.0)


COUNTS: dict[str, str] = {
    "bots": "SELECT count(*) FROM people WHERE owner = $1 AND $2::float8 >= 0",
    "passkeys": "SELECT count(*) FROM passkeys WHERE person = $1 AND $2::float8 >= 0",
    "hosted": """
        SELECT count(*) FROM tables
        WHERE host = $1 AND (state IN ('gathering', 'playing') OR (state = 'closed' AND created > $2))
    """,
}
"""How many of what `AtMost` names a person has; the second parameter is a moment, which only tables are asked for."""


@make.register
async def _(change: AtMost, db: asyncpg.Connection, _server: str) -> None:
    """The person's row is locked first: of two such writes at once, the second one counts what the first one added."""
    await db.execute("SELECT 1 FROM people WHERE id = $1 FOR NO KEY UPDATE", change.person)
    if await db.fetchval(COUNTS[change.what], change.person, change.since) >= change.most:
        raise LimitReached(f"There are {change.most} {change.what} of {change.person} already.")


@make.register
async def _(change: PutPerson, db: asyncpg.Connection, _server: str) -> None:
    person = change.person
    muted = msgspec.json.encode(person.muted).decode()
    values = (person.id, person.name, person.colour, person.created, person.owner, muted, person.revision)
    if person.revision == 1:
        await db.execute(
            """
            INSERT INTO people (id, name, colour, created, owner, muted, revision)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            *values,
        )
        return
    replaced = await count(
        db,
        """
        UPDATE people SET name = $2, colour = $3, created = $4, owner = $5, muted = $6, revision = $7
        WHERE id = $1 AND revision = $7 - 1
        """,
        *values,
    )
    if replaced != 1:
        raise Conflict(f"Revision {person.revision} does not follow what is stored of person {person.id}.")


@make.register
async def _(change: DropPerson, db: asyncpg.Connection, _server: str) -> None:
    await db.execute("DELETE FROM people WHERE id = $1", change.person)


HELD = """
(EXISTS (SELECT 1 FROM tokens WHERE person = people.id AND (kind = 'recovery' OR seen > $1))
OR EXISTS (SELECT 1 FROM passkeys WHERE person = people.id)
OR EXISTS (SELECT 1 FROM members WHERE person = people.id)
OR EXISTS (SELECT 1 FROM people AS bots WHERE bots.owner = people.id))
"""
"""Whether something keeps a person here; see `DropGuest`."""


@make.register
async def _(change: DropGuest, db: asyncpg.Connection, _server: str) -> None:
    """The row is locked first: what another server gives the person at this moment is seen, or finds nobody."""
    await db.execute("SELECT 1 FROM people WHERE id = $1 FOR UPDATE", change.person)
    await db.execute(f"DELETE FROM people WHERE id = $2 AND NOT {HELD}", change.seen, change.person)  # noqa: S608


@make.register
async def _(change: DropTable, db: asyncpg.Connection, _server: str) -> None:
    moved = await db.fetchval("SELECT moved FROM pulses WHERE table_id = $1 FOR UPDATE", change.table)
    if moved is None or moved > change.moved:
        return
    for kind in ("invites", "remarks", "lines", "snapshots", "analyses", "members", "wakes", "pulses"):
        await db.execute(f"DELETE FROM {kind} WHERE table_id = $1", change.table)  # noqa: S608 - of our own words
    await db.execute("DELETE FROM tables WHERE id = $1", change.table)


@make.register
async def _(change: PutToken, db: asyncpg.Connection, _server: str) -> None:
    await db.execute(
        "INSERT INTO tokens (hash, person, kind, created, expires, seen, browser) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        *msgspec.structs.astuple(change.token),
    )


@make.register
async def _(change: RenewToken, db: asyncpg.Connection, _server: str) -> None:
    token = change.token
    sql = "UPDATE tokens SET expires = $1, seen = $2, browser = $3 WHERE hash = $4"
    if await count(db, sql, token.expires, token.seen, token.browser, token.hash) != 1:
        raise Conflict("The token holds no more.")


@make.register
async def _(change: DropToken, db: asyncpg.Connection, _server: str) -> None:
    if await count(db, "DELETE FROM tokens WHERE hash = $1", change.hash) != 1:
        raise Conflict("The token was used already.")


@make.register
async def _(change: DropExpired, db: asyncpg.Connection, _server: str) -> None:
    """With it go the ids of writes of which nobody can still be in doubt."""
    for kind in ("tokens", "invites", "challenges"):
        await db.execute(f"DELETE FROM {kind} WHERE expires <= $1", change.at)  # noqa: S608 - of our own words
    await db.execute("DELETE FROM writes WHERE made < now() - interval '1 hour'")


@make.register
async def _(change: DropTokens, db: asyncpg.Connection, _server: str) -> None:
    await db.execute(
        "DELETE FROM tokens WHERE person = $1 AND kind = $2 AND hash != $3", change.person, change.kind, change.but
    )


@make.register
async def _(change: AddPasskey, db: asyncpg.Connection, _server: str) -> None:
    await db.execute(
        "INSERT INTO passkeys (credential, person, public_key, count, created, label) VALUES ($1, $2, $3, $4, $5, $6)",
        *msgspec.structs.astuple(change.passkey),
    )


@make.register
async def _(change: PutPasskey, db: asyncpg.Connection, _server: str) -> None:
    key = change.passkey
    await db.execute(
        "UPDATE passkeys SET count = $1, label = $2 WHERE credential = $3 AND person = $4",
        key.count,
        key.label,
        key.credential,
        key.person,
    )


@make.register
async def _(change: DropPasskey, db: asyncpg.Connection, _server: str) -> None:
    await db.execute("DELETE FROM passkeys WHERE credential = $1", change.credential)


@make.register
async def _(change: PutChallenge, db: asyncpg.Connection, _server: str) -> None:
    await db.execute(
        "INSERT INTO challenges (name, signed, person, expires) VALUES ($1, $2, $3, $4)",
        *msgspec.structs.astuple(change.challenge),
    )
    await db.execute(
        "DELETE FROM challenges WHERE name IN (SELECT name FROM challenges ORDER BY expires DESC OFFSET $1)",
        change.most,
    )


@make.register
async def _(change: DropChallenge, db: asyncpg.Connection, _server: str) -> None:
    if await count(db, "DELETE FROM challenges WHERE name = $1", change.name) != 1:
        raise Conflict("The challenge was answered already.")


@make.register
async def _(change: PutSnapshot, db: asyncpg.Connection, _server: str) -> None:
    await db.execute(
        """
        INSERT INTO snapshots (table_id, version, state) VALUES ($1, $2, $3)
        ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, state = excluded.state
        WHERE snapshots.version < excluded.version
        """,
        *msgspec.structs.astuple(change.snapshot),
    )


@make.register
async def _(change: PutAnalysis, db: asyncpg.Connection, _server: str) -> None:
    sql = """
        INSERT INTO analyses (table_id, server, due, found) VALUES ($1, $2, $3, $4)
        ON CONFLICT (table_id) DO UPDATE SET server = excluded.server, due = excluded.due, found = excluded.found
        WHERE analyses.server = excluded.server OR analyses.due <= $5
    """
    if await count(db, sql, *msgspec.structs.astuple(change.analysis), change.at) != 1:
        raise Conflict("Another server is at this analysis.")


@make.register
async def _(change: PutInvite, db: asyncpg.Connection, _server: str) -> None:
    await db.execute(
        "INSERT INTO invites (hash, table_id, expires) VALUES ($1, $2, $3)", *msgspec.structs.astuple(change.invite)
    )


@make.register
async def _(change: DropInvites, db: asyncpg.Connection, _server: str) -> None:
    await db.execute("DELETE FROM invites WHERE table_id = $1", change.table)


@make.register
async def _(change: PutRemark, db: asyncpg.Connection, _server: str) -> None:
    await db.execute(
        "INSERT INTO remarks (table_id, number, person, at, text, phrase, whom) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        *msgspec.structs.astuple(change.remark),
    )
