"""Loops over one game's rules, compiled. Run once per game with that game's verbs in its namespace.

Few entry points: each compiles the rules again. Arrays in, arrays out: passing a record costs microseconds.
"""

from __future__ import annotations

from numba import njit
from numba.extending import register_jitable

from laguna.core.compiled.plan import (
    BROKEN,
    BROKEN_GAME,
    CHECK,
    FINISHED,
    FIRST_GAME,
    GAMES,
    MOST_MOVES,
    MOVES,
    SCORES,
    SEED,
    WINS,
)
from laguna.core.generator import PLAYERS, TABLE, draw, sow

# The verbs of `laguna.core.rules.Rules` (setup, asked, choices, choice, apply, …) are put here by `load`.


@njit(cache=True, nogil=True)
def simulate(table, template, room, rng, plan, totals, tallies, log, moves):
    """Random games, each under its own number and seed.

    `template[0]` holds players and options; `plan` says what to play; `totals` and, per seat, `tallies` what came of
    it (see `plan.py`). The first states after a move go to `log`, seats and actions to `moves`, while there is room.
    Stops at a broken invariant, if asked to check: at the end of every game, and in one of `plan[CHECK]` games after
    every move.
    """
    for game in range(plan[FIRST_GAME], plan[FIRST_GAME] + plan[GAMES]):
        table[0] = template[0]
        sow(table[0].rng, plan[SEED], game, TABLE)
        sow(rng, plan[SEED], game, PLAYERS)
        setup(table[0])
        closely = plan[CHECK] != 0 and game % plan[CHECK] == 0
        play_on(table, room, rng, plan[MOST_MOVES], closely, totals, log, moves)
        if plan[CHECK] != 0 and totals[BROKEN] == 0:
            totals[BROKEN] = broken(table[0])
        if totals[BROKEN] != 0:
            totals[BROKEN_GAME] = game
            return
        if asked(table[0]) == 0:
            totals[FINISHED] += 1
            tally(table[0], tallies)


@register_jitable
def play_on(table, room, rng, most_moves, closely, totals, log, moves):
    """Random moves until the game is over, or given up, or an invariant is broken."""
    s = table[0]
    last = totals[MOVES] + most_moves
    open_seats = asked(s)
    while open_seats != 0 and totals[MOVES] < last:
        seat = 0
        while (open_seats >> seat) & 1 == 0:
            seat += 1
        action = choice(s, seat, room, draw(rng, choices(s, seat, room)))
        apply(s, seat, action)
        if totals[MOVES] < len(log):
            log[totals[MOVES]] = table[0]
            moves[totals[MOVES], 0] = seat
            moves[totals[MOVES], 1] = action
        totals[MOVES] += 1
        if closely:
            totals[BROKEN] = broken(s)
            if totals[BROKEN] != 0:
                return
        open_seats = asked(s)


@register_jitable
def tally(s, tallies):
    """Add up points and wins; a shared win counts for each who shares it."""
    seats = tallies.shape[1]
    best = standing(s, 0)
    for seat in range(seats):
        best = max(best, standing(s, seat))
        tallies[SCORES, seat] += score(s, seat)
    for seat in range(seats):
        if standing(s, seat) == best:
            tallies[WINS, seat] += 1


@njit(cache=True, nogil=True)
def imagine_once(table, seat):
    """Deal anew in `table[0]` all that `seat` cannot know, drawing from the state's own generator."""
    imagine(table[0], seat)
