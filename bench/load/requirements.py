"""What a server must reach, each as a figure of what was measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from requirement import Requirement

from load.rounds import Rounds, medians, ratio
from load.subjects import WORKERS
from load.work import Figures


class Measured(NamedTuple):
    """All that was measured."""

    rounds: Rounds
    """At the tables of several servers."""
    others: Figures
    """Once, of Laguna's alone."""

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        reached = {each.name: each.value(self) for each in REQUIREMENTS}
        return {"rounds": self.rounds, "others": self.others, "reached": reached}


def _median(subject: str, figure: str) -> Callable[[Measured], float | None]:
    """A server's figure."""

    def value(measured: Measured) -> float | None:
        rounds = measured.rounds.get(subject)
        return medians(rounds).get(figure) if rounds else None

    return value


def _other(figure: str) -> Callable[[Measured], float | None]:
    return lambda measured: measured.others.get(figure)


def _to(figure: str, one: str, other: str, times: float = 1.0) -> Callable[[Measured], float | None]:
    """So many times the ratio of two servers' figures."""

    def value(measured: Measured) -> float | None:
        found = ratio(measured.rounds, figure, one, other)
        return None if found is None else times * found

    return value


def _by_cores(subject: str) -> Callable[[Measured], float | None]:
    """Moves a second of a server whose processes have a core each."""

    def value(measured: Measured) -> float | None:
        by_cpu = _median(subject, "saturated_moves_cpu_s")(measured)
        return None if by_cpu is None else WORKERS * by_cpu

    return value


def _of_one_process(name: str) -> list[Requirement[Measured]]:
    return [
        Requirement(f"{name}: moves/s", _median(name, "saturated_moves_s"), 7000, 9400),
        Requirement(f"{name}: moves/s to boardgame.io", _to("saturated_moves_s", name, "boardgame_io"), 3.5, 4.5),
        Requirement(f"{name}: moves/s to Colyseus", _to("saturated_moves_s", name, "colyseus"), 0.7, 0.95),
        Requirement(
            f"{name}: moves/cpu s to boardgame.io", _to("saturated_moves_cpu_s", name, "boardgame_io"), 3.5, 4.5
        ),
        Requirement(f"{name}: moves/cpu s to Colyseus", _to("saturated_moves_cpu_s", name, "colyseus"), 0.7, 0.95),
        Requirement(f"{name}: 99 % within, ms", _median(name, "saturated_p99_ms"), 100, most=True),
        Requirement(f"{name}: 99 % within, ms, paced at 500/s", _median(name, "paced_p99_ms"), 10, most=True),
    ]


REQUIREMENTS: tuple[Requirement[Measured], ...] = (
    *_of_one_process("sqlite"),
    *_of_one_process("postgresql"),
    Requirement(
        "together: CPU a move to one process", _to("saturated_cpu_us", "together", "postgresql"), 1.15, most=True
    ),
    Requirement("together: moves/s with cores of their own", _by_cores("together"), 13_000, 17_500),
    Requirement(
        "together: the same to Colyseus", _to("saturated_moves_cpu_s", "together", "colyseus", WORKERS), 1.3, 1.7
    ),
    Requirement("spread: the same to one process", _to("saturated_moves_cpu_s", "spread", "postgresql", WORKERS), 1.2),
    Requirement("heard elsewhere: moves/s", _other("heard_5000_moves_s"), 4900),
    Requirement("heard elsewhere: half within, ms after the receipt", _other("heard_5000_later_p50_ms"), 2, most=True),
    Requirement("heard elsewhere: 99 % within, ms", _other("heard_5000_later_p99_ms"), 10, most=True),
    Requirement("an idle socket, kB", _other("idle_socket_kb"), 27.3, most=True),
    Requirement("an idle table, kB", _other("idle_table_kb"), 16.3, most=True),
    Requirement("start with 5,000 tables, s", _other("start_s"), 2, most=True),
    Requirement("1,000 tables of a dead server, s of CPU", _other("return_1000_tables_cpu_s"), 4, most=True),
)
