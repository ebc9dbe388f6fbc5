"""The store in one SQLite file: one thread writes, another one reads, and the event loop waits for neither."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Self, TypeVar

import msgspec

from laguna.server.store import connection, rows
from laguna.server.store.changes import COUNTS, HELD
from laguna.server.store.engine import corrupt, sqlite3
from laguna.server.store.lock import Lock
from laguna.server.store.numbering import add_remark
from laguna.server.store.store import (
    Append,
    Appended,
    CannotOpen,
    Challenge,
    Change,
    GuestAge,
    Invite,
    Listed,
    Page,
    Passkey,
    Person,
    Remark,
    Resumable,
    StoreClosed,
    StoreDamaged,
    StoredAnalysis,
    StoreFailed,
    TableAge,
    Token,
    TokenKind,
)
from laguna.server.store.upgrade import upgrade
from laguna.server.store.writer import Committed, Writer
from laguna.server.tables.table_file import TableFile, TableState

T = TypeVar("T")

MAX_FAULTS_TOLD = 20
"""How many faults of a damaged database are listed."""


class SqliteStore:
    """A `Store` in one file, for one server process. Make it with `open`."""

    def __init__(self, path: Path, lock: Lock, committed: Committed | None) -> None:
        self._path = path
        self._lock = lock
        self._db = connection.to_read(path)
        self._writer = Writer(path, committed)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="laguna-reader")
        self._closing: asyncio.Task[None] | None = None
        self._orphaned = True
        """Whether nobody has asked yet what the server before this one was to look after."""

    @classmethod
    async def open(cls, path: Path, committed: Committed | None = None) -> Self:
        """Open the database, or make it, and its folder; add what an older Laguna did not have. Raises `CannotOpen`.

        `committed` is called in the event loop after each commit.
        """
        try:
            lock = await asyncio.to_thread(_prepared, path)
            try:
                return cls(path, lock, committed)
            except BaseException:
                lock.release()
                raise
        except (OSError, sqlite3.Error) as error:
            raise CannotOpen(f"{path} cannot be opened: {error}.") from error

    async def write(self, *changes: Change) -> None:
        """Make changes; see `Store.write`."""
        self._check_open()
        await self._writer.written(changes)

    def append(self, line: Append, done: Appended) -> None:
        """Append a line; see `Store.append`."""
        if self._closing is not None:
            asyncio.get_running_loop().call_soon(done, _closed())
        else:
            self._writer.put((line,), done)

    async def person(self, person: str) -> Person | None:
        """A person by id."""
        return await self._one(
            rows.person, "SELECT id, name, colour, created, owner, muted, revision FROM people WHERE id = ?", person
        )

    async def people(self, ids: tuple[str, ...]) -> dict[str, Person]:
        """Several people by their ids; unknown ones are left out."""
        found = await self._all(
            rows.person,
            """
            SELECT id, name, colour, created, owner, muted, revision FROM people
            WHERE id IN (SELECT value FROM json_each(?))
            """,
            _json(ids),
        )
        return {person.id: person for person in found}

    async def bots_of(self, owner: str) -> list[Person]:
        """A person's outside bots."""
        return await self._all(
            rows.person,
            "SELECT id, name, colour, created, owner, muted, revision FROM people WHERE owner = ? ORDER BY created, id",
            owner,
        )

    async def token(self, hash: bytes) -> Token | None:  # noqa: A002 - what it is
        """A token, expired or not."""
        return await self._one(
            Token, "SELECT hash, person, kind, created, expires, seen, browser FROM tokens WHERE hash = ?", hash
        )

    async def tokens_of(self, person: str, kind: TokenKind) -> list[Token]:
        """A person's tokens of a kind, expired or not, the one used last first."""
        return await self._all(
            Token,
            """
            SELECT hash, person, kind, created, expires, seen, browser FROM tokens
            WHERE person = ? AND kind = ? ORDER BY seen DESC, created DESC, hash
            """,
            person,
            kind,
        )

    async def passkey(self, credential: bytes) -> Passkey | None:
        """A passkey by its credential's id."""
        return await self._one(
            Passkey,
            "SELECT credential, person, public_key, count, created, label FROM passkeys WHERE credential = ?",
            credential,
        )

    async def passkeys_of(self, person: str) -> list[Passkey]:
        """A person's passkeys."""
        return await self._all(
            Passkey,
            """
            SELECT credential, person, public_key, count, created, label FROM passkeys
            WHERE person = ? ORDER BY created, credential
            """,
            person,
        )

    async def invite(self, hash: bytes) -> Invite | None:  # noqa: A002 - what it is
        """A link, expired or not."""
        return await self._one(Invite, "SELECT hash, table_id, expires FROM invites WHERE hash = ?", hash)

    async def table(self, table: str) -> TableFile | None:
        """A table's file."""
        return await self._one(rows.file, "SELECT file FROM tables WHERE id = ?", table)

    async def lines(self, table: str, after: int = 0) -> list[bytes]:
        """A table's log from this number on."""
        return await self._all(
            bytes, "SELECT line FROM lines WHERE table_id = ? AND number >= ? ORDER BY number", table, after
        )

    async def whole(self, table: str) -> tuple[TableFile, list[bytes]] | None:
        """A table's file and its log, both as they stood at one moment."""
        found = await self._all(
            bytes,
            """
            SELECT text FROM (
                SELECT -1 AS number, CAST(file AS BLOB) AS text FROM tables WHERE id = ?1
                UNION ALL SELECT number, line FROM lines WHERE table_id = ?1
            ) ORDER BY number
            """,  # one question, so that nothing is committed between its answers
            table,
        )
        return (rows.file(found[0]), found[1:]) if found else None

    async def resumable(self, table: str) -> Resumable | None:
        """A table's file, its last snapshot and the lines since, all as they stood at one moment."""
        found = await self._all(
            rows.numbered,
            """
            SELECT number, version, text FROM (
                SELECT -2 AS number, 0 AS version, CAST(file AS BLOB) AS text FROM tables WHERE id = ?1
                UNION ALL SELECT -1, version, state FROM snapshots WHERE table_id = ?1
                UNION ALL SELECT number, 0, line FROM lines WHERE table_id = ?1
                  AND number >= coalesce((SELECT version FROM snapshots WHERE table_id = ?1), 0)
            ) ORDER BY number
            """,  # one question, so that nothing is committed between its answers
            table,
        )
        return rows.resumable(table, found)

    async def open_tables(self, game: str | None, page: Page) -> list[Listed]:
        """Open tables with a free seat, not yet started, by `created`."""
        of_game, named = ("AND game = ?", (game,)) if game is not None else ("", ())
        return await self._list(
            f"""
            SELECT file, moved, asked FROM tables JOIN pulses ON table_id = id
            WHERE open AND free > 0 AND state = 'gathering' AND created < ? {of_game}
            ORDER BY created DESC LIMIT ?
            """,  # noqa: S608 - of our own words
            page.before,
            *named,
            page.count,
        )

    async def tables_of(self, person: str, states: tuple[TableState, ...], page: Page) -> list[Listed]:
        """A person's tables, by `moved`."""
        return await self._list(
            """
            SELECT file, moved, asked FROM members JOIN tables ON id = members.table_id
            JOIN pulses ON pulses.table_id = id
            WHERE person = ? AND state IN (SELECT value FROM json_each(?)) AND moved < ?
            ORDER BY moved DESC, id LIMIT ?
            """,
            person,
            _json(states),
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
            WHERE table_id = ?1 AND (whom IS NULL OR whom = ?2 OR person = ?2) ORDER BY number DESC LIMIT ?3
            """,
            table,
            person,
            count,
        )
        return latest[::-1]

    async def add_remark(self, remark: Remark) -> Remark:
        """Store something said under the next number of its table; see `Store.add_remark`."""
        return await add_remark(self, self._last_remark, remark)

    async def _last_remark(self, table: str) -> int:
        (last,) = await self._all(int, "SELECT coalesce(max(number), 0) FROM remarks WHERE table_id = ?", table)
        return last

    async def claim_due(self, now: float, orphans_until: float) -> list[str]:
        """See `Store.claim_due`. This server is alone: what was another's is that of the one before it."""
        until, self._orphaned = max(now, orphans_until) if self._orphaned else now, False
        return await self._all(str, "SELECT table_id FROM pulses WHERE wake <= ? ORDER BY wake, table_id", until)

    async def challenge(self, name: str) -> Challenge | None:
        """A challenge, expired or not."""
        return await self._one(Challenge, "SELECT name, signed, person, expires FROM challenges WHERE name = ?", name)

    async def analysis(self, table: str) -> StoredAnalysis | None:
        """The analysis of a game, as far as it has come."""
        return await self._one(
            StoredAnalysis, "SELECT table_id, server, due, found FROM analyses WHERE table_id = ?", table
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
            FROM tables JOIN pulses ON pulses.table_id = id WHERE id > ? ORDER BY id LIMIT ?
            """,
            table,
            count,
        )

    async def guests_after(self, person: str, seen: float, count: int) -> list[GuestAge]:
        """So many people (no bots) whose ids come after this one, in the order of their ids; see `DropGuest`."""
        return await self._all(
            rows.guest_age,
            f"SELECT id, {HELD} FROM people WHERE owner IS NULL AND id > ? ORDER BY id LIMIT ?",  # noqa: S608
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

    async def check(self) -> list[str]:
        """See `Store.check`. It has a connection and a thread of its own."""
        self._check_open()
        try:
            fresh = connection.to_read(self._path)
        except sqlite3.Error as error:
            raise StoreFailed(f"The database could not be opened to check it: {error}.") from error
        with closing(fresh) as db:
            checking = asyncio.get_running_loop().run_in_executor(None, _wrong, db)
            try:
                return await asyncio.shield(checking)
            finally:
                db.interrupt()
                await asyncio.wait((checking,))

    def listen(self, heard: Callable[[str], None]) -> None:
        """Nobody else writes into this file: so there is nothing to hear."""

    async def close(self) -> None:
        """Write what was accepted, answer what was asked, and end; see `Store.close`."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        # The reader first: the last connection to go tidies the file up, and must be able to write.
        await asyncio.to_thread(self._reader.shutdown)
        self._db.close()
        await self._writer.close()
        self._lock.release()

    def _check_open(self) -> None:
        if self._closing is not None:
            raise _closed()

    async def _list(self, sql: str, *values: object) -> list[Listed]:
        """Tables, but for those whose files cannot be read: they are told of where somebody asks for them."""
        return [each for each in await self._all(rows.listed, sql, *values) if each is not None]

    async def _one(self, make: Callable[..., T], sql: str, *values: object) -> T | None:
        found = await self._all(make, sql, *values)
        return found[0] if found else None

    async def _all(self, make: Callable[..., T], sql: str, *values: object) -> list[T]:
        """Everything a question finds, each made from its columns. It is made by the reader, beside the event loop."""
        self._check_open()
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, make, sql, values)

    def _read(self, make: Callable[..., T], sql: str, values: tuple[object, ...]) -> list[T]:
        try:
            rows = self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            kind = StoreDamaged if corrupt(error) else StoreFailed
            raise kind(f"The database could not be read: {error}.") from error
        return [make(*row) for row in rows]


def _closed() -> StoreClosed:
    return StoreClosed("The store is closed.")


def _prepared(path: Path) -> Lock:
    """The lock of a database that is there and up to date."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = Lock(path)
    try:
        upgrade(path)
    except BaseException:
        lock.release()
        raise
    return lock


def _json(words: tuple[str, ...]) -> str:
    return msgspec.json.encode(words).decode()


def _wrong(db: sqlite3.Connection) -> list[str]:
    """What is wrong with a database, in SQLite's words."""
    try:
        found = [str(row[0]) for row in db.execute(f"PRAGMA quick_check({MAX_FAULTS_TOLD})")]
    except sqlite3.Error as error:
        if not corrupt(error):
            raise StoreFailed(f"The database could not be checked: {error}.") from error
        return [str(error)]
    return [] if found == ["ok"] else found
