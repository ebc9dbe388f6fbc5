"""One run: people play at servers of which now this and now that goes wrong, and no table may stand still."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import asyncpg

from laguna.server.store.postgres.connecting import ERRORS
from server.chaos.account import Account
from server.chaos.servers import Cluster, Server
from server.chaos.tables import KINDS, Party
from server.chaos.troubles import Amounts, Troubles

STILL_S = 10.0
"""A table where nobody moves for so long stands still; see `Run.watch`."""
LOOK_S = 0.1
MAX_LAG_S = 1.0
"""Where even who looks is so much too late, the machine itself stands still."""
CONNECT_TIMEOUT_S = 1.0
STUMBLING = "nats."
"""nats-py may stumble over a socket that was closed under it, and logs that; the bus does not need it to do better."""

WHAT_IT_LOOKS_AFTER = """
SELECT wakes.table_id, (
    SELECT count(*) FROM json_array_elements(tables.file::json -> 'seats') WITH ORDINALITY AS seats (seat, place)
    WHERE seat ->> 'bot' IS NOT NULL AND pulses.asked >> (place - 1)::int & 1 = 1
) AS bots_asked
FROM wakes JOIN pulses USING (table_id) JOIN tables ON tables.id = wakes.table_id WHERE wakes.server = $1
"""
"""The tables that a server looks after, and how many bots are asked there."""


class Outcome(NamedTuple):
    """What was found in the end; whatever must not be has failed before."""

    met: Counter[str]
    """What went wrong, and how often."""
    seconds: float
    tables: int
    acknowledged: int
    """Moves of people that they were told to be stored. All are."""
    by_bots: int
    """Moves of bots that are stored."""
    thought: int
    """Answers that bots have thought of, as far as servers that were killed could tell."""
    handed_over: int
    """Questions to bots that may have been put to another one, since the server was lost where it thought."""
    withdrawn: int
    """Questions that may have been taken back while a bot thought."""
    stillest: tuple[float, str]
    """For how many seconds a table stood still at most, and which one."""
    remarks: int
    undone: int
    left: int
    """How often somebody left the table while others moved."""
    complaints: Counter[str]
    """What the servers logged as errors, or beside their logs."""


class Run:
    """The servers, all parties, and what was seen of them."""

    def __init__(self, cluster: Cluster, parties: int, pace_s: float, seed: int) -> None:
        self.cluster = cluster
        self.pace_s = pace_s
        self.resting = False
        self.stillest = (0.0, "")
        self.handed_over = 0
        """How many times a question to a bot was lost with the server that was to look after its table."""
        self.parties = [
            Party(self, KINDS[number % len(KINDS)], number, Random(f"{seed} {number}")) for number in range(parties)
        ]

    @property
    def accounts(self) -> Iterator[Account]:
        """Of all tables there were."""
        return (account for party in self.parties for account in party.accounts)

    async def watch(self) -> None:
        """See how long tables stand still.

        It counts from the last move; or, if that is later, from when the database was last away or no server was well,
        or from when the server was lost that was to look after the table, or from when the machine itself stood still.
        """
        looked = well_since = time.monotonic()
        while True:
            await asyncio.sleep(LOOK_S)
            late, looked = time.monotonic() - looked, time.monotonic()
            if late > MAX_LAG_S or not (self.cluster.database_up and self.cluster.well):
                well_since = looked
            for account in [party.accounts[-1] for party in self.parties if party.accounts]:
                if not account.over:
                    self.stillest = max(self.stillest, (looked - max(well_since, account.moving_since), account.table))

    async def lose(self, server: Server) -> None:
        """The others are about to take a server for dead. Where its tables are, another one has to look after them."""
        with suppress(*ERRORS):
            db = await asyncpg.connect(self.cluster.database, timeout=CONNECT_TIMEOUT_S)
            try:
                rows = await db.fetch(WHAT_IT_LOOKS_AFTER, server.name)
            finally:
                await db.close()
            theirs = {row["table_id"] for row in rows}
            self.handed_over += sum(row["bots_asked"] for row in rows)
            for account in self.accounts:
                if account.table in theirs:
                    account.moving_since = max(account.moving_since, time.monotonic())

    async def move_on(self) -> None:
        """Nothing goes wrong any more: wait until every table has moved on."""
        before = {party: (party.accounts[-1], party.accounts[-1].version) for party in self.parties}
        deadline = time.monotonic() + STILL_S
        while still := [
            party for party, (account, version) in before.items() if account.version <= version and not account.over
        ]:
            assert time.monotonic() < deadline, [sitter.state for party in still for sitter in party.sitters]
            await asyncio.sleep(LOOK_S)

    async def play(self, troubles: Troubles) -> None:
        """Play as long as things go wrong, and until everybody sees in the end what they should."""
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(party.play()) for party in self.parties]
            watching = group.create_task(self.watch())
            await troubles.happen()
            await self.move_on()
            watching.cancel()
            self.resting = True
            await asyncio.gather(*playing)


async def run(folder: Path, amounts: Amounts, parties: int, pace_s: float, seed: int) -> Outcome:
    """A whole run. Raises `AssertionError` where something was lost or doubled, or differs."""
    began = time.monotonic()
    async with Cluster.running(folder) as cluster:
        whole = Run(cluster, parties, pace_s, seed)
        troubles = Troubles(cluster, amounts, Random(seed), whole.lose)
        await whole.play(troubles)
        assert all([await server.ready() for server in cluster.servers])
        thought = troubles.thought + sum([(await server.figures())[1] for server in cluster.servers])
        accounts = list(whole.accounts)
        by_bots = [await account.check(cluster.store) for account in accounts]
    return Outcome(
        met=troubles.met,
        seconds=time.monotonic() - began,
        tables=len(accounts),
        acknowledged=sum(len(account.acknowledged) for account in accounts),
        by_bots=sum(by_bots),
        thought=int(thought),
        handed_over=whole.handed_over,
        withdrawn=sum(account.withdrawn for account, bots in zip(accounts, by_bots, strict=True) if bots),
        stillest=whole.stillest,
        remarks=sum(account.remarks for account in accounts),
        undone=sum(account.undone for account in accounts),
        left=sum(account.left for account in accounts),
        complaints=Counter(complaints(folder.glob("*.log"))),
    )


def complaints(logs: Iterable[Path]) -> Iterator[str]:
    """What servers logged as errors, or wrote beside their logs."""
    for log in logs:
        for line in log.read_text().splitlines():
            told = json.loads(line) if line.startswith("{") else {"level": "error", "logger": ""}
            if told["level"] not in ("info", "warning") and not told["logger"].startswith(STUMBLING):
                yield line
