"""Several server processes on one port over a real PostgreSQL, as `laguna serve` starts them."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path
from uuid import uuid4

import pytest
from prometheus_client.parser import text_string_to_metric_families

from laguna.server.bus.broker import Broker
from server.player import Player
from server.postgres import Postgres
from server.returning import Returning
from server.served import PROGRAM, Served
from server.serving import Client
from server.tables import made

SECONDS = 120
PASSWORD = "open-sesame-of-workers"  # noqa: S105 - of no real database, and in no other test's command line
PAUSE_S = 0.06
"""Seconds between two moves: who sends more than 20 messages a second is told to wait."""
AWAY_S = 1.0
"""Nobody is away for longer than so many seconds, whichever server ends."""
BAD_INPUT = 2
OK, NOT_NOW = 200, 503


class Several(Served):
    """Two workers on one port."""

    def __init__(self, database: str) -> None:
        address = database.replace("@", f":{PASSWORD}@", 1)
        super().__init__("serve", "--port", 0, "--workers", 2, "--bot-workers", 1, "--store", address)
        self.own_ports = [int(port) for port in re.findall(r"\d+", self.welcome.partition("ports ")[2])]

    def guest(self, port: int | None = None) -> Client:
        """Somebody new, on the common port unless another is named."""
        client = Client(port or self.port, origin=self.url)
        client.post("/api/me", {"name": "Ala", "colour": "coral"}).expect(201)
        return client


@pytest.fixture
def several(database: str) -> Iterator[Several]:
    with Several(database) as running:
        yield running


class Stayer(Returning):
    """Somebody who plays alone, on all seats, and comes back as pages do whenever a server sends them away."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.moves = 0
        """Moves that were made, each of them once."""

    async def play(self, enough: Callable[[], bool]) -> None:
        """Play one game after another."""
        while not enough():
            table = await self._begun()
            answered: set[tuple[int, int]] = set()
            play_on = partial(self._play_on, table, answered, enough)
            while (version := await self.visit(play_on)) is None:
                pass
            assert version == 1 + len(answered), "A move was lost, or made twice."
            self.moves += len(answered)

    async def _begun(self) -> str:
        while True:
            try:
                return await asyncio.to_thread(self._begin)
            except (OSError, HTTPException):
                self.refused += 1

    def _begin(self) -> str:
        table = made(self.client, "duck", seats=2)
        self.client.put(f"/api/tables/{table}/seats/1", {"who": "me"}).expect(200)
        self.client.post(f"/api/tables/{table}/start").expect(200)
        return table

    async def _play_on(
        self, table: str, answered: set[tuple[int, int]], enough: Callable[[], bool], player: Player
    ) -> int:
        """Play over a socket; the table's version when it is enough, or over."""
        await player.follow(table)
        self.back()
        watched = player.tables[table]
        while (questions := watched.questions()) and not enough():
            [(seat, question), *_] = questions
            answered.add((seat, question["ask"]))
            await player.play(table, seat, question, question["moves"][0])
            await player.until("moved", table=table, seat=seat, ask=question["ask"])
            await asyncio.sleep(PAUSE_S)
        return watched.version


def meanwhile(several: Several, does: Callable[[], None], until: str) -> Stayer:
    """Have somebody play before, while and after something is done that the log tells the end of."""
    stayer = Stayer(several.guest())
    over = asyncio.Event()

    async def play_on() -> None:
        moves = 0

        def enough() -> bool:
            nonlocal moves
            moves += over.is_set()
            return moves > 5

        await stayer.play(enough)

    async def whole() -> None:
        async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as both:
            both.create_task(play_on())
            does()
            await asyncio.to_thread(several.logged, until)
            over.set()

    asyncio.run(whole())
    return stayer


def names_at(ports: Sequence[int]) -> list[str]:
    """What the server on each of these ports calls itself, on every sample of its metrics."""
    found = []
    for port in ports:
        families = text_string_to_metric_families(Client(port).get("/metrics").body.decode())
        [name] = {sample.labels["server"] for family in families for sample in family.samples}
        found.append(name)
    return found


def pids(several: Several) -> set[int]:
    """The workers."""
    started = "".join(path.read_text() for path in Path(f"/proc/{several.process.pid}/task").glob("*/children"))
    return {pid for pid in map(int, started.split()) if "laguna.server.operations.worker" in command_line(pid)}


def command_line(pid: int | str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:  # it has ended meanwhile
        return ""


def test_who_comes_to_one_worker_is_known_to_the_other(several: Several) -> None:
    here, there = several.own_ports
    client = several.guest(here)
    client.port = there
    assert client.get("/api/me").expect(200)["person"]["name"] == "Ala"
    assert len(set(names_at(several.own_ports))) == 2
    assert [Client(port).get("/readyz").expect(200)["status"] for port in several.own_ports] == ["ok", "ok"]


def test_a_server_alone_on_its_machine_has_the_same_name_in_its_log_as_in_its_metrics(database: str) -> None:
    with Served("serve", "--port", 0, "--bot-workers", 1, "--store", database) as alone:
        [name] = names_at([alone.port])
        assert alone.logged("Database check passed")["server"] == name


def test_a_worker_that_is_killed_is_replaced_under_somebody_who_plays(several: Several) -> None:
    before = pids(several)
    killed = min(before)
    stayer = meanwhile(several, lambda: os.kill(killed, signal.SIGKILL), "Worker ready")
    after = pids(several)
    assert len(after) == 2
    assert after & before == before - {killed}
    assert stayer.troubles == []
    assert all(seconds < AWAY_S for seconds in stayer.away_s)


def test_a_password_that_was_typed_is_nowhere_to_be_seen(several: Several) -> None:
    several.guest()
    assert len(pids(several)) == 2
    assert [path for path in Path("/proc").glob("[0-9]*") if PASSWORD in command_line(path.name)] == []
    code, log = several.end()
    assert code == 0
    assert PASSWORD not in several.welcome + log


def test_a_server_whose_database_lets_nobody_in_any_more_says_so_in_sentences_to_the_end(postgres: Postgres) -> None:
    address = postgres.migrated()
    name = address.rpartition("/")[2]
    with Served("serve", "--port", 0, "--bot-workers", 1, "--store", address.replace("@", f":{PASSWORD}@")) as served:
        served.newcomer()
        postgres.execute(
            f"ALTER DATABASE {name} ALLOW_CONNECTIONS false",
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",  # noqa: S608
        )
        told = served.logged("The store does not answer")["message"]
        assert "is not currently accepting connections" in told
        while served.ask("GET", "/readyz").status == OK:
            pass
        assert served.ask("POST", "/api/me", {"name": "Ola"}, Origin=served.url).status == NOT_NOW
        code, log = served.end()
    assert code == 0
    assert "The other servers could not be told of the end" in log
    assert "Traceback" not in log
    assert PASSWORD not in log


def left_of(mark: str) -> list[str]:
    """Processes that a program has left behind, by something in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if mark in (path / "environ").read_text(errors="replace"):
                found.append(command_line(path.name))
    return found


def refused(*words: object, **environment: str) -> str:
    """The one sentence with which a server does not start, of which nothing is left and no password shown."""
    mark = f"LAGUNA_TEST_MARK={uuid4()}"
    name, _, value = mark.partition("=")
    ended = subprocess.run(
        [*PROGRAM, "serve", "--port", "0", "--bot-workers", "1", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        env={**os.environ, **environment, name: value},
    )
    assert (ended.returncode, ended.stdout) == (BAD_INPUT, "")
    assert PASSWORD not in ended.stderr
    assert left_of(mark) == []
    [sentence] = [line for line in ended.stderr.splitlines() if not line.startswith("{")]
    assert "Traceback" not in ended.stderr
    return sentence


def test_a_database_that_cannot_be_opened_is_told_and_nothing_is_left_behind(database: str) -> None:
    address = database.replace("@", f":{PASSWORD}@", 1).rpartition("/")[0] + "/no_such_database"
    assert "no_such_database" in refused("--workers", 2, "--store", address)
    assert "no_such_database" in refused(LAGUNA_STORE=address)


def test_a_broker_that_lets_nobody_in_is_told_and_nothing_is_left_behind(database: str) -> None:
    async def test() -> None:
        async with Broker.running() as broker:
            address = re.sub(r"//.*@", f"//bus:{PASSWORD}@", broker.url)
            sentence = await asyncio.to_thread(refused, "--workers", 2, "--store", database, "--nats", address)
            assert "--nats needs its user and password, or its token" in sentence

    asyncio.run(test())
