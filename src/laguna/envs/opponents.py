"""Who plays the other seats of a batch: in the kernel, if at a glance; who searches does so outside."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import local
from typing import Any, NamedTuple, get_args

import numpy as np

from laguna.bots.heuristics import has_heuristics, heuristics_of
from laguna.bots.levels import bot_of, repeatable_budget
from laguna.core import compiled
from laguna.core.bot import Bot, Level, knowledge
from laguna.core.compiled.records import RecordArray, Records
from laguna.core.heuristics import mix
from laguna.core.ruled import RuledGame, RuledTable
from laguna.envs.layout import (
    DRAWN_SEAT,
    EVERY_SEAT,
    NOBODY,
    RANDOM_OPPONENT,
    SEARCHING_OPPONENT,
    TableRow,
)

PLAYERS = ("random", *get_args(Level))
"""Who may be an opponent."""
_EXPERIENCED = {"": 0, "random": RANDOM_OPPONENT, "beginner": 0, "easy": 1, "good": 2}
"""How often out of `OF_A_GLANCE` who plays at a glance does so with experience; see `laguna.bots.levels.bot_of`.

The learner has no name.
"""


class Opponents(NamedTuple):
    """The learner's seat, and who plays the others."""

    learner: int
    """A seat, `EVERY_SEAT` or `DRAWN_SEAT`."""
    names: tuple[str, ...]
    """By how many seats further they sit than the learner, who is the first: its own name is empty."""

    @classmethod
    def read(cls, wanted: str | Sequence[str | None] | None, seat: int | str, seats: int) -> Opponents:
        """As it was asked for. Raises ValueError.

        `wanted` is one name for all; or one for each seat, with None for the learner's; or None: there are none.
        """
        if wanted is None:
            return cls(EVERY_SEAT, ("",) * seats)
        if not isinstance(wanted, str):
            return cls._by_seat(list(wanted), seats)
        _check_name(wanted)
        if seat == "random":
            learner = DRAWN_SEAT
        elif type(seat) is int and 0 <= seat < seats:
            learner = seat
        else:
            raise ValueError(f"The learner's seat is from 0 to {seats - 1}, or “random”, not {seat!r}.")
        return cls(learner, ("", *(wanted,) * (seats - 1)))

    @classmethod
    def _by_seat(cls, wanted: list[str | None], seats: int) -> Opponents:
        if len(wanted) != seats or wanted.count(None) != 1:
            raise ValueError(f"Opponents are one name, or {seats} of which one is None: the learner's seat.")
        learner = wanted.index(None)
        names = [name or "" for name in wanted[learner:] + wanted[:learner]]
        for name in names[1:]:
            _check_name(name)
        return cls(learner, tuple(names))

    def experienced(self, key: str) -> list[int]:
        """What kernels know of them: see `laguna.envs.layout.OF_A_GLANCE`."""
        return [SEARCHING_OPPONENT if name and _searches(key, name) else _EXPERIENCED[name] for name in self.names]


def _check_name(name: str) -> None:
    if name not in PLAYERS:
        raise ValueError(f"An opponent is one of {', '.join(PLAYERS)}, not {name!r}.")


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
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="laguna-opponent")
        self._mine = local()

    def answer(self, tables: Records, rows: RecordArray[TableRow], options: Any, seed: int) -> bool:  # noqa: ANN401
        """Have every question answered that waits for one; whether there were any."""
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
