"""Where things stand in the arrays that go into and come out of the kernels."""

from __future__ import annotations

SEED, FIRST_GAME, GAMES, MOST_MOVES, CHECK = range(5)
"""Of `plan`: the seed, the first game's number, how many games, where one is given up, how often to check."""
PLAN = 5

FINISHED, MOVES, BROKEN, BROKEN_GAME = range(4)
"""Of `totals`: games that ended, moves in all, the first broken invariant and the game it broke in."""
TOTALS = 4

WINS, SCORES = range(2)
"""Of `tallies`, per seat: games won or shared, and the sum of points."""
TALLIES = 2
