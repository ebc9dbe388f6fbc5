"""Whatever stands above or below the games knows them by the registry alone: no code there names one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from laguna.games import GAMES

SOURCE = Path(__file__).parents[2] / "src/laguna"
GAME = re.compile(rf"\b({'|'.join(GAMES)})\b")
OWN_DOORS = SOURCE / "envs/ship_ahoy"
"""Its moves are angles and lengths, so no encoding opens the common doors to it: it has its own, in one folder."""
COMMON = sorted(
    path
    for path in SOURCE.rglob("*.py")
    if path.relative_to(SOURCE).parts[0] != "games" and OWN_DOORS not in path.parents
)


def named_in(path: Path) -> Iterator[str]:
    """Imports of a game's package, and texts with a game's key in them; what docstrings show is no code."""
    tree = ast.parse(path.read_text("utf-8"))
    shown = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("laguna.games."):
            yield f"line {node.lineno} imports {node.module}"
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in shown:
            yield from (f"line {node.lineno} names {found}" for found in GAME.findall(node.value))


@pytest.mark.parametrize("path", COMMON, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_code_outside_the_games_names_a_game(path: Path) -> None:
    examples = {"cli/program.py": ["mahe"]}  # the example in the help
    allowed = examples.get(str(path.relative_to(SOURCE)), [])
    assert [found for found in named_in(path) if not any(found.endswith(each) for each in allowed)] == []
