"""The games of the table, by their keys."""

from __future__ import annotations

from typing import Any

from laguna.core.game import Game
from laguna.games.mahe.game import MaheGame

GAMES: dict[str, Game[Any, Any, Any]] = {game.key: game for game in (MaheGame(),)}
