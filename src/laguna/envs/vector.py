"""Many games at once for Gymnasium, at native speed: a `Batch` with opponents as a vector environment.

gymnasium.make_vec("laguna.envs:laguna/Duck-v1", num_envs=1024, opponents="good")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laguna.bots.expanding import expand as expanded
from laguna.core.game import Options
from laguna.core.missing import explained
from laguna.envs.batch import Batch
from laguna.envs.conventions import Illegal, Reward
from laguna.envs.learner import LearnerSeat
from laguna.envs.spaces import choice_space, observation_space

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise explained(error) from error

Numbers = NDArray[np.int64]
Infos = dict[str, Any]


class BatchEnv(VectorEnv[NDArray[Any], Numbers, NDArray[Any]]):
    """Learners at many tables, one each. Where a game is over, the observation is the first of the next one.

    `info` has an array for all tables: `action_mask`, `seat`, and `game`, the number of the seed's game that is played.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium has it

    def __init__(  # noqa: PLR0913 - the keywords of all doors
        self,
        key: str,
        num_envs: int,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        opponents: str | Sequence[str | None] = "easy",
        seat: LearnerSeat = "random",
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
        expand: bool = True,
        copy: bool = True,
    ) -> None:
        """Without `copy` arrays are written anew in each step, and compact observations not copied at all.

        Raises as `Batch`.
        """
        self.batch = Batch(
            key, num_envs, seats, options, opponents=opponents, seat=seat, reward=reward, illegal=illegal
        )
        self.num_envs = num_envs
        self.expand, self._copy = expand, copy
        self.single_observation_space = observation_space(self.batch.encoding, expanded=expand)
        self.single_action_space = choice_space(self.batch.encoding)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[Any], Infos]:
        """Begin the first games of a seed; without one those that follow. Raises ValueError."""
        del options
        if seed is None:
            self.batch.begin_next()
        else:
            self.batch.reset(seed)
        return self._seen(), self._info()

    def step(self, actions: Numbers) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], Infos]:
        """Make a choice at each table; bots play until the learners are asked again. Raises as `Batch.step`."""
        learners = self.batch.learner.copy()
        self.batch.step(actions)
        rewards = self.batch.reward[np.arange(self.num_envs), learners].astype(np.float64)
        never = np.zeros(self.num_envs, np.bool_)
        return self._seen(), rewards, self._kept(self.batch.ended), never, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each choice that there is at each table."""
        return self._kept(self.batch.mask)

    def _seen(self) -> NDArray[Any]:
        if self.expand:
            return expanded(self.batch.encoding, self.batch.observation)
        return self._kept(self.batch.observation)

    def _info(self) -> Infos:
        return {
            "action_mask": self._kept(self.batch.mask),
            "seat": self._kept(self.batch.learner),
            "game": self._kept(self.batch.number),
        }

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array


def make(num_envs: int, key: str, **keywords: Any) -> BatchEnv:  # noqa: ANN401 - those of `BatchEnv`
    """What `gymnasium.make_vec` makes of our environments."""
    return BatchEnv(key, num_envs, **keywords)
