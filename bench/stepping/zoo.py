"""Single tables by PettingZoo's interface: its own game, and ours through our door."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from stepping.batch import SEATS
from stepping.pace import Figures, steps_s

OWN = "pettingzoo.classic.connect_four_v3"


def door(key: str) -> str | None:
    """The module of a game's door, if there is one."""
    module = f"laguna.envs.{key}_v1"
    return module if find_spec(module) else None


class Zoo:
    """An environment that asks agent by agent, each choosing any of its choices."""

    def __init__(self, module: str, **keywords: Any) -> None:  # noqa: ANN401
        self.name = module.rpartition(".")[2]
        self._environment = import_module(module).env(**keywords)
        self._rng = np.random.default_rng(1)
        self._games = 0

    @classmethod
    def of_ours(cls, module: str) -> Zoo:
        """One of our doors, with as many seats as a batch has here."""
        return cls(module, seats=SEATS)

    def _game(self) -> int:
        environment, steps = self._environment, 0
        self._games += 1
        environment.reset(seed=self._games)
        for agent in environment.agent_iter():
            observation, _, ended, cut, _ = environment.last()
            if ended or cut:
                environment.step(None)
            else:
                legal = np.flatnonzero(observation["action_mask"])
                environment.step(int(legal[self._rng.integers(len(legal))]))
                steps += 1
            del agent
        return steps

    def measure(self, seconds: float) -> Figures:
        """Steps with choosing and looking, games begun included."""
        return {f"PettingZoo {self.name}: step and sample": steps_s(self._game, seconds)}
