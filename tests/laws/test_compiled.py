"""Laws of compiled play: the same rules, the same draws, the same states, native."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from laguna.core import compiled
from laguna.games import RULED
from laguna.laws import compiled as laws
from laguna.laws.cases import differing
from laws.cases import CASES, Case, usual
from tiers import tiered

every_distinct_case = pytest.mark.parametrize("case", tiered(differing(CASES), usual), ids=str)


@every_distinct_case
def test_plain_and_compiled_are_in_lockstep_after_every_move(case: Case):
    laws.plain_and_compiled_are_in_lockstep(case)


@every_distinct_case
def test_plain_and_compiled_imagine_the_same(case: Case):
    laws.plain_and_compiled_imagine_the_same(case)


@pytest.mark.parametrize("games", tiered([2_000, 100_000], lambda games: games == 2_000))
@every_distinct_case
def test_thousands_of_random_games_end_and_keep_every_invariant(case: Case, games: int):
    laws.many_random_games_end_and_keep_every_invariant(case, games)


@every_distinct_case
def test_a_simulation_is_the_same_plain_and_compiled(case: Case):
    laws.a_simulation_is_the_same_plain_and_compiled(case)


def test_a_compiled_state_and_a_plain_one_are_turned_into_each_other():
    for case in CASES:
        laws.a_state_comes_back_from_its_record(case)


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
    cases = [(case.seats, dict(case.chosen)) for case in CASES if case.key == key]
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
