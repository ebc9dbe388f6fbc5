"""How soon a move is heard of at another server than the mover's: by somebody there, and by the servers' own metrics.

Each table's people are at one of two servers, and somebody watches them at the other.
"""

from __future__ import annotations

from collections import Counter

import uvloop

from load.subjects import Subject
from load.work import Figures, Stint, Work

RATES = (500, 5000)
"""Moves a second that are wanted."""
WARM_S = 3.0
BUCKET = "laguna_heard_seconds_bucket"
"""How many were heard of within a bound, from being stored on."""
BOUNDS_MS = {"2": "0.002", "10": "0.01"}


def heard(subject: Subject, tables: int, seconds: float) -> Figures:
    """The figures of a stint at each rate."""
    return uvloop.run(_heard(subject, tables, seconds))


async def _heard(subject: Subject, tables: int, seconds: float) -> Figures:
    work, figures = Work(), Figures()
    async with subject.playing(tables, work) as running:
        for rate in RATES:
            before = await running.counted()
            stint = await work.stint(running.server, WARM_S, seconds, rate)
            counted = await running.counted()
            counted.subtract(before)
            figures |= {f"heard_{rate}_{name}": value for name, value in _told(stint, counted).items()}
    return figures


def _told(stint: Stint, counted: Counter[str]) -> Figures:
    every = counted[f"{BUCKET}+Inf"]
    return {
        "moves_s": stint.rate,
        **{f"within_{ms}_ms": counted[BUCKET + bound] / every for ms, bound in BOUNDS_MS.items()},
        **stint.watched,
        "p50_ms": stint.p50_ms,
        "p99_ms": stint.p99_ms,
        "cpu_us": stint.server_cpu_us,
        **{f"{name}_cpu_us": cpu for name, cpu in stint.beside_cpu_us.items()},
        "waited": stint.server_waited,
        "load_busy": stint.load_busy,
    }
