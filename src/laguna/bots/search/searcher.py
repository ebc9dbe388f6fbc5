"""The search, called from Python: one seat's thoughts about its question."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from laguna.bots.search.layout import ANY, ConsideredRecord, Edge, QuickGame, ScratchRecord, SearchPlan, SearchWorkspace
from laguna.core.bot import Budget, Considered, Thought
from laguna.core.compiled import load_template, name_of, record_type, sources_of, tables_of, verbs_of
from laguna.core.compiled.records import Numbers, RecordArray, Records, Tables
from laguna.core.game import Move
from laguna.core.heuristics import Heuristics
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import State

_FOLDER = Path(__file__).parent
_TEMPLATE = _FOLDER / "kernels.py"

CHUNK_S = 0.02
"""Seconds of iterations between two looks at the clock."""
FIRST_CHUNK_ITERATIONS = 64
MAX_TREE_ENTRIES = 1 << 18
MIN_TREE_ENTRIES = 1 << 10
THREAD_SEED_STRIDE = 1 << 40
"""Seeds of searches that run side by side differ by this."""

AnyRuledGame = RuledGame[Any, Any, Any]
AnyTable = RuledTable[Any, Any]


class SearchKernels(Protocol):
    """The compiled search of one game; the contracts stand in `kernels.py`."""

    def think(
        self,
        plan: RecordArray[SearchPlan],
        tables: Tables,
        scratches: RecordArray[ScratchRecord],
        works: RecordArray[SearchWorkspace],
        tree: RecordArray[Edge],
        considered: RecordArray[ConsideredRecord],
    ) -> None:
        """Some iterations; see `laguna.bots.search.kernels.think`."""
        ...

    def compete(
        self,
        plan: RecordArray[SearchPlan],
        tables: Tables,
        scratches: RecordArray[ScratchRecord],
        works: RecordArray[SearchWorkspace],
        players: Numbers,
        games: RecordArray[QuickGame],
    ) -> None:
        """Quick games; see `laguna.bots.search.kernels.compete`."""
        ...


def load(heuristics: Heuristics[Any], variant: str = "search") -> SearchKernels:
    """The compiled search over these heuristics: from memory, from the cache on disk, or compiled at its first call."""
    rules = heuristics.rules
    names = [name for name in heuristics.__dataclass_fields__ if name not in {"rules", "scratch"}]
    verbs = {name: getattr(heuristics, name) for name in names}
    sources = _FOLDER.glob("*.py")
    name = f"laguna_{variant}_{name_of(rules)}"
    return cast(
        "SearchKernels", load_template(_TEMPLATE, name, {**verbs_of(rules), **verbs}, [*sources, *sources_of(rules)])
    )


def workspace(heuristics: Heuristics[Any]) -> RecordArray[SearchWorkspace]:
    """What iterations and quick games are played with."""
    return SearchWorkspace.zeros(proposals=heuristics.proposals)


def scratch(heuristics: Heuristics[Any]) -> Records:
    """What the heuristics note, as an array of one record."""
    return np.zeros(1, record_type(heuristics.scratch))


class SearchTask(NamedTuple):
    """Who thinks, how far quick play goes on, and the one action to consider, or `layout.ANY`."""

    seat: int
    horizon: int
    only: int


class Search:
    """One search under way, on one thread: its tree, and what it found about each considered move."""

    def __init__(self, kernels: SearchKernels, heuristics: Heuristics[Any]) -> None:
        self._kernels = kernels
        self._scratch = scratch(heuristics)
        self._work = workspace(heuristics)
        self._plan = SearchPlan.zeros()
        self._tree = Edge.zeros(0)
        self.considered = ConsideredRecord.zeros(heuristics.proposals)

    def begin(self, root: State, task: SearchTask, seed: int, capacity: int, *, keep: bool) -> None:
        """A new question. `capacity`: how many entries the tree may need; `keep`: go on with the one that is there."""
        plan = self._plan[0]
        size = max(MIN_TREE_ENTRIES, min(MAX_TREE_ENTRIES, 1 << (2 * capacity).bit_length()))
        if not (keep and len(self._tree) == size and plan.used * 2 < size):
            self._tree = Edge.zeros(size)
            plan.used = 0
        plan.seed, plan.first = seed, 0
        plan.seat, plan.horizon, plan.only = task
        self._tables = tables_of(root)
        self.considered = ConsideredRecord.zeros(len(self.considered))

    def run(self, iterations: int) -> None:
        """So many iterations more."""
        self._plan[0].iterations = iterations
        self._kernels.think(self._plan, self._tables, self._scratch, self._work, self._tree, self.considered)
        self._plan[0].first += iterations

    @property
    def used(self) -> int:
        """How many entries the tree has."""
        return int(self._plan[0].used)

    @property
    def iterations(self) -> int:
        """How many there were."""
        return int(self._plan[0].first)

    @property
    def count(self) -> int:
        """How many moves are considered."""
        return int(self._plan[0].count)

    @property
    def settled(self) -> bool:
        """Whether there is nothing to choose from."""
        return self.count == 1 and int(self._plan[0].only) == ANY

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
        if known.seats not in self._searches:
            self._searches = {known.seats: [Search(self._kernels, self._heuristics) for _ in range(self._threads)]}
        searches = self._searches[known.seats]
        action = ANY if only is None else self._game.encode(known.state, seat, only)
        if action is None:
            raise ValueError(f"{only} is no move at this table.")
        task = SearchTask(seat, self._horizon, action)
        capacity = MAX_TREE_ENTRIES if budget.iterations is None else budget.iterations
        for number, search in enumerate(searches):
            keep = budget.iterations is None  # what is promised to be the same every time starts afresh
            search.begin(known.state, task, seed + number * THREAD_SEED_STRIDE, capacity, keep=keep)
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
    chunk = FIRST_CHUNK_ITERATIONS
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
            chunk = max(1, int(min(pace * CHUNK_S, to_come)))
        if to_come <= 0 or search.lead() > to_come:
            return
