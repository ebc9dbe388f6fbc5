"""The browser's numbers are the referee's."""

from __future__ import annotations

from pathlib import Path

from laguna.games.ship_ahoy.physics import typescript

KEPT = Path(__file__).parents[3] / "web/src/games/ship_ahoy/physics.ts"


def test_the_kept_file_is_up_to_date():
    kept = KEPT.read_text("utf-8")
    assert kept == typescript.module(), f"Run `laguna types --physics --out {KEPT.name}` there, and commit the file."
