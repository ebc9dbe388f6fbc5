"""The example package, installed once for each process of the tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from outside.environment import Environment

PIG = Path(__file__).parents[2] / "examples/pig"


@pytest.fixture(scope="session")
def pig(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with Pig in it."""
    return Environment(tmp_path_factory.mktemp("pig"), PIG)
