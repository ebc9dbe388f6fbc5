"""Looks through a PostgreSQL database for what cannot be right."""

from __future__ import annotations

import asyncpg

from laguna.server.store.postgres.connecting import Connector, told

MAX_FAULTS_TOLD = 20
"""How many faults of a kind are listed."""
TIMEOUT_S = 60
"""A check that takes longer is given up: `amcheck` and `pg_amcheck` have all the time in the world."""

_LOGS = f"""
SELECT format('The log of table %s has %s lines, the last is number %s, and it should have %s.',
              table_id, coalesce(count, 0), last, coalesce(pulses.lines, 0))
FROM pulses FULL JOIN (
    SELECT table_id, count(*) AS count, max(number) AS last FROM lines GROUP BY table_id
) AS logs USING (table_id)
WHERE coalesce(pulses.lines, 0) <> coalesce(count, 0) OR coalesce(last + 1, 0) <> coalesce(count, 0)
LIMIT {MAX_FAULTS_TOLD}
"""  # noqa: S608 - of our own numbers

_PULSES = f"""
SELECT format('Table %s has a file or a pulse, and not both.', coalesce(id, table_id))
FROM tables FULL JOIN pulses ON id = table_id WHERE id IS NULL OR table_id IS NULL LIMIT {MAX_FAULTS_TOLD}
"""  # noqa: S608 - of our own numbers

_INDEXES = """
SELECT bt_index_check(pg_class.oid) FROM pg_class JOIN pg_am ON pg_am.oid = relam
WHERE amname = 'btree' AND relkind = 'i' AND relnamespace = current_schema()::regnamespace
"""


async def wrong(connector: Connector) -> list[str]:
    """What is wrong with a database, in sentences; nothing, if it is sound. Other servers may write meanwhile.

    Logs are counted, and so all their pages are read; indexes are gone through where the extension amcheck is installed.
    """
    db = await connector.connect(command_timeout=TIMEOUT_S)
    try:
        questions = [_LOGS, _PULSES]
        if await db.fetchval("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'"):
            questions.append(_INDEXES)
        found: list[str] = []
        for question in questions:
            try:
                found += [row[0] for row in await db.fetch(question) if row[0]]
            except (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError) as error:
                found.append(told(error))
        return found
    finally:
        db.terminate()
