"""Tables where people, bots and clocks take turns: when a game is over, the same people begin another one."""

from __future__ import annotations

import asyncio
import itertools
import time
from random import Random
from typing import NamedTuple

from laguna.server.people.accounts import People
from laguna.server.settings import Settings
from laguna.server.store.store import SetWake
from laguna.server.tables.table_file import Seat
from server.chaos.account import Account
from server.chaos.people import Scene, Sitter
from server.laid import lay_out

LEVEL = "beginner"
CLOCK_S = 3


class Kind(NamedTuple):
    """How a table is occupied: a game, whether the second seat is a bot's, and how long one may think."""

    game: str
    bot: bool = False
    clock_s: int | None = None


KINDS = (
    Kind("duck"),
    Kind("mahe"),
    Kind("duck", bot=True),
    Kind("animals_on_board"),
    Kind("mahe", clock_s=CLOCK_S),
    Kind("kuna_yala"),
    Kind("mahe", bot=True),
    Kind("duck", clock_s=CLOCK_S),
)


class Party:
    """The people of a table, and somebody who looks on; at one table after another."""

    def __init__(self, scene: Scene, kind: Kind, number: int, random: Random) -> None:
        self.accounts: list[Account] = []
        """Of all their tables; the last is that where they are now."""
        self.sitters: list[Sitter] = []
        """Those who are at that one."""
        self._scene = scene
        self._kind = kind
        self._number = number
        self._random = random
        self._tables = (f"{kind.game}-{number}-{count:04}" for count in itertools.count(1))

    async def play(self) -> None:
        """Until all rest."""
        store = self._scene.cluster.store
        people = People(store, Settings(), time.time)
        joined = [await people.newcomer(f"Ala {self._number}", "coral") for _ in range(3)]
        while not self._scene.resting:
            account = await self._lay_out([person.id for person, _ in joined])
            self.sitters = [
                Sitter(self._scene, account, seat, token, Random(f"{account.table} {seat}"))
                for seat, (_, token) in zip((0, 1, None), joined, strict=True)
                if not (self._kind.bot and seat == 1)
            ]
            self.accounts.append(account)
            async with asyncio.TaskGroup() as group:
                for sitter in self.sitters:
                    group.create_task(sitter.stay())

    async def _lay_out(self, people: list[str]) -> Account:
        """A new table; it is due at once, so that a bot that begins is asked."""
        table, store = next(self._tables), self._scene.cluster.store
        second = Seat(bot=LEVEL, name="Ola") if self._kind.bot else Seat(person=people[1])
        seats, clock = (Seat(person=people[0]), second), self._kind.clock_s
        more = {"seats": seats, "clock": clock, "open": False, "guests": (people[2],)}
        await lay_out(store, table, self._kind.game, people[:2], self._random, **more)
        await store.write(SetWake(table, time.time()))
        return Account(table, self._kind.game, clock)
