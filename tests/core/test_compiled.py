"""The kernels' cache: where it is, and that it never serves stale code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from laguna.core import compiled

SOURCES = Path(compiled.__file__).parents[2]
PROGRAM = """
from laguna.games.mahe.game import MaheGame
from laguna.simulation import simulate_compiled
game = MaheGame()
print(sum(simulate_compiled(game, 4, game.options(), 1, 50, lambda games: None).mean_score))
"""


def test_the_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("LAGUNA_CACHE", str(tmp_path / "ours"))
    assert compiled.cache_folder() == tmp_path / "ours" / "kernels"
    monkeypatch.delenv("LAGUNA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "theirs"))
    assert compiled.cache_folder() == tmp_path / "theirs" / "laguna" / "kernels"


def test_a_folder_that_cannot_be_written_is_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Else Numba would keep kernels beside the sources, where no fingerprint tells old ones from new."""
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("LAGUNA_CACHE", str(tmp_path / "file"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "theirs"))
    assert compiled.cache_folder() == tmp_path / "theirs" / "laguna" / "kernels"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert compiled.cache_folder().parent == tmp_path
    assert compiled.cache_folder().is_dir()


def test_kernels_of_sources_that_nobody_runs_any_more_are_cleared_away(tmp_path: Path):
    for name, days in (("old", 40), ("new", 2)):
        (tmp_path / name).mkdir()
        past = time.time() - days * 24 * 3600
        os.utime(tmp_path / name, (past, past))
    compiled._clean(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


@pytest.mark.thorough
def test_a_changed_rule_is_compiled_anew_and_an_unchanged_one_is_not(tmp_path: Path):
    shutil.copytree(SOURCES, tmp_path / "laguna", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "LAGUNA_CACHE": str(tmp_path / "cache")}

    def eggs() -> float:
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, check=True)
        return float(done.stdout)

    def kernels() -> set[Path]:
        return set((tmp_path / "cache").rglob("*.nbc"))

    first, cached = eggs(), kernels()
    assert cached
    assert eggs() == first
    assert kernels() == cached
    rules = tmp_path / "laguna" / "games" / "mahe" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("BEACH_EGGS = 7", "BEACH_EGGS = 9"), "utf-8")
    assert eggs() == pytest.approx(first + 2)
    assert kernels() > cached
