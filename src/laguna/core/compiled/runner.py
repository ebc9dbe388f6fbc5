"""Random games as native code, called from Python."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from laguna.core.compiled import Numbers, Records, load, to_record
from laguna.core.compiled import plan as at
from laguna.core.generator import WORDS
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
        self._template = to_record(prepared)
        self._table = self._template.copy()
        self._room: Numbers = np.zeros(rules.room, np.int64)
        self._rng: Numbers = np.zeros(WORDS, np.int64)
        self._seats = prepared.players

    def run(self, seed: int, first: int, games: int, *, most_moves: int = 1 << 40, check: int = 0) -> Outcome:
        """Play games number `first` and on. `check`: after every move in one of so many games; 0: no invariants."""
        return self._run(seed, first, games, most_moves, check, *self.log(0))

    def trace(self, seed: int, number: int, length: int) -> tuple[Records, Numbers]:
        """One game move by move: the state after each, and its seat and action; at most `length` moves."""
        log, moves = self.log(length)
        outcome = self._run(seed, number, 1, length, 0, log, moves)
        return log[: outcome.moves], moves[: outcome.moves]

    def log(self, length: int) -> tuple[Records, Numbers]:
        """Room for so many states and moves."""
        return np.zeros(length, self._template.dtype), np.zeros((length, 2), np.int64)

    def _run(
        self, seed: int, first: int, games: int, most_moves: int, check: int, log: Records, moves: Numbers
    ) -> Outcome:
        plan: Numbers = np.zeros(at.PLAN, np.int64)
        plan[at.SEED], plan[at.FIRST_GAME], plan[at.GAMES] = seed, first, games
        plan[at.MOST_MOVES], plan[at.CHECK] = most_moves, check
        totals: Numbers = np.zeros(at.TOTALS, np.int64)
        tallies: Numbers = np.zeros((at.TALLIES, self._seats), np.int64)
        self.kernels.simulate(self._table, self._template, self._room, self._rng, plan, totals, tallies, log, moves)
        return Outcome(
            finished=int(totals[at.FINISHED]),
            moves=int(totals[at.MOVES]),
            broken=int(totals[at.BROKEN]),
            broken_game=int(totals[at.BROKEN_GAME]),
            wins=tallies[at.WINS].tolist(),
            scores=tallies[at.SCORES].tolist(),
        )
