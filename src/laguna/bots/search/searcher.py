"""The search, called from Python: one seat's thoughts about its question."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from laguna.bots.search import layout as at
from laguna.core.bot import Budget, Considered, Thought
from laguna.core.compiled import Numbers, Records, load_template, name_of, sources_of, to_record, verbs_of
from laguna.core.game import Move
from laguna.core.generator import WORDS
from laguna.core.heuristics import Heuristics
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import State

_FOLDER = Path(__file__).parent
_TEMPLATE = _FOLDER / "kernels.py"

CHUNK_SECONDS = 0.02
"""How often to look at the clock."""
FIRST_CHUNK = 64
LARGEST_TREE = 1 << 18
SMALLEST_TREE = 1 << 10
THREADS_APART = 1 << 40
"""Seeds of searches that run side by side differ by this."""

AnyRuledGame = RuledGame[Any, Any, Any]
AnyTable = RuledTable[Any, Any]


class Kernels(Protocol):
    """The compiled search of one game; the contracts stand in `kernels.py`."""

    def think(  # noqa: PLR0913, PLR0917 - arrays in, arrays out
        self,
        root: Records,
        table: Records,
        room: Numbers,
        actions: Numbers,
        weights: Numbers,
        slots: Numbers,
        rng: Numbers,
        plan: Numbers,
        tree: Records,
        path: Numbers,
        considered: Records,
        reward: NDArray[np.float64],
    ) -> None:
        """Some iterations; see `laguna.bots.search.kernels.think`."""
        ...

    def compete(  # noqa: PLR0913, PLR0917
        self,
        table: Records,
        template: Records,
        room: Numbers,
        rng: Numbers,
        plan: Numbers,
        players: Numbers,
        shares: NDArray[np.float64],
        points: NDArray[np.float64],
    ) -> None:
        """Quick games; see `laguna.bots.search.kernels.compete`."""
        ...


def load(heuristics: Heuristics[Any], variant: str = "search") -> Kernels:
    """The compiled search over these heuristics: from memory, from the cache on disk, or compiled at its first call."""
    rules = heuristics.rules
    verbs = {name: getattr(heuristics, name) for name in heuristics.__dataclass_fields__ if name != "rules"}
    sources = _FOLDER.glob("*.py")
    name = f"laguna_{variant}_{name_of(rules)}"
    return cast("Kernels", load_template(_TEMPLATE, name, {**verbs_of(rules), **verbs}, [*sources, *sources_of(rules)]))


class Question(NamedTuple):
    """Who thinks, how far quick play goes on, and the one action to consider, or `layout.ANY`."""

    seat: int
    horizon: int
    only: int


class Search:
    """One search under way, on one thread: its tree, and what it found about each considered move."""

    def __init__(self, kernels: Kernels, heuristics: Heuristics[Any], seats: int) -> None:
        self._kernels = kernels
        self._room: Numbers = np.zeros(heuristics.rules.room, np.int64)
        self._lists: Numbers = np.zeros((3, heuristics.proposals), np.int64)
        self._rng: Numbers = np.zeros(WORDS, np.int64)
        self._plan: Numbers = np.zeros(at.PLAN, np.int64)
        self._path: Numbers = np.zeros((2, at.DEPTH), np.int64)
        self._reward = np.zeros((at.REWARD, seats), np.float64)
        self._tree = np.zeros(0, at.EDGE)
        self.considered = np.zeros(heuristics.proposals, at.CONSIDERED)

    def begin(self, root: Records, question: Question, seed: int, room: int, *, keep: bool) -> None:
        """A new question. `room`: how many entries the tree may need; `keep`: go on with the one that is there."""
        size = max(SMALLEST_TREE, min(LARGEST_TREE, 1 << (2 * room).bit_length()))
        if not (keep and len(self._tree) == size and self._plan[at.USED] * 2 < size):
            self._tree = np.zeros(size, at.EDGE)
            self._plan[at.USED] = 0
        self._plan[at.SEED], self._plan[at.FIRST] = seed, 0
        self._plan[at.SEAT], self._plan[at.HORIZON], self._plan[at.ONLY] = question
        self._root, self._table = root, root.copy()
        self.considered[:] = 0

    def run(self, iterations: int) -> None:
        """So many iterations more."""
        self._plan[at.ITERATIONS] = iterations
        self._kernels.think(
            self._root,
            self._table,
            self._room,
            self._lists[0],
            self._lists[1],
            self._lists[2],
            self._rng,
            self._plan,
            self._tree,
            self._path,
            self.considered,
            self._reward,
        )
        self._plan[at.FIRST] += iterations

    @property
    def iterations(self) -> int:
        """How many there were."""
        return int(self._plan[at.FIRST])

    @property
    def count(self) -> int:
        """How many moves are considered."""
        return int(self._plan[at.COUNT])

    @property
    def settled(self) -> bool:
        """Whether there is nothing to choose from."""
        return self.count == 1 and int(self._plan[at.ONLY]) == at.ANY

    def lead(self) -> int:
        """How many visits the most visited move is ahead of the next."""
        visits = sorted(self.considered["visits"][: self.count].tolist(), reverse=True)
        return int(visits[0] - visits[1]) if len(visits) > 1 else 0


class Searcher:
    """Searches for one seat of one table, on one thread or several; it keeps its trees from question to question."""

    def __init__(
        self,
        game: AnyRuledGame,
        heuristics: Heuristics[Any],
        *,
        variant: str = "search",
        horizon: int | None = None,
        threads: int = 1,
    ) -> None:
        """`variant` names the heuristics' kernels; `horizon`: how far quick play goes, if not as they say."""
        self._game = game
        self._heuristics = heuristics
        self._kernels = load(heuristics, variant)
        self._horizon = heuristics.horizon if horizon is None else horizon
        self._threads = threads
        self._searches: dict[int, list[Search]] = {}

    def think(self, known: AnyTable, seat: int, seed: int, budget: Budget, only: Move | None = None) -> Thought:
        """Think about an asked seat's question, or `only` about one of its moves. Raises `NoSuchSeat` or `NotAsked`."""
        known.check_asked(seat)
        start = time.perf_counter()
        searches = self._begin(known, seat, seed, budget, only)
        if len(searches) == 1:
            _run(searches[0], budget, start, 1)
        else:
            with ThreadPoolExecutor(len(searches)) as pool:
                list(pool.map(lambda search: _run(search, budget, start, len(searches)), searches))
        iterations = sum(search.iterations for search in searches)
        considered = self._considered(known.state, seat, searches)
        return Thought(considered, iterations, time.perf_counter() - start)

    def _begin(self, known: AnyTable, seat: int, seed: int, budget: Budget, only: Move | None) -> list[Search]:
        root = to_record(known.state)
        if known.seats not in self._searches:
            self._searches = {
                known.seats: [Search(self._kernels, self._heuristics, known.seats) for _ in range(self._threads)]
            }
        searches = self._searches[known.seats]
        action = at.ANY if only is None else self._game.encode(known.state, seat, only)
        if action is None:
            raise ValueError(f"{only} is no move at this table.")
        question = Question(seat, self._horizon, action)
        room = LARGEST_TREE if budget.iterations is None else budget.iterations
        for number, search in enumerate(searches):
            keep = budget.iterations is None  # what is promised to be the same every time starts afresh
            search.begin(root, question, seed + number * THREADS_APART, room, keep=keep)
        return searches

    def _considered(self, state: State, seat: int, searches: list[Search]) -> tuple[Considered, ...]:
        """The searches' findings put together, the most visited move first."""
        count, seats = searches[0].count, state.players
        found = [search.considered[:count] for search in searches]
        visits = np.sum([each["visits"] for each in found], axis=0)
        values = np.sum([each["values"][:, :seats] for each in found], axis=0)
        points = np.sum([each["points"][:, :seats] for each in found], axis=0)
        actions = found[0]["action"].tolist()
        order = sorted((i for i in range(count) if visits[i]), key=lambda i: (-visits[i], i))
        return tuple(
            Considered(
                move=self._game.decode(state, seat, actions[i]),
                share=float(visits[i] / visits.sum()),
                values=tuple((values[i] / visits[i]).tolist()),
                points=tuple((points[i] / visits[i]).tolist()),
            )
            for i in order
        )


def _run(search: Search, budget: Budget, start: float, side_by_side: int) -> None:
    """Iterate until the budget is spent, or the choice is clear."""
    most = None if budget.iterations is None else -(-budget.iterations // side_by_side)
    chunk = FIRST_CHUNK
    while True:
        left = chunk if most is None else min(chunk, most - search.iterations)
        search.run(left)
        spent = time.perf_counter() - start
        if search.settled or search.iterations == most:
            return
        to_come = float("inf") if most is None else most - search.iterations
        if budget.seconds is not None:
            pace = search.iterations / spent
            to_come = min(to_come, pace * (budget.seconds - spent))
            chunk = max(1, int(min(pace * CHUNK_SECONDS, to_come)))
        if to_come <= 0 or search.lead() > to_come:
            return
