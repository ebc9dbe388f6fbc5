"""Loops over one game's rules, compiled. Run once per game with that game's verbs in its namespace.

Few entry points: each compiles the rules again. Arrays in, arrays out: passing a record costs microseconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from laguna.core.compiled.jit import kernel, part
from laguna.core.compiled.plan import ORIGIN, PLAYED, Move, Plan, Tally, Totals, Workspace
from laguna.core.compiled.records import RecordArray, TableRecord, Tables
from laguna.core.generator import PLAYERS, TABLE, draw, sow

if TYPE_CHECKING:  # each game's own are put here by `load`
    from laguna.core.compiled.verbs import apply, asked, broken, choice, choices, imagine, score, setup, standing


@kernel
def simulate(
    plan: RecordArray[Plan],
    tables: Tables,
    work: RecordArray[Workspace],
    totals: RecordArray[Totals],
    tallies: RecordArray[Tally],
    states: Tables,
    moves: RecordArray[Move],
) -> None:
    """Random games, each under its own number and seed.

    `tables[ORIGIN]` holds players and options; `plan[0]` says what to play, on `tables[PLAYED]`. Adds to `totals` and,
    seat by seat, to `tallies`.
    The first moves go to `moves` and the states after them to `states`, as many as these are long.
    Stops at a broken invariant, if asked to check.
    """
    task, total = plan[0], totals[0]
    for game in range(task.first_game, task.first_game + task.games):
        tables[PLAYED] = tables[ORIGIN]
        s = tables[PLAYED]
        sow(s.rng, task.seed, game, TABLE)
        sow(work[0].rng, task.seed, game, PLAYERS)
        setup(s)
        closely = task.check_every != 0 and game % task.check_every == 0
        play_on(tables, work[0], task.most_moves, closely, total, states, moves)
        if task.check_every != 0 and total.broken == 0:
            total.broken = broken(s)
        if total.broken != 0:
            total.broken_game = game
            return
        if asked(s) == 0:
            total.finished += 1
            tally(s, tallies)


@part
def play_on(
    tables: Tables,
    work: Workspace,
    most_moves: int,
    closely: bool,
    total: Totals,
    states: Tables,
    moves: RecordArray[Move],
) -> None:
    """Random moves until the game is over, or given up, or an invariant is broken."""
    s = tables[PLAYED]
    last = total.moves + most_moves
    open_seats = asked(s)
    while open_seats != 0 and total.moves < last:
        seat = 0
        while (open_seats >> seat) & 1 == 0:
            seat += 1
        action = choice(s, seat, work.notes, draw(work.rng, choices(s, seat, work.notes)))
        apply(s, seat, action)
        if total.moves < len(states):
            states[total.moves] = s
            moves[total.moves].seat = seat
            moves[total.moves].action = action
        total.moves += 1
        if closely:
            total.broken = broken(s)
            if total.broken != 0:
                return
        open_seats = asked(s)


@part
def tally(s: TableRecord, tallies: RecordArray[Tally]) -> None:
    """Add up points and wins; a shared win counts for each who shares it."""
    seats = len(tallies)
    best = standing(s, 0)
    for seat in range(seats):
        best = max(best, standing(s, seat))
        tallies[seat].score += score(s, seat)
    for seat in range(seats):
        if standing(s, seat) == best:
            tallies[seat].wins += 1


@kernel
def imagine_once(table: Tables, seat: int) -> None:
    """Deal anew in `table[0]` all that `seat` cannot know, drawing from the state's own generator."""
    imagine(table[0], seat)
