"""How each game is really played."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from laguna.bots.heuristic import Heuristics


def heuristics_of(key: str) -> Heuristics[Any]:
    """The heuristics of a game of whole numbers."""
    found: Heuristics[Any] = import_module(f"{__name__}.{key}").HEURISTICS
    return found
