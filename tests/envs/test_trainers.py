"""Trainers of others take our environments as they are. They need PyTorch, which only a thorough run has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from envs.encoded import KEYS

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.filterwarnings("ignore"),  # of libraries that are not ours
    pytest.mark.parametrize("key", KEYS),
]


def vec_tables(tables: Any) -> Any:
    from laguna.envs.sb3 import VecTables  # noqa: PLC0415 - only a thorough run has what it needs

    return VecTables(tables)


def learn(env: Any) -> Any:
    from sb3_contrib import MaskablePPO  # noqa: PLC0415 - as above

    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, n_epochs=1, seed=3, device="cpu")
    return model.learn(256)


def test_maskable_ppo_learns_at_single_tables_and_never_chooses_what_there_is_not(key: str) -> None:
    from laguna.envs.sb3 import SingleTables  # noqa: PLC0415 - as above

    env = vec_tables(SingleTables(key, 4, opponents="random"))
    model = learn(env)
    seen = env.reset()
    for _ in range(30):
        masks = np.stack(env.env_method("action_masks"))
        choices, _ = model.predict(seen, action_masks=masks)
        assert masks[np.arange(4), choices].all()
        seen, _, _, _ = env.step(choices)


def test_maskable_ppo_learns_at_a_batch(key: str) -> None:
    from laguna.envs.batch import Batch  # noqa: PLC0415 - as above

    learn(vec_tables(Batch(key, 8, opponents="easy")))


def test_maskable_ppo_learns_at_one_environment_of_gymnasium(key: str) -> None:
    from laguna.envs.gym import LearnerEnv  # noqa: PLC0415 - as above

    learn(LearnerEnv(key, opponents="random"))


@pytest.mark.parametrize("mask", ["observation", "info"])
def test_torchrl_plays_both_doors_of_pettingzoo_to_the_end(key: str, mask: Any) -> None:
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper  # noqa: PLC0415 - as above

    from laguna.envs.zoo import TogetherEnv, TurnEnv  # noqa: PLC0415 - as above

    for env in (TurnEnv(key, mask=mask), TogetherEnv(key, mask=mask)):
        wrapped = PettingZooWrapper(env, use_mask=True, group_map=None)
        played = wrapped.rollout(20_000, break_when_any_done=True)
        assert played["next", "done"][-1].all()
        assert not played["next", "done"][:-1].any()
        assert env.table.forfeited is None
