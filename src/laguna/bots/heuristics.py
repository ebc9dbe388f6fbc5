"""What the search knows about playing each game well: what the game brings along, or nothing."""

from __future__ import annotations

from typing import Any

from laguna.bots.search.bare import derived_heuristics
from laguna.core.heuristics import Heuristics
from laguna.games import PLUGINS, RULED


def heuristics_of(key: str) -> Heuristics[Any]:
    """The heuristics of a game of whole numbers; where it brings none, those that its rules alone give."""
    return PLUGINS[key].load_heuristics() or derived_heuristics(RULED[key].rules)


def has_heuristics(key: str) -> bool:
    """Whether a game brings heuristics."""
    return PLUGINS[key].heuristics is not None
