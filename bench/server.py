"""How much a server carries: moves a second, how long they take, memory of what is idle, and the start.

    python bench/server.py [--only saturated,paced,heard,memory,start,return] [--servers sqlite,…] [--rounds 3] [--json]

A server runs on one core, as people start it; its clients in this process on another one. Servers follow one another,
round after round: Laguna's on SQLite and PostgreSQL, of one process and of two, boardgame.io's and Colyseus'. See
bench/README.md.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from load.database import postgresql
from load.heard import heard
from load.idle import memory, start
from load.laguna import watched
from load.process import CLIENTS
from load.requirements import REQUIREMENTS, Measured
from load.returning import returning
from load.rounds import STINTS, Rounds, medians, played
from load.subjects import SUBJECTS, WORKERS, LagunaSubject, subjects
from load.work import Figures
from requirement import HEADER

SECTIONS = (*STINTS, "heard", "memory", "start", "return")
FLUSHES = 50


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


def measured(asked: argparse.Namespace, folder: Path) -> Measured:
    """All that is wanted."""
    rounds: Rounds = {}
    if stints := [name for name in STINTS if name in asked.only]:
        with subjects(asked.servers, folder / "moves") as running:
            rounds = played(running, stints, asked.tables, asked.seconds, asked.rounds)
    others: Figures = {"flush_ms": flushed(folder)}
    if "heard" in asked.only:
        with postgresql(folder / "heard" / "database") as database:
            others |= heard(LagunaSubject(folder / "heard", database, WORKERS, watched), asked.tables, asked.seconds)
    if "memory" in asked.only:
        others |= memory(folder / "memory")
    if "start" in asked.only:
        others |= start(folder / "start")
    if "return" in asked.only:
        others |= returning(folder / "return")
    return Measured(rounds, others)


def shown(figures: Measured) -> None:
    """Print all figures, those of the servers side by side, and what had to be reached."""
    if figures.rounds:
        show_beside({name: medians(rounds) for name, rounds in figures.rounds.items()})
    for name, value in figures.others.items():
        print(f"{name:28}{value:14.2f}")
    print(f"\n{HEADER}")
    for requirement in REQUIREMENTS:
        if (reached := requirement.value(figures)) is not None:
            print(requirement.line(reached))


def show_beside(columns: Mapping[str, Figures]) -> None:
    """Print a column for each server, stint by stint."""
    print(f"{'':28}" + "".join(f"{name:>14}" for name in columns))
    names = dict.fromkeys(name for column in columns.values() for name in column)
    for row in sorted(names, key=lambda name: list(STINTS).index(name.partition("_")[0])):
        cells = (f"{column[row]:14.2f}" if row in column else f"{'':14}" for column in columns.values())
        print(f"{row:28}" + "".join(cells))


def parsed() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description="How much a server carries.")
    parser.add_argument("--only", default=",".join(SECTIONS), metavar="A,B", help=f"of: {', '.join(SECTIONS)}")
    parser.add_argument("--servers", default=",".join(SUBJECTS), metavar="A,B", help=f"of: {', '.join(SUBJECTS)}")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="how often to measure moves (3)")
    parser.add_argument("--seconds", type=float, default=8.0, metavar="S", help="how long to do so each time (8)")
    parser.add_argument("--tables", type=int, default=200, metavar="N", help="how many tables move (200)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="on which disk to keep the tables (the temporary one)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON, of every round")
    asked = parser.parse_args()
    asked.only = chosen(parser, asked.only, SECTIONS)
    asked.servers = chosen(parser, asked.servers, SUBJECTS)
    return asked


def chosen(parser: argparse.ArgumentParser, typed: str, known: Sequence[str]) -> list[str]:
    """Some of what there is, as it was typed."""
    names = typed.split(",")
    if unknown := set(names) - set(known):
        parser.error(f"There is no {', '.join(sorted(unknown))}; there are {', '.join(known)}.")
    return names


def main() -> None:
    """Measure and print."""
    asked = parsed()
    os.sched_setaffinity(0, CLIENTS)
    with tempfile.TemporaryDirectory(prefix="laguna-bench-", dir=asked.data) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL does not run as root, whoever starts it
        figures = measured(asked, Path(folder))
    if asked.json:
        sys.stdout.write(msgspec.json.encode({"tables": asked.tables, **figures.as_dict()}).decode() + "\n")
    else:
        shown(figures)


if __name__ == "__main__":
    main()
