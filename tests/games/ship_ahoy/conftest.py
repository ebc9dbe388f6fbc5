"""A server for tests of what Ship Ahoy brings to one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.serving import Running, running_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One for all tests of a process."""
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running
