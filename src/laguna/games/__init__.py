"""All games there are: every package that declares one under the entry point group `laguna.games`, ours like others'.

A plug-in that cannot be loaded is left out and named in `BROKEN`; the others play on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from laguna.core.game import Game
from laguna.core.plugin import GROUP, Plugin
from laguna.core.ruled import RuledGame

if TYPE_CHECKING:
    from laguna.games.animals_on_board.game import AnimalsGame
    from laguna.games.duck.game import DuckGame
    from laguna.games.kuna_yala.game import KunaYalaGame
    from laguna.games.mahe.game import MaheGame
    from laguna.games.ship_ahoy.game import ShipAhoyGame

AnyGame = Game[Any, Any, Any]
OWN = "laguna"
"""The distribution that our games come with."""


class Origin(NamedTuple):
    """Where a game came from: a distribution and its version."""

    distribution: str
    version: str

    def __str__(self) -> str:
        return f"{self.distribution} {self.version}"


class Broken(NamedTuple):
    """A plug-in that cannot be loaded, and why: a sentence."""

    key: str
    origin: Origin
    sentence: str


class Games(Mapping[str, AnyGame]):
    """All games, each with its own type: `GAMES["mahe"]` is a `MaheGame`; of a key that is a variable, any game."""

    def __init__(self, plugins: Mapping[str, Plugin]) -> None:
        self._games: dict[str, AnyGame] = {key: plugin.game for key, plugin in plugins.items()}

    @overload
    def __getitem__(self, key: Literal["mahe"]) -> MaheGame: ...
    @overload
    def __getitem__(self, key: Literal["duck"]) -> DuckGame: ...
    @overload
    def __getitem__(self, key: Literal["animals_on_board"]) -> AnimalsGame: ...
    @overload
    def __getitem__(self, key: Literal["kuna_yala"]) -> KunaYalaGame: ...
    @overload
    def __getitem__(self, key: Literal["ship_ahoy"]) -> ShipAhoyGame: ...
    @overload
    def __getitem__(self, key: str) -> AnyGame: ...
    def __getitem__(self, key: str) -> AnyGame:
        return self._games[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)


def _origin(entry: EntryPoint) -> Origin:
    return Origin("unknown", "") if entry.dist is None else Origin(entry.dist.name, entry.dist.version)


def _load(entry: EntryPoint, known: Mapping[str, Plugin]) -> Plugin | str:
    """A declared plug-in, or the sentence about what is wrong with it."""
    try:
        plugin = entry.load()
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever an outside package does when it is loaded
        return f"“{entry.value}” cannot be loaded: {' '.join(str(error).split()) or type(error).__name__}."
    if not isinstance(plugin, Plugin):
        return f"“{entry.value}” is a {type(plugin).__name__}, not a laguna.core.plugin.Plugin."
    if plugin.game.key != entry.name:
        return f"it is declared as “{entry.name}”, but its game is called “{plugin.game.key}”."
    if plugin.game.key in known:
        return f"there is a game called “{plugin.game.key}” already."
    return plugin


PLUGINS: dict[str, Plugin] = {}
"""What each game brings along, by the game's key."""
ORIGINS: dict[str, Origin] = {}
"""Where each game came from."""
BROKEN: list[Broken] = []
"""The plug-ins that cannot be loaded."""


def _discover() -> None:
    """Load whatever is declared, ours first; games are listed by their rank, then by name.

    So no other distribution can take the place of a game of ours by using its key.
    """
    found: dict[str, Plugin] = {}
    declared = [(_origin(entry), entry) for entry in entry_points(group=GROUP)]
    for _, entry in sorted(declared, key=lambda each: (each[0].distribution != OWN, each[1].name, each[0])):
        loaded = _load(entry, found)
        if isinstance(loaded, Plugin):
            found[entry.name] = loaded
            ORIGINS[entry.name] = _origin(entry)
        else:
            BROKEN.append(Broken(entry.name, _origin(entry), loaded))
    PLUGINS.update(sorted(found.items(), key=lambda item: (item[1].rank, item[0])))


_discover()

GAMES = Games(PLUGINS)
"""All games."""

RULED: dict[str, RuledGame[Any, Any, Any]] = {game.key: game for game in GAMES.values() if isinstance(game, RuledGame)}
"""The games of whole numbers, which run compiled too."""
