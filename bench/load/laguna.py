"""Laguna's server, and clients that speak nothing but its protocol."""

from __future__ import annotations

import asyncio
import random
import ssl
import sys
import time
import zlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from ipaddress import IPv4Address
from itertools import chain

import httpx
import msgspec
from picows import ws_connect
from prometheus_client.parser import text_string_to_metric_families

from laguna.server.settings import Settings
from load.process import START_TIMEOUT_S, DidNotStart, ServerProcess, free_port, serving
from load.seed import Group
from load.work import Player, Troubled, Work

MAX_CONNECTING = 20
"""How many connect at a time."""
TROUBLES = frozenset({"trouble", "refused", "stale", "closed"})


class Question(msgspec.Struct):
    """What a client reads of a question: its number, and the moves that are offered."""

    ask: int
    moves: list[msgspec.Raw]


class Sight(msgspec.Struct):
    """What a client reads of what its seat sees."""

    question: Question | None


class Told(msgspec.Struct):
    """What a client reads of any message."""

    type: str
    table: str = ""
    seat: int | None = None
    ask: int = -1
    sights: tuple[Sight, ...] = ()
    sentence: str = ""


_told = msgspec.json.Decoder(Told)
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""One for all: each would take long to make."""
_HANG_UP = httpx.Limits(max_keepalive_connections=0)
"""An idle line would be taken for memory of what is measured."""


@contextmanager
def laguna_server(settings: Settings, under: Sequence[str] = ()) -> Iterator[ServerProcess]:
    """Laguna's server as people start it, with nothing set but where its data is, and how many workers it has.

    `under`: by a program that watches it, with its words. Not yet open: see `Door`.
    """
    workers = settings.workers if settings.workers > 1 else 0
    port = free_port(1 + workers)
    own_ports = range(port + 1, port + 1 + workers)
    words = ["--no-open", "--port", port, "--data", settings.data]
    words += ["--store", settings.store] if settings.store else []
    words += ["--workers", workers] if workers else []
    command = (*under, sys.executable, "-c", "from laguna.cli import main; main()", "serve", *map(str, words))
    # Whatever is set here: compiled once, as it is wherever it is installed.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(settings.data.parent / "bytecode")}
    with serving(command, port, own_ports=own_ports, env=compiled) as server:
        yield server


def address_of(token: str) -> str:
    """Where somebody is: everybody has an address of their own, since new ones come slowly from any one."""
    return str(IPv4Address(int(IPv4Address("127.1.0.0")) + zlib.crc32(token.encode()) % (1 << 23)))


class Door:
    """The ways into a server: one to each of those who serve, by numbers from 0."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self._clients: dict[tuple[str, int], httpx.AsyncClient] = {}

    @classmethod
    @asynccontextmanager
    async def of(cls, server: ServerProcess) -> AsyncIterator[Door]:
        """Open once the server says that it is well. Raises `DidNotStart`."""
        server.wait_until_open()
        door = cls(server)
        try:
            for at in range(len(server.ports)):
                if (await door._client("", at).get("/healthz")).is_error:
                    raise DidNotStart("The server started, but is not well.")
            yield door
        finally:
            await asyncio.gather(*(client.aclose() for client in door._clients.values()))

    async def asked(self, token: str, method: str, path: str, at: int = 0) -> httpx.Response:
        """What somebody gets by REST. Raises `HTTPError` where it is refused."""
        answer = await self._client(token, at).request(method, path, headers=self._showing(token, at))
        return answer.raise_for_status()

    async def counted(self) -> Counter[str]:
        """What its metrics count, by the samples' names, with the bounds of buckets; of all who serve together."""
        counted: Counter[str] = Counter()
        for at in range(len(self.server.ports)):
            page = (await self._client("", at).get("/metrics")).text
            for family in text_string_to_metric_families(page):
                for sample in family.samples:
                    counted[sample.name + sample.labels.get("le", "")] += int(sample.value)
        return counted

    async def connect(self, token: str, player: Player, at: int = 0) -> None:
        """Open a socket for somebody."""
        url = f"ws{self._origin(at).removeprefix('http')}/api/socket"
        here = (address_of(token), 0)
        await ws_connect(lambda: player, url, extra_headers=self._showing(token, at), local_addr=here)

    def _client(self, token: str, at: int) -> httpx.AsyncClient:
        """Somebody's client; without a token that of a program on this machine."""
        if (token, at) not in self._clients:
            here = address_of(token) if token else "127.0.0.1"
            transport = httpx.AsyncHTTPTransport(local_address=here, verify=_NO_TLS, limits=_HANG_UP)
            self._clients[token, at] = httpx.AsyncClient(
                base_url=self._origin(at), transport=transport, timeout=START_TIMEOUT_S
            )
        return self._clients[token, at]

    def _origin(self, at: int) -> str:
        return f"http://127.0.0.1:{self.server.ports[at]}"

    def _showing(self, token: str, at: int) -> dict[str, str]:
        """The headers of a browser that shows our page."""
        return {"Cookie": f"laguna={token}", "Origin": self._origin(at)}


class LagunaPlayer(Player):
    """A seat: answers with any of the moves that are offered. Nobody's, if it is -1."""

    def __init__(self, work: Work, seat: int) -> None:
        super().__init__(work)
        self.over = asyncio.Event()
        self.seat = seat
        self.at = 0
        """With which of those who serve it is connected."""
        self._table = ""
        self._question = Question(-1, [])
        self._follows = asyncio.Event()
        self._rng = random.Random(seat)

    async def follow(self, table: str) -> None:
        """Follow a table, and no other; return when it is known where it stands. Raises `Troubled`."""
        if self._table:
            self.say(msgspec.json.encode({"type": "unfollow", "table": self._table}))
        self._table = table
        self._question = Question(-1, [])
        self._follows.clear()
        self.over.clear()
        self.say(msgspec.json.encode({"type": "follow", "table": table}))
        try:
            async with asyncio.timeout(START_TIMEOUT_S):
                await self._follows.wait()
        except TimeoutError as error:
            raise Troubled(" ".join(self.work.troubles[:3]) or f"Table {table} does not answer.") from error

    def heard(self, message: bytes) -> None:
        """A message came."""
        told = _told.decode(message)
        if told.type in TROUBLES:
            self.work.troubles.append(f"{told.type}: {told.sentence}")
        if told.table != self._table:
            return
        if told.type == "moved":
            self.moved(told)
        for sight in told.sights:
            if sight.question is not None and sight.question.ask != self._question.ask:
                self._question = sight.question
                self.work.asked(self)
        if told.type == "standpoint":
            self._follows.set()
        elif told.type == "over":
            self.over.set()

    def moved(self, told: Told) -> None:
        """Somebody's move was made."""
        if told.seat == self.seat and told.ask == self._question.ask:
            self.work.answered(self.since)

    def spoken(self) -> bytes:
        """One of the moves that are offered."""
        move = self._rng.choice(self._question.moves)
        return b'{"type":"play","table":"%s","seat":%d,"ask":%d,"move":%s}' % (
            self._table.encode(),
            self.seat,
            self._question.ask,
            bytes(move),
        )


class WatchedMove(msgspec.Struct):
    """A move, and by when it came where."""

    since: float
    """From when its time runs."""
    received: float | None = None
    """When its maker had the receipt."""
    seen: float | None = None
    """When who watches saw it."""


class WatchedPlayer(LagunaPlayer):
    """A player whose moves somebody watches."""

    def __init__(self, work: Work, seat: int) -> None:
        super().__init__(work, seat)
        self._moves: dict[int, WatchedMove] = {}
        """Those that have not come to both of them yet, by their questions."""

    def answer(self, since: float) -> None:
        """See `Player`."""
        self._moves[self._question.ask] = WatchedMove(since)
        super().answer(since)

    def moved(self, told: Told) -> None:
        """See `LagunaPlayer`."""
        super().moved(told)
        if told.seat == self.seat and (move := self._moves.get(told.ask)) is not None:
            move.received = time.perf_counter()
            self._settle(told.ask, move)

    def seen(self, ask: int) -> None:
        """Who watches saw the answer to a question."""
        if (move := self._moves.get(ask)) is not None:
            move.seen = time.perf_counter()
            self._settle(ask, move)

    def _settle(self, ask: int, move: WatchedMove) -> None:
        if move.received is not None and move.seen is not None:
            self.work.seen(move.seen - move.since, max(0.0, move.seen - move.received))
            del self._moves[ask]


class Watcher(LagunaPlayer):
    """Somebody who watches a table without a seat there."""

    def __init__(self, work: Work, players: Sequence[WatchedPlayer]) -> None:
        super().__init__(work, -1)
        self._players = players

    def moved(self, told: Told) -> None:
        """See `LagunaPlayer`."""
        if told.seat is not None:
            self._players[told.seat].seen(told.ask)


async def together(door: Door, group: Group, work: Work, number: int) -> list[LagunaPlayer]:
    """A socket for each of a group, all at the same of those who serve: as a proxy does that goes by the table."""
    at = number % len(door.server.ports)
    return [await _seated(door, LagunaPlayer(work, seat), group, at) for seat in range(len(group.tokens))]


async def spread(door: Door, group: Group, work: Work, number: int) -> list[LagunaPlayer]:
    """A socket for each of a group, at one of those who serve after the other."""
    del number
    serve = len(door.server.ports)
    return [await _seated(door, LagunaPlayer(work, seat), group, seat % serve) for seat in range(len(group.tokens))]


async def watched(door: Door, group: Group, work: Work, number: int) -> list[LagunaPlayer]:
    """All of a group at the same of those who serve, and at the next of these somebody who watches them."""
    serve = len(door.server.ports)
    players = [WatchedPlayer(work, seat) for seat in range(len(group.tokens))]
    for player in players:
        await _seated(door, player, group, number % serve)
    watcher = Watcher(work, players)
    await door.connect(group.watcher, watcher, (number + 1) % serve)
    await watcher.follow(group.tables[0])
    return [*players, watcher]


async def _seated(door: Door, player: LagunaPlayer, group: Group, at: int) -> LagunaPlayer:
    """A player who follows their group's first table."""
    player.at = at
    await door.connect(group.tokens[player.seat], player, at)
    await player.follow(group.tables[0])
    return player


Sitting = Callable[[Door, Group, Work, int], Awaitable[list[LagunaPlayer]]]
"""How the group of this number comes to its first table: the host first."""


@asynccontextmanager
async def playing(door: Door, groups: Sequence[Group], work: Work, sitting: Sitting = together) -> AsyncIterator[None]:
    """Have each group follow its first table, and play again with the same people whenever a game is over."""
    slots = asyncio.Semaphore(MAX_CONNECTING)

    async def connected(number: int, group: Group) -> list[LagunaPlayer]:
        async with slots:
            return await sitting(door, group, work, number)

    tables = await asyncio.gather(*(connected(*each) for each in enumerate(groups)))
    again = [asyncio.create_task(_again(door, *one, work)) for one in zip(groups, tables, strict=True)]
    try:
        yield
    finally:
        for task in again:
            task.cancel()
        for player in chain.from_iterable(tables):
            player.leave()


async def _again(door: Door, group: Group, players: list[LagunaPlayer], work: Work) -> None:
    """One game after another: the host asks for a rematch, everybody follows, the host starts it."""
    host, token, table = players[0], group.tokens[0], group.tables[0]
    try:
        while True:
            await host.over.wait()
            table = (await door.asked(token, "POST", f"/api/tables/{table}/rematch", host.at)).json()["id"]
            for player in players:
                await player.follow(table)
            await door.asked(token, "POST", f"/api/tables/{table}/start", host.at)
    except (httpx.HTTPError, KeyError, Troubled) as error:
        work.troubles.append(f"There was no rematch: {error!r}.")
