"""Where things stand in the arrays that go into and come out of the search's kernels."""

from __future__ import annotations

import numpy as np

SEED, FIRST, ITERATIONS, SEAT, HORIZON, ONLY, COUNT, USED = range(8)
"""Of `plan`: the seed; the number of the first iteration, and how many; who thinks; how far quick play goes on; the
one action to consider, or ANY. The kernel notes how many actions it considers, and how much of the tree is used."""
PLAN = 8
ANY = -1

WORTH, CHANCE = range(2)
"""Of `reward`, for each seat: what a playout was worth, and the chance to win that it showed."""
REWARD = 2

DEPTH = 64
"""How many decisions deep the tree is followed."""

EDGE = np.dtype([("key", "i8"), ("visits", "i8"), ("total", "f8")], align=True)
"""An entry of the tree: one action of one decision. `total` adds up what it was worth to the seat that decides."""

RANDOM, NOVICE, EXPERIENCED = range(3)
"""Who plays a quick game."""

MOST_SEATS = 7
CONSIDERED = np.dtype(
    [
        ("action", "i8"),
        ("weight", "i8"),
        ("visits", "i8"),
        ("values", "f8", (MOST_SEATS,)),
        ("points", "f8", (MOST_SEATS,)),
    ],
    align=True,
)
"""A move that is considered, with sums over its visits: of every seat's chances to win and points. One type for all
seat counts: for another the kernels would be compiled again."""
