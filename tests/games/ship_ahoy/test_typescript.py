"""The browser's numbers are the referee's."""

from __future__ import annotations

import json
from pathlib import Path

from games.ship_ahoy import referee_cases
from laguna.games import PLUGINS
from laguna.games.ship_ahoy.physics import typescript

KEPT = Path(__file__).parents[3] / "web/src/games/ship_ahoy/physics.ts"


def test_the_kept_file_is_up_to_date():
    kept = KEPT.read_text("utf-8")
    assert kept == typescript.module(), "Run `laguna types --out web/src`, and commit the file."
    assert PLUGINS["ship_ahoy"].load_typescript() == {KEPT.name: kept}


def test_the_cases_that_the_browser_is_held_to_are_the_referees():
    """Shots are left out: what is written down of one is its own truth, and another machine may round otherwise."""
    told, kept = json.loads(referee_cases.cases()), json.loads(referee_cases.KEPT.read_text("utf-8"))
    assert told["tables"] == kept["tables"], "Run `python tests/games/ship_ahoy/referee_cases.py`, and commit the file."
    assert (told["sways"], told["falls"], told["view"]) == (kept["sways"], kept["falls"], kept["view"])
