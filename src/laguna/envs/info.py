"""What doors tell beside observation and reward: which game is played, and in the end how the seats stand."""

from __future__ import annotations

from typing import Any

import numpy as np

from laguna.envs.table import EnvTable


def info_of(table: EnvTable, seat: int | None = None) -> dict[str, Any]:
    """The `info` of a seat, new each time; None: nobody's in particular.

    `game` is the seed and the number of the game, `standings` a row for each seat: its place and its points, zeros
    until the game is over. So names and shapes stay the same, and no trainer stumbles over text; but for `refusal`,
    the rule and the reason by which a choice was illegal, which only the seat is told that lost the game by it.
    """
    standings = np.zeros((table.seats, 2), np.int64)
    if table.ended and table.forfeited is None:
        standings[:] = [(standing.place, standing.score) for standing in table.standings()]
    info: dict[str, Any] = {"game": (table.seed, table.number), "standings": standings}
    if table.refusal is not None and table.forfeited == seat:
        info["refusal"] = (table.refusal.rule, table.refusal.reason)
    return info
