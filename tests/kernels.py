"""Compile, once and on all cores, the kernels that tests run: else every process of a test run compiles its own.

    python tests/kernels.py

What is in the cache already is only loaded. `./play test` does this beside its other checks.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from itertools import product

import numpy as np

from laguna.bots.heuristics import heuristics_of
from laguna.bots.levels import bot_of
from laguna.bots.search import layout
from laguna.bots.search.bare import without_heuristics
from laguna.bots.search.quick import compete
from laguna.bots.search.searcher import Searcher
from laguna.core import compiled
from laguna.core.bot import Budget
from laguna.core.compiled.runner import Runner
from laguna.core.luck import SeededLuck
from laguna.envs.batch import Batch
from laguna.games import RULED

JOBS = ("random_games", "quick_games", "strong", "batch")
"""What is compiled apart: by the simulation, for measuring heuristics, for bots that think, for learners."""
MEASURED = "mahe"
"""The game that tests measure also by a search without heuristics."""


def compile_kernels(key: str, job: str) -> None:
    """Have one game's kernels for one job compiled, by using them for a moment."""
    game = RULED[key]
    seats = game.seats[0]
    prepared = game.prepared(seats, game.options())
    table, _ = game.start(seats, game.options(), SeededLuck(0))
    if job == "random_games":
        Runner(game.rules, prepared).run(0, 0, 1)
        compiled.load(game.rules).imagine_once(compiled.to_record(table.state), 0)
    elif job == "quick_games":
        compete(heuristics_of(key), prepared, [layout.RANDOM] * seats, 2 * seats)  # two rounds, for a mean
    elif job == "batch":
        batch = Batch(key, 1)
        batch.step(batch.sample(np.random.default_rng(0)))
        batch.observe(0)
        batch.imagine(0, seed=0)
    elif job == "bare":
        searcher = Searcher(game, without_heuristics(heuristics_of(key)), variant=job)
        searcher.think(table, min(table.numbers), 0, Budget(iterations=1))
    else:
        bot_of(key, job).answer(table, min(table.numbers), 0, Budget(iterations=1))


def main() -> None:
    """Compile all of them."""
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        jobs = [*product(RULED, JOBS), (MEASURED, "bare")]
        for done in [processes.submit(compile_kernels, key, job) for key, job in jobs]:
            done.result()


if __name__ == "__main__":
    main()
