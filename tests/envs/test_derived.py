"""Games that do not say how they look to a learner, at all doors to single tables."""

from __future__ import annotations

import warnings
from dataclasses import replace

import gymnasium
import numpy as np
import pytest

from envs.encoded import any_choice, midway, play, shown
from laguna.core.encoding import WAIT
from laguna.core.luck import SeededLuck
from laguna.core.record import parse, verify
from laguna.envs.batch import Batch
from laguna.envs.conventions import NoSuchGame
from laguna.envs.gym import LearnerEnv
from laguna.envs.registration import register
from laguna.envs.table import EnvTable
from laguna.envs.zoo import TogetherEnv, TurnEnv
from laguna.games import PLUGINS, RULED
from laguna.laws import encodings as laws
from laguna.laws.cases import Case
from laws import shells

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the judges import a game of PettingZoo's own, where what that needs is installed
    from pettingzoo.test import api_test, parallel_api_test, seed_test

SILENT = ["mahe", "shells"]
"""A game of ours that says nothing any more, and one that never did."""


@pytest.fixture(params=SILENT)
def key(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game without an encoding of its own."""
    plugins = {**PLUGINS, "shells": shells.PLUGIN}
    found = plugins[request.param]
    monkeypatch.setitem(PLUGINS, request.param, replace(found, encoding=None))
    monkeypatch.setitem(RULED, request.param, found.game)
    return str(request.param)


def test_a_whole_game_is_played_and_recorded(key: str) -> None:
    table = EnvTable(key, 3)
    table.reset(seed=3)
    play(table, np.random.default_rng(3))
    [record] = parse(table.record(), "a record")
    verify(record, {key: table.game})
    assert record.end.finished


def test_the_choices_are_the_rules_actions(key: str) -> None:
    table = midway(key, 2, moves=3)
    (seat,) = table.asked
    actions = table.game.actions(table.table.state, seat)
    assert np.flatnonzero(table.mask(seat)).tolist() == sorted(1 + action for action in actions)
    assert np.flatnonzero(table.mask(1 - seat)).tolist() == [WAIT]


def test_a_saved_table_shows_the_same(key: str) -> None:
    table = midway(key, 3, moves=4)
    assert shown(EnvTable.load(table.save())) == shown(table) == shown(table.clone())


def test_nothing_hidden_is_told(key: str) -> None:
    table = midway(key, 2, moves=2)
    case = Case(PLUGINS[key], 2)
    for seat in range(2):
        assert laws.leak(case, table.encoding, table.table, seat, SeededLuck(7)) == ""


def test_it_passes_the_judges_of_pettingzoo(key: str) -> None:
    api_test(TurnEnv(key, 3, mask="info"), num_cycles=40)
    seed_test(lambda: TurnEnv(key, 2, mask="info"), num_cycles=40)
    parallel_api_test(TogetherEnv(key, 3, mask="info"), num_cycles=40)


def test_a_learner_meets_bots_in_gymnasium(key: str) -> None:
    env = LearnerEnv(key, 2)
    rng = np.random.default_rng(4)
    observation, info = env.reset(seed=4)
    over = False
    while not over:
        assert env.observation_space.contains(observation)
        observation, _, over, _, info = env.step(any_choice(info["action_mask"], rng))
    assert len(info["standings"]) == 2


def test_gymnasium_knows_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    others = {name: spec for name, spec in gymnasium.registry.items() if spec.namespace != "laguna"}
    monkeypatch.setattr(gymnasium.envs.registration, "registry", others)
    register()
    assert key in [spec.kwargs.get("key") for spec in others.values() if spec.namespace == "laguna"]


def test_a_batch_wants_an_encoding_of_the_games_own(key: str) -> None:
    with pytest.raises(NoSuchGame, match="declare an encoding in its plug-in for a batch, or play single tables"):
        Batch(key, 4)
