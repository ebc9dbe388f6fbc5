"""The games of the table, by their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, overload

from laguna.core.game import Game
from laguna.core.ruled import RuledGame
from laguna.games.animals_on_board.game import AnimalsGame
from laguna.games.duck.game import DuckGame
from laguna.games.kuna_yala.game import KunaYalaGame
from laguna.games.mahe.game import MaheGame
from laguna.games.ship_ahoy.game import ShipAhoyGame

AnyGame = Game[Any, Any, Any]


class Games(Mapping[str, AnyGame]):
    """All games, each with its own type: `GAMES["mahe"]` is a `MaheGame`; of a key that is a variable, any game."""

    def __init__(self, *games: AnyGame) -> None:
        self._games = {game.key: game for game in games}

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


GAMES = Games(MaheGame(), DuckGame(), AnimalsGame(), KunaYalaGame(), ShipAhoyGame())
"""All games."""

RULED: dict[str, RuledGame[Any, Any, Any]] = {game.key: game for game in GAMES.values() if isinstance(game, RuledGame)}
"""The games of whole numbers, which run compiled too."""
