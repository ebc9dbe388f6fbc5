"""Three servers on one PostgreSQL and one NATS, of which now this and now that goes wrong, under people who play.

Nothing acknowledged is lost or doubled, everybody is told the same story, and no table stands still: its game moves on
within `STILL_S` seconds, counted from its last move, from the moment when the database was last away or no server well,
or from that when the server that was to have its bots answer was lost, whichever was last.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import asyncpg
import pytest

from laguna.server.store.postgres.connecting import ERRORS
from server.chaos.account import Account
from server.chaos.servers import Cluster, Server
from server.chaos.tables import KINDS, Party
from server.chaos.troubles import Amounts, Troubles

STILL_S = 10.0
LOOK_S = 0.1
CALM_S = 4.0
SECONDS = 3600
WELCOME_LEVELS = ("info", "warning")


class Run:
    """One run: the servers, all parties, and what was seen of them."""

    def __init__(self, cluster: Cluster, parties: int, pace_s: float, seed: int) -> None:
        self.cluster = cluster
        self.pace_s = pace_s
        self.resting = False
        self.stillest = (0.0, "")
        """For how long a table stood still at most, and which one."""
        self.parties = [
            Party(self, KINDS[number % len(KINDS)], number, Random(f"{seed} {number}")) for number in range(parties)
        ]

    @property
    def accounts(self) -> Iterator[Account]:
        """Of all tables there were."""
        return (account for party in self.parties for account in party.accounts)

    @property
    def moves(self) -> int:
        return sum(len(account.steps) for account in self.accounts)

    async def watch(self) -> None:
        """See that no table stands still."""
        well_since = time.monotonic()
        while True:
            await asyncio.sleep(LOOK_S)
            now = time.monotonic()
            if not (self.cluster.database_up and self.cluster.well):
                well_since = now
            for account in [party.accounts[-1] for party in self.parties if party.accounts]:
                still = now - max(well_since, account.moving_since)
                if not account.over and still > self.stillest[0]:
                    self.stillest = (still, account.table)

    async def struck(self, server: Server) -> None:
        """A server is about to be taken for dead: whoever takes over its bots needs time from now on."""
        with suppress(*ERRORS):
            db = await asyncpg.connect(self.cluster.postgres.url("laguna_1"), timeout=1)
            try:
                rows = await db.fetch("SELECT table_id FROM wakes WHERE server = $1", server.name)
            finally:
                await db.close()
            theirs = {row["table_id"] for row in rows}
            for account in self.accounts:
                if account.table in theirs:
                    account.moving_since = max(account.moving_since, time.monotonic())

    async def calm(self) -> None:
        """Nothing goes wrong: every table moves on."""
        before = {party: (party.accounts[-1], party.accounts[-1].version) for party in self.parties}
        deadline = time.monotonic() + STILL_S
        while still := [
            party for party, (account, version) in before.items() if account.version <= version and not account.over
        ]:
            assert time.monotonic() < deadline, [sitter.state for party in still for sitter in party.sitters]
            await asyncio.sleep(LOOK_S)

    async def thought(self) -> float:
        return sum([(await server.figures())[1] for server in self.cluster.servers])


async def chaos(folder: Path, amounts: Amounts, parties: int, pace_s: float, seed: int) -> dict[str, object]:
    random = Random(seed)
    async with Cluster.running(folder) as cluster, asyncio.timeout(SECONDS):
        run = Run(cluster, parties, pace_s, seed)
        troubles = Troubles(cluster, amounts, random, run.struck)
        began = time.monotonic()
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(party.play()) for party in run.parties]
            watching = group.create_task(run.watch())
            await troubles.happen()
            await run.calm()
            watching.cancel()
            run.resting = True
            await asyncio.gather(*playing)
        seconds = time.monotonic() - began
        assert all([await server.ready() for server in cluster.servers])
        thought = troubles.thought + await run.thought()
        by_bots = sum([await account.check(cluster.store) for account in run.accounts])
        logs = check_logs(folder)
    return {
        "met": dict(troubles.met),
        "seconds": round(seconds, 1),
        "moves": run.moves,
        "acknowledged": sum(len(account.acknowledged) for account in run.accounts),
        "tables": len(list(run.accounts)),
        "by bots": by_bots,
        "thought": thought,
        "stillest": run.stillest,
        "said": sum(len(account._said_surely) for account in run.accounts),
        "undone": sum(step.undone for account in run.accounts for step in account.steps.values()),
        "logs": logs,
    }


def check_logs(folder: Path) -> Counter[str]:
    """What the servers logged, but for information."""
    told: Counter[str] = Counter()
    for log in folder.glob("*.log"):
        for line in log.read_bytes().splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                entry = {"level": "raw", "message": line.decode()}
            if entry["level"] != "info":
                told[f"{entry['level']}: {entry['message'][:150]} {str(entry.get('exception', ''))[-600:]}"] += 1
    return told


@pytest.mark.parametrize("seed", [1])
def test_chaos(tmp_path: Path, seed: int) -> None:
    found = asyncio.run(chaos(tmp_path, Amounts(10), 12, 0.1, seed))
    for key, value in found.items():
        print(key, value)
    assert found["stillest"][0] < STILL_S
