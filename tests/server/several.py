"""Several servers on one store, with real sockets, for tests: their news can be held, dropped and doubled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from laguna.bots.pool import BotPool
from laguna.server.backend import Backend, open_services
from laguna.server.bus.broker import Broker
from laguna.server.bus.bus import Bus, Heard
from laguna.server.bus.nats_bus import NatsBus
from laguna.server.bus.news import SERVERS, News, PersonChanged, decoded, encoded
from laguna.server.clock import SteadyClock
from laguna.server.operations.listening import listen
from laguna.server.operations.metrics import Metrics
from laguna.server.operations.serving import _Server, config_of
from laguna.server.settings import Retention, Settings
from laguna.server.store.postgres import PostgresStore
from laguna.server.store.shared import SharedStore, TableVersion
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Remark, Resumable, Store
from laguna.server.tables.clockwork import Clockwork
from laguna.server.tables.retention import RetentionSweep
from laguna.server.tables.sharing import Sharing
from server.laid import lay_out
from server.player import STEPS, Player, Watched
from server.serving import GENEROUS, Client
from server.wires import Wire, port_of, through

SECONDS = 60
"""A test that takes longer hangs."""
TABLE = "some-table"
NAMES = ("Ala", "Ola", "Ela")
NEVER_S = 1e6


class LocalBus:
    """A bus within one process: who follows a subject hears what others tell in the next turn of the event loop."""

    def __init__(self, server: str, peers: list[LocalBus]) -> None:
        self.connected = True
        self._server = server
        self._peers = peers
        self._following: set[str] = set()
        self._heard: Heard = lambda *_: None
        peers.append(self)

    def listen(self, heard: Heard, reconnected: Callable[[], None]) -> None:
        del reconnected  # it is never away
        self._heard = heard

    async def follow(self, subject: str) -> None:
        self._following.add(subject)

    async def leave(self, subject: str) -> None:
        self._following.discard(subject)

    def tell(self, subject: str, news: News) -> None:
        sent = encoded(self._server, news)
        for peer in self._peers:
            if peer is not self:
                asyncio.get_running_loop().call_soon(peer._deliver, subject, sent)

    def _deliver(self, subject: str, sent: bytes) -> None:
        if subject in self._following:
            self._heard(subject, *decoded(sent))

    async def close(self) -> None:
        self._following.clear()


class GatedBus:
    """A bus that brings its news late, never, or twice, if a test says so."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.dropping = self.doubling = False
        self.told: list[tuple[str, News]] = []
        """All that this server has told."""
        self._held: list[tuple[str, str, News]] | None = None
        self._heard: Heard = lambda *_: None
        self._flags: dict[str, asyncio.Event] = {}

    @property
    def connected(self) -> bool:
        return self.bus.connected

    def listen(self, heard: Heard, reconnected: Callable[[], None]) -> None:
        self._heard = heard
        self.bus.listen(self._pass, reconnected)

    def hold(self) -> None:
        self._held = []

    def bring(self) -> None:
        """Bring what was held, and all that comes from now on."""
        held, self._held = self._held or [], None
        for each in held:
            self._pass(*each)

    async def passed(self, other: GatedBus) -> None:
        """Wait until all has come that another server has told by now."""
        flag = f"flag-{len(self._flags)}"
        self._flags[flag] = asyncio.Event()
        other.tell(SERVERS, PersonChanged(flag))
        await self._flags[flag].wait()

    def _pass(self, subject: str, server: str, news: News) -> None:
        if isinstance(news, PersonChanged) and news.person in self._flags:
            self._flags[news.person].set()
        elif self._held is not None:
            self._held.append((subject, server, news))
        elif not self.dropping:
            for _ in range(1 + self.doubling):
                self._heard(subject, server, news)

    async def follow(self, subject: str) -> None:
        await self.bus.follow(subject)

    async def leave(self, subject: str) -> None:
        await self.bus.leave(subject)

    def tell(self, subject: str, news: News) -> None:
        self.told.append((subject, news))
        self.bus.tell(subject, news)

    async def close(self) -> None:
        await self.bus.close()


class Branch:
    """A SQLite store as one of several servers in this process has it."""

    def __init__(self, store: SqliteStore, server: str, living: set[str]) -> None:
        self._store = store
        self._server = server
        self._living = living

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def versions(self, tables: list[str]) -> dict[str, TableVersion]:
        found = {table: await self._store.whole(table) for table in tables}
        said = {table: await self.remarks_after(table, 0, 1) for table in tables}
        return {
            table: TableVersion(len(whole[1]), whole[0].revision, said[table][0].number if said[table] else 0)
            for table, whole in found.items()
            if whole is not None
        }

    async def remarks_after(self, table: str, number: int, count: int) -> list[Remark]:
        sql = "SELECT * FROM remarks WHERE table_id = $1 AND number > $2 ORDER BY number DESC LIMIT $3"
        return (await self._store._all(Remark, sql, table, number, count))[::-1]

    async def tokens_among(self, hashes: list[bytes]) -> frozenset[bytes]:
        return frozenset([each for each in hashes if await self._store.token(each) is not None])

    async def beat(self) -> frozenset[str]:
        self._living.add(self._server)
        return frozenset(self._living)

    async def give_back(self) -> None:
        self._living.discard(self._server)

    async def time(self) -> float:
        return SteadyClock()()

    async def close(self) -> None:
        """It is closed once, by whoever opened it."""


class GatedStore:
    """A store of which a table is read late, if a test says so."""

    def __init__(self, store: SharedStore) -> None:
        self._store = store
        self.reads, self.has_read = asyncio.Event(), asyncio.Event()
        self.reads.set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def resumable(self, table: str) -> Resumable | None:
        found = await self._store.resumable(table)
        self.has_read.set()
        await self.reads.wait()
        return found


class Side(NamedTuple):
    """One of the servers."""

    backend: Backend
    sharing: Sharing
    bus: GatedBus
    store: GatedStore
    running: asyncio.Task[None]

    async def look(self) -> None:
        """Look after what is due, as the server does every second."""
        tidying = RetentionSweep(self.backend.services, self.backend.lobby, Retention())
        await Clockwork(self.backend.services, self.backend.lobby, self.backend.space, tidying).look()

    async def settled(self) -> None:
        """Wait until all is done that was begun because of others."""
        while self.sharing._tasks:
            await asyncio.gather(*self.sharing._tasks)

    async def die(self) -> None:
        """As if it had been killed: it is silent, and the database takes it for dead."""
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        self.backend.services.bots_asked = lambda _: None
        await self.bus.close()
        await self.store.give_back()

    def client(self, token: str) -> Client:
        """Somebody, by the token of their session, who comes to this one."""
        client = Client(self.backend.settings.port)
        client.cookies["laguna"] = token
        return client


class Several(NamedTuple):
    """Servers on one store, and people whom all know."""

    store: Store
    sides: list[Side]
    people: list[str]
    tokens: list[str]
    broker: Broker | None
    wires: list[Wire]
    """By which each server reaches the database, if it is a real one."""

    async def lay_out(self, game: str, whos: tuple[int, ...] = (0, 1), **changes: Any) -> None:
        """A game of these people; who is named twice has two seats. `changes`: what else stands in the file."""
        await lay_out(self.store, TABLE, game, [self.people[who] for who in whos], Random(game), **changes)

    def hold_news(self) -> None:
        """No server hears of what the others do."""
        for side in self.sides:
            side.bus.hold()

    def bring_news(self) -> None:
        """They hear of it, and of all they have not heard of yet."""
        for side in self.sides:
            side.bus.bring()

    def client(self, who: int, side: int) -> Client:
        """A person who comes to a server."""
        return self.sides[side].client(self.tokens[who])

    @asynccontextmanager
    async def following(self, *whos: int) -> AsyncIterator[list[Player]]:
        """A socket for each of these people: at the first server, at the second one, at the first one, and so on."""
        async with AsyncExitStack() as stack:
            players = []
            for number, who in enumerate(whos):
                client = self.client(who, number % len(self.sides))
                players.append(await stack.enter_async_context(Player.connect(client)))
                await players[-1].follow(TABLE)
            yield players


class Kind(NamedTuple):
    """What servers share: SQLite and a bus within the process; or, with the address of a database, that and NATS."""

    folder: Path
    database: str | None = None

    def run(self, test: Callable[[Several], Coroutine[Any, Any, None]], servers: int = 2, **more: Any) -> None:
        """Run a test with so many servers."""

        async def whole() -> None:
            async with asyncio.timeout(SECONDS), self._several(servers, **more) as several:
                await test(several)

        asyncio.run(whole())

    @asynccontextmanager
    async def _several(
        self, servers: int, compare_interval_s: float = NEVER_S, patience_s: float | None = None
    ) -> AsyncIterator[Several]:
        """`patience_s`: then servers wait so long for a real database, which they reach by wires that can be cut."""
        async with AsyncExitStack() as stack:
            pool = await stack.enter_async_context(BotPool(1))
            broker = None if self.database is None else await stack.enter_async_context(Broker.running())
            local = None if self.database is not None else await SqliteStore.open(self.folder / "laguna.db")
            if local is not None:
                stack.push_async_callback(local.close)
            peers: list[LocalBus] = []
            living: set[str] = set()
            sides: list[Side] = []
            wires: list[Wire] = []
            for number in range(servers):
                name = f"server{number}"
                if self.database is not None and broker is not None:
                    address, more = self.database, {}
                    if patience_s is not None:
                        wires.append(await stack.enter_async_context(Wire.to(port_of(self.database))))
                        address, more = through(wires[-1], self.database), {"patience": patience_s}
                    store: Any = await PostgresStore.open(address, name, **more)
                    bus: Bus = await NatsBus.open(name, broker.url)
                else:
                    store, bus = Branch(local, name, living), LocalBus(name, peers)
                side = _serving(self.folder, name, GatedStore(store), GatedBus(bus), pool, compare_interval_s)
                sides.append(await stack.enter_async_context(side))
            joined = [await sides[0].backend.people.newcomer(name, "coral") for name in NAMES]
            people, tokens = [person.id for person, _ in joined], [token for _, token in joined]
            yield Several(sides[0].store, sides, people, tokens, broker, wires)


@asynccontextmanager
async def _serving(
    folder: Path, name: str, store: Any, bus: GatedBus, pool: BotPool, compare_interval_s: float
) -> AsyncIterator[Side]:
    """A server among others."""
    listener, game_services, ready = listen("127.0.0.1", 0), open_services(), asyncio.Event()
    settings = Settings(port=listener.getsockname()[1], data=folder, limits=GENEROUS, name=name, bot_pause=0.0)
    clock = SteadyClock()
    backend = Backend(settings, store, Metrics(), pool, game_services, clock)
    sharing = backend.share(store, bus, clock)
    sharing.compare_interval_s = compare_interval_s
    await sharing.open()
    running = asyncio.create_task(sharing.run())
    server = _Server(config_of(backend), ready.set, lambda: None)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await ready.wait()
        yield Side(backend, sharing, bus, store, running)
    finally:
        backend.hub.close()
        server.should_exit = True
        await serving
        await backend.bots.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await sharing.close()
        for service in game_services.values():
            service.close()
        await store.close()


def versions(player: Player) -> list[int]:
    """Every version a follower was told of since they came, as a step of its own or as one that they missed."""
    told: list[int] = []
    for message in player.heard:
        if message["type"] == "standpoint":
            told += [missed["version"] for missed in message["missed"]]
        elif message["type"] in STEPS:
            told.append(message["version"])
    return told


async def until(player: Player, version: int) -> None:
    """Hear until the table stands there."""
    while player.tables[TABLE].version < version:
        await player.hear()


def reached(goal: int) -> Callable[[Watched], bool]:
    """Whether a table has come so far."""
    return lambda watched: watched.version >= goal


async def check_told(players: list[Player], came: int, version: int) -> None:
    """Everybody was told of every version, once and in order, and sees what somebody sees who comes afresh."""
    for player in players:
        await until(player, version)
        await player.caught_up()
        assert versions(player) == list(range(came + 1, version + 1))
        views = player.tables[TABLE].views
        await player.follow(TABLE)
        assert player.tables[TABLE].views == views


async def passed(several: Several, teller: int, hearer: int) -> None:
    """Wait until a server has heard all that another one has told by now."""
    await several.sides[hearer].bus.passed(several.sides[teller].bus)


def counted(side: Side, name: str) -> float:
    """A counter of a server."""
    found = side.backend.metrics._registry.get_sample_value(name)
    assert found is not None, name
    return found
