"""What a dead server costs another one: its people come, it takes their games up and tells what they missed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import uvloop

from laguna.server.settings import Settings
from load.laguna import Door, laguna_server
from load.process import START_TIMEOUT_S, ServerProcess
from load.seed import Group, seeded
from load.work import Figures, Player, Troubled, Work

GROUPS, TABLES = 250, 4
"""Groups of four people, each of whom follows all tables of the group by one socket."""
MOVES = 320
"""The most moves made at a table: no game of Duck is over by then."""


class _Told(msgspec.Struct):
    type: str
    sentence: str = ""


_told = msgspec.json.Decoder(_Told)


class Returning(Player):
    """Somebody who comes back to several tables at once, of which they have seen all but the last move."""

    def __init__(self, work: Work) -> None:
        super().__init__(work)
        self._missing = 0
        self._back = asyncio.Event()

    async def follow_all(self, group: Group) -> None:
        """Return when it is known where all tables stand. Raises `Troubled`."""
        self._missing = len(group.tables)
        for table, lines in zip(group.tables, group.lines, strict=True):
            self.say(msgspec.json.encode({"type": "follow", "table": table, "after": max(1, lines - 1)}))
        async with asyncio.timeout(START_TIMEOUT_S):
            await self._back.wait()
        if self.work.troubles:
            raise Troubled(" ".join(self.work.troubles[:3]))

    def heard(self, message: bytes) -> None:
        """A message came."""
        told = _told.decode(message)
        if told.type == "trouble":
            self.work.troubles.append(told.sentence)
        if told.type in {"standpoint", "trouble"}:
            self._missing -= 1
            if not self._missing:
                self._back.set()

    def spoken(self) -> bytes:
        """Nobody asks them anything."""
        raise NotImplementedError


def returning(data: Path) -> Figures:
    """Seconds of CPU until all people of 1,000 tables in mid-game are back, and what of it is their connections'."""
    settings = Settings(data=data)
    groups = uvloop.run(seeded(settings, GROUPS + 1, TABLES, MOVES))
    with laguna_server(settings) as server:
        return uvloop.run(_returned(server, groups))


async def _returned(server: ServerProcess, groups: Sequence[Group]) -> Figures:
    async with Door.of(server) as door:
        first, *others = groups
        await _come_back(door, [first])  # loads what all tables need
        before = server.cpu()
        people = await _connected(door, others)
        connected = server.cpu()
        await asyncio.gather(*(player.follow_all(group) for group, player in people))
        back = server.cpu()
        for _, player in people:
            player.leave()
    tables = sum(len(group.tables) for group in others)
    return {
        "return_1000_tables_cpu_s": 1000 * (back - connected) / tables,
        "return_connections_cpu_s": connected - before,
    }


async def _come_back(door: Door, groups: Sequence[Group]) -> None:
    for group, player in await _connected(door, groups):
        await player.follow_all(group)
        player.leave()


async def _connected(door: Door, groups: Sequence[Group]) -> list[tuple[Group, Returning]]:
    """A socket for everybody."""
    people = []
    for group in groups:
        for token in group.tokens:
            player = Returning(Work())
            await door.connect(token, player)
            people.append((group, player))
    return people
