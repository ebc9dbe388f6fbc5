"""All workers are replaced under load: many people at many tables, with bots, cannons and programs that ask by REST."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http.client import HTTPException
from random import Random
from statistics import median

import pytest

from laguna.server.people.hub import CLOSE_RESTARTING
from server.player import Player
from server.returning import Returning
from server.serving import Client
from server.tables import begun
from server.test_workers_on_postgres import AWAY_S, Several, pids

SECONDS = 120
PAUSE_S = 0.2
"""Seconds somebody thinks about a move: so the games last longer than the restart."""
BUSY_AWAY_S = 5.0
"""So long may somebody be away where other tests take six times as much of the machine; else it is 0.2 seconds."""
MOVES_BEFORE, MOVES_AFTER = 3, 5
"""So many moves are seen at each table before the restart, and after it."""
POLL_S = 5
RECHECK_S = 1.0
"""Seconds without a message after which somebody looks whether it is enough."""


@pytest.fixture
def several(database: str) -> Iterator[Several]:
    with Several(database) as running:
        yield running


class Guest(Returning):
    """Somebody at a table, who comes back as pages do whenever a server sends them away."""

    def __init__(self, client: Client, random: Random) -> None:
        super().__init__(client)
        self.steps: list[tuple[int, int | None]] = []
        """Every step that one was told of: its version, and whose it was. Each must come once, and in order."""
        self.acknowledged: set[tuple[int, int]] = set()
        """One's own moves that were told to be stored: the question and the version."""
        self.over = False
        self._random = random

    @property
    def version(self) -> int:
        return self.steps[-1][0] if self.steps else 1

    async def play(self, table: str, enough: Callable[[], bool]) -> None:
        """Play at a table until it is enough, or over."""
        while not (self.over or enough()):
            await self.visit(partial(self._play_on, table, enough))

    async def _play_on(self, table: str, enough: Callable[[], bool], player: Player) -> None:
        standpoint = await player.follow(table, after=self.version)
        self.back()
        for step in standpoint["missed"]:
            self._note(step["version"], step["seat"])
        assert self.version == standpoint["version"]
        watched, sent = player.tables[table], -1
        while not enough():
            for seat, question in watched.questions():
                if question["ask"] != sent:
                    sent = question["ask"]
                    await player.play(table, seat, question, self._random.choice(question["moves"]))
                    await asyncio.sleep(PAUSE_S)
            try:
                async with asyncio.timeout(RECHECK_S):
                    told = await player.hear()
            except TimeoutError:  # it may have become enough by what others were told
                continue
            if told["type"] == "moved":
                self._note(told["version"], told["seat"])
                if told["ask"] == sent and told["seat"] in watched.sights:
                    self.acknowledged.add((sent, told["version"]))
            elif told["type"] == "over":
                self.over = True
                return

    def _note(self, version: int, seat: int | None) -> None:
        assert version == self.version + 1, "A move was lost, or told twice."
        self.steps.append((version, seat))

    async def check(self, table: str) -> None:
        """All that was told is stored, each move once."""
        async with Player.connect(self.client) as anew:
            missed = (await anew.follow(table, after=1))["missed"]
        stored = [(step["version"], step["seat"]) for step in missed]
        assert stored[: len(self.steps)] == self.steps
        assert len({ask for ask, _ in self.acknowledged}) == len(self.acknowledged)


class Poller:
    """A program that follows a table by REST, with requests that are answered when something has happened."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.seen = [1]
        self.broken = 0

    async def poll(self, table: str, enough: Callable[[], bool]) -> None:
        while not enough():
            path = f"/api/tables/{table}/position?after={self.seen[-1]}&wait={POLL_S}"
            try:
                answer = await asyncio.to_thread(self.client.get, path)
            except (OSError, HTTPException):
                self.broken += 1
                continue
            self.seen.append(answer.expect(200)["version"])


PARTIES = [
    ("duck", 4, ()),
    ("kuna_yala", 4, ()),
    ("animals_on_board", 4, ()),
    ("mahe", 3, ("easy",)),
    ("duck", 3, ("good",)),
    ("ship_ahoy", 2, ()),
]
"""Games, how many people play each, and the bots among them."""


class Party:
    """A table, whoever plays there, and a program that follows it."""

    def __init__(self, several: Several, game: str, people: int, bots: Sequence[str]) -> None:
        clients = [several.guest() for _ in range(people)]
        self.table = begun(clients, game, bots)
        self.guests = [Guest(client, Random(f"{game} {number}")) for number, client in enumerate(clients)]
        self.poller = Poller(clients[0])
        self._goal: int | None = None

    @property
    def version(self) -> int:
        """What everybody has been told of."""
        return min(guest.version for guest in self.guests)

    def enough(self, restarted: bool) -> bool:
        """Whether some more has happened since the restart, or the game is over."""
        if restarted and self._goal is None:
            self._goal = self.version + MOVES_AFTER
        return self._goal is not None and all(guest.over or guest.version >= self._goal for guest in self.guests)


async def restarted_under(several: Several, parties: list[Party]) -> None:
    """Have all play before, while and after all workers are replaced."""
    restarted = asyncio.Event()

    async def restart() -> None:
        while any(party.version < MOVES_BEFORE for party in parties[:-1]):  # shots take their time
            await asyncio.sleep(PAUSE_S)
        several.process.send_signal(signal.SIGHUP)
        await asyncio.to_thread(several.logged, "All workers are replaced")
        restarted.set()

    async with asyncio.timeout(SECONDS), asyncio.TaskGroup() as load:
        load.create_task(restart())
        for party in parties:
            enough = partial(lambda party: party.enough(restarted.is_set()), party)
            load.create_task(party.poller.poll(party.table, enough))
            for guest in party.guests:
                load.create_task(guest.play(party.table, enough))
    for party in parties:
        for guest in party.guests:
            await guest.check(party.table)


def test_nobody_at_many_tables_is_away_for_long_and_no_move_is_lost_or_doubled(several: Several) -> None:
    before = pids(several)
    parties = [Party(several, *each) for each in PARTIES]
    asyncio.run(restarted_under(several, parties))
    assert not before & pids(several)
    guests = [guest for party in parties for guest in party.guests]
    assert [trouble for guest in guests for trouble in guest.troubles] == []
    assert {guest.refused for guest in guests} == {party.poller.broken for party in parties} == {0}
    assert {code for guest in guests for code in guest.closed} == {CLOSE_RESTARTING}
    assert all(guest.closed for guest in guests if not guest.over)
    away_s = [seconds for guest in guests for seconds in guest.away_s]
    assert median(away_s) < AWAY_S
    assert max(away_s) < BUSY_AWAY_S
    for party in parties:
        assert party.poller.seen == sorted(party.poller.seen)
        assert all(guest.acknowledged for guest in party.guests)
