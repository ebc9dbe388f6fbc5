"""Laws of compiled play: the same rules, the same draws, the same states, native."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from laguna import simulation
from laguna.core import compiled
from laguna.core.compiled.runner import Runner
from laguna.core.generator import TABLE, sow
from laguna.core.luck import SeededLuck
from laguna.core.rules import State
from laguna.games import RULED
from laws.cases import CASES, Case, sampled, usual
from tiers import tiered


def _prepared(case: Case) -> State:
    return case.game.prepared(case.seats, case.options)


def _distinct() -> list[Case]:
    """Cases that differ in the rules themselves, not only in what is shown."""
    found: list[Case] = []
    for case in CASES:
        if not any(_prepared(case) == _prepared(other) for other in found if other.key == case.key):
            found.append(case)
    return found


every_distinct_case = pytest.mark.parametrize("case", tiered(_distinct(), usual), ids=str)
CLOSELY = 20
"""Every game's end is checked, and one game in so many after every move."""
LONGEST = 4_000


def nothing(games: int) -> None:
    del games


@every_distinct_case
def test_plain_and_compiled_are_in_lockstep_after_every_move(case: Case):
    rules = case.game.rules
    runner = Runner(rules, _prepared(case))
    for number in range(3):
        log, moves = runner.trace(12, number, LONGEST)
        state = _prepared(case)
        plain = simulation.random_moves(rules, state, 12, number)
        for record, move in zip(log, moves, strict=False):
            assert next(plain) == tuple(move)
            assert compiled.to_state(rules.state, record) == state
        assert len(log) == LONGEST or next(plain, None) is None


@every_distinct_case
def test_plain_and_compiled_imagine_the_same(case: Case):
    rules = case.game.rules
    kernels = compiled.load(rules)
    for number, table in enumerate(sampled(case, seed=13, every=25)):
        for seat in range(-1, case.seats):
            record = compiled.to_record(table.state)
            sow(record[0].rng, 13, number, TABLE)
            kernels.imagine_once(record, seat)
            imagined = case.game.imagine(table, None if seat < 0 else seat, SeededLuck(13, number))
            assert compiled.to_state(rules.state, record[0]) == imagined.state


@pytest.mark.parametrize("games", tiered([2_000, 100_000], lambda games: games == 2_000))
@every_distinct_case
def test_thousands_of_random_games_end_and_keep_every_invariant(case: Case, games: int):
    summary = simulation.simulate_compiled(
        case.game, case.seats, case.options, seed=14, games=games, progress=nothing, check=CLOSELY
    )
    assert summary.finished == games
    assert sum(summary.wins) >= games


@every_distinct_case
def test_a_simulation_is_the_same_plain_and_compiled(case: Case):
    settings = (case.game, case.seats, case.options, 15, 4, nothing)
    plain, native = simulation.simulate_plain(*settings), simulation.simulate_compiled(*settings)
    plain.seconds = native.seconds = 0.0
    assert plain == native


def test_a_compiled_state_and_a_plain_one_are_turned_into_each_other():
    for case in CASES:
        state = case.start(16).state
        assert compiled.to_state(type(state), compiled.to_record(state)[0]) == state


@pytest.mark.parametrize("key", RULED)
def test_a_change_in_any_rules_file_changes_the_fingerprint(key: str, monkeypatch: pytest.MonkeyPatch):
    rules = RULED[key].rules
    before = compiled.fingerprint(compiled.sources_of(rules))
    folder = Path(sys.modules[rules.setup.__module__].__file__ or "").parent
    changed = next(source for source in sorted(folder.rglob("*.py")) if source.name == "rules.py")
    real = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: real(path) + (b"#" if path == changed else b""))
    assert compiled.fingerprint(compiled.sources_of(rules)) != before


@pytest.mark.thorough
@pytest.mark.parametrize("key", RULED)
def test_no_array_is_overrun_when_compiled_with_bounds_checks(key: str, tmp_path: Path):
    """Out-of-bounds writes are silent in compiled code: play some games in a process that checks them.

    Plain lists are always checked, and plain and compiled play are in lockstep: this goes on where that ends.
    """
    cases = [(case.seats, dict(case.switches)) for case in CASES if case.key == key]
    program = (
        "from laguna.games import RULED\n"
        "from laguna.simulation import simulate_compiled\n"
        f"game = RULED[{key!r}]\n"
        f"for seats, raw in {cases!r}:\n"
        "    options = game.read_options(raw)\n"
        "    print(simulate_compiled(game, seats, options, 17, 500, lambda games: None, check=1).finished)\n"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "LAGUNA_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.split() == ["500"] * len(cases)


def test_records_are_as_wide_as_the_states_say():
    for game in RULED.values():
        record = compiled.record_type(game.rules.state)
        assert record.names == ("rng", *game.rules.state.FIELDS)
        assert record.itemsize % np.dtype(np.int64).itemsize == 0
