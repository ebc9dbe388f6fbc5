"""Servers on one PostgreSQL and one NATS, each behind wires of its own that can be held, torn and slowed."""

from __future__ import annotations

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Self

from prometheus_client.parser import text_string_to_metric_families

from laguna.server.bus.broker import Broker
from laguna.server.store.postgres import PostgresStore
from server.chaos.forker import Forker, Started
from server.postgres import Postgres, running_postgres
from server.wires import Wire

SERVERS = 3
WORDS = ("serve", "--port", "0", "--no-open", "--bot-workers", "1", "--connections-per-address", "1000")
START_TIMEOUT_S = 60.0
"""Seconds until a server that does not start is given up; it may wait for a database that is away."""
REQUEST_TIMEOUT_S = 5.0
LOOK_S = 0.1


class Server:
    """One place for a server: whoever is killed here is followed by another one, on another port."""

    def __init__(self, forker: Forker, log: Path, database: Wire, bus: Wire, addresses: Mapping[str, str]) -> None:
        """`addresses`: where the database and NATS are, through these wires, as the environment says it."""
        self.database = database
        self.bus = bus
        self.port = 0
        self.name = ""
        """What the server that is here now calls itself."""
        self.up = asyncio.Event()
        self.unwell_since: float | None = 0.0
        """Since when it has been gone, stopped or cut off from the database; None: it is well."""
        self._forker = forker
        self._log = log
        self._addresses = addresses
        self._process: Started | None = None
        self._paused = False

    async def start(self) -> None:
        """Start a server here, again if it gives up because the database is away; return when people may come."""
        deadline = time.monotonic() + START_TIMEOUT_S
        while not await self._started():
            assert time.monotonic() < deadline, self._log.read_text()[-2000:]
            await asyncio.sleep(LOOK_S)
        self.name = ""
        while not self.name:
            with suppress(OSError):  # the database is away just now
                self.name = (await self.figures())[0]
        self.up.set()
        self.judge()

    async def _started(self) -> bool:
        words = (*WORDS, "--data", str(self._log.with_suffix("")))
        process = self._process = await self._forker.start(words, self._addresses, self._log)
        found = re.match(r"Laguna is at http://localhost:(\d+)", await process.line())
        if found is None:
            await process.ended()
            return False
        self.port = int(found[1])
        return True

    def judge(self) -> None:
        """Note whether it is well."""
        if self.up.is_set() and not self._paused and not self.database.held and not self.database.down:
            self.unwell_since = None
        elif self.unwell_since is None:
            self.unwell_since = time.monotonic()

    async def kill(self) -> None:
        self.up.clear()
        self.judge()
        if self._process is not None:
            self._process.signal(signal.SIGKILL)
            await self._process.ended()
        self._paused = False

    async def pause(self, seconds: float) -> None:
        """It does nothing for a while, and does not know that."""
        process = self._process
        assert process is not None
        self._paused = True
        self.judge()
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        process.signal(signal.SIGCONT)  # unless it was killed meanwhile
        if process is self._process:
            self._paused = False
            self.judge()

    async def ready(self) -> bool:
        """Whether it says that people may be sent to it."""
        return (await self._request("GET /readyz")).startswith(b"HTTP/1.1 200")

    async def figures(self) -> tuple[str, float]:
        """What it calls itself, and how many answers its bots have thought of. Raises `OSError` if it does not say."""
        head, _, page = (await self._request("GET /metrics")).decode().partition("\r\n\r\n")
        if not head.startswith("HTTP/1.1 200"):
            raise ConnectionError(head)
        families = {family.name: family for family in text_string_to_metric_families(page)}
        thought = [s.value for s in families["laguna_bot_answer_seconds"].samples if s.name.endswith("_count")]
        return families["laguna_sockets"].samples[0].labels["server"], sum(thought)

    async def leave(self, table: str, token: str) -> None:
        """Have whoever this token is of leave a table. Raises `OSError` if it does not say that they have."""
        more = f"Cookie: laguna={token}\r\nOrigin: http://127.0.0.1:{self.port}\r\nContent-Length: 0\r\n"
        answer = await self._request(f"POST /api/tables/{table}/leave", more)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise ConnectionError(answer)

    async def _request(self, what: str, more: str = "") -> bytes:
        """What is answered; `more` is what stands in the head beside what always does."""
        async with asyncio.timeout(REQUEST_TIMEOUT_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                writer.write(
                    f"{what} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n{more}\r\n".encode()
                )
                return await reader.read()
            finally:
                writer.close()


class Cluster:
    """All of it."""

    def __init__(
        self, postgres: Postgres, database: str, broker: Broker, store: PostgresStore, servers: Sequence[Server]
    ) -> None:
        self.postgres = postgres
        self.database = database
        """Its address, which no wire leads to."""
        self.broker = broker
        self.store = store
        """The test's own, which is never cut off from the database."""
        self.servers = servers
        self.database_up = True

    @classmethod
    @asynccontextmanager
    async def running(cls, folder: Path) -> AsyncIterator[Self]:
        """Start everything; afterwards it is gone."""
        async with AsyncExitStack() as stack:
            postgres = await asyncio.to_thread(stack.enter_context, running_postgres())
            database = await asyncio.to_thread(postgres.empty)
            store = await PostgresStore.open(database, "ledger")
            stack.push_async_callback(store.close)
            broker = await stack.enter_async_context(Broker.running())
            forker = await stack.enter_async_context(Forker.running())
            servers = []
            for number in range(SERVERS):
                wires = [await stack.enter_async_context(Wire.to(port)) for port in (postgres.port, _port(broker.url))]
                urls = [_through(url, wire) for url, wire in zip((database, broker.url), wires, strict=True)]
                addresses = dict(zip(("LAGUNA_STORE", "LAGUNA_NATS"), urls, strict=True))
                servers.append(Server(forker, folder / f"server {number}.log", *wires, addresses))
                stack.push_async_callback(servers[-1].kill)
            await asyncio.gather(*(server.start() for server in servers))
            yield cls(postgres, database, broker, store, servers)

    @property
    def well(self) -> list[Server]:
        """The servers that nothing is wrong with."""
        return [server for server in self.servers if server.unwell_since is None]

    async def some_well(self, count: int = 1) -> list[Server]:
        """The same, once there are so many."""
        while len(well := self.well) < count:
            await asyncio.sleep(LOOK_S)
        return well


def _port(url: str) -> int:
    return int(url.rpartition(":")[2].partition("/")[0])


def _through(url: str, wire: Wire) -> str:
    return url.replace(f":{_port(url)}", f":{wire.port}")
