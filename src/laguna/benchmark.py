"""How fast random play is, plain, compiled on one thread and on all cores, beside OpenSpiel's games; and the search.

All are measured in one run and in turn, round after round, so that whatever else the machine does disturbs them
alike; the figure is the median round. One thread is timed by its own CPU time, all cores by the clock on the wall.
Every seat everywhere chooses uniformly at random among its moves. A move is a player's decision with all that follows
from it, draws included; OpenSpiel's chance nodes are therefore played but not counted. The plain rules tell what
happens as they do at a real table; compiled ones tell nothing, which is what they are for.

The search thinks about the same positions early and in the middle of games in every round, each time from an empty
tree: with a game's heuristics on one thread and on all cores, and without them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from statistics import median
from typing import Any, Literal, NamedTuple, Protocol, cast, get_args

import msgspec

from laguna.bots.heuristics import heuristics_of
from laguna.bots.levels import PREPARE_BUDGET, bot_of
from laguna.core.bot import Budget, knowledge
from laguna.core.game import Game
from laguna.core.luck import SeededLuck
from laguna.core.machine import cores
from laguna.core.ruled import RuledGame, RuledTable
from laguna.simulation import simulate_plain

ROUNDS = 5
ROUND_S = 0.5
FRESH_STARTS = 3
"""How often the loading from a filled cache is timed."""
PEERS = ("pig", "gin_rummy", "hearts", "backgammon")
YARDSTICK = "gin_rummy"
_BATCH_S = 0.005
"""How long games are played between two looks at the clock."""
POSITION_FRACTIONS = (0.0, 0.2, 0.4, 0.6)
"""Where in a game each position stands that the search is measured with, as a part of the game's decisions."""

AnyGame = Game[Any, Any, Any]
AnyRuledGame = RuledGame[Any, Any, Any]
Mode = Literal["plain", "compiled", "search", "bare", "openspiel"]
"""Random play by the rules as they stand, or compiled; the search, and without heuristics; random play in OpenSpiel."""
Unit = Literal["moves", "iterations"]
KernelKind = Literal["rules", "search"]
KERNEL_KINDS: tuple[KernelKind, ...] = get_args(KernelKind)


class Measurement(msgspec.Struct, kw_only=True):
    """The speed of one game in one mode: the median of its rounds, in units a second."""

    game: str
    mode: Mode
    threads: int
    unit: Unit
    per_s: int
    seats: int
    options: dict[str, Any]
    clock: Literal["cpu", "wall"]
    rounds: list[int]
    wall_rounds: list[int]
    """The same rounds by the clock on the wall, whatever else the machine was doing."""


class LoadTimes(msgspec.Struct, kw_only=True):
    """The seconds until a game's compiled rules or search run in a fresh process, apart from the import of Numba.

    `first_compile_s` with an empty cache and `cached_load_s` with a filled one: from loading the kernels to the end of
    the first call. `all_kernels_s`: the first compile again, with every kernel of its kind.
    """

    game: str
    kernels: KernelKind
    first_compile_s: float
    all_kernels_s: float
    cached_load_s: float
    numba_import_s: float


class Report(msgspec.Struct, kw_only=True):
    """Everything that was measured, and ratios of speeds: by name, then by game. Medians of each round's ratio."""

    rows: list[Measurement]
    loads: list[LoadTimes]
    ratios: dict[str, dict[str, float]]
    peers: bool
    """Whether OpenSpiel was there to compare with."""


# What is measured


class Speed(NamedTuple):
    """Units a second: by the clock that counts, and by the one on the wall."""

    speed: float
    wall: float


class Subject(Protocol):
    """Something that plays random games, or searches."""

    game: str
    mode: Mode
    threads: int
    unit: Unit
    seats: int
    options: dict[str, Any]

    def measure(self, seconds: float) -> Speed:
        """Play or think for about so long."""
        ...


class Plain:
    """The rules as they stand, on one thread."""

    mode: Mode = "plain"
    threads = 1
    unit: Unit = "moves"

    def __init__(self, game: AnyGame, seats: int, options: Any) -> None:  # noqa: ANN401
        self.game, self.seats, self.options = game.key, seats, msgspec.to_builtins(options)
        self._plan = (game, seats, options)
        self._seeds = count()

    def measure(self, seconds: float) -> Speed:
        """Moves per second of CPU time."""
        return _timed(self._play, seconds)

    def _play(self) -> int:
        return simulate_plain(*self._plan, next(self._seeds), 1, _ignore).moves


class Compiled:
    """The rules as native code, on one thread or several. Each has a runner and games of its own."""

    mode: Mode = "compiled"
    unit: Unit = "moves"

    def __init__(self, game: AnyRuledGame, seats: int, options: Any, threads: int) -> None:  # noqa: ANN401
        from laguna.core.compiled.runner import Runner  # noqa: PLC0415 - Numba only where it is wanted

        self.game, self.seats, self.options, self.threads = game.key, seats, msgspec.to_builtins(options), threads
        state = game.prepared(seats, options)
        self._runners = [Runner(game.rules, state) for _ in range(threads)]
        self._seeds = count()
        self._batch = self._calibrated()

    def measure(self, seconds: float) -> Speed:
        """Moves per second: of CPU time on one thread, else by the clock on the wall."""
        if self.threads == 1:
            return _timed(lambda: self._play(self._runners[0]), seconds)
        with ThreadPoolExecutor(self.threads) as pool:
            start = time.perf_counter()
            moves = sum(pool.map(lambda runner: self._play_until(runner, start + seconds), self._runners))
            speed = moves / (time.perf_counter() - start)
            return Speed(speed, speed)

    def _play(self, runner: Any) -> int:  # noqa: ANN401
        moves: int = runner.run(next(self._seeds), 0, self._batch).moves
        return moves

    def _play_until(self, runner: Any, end: float) -> int:  # noqa: ANN401
        moves = self._play(runner)
        while time.perf_counter() < end:
            moves += self._play(runner)
        return moves

    def _calibrated(self) -> int:
        """How many games take long enough that starting them does not count. Compiles, if need be."""
        self._runners[0].run(0, 0, 1)
        games = 1
        while True:
            start = time.perf_counter()
            self._runners[0].run(0, 0, games)
            if time.perf_counter() - start >= _BATCH_S:
                return games
            games *= 2


class SearchPosition(NamedTuple):
    """A table as an asked seat knows it."""

    known: RuledTable[Any, Any]
    seat: int


class TreeSearch:
    """The search, on one thread or on several side by side, with a game's heuristics or (`bare`) without."""

    unit: Unit = "iterations"

    def __init__(
        self,
        game: AnyRuledGame,
        options: Any,  # noqa: ANN401
        positions: list[SearchPosition],
        threads: int = 1,
        mode: Literal["search", "bare"] = "search",
    ) -> None:
        from laguna.bots.search.bare import without_heuristics  # noqa: PLC0415 - Numba only where it is wanted

        self.game, self.threads = game.key, threads
        self.mode: Mode = mode
        self.seats, self.options = positions[0].known.seats, msgspec.to_builtins(options)
        self._game, self._positions = game, positions
        self._heuristics = heuristics_of(game.key)
        if mode == "bare":
            self._heuristics = without_heuristics(self._heuristics)
        self._seeds = count()
        self._think(positions[0], PREPARE_BUDGET)

    def measure(self, seconds: float) -> Speed:
        """Iterations per second, all positions alike: of CPU time on one thread, else by the clock on the wall."""
        budget = Budget(seconds=seconds / len(self._positions))
        start, wall_start = time.thread_time(), time.perf_counter()
        iterations = sum(self._think(position, budget) for position in self._positions)
        cpu, wall = time.thread_time() - start, time.perf_counter() - wall_start
        return Speed(iterations / (cpu if self.threads == 1 else wall), iterations / wall)

    def _think(self, position: SearchPosition, budget: Budget) -> int:
        """Think with an empty tree; the number of iterations."""
        from laguna.bots.search.searcher import Searcher  # noqa: PLC0415 - Numba only where it is wanted

        searcher = Searcher(self._game, self._heuristics, variant=self.mode, threads=self.threads)
        return searcher.think(*position, next(self._seeds), budget).iterations


def positions(game: AnyRuledGame, seats: int, options: Any) -> list[SearchPosition]:  # noqa: ANN401
    """What the search is measured with: positions early and in the middle of games, the same every time."""
    found = []
    for number, part in enumerate(POSITION_FRACTIONS):
        decisions = list(_decisions(game, seats, options, number))
        found.append(decisions[int(part * len(decisions))])
    return found


def _decisions(game: AnyRuledGame, seats: int, options: Any, number: int) -> Iterator[SearchPosition]:  # noqa: ANN401
    """All questions of a game between easy opponents to which more than one answer is worth a thought."""
    player, heuristics = bot_of(game.key, "easy"), heuristics_of(game.key)
    scratch, (actions, weights) = heuristics.scratch(), [[0] * heuristics.proposals for _ in range(2)]
    luck = SeededLuck(0, number)
    table, _ = game.start(seats, options, luck)
    while table.numbers:
        seat, seed = min(table.numbers), table.played
        known = cast("RuledTable[Any, Any]", knowledge(game, table, seat, seed))
        if heuristics.propose(known.state, seat, scratch, actions, weights) > 1:
            yield SearchPosition(known, seat)
        game.play(table, seat, table.question_number(seat), player.answer(known, seat, seed).move, luck)


class OpenSpiel:
    """One of OpenSpiel's games through its Python API, on one thread."""

    mode: Mode = "openspiel"
    threads = 1
    unit: Unit = "moves"

    def __init__(self, name: str) -> None:
        import pyspiel  # noqa: PLC0415 - an optional extra

        self._game = pyspiel.load_game(name)
        self.game = name
        self.seats: int = self._game.num_players()
        self.options: dict[str, Any] = {}
        self._random = random.Random(0)

    def measure(self, seconds: float) -> Speed:
        """Moves per second of CPU time."""
        return _timed(self._play, seconds)

    def _play(self) -> int:
        """One game; its number of decisions."""
        state = self._game.new_initial_state()
        moves, uniform = 0, self._random.random
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_sampled(state.chance_outcomes(), uniform()))
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(uniform() * len(actions))])
                moves += 1
        return moves


def _sampled(outcomes: list[tuple[int, float]], point: float) -> int:
    """The outcome at a point from 0 to 1 of all the odds."""
    for action, odds in outcomes:
        point -= odds
        if point < 0:
            return action
    return outcomes[-1][0]


def _timed(play: Callable[[], int], seconds: float) -> Speed:
    """Play again and again for so much CPU time of this thread."""
    moves, spent, start, wall_start = 0, 0.0, time.thread_time(), time.perf_counter()
    while spent < seconds:
        moves += play()
        spent = time.thread_time() - start
    return Speed(moves / spent, moves / (time.perf_counter() - wall_start))


def _ignore(games: int) -> None:
    """No progress to report."""


# A whole run


def peers_available() -> bool:
    """Whether OpenSpiel can be imported."""
    try:
        import pyspiel  # noqa: F401, PLC0415 - an optional extra
    except ImportError:
        return False
    return True


def subjects(plans: list[tuple[AnyGame, int, Any]], *, search: bool, peers: bool) -> Iterator[Subject]:
    """All that is to be measured: every game with its seats and options, then the peers. Compiles, if need be."""
    for game, seats, options in plans:
        yield Plain(game, seats, options)
        if isinstance(game, RuledGame):
            yield Compiled(game, seats, options, 1)
            if cores() > 1:
                yield Compiled(game, seats, options, cores())
            if search:
                yield from _searches(game, seats, options)
    if peers:
        yield from map(OpenSpiel, PEERS)


def _searches(game: AnyRuledGame, seats: int, options: Any) -> Iterator[Subject]:  # noqa: ANN401
    measured_with = positions(game, seats, options)
    yield TreeSearch(game, options, measured_with)
    if cores() > 1:
        yield TreeSearch(game, options, measured_with, cores())
    yield TreeSearch(game, options, measured_with, mode="bare")


def measured(everybody: list[Subject], rounds: int, seconds: float, done: Callable[[int], None]) -> list[Measurement]:
    """Every subject in turn, round after round. `done` is called after each."""
    paces: list[list[Speed]] = [[] for _ in everybody]
    for _ in range(rounds):
        for subject, found in zip(everybody, paces, strict=True):
            found.append(subject.measure(seconds))
            done(1)
    return [
        Measurement(
            game=subject.game,
            mode=subject.mode,
            threads=subject.threads,
            unit=subject.unit,
            per_s=round(median(pace.speed for pace in found)),
            seats=subject.seats,
            options=subject.options,
            clock="cpu" if subject.threads == 1 else "wall",
            rounds=[round(pace.speed) for pace in found],
            wall_rounds=[round(pace.wall) for pace in found],
        )
        for subject, found in zip(everybody, paces, strict=True)
    ]


def ratios(rows: list[Measurement]) -> dict[str, dict[str, float]]:
    """Compiled to plain and to the yardstick among the peers, the search to the bare one, all cores to one thread.

    With one thread on both sides by CPU time, else by the clock on the wall.
    """
    by_mode: dict[Mode, dict[str, Measurement]] = {mode: {} for mode in get_args(Mode)}
    for row in rows:
        if row.threads == 1:
            by_mode[row.mode][row.game] = row
    compiled, yardstick = by_mode["compiled"], by_mode["openspiel"].get(YARDSTICK)
    found = {"compiled_to_plain": {game: _ratio(row, by_mode["plain"][game]) for game, row in compiled.items()}}
    if yardstick is not None:
        found[f"compiled_to_{YARDSTICK}"] = {game: _ratio(row, yardstick) for game, row in compiled.items()}
    found["search_to_bare"] = {game: _ratio(by_mode["search"][game], row) for game, row in by_mode["bare"].items()}
    for row in rows:
        if row.threads > 1:
            scaled = found.setdefault(f"{row.mode}_all_cores_to_one", {})
            scaled[row.game] = _ratio(row, by_mode[row.mode][row.game])
    return {name: games for name, games in found.items() if games}


def _ratio(fast: Measurement, slow: Measurement) -> float:
    """The median of each round's ratio: by the clock on the wall if one of them has several threads."""
    a, b = (fast.rounds, slow.rounds) if fast.threads == slow.threads else (fast.wall_rounds, slow.wall_rounds)
    return round(median(quick / max(1, other) for quick, other in zip(a, b, strict=True)), 2)


# Loading, in fresh processes


def load_times(game: AnyRuledGame, kernels: KernelKind, done: Callable[[int], None]) -> LoadTimes:
    """Time the first compile and the loading afterwards, with a cache of their own. `done` is called after each."""
    with tempfile.TemporaryDirectory(prefix="laguna-bench-") as cache:
        starts = []
        for _ in range(1 + FRESH_STARTS):
            starts.append(_fresh_start(game.key, kernels, cache))
            done(1)
    first, *later = starts
    return LoadTimes(
        game=game.key,
        kernels=kernels,
        first_compile_s=first["first_call"],
        all_kernels_s=first["all_kernels"],
        cached_load_s=round(median(start["first_call"] for start in later), 3),
        numba_import_s=round(median(start["numba"] for start in later), 3),
    )


def _fresh_start(key: str, kernels: KernelKind, cache: str) -> dict[str, float]:
    program = f"from laguna.benchmark import print_load_times; print_load_times({key!r}, {kernels!r})"
    told = subprocess.run(  # noqa: S603 - this very Python
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "LAGUNA_CACHE": cache},
    )
    seconds: dict[str, float] = json.loads(told.stdout)
    return seconds


def print_load_times(key: str, kernels: KernelKind) -> None:
    """In a fresh process: import Numba, load one game's kernels and call each; print the seconds as JSON."""
    start = time.perf_counter()
    import numba  # noqa: F401, PLC0415 - this is what is timed

    numba_s = time.perf_counter() - start
    from laguna.games import RULED  # noqa: PLC0415 - Numba first

    first_call, all_kernels = (_call_rules if kernels == "rules" else _call_search)(RULED[key])
    seconds = {"numba": numba_s, "first_call": first_call, "all_kernels": all_kernels}
    sys.stdout.write(json.dumps({name: round(value, 3) for name, value in seconds.items()}))


def _call_rules(game: AnyRuledGame) -> tuple[float, float]:
    """The seconds until random play ran, and until every kernel of the rules did."""
    from laguna.core.compiled.runner import Runner  # noqa: PLC0415

    state = game.prepared(game.seats[0], game.options())
    start = time.perf_counter()
    runner = Runner(game.rules, state)
    log, _ = runner.trace(0, 0, 1)
    first_call = time.perf_counter() - start
    runner.kernels.imagine_once(log, 0)
    return first_call, time.perf_counter() - start


def _call_search(game: AnyRuledGame) -> tuple[float, float]:
    """The seconds until a question was thought about, and until every kernel of the search ran."""
    from laguna.bots.search import layout, quick, searcher  # noqa: PLC0415

    heuristics = heuristics_of(game.key)
    table, _ = game.start(game.seats[0], game.options(), SeededLuck(0))
    start = time.perf_counter()
    searcher.Searcher(game, heuristics).think(table, min(table.numbers), 0, PREPARE_BUDGET)
    first_call = time.perf_counter() - start
    prepared = game.prepared(game.seats[0], game.options())
    quick.compete(heuristics, prepared, [layout.RANDOM] * game.seats[0], 2 * game.seats[0])
    return first_call, time.perf_counter() - start
