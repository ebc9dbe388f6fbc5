"""Where things stand in the arrays that go into and come out of the search's kernels."""

from __future__ import annotations

import numpy as np

SEED, FIRST, ITERATIONS, SEAT, HORIZON, COUNT, USED = range(7)
"""Of `plan`: the seed; the number of the first iteration, and how many; who thinks; how far quick play goes on.
The kernel notes how many moves it considers, and how many entries of the tree are used."""
PLAN = 7

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
"""A move that is considered, with sums over its visits: of the values and of the points of every seat. One type for all
seat counts: for another the kernels would be compiled again."""
