"""What is read of a PostgreSQL store, on connections of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

import asyncpg

from laguna.server.store import rows
from laguna.server.store.postgres.changes import COUNTS, HELD
from laguna.server.store.postgres.connecting import ERRORS, Patience, away, failed
from laguna.server.store.store import (
    Challenge,
    GuestAge,
    Invite,
    Listed,
    Page,
    Passkey,
    Person,
    Remark,
    Resumable,
    StoreClosed,
    StoredAnalysis,
    TableAge,
    Token,
    TokenKind,
)
from laguna.server.tables.table_file import TableFile, TableState

T = TypeVar("T")

_PERSON = "SELECT id, name, colour, created, owner, muted, revision FROM people"
_TOKEN = "SELECT hash, person, kind, created, expires, seen, browser FROM tokens"  # noqa: S105 - no password
_PASSKEY = "SELECT credential, person, public_key, count, created, label FROM passkeys"


class Reading:
    """The questions of a `Store`. Each is one statement: what it tells is of one moment."""

    def __init__(self, pool: asyncpg.Pool, patience: Patience) -> None:
        self._pool = pool
        self._patience = patience
        self._open = True
        self._asking = 0
        self._answered = asyncio.Event()

    async def person(self, person: str) -> Person | None:
        """A person by id."""
        return await self._one(rows.person, f"{_PERSON} WHERE id = $1", person)

    async def people(self, ids: tuple[str, ...]) -> dict[str, Person]:
        """Several people by their ids; unknown ones are left out."""
        found = await self._all(rows.person, f"{_PERSON} WHERE id = ANY($1)", ids)
        return {person.id: person for person in found}

    async def bots_of(self, owner: str) -> list[Person]:
        """A person's outside bots."""
        return await self._all(rows.person, f"{_PERSON} WHERE owner = $1 ORDER BY created, id", owner)

    async def token(self, hash: bytes) -> Token | None:  # noqa: A002 - what it is
        """A token, expired or not."""
        return await self._one(Token, f"{_TOKEN} WHERE hash = $1", hash)

    async def tokens_of(self, person: str, kind: TokenKind) -> list[Token]:
        """A person's tokens of a kind, expired or not, the one used last first."""
        order = "ORDER BY seen DESC, created DESC, hash"
        return await self._all(Token, f"{_TOKEN} WHERE person = $1 AND kind = $2 {order}", person, kind)

    async def passkey(self, credential: bytes) -> Passkey | None:
        """A passkey by its credential's id."""
        return await self._one(Passkey, f"{_PASSKEY} WHERE credential = $1", credential)

    async def passkeys_of(self, person: str) -> list[Passkey]:
        """A person's passkeys."""
        return await self._all(Passkey, f"{_PASSKEY} WHERE person = $1 ORDER BY created, credential", person)

    async def invite(self, hash: bytes) -> Invite | None:  # noqa: A002 - what it is
        """A link, expired or not."""
        return await self._one(Invite, "SELECT hash, table_id, expires FROM invites WHERE hash = $1", hash)

    async def table(self, table: str) -> TableFile | None:
        """A table's file."""
        return await self._one(rows.file, "SELECT file FROM tables WHERE id = $1", table)

    async def lines(self, table: str, after: int = 0) -> list[bytes]:
        """A table's log from this number on."""
        return await self._all(
            bytes, "SELECT line FROM lines WHERE table_id = $1 AND number >= $2 ORDER BY number", table, after
        )

    async def whole(self, table: str) -> tuple[TableFile, list[bytes]] | None:
        """A table's file and its log, both as they stood at one moment."""
        found = await self._all(
            rows.numbered,
            """
            SELECT -1 AS number, 0, convert_to(file, 'UTF8') FROM tables WHERE id = $1
            UNION ALL SELECT number, 0, line FROM lines WHERE table_id = $1 ORDER BY number
            """,
            table,
        )
        texts = [text for _, _, text in found]
        return (rows.file(texts[0]), texts[1:]) if texts else None

    async def resumable(self, table: str) -> Resumable | None:
        """A table's file, its last snapshot and the lines since, all as they stood at one moment."""
        found = await self._all(
            rows.numbered,
            """
            SELECT -2 AS number, 0, convert_to(file, 'UTF8') FROM tables WHERE id = $1
            UNION ALL SELECT -1, version, state FROM snapshots WHERE table_id = $1
            UNION ALL SELECT number, 0, line FROM lines WHERE table_id = $1
              AND number >= coalesce((SELECT version FROM snapshots WHERE table_id = $1), 0)
            ORDER BY number
            """,
            table,
        )
        return rows.resumable(table, found)

    async def open_tables(self, game: str | None, page: Page) -> list[Listed]:
        """Open tables with a free seat, not yet started, by `created`."""
        of_game, named = ("AND game = $3", (game,)) if game is not None else ("", ())
        return await self._list(
            f"""
            SELECT file, moved, asked FROM tables JOIN pulses ON table_id = id
            WHERE open AND free > 0 AND state = 'gathering' AND created < $1 {of_game}
            ORDER BY created DESC LIMIT $2
            """,  # noqa: S608 - of our own words
            page.before,
            page.count,
            *named,
        )

    async def tables_of(self, person: str, states: tuple[TableState, ...], page: Page) -> list[Listed]:
        """A person's tables, by `moved`."""
        return await self._list(
            """
            SELECT file, moved, asked FROM members JOIN tables ON id = members.table_id
            JOIN pulses ON pulses.table_id = id
            WHERE person = $1 AND state = ANY($2) AND moved < $3 ORDER BY moved DESC, id LIMIT $4
            """,
            person,
            states,
            page.before,
            page.count,
        )

    async def hosted(self, person: str, since: float) -> int:
        """How many tables a person hosts that are gathering or playing, or were made after `since` and given up."""
        (count,) = await self._all(int, COUNTS["hosted"], person, since)
        return count

    async def remarks(self, table: str, person: str | None, count: int) -> list[Remark]:
        """The last things said at a table that this person may read, oldest first."""
        latest = await self._all(
            Remark,
            """
            SELECT table_id, number, person, at, text, phrase, whom FROM remarks
            WHERE table_id = $1 AND (whom IS NULL OR whom = $2 OR person = $2) ORDER BY number DESC LIMIT $3
            """,
            table,
            person,
            count,
        )
        return latest[::-1]

    async def challenge(self, name: str) -> Challenge | None:
        """A challenge, expired or not."""
        return await self._one(Challenge, "SELECT name, signed, person, expires FROM challenges WHERE name = $1", name)

    async def analysis(self, table: str) -> StoredAnalysis | None:
        """The analysis of a game, as far as it has come."""
        return await self._one(
            StoredAnalysis, "SELECT table_id, server, due, found FROM analyses WHERE table_id = $1", table
        )

    async def tables_after(self, table: str, count: int) -> list[TableAge]:
        """So many tables whose ids come after this one, in the order of their ids."""
        return await self._all(
            rows.table_age,
            """
            SELECT id, state, moved, EXISTS (
                SELECT 1 FROM members WHERE members.table_id = id AND (
                    EXISTS (SELECT 1 FROM tokens WHERE person = members.person AND kind IN ('session', 'recovery'))
                    OR EXISTS (SELECT 1 FROM passkeys WHERE person = members.person)
                )
            )
            FROM tables JOIN pulses ON pulses.table_id = id WHERE id > $1 ORDER BY id LIMIT $2
            """,
            table,
            count,
        )

    async def guests_after(self, person: str, seen: float, count: int) -> list[GuestAge]:
        """So many people (no bots) whose ids come after this one, in the order of their ids; see `DropGuest`."""
        return await self._all(
            rows.guest_age,
            f"SELECT id, {HELD} FROM people WHERE owner IS NULL AND id > $2 ORDER BY id LIMIT $3",  # noqa: S608
            seen,
            person,
            count,
        )

    async def latest(self) -> float:
        """The latest moment at which something happened at any table; 0: nothing ever did."""
        (latest,) = await self._all(float, "SELECT coalesce(max(moved), 0) FROM pulses")
        return latest

    async def count(self) -> dict[TableState, int]:
        """How many tables there are in each state."""
        return dict(await self._all(rows.counted, "SELECT state, count(*) FROM tables GROUP BY state"))

    async def versions(self, tables: Sequence[str]) -> dict[str, tuple[int, int]]:
        """How long the log of each of these tables is, and which revision its file has; of those that are there."""
        found = await self._all(
            _version,
            "SELECT id, lines, revision FROM pulses JOIN tables ON id = table_id WHERE table_id = ANY($1)",
            tables,
        )
        return {table: (lines, revision) for table, lines, revision in found}

    async def time(self) -> float:
        """The database's clock, in seconds since 1970."""
        (now,) = await self._all(float, "SELECT extract(epoch FROM clock_timestamp())::float8")
        return now

    def _check_open(self) -> None:
        if not self._open:
            raise StoreClosed("The store is closed.")

    async def _list(self, sql: str, *values: object) -> list[Listed]:
        """Tables, but for those whose files cannot be read: they are told of where somebody asks for them."""
        return [each for each in await self._all(rows.listed, sql, *values) if each is not None]

    async def _one(self, make: Callable[..., T], sql: str, *values: object) -> T | None:
        found = await self._all(make, sql, *values)
        return found[0] if found else None

    async def _all(self, make: Callable[..., T], sql: str, *values: object) -> list[T]:
        """Everything a question finds, each made from its columns."""
        found = await self._ask(self._pool, sql, values)
        return [make(*row) for row in found]

    async def _ask(self, pool: asyncpg.Pool, sql: str, values: Sequence[object]) -> list[asyncpg.Record]:
        """What one statement answers; it may be asked again where the answer is lost."""
        self._check_open()

        async def ask(_again: bool) -> list[asyncpg.Record]:
            async with pool.acquire() as db:
                try:
                    return await db.fetch(sql, *values)
                except Exception as error:
                    if away(error):
                        db.terminate()
                    raise

        self._asking += 1
        try:
            return await self._patience.run(ask)
        except ERRORS as error:
            raise failed("read", error) from error
        finally:
            self._asking -= 1
            if not self._asking:
                self._answered.set()

    async def _end(self) -> None:
        """Answer what was asked, and end."""
        self._answered.clear()
        if self._asking:
            await self._answered.wait()
        await self._pool.close()


def _version(table: str, lines: int, revision: int) -> tuple[str, int, int]:
    return table, lines, revision
