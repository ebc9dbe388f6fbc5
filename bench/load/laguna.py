"""Laguna's server, and clients that speak nothing but its protocol."""

from __future__ import annotations

import asyncio
import random
import ssl
import sys
import zlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from ipaddress import IPv4Address
from itertools import chain
from pathlib import Path

import httpx
import msgspec
from picows import ws_connect

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
def laguna_server(data: Path) -> Iterator[ServerProcess]:
    """Laguna's server as people start it, with nothing set but where it is. Not yet open: see `Door`."""
    port = free_port()
    command = (sys.executable, "-c", "from laguna.cli import main; main()", "serve", "--no-open")
    # Whatever is set here: compiled once, as it is wherever it is installed.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(data.parent / "bytecode")}
    with serving((*command, "--port", str(port), "--data", str(data)), port, env=compiled) as server:
        yield server


def address_of(token: str) -> str:
    """Where somebody is: everybody has an address of their own, since new ones come slowly from any one."""
    return str(IPv4Address(int(IPv4Address("127.1.0.0")) + zlib.crc32(token.encode()) % (1 << 23)))


class Door:
    """The way into a server."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self._origin = f"http://127.0.0.1:{server.port}"
        self._clients: dict[str, httpx.AsyncClient] = {}

    @classmethod
    @asynccontextmanager
    async def of(cls, server: ServerProcess) -> AsyncIterator[Door]:
        """Open once the server says that it is well. Raises `DidNotStart`."""
        server.wait_until_open()
        door = cls(server)
        try:
            if (await door._client("").get("/healthz")).is_error:
                raise DidNotStart("The server started, but is not well.")
            yield door
        finally:
            await asyncio.gather(*(client.aclose() for client in door._clients.values()))

    async def asked(self, token: str, method: str, path: str) -> httpx.Response:
        """What somebody gets by REST. Raises `HTTPError` where it is refused."""
        answer = await self._client(token).request(method, path, headers=self._showing(token))
        return answer.raise_for_status()

    async def commits(self) -> float:
        """How many commits the server has made."""
        page = (await self._client("").get("/metrics")).text.splitlines()
        return sum(float(line.split()[-1]) for line in page if line.startswith("laguna_commit_seconds_count"))

    async def connect(self, token: str, player: Player) -> None:
        """Open a socket for somebody."""
        url = f"ws{self._origin.removeprefix('http')}/api/socket"
        here = (address_of(token), 0)
        await ws_connect(lambda: player, url, extra_headers=self._showing(token), local_addr=here)

    def _client(self, token: str) -> httpx.AsyncClient:
        """Somebody's client; without a token that of a program on this machine."""
        if token not in self._clients:
            here = address_of(token) if token else "127.0.0.1"
            transport = httpx.AsyncHTTPTransport(local_address=here, verify=_NO_TLS, limits=_HANG_UP)
            self._clients[token] = httpx.AsyncClient(
                base_url=self._origin, transport=transport, timeout=START_TIMEOUT_S
            )
        return self._clients[token]

    def _showing(self, token: str) -> dict[str, str]:
        """The headers of a browser that shows our page."""
        return {"Cookie": f"laguna={token}", "Origin": self._origin}


class LagunaPlayer(Player):
    """A seat: answers with any of the moves that are offered."""

    def __init__(self, work: Work, seat: int) -> None:
        super().__init__(work)
        self.over = asyncio.Event()
        self._seat = seat
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
        if told.type == "moved" and told.seat == self._seat and told.ask == self._question.ask:
            self.work.answered(self.since)
        for sight in told.sights:
            if sight.question is not None and sight.question.ask != self._question.ask:
                self._question = sight.question
                self.work.asked(self)
        if told.type == "standpoint":
            self._follows.set()
        elif told.type == "over":
            self.over.set()

    def spoken(self) -> bytes:
        """One of the moves that are offered."""
        move = self._rng.choice(self._question.moves)
        return b'{"type":"play","table":"%s","seat":%d,"ask":%d,"move":%s}' % (
            self._table.encode(),
            self._seat,
            self._question.ask,
            bytes(move),
        )


@asynccontextmanager
async def playing(door: Door, groups: Sequence[Group], work: Work) -> AsyncIterator[None]:
    """Have each group follow its first table, and play again with the same people whenever a game is over."""
    slots = asyncio.Semaphore(MAX_CONNECTING)

    async def connected(group: Group) -> list[LagunaPlayer]:
        async with slots:
            return await seated(door, group, work)

    tables = await asyncio.gather(*map(connected, groups))
    again = [asyncio.create_task(_again(door, *one, work)) for one in zip(groups, tables, strict=True)]
    try:
        yield
    finally:
        for task in again:
            task.cancel()
        for player in chain.from_iterable(tables):
            player.leave()


async def seated(door: Door, group: Group, work: Work) -> list[LagunaPlayer]:
    """A socket for each of a group, following its first table."""
    players = [LagunaPlayer(work, seat) for seat in range(len(group.tokens))]
    for player, token in zip(players, group.tokens, strict=True):
        await door.connect(token, player)
        await player.follow(group.tables[0])
    return players


async def _again(door: Door, group: Group, players: list[LagunaPlayer], work: Work) -> None:
    """One game after another: the host asks for a rematch, everybody follows, the host starts it."""
    host, table = group.tokens[0], group.tables[0]
    try:
        while True:
            await players[0].over.wait()
            table = (await door.asked(host, "POST", f"/api/tables/{table}/rematch")).json()["id"]
            for player in players:
                await player.follow(table)
            await door.asked(host, "POST", f"/api/tables/{table}/start")
    except (httpx.HTTPError, KeyError, Troubled) as error:
        work.troubles.append(f"There was no rematch: {error!r}.")
