"""The games for PettingZoo: `TurnEnv` asks one seat at a time, `TogetherEnv` all seats at once.

`laguna.envs.mahe_v1` and its like have both as `env` and `parallel_env`. Agents are “seat_0”, “seat_1” and so on.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple, Self

import msgspec
import numpy as np
from numpy.typing import NDArray

from laguna.bots.expanding import expansion_of
from laguna.core.game import NOT_READABLE, Options
from laguna.core.missing import explained
from laguna.envs.conventions import Illegal, NoGame, NoSuchGame, Reward, one_of, version_of
from laguna.envs.info import info_of
from laguna.envs.rendering import FRAMES_PER_S, RENDER_MODES, RenderMode, rendered, seat_name
from laguna.envs.spaces import choice_space, mask_space, observation_space
from laguna.envs.table import EnvTable, NotReadable

try:
    from gymnasium.spaces import Dict, Discrete, Space
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as error:
    raise explained(error) from error

MaskPlace = Literal["observation", "info"]
"""Where a mask is: beside the observation in a dict, as PettingZoo's classic games have it, or in `info`."""


class _Door:
    """What both environments have: seats as agents, their spaces, what they see, copies and pictures."""

    metadata: dict[str, Any]
    possible_agents: list[str]
    agents: list[str]
    infos: dict[str, dict[str, Any]]
    _copied: ClassVar[tuple[str, ...]]
    """What a copy has for itself."""

    def __init__(  # noqa: PLR0913 - the keywords of all doors
        self,
        key: str,
        seats: int | None = None,
        options: Mapping[str, Any] | Options | None = None,
        *,
        reward: Reward = "win",
        mask: MaskPlace = "observation",
        illegal: Illegal = "forfeit",
        render_mode: RenderMode | None = None,
        expand: bool = True,
    ) -> None:
        """An environment of a game; `reset` begins its first. Raises `NoSuchGame`, `BadOption` or ValueError."""
        self.table = EnvTable(key, seats, options, reward=reward, illegal=illegal)
        self.mask: MaskPlace = one_of("mask", mask, MaskPlace)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RenderMode)
        self.metadata = {
            "name": f"{key}_v{version_of(key)}",
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_PER_S,
            "is_parallelizable": False,
        }
        encoding = self.table.encoding
        self._expansion = expansion_of(encoding) if expand else None
        self.possible_agents = [seat_name(seat) for seat in range(self.table.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents, self.infos = [], {}
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: choice_space(encoding) for agent in self.possible_agents}

    def _space(self) -> Space[Any]:
        encoding = self.table.encoding
        seen = observation_space(encoding, expanded=self._expansion is not None)
        if self.mask == "info":
            return seen
        return Dict({"observation": seen, "action_mask": mask_space(encoding)})

    def observation_space(self, agent: str) -> Space[Any]:
        """What an agent observes. Raises ValueError."""
        return self.observation_spaces[self._checked(agent)]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """What an agent chooses among. Raises ValueError."""
        return self.action_spaces[self._checked(agent)]

    def _checked(self, agent: str) -> str:
        if agent not in self._seat_of:
            raise ValueError(f"There is no agent {agent!r}; there are {', '.join(self.possible_agents)}.")
        return agent

    def observe(self, agent: str) -> Any:  # noqa: ANN401 - an array, or a dict of two
        """What an agent may know, and what it may choose. Raises ValueError or `NoGame`."""
        seat = self._seat_of[self._checked(agent)]
        seen: Any = self.table.observe(seat)
        if self._expansion is not None:
            seen = self._expansion.of(seen)
        return seen if self.mask == "info" else {"observation": seen, "action_mask": self.table.mask(seat)}

    def _begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin a game: with the option “number” that of the seed; all other options mean nothing here."""
        self.table.reset(seed, (options or {}).get("number"))
        self.agents = self.possible_agents[:]

    def _check_under_way(self) -> None:
        if not self.agents:
            raise NoGame("No game is under way: `reset` begins one.")

    def _tell_all(self) -> None:
        """Make every agent's `info` anew."""
        self.infos = {agent: info_of(self.table, self._seat_of[agent]) for agent in self.agents}
        if self.mask == "info":
            for agent, info in self.infos.items():
                info["action_mask"] = self.table.mask(self._seat_of[agent])

    def clone(self) -> Self:
        """The same once more, hidden things and the luck to come included. It shares the spaces."""
        twin = copy.copy(self)
        twin.table = self.table.clone()
        for name in self._copied:
            setattr(twin, name, copy.copy(getattr(self, name)))
        return twin

    def imagine(self, agent: str | None, seed: int) -> Self:
        """One that looks the same to an agent: all that it cannot know, the luck to come too, is drawn anew.

        The only copy that is fit for planning; None is a spectator. Raises ValueError or `NoGame`.
        """
        seat = None if agent is None else self._seat_of[self._checked(agent)]
        imagined = self.table.imagine(seat, seed)
        twin = self.clone()
        twin.table = imagined
        twin._tell_all()  # noqa: SLF001 - one of us
        return twin

    def record(self) -> str:
        """The game on file, with its seed revealed; see `EnvTable.record`."""
        return self.table.record()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as `_eyes` see it. Raises ValueError without `render_mode`, and `NoGame`."""
        return rendered(self.table.game, self.table.table, self._eyes, self.render_mode)

    @property
    def _eyes(self) -> int | None:
        """Whose eyes a table is drawn for; None: a spectator's."""
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is held that would have to be released."""


class _SavedTurn(msgspec.Struct, frozen=True, array_like=True):
    """A `TurnEnv` as plain data: its table, and how far its agents have come with the game's end."""

    table: bytes
    agents: list[str]
    selection: str
    rewards: dict[str, float]
    cumulative: dict[str, float]


_saved_turn = msgspec.msgpack.Decoder(_SavedTurn)


class TurnEnv(_Door, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game, one choice at a time: of seats that are asked at once, the lowest chooses first."""

    _copied = ("agents", "infos", "rewards", "terminations", "truncations", "_cumulative_rewards")

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game: of a seed the first, else the next one; see `EnvTable.reset`. Raises ValueError."""
        self._begin(seed, options)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._skip_agent_selection = None
        self._go_on()
        self._tell_all()
        self._show()

    def step(self, action: int | None) -> None:
        """Make the choice of `agent_selection`; None where it has none, the game being over.

        Raises TypeError or ValueError for what is none, and `NoGame`.
        """
        self._check_under_way()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.table.choose(self._seat_of[agent], action)  # type: ignore[arg-type]  # None is refused there
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self._accumulate_rewards()
        if self.table.ended:
            self.terminations = dict.fromkeys(self.agents, True)
            self._tell_all()
            self._deads_step_first()
        elif self.mask == "info":
            for each in (agent, self.agent_selection):
                self.infos[each] = {**self.infos[each], "action_mask": self.table.mask(self._seat_of[each])}
        self._show()

    def _go_on(self) -> None:
        """After the table has changed: who is to choose, and what the last choice brought."""
        self.rewards = dict(zip(self.possible_agents, self.table.rewards, strict=True))
        asked = self.table.asked
        if asked:
            self.agent_selection = self.possible_agents[asked[0]]

    @property
    def _eyes(self) -> int | None:
        """Those of who is to choose."""
        return self._seat_of[self.agent_selection] if self.agents else None

    def save(self) -> bytes:
        """The environment as bytes, its luck included; see `load`. Raises `NoGame`."""
        table, rewards = self.table.save(), (self.rewards, self._cumulative_rewards)
        return msgspec.msgpack.encode(_SavedTurn(table, self.agents, self.agent_selection, *rewards))

    def load(self, saved: bytes) -> None:
        """Go on where `save` was called. Raises `NotReadable` for anything else, and for another game's."""
        try:
            kept = _saved_turn.decode(saved)
        except NOT_READABLE as error:
            raise NotReadable("This is no saved environment of Laguna.") from error
        table = self.table.loaded(kept.table)
        lists = ({*kept.agents}, {*kept.rewards}, {*kept.cumulative})
        if any(names != lists[0] for names in lists) or not lists[0] <= {*self._seat_of}:
            raise NotReadable("This saved environment is damaged.")
        self.table, self.agents, self.agent_selection = table, kept.agents, kept.selection
        self.terminations = dict.fromkeys(self.agents, table.ended)
        self.truncations = dict.fromkeys(self.agents, False)
        self.rewards, self._cumulative_rewards = kept.rewards, kept.cumulative
        self._skip_agent_selection = None
        self._tell_all()


class TogetherEnv(_Door, ParallelEnv):  # type: ignore[misc]  # as above
    """A game, all seats at once: who is not asked waits, which is choice 0."""

    _copied = ("agents", "infos")

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin a game: of a seed the first, else the next one; see `EnvTable.reset`. Raises ValueError."""
        self._begin(seed, options)
        self._tell_all()
        self._show()
        return {agent: self.observe(agent) for agent in self.agents}, self.infos

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Make the choices of all who are asked. Raises as `EnvTable.choose_together`."""
        self._check_under_way()
        self.table.choose_together({self._seat_of[self._checked(agent)]: choice for agent, choice in actions.items()})
        agents = self.agents
        self._tell_all()
        if self.table.ended:
            self.agents = []
        self._show()
        return (
            {agent: self.observe(agent) for agent in agents},
            dict(zip(agents, self.table.rewards, strict=True)),
            dict.fromkeys(agents, self.table.ended),
            dict.fromkeys(agents, False),
            self.infos,
        )

    def save(self) -> bytes:
        """The environment as bytes, its luck included; see `load`. Raises `NoGame`."""
        return self.table.save()

    def load(self, saved: bytes) -> None:
        """Go on where `save` was called. Raises `NotReadable` for anything else, and for another game's."""
        self.table = self.table.loaded(saved)
        self.agents = [] if self.table.ended else self.possible_agents[:]
        self._tell_all()


class Doors(NamedTuple):
    """What a module of PettingZoo has for its game: environments are made by calling these with keywords."""

    env: Callable[..., TurnEnv]
    raw_env: Callable[..., TurnEnv]
    """The same: it checks what it is given by itself, and needs no wrappers."""
    parallel_env: Callable[..., TogetherEnv]


def doors(module: str) -> Doors:
    """What the module of a game's name and version has: `mahe_v1`. Raises `NoSuchGame`."""
    name = module.rpartition(".")[2]
    key = name.rpartition("_v")[0]
    if name != f"{key}_v{version_of(key)}":
        raise NoSuchGame(f"There is no {name}: this Laguna has version {version_of(key)} of {key}.")
    turn = partial(TurnEnv, key)
    return Doors(turn, turn, partial(TogetherEnv, key))
