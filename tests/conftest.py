"""What all tests share: one switch, and Hypothesis without luck or clocks."""

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
