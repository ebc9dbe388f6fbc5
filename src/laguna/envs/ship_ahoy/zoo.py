"""Ship Ahoy for PettingZoo, seat by seat: `laguna.envs.ship_ahoy_v1.env()`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from laguna.core.game import Options
from laguna.core.missing import explained
from laguna.envs.conventions import Illegal, Reward, one_of
from laguna.envs.rendering import FRAMES_PER_S, RENDER_MODES, RenderMode, seat_name
from laguna.envs.ship_ahoy.battle import action_space, observation_space
from laguna.envs.ship_ahoy.proposals import PROPOSED
from laguna.envs.ship_ahoy.table import KEY, VERSION, Actions, BattleTable
from laguna.envs.zoo import MaskPlace, TurnEnv

try:
    from gymnasium.spaces import Box, Dict, Space
except ModuleNotFoundError as error:
    raise explained(error) from error


class BattleTurnEnv(TurnEnv):
    """A battle, one move at a time; all at once there is never anything to choose. Actions: see `ShipAhoyEnv`.

    Masks are for `actions="proposed"`; where actions are aimed, an observation is a row of floats and nothing else.
    """

    table: BattleTable  # type: ignore[assignment]  # it is asked and answered alike

    def __init__(
        self,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        actions: Actions = "aimed",
        reward: Reward = "win",
        mask: MaskPlace = "observation",
        illegal: Illegal = "forfeit",
        render_mode: RenderMode | None = None,
    ) -> None:
        """An environment; `reset` begins its first game. Raises `BadOption` or ValueError."""
        self.table = BattleTable(seats, options, actions=actions, reward=reward, illegal=illegal)
        self.mask = one_of("mask", mask, MaskPlace) if actions == "proposed" else "observation"
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RenderMode)
        self.metadata = {
            "name": f"{KEY}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_PER_S,
            "is_parallelizable": False,
        }
        self._expansion = None
        self.possible_agents = [seat_name(seat) for seat in range(self.table.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents, self.infos = [], {}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces: Any = {agent: action_space(actions) for agent in self.possible_agents}

    def _space(self) -> Space[Any]:
        seen = observation_space(self.table.features)
        if self.mask == "info" or self.table.actions == "aimed":
            return seen
        return Dict({"observation": seen, "action_mask": Box(0, 1, (PROPOSED,), np.int8)})

    def observe(self, agent: str) -> Any:  # noqa: ANN401 - an array, or a dict of two
        """What an agent sees, and which moves are proposed to it. Raises ValueError or `NoGame`."""
        if self.table.actions == "aimed":
            return self.table.observe(self._seat_of[self._checked(agent)])
        return super().observe(agent)
