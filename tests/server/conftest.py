"""A server that tests of one process share: whoever needs other settings runs their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.serving import Running, running_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running
