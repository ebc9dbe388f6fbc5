"""A server that hands its people over before it ends, as one does that shares its store with others."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from http import HTTPStatus
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from laguna.server.backend import Backend
from laguna.server.operations import drain
from laguna.server.operations.listening import listen
from laguna.server.operations.serving import _Server, config_of
from laguna.server.people.hub import CLOSE_RESTARTING, Connection
from laguna.server.people.tokens import fresh_id
from laguna.server.settings import Settings
from laguna.server.store.store import Person
from laguna.server.wire.bodies import NewTable
from server.player import Player, following
from server.serving import GENEROUS, Client
from server.tables import begun

SECONDS = 60
PROGRAM = """
import sys
from pathlib import Path
from laguna.server.operations.listening import listen
from laguna.server.operations.serving import serve
from laguna.server.settings import Settings
listener = listen("127.0.0.1", 0)
settings = Settings(port=listener.getsockname()[1], data=Path(sys.argv[1]), bot_workers=1, low_space_mb=0)
serve(settings, [listener], lambda: print(settings.port, flush=True), draining=True)
"""


class Drained:
    """A server that SIGTERM drains, as a process."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(folder)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def guest(self) -> Client:
        client = Client(self.port)
        client.post("/api/me", {"name": "Ala", "colour": "coral"}).expect(201)
        return client

    def ended(self) -> int:
        self.process.communicate(timeout=SECONDS)
        return self.process.returncode


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Drained]:
    drained = Drained(tmp_path)
    yield drained
    drained.process.kill()
    drained.process.communicate()


async def closed_with(player: Player) -> int | None:
    """The code that a socket is closed with, whatever comes before."""
    try:
        while True:
            await player.hear()
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


def ready(kept: http.client.HTTPConnection) -> tuple[int, str, bool]:
    """What a proxy hears that asks over a connection it has had for a while, and whether it may keep that."""
    kept.request("GET", "/readyz")
    answer = kept.getresponse()
    return answer.status, json.loads(answer.read())["status"], not answer.will_close


# From outside


def test_whoever_aims_fires_first_while_all_others_are_handed_over(server: Drained) -> None:
    ala, ola = server.guest(), server.guest()
    table = begun([ala, ola], "ship_ahoy", first=0)

    async def play() -> None:
        with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=SECONDS)) as kept:
            assert ready(kept) == (200, "ok", True)
            async with following(table, ala, ola) as (aiming, other):
                [(seat, question)] = aiming.tables[table].questions()
                told = await aiming.ask("signal", table, seat=seat, ask=question["ask"])
                assert told["type"] == "done"
                server.process.send_signal(signal.SIGTERM)
                assert await closed_with(other) == CLOSE_RESTARTING
                assert ready(kept) == (503, "draining", False)
                await aiming.send("play", table, seat=seat, ask=question["ask"], move=question["moves"][0])
                assert (await aiming.until("moved"))["seat"] == seat
                assert await closed_with(aiming) == CLOSE_RESTARTING

    asyncio.run(play())
    assert server.ended() == 0


def test_many_sockets_are_closed_one_by_one_and_few_within_a_moment(server: Drained) -> None:
    client = server.guest()

    async def leave() -> None:
        async with AsyncExitStack() as stack:
            players = [await stack.enter_async_context(Player.connect(client)) for _ in range(10)]
            server.process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(SECONDS):
                assert await asyncio.gather(*map(closed_with, players)) == [CLOSE_RESTARTING] * 10

    asyncio.run(leave())
    assert server.ended() == 0


def test_with_nobody_there_it_ends_at_once(server: Drained) -> None:
    os.kill(server.process.pid, signal.SIGTERM)
    assert server.ended() == 0


def connected_raw(client: Client) -> socket.socket:
    """A socket that is open, and whose other end will neither read nor answer."""
    connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=SECONDS)
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    connection.request(
        "GET",
        "/api/socket",
        headers={
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "bm9ib2R5IGlzIGhlcmUgLg==",
            "Cookie": cookies,
            "Origin": str(client.origin),
        },
    )
    opened = connection.sock
    assert connection.getresponse().status == HTTPStatus.SWITCHING_PROTOCOLS
    return opened


def test_who_never_answers_that_a_socket_is_closed_keeps_no_server_from_ending(server: Drained) -> None:
    with connected_raw(server.guest()):
        server.process.send_signal(signal.SIGTERM)
        assert server.ended() == 0


@pytest.mark.parametrize(
    ("again", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, -signal.SIGINT)], ids=["SIGTERM", "SIGINT"]
)
def test_a_second_sigterm_changes_nothing_and_a_ctrl_c_ends_all_waiting(
    server: Drained, again: signal.Signals, code: int
) -> None:
    ala, ola = server.guest(), server.guest()
    table = begun([ala, ola], "ship_ahoy", first=0)

    async def play() -> None:
        async with following(table, ala, ola) as (aiming, other):
            [(seat, question)] = aiming.tables[table].questions()
            assert (await aiming.ask("signal", table, seat=seat, ask=question["ask"]))["type"] == "done"
            server.process.send_signal(signal.SIGTERM)
            assert await closed_with(other) == CLOSE_RESTARTING  # who aims is waited for now
            server.process.send_signal(again)
            if code == 0:
                await aiming.send("play", table, seat=seat, ask=question["ask"], move=question["moves"][0])
                assert (await aiming.until("moved"))["seat"] == seat
            assert await closed_with(aiming) == (None if code else CLOSE_RESTARTING)

    asyncio.run(play())
    assert server.ended() == code


# From inside


class Line:
    """The sending side of a socket that remembers why it was closed."""

    def __init__(self) -> None:
        self.code: int | None = None

    def post(self, text: bytes) -> bool:
        del text
        return True

    async def send(self, text: bytes) -> None:
        """Everything went by `post`."""

    async def close(self, code: int) -> None:
        self.code = code

    def leave(self) -> None:
        """It follows no table."""


def connected(backend: Backend) -> tuple[Connection, Line]:
    """Somebody's open socket."""
    line = Line()
    connection = Connection(Person(id=fresh_id(), name="Ala", colour="coral", created=0.0), line)
    backend.hub.add(connection)
    return connection, line


async def when(come_about: Callable[[], bool]) -> None:
    """Until something is so, turn by turn of the event loop."""
    while not come_about():
        await asyncio.sleep(0)


@asynccontextmanager
async def changing(backend: Backend, follower: Connection) -> AsyncIterator[None]:
    """A table that somebody follows is being changed, as long as the block takes."""
    room = await backend.lobby.create(follower.person, NewTable(game="duck"))
    await room.follow(follower)
    async with room._turn:
        yield


def test_no_socket_is_closed_while_a_table_it_follows_is_being_changed(tmp_path: Path) -> None:
    async def hand_over(backend: Backend, _: _Server, __: socket.socket) -> None:
        (follower, kept), (_other, closed) = connected(backend), connected(backend)
        async with changing(backend, follower):
            closing = asyncio.create_task(drain.drain(backend))
            await when(lambda: closed.code == CLOSE_RESTARTING)
            assert not follower.closing
            assert not closing.done()
        await closing
        await when(lambda: kept.code == CLOSE_RESTARTING)

    serving(hand_over, tmp_path)


def test_a_socket_that_opens_while_others_are_handed_over_is_closed_in_its_turn(tmp_path: Path) -> None:
    async def hand_over(backend: Backend, _: _Server, __: socket.socket) -> None:
        (follower, _line), (_other, closed) = connected(backend), connected(backend)
        async with changing(backend, follower):
            closing = asyncio.create_task(drain.drain(backend))
            await when(lambda: closed.code == CLOSE_RESTARTING)
            _newcomer, come = connected(backend)
            await when(lambda: come.code == CLOSE_RESTARTING)
            assert not closing.done()
        await closing

    serving(hand_over, tmp_path)


def test_nobody_is_waited_for_longer_than_can_be_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain, "DRAIN_S", 0.0)
    monkeypatch.setattr(drain, "AIM_TIMEOUT_S", 0.01)

    async def hand_over(backend: Backend, _: _Server, __: socket.socket) -> None:
        follower, line = connected(backend)
        async with changing(backend, follower):
            await drain.drain(backend)
            await when(lambda: line.code == CLOSE_RESTARTING)

    serving(hand_over, tmp_path)


def serving(test: Callable[[Backend, _Server, socket.socket], Awaitable[None]], folder: Path) -> None:
    """Have something done inside a server that SIGTERM drains."""

    async def whole() -> None:
        listener, started = listen("127.0.0.1", 0), asyncio.Event()
        settings = Settings(port=listener.getsockname()[1], data=folder, limits=GENEROUS, bot_workers=1)
        async with asyncio.timeout(SECONDS), Backend.open(settings) as backend:
            server = _Server(config_of(backend), started.set, lambda _: None, backend)
            task = asyncio.create_task(server.serve(sockets=[listener]))
            await started.wait()
            await test(backend, server, listener)
            server.should_exit = True
            await task

    asyncio.run(whole())


def test_who_waits_in_the_queue_of_a_listener_that_is_closed_is_served(tmp_path: Path) -> None:
    async def come_late(_: Backend, server: _Server, listener: socket.socket) -> None:
        address = listener.getsockname()
        with socket.create_connection(address) as waiting:  # the event loop has not had its turn since
            await server._stop_listening([listener])
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(address)
            reader, writer = await asyncio.open_connection(sock=waiting.dup())
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert (await reader.read()).startswith(b"HTTP/1.1 200 ")
            writer.close()

    serving(come_late, tmp_path)


def test_the_others_are_told_when_the_last_socket_is_closed(tmp_path: Path) -> None:
    told: list[object] = []

    async def hand_over(backend: Backend, _: _Server, __: socket.socket) -> None:
        connection, _line = connected(backend)

        async def give_claims_back() -> None:
            told.append(connection.closing)
            raise OSError("The bus is gone.")

        backend.when_draining.append(give_claims_back)
        await drain.drain(backend)

    serving(hand_over, tmp_path)
    assert told == [True]
