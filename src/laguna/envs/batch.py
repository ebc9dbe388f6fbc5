"""Thousands of tables of one game, stepped at native speed: see `Batch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, cast, get_args

import numpy as np
from numpy.typing import NDArray

from laguna.bots.heuristics import heuristics_of
from laguna.bots.search.layout import ScratchRecord
from laguna.bots.search.searcher import scratch
from laguna.core import compiled
from laguna.core.compiled.records import RecordArray, Records, Tables
from laguna.core.encoding import Encoding
from laguna.envs.layout import (
    BEGIN,
    DRAWN_SEAT,
    EVERY_SEAT,
    LOOK,
    NOBODY,
    STEP,
    BatchPlan,
    ByteRow,
    Bytes,
    TableRow,
)
from laguna.games import PLUGINS, RULED

_FOLDER = Path(__file__).parent
_TEMPLATE = _FOLDER / "kernels.py"
ALIGNMENT = 64
"""Arrays begin at a multiple of so many bytes, as vector instructions and other libraries like them."""

Reward = Literal["win", "place", "margin", "points"]
"""A win's share (all rewards together are 0); the place, from 1 to -1; the lead in points; one's own points, as they
come."""
Illegal = Literal["forfeit", "random"]
"""What an illegal choice comes to: the game is lost with -1, or any legal choice is made instead."""


class BatchKernels(Protocol):
    """The compiled tables of one game; the contract stands in `kernels.py`."""

    def run(
        self,
        plan: RecordArray[BatchPlan],
        tables: Tables,
        rows: RecordArray[TableRow],
        scratches: RecordArray[ScratchRecord],
        opponents: NDArray[np.int64],
        chosen: NDArray[np.int64],
        observations: RecordArray[ByteRow],
        masks: RecordArray[ByteRow],
        reward: NDArray[np.float32],
        ended: Bytes,
        log: NDArray[np.int32],
    ) -> None:
        """See `laguna.envs.kernels.run`."""
        ...


def load(key: str, encoding: Encoding[Any]) -> BatchKernels:
    """The kernels of a game: from memory, from the cache on disk, or compiled at their first call."""
    heuristics = heuristics_of(key)
    rules = heuristics.rules
    verbs = {
        **compiled.verbs_of(rules),
        **{name: getattr(heuristics, name) for name in ("choose", "novice")},
        **{name: getattr(encoding, name) for name in ("observe", "legal", "decide")},
    }
    sources = [*_FOLDER.glob("*.py"), *compiled.sources_of(rules)]
    name = f"laguna_batch_{compiled.name_of(rules)}"
    return cast("BatchKernels", compiled.load_template(_TEMPLATE, name, verbs, sources))


def aligned(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:  # noqa: ANN401 - whatever NumPy takes for one
    """An array of zeros that begins at a multiple of `ALIGNMENT`."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    room = np.zeros(size + ALIGNMENT, np.int8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size].view(kind).reshape(shape)


def rows_of(array: Bytes) -> RecordArray[ByteRow]:
    """The rows of an array of bytes as records, in the same place."""
    kind = np.dtype((np.record, [("bytes", "i1", array.shape[1:])]))
    return cast("RecordArray[ByteRow]", array.view(kind).reshape(len(array)))


class Batch:
    """Tables of one game side by side, each with a game of its own; who has ended one begins the next at once."""

    def __init__(
        self,
        key: str,
        tables: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
        seed: int = 0,
        log: int = 0,
    ) -> None:
        game = RULED[key]
        encoding = PLUGINS[key].load_encoding()
        self.encoding = encoding
        self._kernels = load(key, encoding)
        seats = game.seats[0] if seats is None else seats
        prepared = game.prepared(seats, game.read_options(dict(options or {})))
        self.tables: Records = np.repeat(compiled.to_record(prepared), tables + 1)
        self.rows = TableRow.zeros(tables)
        self._scratch = scratch(heuristics_of(key))
        self._plan = BatchPlan.zeros()
        plan = self._plan[0]
        plan.seed, plan.stride, plan.learner = seed, tables, EVERY_SEAT
        plan.reward, plan.illegal = get_args(Reward).index(reward), get_args(Illegal).index(illegal)
        plan.margin = 10
        self._opponents = np.zeros(seats, np.int64)
        self.observation = aligned((tables, encoding.size), np.int8)
        self.mask = aligned((tables, encoding.choices), np.int8)
        self.reward = aligned((tables, seats), np.float32)
        self.ended = aligned((tables,), np.bool_)
        self._ended = self.ended.view(np.int8)
        self._log = np.zeros((tables, 2 * log), np.int32)
        self._chosen = np.zeros(tables, np.int64)
        self.reset()

    def reset(self):
        self.rows["number"] = np.arange(len(self.rows))
        self.rows["searching"] = NOBODY
        self._run(BEGIN)

    def step(self, actions):
        self._chosen[:] = actions
        self._run(STEP)

    def _run(self, task):
        self._plan[0].task = task
        self._kernels.run(
            self._plan,
            self.tables,
            self.rows,
            self._scratch,
            self._opponents,
            self._chosen,
            rows_of(self.observation),
            rows_of(self.mask),
            self.reward,
            self._ended,
            self._log,
        )
