"""Gymnasium's vector door: `gymnasium.make_vec` makes a batch with opponents."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from laguna.envs.vector import BatchEnv


def made(**keywords: Any) -> Any:
    return gymnasium.make_vec("laguna.envs:laguna/Mahe-v1", num_envs=4, **keywords)


def any_choices(env: Any, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    return (rng.random(env.action_masks().shape) * env.action_masks()).argmax(1)


def test_make_vec_makes_a_batch():
    env = made(seats=3, opponents="good")
    assert isinstance(env, BatchEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert (env.num_envs, env.batch.seats, env.batch.opponents.names) == (4, 3, ("", "good", "good"))


@pytest.mark.parametrize("expand", [True, False])
def test_observations_are_in_the_space_that_is_declared(expand: bool):
    env = made(expand=expand)
    rng = np.random.default_rng(1)
    seen, info = env.reset(seed=3)
    for _ in range(30):
        assert env.observation_space.contains(seen)
        assert info["action_mask"].any(1).all()
        seen, *_, info = env.step(any_choices(env, rng))


def test_whole_games_are_rewarded_and_the_next_ones_begin_in_the_same_step():
    env = made(opponents="beginner")
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=3)
    assert info["game"].tolist() == [0, 1, 2, 3]
    rewards = []
    for _ in range(400):
        before = info["game"]
        _, reward, ended, truncated, info = env.step(any_choices(env, rng))
        assert not truncated.any()
        assert (reward[~ended] == 0).all()
        assert (info["game"] == before + 4 * ended).all()
        rewards += reward[ended].tolist()
    assert set(rewards) <= {-1.0, 0.0, 1.0}
    assert rewards


def test_what_was_shown_is_kept_unless_it_need_not_be():
    for copy in (True, False):
        env = made(expand=False, copy=copy)
        first, _ = env.reset(seed=3)
        kept = first.copy()
        rng = np.random.default_rng(1)
        for _ in range(5):
            env.step(any_choices(env, rng))
        assert (first == kept).all() == copy


def test_without_a_seed_the_games_that_follow_are_begun():
    env = made()
    env.reset(seed=3)
    _, info = env.reset()
    assert info["game"].tolist() == [4, 5, 6, 7]
