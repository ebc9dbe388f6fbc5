"""What all tests share: two switches, and Hypothesis without luck or clocks."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

settings.register_profile("laguna", derandomize=True, deadline=None, database=None)
settings.load_profile("laguna")

# A program that is started in the background ignores Ctrl-C, and so do its children: those of tests shall not.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write the golden playthroughs anew")
    parser.addoption("--thorough", action="store_true", help="run the exhaustive tests, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest test first, so that no process waits for it in the end, and leave out what is exhaustive.

    Exhaustive tests are deselected unless they are asked for, so that none counts as skipped.
    """
    items.sort(key=lambda item: item.get_closest_marker("longest") is None)
    if config.getoption("--thorough"):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
