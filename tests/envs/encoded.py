"""The games that say how they look to a learner, each with every seat count, as parameters of tests."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from laguna.envs.table import EnvTable
from laguna.games import PLUGINS, RULED
from laguna.simulation import MAX_MOVES


def _ends(seats: range) -> tuple[int, int]:
    return seats[0], seats[-1]


KEYS = [key for key in RULED if PLUGINS[key].load_encoding() is not None]
SEATED = [
    pytest.param(
        key, seats, id=f"{key}-{seats}", marks=() if seats in _ends(RULED[key].seats) else pytest.mark.thorough
    )
    for key in KEYS
    for seats in RULED[key].seats
]
"""Every game × seat count; usually the fewest and the most."""


def any_choice(mask: Any, rng: np.random.Generator) -> int:
    """One of the choices that there are."""
    return int(rng.choice(np.flatnonzero(mask)))


def play(table: EnvTable, rng: np.random.Generator, moves: int = MAX_MOVES) -> None:
    """Make random choices until so many moves were made, or the game is over."""
    while not table.ended and table.table.played < moves:
        seat = table.asked[0]
        table.choose(seat, any_choice(table.mask(seat), rng))


def midway(key: str, seats: int, moves: int = 12, **keywords: Any) -> EnvTable:
    """A table in the middle of a game."""
    table = EnvTable(key, seats, **keywords)
    table.reset(seed=5)
    play(table, np.random.default_rng(5), moves)
    return table


def shown(table: EnvTable) -> list[tuple[list[int], list[int]]]:
    """What every seat is shown."""
    return [(table.observe(seat).tolist(), table.mask(seat).tolist()) for seat in range(table.seats)]
