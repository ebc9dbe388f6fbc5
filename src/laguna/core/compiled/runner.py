"""Random games as native code, called from Python."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from laguna.core.compiled import load, tables_of
from laguna.core.compiled.plan import Move, Plan, Tally, Totals, Workspace
from laguna.core.compiled.records import RecordArray, Tables
from laguna.core.rules import Rules, State


class Outcome(msgspec.Struct, frozen=True):
    """What came of a run. `broken` is the number of a broken invariant, 0 if all held."""

    finished: int
    moves: int
    broken: int
    broken_game: int
    wins: list[int]
    scores: list[int]


class Runner:
    """Random games of one game, seat count and set of options. One thread at a time: it has one table."""

    def __init__(self, rules: Rules[Any], prepared: State) -> None:
        """`prepared` holds players and options, before the setup."""
        self.kernels = load(rules)
        self._tables = tables_of(prepared)
        self._work = Workspace.zeros(most_notes=rules.most_notes)
        self._seats = prepared.players

    def run(self, seed: int, first: int, games: int, *, most_moves: int = 1 << 40, check: int = 0) -> Outcome:
        """Play games number `first` and on. `check`: after every move in one of so many games; 0: no invariants."""
        plan = Plan.zeros()
        plan[0].seed, plan[0].first_game, plan[0].games = seed, first, games
        plan[0].most_moves, plan[0].check_every = most_moves, check
        return self._run(plan, *self._log(0))

    def trace(self, seed: int, number: int, length: int) -> tuple[Tables, RecordArray[Move]]:
        """One game move by move: the state after each, and its seat and action; at most `length` moves."""
        plan = Plan.zeros()
        plan[0].seed, plan[0].first_game, plan[0].games, plan[0].most_moves = seed, number, 1, length
        states, moves = self._log(length)
        outcome = self._run(plan, states, moves)
        return states[: outcome.moves], moves[: outcome.moves]

    def _log(self, length: int) -> tuple[Tables, RecordArray[Move]]:
        return np.zeros(length, self._tables.dtype), Move.zeros(length)

    def _run(self, plan: RecordArray[Plan], states: Tables, moves: RecordArray[Move]) -> Outcome:
        totals, tallies = Totals.zeros(), Tally.zeros(self._seats)
        self.kernels.simulate(plan, self._tables, self._work, totals, tallies, states, moves)
        total = totals[0]
        return Outcome(
            finished=int(total.finished),
            moves=int(total.moves),
            broken=int(total.broken),
            broken_game=int(total.broken_game),
            wins=tallies["wins"].tolist(),
            scores=tallies["score"].tolist(),
        )
