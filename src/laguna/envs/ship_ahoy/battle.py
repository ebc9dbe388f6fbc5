"""Ship Ahoy for Gymnasium: `gymnasium.make("laguna/ShipAhoy-v1", seats=2, opponents="easy")`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from laguna.core.game import Options
from laguna.core.missing import explained
from laguna.envs.conventions import Illegal, Reward, one_of
from laguna.envs.gym import LearnerEnv
from laguna.envs.info import info_of
from laguna.envs.learner import LearnerSeat
from laguna.envs.rendering import RenderMode
from laguna.envs.ship_ahoy.feature import Feature, size_of
from laguna.envs.ship_ahoy.learner import BattleLearner
from laguna.envs.ship_ahoy.proposals import PROPOSED
from laguna.envs.ship_ahoy.table import Actions
from laguna.envs.ship_ahoy.wish import WISH

try:
    from gymnasium.spaces import Box, Discrete, Space
except ModuleNotFoundError as error:
    raise explained(error) from error


def action_space(actions: Actions) -> Space[Any]:
    """What is chosen: six numbers, or one of some proposals."""
    return Discrete(PROPOSED) if actions == "proposed" else Box(-1.0, 1.0, (WISH,), np.float32)


def observation_space(features: Sequence[Feature]) -> Box[np.float32]:
    """The numbers of an observation."""
    return Box(-1.0, 1.0, (size_of(features),), np.float32)


class ShipAhoyEnv(LearnerEnv):
    """A battle for one learner, the rest bots; scenarios and variants by `options`.

    With `actions="aimed"`, a Box of six numbers, every action is some legal move: see `wish.py`. With
    `actions="proposed"` it is one of 24 moves, of which `info["action_mask"]` and `action_masks()` tell which there
    are; each has a row in the observation. What is seen: `eyes.FEATURES` and `proposals.FEATURES`.
    """

    learner: BattleLearner

    def __init__(  # noqa: PLR0913 - the keywords of all doors
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        actions: Actions = "aimed",
        opponents: str | Sequence[str | None] = "easy",
        seat: LearnerSeat = "random",
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
        render_mode: RenderMode | None = None,
    ) -> None:
        """An environment; `reset` begins its first game. Raises `BadOption` or ValueError."""
        self.learner = BattleLearner(
            seats, options, actions=actions, opponents=opponents, seat=seat, reward=reward, illegal=illegal
        )
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RenderMode)
        self._expansion = None
        self.observation_space = observation_space(self.learner.table.features)
        self.action_space = action_space(actions)

    def _info(self) -> dict[str, Any]:
        info = {**info_of(self.learner.table, self.learner.seat), "seat": self.learner.seat}
        return {**info, "action_mask": self.learner.mask()} if self._proposes else info

    @property
    def _proposes(self) -> bool:
        return self.learner.table.actions == "proposed"

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each proposal that there is. Raises `NoGame`, and ValueError where actions are aimed."""
        if not self._proposes:
            raise ValueError('Every aimed action is legal: there are masks with `actions="proposed"`.')
        return super().action_masks()
