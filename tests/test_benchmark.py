"""The benchmark counts what it says it counts. How fast anything is, no test asks."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from laguna import benchmark
from laguna.benchmark import (
    Compiled,
    LoadTimes,
    Measurement,
    OpenSpiel,
    Plain,
    Report,
    SearchPosition,
    Speed,
    TreeSearch,
)
from laguna.bots.heuristics import heuristics_of
from laguna.cli import main
from laguna.core.bot import Budget
from laguna.core.compiled import cache_folder
from laguna.games import RULED
from laguna.games.mahe import rules

SMALL = "mahe"
"""The game whose kernels are compiled here: each takes seconds."""
GAME = RULED[SMALL]
PLAN = (GAME, 4, GAME.options())

pytestmark = pytest.mark.xdist_group(SMALL)


def row(game: str, mode: Any, threads: int, *rounds: int) -> Measurement:
    return Measurement(
        game=game,
        mode=mode,
        threads=threads,
        unit="iterations" if mode in ("search", "bare") else "moves",
        per_s=sorted(rounds)[len(rounds) // 2],
        seats=4,
        options={},
        clock="cpu",
        rounds=list(rounds),
        wall_rounds=[speed // 2 for speed in rounds] if threads == 1 else list(rounds),
    )


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """`laguna bench`, as short as it can be."""
    monkeypatch.setattr(sys, "stdin", io.StringIO())

    def typed(*words: str) -> str:
        assert main(["bench", SMALL, "--rounds", "2", "--seconds", "0.01", *words]) == 0
        answer = capsys.readouterr()
        assert answer.err == ""
        return answer.out

    return typed


# OpenSpiel, as its Python API has it


class Spiel:
    """A stand-in: three times a chance node with odds of 1 to 3, then a decision between two actions."""

    def __init__(self) -> None:
        self.drawn: list[int] = []
        self.chosen: list[int] = []

    def num_players(self) -> int:
        return 2

    def new_initial_state(self) -> Spiel:
        self.step = 0
        return self

    def is_terminal(self) -> bool:
        return self.step == 6

    def is_chance_node(self) -> bool:
        return self.step % 2 == 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(7, 0.25), (8, 0.75)]

    def legal_actions(self) -> list[int]:
        return [3, 5]

    def apply_action(self, action: int) -> None:
        (self.drawn if self.is_chance_node() else self.chosen).append(action)
        self.step += 1


@pytest.fixture
def spiel(monkeypatch: pytest.MonkeyPatch) -> dict[str, Spiel]:
    games: dict[str, Spiel] = {name: Spiel() for name in benchmark.PEERS}
    monkeypatch.setitem(sys.modules, "pyspiel", SimpleNamespace(load_game=games.__getitem__))
    return games


@pytest.fixture
def no_spiel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)


# What is counted


def test_plain_and_compiled_play_the_same_games() -> None:
    plain, compiled = Plain(*PLAN), Compiled(*PLAN, threads=1)
    compiled._batch = 1
    runner = compiled._runners[0]
    plain_moves = [plain._play() for _ in range(5)]
    compiled._seeds = iter(range(5))
    assert plain_moves == [compiled._play(runner) for _ in range(5)]


def test_plain_games_tell_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(rules, "tell", lambda _, what, *_numbers: told.append(what))
    moves = Plain(*PLAN)._play()
    assert len(told) > moves


def test_every_thread_has_a_table_of_its_own() -> None:
    compiled = Compiled(*PLAN, threads=3)
    tables = {id(runner._tables) for runner in compiled._runners}
    assert len(tables) == 3
    pace = compiled.measure(0.01)
    assert pace.speed == pace.wall > 0


def test_the_search_is_asked_early_and_in_the_middle_of_games_what_is_worth_a_thought() -> None:
    asked = benchmark.positions(*PLAN)
    assert len(asked) == len(benchmark.POSITION_FRACTIONS)
    played = [position.known.played for position in asked]
    assert played[0] < 3 < played[1] < played[-1]
    heuristics = heuristics_of(SMALL)
    for known, seat in asked:
        assert seat in known.numbers
        lists = heuristics.scratch(), [0] * heuristics.proposals, [0] * heuristics.proposals
        assert heuristics.propose(known.state, seat, *lists) > 1


def test_the_search_is_asked_the_same_every_time() -> None:
    first, second = ([(known.state, seat) for known, seat in benchmark.positions(*PLAN)] for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("threads", "per_s"), [(1, 2000), (3, 3000)])
def test_every_thought_has_a_searcher_of_its_own_and_one_thread_is_timed_by_the_cpu(
    threads: int, per_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    thoughts: list[tuple[Any, SearchPosition, Budget]] = []

    class Searcher:
        def __init__(self, *_: Any, threads: int, **__: Any) -> None:
            self.iterations = 1000 * threads

        def think(self, known: Any, seat: int, _: int, budget: Budget) -> Any:
            thoughts.append((self, SearchPosition(known, seat), budget))
            return self

    monkeypatch.setattr("laguna.bots.search.searcher.Searcher", Searcher)
    asked = benchmark.positions(*PLAN)
    subject = TreeSearch(GAME, GAME.options(), asked, threads)
    thoughts.clear()
    cpu, wall = iter([5, 7]), iter([5, 9])
    monkeypatch.setattr(benchmark, "time", SimpleNamespace(thread_time=cpu.__next__, perf_counter=wall.__next__))
    assert subject.measure(0.5) == Speed(per_s, 1000 * threads)
    assert len({id(searcher) for searcher, _, _ in thoughts}) == len(asked)
    assert [position for _, position, _ in thoughts] == asked
    assert {budget.seconds for _, _, budget in thoughts} == {0.5 / len(asked)}


def test_an_openspiel_move_is_a_decision_and_chance_follows_its_odds(spiel: dict[str, Spiel]) -> None:
    subject = OpenSpiel("hearts")
    assert [subject._play() for _ in range(400)] == [3] * 400
    game = spiel["hearts"]
    assert 0.65 < game.drawn.count(8) / len(game.drawn) < 0.85
    assert 0.4 < game.chosen.count(3) / len(game.chosen) < 0.6
    assert set(game.chosen) == {3, 5}


def test_a_sample_beyond_rounded_odds_is_the_last_outcome() -> None:
    assert benchmark._sampled([(1, 0.5), (2, 0.4999)], 0.99999) == 2


def test_rounds_are_taken_in_turn_and_the_median_is_told() -> None:
    order = []

    class Counted:
        mode, threads, unit, seats, options = "plain", 1, "moves", 4, {}

        def __init__(self, game: str, *speeds: float) -> None:
            self.game, self.speeds = game, list(speeds)

        def measure(self, seconds: float) -> Speed:
            assert seconds == 0.5
            order.append(self.game)
            return Speed(self.speeds[0], self.speeds.pop(0) / 10)

    subjects: list[Any] = [Counted("a", 1, 9, 2), Counted("b", 10, 30, 20)]
    done: list[int] = []
    rows = benchmark.measured(subjects, 3, 0.5, done.append)
    assert order == ["a", "b"] * 3
    assert sum(done) == 6
    assert [(one.game, one.per_s, one.rounds) for one in rows] == [("a", 2, [1, 9, 2]), ("b", 20, [10, 30, 20])]


def test_ratios_are_medians_of_each_round() -> None:
    rows = [
        row("a", "plain", 1, 10, 20, 40),
        row("a", "compiled", 1, 1000, 1800, 4400),
        row("a", "compiled", 2, 2000, 2000, 8000),
        row("gin_rummy", "openspiel", 1, 5, 5, 5),
        row("pig", "openspiel", 1, 900, 900, 900),
        row("a", "search", 1, 30, 40, 50),
        row("a", "search", 2, 60, 60, 60),
        row("a", "bare", 1, 10, 20, 50),
    ]
    assert benchmark.ratios(rows) == {
        "compiled_to_plain": {"a": 100},
        "compiled_to_gin_rummy": {"a": 360},
        "search_to_bare": {"a": 2},
        "compiled_all_cores_to_one": {"a": 3.64},  # by the clock on the wall
        "search_all_cores_to_one": {"a": 3},
    }
    assert list(benchmark.ratios(rows[:2])) == ["compiled_to_plain"]


# Loading


@pytest.mark.parametrize("kernels", benchmark.KERNEL_KINDS)
def test_a_fresh_process_tells_how_long_loading_took(kernels: benchmark.KernelKind) -> None:
    seconds = benchmark._fresh_start(SMALL, kernels, str(cache_folder().parent))
    assert list(seconds) == ["numba", "first_call", "all_kernels"]
    assert 0 < seconds["first_call"] <= seconds["all_kernels"]


def test_the_first_start_has_an_empty_cache_and_the_others_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    caches: list[str] = []
    first_calls = iter([9.0, 0.5, 0.3, 0.4])

    def start(key: str, kernels: str, cache: str) -> dict[str, float]:
        assert (key, kernels) == (SMALL, "search")
        caches.append(cache)
        return {"numba": 0.2, "first_call": next(first_calls), "all_kernels": 10.0}

    monkeypatch.setattr(benchmark, "_fresh_start", start)
    done: list[int] = []
    load = benchmark.load_times(GAME, "search", done.append)
    seconds = {"first_compile_s": 9, "all_kernels_s": 10, "cached_load_s": 0.4, "numba_import_s": 0.2}
    assert load == LoadTimes(game=SMALL, kernels="search", **seconds)
    assert (len(set(caches)), sum(done)) == (1, 4)


# laguna bench


@pytest.mark.usefixtures("no_spiel")
def test_bench_json_has_a_row_for_every_mode(bench: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "cores", lambda: 2)
    report = json.loads(bench("--json", "--no-loads", "--seats", "5", "--option", "advanced=yes"))
    msgspec.convert(report, Report)
    assert [(one["game"], one["mode"], one["threads"]) for one in report["rows"]] == [
        (SMALL, "plain", 1),
        (SMALL, "compiled", 1),
        (SMALL, "compiled", 2),
        (SMALL, "search", 1),
        (SMALL, "search", 2),
        (SMALL, "bare", 1),
    ]
    for one in report["rows"]:
        assert one["per_s"] > 0
        assert one["unit"] == ("iterations" if one["mode"] in ("search", "bare") else "moves")
        assert (one["seats"], one["options"]["advanced"]) == (5, True)
        assert len(one["rounds"]) == 2
        assert one["clock"] == ("wall" if one["threads"] > 1 else "cpu")
    assert list(report["ratios"]) == [
        "compiled_to_plain",
        "search_to_bare",
        "compiled_all_cores_to_one",
        "search_all_cores_to_one",
    ]
    assert (report["loads"], report["peers"]) == ([], False)


@pytest.mark.usefixtures("spiel")
def test_bench_measures_openspiel_in_the_same_run_if_it_is_there(bench: Any) -> None:
    report = json.loads(bench("--json", "--no-loads", "--no-search"))
    assert {one["unit"] for one in report["rows"]} == {"moves"}
    peers = [one["game"] for one in report["rows"] if one["mode"] == "openspiel"]
    assert peers == ["pig", "gin_rummy", "hearts", "backgammon"]
    assert SMALL in report["ratios"]["compiled_to_gin_rummy"]


@pytest.mark.usefixtures("no_spiel")
def test_bench_prints_tables_with_seats_options_ratios_and_load_times(
    bench: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "_fresh_start", lambda *_: {"numba": 0.21, "first_call": 4.32, "all_kernels": 5.43})
    monkeypatch.setenv("COLUMNS", "80")
    shown = bench("--option", "advanced=yes")
    assert "4 players, advanced=True" in shown
    assert "compiled to plain" in shown
    assert "iterations/s" in shown
    assert "first compile" in shown
    assert "4.32" in shown
    assert "…" not in shown.partition("OpenSpiel")[0]
    assert "OpenSpiel is not installed" in shown
