"""The games for stable-baselines3: many tables as one `VecEnv`, compiled or plain.

VecTables(Batch("mahe", 64, opponents="easy"))
VecTables(SingleTables("mahe", 8, opponents="good"))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from laguna.bots.expanding import expansion_of
from laguna.core.bot import fresh_seed
from laguna.core.game import Options
from laguna.core.missing import explained
from laguna.envs.conventions import Illegal, Reward, checked_seed
from laguna.envs.learner import LearnerSeat, LearnerTable
from laguna.envs.opponents import EVERY_SEAT
from laguna.envs.spaces import choice_space, observation_space
from laguna.envs.table import Bytes

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise explained(error) from error

if TYPE_CHECKING:  # it compiles, which single tables do without
    from laguna.envs.batch import Batch

Indices = int | Iterable[int] | None


class SingleTables:
    """Single tables in the form of a `Batch`: slower, and with whatever opponents there are."""

    def __init__(  # noqa: PLR0913 - the keywords of all doors
        self,
        key: str,
        tables: int,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        opponents: str | Sequence[str | None] = "easy",
        seat: LearnerSeat = "random",
        reward: Reward = "win",
        illegal: Illegal = "forfeit",
        seed: int = 0,
    ) -> None:
        """Begin a game at each table. Raises as `LearnerTable`."""
        if type(tables) is not int or tables < 1:
            raise ValueError(f"There is one table or more, not {tables!r}.")
        self._tables = [
            LearnerTable(
                key,
                seats,
                options,
                opponents=opponents,
                seat=seat,
                reward=reward,
                illegal=illegal,
                first=first,
                stride=tables,
            )
            for first in range(tables)
        ]
        self.encoding = self._tables[0].table.encoding
        self.observation = np.zeros((tables, self.encoding.size), np.int8)
        self.mask = np.zeros((tables, self.encoding.choices), np.int8)
        self.reward = np.zeros((tables, self._tables[0].table.seats), np.float32)
        self.ended = np.zeros(tables, np.bool_)
        self.learner = np.zeros(tables, np.int64)
        self._seed = checked_seed(seed)
        self.reset()

    def __len__(self) -> int:
        return len(self._tables)

    def reset(self, seed: int | None = None) -> None:
        """Begin anew: table i of N plays the games i, i + N, i + 2 N and so on of the seed. Raises ValueError."""
        self._seed = self._seed if seed is None else checked_seed(seed)
        self.reward[:] = 0
        self.ended[:] = False
        for i, table in enumerate(self._tables):
            table.reset(self._seed)
            self._look(i, table)

    def step(self, choices: ArrayLike) -> None:
        """Make the learner's choice at each table. Raises TypeError or ValueError: then nothing has happened."""
        chosen = np.asarray(choices)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"A choice is a whole number; these are {chosen.dtype}.")
        if chosen.shape != (len(self),):
            raise ValueError(
                f"There are {len(self)} tables, and a choice for each; these have the shape {chosen.shape}."
            )
        for i, (table, choice) in enumerate(zip(self._tables, chosen.tolist(), strict=True)):
            table.choose(choice)
            self.reward[i] = table.table.rewards
            self.ended[i] = table.ended
            if table.ended:
                table.reset()
            self._look(i, table)

    def _look(self, i: int, table: LearnerTable) -> None:
        self.observation[i], self.mask[i], self.learner[i] = table.observe(), table.mask(), table.seat


class VecTables(VecEnv):  # type: ignore[misc]  # where it is not installed it has no types
    """Tables as stable-baselines3 takes them; `MaskablePPO` finds their masks."""

    def __init__(self, tables: Batch | SingleTables, *, expand: bool = True) -> None:
        """Take over these tables, each with one learner. Raises ValueError if all seats are the learner's."""
        if (tables.learner == EVERY_SEAT).any():
            raise ValueError("stable-baselines3 trains one learner a table: give the tables opponents.")
        self.tables = tables
        self._expansion = expansion_of(tables.encoding) if expand else None
        self._chosen: ArrayLike = ()
        self.render_mode = None
        encoding = tables.encoding
        super().__init__(len(tables), observation_space(encoding, expanded=expand), choice_space(encoding))

    def reset(self) -> NDArray[Any]:
        """Begin anew, of the seed that `seed` named if it did, else of a secret one."""
        self.tables.reset(fresh_seed() if self._seeds[0] is None else self._seeds[0])
        self._reset_seeds()
        self._reset_options()
        return self._seen()

    def step_async(self, actions: ArrayLike) -> None:
        """Take the choices; they are made by `step_wait`."""
        self._chosen = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Make the choices. Raises TypeError or ValueError: then nothing has happened."""
        learners = self.tables.learner.copy()  # of the games under way: others may sit elsewhere
        self.tables.step(self._chosen)
        reward = self.tables.reward[np.arange(self.num_envs), learners]
        return self._seen(), reward, self.tables.ended.copy(), [{} for _ in range(self.num_envs)]

    def _seen(self) -> NDArray[Any]:
        seen = self.tables.observation
        return seen.copy() if self._expansion is None else self._expansion.of(seen)

    def action_masks(self) -> Bytes:
        """1 for each choice that there is, table by table."""
        return self.tables.mask.copy()

    def close(self) -> None:
        """Nothing is held that would have to be released."""

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """What each table has of this name: `action_masks` or `render_mode`. Raises AttributeError."""
        if attr_name == "render_mode":
            return [None for _ in self._get_indices(indices)]
        if attr_name == "action_masks":
            return [partial(self._mask, i) for i in self._get_indices(indices)]
        raise AttributeError(f"These tables have action_masks and render_mode each, and no {attr_name}.")

    def _mask(self, i: int) -> Bytes:
        mask: Bytes = self.tables.mask[i].copy()
        return mask

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:  # noqa: ANN401, ARG002
        """There is nothing to be set. Raises AttributeError."""
        raise AttributeError(f"{attr_name} cannot be set: make the tables with other keywords.")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,  # noqa: ANN401
        indices: Indices = None,
        **method_kwargs: Any,  # noqa: ANN401
    ) -> list[Any]:
        """What each table answers to `action_masks`. Raises AttributeError for anything else."""
        return [method(*method_args, **method_kwargs) for method in self.get_attr(method_name, indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:  # noqa: ARG002
        """No table is wrapped in anything."""
        return [False for _ in self._get_indices(indices)]
