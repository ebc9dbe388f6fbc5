"""Law 6: row i of a batch is the single table that plays the games i, i + N, … of the same seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.encoded import SEATED, any_choice
from laguna.envs.batch import Batch
from laguna.envs.table import EnvTable

ROWS, STEPS = 3, 150


@pytest.mark.parametrize(("key", "seats"), SEATED)
@pytest.mark.parametrize(
    ("reward", "illegal"), [("win", "forfeit"), ("place", "random"), ("margin", "random"), ("points", "forfeit")]
)
def test_a_row_is_shown_and_rewarded_as_a_single_table(key: str, seats: int, reward: Any, illegal: Any) -> None:
    batch = Batch(key, ROWS, seats, reward=reward, illegal=illegal, seed=12)
    tables = [EnvTable(key, seats, reward=reward, illegal=illegal, first=row, stride=ROWS) for row in range(ROWS)]
    rng = np.random.default_rng(12)
    for table in tables:
        table.reset(seed=12)
    for _ in range(STEPS):
        choices = [-1 if rng.random() < 0.02 else any_choice(mask, rng) for mask in batch.mask]
        for row, table in enumerate(tables):
            seat = table.asked[0]
            assert (int(batch.seat[row]), int(batch.number[row])) == (seat, table.number)
            assert batch.observation[row].tolist() == table.observe(seat).tolist()
            assert batch.mask[row].tolist() == table.mask(seat).tolist()
            table.choose(seat, choices[row])
        batch.step(choices)
        for row, table in enumerate(tables):
            assert bool(batch.ended[row]) == table.ended
            assert batch.reward[row].tolist() == np.array(table.rewards, np.float32).tolist()
            if table.ended:
                table.reset()
