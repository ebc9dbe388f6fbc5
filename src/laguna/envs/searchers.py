"""How the opponents of a batch play: at a glance in the kernel, or by a search outside."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any

import numpy as np

from laguna.bots.heuristics import has_heuristics, heuristics_of
from laguna.bots.levels import bot_of, repeatable_budget
from laguna.core import compiled
from laguna.core.bot import Bot, knowledge
from laguna.core.compiled.records import RecordArray, Records
from laguna.core.heuristics import mix
from laguna.core.ruled import RuledGame, RuledTable
from laguna.envs.layout import NOBODY, RANDOM_OPPONENT, SEARCHING_OPPONENT, TableRow
from laguna.envs.opponents import Opponents

_EXPERIENCED = {"": 0, "random": RANDOM_OPPONENT, "beginner": 0, "easy": 1, "good": 2}
"""How often out of `OF_A_GLANCE` who plays at a glance does so with experience; see `laguna.bots.levels.bot_of`.

The learner has no name.
"""


def experienced(key: str, opponents: Opponents) -> list[int]:
    """What kernels know of the opponents: see `laguna.envs.layout.OF_A_GLANCE`."""
    return [SEARCHING_OPPONENT if name and _searches(key, name) else _EXPERIENCED[name] for name in opponents.names]


def _searches(key: str, name: str) -> bool:
    """Whether a player is too slow for the kernel."""
    thinks = name == "strong" or (name == "good" and heuristics_of(key).good is not None)
    return name != "random" and (thinks or not has_heuristics(key))


class Searchers:
    """Those opponents of a batch who search, each question on any of some threads. The same question, the same answer.

    They think in numbers of iterations, never by the clock.
    """

    def __init__(self, game: RuledGame[Any, Any, Any], opponents: Opponents, threads: int) -> None:
        self._game = game
        self._names = opponents.names
        self._anybody = SEARCHING_OPPONENT in experienced(game.key, opponents)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="laguna-opponent")
        self._mine = local()

    def answer(self, tables: Records, rows: RecordArray[TableRow], options: Any, seed: int) -> bool:  # noqa: ANN401
        """Have every question answered that waits for one; whether there were any."""
        if not self._anybody:
            return False
        waiting = np.flatnonzero(rows["searching"] != NOBODY).tolist()
        actions = self._pool.map(lambda i: self._action(tables[i], rows[i], options, seed), waiting)
        for i, action in zip(waiting, actions, strict=True):
            rows[i].answer = action
        return bool(waiting)

    def _action(self, record: Any, row: TableRow, options: Any, seed: int) -> int:  # noqa: ANN401 - a NumPy record
        state = compiled.to_state(self._game.rules.state, record)
        seat = int(row.searching)
        table = RuledTable(state.players, options, state)
        table.numbers = {seat: 0}
        question = mix(mix(seed, int(row.number)), int(row.moves))
        name = self._names[(seat - int(row.learner)) % state.players]
        known = knowledge(self._game, table, seat, question)
        answer = self._bot(name).answer(known, seat, question, repeatable_budget(self._game.key, name))
        action = self._game.encode(state, seat, answer.move)
        if action is None:
            raise RuntimeError(f"The {name} bot of {self._game.key} answers with {answer.move}, which is no move.")
        return int(action)

    def _bot(self, name: str) -> Bot:
        """A player of this thread alone: a search serves one question at a time."""
        bots: dict[str, Bot] = self._mine.__dict__.setdefault("bots", {})
        if name not in bots:
            bots[name] = bot_of(self._game.key, name)
        return bots[name]
