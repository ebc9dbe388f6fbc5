"""Moves at the tables of several servers, one after the other and round after round: so all meet the same machine."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

import uvloop

from load.subjects import Subject
from load.work import Figures, Stint, Work

STINTS: dict[str, float | None] = {"saturated": None, "paced": 500.0}
"""How many moves a second are wanted; None: as many as can be."""
WARM_S = 3.0
"""Seconds before the measuring begins."""

Rounds = Mapping[str, Sequence[Figures]]
"""Each subject's figures, round after round."""


def played(subjects: Mapping[str, Subject], stints: Sequence[str], tables: int, seconds: float, rounds: int) -> Rounds:
    """The figures of so many rounds, in each of which the subjects follow one another."""
    taken: dict[str, list[Figures]] = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, subject in subjects.items():
            taken[name].append(uvloop.run(_moves(subject, stints, tables, seconds)))
    return taken


def medians(rounds: Sequence[Figures]) -> Figures:
    """Each figure's median."""
    return {name: statistics.median(each[name] for each in rounds) for name in rounds[0]}


def ratio(rounds: Rounds, name: str, one: str, other: str) -> float | None:
    """A figure of one subject to that of another: the median of the rounds' ratios. None where it was not measured."""
    pairs = zip(rounds.get(one, ()), rounds.get(other, ()), strict=False)
    ratios = [mine[name] / theirs[name] for mine, theirs in pairs if name in mine]
    return statistics.median(ratios) if ratios else None


async def _moves(subject: Subject, stints: Sequence[str], tables: int, seconds: float) -> Figures:
    work, figures = Work(), Figures()
    async with subject.playing(tables, work) as running:
        for name in stints:
            before = await running.counted()
            stint = await work.stint(running.server, WARM_S, seconds, STINTS[name])
            counted = await running.counted()
            counted.subtract(before)
            figures |= {f"{name}_{figure}": value for figure, value in told(stint).items()}
            if moves := counted["laguna_moves_total"]:
                figures[f"{name}_moves_commit"] = moves / counted["laguna_commit_seconds_count"]
    return figures


def told(stint: Stint) -> Figures:
    """A stint's figures."""
    return {
        "moves_s": stint.rate,
        "moves_cpu_s": 1e6 / stint.server_cpu_us,
        "p50_ms": stint.p50_ms,
        "p99_ms": stint.p99_ms,
        "worst_ms": stint.worst_ms,
        "cpu_us": stint.server_cpu_us,
        **{f"{name}_cpu_us": cpu for name, cpu in stint.beside_cpu_us.items()},
        "busy": stint.server_busy,
        "waited": stint.server_waited,
        "load_busy": stint.load_busy,
    }
