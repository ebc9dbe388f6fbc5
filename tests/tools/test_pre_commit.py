"""What is checked before a commit is what `./play test` checks first, in the same environment and by the same words."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest
import yaml

from tools.scripts import TOOLS

PROJECT = TOOLS.parent
REPOS = yaml.safe_load((PROJECT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
HOOKS: list[dict[str, Any]] = [hook for repo in REPOS for hook in repo["hooks"]]
SLOW = ("python", "pytest")
"""Checks that compile kernels and collect tests: for whoever runs the tests next."""


def quick_checks() -> list[str]:
    """The words of each quick check of `play`."""
    loader = SourceFileLoader("play", str(PROJECT / "play"))
    spec = spec_from_loader("play", loader)
    assert spec is not None
    play = module_from_spec(spec)
    loader.exec_module(play)
    return [" ".join(check) for check in play.CHECKS_BEFORE_PYTEST if check[0] not in SLOW]


def test_the_hooks_are_the_quick_checks_of_play() -> None:
    assert [hook["entry"] for hook in HOOKS] == [f".venv/bin/{check}" for check in quick_checks()]


def test_nothing_is_fetched_and_all_is_looked_at() -> None:
    assert [repo["repo"] for repo in REPOS] == ["local"]
    for hook in HOOKS:
        assert (hook["language"], hook["pass_filenames"], hook["always_run"]) == ("system", False, True)


@pytest.mark.parametrize("entry", [hook["entry"] for hook in HOOKS])
def test_the_environment_of_the_tests_has_every_hooks_command(entry: str) -> None:
    program, *words = entry.split()
    commands = [word for word in words if word.isalpha()]
    found = Path(sys.executable).with_name(Path(program).name)
    done = subprocess.run([found, *commands, "--help"], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for option in (word for word in words if word.startswith("--")):
        assert option in done.stdout
