"""What goes wrong: servers killed and stopped, the database restarted and crashed, the broker killed, wires cut."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

from server.chaos.servers import Cluster, Server
from server.wires import Wire

SLOW_S = 0.05
"""How much longer everything takes over a slow wire, each way."""


LASTING_S = 6.0
"""Seconds that something lasts at most: longer than it takes until a silent server is taken for dead."""
EVERY_S = 0.4
"""Seconds between two of them, on average, and what they take."""


class Amounts(NamedTuple):
    """How often each thing goes wrong."""

    kills: int
    """Of servers, each of which is started again at once."""
    restarts: int
    """Of the database, in good order."""
    crashes: int
    postmaster_kills: int
    broker_kills: int
    held: int
    """Wires over which nothing comes any more, without a word."""
    torn: int
    slow: int
    pauses: int
    """Servers that stand still and go on, as if nothing had been."""


class Troubles:
    """All of them, in an order that the seed decides; those that last go on beside the others."""

    def __init__(
        self, cluster: Cluster, amounts: Amounts, random: Random, lose: Callable[[Server], Awaitable[None]]
    ) -> None:
        """`lose` is told of every server that the others are about to take for dead."""
        self.met: Counter[str] = Counter()
        self.thought = 0.0
        """How many answers the bots of servers that were killed had thought of."""
        self._cluster = cluster
        self._amounts = amounts
        self._random = random
        self._lose = lose
        self._beside = asyncio.TaskGroup()

    async def happen(self) -> None:
        """Have all of it happen; in the end everything runs again."""
        amounts = self._amounts
        kinds: dict[Callable[[], Awaitable[None]], int] = {
            self._kill: amounts.kills,
            self._restart: amounts.restarts,
            self._crash: amounts.crashes,
            self._kill_postmaster: amounts.postmaster_kills,
            self._kill_broker: amounts.broker_kills,
            self._hold: amounts.held,
            self._tear: amounts.torn,
            self._slow: amounts.slow,
            self._pause: amounts.pauses,
        }
        order = [kind for kind, count in kinds.items() for _ in range(count)]
        self._random.shuffle(order)
        async with self._beside:
            for happens in order:
                await asyncio.sleep(self._random.uniform(0, 2 * EVERY_S))
                await happens()

    async def _victim(self) -> Server:
        """A server that is well; another one is, too, and stays so."""
        return self._random.choice(await self._cluster.some_well(2))

    async def _kill(self) -> None:
        """And another one is started there at once."""
        victim = await self._victim()
        with suppress(OSError):  # its figures are only for counting
            self.thought += (await victim.figures())[1]
        self.met["kills"] += 1
        await victim.kill()
        await self._lose(victim)
        self._beside.create_task(victim.start())

    async def _pause(self) -> None:
        victim = await self._victim()
        self.met["pauses"] += 1
        self._beside.create_task(victim.pause(self._lasting()))
        await self._lose(victim)

    async def _restart(self) -> None:
        await self._without_database("restarts", signal.SIGINT)

    async def _crash(self) -> None:
        await self._without_database("crashes", signal.SIGQUIT)

    async def _kill_postmaster(self) -> None:
        await self._without_database("postmaster kills", signal.SIGKILL)

    async def _without_database(self, what: str, how: int) -> None:
        """Only the database has to be back before the next thing goes wrong."""
        self.met[what] += 1
        self._cluster.database_up = False
        await asyncio.to_thread(self._cluster.postgres.restart, how)
        self._cluster.database_up = True

    async def _kill_broker(self) -> None:
        """Whoever keeps it starts it again, on the same port."""
        before = self._cluster.broker.pid
        if before is not None:
            self.met["broker kills"] += 1
            os.kill(before, signal.SIGKILL)

    async def _hold(self) -> None:
        victim, wire = await self._wire("held")

        async def held() -> None:
            wire.hold()
            victim.judge()
            await asyncio.sleep(self._lasting())
            if wire is victim.database:
                assert not await victim.ready(), "It says that nobody may be sent to it."
            wire.release()
            victim.judge()

        self._beside.create_task(held())
        await self._lose(victim)

    async def _tear(self) -> None:
        victim, wire = await self._wire("torn")

        async def torn() -> None:
            wire.down = True
            wire.cut()
            victim.judge()
            await asyncio.sleep(self._lasting())
            wire.down = False
            victim.judge()

        self._beside.create_task(torn())
        await self._lose(victim)

    async def _slow(self) -> None:
        _, wire = await self._wire("slow")

        async def slow() -> None:
            wire.delay_s = SLOW_S
            await asyncio.sleep(self._lasting())
            wire.delay_s = 0.0

        self._beside.create_task(slow())

    async def _wire(self, what: str) -> tuple[Server, Wire]:
        """A wire of a server that is well: to the database, and the next time to NATS."""
        victim = await self._victim()
        self.met[what] += 1
        return victim, (victim.database, victim.bus)[self.met[what] % 2]

    def _lasting(self) -> float:
        return self._random.uniform(0.2, 1.0) * LASTING_S
