"""A store in an SQL database, whichever it is: what it is asked.

Statements are in the words that SQLite and PostgreSQL share; their parameters are numbered, `$1` and on.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from laguna.server.store import rows
from laguna.server.store.statements import COUNTS, HELD
from laguna.server.store.store import (
    Challenge,
    Change,
    Conflict,
    GuestAge,
    Invite,
    Listed,
    Page,
    Passkey,
    Person,
    PutRemark,
    Remark,
    Resumable,
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


class SqlStore(ABC):
    """The questions of a `Store`. Each is one statement: what it tells is of one moment."""

    AMONG: ClassVar[str]
    """A condition: that what stands before it is one of the first parameter, which `_several` makes."""
    FILE_AS_BYTES: ClassVar[str]
    """A table's file, as bytes."""

    @abstractmethod
    async def write(self, *changes: Change) -> None:
        """Make changes; see `Store.write`."""

    @abstractmethod
    async def _all(self, make: Callable[..., T], sql: str, *values: object) -> list[T]:
        """Everything a question finds, each made from its columns."""

    @abstractmethod
    def _several(self, words: Sequence[str]) -> object:
        """Words as the one parameter that `AMONG` wants."""

    async def person(self, person: str) -> Person | None:
        """A person by id."""
        return await self._one(rows.person, f"{_PERSON} WHERE id = $1", person)

    async def people(self, ids: tuple[str, ...]) -> dict[str, Person]:
        """Several people by their ids; unknown ones are left out."""
        found = await self._all(rows.person, f"{_PERSON} WHERE id {self.AMONG}", self._several(ids))
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
            f"""
            SELECT -1 AS number, 0, {self.FILE_AS_BYTES} FROM tables WHERE id = $1
            UNION ALL SELECT number, 0, line FROM lines WHERE table_id = $1 ORDER BY number
            """,  # noqa: S608 - of our own words
            table,
        )
        texts = [text for _, _, text in found]
        return (rows.file(texts[0]), texts[1:]) if texts else None

    async def resumable(self, table: str) -> Resumable | None:
        """A table's file, its last snapshot and the lines since, all as they stood at one moment."""
        found = await self._all(
            rows.numbered,
            f"""
            SELECT -2 AS number, 0, {self.FILE_AS_BYTES} FROM tables WHERE id = $1
            UNION ALL SELECT -1, version, state FROM snapshots WHERE table_id = $1
            UNION ALL SELECT number, 0, line FROM lines WHERE table_id = $1
              AND number >= coalesce((SELECT version FROM snapshots WHERE table_id = $1), 0)
            ORDER BY number
            """,  # noqa: S608 - of our own words
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
            f"""
            SELECT file, moved, asked FROM members JOIN tables ON id = members.table_id
            JOIN pulses ON pulses.table_id = id
            WHERE state {self.AMONG} AND person = $2 AND moved < $3 ORDER BY moved DESC, id LIMIT $4
            """,  # noqa: S608 - of our own words
            self._several(states),
            person,
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

    async def add_remark(self, remark: Remark) -> Remark:
        """Store something said under the next number of its table; see `Store.add_remark`."""
        tried = 0
        while True:
            numbered = replace(remark, number=await self._last_remark(remark.table) + 1)
            try:
                await self.write(PutRemark(numbered))
            except Conflict:
                if numbered.number == tried:  # nobody else took the number: the table is gone
                    raise
                tried = numbered.number
            else:
                return numbered

    async def _last_remark(self, table: str) -> int:
        (last,) = await self._all(int, "SELECT coalesce(max(number), 0) FROM remarks WHERE table_id = $1", table)
        return last

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

    async def _list(self, sql: str, *values: object) -> list[Listed]:
        """Tables, but for those whose files cannot be read: they are told of where somebody asks for them."""
        return [each for each in await self._all(rows.listed, sql, *values) if each is not None]

    async def _one(self, make: Callable[..., T], sql: str, *values: object) -> T | None:
        found = await self._all(make, sql, *values)
        return found[0] if found else None
