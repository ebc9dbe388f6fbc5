"""Laguna without server, search and physics: three packages are enough for a referee, and what is missing is named.

`tools/release.py` proves the same in an empty environment; here the packages are there, and nothing may import them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tiers import tiered

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CORE = PYPROJECT["dependency-groups"]["core"]
ALL = PYPROJECT["project"]["dependencies"]
RAY = PYPROJECT["project"]["optional-dependencies"]["ray"]
MODULES = {"mujoco-core": "mujoco"}
NOT_THERE = """
import sys

class NotThere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {modules!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, NotThere())
"""
PROGRAM = "import sys; from laguna.cli import main; sys.exit(main())"

Laguna = Callable[..., "subprocess.CompletedProcess[str]"]


def name(requirement: str) -> str:
    return re.split(r"[^\w-]", requirement, maxsplit=1)[0]


def left_out() -> set[str]:
    """The modules of all packages that are not part of the core, Ray among them."""
    names = {name(requirement) for requirement in (*ALL, *RAY)} - {name(requirement) for requirement in CORE}
    return {MODULES.get(each, each.replace("-", "_")) for each in names}


@pytest.fixture
def laguna(tmp_path: Path) -> Laguna:
    """The program in an environment where only the packages of the core can be imported, workers included."""
    hook = tmp_path / "hook"
    hook.mkdir()
    (hook / "sitecustomize.py").write_text(NOT_THERE.format(modules=left_out()), "utf-8")
    path = os.pathsep.join(filter(None, (str(hook), os.environ.get("PYTHONPATH"))))

    def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", PROGRAM, *words],
            check=False,
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path},
            input=typed,
            text=True,
        )

    return run


def test_the_core_asks_for_nothing_that_the_whole_does_not() -> None:
    assert set(CORE) < set(ALL)


def test_the_readme_names_the_packages_of_the_core() -> None:
    shown = re.search(r"^pip install (\".*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert shown is not None
    assert shown[1] == " ".join(f'"{requirement}"' for requirement in CORE)


@pytest.mark.parametrize("key", tiered(["mahe", "duck", "animals_on_board", "kuna_yala"], "mahe".__eq__))
def test_games_are_played_recorded_replayed_and_verified(laguna: Laguna, key: str) -> None:
    for words in (
        ("simulate", key, "--games", "2", "--record", "games.jsonl"),
        ("verify", "games.jsonl"),
        ("replay", "games.jsonl", "--print"),
        ("terminal", key, "--bots", "easy", "--seed", "1", "--record", "own.jsonl"),
        ("verify", "own.jsonl"),
        ("rules", key),
    ):
        done = laguna(*words, typed="1\n1\nq\n")
        assert (done.returncode, done.stderr) == (0, ""), words


def test_a_shot_that_was_recorded_is_replayed_drawn_and_verified_without_physics(
    laguna: Laguna, tmp_path: Path
) -> None:
    words = ("simulate", "ship_ahoy", "--games", "1", "--record", str(tmp_path / "battle.jsonl"))
    subprocess.run([sys.executable, "-c", PROGRAM, *words], check=True, capture_output=True)
    for words in (("verify",), ("replay", "--print"), ("replay", "--svg")):
        done = laguna(words[0], "battle.jsonl", *words[1:])
        assert (done.returncode, done.stderr) == (0, ""), words


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("simulate mahe --games 2 --compiled", "numba"),
        ("terminal mahe --bots strong", "numba"),
        ("terminal animals_on_board --bots good", "numba"),
        ("bench mahe", "numba"),
        ("simulate ship_ahoy --games 1", "mujoco-core"),
        ("terminal ship_ahoy", "mujoco-core"),
        ("arena mahe --bots beginner,easy --games 2", "openskill"),
        ("ladder mahe --out ladder.md --quick", "openskill"),
        ("serve --port 0 --no-open --data data", "uvicorn"),
    ],
)
def test_what_is_missing_is_named_in_one_sentence(laguna: Laguna, words: str, wanted: str) -> None:
    done = laguna(*words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        rf"This needs the package {wanted}, which is not installed: `pip install \"{wanted}\S+\"` adds it, "
        r"and installing Laguna without --no-deps adds all that it can use\.\n",
        done.stderr,
    ), done.stderr


def test_ray_that_is_not_installed_is_named_with_its_extra(laguna: Laguna, tmp_path: Path) -> None:
    done = laguna("self-play", "mahe", "--bots", "easy", "--out", "games", "--ray", "auto")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'This needs the package ray, which is not installed: `pip install "laguna[ray]"` adds it.\n'
    assert not (tmp_path / "games").exists()


def test_an_analysis_that_cannot_be_made_says_so(laguna: Laguna) -> None:
    assert laguna("simulate", "mahe", "--games", "1", "--record", "game.jsonl").returncode == 0
    done = laguna("analyse", "game.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("This needs the package numba, ")


def test_a_hint_that_cannot_be_given_does_not_end_the_game(laguna: Laguna) -> None:
    done = laguna("terminal", "mahe", "--bots", "easy", "--seed", "1", typed="h\n1\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "This needs the package numba" in done.stdout
    assert "See you at the lagoon!" in done.stdout
