"""How much a server carries: moves a second, how long they take, memory of what is idle, and the start.

    python bench/server.py [--only saturated,paced,memory,start,peer] [--seconds 10] [--tables 200] [--json]

The server runs on one core, as people start it; its clients in this process on another one. Where Node is found,
boardgame.io's own server gets the same work in the same run (`peer`). See bench/README.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import uvloop
from load.boardgame import boardgame_server, boardgame_tables
from load.laguna import Door, LagunaPlayer, laguna_server, playing, seated
from load.process import CLIENTS, ServerProcess
from load.seed import Group, seeded
from load.work import Stint, Work

SECTIONS = ("saturated", "paced", "memory", "start", "peer")
STINTS: dict[str, float | None] = {"saturated": None, "paced": 500.0}
"""How many moves a second are wanted; None: as many as can be."""
WARM = 3.0
"""Seconds before the measuring begins."""
MOVES = 60
"""The most moves made at a seeded table."""
IDLE_GROUPS, IDLE_TABLES = 250, 4
STORED_GROUPS, STORED_TABLES = 250, 20
STARTS = 3
FLUSHES = 50


class Limit(msgspec.Struct, frozen=True):
    """What must be reached: at least, or at most."""

    value: float
    least: bool = False

    def reached(self, value: float) -> bool:
        """Whether it is."""
        return value >= self.value if self.least else value <= self.value


LIMITS = {
    "saturated_moves_s": Limit(4000, least=True),
    "saturated_p99_ms": Limit(100),
    "paced_p99_ms": Limit(15),
    "idle_socket_kb": Limit(30),
    "idle_table_kb": Limit(20),
    "start_s": Limit(2),
}

Figures = dict[str, float]


# Moves


def told(name: str, stint: Stint) -> Figures:
    """A stint's figures."""
    return {
        f"{name}_moves_s": stint.rate,
        f"{name}_moves_cpu_s": 1e6 / stint.server_cpu_us,
        f"{name}_p50_ms": stint.p50_ms,
        f"{name}_p99_ms": stint.p99_ms,
        f"{name}_worst_ms": stint.worst_ms,
        f"{name}_cpu_us": stint.server_cpu_us,
        f"{name}_busy": stint.server_busy,
        f"{name}_waited": stint.server_waited,
        f"{name}_load_busy": stint.load_busy,
    }


async def laguna_moves(
    server: ServerProcess, groups: Sequence[Group], wanted: Sequence[str], seconds: float
) -> Figures:
    """The stints that are wanted, at Laguna's tables."""
    work, figures = Work(), Figures()
    async with Door.of(server) as door, playing(door, groups, work):
        for name in wanted:
            commits, began = await door.commits(), time.perf_counter()
            figures |= told(name, await work.stint(server, WARM, seconds, STINTS[name]))
            figures[f"{name}_commits_s"] = (await door.commits() - commits) / (time.perf_counter() - began)
    return figures


async def boardgame_moves(server: ServerProcess, tables: int, wanted: Sequence[str], seconds: float) -> Figures:
    """The same at boardgame.io's."""
    work, figures = Work(), Figures()
    players = await boardgame_tables(server, work, tables)
    for name in wanted:
        figures |= told(name, await work.stint(server, WARM, seconds, STINTS[name]))
    for player in players:
        player.leave()
    return figures


# Memory


async def idle(server: ServerProcess, groups: Sequence[Group]) -> Figures:
    """Kilobytes for each socket that follows a table, and for each table that is loaded and nobody follows.

    The tables that sockets follow are loaded before, and a first table has loaded what all tables need.
    """
    async with Door.of(server) as door:
        first, *others = groups
        for player in await seated(door, first, Work()):
            player.leave()
        await load(door, others, slice(1))
        before = server.memory()
        players: list[LagunaPlayer] = []
        for group in others:
            players += await seated(door, group, Work())
        with_sockets = server.memory()
        await load(door, others, slice(1, None))
        with_tables = server.memory()
        for player in players:
            player.leave()
    tables = sum(len(group.tables) - 1 for group in others)
    return {
        "idle_socket_kb": (with_sockets - before) / len(players) / 1000,
        "idle_table_kb": (with_tables - with_sockets) / tables / 1000,
        "memory_before_mb": before / 1e6,
    }


async def load(door: Door, groups: Sequence[Group], which: slice) -> None:
    """Have the server load tables, by asking it by REST where they stand."""
    for group in groups:
        for number, table in enumerate(group.tables[which]):
            token = group.tokens[number % len(group.tokens)]  # in turn: everybody may ask only so often
            await door.asked(token, "GET", f"/api/tables/{table}/position")


# The start


async def started(server: ServerProcess, groups: Sequence[Group]) -> Figures:
    """Seconds from nothing until the server is well, and until somebody sees their table."""
    async with Door.of(server) as door:
        well, cpu = time.perf_counter() - server.began, server.cpu()
        player = LagunaPlayer(Work(), 0)
        await door.connect(groups[-1].tokens[0], player)
        await player.follow(groups[-1].tables[0])
        seen = time.perf_counter() - server.began
        player.leave()
    return {"start_s": well, "start_cpu_s": cpu, "first_table_s": seen}


def flushed(folder: Path) -> float:
    """Milliseconds in which a page gets to this disk: the median."""
    spent = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(FLUSHES):
            began = time.perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            spent.append(time.perf_counter() - began)
    return 1000 * statistics.median(spent)


# All of it


def laguna(asked: argparse.Namespace, folder: Path) -> Figures:
    """All that is wanted of Laguna."""
    figures: Figures = {"flush_ms": flushed(folder)}
    if stints := [name for name in STINTS if name in asked.only]:
        groups = uvloop.run(seeded(folder / "moves", asked.tables, 1, 0))
        with laguna_server(folder / "moves") as server:
            figures |= uvloop.run(laguna_moves(server, groups, stints, asked.seconds))
    if "memory" in asked.only:
        groups = uvloop.run(seeded(folder / "memory", IDLE_GROUPS + 1, IDLE_TABLES + 1, MOVES))
        with laguna_server(folder / "memory") as server:
            figures |= uvloop.run(idle(server, groups))
    if "start" in asked.only:
        groups = uvloop.run(seeded(folder / "start", STORED_GROUPS, STORED_TABLES, MOVES))
        start_once(folder / "start", groups)  # compiles what is not compiled yet
        figures |= median(lambda: start_once(folder / "start", groups))
    return figures


def start_once(data: Path, groups: Sequence[Group]) -> Figures:
    """Start a server and end it."""
    with laguna_server(data) as server:
        return uvloop.run(started(server, groups))


def median(measure: Callable[[], Figures]) -> Figures:
    """Each figure's median of a few times."""
    times = [measure() for _ in range(STARTS)]
    return {name: statistics.median(each[name] for each in times) for name in times[0]}


def boardgame(asked: argparse.Namespace) -> Figures:
    """What is wanted of boardgame.io; nothing where there is no Node."""
    stints = [name for name in STINTS if name in asked.only]
    if "peer" not in asked.only or not stints or shutil.which("node") is None:
        return {}
    with boardgame_server() as server:
        return uvloop.run(boardgame_moves(server, asked.tables, stints, asked.seconds))


def shown(ours: Figures, theirs: Figures) -> None:
    """Print the table."""
    print(f"{'':24}{'Laguna':>12}{'boardgame.io':>14}{'ratio':>8}{'limit':>9}")
    for name, value in ours.items():
        peer = theirs.get(name)
        beside = f"{'':22}" if peer is None else f"{peer:14.2f}{value / peer:8.2f}"
        limit = LIMITS.get(name)
        bound = "" if limit is None else f"{limit.value:9.0f}{'' if limit.reached(value) else '  not reached'}"
        print(f"{name:24}{value:12.2f}{beside}{bound}")


def parsed() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description="How much a server carries.")
    parser.add_argument("--only", default=",".join(SECTIONS), metavar="A,B", help=f"of: {', '.join(SECTIONS)}")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="how long to measure moves (10)")
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="how many tables move (200)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="on which disk to keep the tables (the temporary one)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args()
    asked.only = asked.only.split(",")
    if unknown := set(asked.only) - set(SECTIONS):
        parser.error(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(SECTIONS)}.")
    return asked


def main() -> None:
    """Measure and print."""
    asked = parsed()
    os.sched_setaffinity(0, CLIENTS)
    with tempfile.TemporaryDirectory(prefix="laguna-bench-", dir=asked.data) as folder:
        ours = laguna(asked, Path(folder))
    theirs = boardgame(asked)
    if asked.json:
        print(msgspec.json.encode({"tables": asked.tables, "laguna": ours, "boardgame_io": theirs}).decode())
    else:
        shown(ours, theirs)


if __name__ == "__main__":
    main()
