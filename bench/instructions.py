"""How many instructions of the program a move takes: the same on a busy machine as on a quiet one.

    python bench/instructions.py [--servers sqlite,postgresql] [--moves 1000] [--profile FILE]

The server runs under valgrind's callgrind (Debian: valgrind), which counts from the first of so many moves to the last.
What the kernel does is not counted. See bench/README.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import tempfile
import time
from collections import deque
from contextlib import ExitStack
from pathlib import Path

import uvloop
from load.database import postgresql
from load.laguna import Door, laguna_server, playing
from load.process import CLIENTS
from load.seed import seeded
from load.work import Player, Troubled, Work

from laguna.server.settings import Settings

SERVERS = ("sqlite", "postgresql")
TABLES = 100
WARM = 2000
"""Moves before those that count."""
CALLGRIND = ("valgrind", "--tool=callgrind", "--instr-atstart=no", "--log-file=/dev/null")
THREAD = re.compile(r"^\s*Th\s+(\d+)\s+([\d,]+)", re.MULTILINE)
MAIN = 1


class Moves(Work):
    """Has so many moves made, no more and no fewer."""

    def __init__(self) -> None:
        super().__init__()
        self._idle: deque[Player] = deque()
        self._left = self._under_way = 0
        self._made = asyncio.Event()

    def asked(self, player: Player) -> None:
        """See `Work`."""
        if self._left:
            self._left -= 1
            self._under_way += 1
            player.answer(time.perf_counter())
        else:
            self._idle.append(player)

    def answered(self, since: float) -> None:
        """See `Work`."""
        del since
        self._under_way -= 1
        if not self._left and not self._under_way:
            self._made.set()

    async def make(self, moves: int) -> None:
        """Have so many made. Raises `Troubled`."""
        self._left = moves
        self._made.clear()
        while self._left and self._idle:
            self.asked(self._idle.popleft())
        await self._made.wait()
        if self.troubles:
            raise Troubled(" ".join(self.troubles[:3]))


async def counted(settings: Settings, moves: int, profile: Path) -> dict[int, float]:
    """Instructions for each move, thread by thread."""
    groups = await seeded(settings, TABLES, 1, 0)
    work = Moves()
    with laguna_server(settings, (*CALLGRIND, f"--callgrind-out-file={profile}")) as server:
        async with Door.of(server) as door, playing(door, groups, work):
            await work.make(WARM)
            callgrind(server.pid, "--instr=on")
            await work.make(moves)
            said = callgrind(server.pid, "-e")
            callgrind(server.pid, "--instr=off")
    return {int(thread): int(count.replace(",", "")) / moves for thread, count in THREAD.findall(said)}


def callgrind(pid: int, *words: str) -> str:
    """Tell callgrind something; what it answers."""
    command = ("callgrind_control", *words, str(pid))
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603 - our own words


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description="How many instructions of the program a move takes.")
    parser.add_argument("--servers", default=",".join(SERVERS), metavar="A,B", help=f"of: {', '.join(SERVERS)}")
    parser.add_argument("--moves", type=int, default=1000, metavar="N", help="how many count (1000)")
    parser.add_argument("--profile", type=Path, metavar="FILE", help="where to leave callgrind's profile of the last")
    asked = parser.parse_args()
    os.sched_setaffinity(0, CLIENTS)
    with tempfile.TemporaryDirectory(prefix="laguna-bench-") as home, ExitStack() as stack:
        folder = Path(home)
        folder.chmod(0o755)  # PostgreSQL does not run as root, whoever starts it
        for name in asked.servers.split(","):
            store = stack.enter_context(postgresql(folder / "database")).empty() if name == "postgresql" else ""
            settings = Settings(data=folder / name, store=store)
            threads = uvloop.run(counted(settings, asked.moves, asked.profile or folder / "profile"))
            others = sum(threads.values()) - threads[MAIN]
            print(f"{name}: {threads[MAIN]:,.0f} instructions a move, and {others:,.0f} in other threads")


if __name__ == "__main__":
    main()
