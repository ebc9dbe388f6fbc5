"""Thousands of tables of one game, stepped at native speed: see `Batch`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, TypeVar, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laguna.bots.heuristics import heuristics_of
from laguna.bots.search.searcher import scratch
from laguna.core import compiled
from laguna.core.compiled.records import Records
from laguna.core.game import Options
from laguna.core.luck import SeededLuck
from laguna.core.record import Recorder
from laguna.envs.batch_kernels import aligned, load, rows_of
from laguna.envs.conventions import (
    Illegal,
    Reward,
    checked_seed,
    native_encoding_of,
    one_of,
    read_layout,
    ruled_game,
)
from laguna.envs.layout import (
    ANSWER,
    BEGIN,
    NOBODY,
    SEAT_BITS,
    STEP,
    WORD_BITS,
    BatchPlan,
    Bytes,
    TableRow,
)
from laguna.envs.opponents import Opponents
from laguna.envs.searchers import Searchers, experienced

_T = TypeVar("_T", bound=np.generic)


class Batch:
    """Tables of one game side by side; where a game is over the next one begins in the same step.

    Without opponents every seat is the learner's: `seat` says which one is to choose at each table. With opponents one
    seat of each table is, and they play between its choices.

    Arrays are written in place, step after step: copy what is to be kept. What is shown after a step is of the next
    choice, `reward` and `ended` are of the step. One batch is for one thread; several run side by side.

    >>> import numpy as np
    >>> batch = Batch("mahe", tables=64, seats=3, seed=7)
    >>> rng = np.random.default_rng(7)
    >>> for _ in range(1000):
    ...     batch.step(batch.sample(rng))
    >>> batch.observation.shape, batch.mask.shape, batch.reward.shape
    ((64, 140), (64, 11), (64, 3))
    """

    def __init__(  # noqa: PLR0913 - all but the first four by name
        self,
        key: str,
        tables: int,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        opponents: str | Sequence[str | None] | None = None,
        seat: int | Literal["random"] = "random",
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
        seed: int = 0,
        log: int = 0,
        threads: int | None = None,
    ) -> None:
        """Begin a game at each table. Raises `NoSuchGame`, `BadOption` or ValueError.

        `log`: so many moves of a game are kept for its record. `threads`: how many search for opponents who do that;
        None: one for each core.
        """
        if type(tables) is not int or tables < 1:
            raise ValueError(f"A batch has one table or more, not {tables!r}.")
        self.key = key
        self.game = ruled_game(key)
        self.encoding = native_encoding_of(key)
        self.seats, self.options = read_layout(key, seats, options)
        self.opponents = Opponents.read(opponents, seat, self.seats)
        self._kernels = load(key, self.encoding)
        self._scratch = scratch(heuristics_of(key))
        self._searchers = Searchers(self.game, self.opponents, threads or os.cpu_count() or 1)
        self._plan = self._planned(tables, reward, illegal)
        origin = compiled.to_record(self.game.prepared(self.seats, self.options))
        self._tables = np.repeat(origin, tables + 1)
        self._rows: Any = TableRow.zeros(tables)
        self._chosen = np.zeros(tables, np.int64)
        self._log = np.zeros((tables, 2 * log), np.int32)
        self._make_arrays()
        self.reset(seed)

    def _planned(self, tables: int, reward: Reward, illegal: Illegal) -> Any:  # noqa: ANN401 - an array of one record
        plan = BatchPlan.zeros()
        plan[0].stride, plan[0].learner = tables, self.opponents.learner
        plan[0].reward = get_args(Reward).index(one_of("reward", reward, Reward))
        plan[0].illegal = get_args(Illegal).index(one_of("illegal", illegal, Illegal))
        plan[0].margin = heuristics_of(self.key).margin
        plan[0].experienced[: self.seats] = experienced(self.key, self.opponents)
        return plan

    def _make_arrays(self) -> None:
        """Make what is written in each step."""
        tables = len(self._rows)
        self._observation = aligned((tables, self.encoding.size), np.int8)
        self._mask = aligned((tables, self.encoding.choices), np.int8)
        self._reward = aligned((tables, self.seats), np.float32)
        self._ended = aligned((tables,), np.int8)
        self._observation_rows, self._mask_rows = rows_of(self._observation), rows_of(self._mask)

    def __len__(self) -> int:
        """How many tables."""
        return len(self._rows)

    # What is shown

    @property
    def tables(self) -> Records:
        """The states, as they are: nothing is hidden here."""
        return self._tables[: len(self)]

    @property
    def observation(self) -> Bytes:
        """What the seat that is to choose may know, table by table; see `Encoding.parts`."""
        return _to_read(self._observation)

    @property
    def mask(self) -> Bytes:
        """1 for each choice that there is. Never empty: where there is nothing to choose one waits."""
        return _to_read(self._mask)

    @property
    def reward(self) -> NDArray[np.float32]:
        """What each seat was rewarded with for the last step."""
        return _to_read(self._reward)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Whether a game ended in the last step."""
        return _to_read(self._ended.view(np.bool_))

    @property
    def forfeited(self) -> NDArray[np.bool_]:
        """Whether it ended by an illegal choice."""
        forfeited: NDArray[np.bool_] = self._rows["forfeited"] != 0
        return forfeited

    @property
    def seat(self) -> NDArray[np.int64]:
        """Who is to choose."""
        return _to_read(self._rows["seat"])

    @property
    def learner(self) -> NDArray[np.int64]:
        """The learner's seat in this game; -1 where every seat is its own."""
        return _to_read(self._rows["learner"])

    @property
    def number(self) -> NDArray[np.int64]:
        """Which of the seed's games is played: those of `laguna simulate`."""
        return _to_read(self._rows["number"])

    @property
    def begun(self) -> NDArray[np.int64]:
        """How far each seat has begun a choice that is made in steps."""
        return _to_read(self._rows["begun"][:, : self.seats])

    # What is done

    def reset(self, seed: int | None = None) -> None:
        """Begin anew: table i of N plays the games i, i + N, i + 2 N and so on of the seed. Raises ValueError."""
        if seed is not None:
            self._plan[0].seed = checked_seed(seed)
        self._rows["number"] = np.arange(len(self))
        self._rows["ended_number"] = NOBODY
        self._rows["page"] = 0
        self._run(BEGIN)

    def begin_next(self) -> None:
        """Give up all games under way, and begin the next one at each table."""
        self._rows["number"] += len(self)
        self._rows["ended_number"] = NOBODY
        self._run(BEGIN)

    def step(self, choices: ArrayLike) -> None:
        """Make a choice at each table. Raises TypeError or ValueError: then nothing has happened."""
        self._chosen[:] = self._numbers(choices, "choice")
        self._run(STEP)

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """Any of each table's choices, each as likely as the others."""
        chosen = np.empty(len(self), np.int64)
        words = rng.integers(1 << WORD_BITS, size=len(self), dtype=np.int64)
        self._kernels.sample(self._rows, self._mask_rows, words, chosen)
        return chosen

    def observe(self, seats: ArrayLike) -> Bytes:
        """What these seats may know, one of each table, or the same at all. Raises TypeError or ValueError."""
        looking = self._seats(seats)
        seen = aligned(self._observation.shape, np.int8)
        self._kernels.look(self._tables, self._rows, looking, rows_of(seen))
        return seen

    def imagine(self, seats: ArrayLike, seed: int) -> Self:
        """A batch that looks the same to these seats: all that they cannot know, the luck to come too, is drawn anew.

        The only copy that is fit for planning. Its games have no records. Raises TypeError or ValueError.
        """
        imagining, checked = self._seats(seats), checked_seed(seed)
        twin = self.clone()
        twin._imagine(imagining, checked)  # noqa: SLF001 - one of us
        return twin

    def _imagine(self, seats: NDArray[np.int64], seed: int) -> None:
        self._log = np.zeros((len(self), 0), np.int32)
        self._plan[0].seed = seed
        self._kernels.imagine_all(self._tables, self._rows, seats, seed)

    def clone(self) -> Self:
        """The same once more, hidden things and the luck to come included."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._make_arrays()
        for name in ("_plan", "_tables", "_rows", "_chosen", "_log", "_scratch"):
            setattr(twin, name, getattr(self, name).copy())
        for name in ("_observation", "_mask", "_reward", "_ended"):
            getattr(twin, name)[...] = getattr(self, name)
        return twin

    def fork(self, source: ArrayLike, target: ArrayLike) -> None:
        """Make tables copies of others, hidden things and the luck to come included. Raises TypeError or ValueError."""
        sources, targets = (self._indices(each) for each in (source, target))
        if sources.shape != targets.shape:
            raise ValueError(f"{len(sources)} tables cannot be copied to {len(targets)}.")
        for array in (self._rows, self._log, self._observation, self._mask, self._reward, self._ended):
            array[targets] = array[sources]
        self._tables[targets] = self._tables[sources]

    def record(self, row: int, *, ended: bool = False) -> str:
        """A table's game on file, as far as it is played; `ended`: the game before. Raises ValueError."""
        (at,) = self._indices([row])
        entry, length = self._rows[int(at)], self._log.shape[1] // 2
        number, moves = (entry.ended_number, entry.ended_moves) if ended else (entry.number, entry.moves)
        if number == NOBODY:
            raise ValueError(f"At table {row} no game has ended yet.")
        if moves > length:
            raise ValueError(
                f"Of this game {moves} moves were made, and {length} are kept: give the batch a longer `log`."
            )
        page = int(1 - entry.page if ended else entry.page)
        lines = self._log[int(at), page::2][: int(moves)].tolist()
        return self._recorded(int(number), lines)

    def _recorded(self, number: int, lines: Sequence[int]) -> str:
        recorder = Recorder(self.game, self.seats, self.options, SeededLuck(int(self._plan[0].seed), number))
        for line in lines:
            action, seat = line >> SEAT_BITS, line & (1 << SEAT_BITS) - 1
            table = recorder.table
            recorder.play(seat, table.question_number(seat), self.game.decode(table.state, seat, action))
        return recorder.close()

    # For the kernels

    def _run(self, task: int) -> None:
        """Do something at all tables, opponents who search included."""
        self._call(task)
        while self._searchers.answer(self._tables, self._rows, self.options, int(self._plan[0].seed)):
            self._call(ANSWER)

    def _call(self, task: int) -> None:
        self._plan[0].task = task
        self._kernels.run(
            self._plan,
            self._tables,
            self._rows,
            self._scratch,
            self._chosen,
            self._observation_rows,
            self._mask_rows,
            self._reward,
            self._ended,
            self._log,
        )

    # What is given

    def _numbers(self, given: ArrayLike, what: str) -> NDArray[Any]:
        """One whole number for each table."""
        numbers = np.asarray(given)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"A {what} is a whole number; these are {numbers.dtype}.")
        if numbers.shape != (len(self),):
            raise ValueError(
                f"There are {len(self)} tables, and a {what} for each; these have the shape {numbers.shape}."
            )
        return numbers

    def _seats(self, given: ArrayLike) -> NDArray[np.int64]:
        seats = np.asarray(given)
        seats = self._numbers(np.broadcast_to(seats, (len(self),)) if seats.ndim == 0 else seats, "seat")
        if seats.min() < 0 or seats.max() >= self.seats:
            raise ValueError(f"A seat is from 0 to {self.seats - 1}.")
        return np.ascontiguousarray(seats, np.int64)

    def _indices(self, given: ArrayLike) -> NDArray[np.int64]:
        indices = np.atleast_1d(np.asarray(given))
        if indices.dtype.kind not in "iu" or indices.ndim != 1:
            raise TypeError("A table is named by a whole number.")
        if len(indices) and not 0 <= indices.min() <= indices.max() < len(self):
            raise ValueError(f"Tables are numbered from 0 to {len(self) - 1}.")
        return indices.astype(np.int64)


def _to_read(array: NDArray[_T]) -> NDArray[_T]:
    """The array itself, not to be written: what is in it decides what the kernels do."""
    view = array.view()
    view.flags.writeable = False
    return view
