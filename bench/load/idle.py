"""What costs though nobody moves: memory of idle sockets and tables, and the start of a server with many of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from pathlib import Path

import uvloop

from laguna.server.settings import Settings
from load.laguna import Door, LagunaPlayer, laguna_server, together
from load.process import ServerProcess
from load.seed import Group, seeded
from load.work import Figures, Work

MOVES = 60
"""The most moves made at a seeded table."""
IDLE_GROUPS, IDLE_TABLES = 250, 4
STORED_GROUPS, STORED_TABLES = 250, 20
STARTS = 3


def memory(data: Path) -> Figures:
    """Kilobytes for each socket that follows a table, and for each table that is loaded and nobody follows."""
    settings = Settings(data=data)
    groups = uvloop.run(seeded(settings, IDLE_GROUPS + 1, IDLE_TABLES + 1, MOVES))
    with laguna_server(settings) as server:
        return uvloop.run(_idle(server, groups))


def start(data: Path) -> Figures:
    """Seconds from nothing until the server is well, and until somebody sees their table: medians."""
    settings = Settings(data=data)
    groups = uvloop.run(seeded(settings, STORED_GROUPS, STORED_TABLES, MOVES))
    _start_once(settings, groups)  # compiles what is not compiled yet
    times = [_start_once(settings, groups) for _ in range(STARTS)]
    return {name: statistics.median(each[name] for each in times) for name in times[0]}


async def _idle(server: ServerProcess, groups: Sequence[Group]) -> Figures:
    """The tables that sockets follow are loaded before, and a first table has loaded what all tables need."""
    async with Door.of(server) as door:
        first, *others = groups
        for player in await together(door, first, Work(), 0):
            player.leave()
        await _load(door, others, slice(1))
        before = server.memory()
        players: list[LagunaPlayer] = []
        for group in others:
            players += await together(door, group, Work(), 0)
        with_sockets = server.memory()
        await _load(door, others, slice(1, None))
        with_tables = server.memory()
        for player in players:
            player.leave()
    tables = sum(len(group.tables) - 1 for group in others)
    return {
        "idle_socket_kb": (with_sockets - before) / len(players) / 1000,
        "idle_table_kb": (with_tables - with_sockets) / tables / 1000,
        "memory_before_mb": before / 1e6,
    }


async def _load(door: Door, groups: Sequence[Group], which: slice) -> None:
    """Have the server load tables, by asking it by REST where they stand."""
    for group in groups:
        for number, table in enumerate(group.tables[which]):
            token = group.tokens[number % len(group.tokens)]  # in turn: everybody may ask only so often
            await door.asked(token, "GET", f"/api/tables/{table}/position")


def _start_once(settings: Settings, groups: Sequence[Group]) -> Figures:
    """Start a server and end it."""
    with laguna_server(settings) as server:
        return uvloop.run(_started(server, groups))


async def _started(server: ServerProcess, groups: Sequence[Group]) -> Figures:
    async with Door.of(server) as door:
        well, cpu = time.perf_counter() - server.began, server.cpu()
        player = LagunaPlayer(Work(), 0)
        await door.connect(groups[-1].tokens[0], player)
        await player.follow(groups[-1].tables[0])
        seen = time.perf_counter() - server.began
        player.leave()
    return {"start_s": well, "start_cpu_s": cpu, "first_table_s": seen}
