"""Every game × seat count × set of options as parameters of tests, and what each game declares for its laws."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import pytest

from laguna.core.ruled import RuledTable
from laguna.games import GAMES, PLUGINS, RULED
from laguna.laws.cases import Case, cases_of, random_play, sampled
from tiers import tiered

__all__ = ["CASES", "TABLES", "Case", "Table", "declared", "every_case", "hidden", "random_play", "sampled", "usual"]

Table = RuledTable[Any, Any]

CASES = [case for key in RULED for case in cases_of(PLUGINS[key])]
TABLES = [Case(PLUGINS[key], seats) for key, game in GAMES.items() for seats in game.seats]
"""Every game with every seat count, and its usual options."""


def usual(case: Case) -> bool:
    """Whether every run goes through it."""
    return case.usual


def hidden(key: str) -> ModuleType:
    """A game's `swap`: what a seat cannot know, changed."""
    return importlib.import_module(f"games.{key}.hidden")


def declared(key: str) -> ModuleType:
    """What a game says of itself, for tests to compare with: `TIE_BREAK`, `ALL_BEGIN`, `SCENES`."""
    return importlib.import_module(f"games.{key}.declared")


def every_case(function: Any) -> Any:
    """Run a law over every case."""
    return pytest.mark.parametrize("case", tiered(CASES, usual), ids=str)(function)


def every_table(function: Any) -> Any:
    """Run a law over every game and seat count."""
    return pytest.mark.parametrize("case", TABLES, ids=str)(function)


def every_game(function: Any) -> Any:
    """Run a law over every game."""
    return pytest.mark.parametrize("plugin", PLUGINS.values(), ids=list(PLUGINS))(function)
