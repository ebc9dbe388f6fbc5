"""The games as games of OpenSpiel: importing this registers `laguna_mahe` and all others that have an encoding.

    >>> import laguna.envs.spiel, pyspiel
    >>> game = pyspiel.load_game("laguna_mahe(players=3,advanced=true)")
    >>> game.num_players(), game.get_type().information
    (3, <Information.PERFECT_INFORMATION: 1>)

Every draw of the rules is a chance node with equally likely outcomes. The actions are the choices of the game's
encoding, which may make a move in several steps, and whoever is asked at the same time chooses in turn, the lowest
seat first. Parameters are `players`, `reward` (“win” or “place”) and the game's own options: -1 stands for none, and
names are joined by plus signs, `colours=red+blue`.

- The observation tensor is the expanded observation; the string tells the same by the names of its parts. What is
  public and what is private of it are the views of the table.
- The information state is a string: all that the seat saw happen, its own choices and what it observed at them. It
  grows with the game, so there is no tensor of it.
- A state keeps its history and is read by playing it again. `resample_from_infostate` deals anew all that a seat cannot
  know: what to plan with, since `clone` knows what is hidden and what chance will ask.

OpenSpiel's own `MCTSBot` of C++ crashes on any game that is written in Python; `open_spiel.python.algorithms.mcts`
does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar

import msgspec
import numpy as np

from laguna.bots.expanding import expand
from laguna.core.encoding import Encoding
from laguna.core.game import Options
from laguna.core.missing import explained
from laguna.core.plugin import BrokenPlugin, Plugin
from laguna.core.ruled import RuledGame
from laguna.envs.conventions import AnyRuledGame, one_of
from laguna.envs.open_game import MOST_OUTCOMES, FinalReward, OpenGame, Position, hides
from laguna.games import PLUGINS

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise explained(error) from error

LONGEST = 10_000
"""No game has more choices: random ones of the longest game have some hundreds."""
MOST_DRAWS = 100_000
"""And none has more draws."""
NONE = -1
"""Stands for an option that is not chosen, where it would be a number."""
JOINED = "+"
"""Stands between names, where OpenSpiel has another meaning for a comma."""


# A game


def name_of(key: str) -> str:
    """What OpenSpiel calls a game of ours."""
    return f"laguna_{key}"


def parameters_of(game: AnyRuledGame) -> dict[str, bool | int | str]:
    """What may be chosen, each with what it usually is."""
    usual: dict[str, bool | int | str] = {"players": game.seats[0], "reward": "win"}
    for name, value in msgspec.structs.asdict(game.options()).items():
        usual[name] = NONE if value is None else value if isinstance(value, bool | int) else _joined(value)
    return usual


def _joined(value: str | tuple[object, ...]) -> str:
    return value if isinstance(value, str) else JOINED.join(map(str, value))


def options_of(game: AnyRuledGame, parameters: Mapping[str, bool | int | str]) -> Options:
    """The options that such parameters stand for. Raises `BadOption`."""
    usual = msgspec.structs.asdict(game.options())
    typed = {}
    for name, default in usual.items():
        value = parameters.get(name)
        if value is not None and not (default is None and value == NONE):
            typed[name] = str(value).replace(JOINED, ",")
    options: Options = game.read_typed_options(typed)
    return options


def kind_of(game: AnyRuledGame) -> Any:  # noqa: ANN401 - OpenSpiel says nothing of its types
    """What OpenSpiel wants to know of a game before there is one."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game.key),
        long_name=f"Laguna: {game.key.replace('_', ' ')}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hides(game) else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters_of(game),
    )


def _about(tree: OpenGame) -> Any:  # noqa: ANN401 - as above
    worst = -1.0 / (tree.players - 1) if tree.reward == "win" else -1.0
    return pyspiel.GameInfo(
        num_distinct_actions=tree.encoding.choices,
        max_chance_outcomes=MOST_OUTCOMES,
        num_players=tree.players,
        min_utility=worst,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=LONGEST,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, for so many players and with these options. Each of them is a class of its own."""

    game: ClassVar[AnyRuledGame]
    encoding: ClassVar[Encoding[Any]]
    kind: ClassVar[Any]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        """Raises `BadOption` or ValueError."""
        given = dict(parameters or {})
        chosen = parameters_of(self.game) | given
        reward: FinalReward = one_of("reward", chosen["reward"], FinalReward)
        options = options_of(self.game, chosen)
        self.tree = OpenGame(self.game, self.encoding, int(chosen["players"]), options, reward)
        super().__init__(self.kind, _about(self.tree), given)

    def new_initial_state(self) -> SpielState:
        """Before the setup, at its first draw."""
        return SpielState(self)

    def make_py_observer(self, kind: Any = None, parameters: Mapping[str, Any] | None = None) -> SpielObserver:  # noqa: ANN401
        """Who looks at states. Raises ValueError for what there is not."""
        if parameters:
            raise ValueError(f"There are no parameters of an observation; these are {dict(parameters)}.")
        return SpielObserver(self.tree, kind or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """See `MOST_DRAWS`."""
        return MOST_DRAWS


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game. It has OpenSpiel's methods; their contracts are OpenSpiel's."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.kept: Position | None = game.tree.start
        """The position; None in a state that was just read, whose history is still to be played."""

    @property
    def tree(self) -> OpenGame:
        """The game that is played."""
        tree: OpenGame = self.get_game().tree
        return tree

    @property
    def position(self) -> Position:
        """Where the game stands."""
        if self.kept is None:
            tree, position = self.tree, self.tree.start
            for each in self.full_history():
                position = _after(tree, position, each.action)
            self.kept = position
        return self.kept

    # What comes next

    def current_player(self) -> int:
        """The seat to choose: of those that are asked at the same time the lowest one."""
        position = self.position
        if position.seat is not None:
            return position.seat
        return int(pyspiel.PlayerId.TERMINAL if position.over else pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All equally likely."""
        outcomes = self.position.outcomes
        return [(draw, 1.0 / outcomes) for draw in range(outcomes)]

    def returns(self) -> list[float]:
        """What each seat is rewarded with: nothing before the end."""
        return self.tree.returns(self.position)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that looks the same to a seat, with all that it cannot know dealt anew.

        Its position is another one than its history says, so that it cannot be kept.
        """
        twin: SpielState = self.clone()
        twin.kept = self.tree.imagined(self.position, player, lambda n: min(n - 1, int(sampler() * n)))
        return twin

    def _legal_actions(self, player: int) -> list[int]:
        """Called of the seat that is to choose alone."""
        del player
        return self.tree.legal(self.position)

    def _apply_action(self, action: int) -> None:
        """A choice, or a draw. Raises ValueError for one that there is not."""
        self.kept = _after(self.tree, self.position, action)

    # Words

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.position
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action} of {position.outcomes}"
        return self.tree.choice_in_words(position, action) if player == position.seat else f"choice {action}"

    def __str__(self) -> str:
        """Which state it is: no two of a game are called alike."""
        return f"{self.tree.asks(self.position)}, after {' '.join(map(str, self.history())) or 'nothing'}"


def _after(tree: OpenGame, position: Position, action: int) -> Position:
    return tree.after_choice(position, action) if position.seat is not None else tree.after_draw(position, action)


# What is seen


class SpielObserver:
    """Looks at states as OpenSpiel asks for: what a seat sees now, or all that it ever saw; the public part or its own.

    A tensor is there of the whole of what a seat sees now, and of nothing else.
    """

    def __init__(self, tree: OpenGame, kind: Any) -> None:  # noqa: ANN401 - OpenSpiel says nothing of its types
        """Raises ValueError for what nobody may see."""
        self._tree = tree
        self._public: bool = kind.public_info
        self._recalls: bool = kind.perfect_recall
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("What all seats see together nobody may see: there is no observation of it.")
        if self._recalls and not (self._public and self._private):
            raise ValueError("What a seat remembers is not told apart into public and private parts.")
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._public and self._private and not self._recalls:
            self._make_tensor()

    def _make_tensor(self) -> None:
        encoding, start = self._tree.encoding, 0
        self.tensor = np.zeros(encoding.expanded_size, np.float32)
        for part in encoding.parts:
            shape = (*part.shape, part.high - part.low + 1) if part.codes else part.shape
            self.dict[part.name] = self.tensor[start : start + part.expanded_size].reshape(shape)
            start += part.expanded_size

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a seat sees into `tensor`, which `dict` has by its parts."""
        if self.tensor is not None:
            position = state.position
            if position.laid_out:
                seen = self._tree.observation(position, player)
                self.tensor[:] = expand(self._tree.encoding, np.frombuffer(seen, np.int8))
            else:
                self.tensor[:] = 0

    def string_from(self, state: SpielState, player: int) -> str:
        """What a seat sees, in words."""
        tree, position = self._tree, state.position
        if self._recalls:
            return tree.remembered(position, player)
        if self._public and self._private:
            return tree.observed(position, player)
        return tree.public(position) if self._public else tree.private(position, player) if self._private else ""


# All of them


def register(plugin: Plugin) -> None:
    """Make a game known to OpenSpiel, if it says how it looks to a learner. Raises `BrokenPlugin`."""
    game, encoding = plugin.game, plugin.load_encoding()
    if isinstance(game, RuledGame) and encoding is not None:
        kind = kind_of(game)
        # A class and no function: OpenSpiel lets go of it when Python is gone, and must not be the last to do so.
        own = {"game": game, "encoding": encoding, "kind": kind}
        pyspiel.register_game(kind, type(f"Spiel{type(game).__name__}", (SpielGame,), own))


for _plugin in PLUGINS.values():
    with suppress(BrokenPlugin):  # it says so when it is used, and the others can do nothing about it
        register(_plugin)
