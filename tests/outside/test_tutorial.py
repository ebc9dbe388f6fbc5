"""The tutorial builds the example package, file by file, and its commands do what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from outside.conftest import PIG
from outside.environment import Environment

TUTORIAL = Path(__file__).parents[2] / "docs/adding_a_game.md"
BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BETWEEN = {"python": "\n\n"}
"""What stands between two parts of a file: two empty lines in Python, one in anything else."""


def built() -> dict[str, str]:
    """The files that the tutorial's blocks make, each of its parts in their order."""
    files: dict[str, str] = {}
    for language, path, part in BLOCK.findall(TUTORIAL.read_text("utf-8")):
        files[path] = files[path] + BETWEEN.get(language, "\n") + part if path in files else part
    return files


def commands() -> list[list[str]]:
    """What the tutorial types."""
    (block,) = COMMANDS.findall(TUTORIAL.read_text("utf-8"))
    return [shlex.split(line.removeprefix("$ ")) for line in block.splitlines()]


def test_its_blocks_are_the_example_package() -> None:
    kept = {
        path.relative_to(PIG).as_posix(): path.read_text("utf-8")
        for path in PIG.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert built() == kept


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment in which somebody has typed all blocks and installed the package."""
    folder = tmp_path_factory.mktemp("tutorial")
    for path, text in built().items():
        (folder / "pig" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "pig" / path).write_text(text, "utf-8")
    return Environment(folder, folder / "pig")


def test_the_package_that_it_builds_passes_its_tests(followed: Environment) -> None:
    done = followed.pytest(followed.folder / "pig/tests")
    assert done.returncode == 0, done.stdout


def test_its_commands_work(followed: Environment) -> None:
    install, *others = commands()
    assert install == ["pip", "install", "-e", "."], "the environment has done so already"
    for program, *words in others:
        assert program == "laguna"
        followed.run(*words)
