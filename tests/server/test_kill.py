"""Kill -9 while hundreds of tables move, again and again: what was acknowledged is there, once, and play goes on."""

from __future__ import annotations

import asyncio
import itertools
import re
import shutil
import signal
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from random import Random
from typing import Self

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from laguna.games import GAMES
from laguna.server.people.accounts import People
from laguna.server.settings import Settings
from laguna.server.store.engine import sqlite3
from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Store
from laguna.server.tables.match import Match
from server.laid import lay_out
from server.ledger import BUDGET, SEATS, Keeper, Ledger

SECONDS = 1200
"""A test that takes longer hangs."""
DATABASE, LOG = Settings().database.name, "log"
PEOPLE = 50
TABLES = ("duck", "mahe", "duck", "mahe", "")
"""The games of one person's tables; the last one is Kuna Yala or Animals on Board, whose games are short."""
SHORT = ("kuna_yala", "animals_on_board")
KILLS = 4
MANY_KILLS = 40
MOST_HEARD = 2000
"""A server is killed at the latest after it said so much: the first quarter of it when everybody comes back."""
LATER = 0.02
"""Every other one lives up to so many seconds longer: so it dies at any moment of a commit."""
EARLY = 3
"""Before every so many starts there is another one, which does not get far."""
SAMPLE = 25
A_MOVE_OR_TWO = 30
"""So many messages are enough to come back to all of one's tables, and to move at each."""


# The server, as people start it


class Victim:
    """A `laguna serve` of its own process."""

    def __init__(self, process: Process) -> None:
        self.killed = False
        self.port = 0
        self._process = process
        self._began = time.monotonic()

    @classmethod
    @asynccontextmanager
    async def started(cls, folder: Path) -> AsyncIterator[Self]:
        """Start one, which is not ready yet; afterwards it is gone. Its log is kept beside the data."""
        program = (sys.executable, "-c", "from laguna.cli import main; main()", "serve", "--no-open")
        words = ("--port", "0", "--data", str(folder), "--bot-workers", "1", "--log-format", "json")
        with (folder / LOG).open("ab") as log:
            process = await asyncio.create_subprocess_exec(*program, *words, stdin=DEVNULL, stdout=PIPE, stderr=log)
        victim = cls(process)
        try:
            yield victim
        finally:
            victim.kill()
            await victim.gone()

    async def ready(self) -> float:
        """Wait until people may come; how many seconds it took since the start."""
        assert self._process.stdout is not None
        welcome = (await self._process.stdout.readline()).decode()
        found = re.match(r"Laguna is at http://localhost:(\d+)\.", welcome)
        assert found, welcome
        self.port = int(found[1])
        return time.monotonic() - self._began

    def kill(self) -> None:
        """Kill it, this instant."""
        if not self.killed:
            self.killed = True
            with suppress(ProcessLookupError):  # it has ended of itself
                self._process.kill()

    async def gone(self) -> int:
        """Wait until it is; how it ended."""
        return await self._process.wait()

    async def end(self) -> int:
        """End it in good order."""
        self._process.terminate()
        return await self.gone()


# Tables to play at


async def laid_out(folder: Path, random: Random) -> list[Keeper]:
    """People with sessions, and tables where the game has just been laid out."""
    settings = Settings(data=folder)
    store = await SqliteStore.open(settings.database)
    try:
        people = People(store, settings, time.time)
        return list(await asyncio.gather(*(keeper(store, people, number, random) for number in range(PEOPLE))))
    finally:
        await store.close()


async def keeper(store: Store, people: People, number: int, random: Random) -> Keeper:
    person, token = await people.newcomer(f"Ala {number}", "coral")
    games = [game or SHORT[number % len(SHORT)] for game in TABLES]
    tables = [f"{game}-{number}-{index}" for index, game in enumerate(games)]
    for table, game in zip(tables, games, strict=True):
        await lay_out(store, table, game, [person.id] * SEATS, random)
    return Keeper(token, {table: Ledger(table, Random(table)) for table in tables})


# Playing


async def kept_moving(victim: Victim, people: Sequence[Keeper], most: int, heard: Callable[[], None]) -> None:
    """Everybody plays until each has said so much, or the server is gone."""

    async def plays(person: Keeper) -> None:
        try:
            await person.play(victim.port, most, heard)
        except (ConnectionClosed, InvalidMessage, OSError):
            assert victim.killed, "The server closed a socket of itself."

    async with asyncio.TaskGroup() as group:
        for person in people:
            group.create_task(plays(person))


async def killed_in_play(folder: Path, people: Sequence[Keeper], random: Random) -> float:
    """Start a server, have everybody play, and kill it after so much was heard, or a moment later.

    How many seconds it took to start.
    """
    last, later = random.randint(1, MOST_HEARD), random.choice((0.0, random.uniform(0, LATER)))
    count = itertools.count(1)
    async with Victim.started(folder) as victim:
        seconds = await victim.ready()

        def heard() -> None:
            if next(count) == last:
                asyncio.get_running_loop().call_later(later, victim.kill)

        await kept_moving(victim, people, BUDGET, heard)
        victim.kill()
        assert await victim.gone() == -signal.SIGKILL
    return seconds


async def killed_early(folder: Path, random: Random, usual: float) -> None:
    """Kill a server that is just starting."""
    async with Victim.started(folder) as victim:
        with suppress(TimeoutError):
            await asyncio.wait_for(victim.ready(), random.uniform(0, usual))
        victim.kill()
        assert await victim.gone() == -signal.SIGKILL


async def played_on(folder: Path, people: Sequence[Keeper]) -> None:
    """Start a server, have everybody play on at every table, and end it in good order."""
    ledgers = ledgers_of(people)
    before = [ledger.version for ledger in ledgers]
    async with Victim.started(folder) as server:
        await server.ready()
        await kept_moving(server, people, A_MOVE_OR_TWO, lambda: None)
        assert await server.end() == 0
    for ledger, version in zip(ledgers, before, strict=True):
        assert ledger.over or ledger.version > version, f"{ledger.table} stands still"


def ledgers_of(people: Sequence[Keeper]) -> list[Ledger]:
    return [ledger for person in people for ledger in person.ledgers.values()]


# What is stored


class StoredLine(msgspec.Struct):
    seat: int
    move: msgspec.Raw


class StoredMove(msgspec.Struct):
    line: StoredLine


_stored = msgspec.json.Decoder(StoredMove).decode


async def check_stored(database: Path, ledgers: Iterable[Ledger], sample: Sequence[Ledger]) -> None:
    """Every acknowledged move is in its place, as it was sent; after them, at most what nobody has answered yet.

    The games of a sample are taken up as a server would do it, luck and all.
    """
    store = await SqliteStore.open(database)
    try:
        for ledger in ledgers:
            check_log(ledger, await store.lines(ledger.table))
        for ledger in sample:
            file, lines = await store.table(ledger.table), await store.lines(ledger.table)
            assert file is not None
            assert Match.resume(GAMES[file.game], file, lines).position.version == len(lines)
    finally:
        await store.close()


def check_log(ledger: Ledger, lines: Sequence[bytes]) -> None:
    stored = [(move.line.seat, bytes(move.line.move)) for move in map(_stored, lines[1:])]
    acknowledged = [(sent.seat, sent.move) for sent in ledger.acknowledged]
    assert stored[: len(acknowledged)] == acknowledged, f"{ledger.table} has lost something"
    rest = stored[len(acknowledged) :]
    unsure = {(sent.seat, sent.move) for sent in ledger.unsure.values()}
    assert len(rest) == len(set(rest))
    assert unsure.issuperset(rest), f"{ledger.table} has a move that nobody made"


def left_behind(folder: Path, copy: Path) -> Path:
    """A copy of the database as a killed server left it: opening that one puts nothing in order for the next server."""
    copy.mkdir()
    for name in (DATABASE, f"{DATABASE}-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, copy / name)
    return copy / DATABASE


def check_logged(log: Path) -> None:
    """Nothing went wrong inside."""
    for line in log.read_bytes().splitlines():
        assert msgspec.json.decode(line)["level"] in ("info", "warning"), line


@pytest.mark.parametrize(
    ("seed", "kills"),
    [(0, KILLS), *(pytest.param(seed, MANY_KILLS, marks=pytest.mark.thorough) for seed in range(1, 5))],
)
def test_after_a_kill_no_acknowledged_move_is_missing_and_every_table_plays_on(
    tmp_path: Path, seed: int, kills: int
) -> None:
    random, folder = Random(seed), tmp_path / "data"

    async def test() -> None:
        people = await laid_out(folder, random)
        ledgers = ledgers_of(people)
        usual = 0.0
        for number in range(kills):
            if number % EARLY == EARLY - 1:
                await killed_early(folder, random, usual)
            usual = await killed_in_play(folder, people, random)
            left = left_behind(folder, tmp_path / f"left {number}")
            await check_stored(left, ledgers, random.sample(ledgers, SAMPLE))
        await played_on(folder, people)
        await check_stored(folder / DATABASE, ledgers, ledgers)

    asyncio.run(asyncio.wait_for(test(), SECONDS))
    check_logged(folder / LOG)


def test_a_move_that_waits_for_its_commit_is_not_acknowledged_and_a_kill_ends_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"

    async def test() -> None:
        onlooker, *people = await laid_out(folder, Random(0))
        with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as other:
            async with Victim.started(folder) as victim:
                await victim.ready()
                other.execute("BEGIN IMMEDIATE")  # nobody else can write
                playing = asyncio.create_task(kept_moving(victim, people, BUDGET, lambda: None))
                while not all(any(ledger.unsure for ledger in ledgers_of([person])) for person in people):
                    await asyncio.sleep(0)
                await onlooker.play(victim.port, 0, lambda: None)  # the server is not idle: it only cannot write
                victim.kill()
                await playing
        ledgers = ledgers_of(people)
        assert not any(ledger.acknowledged for ledger in ledgers)
        await played_on(folder, [onlooker, *people])
        await check_stored(folder / DATABASE, ledgers, ledgers)

    asyncio.run(asyncio.wait_for(test(), SECONDS))
    check_logged(folder / LOG)
