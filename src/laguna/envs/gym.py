"""The games for Gymnasium: one learner, bots in all other seats.

gymnasium.make("laguna.envs:laguna/Mahe-v1", seats=3, opponents="good")
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from laguna.bots.expanding import expansion_of
from laguna.core.game import Options
from laguna.core.missing import explained
from laguna.envs.conventions import Illegal, Reward, checked_seed, one_of
from laguna.envs.info import info_of
from laguna.envs.learner import LearnerSeat, LearnerTable
from laguna.envs.rendering import FRAMES_PER_S, RENDER_MODES, RenderMode, rendered
from laguna.envs.spaces import choice_space, observation_space
from laguna.envs.table import Bytes

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise explained(error) from error


class LearnerEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """A game for one learner. `info` has its `action_mask` and `seat`; see also `laguna.envs.info`."""

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_PER_S}  # noqa: RUF012 - as Gymnasium has it

    def __init__(  # noqa: PLR0913 - the keywords of all doors
        self,
        key: str,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        opponents: str | Sequence[str | None] = "easy",
        seat: LearnerSeat = "random",
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
        render_mode: RenderMode | None = None,
        expand: bool = True,
    ) -> None:
        """An environment of a game; `reset` begins its first. Raises as `LearnerTable`."""
        self.learner = LearnerTable(key, seats, options, opponents=opponents, seat=seat, reward=reward, illegal=illegal)
        self.render_mode: RenderMode | None = (
            None if render_mode is None else one_of("render_mode", render_mode, RenderMode)
        )
        encoding = self.learner.table.encoding
        self._expansion = expansion_of(encoding) if expand else None
        self.observation_space = observation_space(encoding, expanded=expand)
        self.action_space = choice_space(encoding)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a game: of a seed the first, or with the option “number” that one; without a seed the next one.

        Raises ValueError.
        """
        super().reset(seed=None if seed is None else checked_seed(seed))
        self.learner.reset(seed, (options or {}).get("number"))
        self._show()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Make a choice; bots play until the learner is asked again. Raises TypeError, or `NoGame` where none is on."""
        self.learner.choose(action)
        self._show()
        return self._seen(), self.learner.reward, self.learner.ended, False, self._info()

    def action_masks(self) -> Bytes:
        """1 for each choice that there is, as sb3-contrib asks for it. Raises `NoGame`."""
        return self.learner.mask()

    def _seen(self) -> NDArray[Any]:
        seen = self.learner.observe()
        return seen if self._expansion is None else self._expansion.of(seen)

    def _info(self) -> dict[str, Any]:
        info = info_of(self.learner.table, self.learner.seat)
        return {**info, "seat": self.learner.seat, "action_mask": self.learner.mask()}

    def render(self) -> Any:  # noqa: ANN401 - text, a picture or nothing
        """The table as the learner sees it. Raises ValueError without `render_mode`, and `NoGame`."""
        table = self.learner.table
        return rendered(table.game, table.table, self.learner.seat, self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def clone(self) -> Self:
        """The same once more, hidden things and the luck to come included. It shares the spaces."""
        twin = copy.copy(self)
        twin.learner = self.learner.clone()
        return twin

    def imagine(self, seed: int) -> Self:
        """One that looks the same to the learner: all that it cannot know, the luck to come too, is drawn anew.

        The only copy that is fit for planning. Raises ValueError or `NoGame`.
        """
        twin = copy.copy(self)
        twin.learner = self.learner.imagine(seed)
        return twin

    def save(self) -> bytes:
        """The environment as bytes, its luck included; see `load`. Raises `NoGame`."""
        return self.learner.save()

    def load(self, saved: bytes) -> None:
        """Go on where `save` was called. Raises `NotReadable` for anything else, and for another game's."""
        self.learner.load(saved)

    def record(self) -> str:
        """The game on file, with its seed revealed; see `EnvTable.record`."""
        return self.learner.table.record()
