"""The games of the table, by their keys."""

from __future__ import annotations

from typing import Any

from laguna.core.game import Game
from laguna.core.ruled import RuledGame
from laguna.games.animals_on_board.game import AnimalsGame
from laguna.games.duck.game import DuckGame
from laguna.games.kuna_yala.game import KunaYalaGame
from laguna.games.mahe.game import MaheGame
from laguna.games.ship_ahoy.game import ShipAhoyGame

RULED: dict[str, RuledGame[Any, Any, Any]] = {
    game.key: game for game in (MaheGame(), DuckGame(), AnimalsGame(), KunaYalaGame())
}
"""The games of whole numbers, which run compiled too."""

GAMES: dict[str, Game[Any, Any, Any]] = {**RULED, ShipAhoyGame.key: ShipAhoyGame()}
"""All games."""
