"""Appends the lines of logs, which are nearly all writes, through one connection and group by group."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import chain

import asyncpg

from laguna.server.store.answering import Committed
from laguna.server.store.postgres.connecting import CLOSE_TIMEOUT, ERRORS, UNFIT, Connector, Patience, away, failed
from laguna.server.store.store import Append, Appended, Conflict

_LOG = logging.getLogger(__name__)

MAX_LINES_PER_COMMIT = 500
"""How many lines go into one commit, so that the first of them does not wait for too many others."""
LOCK_TIMEOUT = "1s"
"""So long a group waits for a row that somebody else keeps locked, before its lines go separate ways."""

# Rows are locked in one order, so that groups of several servers do not wait for each other in a circle. Whoever waited
# sees the row as it is then: a line that another server wrote first is not among those `held`. A wake is only lowered,
# which spares a write for most lines; and it is the last writer's, who asks the bots. That of another server stays: who
# wrote it may know of a bot of which the writer of the line has not heard yet.
APPEND = """
WITH new AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::int[], $3::bytea[], $4::float8[], $5::bigint[], $6::float8[])
        AS n (table_id, number, line, at, asked, wake)
), held AS MATERIALIZED (
    SELECT p.table_id, n.number, n.line, n.at, n.asked, n.wake
    FROM pulses p JOIN new n ON p.table_id = n.table_id AND p.lines = n.number
    ORDER BY p.table_id FOR NO KEY UPDATE OF p
), moved AS (
    UPDATE pulses p SET lines = h.number + 1, asked = h.asked, moved = h.at
    FROM held h WHERE p.table_id = h.table_id
), kept AS (
    INSERT INTO lines (table_id, number, line) SELECT table_id, number, line FROM held
), woken AS (
    INSERT INTO wakes AS w (table_id, due, server) SELECT table_id, wake, $7::text FROM held WHERE wake IS NOT NULL
    ON CONFLICT (table_id) DO UPDATE SET due = least(w.due, excluded.due), server = excluded.server
    WHERE w.due > excluded.due OR w.server <> excluded.server
), rested AS (
    DELETE FROM wakes w USING held h WHERE h.wake IS NULL AND w.table_id = h.table_id AND w.server = $7
)
SELECT table_id, number FROM held
"""

# For a try whose answer was lost. It writes something, so that its own commit waits for a standby that the lost one may
# not have reached; else a line might be acknowledged that goes with the primary.
FIND = """
WITH sure AS (INSERT INTO writes (id) VALUES (gen_random_uuid()))
SELECT l.table_id, l.number FROM unnest($1::text[], $2::int[], $3::bytea[]) AS n (table_id, number, line)
JOIN lines l ON l.table_id = n.table_id AND l.number = n.number AND l.line = n.line
"""


def columns(lines: Sequence[Append]) -> tuple[list[object], ...]:
    """The first six parameters of `APPEND`; `FIND` takes three of them."""
    return (
        [it.table for it in lines],
        [it.number for it in lines],
        [it.line for it in lines],
        [it.at for it in lines],
        [it.asked for it in lines],
        [it.wake for it in lines],
    )


def not_next(line: Append) -> Conflict:
    """What a line fails with that does not follow what is stored."""
    return Conflict(f"Line {line.number} of table {line.table} is there already, or leaves a gap.")


class LineWriter:
    """Takes lines in order and answers each once its commit is on the disk. Two of one table never go together."""

    def __init__(
        self,
        connector: Connector,
        server: str,
        patience: Patience,
        apart: Callable[[Append, Appended], None],
        committed: Committed | None,
    ) -> None:
        """Start, in the running event loop. `apart` takes lines that a whole group cannot be kept waiting for."""
        self._connector = connector
        self._server = server
        self._patience = patience
        self._apart = apart
        self._committed = committed or (lambda *_: None)
        self._db: asyncpg.Connection | None = None
        self._waiting: list[tuple[Append, Appended]] = []
        self._under_way: list[tuple[Append, Appended]] = []
        self._come = asyncio.Event()
        self._turned = asyncio.Event()
        self._running = asyncio.create_task(self._run())

    def put(self, line: Append, done: Appended) -> None:
        """Append a line and call when that is durable."""
        self._waiting.append((line, done))
        self._come.set()

    async def passed(self, tables: Collection[object] | None = None) -> None:
        """Wait until no line of these tables, or of any, is under way."""
        while self._has(tables):
            await self._turned.wait()

    def _has(self, tables: Collection[object] | None) -> bool:
        return any(tables is None or line.table in tables for line, _ in chain(self._under_way, self._waiting))

    async def close(self) -> None:
        """Write what was accepted, and end."""
        await self.passed()
        self._running.cancel()
        await asyncio.wait((self._running,))
        if self._db is not None:
            with suppress(*ERRORS):
                await self._db.close(timeout=CLOSE_TIMEOUT)

    async def _run(self) -> None:
        while True:
            await self._come.wait()
            self._come.clear()
            while self._waiting:
                self._under_way = self._group()
                count, began = len(self._under_way), time.perf_counter()
                await self._commit(self._under_way)
                self._under_way = []
                self._committed(count, time.perf_counter() - began)
                self._turned.set()
                self._turned = asyncio.Event()

    def _group(self) -> list[tuple[Append, Appended]]:
        """The next lines to be written: of each table the first that waits."""
        group: dict[str, tuple[Append, Appended]] = {}
        later = []
        for each in self._waiting:
            if each[0].table in group or len(group) == MAX_LINES_PER_COMMIT:
                later.append(each)
            else:
                group[each[0].table] = each
        self._waiting = later
        return list(group.values())

    async def _commit(self, group: list[tuple[Append, Appended]]) -> None:
        """Write a group and tell each line what became of it."""
        lines = [line for line, _ in group]
        try:
            made = await self._patience.run(lambda again: self._append(lines, again=again))
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait are told, and the writer lives on
            if _of_one(error):
                self._part(group)
            else:
                for _, done in group:
                    tell(done, failed("written", error))
            return
        # Soon, and not now: the next group is on its way first, so that the database works while people are told.
        asyncio.get_running_loop().call_soon(_tell_all, group, made)

    async def _append(self, lines: Sequence[Append], *, again: bool) -> set[tuple[str, int]] | None:
        """Append lines: which ones could be; None: all. `again`: perhaps an earlier try was committed."""
        if self._db is None or self._db.is_closed():
            self._db = await self._connector.connect(settings={"lock_timeout": LOCK_TIMEOUT})
        values = columns(lines)
        try:
            made = await self._db.fetch(APPEND, *values, self._server)
            if len(made) == len(lines):
                return None
            if again:
                made += await self._db.fetch(FIND, *values[:3])
        except asyncpg.LockNotAvailableError as error:
            if again:  # perhaps by the earlier try, not yet committed: written apart, they would take it for another's
                raise TimeoutError("somebody keeps its rows locked") from error
            raise
        except Exception as error:
            if away(error):
                self._db.terminate()
            raise
        return {(table, number) for table, number in made}

    def _part(self, group: list[tuple[Append, Appended]]) -> None:
        """Have lines written alone, since one of them cannot be; and those of the same tables that came after them."""
        tables = {line.table for line, _ in group}
        behind = [each for each in self._waiting if each[0].table in tables]
        self._waiting = [each for each in self._waiting if each[0].table not in tables]
        self._under_way = []
        for line, done in (*group, *behind):
            self._apart(line, done)


def _tell_all(group: Sequence[tuple[Append, Appended]], made: Collection[tuple[str, int]] | None) -> None:
    """Tell the lines of a group what became of them; `made`: those that are stored, or all."""
    for line, done in group:
        tell(done, None if made is None or (line.table, line.number) in made else not_next(line))


def tell(done: Appended, error: Exception | None) -> None:
    """Say what became of a line. Whoever fails to hear it takes nobody else along."""
    try:
        done(error)
    except Exception:  # noqa: BLE001 - whatever it is
        _LOG.exception("Somebody could not be told that a line is stored.")


def _of_one(error: Exception) -> bool:
    """Whether an error has to do with some line of a group, and not with all."""
    kinds = (
        *UNFIT,
        asyncpg.IntegrityConstraintViolationError,
        asyncpg.LockNotAvailableError,
        asyncpg.DataCorruptedError,
        asyncpg.IndexCorruptedError,
    )
    return isinstance(error, kinds)
