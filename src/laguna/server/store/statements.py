"""Changes that every SQL database makes by the same statements; what one makes its own way stands with it.

Statements are in the words that SQLite and PostgreSQL share; their parameters are numbered, `$1` and on.
"""

from __future__ import annotations

from functools import singledispatch
from typing import NamedTuple

from msgspec import json
from msgspec.structs import astuple

from laguna.server.store.store import (
    AddPasskey,
    AtMost,
    Change,
    DropChallenge,
    DropExpired,
    DropGuest,
    DropInvites,
    DropPasskey,
    DropPerson,
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
    PutToken,
    RenewToken,
)
from laguna.server.tables.table_file import TableFile

MAX_DROPPED = 1_000
"""How many challenges too many are forgotten with a new one: there are no more unless the limit has become smaller."""


class Statement(NamedTuple):
    """A statement, its parameters, and what is wrong unless it changes exactly one row."""

    sql: str
    values: tuple[object, ...]
    conflict: str | None = None
    """The sentence of a `Conflict`; None: it may change as many rows as there are, or none."""


@singledispatch
def statements(change: Change) -> tuple[Statement, ...]:
    """What makes a change, one after another."""
    raise TypeError(f"{type(change).__name__} is not a change that a store makes.")


# People


@statements.register
def _(change: PutPerson) -> tuple[Statement, ...]:
    person = change.person
    muted = json.encode(person.muted).decode()
    values = (person.id, person.name, person.colour, person.created, person.owner, muted, person.revision)
    if person.revision == 1:
        sql = """
            INSERT INTO people (id, name, colour, created, owner, muted, revision)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
        """
        return (Statement(sql, values),)
    sql = """
        UPDATE people SET name = $2, colour = $3, created = $4, owner = $5, muted = $6, revision = $7
        WHERE id = $1 AND revision = $7 - 1
    """
    conflict = f"Revision {person.revision} does not follow what is stored of person {person.id}."
    return (Statement(sql, values, conflict),)


@statements.register
def _(change: DropPerson) -> tuple[Statement, ...]:
    return (Statement("DELETE FROM people WHERE id = $1", (change.person,)),)


HELD = """
(EXISTS (SELECT 1 FROM tokens WHERE person = people.id AND (kind = 'recovery' OR seen > $1))
OR EXISTS (SELECT 1 FROM passkeys WHERE person = people.id)
OR EXISTS (SELECT 1 FROM members WHERE person = people.id)
OR EXISTS (SELECT 1 FROM people AS bots WHERE bots.owner = people.id))
"""
"""Whether something keeps a person here; see `DropGuest`."""


@statements.register
def _(change: DropGuest) -> tuple[Statement, ...]:
    sql = f"DELETE FROM people WHERE id = $2 AND NOT {HELD}"  # noqa: S608 - of our own words
    return (Statement(sql, (change.seen, change.person)),)


COUNTS: dict[str, str] = {
    "bots": "SELECT count(*) FROM people WHERE owner = $1 AND CAST($2 AS float8) >= 0",
    "passkeys": "SELECT count(*) FROM passkeys WHERE person = $1 AND CAST($2 AS float8) >= 0",
    "hosted": """
        SELECT count(*) FROM tables
        WHERE host = $1 AND (state IN ('gathering', 'playing') OR (state = 'closed' AND created > $2))
    """,
}
"""How many of what `AtMost` names a person has; the second parameter is a moment, which only tables are asked for."""


def check_limit(change: AtMost, count: int) -> None:
    """Raise `LimitReached` if a person has so many of what is limited that there must be no more."""
    if count >= change.most:
        raise LimitReached(f"There are {change.most} {change.what} of {change.person} already.")


# Keys


@statements.register
def _(change: PutToken) -> tuple[Statement, ...]:
    sql = "INSERT INTO tokens (hash, person, kind, created, expires, seen, browser) VALUES ($1, $2, $3, $4, $5, $6, $7)"
    return (Statement(sql, astuple(change.token)),)


@statements.register
def _(change: RenewToken) -> tuple[Statement, ...]:
    token = change.token
    sql = "UPDATE tokens SET expires = $1, seen = $2, browser = $3 WHERE hash = $4"
    return (Statement(sql, (token.expires, token.seen, token.browser, token.hash), "The token holds no more."),)


@statements.register
def _(change: DropToken) -> tuple[Statement, ...]:
    return (Statement("DELETE FROM tokens WHERE hash = $1", (change.hash,), "The token was used already."),)


@statements.register
def _(change: DropTokens) -> tuple[Statement, ...]:
    sql = "DELETE FROM tokens WHERE person = $1 AND kind = $2 AND hash != $3"
    return (Statement(sql, (change.person, change.kind, change.but)),)


@statements.register
def _(change: DropExpired) -> tuple[Statement, ...]:
    return tuple(
        Statement(f"DELETE FROM {kind} WHERE expires <= $1", (change.at,))  # noqa: S608 - of our own words
        for kind in ("tokens", "invites", "challenges")
    )


@statements.register
def _(change: AddPasskey) -> tuple[Statement, ...]:
    sql = "INSERT INTO passkeys (credential, person, public_key, count, created, label) VALUES ($1, $2, $3, $4, $5, $6)"
    return (Statement(sql, astuple(change.passkey)),)


@statements.register
def _(change: PutPasskey) -> tuple[Statement, ...]:
    key = change.passkey
    sql = "UPDATE passkeys SET count = $1, label = $2 WHERE credential = $3 AND person = $4"
    return (Statement(sql, (key.count, key.label, key.credential, key.person)),)


@statements.register
def _(change: DropPasskey) -> tuple[Statement, ...]:
    return (Statement("DELETE FROM passkeys WHERE credential = $1", (change.credential,)),)


@statements.register
def _(change: PutChallenge) -> tuple[Statement, ...]:
    put = "INSERT INTO challenges (name, signed, person, expires) VALUES ($1, $2, $3, $4)"
    oldest = f"SELECT name FROM challenges ORDER BY expires DESC LIMIT {MAX_DROPPED} OFFSET $1"  # noqa: S608 - of our own words
    drop = f"DELETE FROM challenges WHERE name IN ({oldest})"  # noqa: S608 - of our own words
    return Statement(put, astuple(change.challenge)), Statement(drop, (change.most,))


@statements.register
def _(change: DropChallenge) -> tuple[Statement, ...]:
    return (Statement("DELETE FROM challenges WHERE name = $1", (change.name,), "The challenge was answered already."),)


# Tables


def table_statements(file: TableFile) -> tuple[Statement, ...]:
    """What stores a table's file, but for its members.

    Of a stored table the pulse comes first: whatever locks both of a table does so in this order.
    """
    text = json.encode(file).decode()
    values = (file.id, file.game, file.state, file.open, file.free, file.host, file.created, file.revision, text)
    moved = max(file.created, file.started or 0.0, file.ended or 0.0)
    if file.revision == 1:
        put = """
            INSERT INTO tables (id, game, state, open, free, host, created, revision, file)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        """
        pulse = "INSERT INTO pulses (table_id, lines, asked, moved) VALUES ($1, 0, 0, $2)"
        return Statement(put, values), Statement(pulse, (file.id, moved))
    pulse = "UPDATE pulses SET moved = $2 WHERE table_id = $1 AND moved < $2"
    put = """
        UPDATE tables
        SET game = $2, state = $3, open = $4, free = $5, host = $6, created = $7, revision = $8, file = $9
        WHERE id = $1 AND revision = $8 - 1
    """
    conflict = f"Revision {file.revision} does not follow what is stored of table {file.id}."
    return Statement(pulse, (file.id, moved)), Statement(put, values, conflict)


OF_A_TABLE = ("invites", "remarks", "lines", "snapshots", "analyses", "members", "pulses")
"""What is stored with a table, under its id."""


def drop_statements(table: str, kinds: tuple[str, ...] = OF_A_TABLE) -> tuple[Statement, ...]:
    """What forgets a table, and all of these kinds that is stored with it."""
    kept_with = (f"DELETE FROM {kind} WHERE table_id = $1" for kind in kinds)  # noqa: S608 - of our own words
    return tuple(Statement(sql, (table,)) for sql in (*kept_with, "DELETE FROM tables WHERE id = $1"))


@statements.register
def _(change: PutSnapshot) -> tuple[Statement, ...]:
    sql = """
        INSERT INTO snapshots (table_id, version, state) VALUES ($1, $2, $3)
        ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, state = excluded.state
        WHERE snapshots.version < excluded.version
    """
    return (Statement(sql, astuple(change.snapshot)),)


@statements.register
def _(change: PutAnalysis) -> tuple[Statement, ...]:
    sql = """
        INSERT INTO analyses (table_id, server, due, found) VALUES ($1, $2, $3, $4)
        ON CONFLICT (table_id) DO UPDATE SET server = excluded.server, due = excluded.due, found = excluded.found
        WHERE analyses.server = excluded.server OR analyses.due <= $5
    """
    return (Statement(sql, (*astuple(change.analysis), change.at), "Another server is at this analysis."),)


@statements.register
def _(change: PutInvite) -> tuple[Statement, ...]:
    sql = "INSERT INTO invites (hash, table_id, expires) VALUES ($1, $2, $3)"
    return (Statement(sql, astuple(change.invite)),)


@statements.register
def _(change: DropInvites) -> tuple[Statement, ...]:
    return (Statement("DELETE FROM invites WHERE table_id = $1", (change.table,)),)


@statements.register
def _(change: PutRemark) -> tuple[Statement, ...]:
    sql = """
        INSERT INTO remarks (table_id, number, person, at, text, phrase, whom) VALUES ($1, $2, $3, $4, $5, $6, $7)
    """
    return (Statement(sql, astuple(change.remark)),)
