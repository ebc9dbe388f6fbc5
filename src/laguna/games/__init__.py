"""The games of the table, by their keys."""

from __future__ import annotations

from typing import Any

from laguna.core.ruled import RuledGame
from laguna.games.animals_on_board.game import AnimalsGame
from laguna.games.duck.game import DuckGame
from laguna.games.kuna_yala.game import KunaYalaGame
from laguna.games.mahe.game import MaheGame

GAMES: dict[str, RuledGame[Any, Any, Any]] = {
    game.key: game for game in (MaheGame(), DuckGame(), AnimalsGame(), KunaYalaGame())
}
