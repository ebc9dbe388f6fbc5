"""Crews whose workers find what tests have them do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crew.cluster import TESTS
from laguna.crew.local_crew import LocalCrew


@pytest.fixture(scope="module", autouse=True)
def _workers_find_tests() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(TESTS))
        yield


@pytest.fixture(scope="module")
def here() -> Iterator[LocalCrew]:
    """Two processes of this machine."""
    with LocalCrew(2) as crew:
        yield crew
