"""Every constant of the heuristics that was tuned names the command that measures it again, and the command runs."""

from __future__ import annotations

import re
import shlex
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from laguna.core import compiled
from laguna.core.generator import WORDS
from laguna.core.luck import SeededLuck
from laguna.games import RULED

ROOT = Path(__file__).parents[2]


def _script() -> ModuleType:
    spec = spec_from_file_location("laguna_bench_tune", ROOT / "bench" / "tune.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tune = _script()
COMMANDS = [
    command
    for source in sorted((ROOT / "src" / "laguna" / "games").glob("*/heuristics.py"))
    for command in re.findall(r"python bench/tune\.py (.+)", source.read_text("utf-8"))
]
every_command = pytest.mark.parametrize("command", COMMANDS)


def answers(heuristics: Any, key: str, seats: int) -> list[Any]:
    """What heuristics say, plain, in the middle of games."""
    game, found = RULED[key], []
    for number in range(12):
        luck = SeededLuck(4, number)
        table, _ = game.start(seats, game.options(), luck)
        for _ in range(5 + 2 * number):
            if not table.numbers:
                break
            seat = min(table.numbers)
            game.play(table, seat, table.numbers[seat], game.random_move(table, seat, luck), luck)
        for seat in table.numbers:
            s, scratch = table.state, heuristics.scratch()
            actions, weights = [0] * heuristics.proposals, [0] * heuristics.proposals
            count = heuristics.propose(s, seat, scratch, actions, weights)
            rng = [7] * WORDS
            found.append((actions[:count], weights[:count], heuristics.choose(s, seat, scratch, rng)))
            found.append([heuristics.prospect(s, other) for other in range(seats)])
    return found


def test_every_game_with_heuristics_names_commands():
    assert {shlex.split(command)[0] for command in COMMANDS} == {"animals_on_board", "duck", "kuna_yala", "mahe"}


@every_command
def test_a_command_names_a_constant_that_those_who_play_look_at_and_its_other_values_can_be_played_with(command: str):
    asked = tune._parser().parse_args(shlex.split(command))
    tuned = tune.Tuned(asked.game)
    assert tuned.looks_at(tune.THOUGHTS if asked.search else [tune.GLANCE], asked.constant)
    seats = asked.seats or RULED[asked.game].seats[-1]
    for value in tune.around(tuned.present(asked.constant)):
        assert value != tuned.present(asked.constant)
        answers(tuned.with_value(asked.constant, value), asked.game, seats)


def test_another_value_changes_what_is_computed_from_it_and_leaves_the_heuristics_as_they_are():
    tuned = tune.Tuned("duck")
    before = answers(tuned.heuristics, "duck", 3)
    assert answers(tuned.with_value("BAD_TURN", 5), "duck", 3) != before
    assert answers(tuned.with_value("BAD_TURN", tuned.present("BAD_TURN")), "duck", 3) == before
    assert answers(tuned.heuristics, "duck", 3) == before


@pytest.mark.thorough
def test_a_much_worse_value_loses():
    _, line = tune.measure(["mahe", "LIFT", "-400", "--games", "2000", "--seats", "2"])
    share, low, high, fair = (float(number) for number in re.findall(r"([\d.]+)%", line))
    assert low <= share <= high < fair == 50


@pytest.mark.thorough
def test_a_value_is_measured_again_with_the_kernels_in_the_cache(monkeypatch: pytest.MonkeyPatch):
    command = ["mahe", "LIFT", "-400", "--games", "4", "--seats", "2"]
    first = list(tune.measure(command))
    monkeypatch.setattr(compiled, "_loaded", {})  # as in the next process
    assert list(tune.measure(command)) == first


def test_a_constant_that_nobody_looks_at_at_a_glance_is_not_measured_so():
    with pytest.raises(SystemExit, match="--search"):
        list(tune.measure(["duck", "SWING"]))


@pytest.mark.parametrize("name", ["NO_SUCH_CONSTANT", "choose", "CERTAIN"])
def test_only_constants_of_the_module_are_measured(name: str):
    with pytest.raises(SystemExit, match="no constant"):
        list(tune.measure(["duck", name]))


@pytest.mark.thorough
@every_command
def test_every_command_runs(command: str):
    """As it stands, but for a few games only."""
    seats = RULED[shlex.split(command)[0]].seats[0]
    head, *lines = tune.measure([*shlex.split(command), "--games", str(2 * seats), "--seats", str(seats)])
    assert len(lines) == 2
    assert "of the wins" in lines[0]
    assert head.split(":")[0] == shlex.split(command)[0]
