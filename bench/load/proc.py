"""What Linux tells of processes: the time they took, their memory, their children."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def cpu_s(pid: int) -> float:
    """Seconds of processor time so far, of all its threads, in the program and in the kernel."""
    user, system, *_ = _times(pid)
    return (user + system) / TICKS


def cpu_with_children_s(pid: int) -> float:
    """The same, with that of its children, also of those that have ended."""
    return sum(_times(pid)) / TICKS + sum(map(cpu_s, children(pid)))


def waited_s(pid: int) -> float:
    """Seconds its main thread was ready to run and could not: something else had the core."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9


def resident_bytes(pid: int) -> int:
    """Its memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def children(pid: int) -> list[int]:
    """The processes that it has started and that have not ended."""
    return [child for child, parent in _parents().items() if parent == pid]


def name(pid: int) -> str:
    """The program that it runs."""
    return Path(f"/proc/{pid}/comm").read_text().strip()


def _parents() -> dict[int, int]:
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parents[int(folder.name)] = int(_fields(int(folder.name))[1])
            except OSError:
                continue  # it has just ended
    return parents


def _times(pid: int) -> tuple[int, int, int, int]:
    """Its ticks in the program and in the kernel, and those of its children that have ended."""
    user, system, user_of_children, system_of_children = map(int, _fields(pid)[11:15])
    return user, system, user_of_children, system_of_children


def _fields(pid: int) -> list[str]:
    """The state and all that follows it; before it comes a name that may hold anything."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
